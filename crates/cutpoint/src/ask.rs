//! Asking engines: what `check`, `ltl` and `summarize` share.
//!
//! All questions of one command run under one clock and one progress line. A report is written, then the certificate,
//! if one was asked for.

use std::path::Path;
use std::time::Duration;

use base::Diagnostic;
use driver::{Checked, Request};
use report::twin::location::Location;
use report::{CertificateFile, CheckInput, CheckReport, Formula, PropertyInput, Question};
use verdict::{Property, Verdict};

use crate::codes;
use crate::failure::Failure;
use crate::input::Input;
use crate::memory;
use crate::output::{self, Output};
use crate::progress::Monitor;
use crate::properties::{self, Stated};
use crate::status::{Error, Status};

/// How a question is asked, and what is done with the answer.
#[derive(Debug)]
pub(crate) struct Ask<'a> {
    pub(crate) request: Request,
    pub(crate) timeout: Option<Duration>,
    pub(crate) stats: bool,
    /// Where the proof goes.
    pub(crate) certificate: Option<&'a Path>,
}

impl Ask<'_> {
    /// Watches while questions are answered.
    pub(crate) fn watched<T>(
        &self,
        output: &Output,
        answer: impl FnOnce(&Monitor) -> Result<T, Failure>,
    ) -> Result<Watched<T>, Failure> {
        let monitor = Monitor::new(self.timeout, output.shows_progress(), self.stats);
        let answer = answer(&monitor)?;
        // The line on the terminal goes with the monitor, before the answer comes.
        Ok(Watched { answer, interrupted_by: monitor.interrupted_by() })
    }

    /// Decides a property and those that the file states, and writes what is known of them.
    pub(crate) fn about(
        &self,
        property: &Property,
        stated: &[Stated<'_>],
        input: &Input,
        output: &Output,
    ) -> Result<Status, Failure> {
        let watched = self.watched(output, |monitor| {
            let check = |property| driver::check(&input.program, property, &self.request, monitor);
            let checked = check(property)?;
            let decided: Result<Vec<Checked>, _> =
                stated.iter().map(|stated| check(&stated.property)).collect();
            Ok((checked, decided?))
        })?;
        let (checked, decided) = &watched.answer;
        output.document(
            &self.report(property, stated, input, checked, decided),
            &input.sources,
            self.stats,
        )?;
        let verdict = &checked.first().answer.verdict;
        if let Some(path) = self.certificate {
            write_certificate(path, input, property, verdict, output)?;
        }
        let of_stated = stated.iter().zip(decided).map(|(stated, decided)| {
            properties::status(&decided.first().answer.verdict, stated.text.expected)
        });
        Ok(watched.status(properties::worst(std::iter::once(status(verdict)).chain(of_stated))))
    }

    fn report<'c>(
        &self,
        property: &Property,
        stated: &[Stated<'_>],
        input: &Input,
        checked: &'c Checked,
        decided: &'c [Checked],
    ) -> CheckReport {
        let of_stated = |(stated, decided): (&Stated<'_>, &'c Checked)| {
            let text = stated.text;
            let location = Some(Location::of(text.span, &input.sources));
            PropertyInput {
                formula: Formula { location, ..Formula::new(&text.formula, text.fair) },
                expected: text.expected.map(properties::expectation),
                answers: &decided.answers,
            }
        };
        let properties: Vec<PropertyInput<'_>> = stated.iter().zip(decided).map(of_stated).collect();
        CheckReport::new(&CheckInput {
            sources: &input.sources,
            file: &input.name,
            language: input.language.name(),
            limits: self.request.limits,
            timeout: self.timeout,
            question: &Question::of(property, None, &input.sources),
            answers: &checked.answers,
            properties: &properties,
            peak_resident_bytes: self.stats.then(memory::peak_resident).flatten(),
            warnings: &input.warnings,
        })
    }

    /// Refuses a certificate that could not be written in the end, before work begins.
    pub(crate) fn check_target(&self, program: &Path, output: &Output) -> Result<(), Failure> {
        let Some(path) = self.certificate else { return Ok(()) };
        let program = (program, "the program itself");
        let report = output.path().map(|report| (report, "the file of the report"));
        let in_use: Vec<(&Path, &str)> = std::iter::once(program).chain(report).collect();
        output::check_target(path, "the certificate", &in_use)
    }
}

/// What came of a run that was watched.
#[derive(Debug)]
pub(crate) struct Watched<T> {
    pub(crate) answer: T,
    interrupted_by: Option<u8>,
}

impl<T> Watched<T> {
    /// The end of a command: one that a signal left without an answer ends like other processes that a signal ended.
    pub(crate) fn status(&self, status: Status) -> Status {
        match (status, self.interrupted_by) {
            (Status::Unknown, Some(signal)) => Status::Interrupted(signal),
            (status, _) => status,
        }
    }
}

/// Only what holds has a certificate; an older file of the name stays as it is otherwise.
fn write_certificate(
    path: &Path,
    input: &Input,
    property: &Property,
    verdict: &Verdict,
    output: &Output,
) -> Result<(), Failure> {
    let why = match verdict {
        Verdict::Holds { covered, proof } => {
            let (name, language) = (&input.name, input.language.name());
            let file = match proof {
                Some(proof) => {
                    Some(CertificateFile::of_proof(name, language, &input.program, property, proof))
                }
                None => CertificateFile::of_counts(name, language, property, covered),
            };
            match file {
                Some(file) => return output::write_beside(path, "the certificate", &file.text()),
                None => "the proof is too large for the limits of the run",
            }
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
