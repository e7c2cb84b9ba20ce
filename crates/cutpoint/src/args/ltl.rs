//! The arguments of `cutpoint ltl` and `cutpoint automaton`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use driver::{EngineOptions, ExplicitOptions, Request};
use verdict::QuestionKind;

use super::check::{LimitArguments, ScheduleArguments};
use super::engines::{FormulaEngineArguments, PushdownArguments};
use super::{InputArguments, TraceArguments};
use crate::ask::Ask;
use crate::output::Output;
use crate::units;

#[derive(Debug, Args)]
#[command(after_help = LTL_EXAMPLES, after_long_help = LTL_LONG_HELP)]
pub(crate) struct LtlArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// The formula; docs/ltl.md has its syntax
    pub(crate) formula: String,
    /// Only executions count in which no thread can move forever without moving
    #[arg(long)]
    pub(crate) fair: bool,
    #[command(flatten)]
    engine: FormulaEngineArguments,
    #[command(flatten)]
    pushdown: PushdownArguments,
    #[command(flatten)]
    schedule: ScheduleArguments,
    #[command(flatten)]
    limits: LimitArguments,
    /// Follow no path beyond N transitions
    #[arg(long, value_name = "N", value_parser = units::count, help_heading = "Limits")]
    max_depth: Option<u64>,
    /// Write why the formula holds, if it does, for `cutpoint certify` to check again
    #[arg(long, value_name = "FILE", help_heading = "Answer")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) trace: TraceArguments,
    /// Say what the check cost
    #[arg(long, help_heading = "Answer")]
    stats: bool,
    /// See [`super::engines::given`].
    #[arg(skip)]
    pub(crate) given: Vec<&'static str>,
}

impl LtlArguments {
    pub(crate) fn ask(&self, output: &Output) -> Ask<'_> {
        let (schedule, max_depth) = (self.schedule.schedule(), self.max_depth);
        let request = Request {
            engines: self.engine.choice(),
            options: EngineOptions {
                explicit: ExplicitOptions { schedule, max_depth, ..ExplicitOptions::default() },
                pushdown: self.pushdown.options(self.stats, false),
                ..EngineOptions::default()
            },
            given: self.given.clone(),
            limits: self.limits.limits(),
            wants_proof: self.certificate.is_some(),
            detail: output.detail(),
        };
        let certificate = self.certificate.as_deref();
        Ask { request, timeout: self.limits.timeout, stats: self.stats, certificate }
    }

    /// A sentence on options that make no sense together.
    pub(crate) fn conflict(&self) -> Option<String> {
        driver::unread_option(self.engine.choice(), QuestionKind::Formula, &self.given)
    }
}

const LTL_EXAMPLES: &str = "\
Examples:
  cutpoint ltl list.shy 'F @terminated'                      does it always end?
  cutpoint ltl list.shy 'G (@terminated -> r.f*.nil + !r)'   is r a list whenever it ends?
  cutpoint ltl lock.zing --fair 'F @in(Main.enter)'          ... if no thread is neglected?";

const LTL_LONG_HELP: &str = "\
Examples:
  cutpoint ltl list.shy 'F @terminated'                      does it always end?
  cutpoint ltl list.shy 'G (@terminated -> r.f*.nil + !r)'   is r a list whenever it ends?
  cutpoint ltl lock.zing --fair 'F @in(Main.enter)'          ... if no thread is neglected?
  cutpoint ltl list.shy 'G F !x' --stats                     ... and what did it cost to know?

Exit status:
    0  every execution satisfies the formula
    1  one does not, and is shown
    2  bad usage, or a program or formula that cannot be used
    3  unknown: a limit was reached before the answer
  101  internal error: a bug in Cutpoint itself
  130  unknown: interrupted by Ctrl-C (143: by SIGTERM), with what is known so far

Formulas that belong to a program stand in comments of its file, `//@ ltl: FORMULA => holds`, where `cutpoint check` finds them.
`cutpoint automaton FORMULA` prints the automaton of a formula.";

#[derive(Debug, Args)]
#[command(after_help = AUTOMATON_EXAMPLES)]
pub(crate) struct AutomatonArguments {
    /// The formula; docs/ltl.md has its syntax
    pub(crate) formula: String,
    /// The language to write the automaton in
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t)]
    pub(crate) to: AutomatonFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum AutomatonFormat {
    /// For Graphviz
    #[default]
    Dot,
    /// The Hanoi omega-automata format
    Hoa,
}

const AUTOMATON_EXAMPLES: &str = "\
Examples:
  cutpoint automaton 'G F !x' | dot -Tsvg > a.svg               draw the automaton of a formula
  cutpoint automaton --to hoa 'G (@in(p) -> F @terminated)'     for other tools";
