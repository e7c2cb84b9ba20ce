//! Arguments that say which engine is asked, and how pushdown systems are made.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use driver::{ENGINES, EngineChoice, PushdownOptions, Semantics};

use crate::units;

/// The engine that [`PushdownArguments`] are about.
const PUSHDOWN: &str = "pushdown";

#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct EngineArguments {
    /// The engine to ask [default: chosen from the program]
    #[arg(long, value_name = "NAME", value_parser = engine_parser())]
    engine: Option<EngineName>,
    /// Ask all engines, and compare their answers
    #[arg(long, conflicts_with = "engine")]
    all_engines: bool,
}

/// An engine on the command line; its entry holds a function, so it is kept by name.
type EngineName = &'static str;

fn engine_parser() -> impl TypedValueParser<Value = EngineName> {
    PossibleValuesParser::new(ENGINES.iter().map(|entry| entry.name))
        .map(|name| driver::engine(&name).expect("a possible value is the name of an engine").name)
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Pushdown systems")]
pub(crate) struct PushdownArguments {
    /// How visible heaps are told apart [default: canonical]
    #[arg(long, value_enum, value_name = "KIND")]
    semantics: Option<SemanticsChoice>,
    /// Give up where a procedure sees more than K objects at once, and show how it gets there
    #[arg(long, value_name = "K", value_parser = units::count)]
    heap_bound: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SemanticsChoice {
    /// Up to the names of objects
    Canonical,
    /// With the numbers that the rules of the paper give to objects
    Paper,
}

impl EngineArguments {
    /// Who is asked. An option of one engine asks for that engine.
    pub(crate) fn choice(&self, pushdown: &PushdownArguments) -> EngineChoice {
        let implied = pushdown.given().map(|_| PUSHDOWN).filter(|_| !self.all_engines);
        match self.engine.or(implied).and_then(driver::engine) {
            Some(entry) => EngineChoice::One(entry),
            None if self.all_engines => EngineChoice::All,
            None => EngineChoice::Automatic,
        }
    }

    /// A sentence on options of an engine that is not asked.
    pub(crate) fn conflict(&self, pushdown: &PushdownArguments) -> Option<String> {
        let option = pushdown.given()?;
        match self.engine {
            Some(PUSHDOWN) => None,
            Some(other) => Some(format!(
                "the argument '{option}' cannot be used with '--engine {other}': it is about the engine {PUSHDOWN}"
            )),
            None if driver::engine(PUSHDOWN).is_none() => Some(format!(
                "the argument '{option}' is about the engine {PUSHDOWN}, which this version does not have"
            )),
            None => None,
        }
    }
}

impl PushdownArguments {
    /// The first option that was given.
    fn given(&self) -> Option<&'static str> {
        let options =
            [(self.semantics.is_some(), "--semantics"), (self.heap_bound.is_some(), "--heap-bound")];
        options.into_iter().find(|(given, _)| *given).map(|(_, option)| option)
    }

    /// Whoever wants figures gets both counts of heaps.
    pub(crate) fn options(&self, stats: bool, all_errors: bool, proof: bool) -> PushdownOptions {
        let semantics = match self.semantics {
            None | Some(SemanticsChoice::Canonical) => Semantics::Canonical,
            Some(SemanticsChoice::Paper) => Semantics::Paper,
        };
        PushdownOptions {
            semantics,
            heap_bound: self.heap_bound,
            count_paper_heaps: stats,
            all_errors,
            proof,
        }
    }
}
