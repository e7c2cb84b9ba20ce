//! `cutpoint explore`.
//!
//! A run that ends at a limit still has to replay the examples that were found, and to write them. So time is kept back
//! for each path that was found: the engine ends before the limit, and the answer is written at about the limit.

use std::time::Duration;

use base::{Diagnostic, SourceMap};
use driver::{Explored, Language};
use report::{ExploreInput, ExploreReport, dot};
use verdict::explore::WrittenTests;
use verdict::{Exploration, ExploreQuery, OpenCall, PathDetail, StopReason, Unsupported, WriteTests};

use crate::args::{CoverChoice, DotChoice, ExploreArguments};
use crate::ask::Ask;
use crate::codes;
use crate::failure::Failure;
use crate::guard::{Glimpse, LastReport};
use crate::input::{self, Input};
use crate::memory;
use crate::output::Output;
use crate::progress::{KeptBack, command_time};
use crate::status::{ExitCodes, Status};
use crate::test_files::TestDirectory;

/// What it takes to replay and to write a path of ordinary size.
const TIME_OF_A_PATH: Duration = Duration::from_micros(300);
/// The report of a path and its text are so many times as large as the path.
const SIZE_OF_A_REPORT: u64 = 10;

pub(crate) fn explore(arguments: &ExploreArguments, output: &Output) -> Result<Status, Failure> {
    let ask = arguments.ask(output);
    let guard = ask.guard(&arguments.input.file, ExitCodes::default(), output);
    let mut input = input::load(&arguments.input, output)?;
    let mut call = method_entry(&mut input, &arguments.method)?;
    let tests = match arguments.test_directory() {
        Some(directory) => Some(Tests::into(directory, input.language)?),
        None => None,
    };
    require(&mut input, &mut call, &arguments.preconditions)?;
    let queries = arguments.queries(&call);
    let question = Question { input: &input, ask: &ask, call: &call, queries: &queries, arguments };
    guard.on_end(question.last_report(output));
    let kept_back = match queries[0].detail {
        PathDetail::Counts => KeptBack::default(),
        PathDetail::Paths | PathDetail::Examples => KeptBack {
            time_of_a_state: TIME_OF_A_PATH,
            memory: ask.request.limits.max_bytes.map(|limit| (limit, SIZE_OF_A_REPORT)),
        },
    };
    let watched = ask.watched_keeping_back(kept_back, output, &guard, |monitor| {
        Ok(driver::explore(&input.program, &queries, ask.request.limits, monitor)?)
    })?;
    let explored = match &watched.answer {
        Ok(explored) => explored,
        Err(unsupported) => {
            let diagnostic = not_explored(unsupported.clone());
            return Err(refused(diagnostic, &mut input));
        }
    };
    let mut report = question.report(explored);
    let written = tests.as_ref().map(|tests| tests.of(explored, &question, &report));
    report.tests = tests.as_ref().zip(written.as_ref()).map(|(tests, written)| tests.twin(written));
    let mut text = question.rendered(&report, output);
    guard.dismiss();
    let failure = tests.zip(written).and_then(|(tests, written)| tests.directory.write(&written.files).err());
    if failure.is_some() {
        report.tests = None;
        text = question.rendered(&report, output);
    }
    output.write_raw(&text)?;
    failure.map_or(Ok(()), Err)?;
    let is_complete = explored.exploration.is_complete();
    Ok(watched.status(if is_complete { Status::Done } else { Status::Unknown }))
}

struct Question<'a> {
    input: &'a Input,
    ask: &'a Ask<'a>,
    call: &'a OpenCall,
    /// One for each body of the method.
    queries: &'a [ExploreQuery],
    arguments: &'a ExploreArguments,
}

impl Question<'_> {
    fn report(&self, explored: &Explored) -> ExploreReport {
        let Self { input, ask, call, queries, arguments } = *self;
        let cover = arguments.cover.map(|CoverChoice::Branches| explored.cover());
        let uncovered = arguments.coverage.then(|| explored.uncovered(&input.program, call));
        ExploreReport::new(&ExploreInput {
            sources: &input.sources,
            file: &input.name,
            language: input.language.name(),
            program: &input.program,
            call,
            queries,
            limits: ask.request.limits,
            timeout: ask.timeout,
            engine: explored.engine,
            exploration: &explored.exploration,
            dropped_examples: explored.dropped_examples,
            cover: cover.as_ref().map(|cover| (cover.paths.as_slice(), cover_twin(explored, cover))),
            uncovered: uncovered.as_ref(),
            peak_resident_bytes: ask.stats.then(memory::peak_resident).flatten(),
            warnings: &input.warnings,
        })
    }

    fn rendered(&self, report: &ExploreReport, output: &Output) -> String {
        match self.arguments.dot {
            None => output.rendered(report, &self.input.sources, self.ask.stats),
            Some(DotChoice::Tree) => dot::path_tree(report, output.extent()),
            Some(DotChoice::Heaps) => dot::path_heaps(report, output.extent()),
            Some(DotChoice::Examples) => dot::path_examples(report, output.extent()),
        }
    }

    /// The report of a run that did not end in time: the figures of its last tick.
    fn last_report(&self, output: &Output) -> LastReport {
        let exploration = Exploration::stopped(&self.input.program, StopReason::Interrupted);
        let nothing = self.report(&Explored { engine: "", exploration, dropped_examples: 0 });
        let (output, stats) = (output.clone(), self.ask.stats);
        Box::new(move |reason, Glimpse { engine, tick }| {
            let peak_resident_bytes = stats.then(memory::peak_resident).flatten();
            let report = nothing.clone().ended(engine, &reason, tick, command_time());
            let report = ExploreReport { peak_resident_bytes, ..report };
            output.rendered(&report, &SourceMap::new(), stats)
        })
    }
}

/// The method that the user means.
pub(crate) fn method_entry(input: &mut Input, name: &str) -> Result<OpenCall, Failure> {
    driver::method_entry(&input.program, name).map_err(|diagnostic| refused(diagnostic, input))
}

/// Restricts the inputs of a method to those that satisfy preconditions.
pub(crate) fn require(input: &mut Input, call: &mut OpenCall, names: &[String]) -> Result<(), Failure> {
    driver::require(&mut input.program, call, names).map_err(|diagnostic| refused(diagnostic, input))
}

fn refused(diagnostic: Diagnostic, input: &mut Input) -> Failure {
    Failure::Input { diagnostics: vec![diagnostic], sources: std::mem::take(&mut input.sources) }
}

/// What writes tests, and where to.
struct Tests {
    writer: &'static dyn WriteTests,
    directory: TestDirectory,
}

impl Tests {
    /// Refuses what cannot work before the exploration begins.
    fn into(directory: TestDirectory, language: Language) -> Result<Self, Failure> {
        let Some(writer) = language.test_writer() else {
            let message = format!("Tests cannot be written in the language {language}, only in Javalite.");
            let help =
                "each example is a start that `cutpoint run --start` executes; --format json lists them";
            return Err(Failure::input(Diagnostic::unsupported(&codes::NO_TEST_WRITER, message).help(help)));
        };
        directory.check()?;
        Ok(Self { writer, directory })
    }

    /// Tests of the paths of a report.
    fn of(&self, explored: &Explored, question: &Question<'_>, report: &ExploreReport) -> WrittenTests {
        let Question { input, call, .. } = *question;
        let shown: Vec<usize> = report.paths.iter().map(|path| path.number - 1).collect();
        explored.tests(self.writer, &input.program, &input.sources, call, &shown)
    }

    fn twin(&self, written: &WrittenTests) -> report::Tests {
        report::Tests::of(self.directory.path.display().to_string(), written)
    }
}

fn cover_twin(explored: &Explored, cover: &driver::Cover) -> report::Cover {
    report::Cover {
        of: explored.exploration.paths.len() as u64,
        goals: cover.goals as u64,
        smallest: cover.is_smallest,
    }
}

fn not_explored(unsupported: Unsupported) -> Diagnostic {
    let Unsupported { message, span } = unsupported;
    let diagnostic = Diagnostic::unsupported(&codes::NOT_EXPLORED, message)
        .help("explore a procedure that it calls, or check the whole program with `cutpoint check`");
    match span {
        Some(span) => diagnostic.at(span, "here"),
        None => diagnostic,
    }
}
