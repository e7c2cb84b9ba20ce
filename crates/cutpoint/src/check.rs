//! `cutpoint check`.

use std::path::Path;

use base::Diagnostic;
use driver::{CheckRequest, Checked};
use report::twin::location::Location;
use report::{
    CertificateFile, CheckInput, CheckReport, EngineAnswer, Formula, PropertyInput, Question, TextOptions,
    Verbosity, text,
};
use verdict::{Property, Verdict};

use crate::args::CheckArguments;
use crate::codes;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output::{self, Output};
use crate::progress::Monitor;
use crate::properties::{self, Stated};
use crate::status::{Error, Status};

pub(crate) fn check(arguments: &CheckArguments, output: &Output) -> Result<Status, Failure> {
    check_certificate_target(arguments.certificate.as_deref(), &arguments.input.file, output)?;
    let mut input = input::load(&arguments.input.file, &arguments.input.language, output)?;
    let texts = std::mem::take(&mut input.properties);
    let stated = properties::resolve(&mut input, &texts, output)?;
    let request = arguments.request(output);
    let show = output.verbosity > Verbosity::Quiet;
    let monitor = Monitor::new(arguments.limits.timeout, show, arguments.stats);
    let checked = driver::check(&input.program, &request, &monitor)?;
    let decided = decide(&stated, &input, &request, &monitor)?;
    // The line on the terminal goes before the answer comes.
    drop(monitor);
    let report = report(&input, &request, arguments, &checked, &decided);
    output.write(
        || report::json::pretty(&report),
        |options| text::check(&report, &input.sources, TextOptions { stats: arguments.stats, ..options }),
    )?;
    if let Some(path) = &arguments.certificate {
        write_certificate(path, &input, &request.property, &checked.first().answer.verdict, output)?;
    }
    let of_errors = status(&checked.first().answer.verdict);
    Ok(properties::worst(std::iter::once(of_errors).chain(decided.iter().map(Decided::status))))
}

/// A property that the file states, and the answers to it.
struct Decided<'a> {
    stated: &'a Stated<'a>,
    checked: Checked,
}

impl Decided<'_> {
    fn status(&self) -> Status {
        properties::status(&self.checked.first().answer.verdict, self.stated.text.expected)
    }

    fn input(&self, input: &Input) -> PropertyInput<'_> {
        let Stated { text, property: _ } = self.stated;
        let location = Location::of(text.span, &input.sources);
        PropertyInput {
            formula: Formula { text: text.formula.clone(), fair: text.fair, location: Some(location) },
            expected: text.expected.map(properties::expectation),
            answers: engine_answers(&self.checked),
        }
    }
}

fn decide<'a>(
    stated: &'a [Stated<'a>],
    input: &Input,
    request: &CheckRequest,
    monitor: &Monitor,
) -> Result<Vec<Decided<'a>>, Failure> {
    let decide = |stated: &'a Stated<'a>| {
        let request = CheckRequest { property: stated.property.clone(), ..request.clone() };
        let checked = driver::check(&input.program, &request, monitor)?;
        Ok(Decided { stated, checked })
    };
    stated.iter().map(decide).collect()
}

/// Refuses a certificate that could not be written in the end, before work begins.
pub(crate) fn check_certificate_target(
    certificate: Option<&Path>,
    program: &Path,
    output: &Output,
) -> Result<(), Failure> {
    let Some(path) = certificate else { return Ok(()) };
    let program = (program, "the program itself");
    let report = output.path().map(|report| (report, "the file of the report"));
    let in_use: Vec<(&Path, &str)> = std::iter::once(program).chain(report).collect();
    output::check_target(path, "the certificate", &in_use)
}

/// Only what holds has a certificate; an older file of the name stays as it is otherwise.
pub(crate) fn write_certificate(
    path: &Path,
    input: &Input,
    property: &Property,
    verdict: &Verdict,
    output: &Output,
) -> Result<(), Failure> {
    let why = match verdict {
        Verdict::Holds { certificate } => {
            let language = input.language.name();
            let file = CertificateFile::new(&input.name, language, &input.program, property, certificate);
            return output::write_beside(path, "the certificate", &file.text());
        }
        Verdict::Violated { .. } => match property {
            Property::NoErrors => "the program has an error",
            Property::Temporal(_) => "an execution does not satisfy the formula",
        },
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
    decided: &[Decided<'_>],
) -> CheckReport {
    let properties: Vec<PropertyInput<'_>> = decided.iter().map(|decided| decided.input(input)).collect();
    CheckReport::new(&CheckInput {
        sources: &input.sources,
        file: &input.name,
        language: input.language.name(),
        options: &request.options(),
        limits: &request.limits,
        timeout: arguments.limits.timeout,
        question: &Question::NoErrors,
        assumptions: &request.assumptions(),
        answers: &engine_answers(checked),
        properties: &properties,
        warnings: &input.warnings,
    })
}

/// The answers as reports take them.
pub(crate) fn engine_answers(checked: &Checked) -> Vec<EngineAnswer<'_>> {
    checked
        .answers
        .iter()
        .map(|driver::EngineAnswer { engine, answer, executions, overflow }| EngineAnswer {
            engine,
            answer,
            executions,
            overflow: overflow.as_ref(),
        })
        .collect()
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
