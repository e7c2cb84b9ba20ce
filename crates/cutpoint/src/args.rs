//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use driver::{ENGINES, EngineChoice, Language, Order, Schedule};

use crate::status::ExitCodes;
use crate::units;

/// Checks programs with procedures and a heap, and explains the answer.
///
/// Cutpoint reads a program, visits every state that its threads can reach, and says whether an assertion can fail, a
/// runtime error can happen, or its threads can deadlock or cycle for ever where they must not. If so, it shows a shortest
/// execution that gets there.
#[derive(Debug, Parser)]
#[command(name = "cutpoint", version, max_term_width = 100, after_help = AFTER_HELP, after_long_help = AFTER_LONG_HELP)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

const AFTER_HELP: &str = "\
Examples:
  cutpoint check model.zing                 is there an error?
  cutpoint check model.zing --stats         ... and what did it cost to know?
  cutpoint run model.zing --seed 7          one random execution
  cutpoint explain                          all diagnostics";

const AFTER_LONG_HELP: &str = "\
Examples:
  cutpoint check model.zing                 is there an error?
  cutpoint check model.zing --stats         ... and what did it cost to know?
  cutpoint check model.zing --format json   the whole answer for another tool
  cutpoint run model.zing --seed 7          one random execution
  cutpoint run model.zing --interactive     choose every move yourself
  cutpoint ir model.zing                    the program in the core language
  cutpoint explain CP0101                   what a diagnostic means

Exit status:
    0  the property holds, or what was asked for was done
    1  violated: there is an error in the program
    2  bad usage, or an input that cannot be used
    3  unknown: a limit was reached before the answer
  101  internal error: a bug in Cutpoint itself";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Search for errors in every execution of a program
    Check(Box<CheckArguments>),
    /// Execute a program once, at random or guided by you
    Run(RunArguments),
    /// Print the core language that a program is lowered to
    Ir(InputArguments),
    /// Say what a diagnostic means
    Explain(ExplainArguments),
    /// Print the completions of a shell
    #[command(hide = true)]
    Completions { shell: Shell },
    /// Print the manual page
    #[command(hide = true)]
    Man,
}

impl Arguments {
    pub(crate) fn exit_codes(&self) -> ExitCodes {
        match &self.command {
            Command::Check(check) => check.exit_codes,
            Command::Run(_)
            | Command::Ir(_)
            | Command::Explain(_)
            | Command::Completions { .. }
            | Command::Man => ExitCodes::Standard,
        }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// What to write
    #[arg(long, global = true, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Format,
    /// Write to a file instead of the standard output; it is complete or not there at all
    #[arg(short, long, global = true, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Use colours
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub(crate) color: ColorChoice,
    /// Say no more than the answer
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Leave nothing out: whole traces, with the state after every statement
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// For tools; the schemas are in docs/schema
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct InputArguments {
    /// The program; its language is known by its extension, .zing or .cpir. `-` is the standard input
    pub(crate) file: PathBuf,
    /// The language of the program, whatever its name says
    #[arg(long, value_name = "LANGUAGE", value_parser = language_parser())]
    pub(crate) lang: Option<Language>,
}

fn language_parser() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::name))
        .map(|name| Language::from_name(&name).expect("a possible value is the name of a language"))
}

#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) engine: EngineArguments,
    #[command(flatten)]
    pub(crate) schedule: ScheduleArguments,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Say what the check cost
    #[arg(long, help_heading = "Answer")]
    pub(crate) stats: bool,
    /// Which exit statuses to use
    #[arg(long, value_enum, default_value_t, value_name = "TABLE", help_heading = "Answer")]
    pub(crate) exit_codes: ExitCodes,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  cutpoint check model.zing --timeout 2m --memory 2G    give up after two minutes or two gibibytes
  cutpoint check model.zing --preemptions 2             errors that need few preemptions, found fast
  cutpoint check model.zing --all-errors -q             one line for each error
  cutpoint check model.zing --search dfs --threads 0    on all cores, depth first
  cutpoint check model.zing --format json -o out.json   the answer for another tool";

#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct EngineArguments {
    /// The engine to ask [default: the first that can decide the question]
    #[arg(long, value_name = "NAME", value_parser = engine_parser())]
    engine: Option<EngineName>,
    /// Ask all engines, and compare their answers
    #[arg(long, conflicts_with = "engine")]
    all_engines: bool,
    /// Which states to expand first: bfs finds shortest traces, dfs reaches deep states sooner
    #[arg(long, value_enum, default_value_t, value_name = "ORDER")]
    search: Search,
    /// Threads that search; 0 is one for each core. With more than one, traces need not be shortest
    #[arg(long, default_value_t = 1, value_name = "N")]
    threads: usize,
    /// Go on after an error; report each error (kind and place) once
    #[arg(long)]
    all_errors: bool,
    /// Store 64-bit hashes in place of states: less memory, and a tiny chance to miss an error
    #[arg(long)]
    compact: bool,
}

/// An engine on the command line; its entry holds a function, so it is kept by name.
type EngineName = &'static str;

fn engine_parser() -> impl TypedValueParser<Value = EngineName> {
    PossibleValuesParser::new(ENGINES.iter().map(|entry| entry.name))
        .map(|name| driver::engine(&name).expect("a possible value is the name of an engine").name)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Search {
    /// Breadth first
    #[default]
    Bfs,
    /// Depth first
    Dfs,
}

impl EngineArguments {
    pub(crate) fn choice(&self) -> EngineChoice {
        match self.engine.and_then(driver::engine) {
            Some(entry) => EngineChoice::One(entry),
            None if self.all_engines => EngineChoice::All,
            None => EngineChoice::Automatic,
        }
    }

    pub(crate) fn options(&self, schedule: Schedule) -> driver::ExplicitOptions {
        let order = match self.search {
            Search::Bfs => Order::BreadthFirst,
            Search::Dfs => Order::DepthFirst,
        };
        let workers = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            given => given,
        };
        driver::ExplicitOptions {
            order,
            schedule,
            all_errors: self.all_errors,
            hash_compaction: self.compact,
            workers,
            ..driver::ExplicitOptions::default()
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
    /// Follow no path beyond N transitions
    #[arg(long, value_name = "N", value_parser = units::count)]
    max_depth: Option<u64>,
    /// Stop after this time: 10, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub(crate) timeout: Option<Duration>,
    /// Stop when the states take this much memory: 500M, 16G
    #[arg(long, value_name = "SIZE", value_parser = units::bytes, default_value = "4G")]
    memory: u64,
}

impl LimitArguments {
    pub(crate) fn limits(&self) -> verdict::Limits {
        verdict::Limits {
            max_states: self.max_states,
            max_depth: self.max_depth,
            max_bytes: Some(self.memory),
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = RUN_EXAMPLES)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Where random decisions come from; equal seeds give equal runs [default: another one each time]
    #[arg(long, value_name = "N", conflicts_with = "interactive")]
    pub(crate) seed: Option<u64>,
    /// Stop after N moves
    #[arg(long, value_name = "N", default_value = "1000", value_parser = units::count)]
    pub(crate) steps: u64,
    /// Ask for every move and every choice
    #[arg(short, long)]
    pub(crate) interactive: bool,
}

const RUN_EXAMPLES: &str = "\
Examples:
  cutpoint run model.zing                        a random execution; says which seed it had
  cutpoint run model.zing --seed 7 --steps 50    the first 50 moves of run 7
  cutpoint run model.zing --interactive          lists the possible moves and asks for a number";

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// The code, such as CP0101, or a kind of error, such as deadlock; without one, all are listed
    pub(crate) code: Option<String>,
}
