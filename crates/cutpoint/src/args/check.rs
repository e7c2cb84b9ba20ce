//! The arguments of `cutpoint check`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use driver::{
    EngineOptions, ExplicitOptions, MethodOptions, Order, PushdownOptions, Request, Schedule, Summaries,
    SymbolicOptions,
};
use verdict::QuestionKind;

use super::engines::{EngineArguments, PushdownArguments};
use super::open::OpenArguments;
use super::{InputArguments, TraceArguments};
use crate::ask::Ask;
use crate::output::Output;
use crate::status::ExitCodes;
use crate::units;

#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    engine: EngineArguments,
    #[command(flatten)]
    search: SearchArguments,
    #[command(flatten)]
    pushdown: PushdownArguments,
    #[command(flatten)]
    schedule: ScheduleArguments,
    #[command(flatten)]
    pub(crate) open: OpenArguments,
    #[command(flatten)]
    limits: LimitArguments,
    /// Follow no path beyond N transitions
    #[arg(long, value_name = "N", value_parser = units::count, help_heading = "Limits")]
    max_depth: Option<u64>,
    /// Write why the program holds, if it does, for `cutpoint certify` to check again
    #[arg(long, value_name = "FILE", help_heading = "Answer")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) trace: TraceArguments,
    /// Say what the check cost
    #[arg(long, help_heading = "Answer")]
    stats: bool,
    /// List statements that were never reached, branches never taken, assertions never evaluated and guards never open
    #[arg(long, help_heading = "Answer")]
    coverage: bool,
    /// See [`super::engines::given`].
    #[arg(skip)]
    pub(crate) given: Vec<&'static str>,
    /// Which exit statuses to use
    #[arg(long, value_enum, default_value_t, value_name = "TABLE", help_heading = "Answer")]
    pub(crate) exit_codes: ExitCodes,
}

impl CheckArguments {
    /// How errors are searched for; other properties are asked for in the same way.
    pub(crate) fn ask(&self, output: &Output) -> Ask<'_> {
        let request = Request {
            engines: self.engine.choice(),
            options: self.options(),
            given: self.given.clone(),
            limits: self.limits.limits(),
            wants_proof: self.certificate.is_some(),
            detail: output.detail(),
        };
        let certificate = self.certificate.as_deref();
        Ask { request, timeout: self.limits.timeout, stats: self.stats, certificate }
    }

    fn options(&self) -> EngineOptions {
        let (all_errors, coverage) = (self.search.all_errors, self.coverage);
        let summaries = match self.search.summaries {
            Some(SummaryChoice::Off) => Summaries::Off,
            Some(SummaryChoice::Visible) => Summaries::Visible,
            Some(SummaryChoice::Patterns) => Summaries::Patterns,
            None if ExplicitOptions::needs_states(&self.given).is_some() => Summaries::Off,
            None => Summaries::Patterns,
        };
        let explicit = self.search.options(self.schedule.schedule(), summaries);
        EngineOptions {
            explicit: ExplicitOptions { max_depth: self.max_depth, coverage, ..explicit },
            boolean: MethodOptions { all_errors, coverage, ..MethodOptions::default() },
            pushdown: PushdownOptions { coverage, ..self.pushdown.options(all_errors) },
            symbolic: SymbolicOptions { all_errors, coverage, ..self.open.options() },
        }
    }

    /// Options that fit each other one by one may still make no sense together: a sentence says which.
    pub(crate) fn conflict(&self) -> Option<String> {
        // With an entry, the program says whether it is about unknown inputs.
        let unread = match self.input.language.entry {
            Some(_) => None,
            None => driver::unread_option(self.engine.choice(), QuestionKind::Errors, &self.given),
        };
        unread.or_else(|| self.summary_conflict())
    }

    fn summary_conflict(&self) -> Option<String> {
        let kind = match self.search.summaries? {
            SummaryChoice::Off => return None,
            SummaryChoice::Visible => "visible",
            SummaryChoice::Patterns => "patterns",
        };
        let (option, why) = ExplicitOptions::needs_states(&self.given)?;
        Some(format!(
            "the argument '--summaries {kind}' cannot be used with '--{option}': {why}; leave one of them out, or give '--summaries off'"
        ))
    }
}

const CHECK_EXAMPLES: &str = "\
Examples:
  cutpoint check model.zing --certificate proof.json    keep the proof that it holds
  cutpoint check model.zing --summaries off             visit every state, find a shortest trace
  cutpoint check model.zing --timeout 2m --memory 2G    give up after two minutes or two gibibytes
  cutpoint check model.zing --preemptions 2             errors that need few preemptions, found fast
  cutpoint check model.zing --all-errors -q             one line for each error
  cutpoint check model.zing --trace changes             only statements and what they changed
  cutpoint check model.zing --coverage                  and what was never executed
  cutpoint check model.zing --search dfs --threads 0    on all cores, depth first
  cutpoint check list.jl --entry List.remove            one method, whatever its inputs are
  cutpoint check list.jl --entry List.remove --pre List.repOk    only inputs that are well-formed lists
  cutpoint check model.zing --format json -o out.json   the answer for another tool";

#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArguments {
    /// What calls are answered by: summaries of what procedures read, of the states they see, or none [default:
    /// patterns; off for programs with threads, and with options that need it]
    #[arg(long, value_enum, value_name = "KIND")]
    summaries: Option<SummaryChoice>,
    /// Which states to expand first: bfs finds shortest traces, dfs reaches deep states sooner [default: bfs]
    #[arg(long, value_enum, value_name = "ORDER")]
    search: Option<Search>,
    /// Threads that search, up to 256; 0 is one for each core. With more than one, traces need not be shortest
    /// [default: 1]
    #[arg(long, value_name = "N", value_parser = units::threads)]
    threads: Option<usize>,
    /// Go on after an error; report each error (kind and place) once
    #[arg(long)]
    all_errors: bool,
    /// Store 64-bit hashes in place of states: less memory, and a tiny chance to miss an error
    #[arg(long)]
    compact: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum SummaryChoice {
    /// Every state is visited; traces are shortest
    Off,
    /// Summaries of the states that procedures see
    Visible,
    /// Summaries of what procedures read
    #[default]
    Patterns,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Search {
    /// Breadth first
    #[default]
    Bfs,
    /// Depth first
    Dfs,
}

impl SearchArguments {
    fn options(&self, schedule: Schedule, summaries: Summaries) -> ExplicitOptions {
        let order = match self.search.unwrap_or_default() {
            Search::Bfs => Order::BreadthFirst,
            Search::Dfs => Order::DepthFirst,
        };
        let workers = match self.threads.unwrap_or(1) {
            0 => std::thread::available_parallelism().map_or(1, usize::from).min(units::MOST_THREADS),
            given => given,
        };
        ExplicitOptions {
            order,
            schedule,
            all_errors: self.all_errors,
            hash_compaction: self.compact,
            workers,
            summaries,
            max_depth: None,
            coverage: false,
        }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Schedules")]
pub(crate) struct ScheduleArguments {
    /// Switch threads only where one yields, waits or ends
    #[arg(long, conflicts_with_all = ["preemptions", "delays"])]
    cooperative: bool,
    /// Only executions with at most N switches away from a thread that could go on
    #[arg(long, value_name = "N", conflicts_with = "delays")]
    preemptions: Option<u32>,
    /// Only executions that deviate at most N times from round robin
    #[arg(long, value_name = "N")]
    delays: Option<u32>,
}

impl ScheduleArguments {
    pub(crate) fn schedule(&self) -> Schedule {
        match (self.cooperative, self.preemptions, self.delays) {
            (true, _, _) => Schedule::Cooperative,
            (false, Some(bound), _) => Schedule::PreemptionBound(bound),
            (false, None, Some(bound)) => Schedule::DelayBound(bound),
            (false, None, None) => Schedule::Full,
        }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArguments {
    /// Stop after N states: 1000, 50k, 2M
    #[arg(long, value_name = "N", value_parser = units::count)]
    max_states: Option<u64>,
    /// Stop after this time: 10, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub(crate) timeout: Option<Duration>,
    /// Stop when the whole process holds this much memory: 500M, 16G
    #[arg(long, value_name = "SIZE", value_parser = units::bytes, default_value = "4G")]
    memory: u64,
}

impl LimitArguments {
    pub(crate) fn limits(&self) -> verdict::Limits {
        verdict::Limits { max_states: self.max_states, max_bytes: Some(self.memory) }
    }
}
