//! Asking engines: what `check`, `ltl`, `summarize` and `explore` share.
//!
//! All questions of one command run under one clock and one progress line. A report is written, then the certificate,
//! if one was asked for.

use std::path::Path;
use std::time::Duration;

use base::{Diagnostic, SourceMap};
use driver::{Checked, Request};
use report::twin::location::Location;
use report::{CertificateFile, CheckInput, CheckReport, Formula, PropertyInput, Question};
use verdict::{Answer, Covered, EngineAnswer, OpenCall, Proof, Property, Stats, Tick, Verdict};

use crate::codes;
use crate::failure::Failure;
use crate::guard::{Glimpse, Guard, LastReport, Orders};
use crate::input::{self, Input};
use crate::memory;
use crate::output::{self, Output};
use crate::progress::{KeptBack, Monitor, command_time};
use crate::properties::{self, Stated};
use crate::status::{Error, ExitCodes, Status};

/// How a question is asked, and what is done with the answer.
#[derive(Debug)]
pub(crate) struct Ask<'a> {
    pub(crate) request: Request,
    pub(crate) timeout: Option<Duration>,
    pub(crate) stats: bool,
    /// Where the proof goes.
    pub(crate) certificate: Option<&'a Path>,
}

/// What is asked of a program first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Asked<'a> {
    Property(&'a Property),
    /// Whether every call of a procedure ends without an error.
    Call(&'a OpenCall),
}

impl Asked<'_> {
    fn question(self, sources: &SourceMap) -> Question {
        match self {
            Asked::Property(property) => Question::of(property, None, sources),
            Asked::Call(call) => Question::NoErrorsIn(report::OpenCall::of(call)),
        }
    }
}

impl Ask<'_> {
    /// Keeps the limits from here on, whatever is being done.
    pub(crate) fn guard(&self, program: &Path, exit_codes: ExitCodes, output: &Output) -> Guard {
        Guard::start(Orders {
            limits: self.request.limits,
            timeout: self.timeout,
            name: input::shown_name(program),
            output: output.clone(),
            unknown: exit_codes.code(Status::Unknown),
        })
    }

    /// Watches while questions are answered.
    pub(crate) fn watched<T>(
        &self,
        output: &Output,
        guard: &Guard,
        answer: impl FnOnce(&Monitor) -> Result<T, Failure>,
    ) -> Result<Watched<T>, Failure> {
        self.watched_keeping_back(KeptBack::default(), output, guard, answer)
    }

    /// The same with something kept back from the limits of engines.
    pub(crate) fn watched_keeping_back<T>(
        &self,
        kept_back: KeptBack,
        output: &Output,
        guard: &Guard,
        answer: impl FnOnce(&Monitor) -> Result<T, Failure>,
    ) -> Result<Watched<T>, Failure> {
        let monitor = Monitor::new(self.timeout, output.shows_progress(), self.stats)
            .observed_by(guard)
            .keeping_back(kept_back);
        let answer = answer(&monitor)?;
        // The line on the terminal goes with the monitor, before the answer comes.
        Ok(Watched { answer, interrupted_by: monitor.interrupted_by() })
    }

    /// Decides a property and those that the file states, and writes what is known of them.
    pub(crate) fn about(
        &self,
        asked: Asked<'_>,
        stated: &[Stated<'_>],
        input: &Input,
        output: &Output,
        guard: &Guard,
    ) -> Result<Status, Failure> {
        guard.on_end(self.last_report(asked, input, output));
        let watched = self.watched(output, guard, |monitor| {
            let check = |property| driver::check(&input.program, property, &self.request, monitor);
            let checked = match asked {
                Asked::Property(property) => check(property)?,
                Asked::Call(call) => driver::check_call(&input.program, call, &self.request, monitor)?,
            };
            let decided: Result<Vec<Checked>, _> =
                stated.iter().map(|stated| check(&stated.property)).collect();
            Ok((checked, decided?))
        })?;
        let (checked, decided) = &watched.answer;
        let report = self.report(asked, stated, input, checked, decided);
        let text = output.rendered(&report, &input.sources, self.stats);
        guard.dismiss();
        output.write_raw(&text)?;
        let verdict = &checked.first().answer.verdict;
        if let Some(path) = self.certificate {
            write_certificate(path, input, asked, verdict, output)?;
        }
        let of_stated = stated.iter().zip(decided).map(|(stated, decided)| {
            properties::status(&decided.first().answer.verdict, stated.text.expected)
        });
        Ok(watched.status(properties::worst(std::iter::once(status(verdict)).chain(of_stated))))
    }

    fn report<'c>(
        &self,
        asked: Asked<'_>,
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
            question: &asked.question(&input.sources),
            answers: &checked.answers,
            properties: &properties,
            peak_resident_bytes: self.stats.then(memory::peak_resident).flatten(),
            warnings: &input.warnings,
        })
    }

    /// The report of a run whose engine did not end in time: the figures of its last tick.
    fn last_report(&self, asked: Asked<'_>, input: &Input, output: &Output) -> LastReport {
        let question = asked.question(&input.sources);
        let (file, language, output) = (input.name.clone(), input.language.name(), output.clone());
        let warnings = report::Diagnostic::all(&input.warnings, &input.sources);
        let (limits, timeout, stats) = (self.request.limits, self.timeout, self.stats);
        Box::new(move |reason, Glimpse { engine, tick }| {
            let Tick { states, transitions, frontier, depth, bytes: peak_bytes } = tick;
            let time = command_time();
            let known = Stats { states, transitions, frontier, depth, peak_bytes, time, ..Stats::default() };
            let answer = Answer::new(Verdict::Unknown { reason }, known);
            let answer = EngineAnswer {
                engine,
                answer,
                options: Vec::new(),
                executions: Vec::new(),
                overflow: None,
                idle_assertions: None,
                uncovered: None,
            };
            let sources = SourceMap::new();
            let report = CheckReport::new(&CheckInput {
                sources: &sources,
                file: &file,
                language,
                limits,
                timeout,
                question: &question,
                answers: &[answer],
                properties: &[],
                peak_resident_bytes: stats.then(memory::peak_resident).flatten(),
                warnings: &[],
            });
            let report = CheckReport { warnings: warnings.clone(), ..report };
            output.rendered(&report, &sources, stats)
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
    asked: Asked<'_>,
    verdict: &Verdict,
    output: &Output,
) -> Result<(), Failure> {
    let why = match (asked, verdict) {
        (Asked::Property(property), Verdict::Holds { covered, proof }) => {
            match certificate(input, property, covered, proof.as_ref()) {
                Ok(file) => return output::write_beside(path, "the certificate", &file.text()),
                Err(why) => why,
            }
        }
        (Asked::Call(_), Verdict::Holds { .. }) => {
            "that every call of a method ends without an error has no certificate"
        }
        (Asked::Property(Property::NoErrors), Verdict::Violated { .. }) => "the program has an error",
        (Asked::Property(Property::Temporal(_)), Verdict::Violated { .. }) => {
            "an execution does not satisfy the formula"
        }
        (Asked::Call(_), Verdict::Violated { .. }) => "the method has an error",
        (_, Verdict::Unknown { .. }) => "the answer is unknown",
    };
    let message = format!("No certificate was written to `{}`: {why}.", path.display());
    let warning = Diagnostic::warning(&codes::NO_CERTIFICATE, message);
    output.diagnostics(&[report::Diagnostic::of(&warning, &input.sources)], &input.sources);
    Ok(())
}

fn certificate(
    input: &Input,
    property: &Property,
    covered: &Covered,
    proof: Option<&Proof>,
) -> Result<CertificateFile, &'static str> {
    let (name, language) = (&input.name, input.language.name());
    match (proof, covered) {
        (Some(proof), _) => Ok(CertificateFile::of_proof(name, language, &input.program, property, proof)),
        (None, Covered::Paths { .. }) => Err("the engine that followed all paths makes no proof"),
        (None, _) => CertificateFile::of_counts(name, language, property, covered)
            .ok_or("the proof is too large for the limits of the run"),
    }
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
