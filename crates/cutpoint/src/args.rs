//! The command line.

mod check;
mod engines;
mod explore;
mod java;
mod ltl;
mod open;
mod qbf;
mod summaries;
mod trace;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use driver::{
    Blocked, BooleanOptions, Choice, Dialect, ERROR_LABELS, Language, LoadOptions, ShylockOptions, Steps,
};
use verdict::QuestionKind;

pub(crate) use self::check::CheckArguments;
pub(crate) use self::explore::{CoverChoice, DotChoice, ExploreArguments};
pub(crate) use self::java::JavaArguments;
pub(crate) use self::ltl::{AutomatonArguments, AutomatonFormat, LtlArguments, with_joined_fairness};
pub(crate) use self::qbf::QbfArguments;
pub(crate) use self::summaries::{CertifyArguments, SummarizeArguments};
pub(crate) use self::trace::{TraceArguments, TraceChoice};

use self::engines::given;
use crate::status::ExitCodes;
use crate::units;

/// Checks programs with procedures and a heap, and explains the answer.
///
/// Cutpoint reads a program, covers every execution of it, and says whether an assertion can fail, a runtime error can
/// happen, or its threads can deadlock or cycle forever where they must not. If so, it shows an execution that gets
/// there. It does the same for formulas of temporal logic.
/// Programs with one thread are covered by summaries of their procedures, all others by visiting every state.
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
  cutpoint ltl model.zing 'F @terminated'   does it always end?
  cutpoint summarize model.zing             what does each procedure read and do?
  cutpoint explore list.jl Node.contains    which paths does a method have, and for which inputs?
  cutpoint run model.zing --seed 7          one random execution
  cutpoint explain                          all diagnostics";

const AFTER_LONG_HELP: &str = "\
Examples:
  cutpoint check model.zing                 is there an error?
  cutpoint check model.zing --stats         ... and what did it cost to know?
  cutpoint check model.zing --format json   the whole answer for another tool
  cutpoint ltl model.zing 'F @terminated'   does it always end?
  cutpoint summarize model.zing             what does each procedure read and do?
  cutpoint explore list.jl Node.contains    which paths does a method have, and for which inputs?
  cutpoint certify model.zing proof.json    is this proof right?
  cutpoint run model.zing --seed 7          one random execution
  cutpoint run model.zing --interactive     choose every move yourself
  cutpoint ir model.zing                    the program in the core language
  cutpoint explain CP0101                   what a diagnostic means

Exit status:
    0  the property holds, or what was asked for was done
    1  violated: there is an error in the program; or a certificate was refused
    2  bad usage, or an input that cannot be used
    3  unknown: a limit was reached before the answer
  101  internal error: a bug in Cutpoint itself
  130  unknown: interrupted by Ctrl-C (143: by SIGTERM), with what is known so far";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Search for errors in every execution of a program
    ///
    /// Every execution is covered, or the answer is unknown. The calls of a program with one thread are answered by
    /// summaries of its procedures; a program with several threads is checked by visiting every state. An error is
    /// shown with an execution that leads to it. With `--summaries off` and one thread that searches, it is a shortest
    /// one.
    ///
    /// Then every property is checked that the file states in a comment, `//@ ltl: FORMULA => ANSWER`. The exit status
    /// is 1 if there is an error, a property is violated that is not expected to be, or an expected answer is refuted;
    /// 3 if an answer is unknown that is not expected to be; 0 if all is as it should be.
    Check(Box<CheckArguments>),
    /// Show what each procedure of a program reads and does
    ///
    /// A summary is a pattern, which is all that a procedure reads of the state that it is called in, and its effects,
    /// one for each way in which it can end. Objects are #1, #2 and so on; different numbers are different objects.
    Summarize(Box<SummarizeArguments>),
    /// Find every path of a method whose arguments and heap are unknown
    ///
    /// Each path comes with the condition on inputs under which it is taken, the heap that it reads, what it returns
    /// and changes, and one concrete example, which was executed. Inputs may be any heap, cyclic and aliased ones too,
    /// up to the bounds -k and -n. What a bound cuts is said.
    Explore(Box<ExploreArguments>),
    /// Check a certificate again, independently of the engine that wrote it
    ///
    /// The exit status is 0 if the certificate proves what it claims of the program, 1 if it does not, and 2 if it
    /// cannot be read.
    Certify(CertifyArguments),
    /// Execute a program once, at random or guided by you
    Run(RunArguments),
    /// Check a formula of temporal logic
    ///
    /// Every execution is covered, or the answer is unknown. An execution that does not satisfy the formula is shown
    /// with what holds in its states, and where it begins to repeat itself.
    Ltl(Box<LtlArguments>),
    /// Print the Büchi automaton that accepts what satisfies a formula
    Automaton(AutomatonArguments),
    /// Decide a quantified Boolean formula in QDIMACS
    ///
    /// The formula may have two blocks of quantifiers: for all X there is a Y, or there is an X for all Y. If the outer
    /// variables have values that decide it, they are shown as literals behind a `v`.
    Qbf(QbfArguments),
    /// Print the core language that a program is lowered to
    Ir(InputArguments),
    /// Say what a diagnostic means
    Explain(ExplainArguments),
    /// Print the completions of a shell
    Completions { shell: Shell },
    /// Print the manual page
    Man,
}

impl Arguments {
    /// Reads the command line.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        let command_line = with_joined_fairness(std::env::args_os());
        let matches = Self::command().try_get_matches_from(command_line)?;
        let mut arguments = Self::from_arg_matches(&matches)?;
        match matches.subcommand().and_then(|(name, matches)| Some((name, arguments.complete(matches)?))) {
            Some((subcommand, conflict)) => Err(usage_error(subcommand, conflict)),
            None => Ok(arguments),
        }
    }

    /// How much of executions is to be shown, if the command shows any and the user said so.
    pub(crate) fn trace(&self) -> Option<TraceChoice> {
        match &self.command {
            Command::Check(check) => check.trace.trace,
            Command::Ltl(ltl) => ltl.trace.trace,
            Command::Run(run) => run.trace.trace,
            Command::Summarize(_)
            | Command::Explore(_)
            | Command::Certify(_)
            | Command::Automaton(_)
            | Command::Qbf(_)
            | Command::Ir(_)
            | Command::Explain(_)
            | Command::Completions { .. }
            | Command::Man => None,
        }
    }

    /// Notes which options were given on purpose. Answers a sentence if the options make no sense together.
    fn complete(&mut self, matches: &ArgMatches) -> Option<String> {
        if self.common.quiet && self.trace().is_some() {
            let why = "which shows no trace; leave one of them out";
            return Some(format!("the argument '--trace' cannot be used with '--quiet', {why}"));
        }
        match &mut self.command {
            Command::Check(check) => {
                check.given = given(matches, QuestionKind::Errors);
                check.given.extend(given(matches, QuestionKind::OpenErrors));
                check.given.sort_unstable();
                check.given.dedup();
                check.conflict()
            }
            Command::Ltl(ltl) => {
                ltl.given = given(matches, QuestionKind::Formula);
                ltl.conflict()
            }
            Command::Summarize(summarize) => {
                summarize.given = given(matches, QuestionKind::Summaries);
                None
            }
            Command::Automaton(_) if self.common.format == Format::Json => Some(
                "the argument '--format json' cannot be used here: an automaton is written for Graphviz or in HOA \
                 (--to)"
                    .to_owned(),
            ),
            Command::Automaton(_)
            | Command::Explore(_)
            | Command::Certify(_)
            | Command::Run(_)
            | Command::Qbf(_)
            | Command::Ir(_)
            | Command::Explain(_)
            | Command::Completions { .. }
            | Command::Man => None,
        }
    }

    pub(crate) fn exit_codes(&self) -> ExitCodes {
        match &self.command {
            Command::Check(check) => check.exit_codes,
            Command::Summarize(_)
            | Command::Explore(_)
            | Command::Certify(_)
            | Command::Run(_)
            | Command::Qbf(_)
            | Command::Ltl(_)
            | Command::Automaton(_)
            | Command::Ir(_)
            | Command::Explain(_)
            | Command::Completions { .. }
            | Command::Man => ExitCodes::Standard,
        }
    }
}

/// An error that looks like those that the parser finds itself.
fn usage_error(subcommand: &str, message: String) -> clap::Error {
    let mut command = Arguments::command();
    command.build();
    match command.find_subcommand_mut(subcommand) {
        Some(subcommand) => subcommand.error(ErrorKind::ArgumentConflict, message),
        None => command.error(ErrorKind::ArgumentConflict, message),
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
    /// Leave nothing out: whole traces, with the state after every statement (as --trace states), whole states and
    /// lists
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
    /// The program; its language is known by its extension, .zing, .shy, .bp, .jl, .java, .class, .jar or .cpir. `-` is
    /// the standard input
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
}

/// How the program is to be understood.
#[derive(Debug, Args)]
pub(crate) struct LanguageArguments {
    /// The language of the program, whatever its name says
    #[arg(long, value_name = "LANGUAGE", value_parser = language_parser())]
    pub(crate) lang: Option<Language>,
    /// The method that is asked about, as in `Node.remove`, or a procedure by its name; of a Java program the class or
    /// static method that it begins with [default: the only class with a `main`]
    #[arg(long, value_name = "METHOD")]
    pub(crate) entry: Option<String>,
    /// Which branches a choice may take [default: open]
    #[arg(long, value_enum, value_name = "KIND", help_heading = "Shylock")]
    choice: Option<ChoiceKind>,
    /// What becomes of an execution in front of a closed guard [default: stuck]
    #[arg(long, value_enum, value_name = "KIND", help_heading = "Shylock")]
    blocked: Option<BlockedKind>,
    /// What counts as a step, for `X` and in traces [default: statements]
    #[arg(long, value_enum, value_name = "KIND", help_heading = "Shylock")]
    steps: Option<StepKind>,
    /// How tightly `=` and `!=` bind, what labels mean, and where a program starts [default: sdv, with a warning where
    /// it matters]
    #[arg(long, value_enum, value_name = "KIND", help_heading = "Boolean programs")]
    dialect: Option<DialectKind>,
    /// Reaching a statement with this label is an error; can be repeated [default: ERROR, SLIC_ERROR, error]
    #[arg(long = "error-label", value_name = "NAME", help_heading = "Boolean programs")]
    error_labels: Vec<String>,
    #[command(flatten)]
    pub(crate) java: JavaArguments,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum DialectKind {
    /// SLAM, SDV and sequential programs of Getafix: more tightly than `&`
    Sdv,
    /// Getafix: as sdv; starts in `init`, then the threads, which do not switch while the global `atomic` is true
    Getafix,
    /// Boppo and SATABS: less tightly than `|`; a call with a label ASYNC_.. starts a thread
    Boppo,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ChoiceKind {
    /// Those whose first guard is open
    Open,
    /// All of them; a closed one is a dead end
    Blind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum BlockedKind {
    /// It stays there forever
    Stuck,
    /// It is discarded, as if it were not there
    Prune,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum StepKind {
    /// Basic statements, tests, calls and returns
    Statements,
    /// Also what the paper's rules do to take statements apart: sequence, choice and guard
    Paper,
}

impl LanguageArguments {
    pub(crate) fn options(&self) -> LoadOptions {
        let choice = match self.choice {
            None | Some(ChoiceKind::Open) => Choice::Open,
            Some(ChoiceKind::Blind) => Choice::Blind,
        };
        let blocked = match self.blocked {
            None | Some(BlockedKind::Stuck) => Blocked::Stuck,
            Some(BlockedKind::Prune) => Blocked::Prune,
        };
        let steps = match self.steps {
            None | Some(StepKind::Statements) => Steps::Statements,
            Some(StepKind::Paper) => Steps::Paper,
        };
        let shylock = ShylockOptions { choice, blocked, steps };
        LoadOptions { shylock, boolean: self.boolean(), ..LoadOptions::default() }
    }

    fn boolean(&self) -> BooleanOptions {
        let dialect = self.dialect.map(|dialect| match dialect {
            DialectKind::Sdv => Dialect::Sdv,
            DialectKind::Getafix => Dialect::Getafix,
            DialectKind::Boppo => Dialect::Boppo,
        });
        let error_labels = match self.error_labels.is_empty() {
            true => ERROR_LABELS.map(str::to_owned).to_vec(),
            false => self.error_labels.clone(),
        };
        BooleanOptions { dialect, error_labels }
    }

    /// The first option given that has no meaning in this language, and what it is about.
    pub(crate) fn about_another(&self, language: Language) -> Option<(&'static str, &'static str)> {
        let shylock = (Language::Shylock, "Shylock");
        let boolean = (Language::Boolean, "Boolean programs");
        let java = self.java.first();
        let options = [
            (self.choice.is_some(), "--choice", shylock),
            (self.blocked.is_some(), "--blocked", shylock),
            (self.steps.is_some(), "--steps", shylock),
            (self.dialect.is_some(), "--dialect", boolean),
            (!self.error_labels.is_empty(), "--error-label", boolean),
            (java.is_some(), java.unwrap_or_default(), (Language::Java, "Java")),
        ];
        let misplaced = options.into_iter().find(|(given, _, (owner, _))| *given && *owner != language);
        misplaced.map(|(_, option, (_, about))| (option, about))
    }
}

fn language_parser() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::name))
        .map(|name| Language::from_name(&name).expect("a possible value is the name of a language"))
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
    pub(crate) moves: u64,
    /// Ask for every move and every choice; `?` lists what can be answered
    #[arg(short, long)]
    pub(crate) interactive: bool,
    /// Begin with the call that this file names, in the state that it gives; `cutpoint explain CP0085` shows one
    #[arg(long, value_name = "FILE")]
    pub(crate) start: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) trace: TraceArguments,
}

const RUN_EXAMPLES: &str = "\
Examples:
  cutpoint run model.zing                        a random execution; says which seed it had
  cutpoint run model.zing --seed 7 --moves 50    the first 50 moves of run 7
  cutpoint run model.zing --trace changes        only statements and what they changed
  cutpoint run model.zing --interactive          lists the possible moves and asks for a number
  cutpoint run model.zing --start append.start   one call in a given state, instead of the whole program";

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// The code, such as CP0101, or a kind of error, such as deadlock; without one, all are listed
    pub(crate) code: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_that_engines_read_can_be_given() {
        let command = Arguments::command();
        let questions = [
            ("check", QuestionKind::Errors),
            ("check", QuestionKind::OpenErrors),
            ("ltl", QuestionKind::Formula),
            ("summarize", QuestionKind::Summaries),
        ];
        for (name, kind) in questions {
            let subcommand = command.find_subcommand(name).expect("a subcommand");
            for option in driver::options_read(kind) {
                let is_option = |arg: &clap::Arg| {
                    arg.get_long() == Some(option) && arg.get_id().as_str() == option.replace('-', "_")
                };
                assert!(subcommand.get_arguments().any(is_option), "{name} --{option}");
            }
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
