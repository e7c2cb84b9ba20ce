//! `cutpoint summarize`.

use base::{Diagnostic, similar};
use driver::{CheckRequest, Detail, Program, Summarized, SummaryForm};
use report::{SummariesInput, SummarizeInput, SummarizeReport, TextOptions, Verbosity, dot, text};
use verdict::Unsupported;

use crate::args::SummarizeArguments;
use crate::check;
use crate::codes;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output::Output;
use crate::progress::Monitor;
use crate::status::Status;

pub(crate) fn summarize(arguments: &SummarizeArguments, output: &Output) -> Result<Status, Failure> {
    let input = input::load(&arguments.input.file, &arguments.input.language, output)?;
    let positions = positions(&input.program, &arguments.procs).map_err(Failure::input)?;
    let request = CheckRequest {
        engines: arguments.engine(),
        explicit: arguments.options(),
        limits: arguments.limits.limits(),
        detail: Detail { states: output.verbosity == Verbosity::Verbose },
        ..CheckRequest::default()
    };
    let show = output.verbosity > Verbosity::Quiet;
    let monitor = Monitor::new(arguments.limits.timeout, show, arguments.stats);
    let summarized = driver::summarize(&input.program, &request, &monitor)?;
    // The line on the terminal goes before the answer comes.
    drop(monitor);
    let summarized = match summarized {
        Ok(summarized) => summarized,
        Err(unsupported) => return Err(refused(unsupported, input)),
    };
    let report = report(&input, &request, arguments, &positions, &summarized);
    if arguments.dot {
        output.write_raw(&dot::summaries(&report))?;
    } else {
        output.write(
            || report::json::pretty(&report),
            |options| text::summarize(&report, TextOptions { stats: arguments.stats, ..options }),
        )?;
    }
    Ok(check::status(&summarized.answer.verdict))
}

/// Where the procedures of these names stand in the program.
fn positions(program: &Program, names: &[String]) -> Result<Vec<usize>, Diagnostic> {
    let mut found = Vec::new();
    for name in names {
        let before = found.len();
        let is_meant = |full: &str| full == name || full.rsplit('.').next() == Some(name);
        let procs = program.procs.iter().enumerate();
        found.extend(procs.filter(|(_, proc)| is_meant(&proc.name)).map(|(index, _)| index));
        if found.len() == before {
            return Err(unknown(program, name));
        }
    }
    Ok(found)
}

fn unknown(program: &Program, name: &str) -> Diagnostic {
    let diagnostic =
        Diagnostic::error(&codes::UNKNOWN_PROCEDURE, format!("The program has no procedure `{name}`."));
    let names = || program.procs.iter().map(|proc| proc.name.as_str());
    match similar::nearest(names(), name).as_slice() {
        [] => {
            let some: Vec<&str> = names().take(8).collect();
            let more = if names().count() > some.len() { ", ..." } else { "" };
            diagnostic.help(format!("it has {}{more}", some.join(", ")))
        }
        similar => diagnostic.help(format!("perhaps you mean {}", similar.join(" or "))),
    }
}

fn refused(unsupported: Unsupported, input: Input) -> Failure {
    let Unsupported { message, span } = unsupported;
    let diagnostic = Diagnostic::unsupported(&codes::NOT_SUMMARISED, message)
        .help("`cutpoint check` decides such a program without summaries");
    let diagnostic = match span {
        Some(span) => diagnostic.at(span, "here"),
        None => diagnostic,
    };
    Failure::Input { diagnostics: vec![diagnostic], sources: input.sources }
}

fn report(
    input: &Input,
    request: &CheckRequest,
    arguments: &SummarizeArguments,
    positions: &[usize],
    summarized: &Summarized,
) -> SummarizeReport {
    let Summarized { engine, answer, executions, summaries } = summarized;
    let only: Vec<_> = positions.iter().map(|&position| base::Id::new(position)).collect();
    SummarizeReport::new(&SummarizeInput {
        sources: &input.sources,
        file: &input.name,
        language: input.language.name(),
        program: &input.program,
        engine,
        options: &request.options(),
        limits: &request.limits,
        timeout: arguments.limits.timeout,
        only: (!only.is_empty()).then_some(only.as_slice()),
        summaries: match summaries {
            SummaryForm::Patterns(set) => SummariesInput::Patterns(set),
            SummaryForm::Formulas(summaries) => SummariesInput::Formulas(summaries),
        },
        answer,
        executions,
        warnings: &input.warnings,
    })
}
