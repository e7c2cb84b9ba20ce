//! `cutpoint check`.

use std::path::Path;

use base::Diagnostic;
use driver::{CheckRequest, Checked, Detail};
use report::{CertificateFile, CheckInput, CheckReport, EngineAnswer, TextOptions, Verbosity, text};
use verdict::{Property, Verdict};

use crate::args::CheckArguments;
use crate::codes;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output::{self, Output};
use crate::progress::Monitor;
use crate::status::{Error, Status};

pub(crate) fn check(arguments: &CheckArguments, output: &Output) -> Result<Status, Failure> {
    check_certificate_target(arguments, output)?;
    let input = input::load(&arguments.input, output)?;
    let request = CheckRequest {
        property: Property::NoErrors,
        engines: arguments.engine.choice(),
        explicit: arguments.options(),
        limits: arguments.limits(),
        detail: Detail { states: output.verbosity == Verbosity::Verbose },
    };
    let show = output.verbosity > Verbosity::Quiet;
    let monitor = Monitor::new(arguments.limits.timeout, show, arguments.stats);
    let checked = driver::check(&input.program, &request, &monitor)?;
    // The line on the terminal goes before the answer comes.
    drop(monitor);
    let report = report(&input, &request, arguments, &checked);
    output.write(
        || report::json::pretty(&report),
        |options| text::check(&report, &input.sources, TextOptions { stats: arguments.stats, ..options }),
    )?;
    if let Some(path) = &arguments.certificate {
        write_certificate(path, &input, &checked.first().answer.verdict, output)?;
    }
    Ok(status(&checked.first().answer.verdict))
}

/// Refuses a certificate that could not be written in the end, before work begins.
fn check_certificate_target(arguments: &CheckArguments, output: &Output) -> Result<(), Failure> {
    let Some(path) = &arguments.certificate else { return Ok(()) };
    let program = (arguments.input.file.as_path(), "the program itself");
    let report = output.path().map(|report| (report, "the file of the report"));
    let in_use: Vec<(&Path, &str)> = std::iter::once(program).chain(report).collect();
    output::check_target(path, "the certificate", &in_use)
}

/// Only what holds has a certificate; an older file of the name stays as it is otherwise.
fn write_certificate(path: &Path, input: &Input, verdict: &Verdict, output: &Output) -> Result<(), Failure> {
    let why = match verdict {
        Verdict::Holds { certificate } => {
            let language = input.language.name();
            let file = CertificateFile::new(&input.name, language, &input.program, certificate);
            return output::write_beside(path, "the certificate", &file.text());
        }
        Verdict::Violated { .. } => "the program has an error",
        Verdict::Unknown { .. } => "the answer is unknown",
    };
    let message = format!("No certificate was written to `{}`: {why}.", path.display());
    let warning = Diagnostic::warning(&codes::NO_CERTIFICATE, message);
    output.diagnostics(&[report::Diagnostic::of(&warning, &input.sources)], &input.sources);
    Ok(())
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

/// The exit status of a command that ends in a verdict.
pub(crate) fn status(verdict: &Verdict) -> Status {
    match verdict {
        Verdict::Holds { .. } => Status::Holds,
        Verdict::Unknown { .. } => Status::Unknown,
        Verdict::Violated { violations } => {
            let first = violations.first().expect("a violated property has a violation");
            Status::Violated(Error::of(&first.kind))
        }
    }
}
