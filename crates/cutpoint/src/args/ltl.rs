//! The arguments of `cutpoint ltl`: a program and a formula, or a formula alone whose automaton is printed.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use driver::{CheckRequest, Detail, Language};
use report::Verbosity;

use super::LanguageArguments;
use super::check::{LimitArguments, ScheduleArguments};
use super::engines::{EngineArguments, PushdownArguments};
use crate::output::Output;
use crate::units;

#[derive(Debug, Args)]
#[command(
    override_usage = "cutpoint ltl [OPTIONS] <FILE> <FORMULA>\n       cutpoint ltl --automaton <FORMAT> <FORMULA>",
    after_help = LTL_EXAMPLES,
    after_long_help = LTL_LONG_HELP
)]
pub(crate) struct LtlArguments {
    /// The program; its language is known by its extension, .zing, .shy or .cpir. `-` is the standard input. With --automaton there
    /// is none, and the formula stands here
    file: PathBuf,
    /// The formula; docs/ltl.md has its syntax
    formula: Option<String>,
    /// Print the Büchi automaton that accepts what satisfies the formula; it needs no program
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ABOUT_A_PROGRAM)]
    automaton: Option<AutomatonFormat>,
    #[command(flatten)]
    options: LtlOptions,
}

/// What has no meaning for a formula alone.
const ABOUT_A_PROGRAM: [&str; 18] = [
    "fair",
    "lang",
    "choice",
    "blocked",
    "steps",
    "engine",
    "all_engines",
    "semantics",
    "heap_bound",
    "cooperative",
    "preemptions",
    "delays",
    "max_states",
    "certificate",
    "timeout",
    "memory",
    "max_depth",
    "stats",
];

/// How a formula is checked.
#[derive(Debug, Args)]
pub(crate) struct LtlOptions {
    /// Only executions count in which no thread can move for ever without moving
    #[arg(long)]
    pub(crate) fair: bool,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
    #[command(flatten)]
    engine: EngineArguments,
    #[command(flatten)]
    pushdown: PushdownArguments,
    #[command(flatten)]
    schedule: ScheduleArguments,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Follow no path beyond N transitions
    #[arg(long, value_name = "N", value_parser = units::count, help_heading = "Limits")]
    max_depth: Option<u64>,
    /// Write why the formula holds, if it does, for `cutpoint certify` to check again
    #[arg(long, value_name = "FILE", help_heading = "Answer")]
    pub(crate) certificate: Option<PathBuf>,
    /// Say what the check cost
    #[arg(long, help_heading = "Answer")]
    pub(crate) stats: bool,
}

/// What is asked for.
#[derive(Debug)]
pub(crate) enum LtlRequest<'a> {
    Automaton { formula: &'a str, format: AutomatonFormat },
    Check(FormulaArguments<'a>),
}

/// A formula to be checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormulaArguments<'a> {
    pub(crate) file: &'a Path,
    pub(crate) formula: &'a str,
    pub(crate) options: &'a LtlOptions,
}

impl LtlArguments {
    /// What is asked for, or a sentence on what is missing or makes no sense together.
    pub(crate) fn request(&self) -> Result<LtlRequest<'_>, String> {
        let Self { file, formula, automaton, options } = self;
        match (automaton, formula) {
            (Some(_), Some(_)) => {
                Err("the argument '--automaton <FORMAT>' takes a FORMULA alone: leave the FILE out"
                    .to_owned())
            }
            (Some(format), None) => {
                let formula = file.to_str().ok_or("the FORMULA is not text in UTF-8")?;
                Ok(LtlRequest::Automaton { formula, format: *format })
            }
            (None, Some(formula)) => match options.engine.conflict(&options.pushdown) {
                Some(conflict) => Err(conflict),
                None => Ok(LtlRequest::Check(FormulaArguments { file, formula, options })),
            },
            (None, None) => Err(missing(file)),
        }
    }
}

/// A single argument without `--automaton` lacks its other half.
fn missing(only: &Path) -> String {
    let extension = only.extension().and_then(|extension| extension.to_str());
    match extension.and_then(Language::from_extension) {
        Some(_) => format!("the FORMULA is missing: cutpoint ltl {} 'FORMULA'", only.display()),
        None => "the FILE or the FORMULA is missing: cutpoint ltl FILE 'FORMULA'; a formula alone has an automaton, \
                 which --automaton prints"
            .to_owned(),
    }
}

impl LtlOptions {
    /// The request, but for its property.
    pub(crate) fn request(&self, output: &Output) -> CheckRequest {
        CheckRequest {
            engines: self.engine.choice(&self.pushdown),
            explicit: driver::ExplicitOptions {
                schedule: self.schedule.schedule(),
                ..driver::ExplicitOptions::default()
            },
            pushdown: self.pushdown.options(self.stats, false, self.certificate.is_some()),
            limits: verdict::Limits { max_depth: self.max_depth, ..self.limits.limits() },
            detail: Detail { states: output.verbosity == Verbosity::Verbose },
            ..CheckRequest::default()
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum AutomatonFormat {
    /// For Graphviz
    Dot,
    /// The Hanoi omega-automata format
    Hoa,
}

const LTL_EXAMPLES: &str = "\
Examples:
  cutpoint ltl list.shy 'F @terminated'                      does it always end?
  cutpoint ltl list.shy 'G (@terminated -> r.f*.nil + !r)'   is r a list whenever it ends?
  cutpoint ltl lock.zing --fair 'F @in(Main.enter)'          ... if no thread is neglected?
  cutpoint ltl --automaton dot 'G F !x' | dot -Tsvg > a.svg  draw the automaton of a formula";

const LTL_LONG_HELP: &str = "\
Examples:
  cutpoint ltl list.shy 'F @terminated'                      does it always end?
  cutpoint ltl list.shy 'G (@terminated -> r.f*.nil + !r)'   is r a list whenever it ends?
  cutpoint ltl lock.zing --fair 'F @in(Main.enter)'          ... if no thread is neglected?
  cutpoint ltl list.shy 'G F !x' --stats                     ... and what did it cost to know?
  cutpoint ltl --automaton dot 'G F !x' | dot -Tsvg > a.svg  draw the automaton of a formula
  cutpoint ltl --automaton hoa 'G (@in(p) -> F @terminated)' for other tools

Exit status:
    0  every execution satisfies the formula
    1  one does not, and is shown
    2  bad usage, or a program or formula that cannot be used
    3  unknown: a limit was reached before the answer
  101  internal error: a bug in Cutpoint itself

Formulas that belong to a program stand in comments of its file, `//@ ltl: FORMULA => holds`, where `cutpoint check` finds them.";
