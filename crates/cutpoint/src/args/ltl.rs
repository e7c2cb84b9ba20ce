//! The arguments of `cutpoint ltl` and `cutpoint automaton`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use driver::{EngineOptions, ExplicitOptions, Request};
use verdict::{Fairness, QuestionKind};

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
    /// Ignore executions in which some thread stays enabled forever but never runs (weak fairness)
    ///
    /// With `--fair strong`, also those in which some thread is enabled again and again but never runs.
    #[arg(
        long,
        value_enum,
        value_name = "KIND",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "weak"
    )]
    fair: Option<FairnessKind>,
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
                pushdown: self.pushdown.options(false),
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

    /// Which executions count.
    pub(crate) fn fairness(&self) -> Fairness {
        match self.fair {
            None => Fairness::None,
            Some(FairnessKind::Weak) => Fairness::Weak,
            Some(FairnessKind::Strong) => Fairness::Strong,
        }
    }

    /// A sentence on options that make no sense together.
    pub(crate) fn conflict(&self) -> Option<String> {
        driver::unread_option(self.engine.choice(), QuestionKind::Formula, &self.given)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum FairnessKind {
    /// No thread stays enabled forever but never runs
    Weak,
    /// No thread is enabled again and again but never runs
    Strong,
}

/// The command line with `--fair strong` written as `--fair=strong`: what follows `--fair` is else the formula.
pub(crate) fn with_joined_fairness(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let mut may_join = true;
    for argument in arguments {
        may_join &= argument != "--";
        let is_kind = argument.to_str().and_then(Fairness::from_name).is_some();
        match joined.last_mut() {
            Some(last) if may_join && is_kind && last == "--fair" => {
                last.push("=");
                last.push(argument);
            }
            Some(_) | None => joined.push(argument),
        }
    }
    joined
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
  cutpoint ltl lock.zing --fair strong 'F @in(Main.enter)'   ... not even a waiting one?
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
