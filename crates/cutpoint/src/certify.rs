//! `cutpoint certify`.

use base::Diagnostic;
use driver::{Accepted, Program, Refused};
use report::{CertificateError, CertificateFile, CertifyInput, CertifyReport, Finding, text};
use verdict::SummarySet;

use crate::args::CertifyArguments;
use crate::codes;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output::Output;
use crate::status::Status;

pub(crate) fn certify(arguments: &CertifyArguments, output: &Output) -> Result<Status, Failure> {
    output.spares(&arguments.certificate, "the certificate")?;
    let input = input::load(&arguments.input, output)?;
    let (name, text) = input::read_other(&arguments.certificate, "certificate")?;
    let set = read(&text, &input.program).map_err(|error| Failure::input(unusable(&name, &error)))?;
    let finding = finding(driver::certify(&input.program, &set), &input);
    let status = match &finding {
        Finding::Accepted { .. } => Status::Holds,
        Finding::Refused { .. } => Status::Refused,
    };
    let report = CertifyReport::new(CertifyInput {
        sources: &input.sources,
        file: &input.name,
        language: input.language.name(),
        certificate: &name,
        finding,
        warnings: &input.warnings,
    });
    output
        .write(|| report::json::pretty(&report), |options| text::certify(&report, &input.sources, options))?;
    Ok(status)
}

fn read(text: &str, program: &Program) -> Result<SummarySet, CertificateError> {
    CertificateFile::parse(text)?.summaries(program)
}

fn unusable(name: &str, error: &CertificateError) -> Diagnostic {
    let message = format!("The certificate `{name}` cannot be used: {error}.");
    match error {
        CertificateError::NotCheckable => Diagnostic::error(&codes::UNCHECKABLE_CERTIFICATE, message)
            .help("`cutpoint check` searches again; the numbers must be the same"),
        CertificateError::Syntax(_) | CertificateError::Version(_) | CertificateError::Summary { .. } => {
            Diagnostic::error(&codes::BAD_CERTIFICATE, message)
                .help("`cutpoint check FILE --certificate NAME` writes a new one")
        }
    }
}

fn finding(result: Result<Accepted, Refused>, input: &Input) -> Finding {
    match result {
        Ok(Accepted { summaries, effects, calls_covered, states }) => {
            Finding::Accepted { summaries, effects, calls_covered, states }
        }
        Err(Refused { message, span }) => Finding::refused(message, span, &input.sources),
    }
}
