//! `cutpoint check`.

use verdict::Property;

use crate::args::CheckArguments;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::properties;
use crate::status::Status;

pub(crate) fn check(arguments: &CheckArguments, output: &Output) -> Result<Status, Failure> {
    let ask = arguments.ask(output);
    ask.check_target(&arguments.input.file, output)?;
    let guard = ask.guard(&arguments.input.file, arguments.exit_codes, output);
    let mut input = input::load_to_execute(&arguments.input, output)?;
    let texts = std::mem::take(&mut input.properties);
    let stated = properties::resolve(&mut input, &texts, output)?;
    ask.about(&Property::NoErrors, &stated, &input, output, &guard)
}
