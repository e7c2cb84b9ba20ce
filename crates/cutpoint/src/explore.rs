//! `cutpoint explore`.
//!
//! A run that ends at a limit still has to replay the examples that were found, and to write them. So time is kept back
//! for each path that was found: the engine ends before the limit, and the answer is written at about the limit.

use std::time::Duration;

use base::{Diagnostic, SourceMap};
use driver::{Explored, MethodEntry};
use report::{ExploreInput, ExploreReport};
use verdict::{Exploration, ExploreQuery, PathDetail, StopReason, Unsupported};

use crate::args::ExploreArguments;
use crate::ask::Ask;
use crate::codes;
use crate::failure::Failure;
use crate::guard::{Glimpse, LastReport};
use crate::input::{self, Input};
use crate::memory;
use crate::output::Output;
use crate::progress::command_time;
use crate::status::{ExitCodes, Status};

/// What it takes to replay and to write a path of ordinary size.
const TIME_OF_A_PATH: Duration = Duration::from_micros(150);

pub(crate) fn explore(arguments: &ExploreArguments, output: &Output) -> Result<Status, Failure> {
    let ask = arguments.ask(output);
    let guard = ask.guard(&arguments.input.file, ExitCodes::default(), output);
    let input = input::load(&arguments.input, output)?;
    let entry = match driver::method_entry(&input.program, &arguments.method) {
        Ok(entry) => entry,
        Err(diagnostic) => return Err(refused(diagnostic, input)),
    };
    let queries = arguments.queries(&entry);
    let question = Question { input: &input, ask: &ask, entry: &entry, queries: &queries };
    guard.on_end(question.last_report(output));
    let kept_back = match queries[0].detail {
        PathDetail::Counts => Duration::ZERO,
        PathDetail::Paths | PathDetail::Examples => TIME_OF_A_PATH,
    };
    let watched = ask.watched_keeping_back(kept_back, output, &guard, |monitor| {
        Ok(driver::explore(&input.program, &queries, ask.request.limits, monitor)?)
    })?;
    let explored = match &watched.answer {
        Ok(explored) => explored,
        Err(unsupported) => return Err(refused(not_explored(unsupported.clone()), input)),
    };
    let text = output.rendered(&question.report(explored), &input.sources, ask.stats);
    guard.dismiss();
    output.write_raw(&text)?;
    let is_complete = explored.exploration.is_complete();
    Ok(watched.status(if is_complete { Status::Done } else { Status::Unknown }))
}

struct Question<'a> {
    input: &'a Input,
    ask: &'a Ask<'a>,
    entry: &'a MethodEntry,
    /// One for each body of the method.
    queries: &'a [ExploreQuery],
}

impl Question<'_> {
    fn report(&self, explored: &Explored) -> ExploreReport {
        let Self { input, ask, entry, queries } = *self;
        ExploreReport::new(&ExploreInput {
            sources: &input.sources,
            file: &input.name,
            language: input.language.name(),
            program: &input.program,
            method: &entry.name,
            queries,
            limits: ask.request.limits,
            timeout: ask.timeout,
            engine: explored.engine,
            exploration: &explored.exploration,
            dropped_examples: explored.dropped_examples,
            peak_resident_bytes: ask.stats.then(memory::peak_resident).flatten(),
            warnings: &input.warnings,
        })
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

fn refused(diagnostic: Diagnostic, input: Input) -> Failure {
    Failure::Input { diagnostics: vec![diagnostic], sources: input.sources }
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
