//! Arguments that say which engine is asked, and which of the given options engines read.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, ValueEnum};
use driver::{ENGINES, EngineChoice, PushdownOptions, Semantics};
use verdict::QuestionKind;

use crate::units;

/// Engines that look for errors.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct EngineArguments {
    /// The engine to ask [default: chosen from the program]
    #[arg(long, value_name = "NAME", value_parser = engine_parser(QuestionKind::Errors))]
    engine: Option<EngineName>,
    /// Ask all engines, and compare their answers
    #[arg(long, conflicts_with = "engine")]
    all_engines: bool,
}

/// Engines that decide formulas.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct FormulaEngineArguments {
    /// The engine to ask [default: chosen from the program]
    #[arg(long, value_name = "NAME", value_parser = engine_parser(QuestionKind::Formula))]
    engine: Option<EngineName>,
    /// Ask all engines, and compare their answers
    #[arg(long, conflicts_with = "engine")]
    all_engines: bool,
}

/// An engine on the command line; its entry holds functions, so it is kept by name.
type EngineName = &'static str;

fn engine_parser(kind: QuestionKind) -> impl TypedValueParser<Value = EngineName> {
    PossibleValuesParser::new(ENGINES.iter().filter(|entry| entry.answers(kind)).map(|entry| entry.name))
        .map(|name| driver::engine(&name).expect("a possible value is the name of an engine").name)
}

impl EngineArguments {
    pub(crate) fn choice(&self) -> EngineChoice {
        choice(self.engine, self.all_engines)
    }
}

impl FormulaEngineArguments {
    pub(crate) fn choice(&self) -> EngineChoice {
        choice(self.engine, self.all_engines)
    }
}

fn choice(name: Option<EngineName>, all: bool) -> EngineChoice {
    match name.and_then(driver::engine) {
        Some(entry) => EngineChoice::One(entry),
        None if all => EngineChoice::All,
        None => EngineChoice::Automatic,
    }
}

/// The options on the command line that some engine reads for questions of a kind.
pub(crate) fn given(matches: &ArgMatches, kind: QuestionKind) -> Vec<&'static str> {
    let is_given = |option: &str| {
        let id = option.replace('-', "_");
        matches.ids().any(|known| known.as_str() == id)
            && matches.value_source(&id) == Some(ValueSource::CommandLine)
    };
    let mut options: Vec<&'static str> = driver::options_read(kind);
    options.retain(|option| is_given(option));
    options
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Pushdown systems")]
pub(crate) struct PushdownArguments {
    /// How visible heaps are distinguished [default: canonical]
    #[arg(long, value_enum, value_name = "KIND")]
    semantics: Option<SemanticsChoice>,
    /// Give up where a procedure sees more than K objects at once, and show how it gets there
    #[arg(long, value_name = "K", value_parser = units::count)]
    heap_bound: Option<u64>,
    /// Also count visible heaps with the numbers that the paper gives to objects, for --stats; this can take far longer
    /// than the answer
    #[arg(long, requires = "stats")]
    count_paper_heaps: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SemanticsChoice {
    /// Up to the names of objects
    Canonical,
    /// With the numbers that the rules of the paper give to objects
    Paper,
}

impl PushdownArguments {
    pub(crate) fn options(&self, all_errors: bool) -> PushdownOptions {
        let semantics = match self.semantics {
            None | Some(SemanticsChoice::Canonical) => Semantics::Canonical,
            Some(SemanticsChoice::Paper) => Semantics::Paper,
        };
        let Self { heap_bound, count_paper_heaps, .. } = *self;
        PushdownOptions { semantics, heap_bound, count_paper_heaps, all_errors, coverage: false }
    }
}
