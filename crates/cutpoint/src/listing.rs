//! `cutpoint ir`.

use report::{Diagnostic, ListingReport};

use crate::args::InputArguments;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::status::Status;

pub(crate) fn listing(arguments: &InputArguments, output: &Output) -> Result<Status, Failure> {
    let input = input::load(arguments, output)?;
    let core = driver::print_core(&input.program);
    let warnings = Diagnostic::all(&input.warnings, &input.sources);
    let report = ListingReport::new(&input.name, input.language.name(), core, warnings);
    output.document(&report, &input.sources, false)?;
    Ok(Status::Done)
}
