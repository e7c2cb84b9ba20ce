//! `cutpoint ltl`: whether every execution of a program satisfies a formula of linear temporal logic.

use base::{SourceFile, Span};
use driver::PropertyText;
use verdict::Fairness;

use crate::args::LtlArguments;
use crate::ask::Asked;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output::Output;
use crate::properties;
use crate::status::{ExitCodes, Status};

pub(crate) fn ltl(arguments: &LtlArguments, output: &Output) -> Result<Status, Failure> {
    let ask = arguments.ask(output);
    ask.check_target(&arguments.input.file, output)?;
    let guard = ask.guard(&arguments.input.file, ExitCodes::default(), output);
    let mut input = input::load_to_execute(&arguments.input, output)?;
    let text = property_text(&mut input, &arguments.formula, arguments.fairness());
    let stated = properties::resolve(&mut input, std::slice::from_ref(&text), output)?;
    ask.about(Asked::Property(&stated[0].property), &[], &input, output, &guard)
}

/// The formula of the command line is a source of its own, so that mistakes in it have a place.
pub(crate) fn property_text(input: &mut Input, formula: &str, fair: Fairness) -> PropertyText {
    let file = input.sources.add(SourceFile::new("formula", formula));
    let span = Span::new(file, 0, u32::try_from(formula.len()).unwrap_or(u32::MAX));
    PropertyText { formula: formula.to_owned(), span, fair, expected: None }
}
