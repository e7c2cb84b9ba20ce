//! `cutpoint summarize`.

use base::{Diagnostic, similar};
use driver::{CheckedSummaries, Program};
use report::{SummarizeInput, SummarizeReport, dot};
use verdict::Unsupported;

use crate::args::SummarizeArguments;
use crate::ask::{self, Ask};
use crate::codes;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output::Output;
use crate::status::{ExitCodes, Status};

pub(crate) fn summarize(arguments: &SummarizeArguments, output: &Output) -> Result<Status, Failure> {
    let ask = arguments.ask(output);
    let guard = ask.guard(&arguments.input.file, ExitCodes::default(), output);
    let input = input::load(&arguments.input, output)?;
    let positions = positions(&input.program, &arguments.procs).map_err(Failure::input)?;
    let watched = ask.watched(output, &guard, |monitor| {
        Ok(driver::summarize(&input.program, arguments.form(), &ask.request, monitor)?)
    })?;
    let summarized = match &watched.answer {
        Ok(summarized) => summarized,
        Err(unsupported) => return Err(refused(unsupported.clone(), input)),
    };
    let report = report(&input, &ask, &positions, summarized);
    let text = match arguments.dot {
        true => dot::summaries(&report, arguments.extent()),
        false => output.rendered(&report, &input.sources, ask.stats),
    };
    guard.dismiss();
    output.write_raw(&text)?;
    Ok(watched.status(ask::status(&summarized.answer.answer.verdict)))
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
        similar => Diagnostic { help: similar::did_you_mean_one_of(similar), ..diagnostic },
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
    ask: &Ask<'_>,
    positions: &[usize],
    summarized: &CheckedSummaries,
) -> SummarizeReport {
    let only: Vec<_> = positions.iter().map(|&position| base::Id::new(position)).collect();
    SummarizeReport::new(&SummarizeInput {
        sources: &input.sources,
        file: &input.name,
        language: input.language.name(),
        program: &input.program,
        limits: ask.request.limits,
        timeout: ask.timeout,
        only: (!only.is_empty()).then_some(only.as_slice()),
        summaries: &summarized.summaries,
        answer: &summarized.answer,
        warnings: &input.warnings,
    })
}
