//! `cutpoint explore`.
//!
//! A run that ends at a limit still has to replay the examples that were found, and to write them. So time is kept back
//! for each path that was found: the engine ends before the limit, and the answer is written at about the limit.

use std::time::Duration;

use base::{Diagnostic, SourceMap};
use driver::{Explored, MethodEntry};
use report::{ExploreInput, ExploreReport};
use verdict::{Exploration, ExploreQuery, OpenCall, PathDetail, StopReason, Unsupported};

use crate::args::ExploreArguments;
use crate::ask::Ask;
use crate::codes;
use crate::failure::Failure;
use crate::guard::{Glimpse, LastReport};
use crate::input::{self, Input};
use crate::output::Output;
use crate::progress::command_time;
use crate::status::{ExitCodes, Status};

/// What it takes to replay and to write a path of ordinary size.
const TIME_OF_A_PATH: Duration = Duration::from_micros(150);

pub(crate) fn explore(arguments: &ExploreArguments, output: &Output) -> Result<Status, Failure> {
    let ask = arguments.ask(output);
    let guard = ask.guard(&arguments.input.file, ExitCodes::default(), output);
    let mut input = input::load(&arguments.input, output)?;
    let call = method_entry(&mut input, &arguments.method)
        .and_then(|entry| open_call(&mut input, &entry, &arguments.preconditions))?;
    let query = arguments.query(&call);
    let question = Question { input: &input, ask: &ask, call: &call, query: &query };
    guard.on_end(question.last_report(output));
    let kept_back = match query.detail {
        PathDetail::Counts => Duration::ZERO,
        PathDetail::Paths | PathDetail::Examples => TIME_OF_A_PATH,
    };
    let watched = ask.watched_keeping_back(kept_back, output, &guard, |monitor| {
        Ok(driver::explore(&input.program, &query, ask.request.limits, monitor)?)
    })?;
    let explored = match &watched.answer {
        Ok(explored) => explored,
        Err(unsupported) => {
            let diagnostic = not_explored(unsupported.clone());
            return Err(refused(diagnostic, &mut input));
        }
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
    call: &'a OpenCall,
    query: &'a ExploreQuery,
}

impl Question<'_> {
    fn report(&self, explored: &Explored) -> ExploreReport {
        let Self { input, ask, call, query } = *self;
        ExploreReport::new(&ExploreInput {
            sources: &input.sources,
            file: &input.name,
            language: input.language.name(),
            program: &input.program,
            call,
            query,
            limits: ask.request.limits,
            timeout: ask.timeout,
            engine: explored.engine,
            exploration: &explored.exploration,
            dropped_examples: explored.dropped_examples,
            warnings: &input.warnings,
        })
    }

    /// The report of a run that did not end in time: the figures of its last tick.
    fn last_report(&self, output: &Output) -> LastReport {
        let exploration = Exploration::stopped(&self.input.program, StopReason::Interrupted);
        let nothing = self.report(&Explored { engine: "", exploration, dropped_examples: 0 });
        let (output, stats) = (output.clone(), self.ask.stats);
        Box::new(move |reason, Glimpse { engine, tick }| {
            let report = nothing.clone().ended(engine, &reason, tick, command_time());
            output.rendered(&report, &SourceMap::new(), stats)
        })
    }
}

/// The procedure that the user means.
pub(crate) fn method_entry(input: &mut Input, name: &str) -> Result<MethodEntry, Failure> {
    driver::method_entry(&input.program, name).map_err(|diagnostic| refused(diagnostic, input))
}

/// The call that is asked about. The program gets a guard, if there are preconditions.
pub(crate) fn open_call(input: &mut Input, entry: &MethodEntry, names: &[String]) -> Result<OpenCall, Failure> {
    driver::open_call(&mut input.program, entry, names).map_err(|diagnostic| refused(diagnostic, input))
}

fn refused(diagnostic: Diagnostic, input: &mut Input) -> Failure {
    Failure::Input { diagnostics: vec![diagnostic], sources: std::mem::take(&mut input.sources) }
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
