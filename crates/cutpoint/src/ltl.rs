//! `cutpoint ltl`: whether every execution of a program satisfies a formula of linear temporal logic.

use base::{SourceFile, Span};
use driver::PropertyText;
use report::{CheckInput, CheckReport, Question, TextOptions, Verbosity, text};

use crate::args::{FormulaArguments, LtlArguments, LtlRequest};
use crate::automaton;
use crate::check;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output::Output;
use crate::progress::Monitor;
use crate::properties;
use crate::status::Status;

pub(crate) fn ltl(arguments: &LtlArguments, output: &Output) -> Result<Status, Failure> {
    match arguments.request().expect("what cannot be asked for was refused") {
        LtlRequest::Automaton { formula, format } => automaton::automaton(formula, format, output),
        LtlRequest::Check(arguments) => check_formula(&arguments, output),
    }
}

fn check_formula(arguments: &FormulaArguments<'_>, output: &Output) -> Result<Status, Failure> {
    let FormulaArguments { file, formula, options } = *arguments;
    check::check_certificate_target(options.certificate.as_deref(), file, output)?;
    let mut input = input::load(file, &options.language, output)?;
    let text = property_text(&mut input, formula, options.fair);
    let stated = properties::resolve(&mut input, std::slice::from_ref(&text), output)?;
    let request = driver::CheckRequest { property: stated[0].property.clone(), ..options.request(output) };
    let show = output.verbosity > Verbosity::Quiet;
    let monitor = Monitor::new(options.limits.timeout, show, options.stats);
    let checked = driver::check(&input.program, &request, &monitor)?;
    // The line on the terminal goes before the answer comes.
    drop(monitor);
    let report = CheckReport::new(&CheckInput {
        sources: &input.sources,
        file: &input.name,
        language: input.language.name(),
        options: &request.options(),
        limits: &request.limits,
        timeout: options.limits.timeout,
        question: &Question::of(&request.property, None, &input.sources),
        assumptions: &request.assumptions(),
        answers: &check::engine_answers(&checked),
        properties: &[],
        warnings: &input.warnings,
    });
    output.write(
        || report::json::pretty(&report),
        |text_options| {
            text::check(&report, &input.sources, TextOptions { stats: options.stats, ..text_options })
        },
    )?;
    let verdict = &checked.first().answer.verdict;
    if let Some(path) = &options.certificate {
        check::write_certificate(path, &input, &request.property, verdict, output)?;
    }
    Ok(check::status(verdict))
}

/// The formula of the command line is a source of its own, so that mistakes in it have a place.
pub(crate) fn property_text(input: &mut Input, formula: &str, fair: bool) -> PropertyText {
    let file = input.sources.add(SourceFile::new("formula", formula));
    let span = Span::new(file, 0, u32::try_from(formula.len()).unwrap_or(u32::MAX));
    PropertyText { formula: formula.to_owned(), span, fair, expected: None }
}
