//! `cutpoint check`.

use driver::{CheckRequest, Checked, Detail};
use report::{CheckInput, CheckReport, EngineAnswer, TextOptions, Verbosity, text};
use verdict::{Property, Verdict};

use crate::args::CheckArguments;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output::Output;
use crate::progress::Monitor;
use crate::status::{Error, Status};

pub(crate) fn check(arguments: &CheckArguments, output: &Output) -> Result<Status, Failure> {
    let input = input::load(&arguments.input, output)?;
    let request = CheckRequest {
        property: Property::NoErrors,
        engines: arguments.engine.choice(),
        explicit: arguments.engine.options(arguments.schedule.schedule()),
        limits: arguments.limits.limits(),
        detail: Detail { states: output.verbosity == Verbosity::Verbose },
    };
    let monitor = Monitor::new(arguments.limits.timeout, output.verbosity > Verbosity::Quiet);
    let checked = driver::check(&input.program, &request, &monitor)?;
    // The line on the terminal goes before the answer comes.
    drop(monitor);
    let report = report(&input, &request, arguments, &checked);
    output.write(
        || report::json::pretty(&report),
        |options| text::check(&report, &input.sources, TextOptions { stats: arguments.stats, ..options }),
    )?;
    Ok(status(&checked))
}

fn report(
    input: &Input,
    request: &CheckRequest,
    arguments: &CheckArguments,
    checked: &Checked,
) -> CheckReport {
    let answers: Vec<EngineAnswer<'_>> = checked
        .answers
        .iter()
        .map(|driver::EngineAnswer { engine, answer, executions }| EngineAnswer {
            engine,
            answer,
            executions,
        })
        .collect();
    CheckReport::new(&CheckInput {
        sources: &input.sources,
        file: &input.name,
        language: input.language.name(),
        options: &request.options(),
        limits: &request.limits,
        timeout: arguments.limits.timeout,
        property: request.property,
        assumptions: &request.assumptions(),
        answers: &answers,
        warnings: &input.warnings,
    })
}

fn status(checked: &Checked) -> Status {
    match &checked.first().answer.verdict {
        Verdict::Holds { .. } => Status::Holds,
        Verdict::Unknown { .. } => Status::Unknown,
        Verdict::Violated { violations } => {
            let first = violations.first().expect("a violated property has a violation");
            Status::Violated(Error::of(&first.kind))
        }
    }
}
