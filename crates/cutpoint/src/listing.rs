//! `cutpoint ir`.

use report::{Diagnostic, ListingReport};

use crate::args::InputArguments;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::status::Status;

pub(crate) fn listing(arguments: &InputArguments, output: &Output) -> Result<Status, Failure> {
    let input = input::load(&arguments.file, &arguments.language, output)?;
    let core = driver::print_core(&input.program);
    let warnings = Diagnostic::all(&input.warnings, &input.sources);
    let report = ListingReport::new(&input.name, input.language.name(), core, warnings);
    output.write(|| report::json::pretty(&report), |_| report.core.clone())?;
    Ok(Status::Done)
}
