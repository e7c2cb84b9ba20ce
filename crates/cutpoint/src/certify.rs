//! `cutpoint certify`.

use base::Diagnostic;
use driver::{Accepted, BooleanReport, ProofReport, Refused, SummariesReport};
use report::{
    CertificateError, CertificateFile, CertifyInput, CertifyReport, Checked, Finding, Question, dot,
};
use verdict::{Proof, Property};

use crate::args::CertifyArguments;
use crate::codes;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::ltl;
use crate::output::Output;
use crate::properties;
use crate::status::Status;

pub(crate) fn certify(arguments: &CertifyArguments, output: &Output) -> Result<Status, Failure> {
    output.spares(&arguments.certificate, "the certificate")?;
    let mut input = input::load(&arguments.input, output)?;
    let (name, text) = input::read_other(&arguments.certificate, "certificate")?;
    let refuse = |error: CertificateError| Failure::input(unusable(&name, &error));
    let file = CertificateFile::parse(&text).map_err(refuse)?;
    let proof = file.proof(&input.program).map_err(refuse)?;
    if arguments.dot {
        refuse_to_draw(&proof, &name)?;
    }
    let property = property(&file.property, &name, &mut input, output)?;
    let (finding, status) = match driver::certify(&input.program, &property, &proof) {
        Ok(accepted) => (Finding::Accepted(checked(accepted)), Status::Holds),
        Err(Refused { message, span }) => (Finding::refused(message, span, &input.sources), Status::Refused),
    };
    if let (Proof::Pushdown(proof), Status::Holds, true) = (&proof, status, arguments.dot) {
        let observes_locals = matches!(&property, Property::Temporal(formula) if formula.observes_locals());
        let Input { program, sources, .. } = &input;
        output.write_raw(&dot::proof(program, proof, observes_locals, sources, arguments.extent()))?;
        return Ok(status);
    }
    let report = CertifyReport::new(CertifyInput {
        sources: &input.sources,
        file: &input.name,
        language: input.language.name(),
        certificate: &name,
        property: &file.property,
        finding,
        warnings: &input.warnings,
    });
    output.document(&report, &input.sources, false)?;
    Ok(status)
}

/// Only what procedures see is drawn.
fn refuse_to_draw(proof: &Proof, name: &str) -> Result<(), Failure> {
    let (what, help) = match proof {
        Proof::Pushdown(_) => return Ok(()),
        Proof::Summaries(_) => ("summaries", "`cutpoint summarize FILE --dot` draws summaries"),
        Proof::Boolean(_) => ("formulas", "`cutpoint certify` without `--dot` checks them"),
    };
    let message = format!("The certificate `{name}` holds {what}, and is not drawn.");
    Err(Failure::input(Diagnostic::error(&codes::NOT_DRAWN, message).help(help)))
}

/// What the certificate claims, in the terms of the program. Mistakes in a formula end the command.
fn property(
    question: &Question,
    name: &str,
    input: &mut Input,
    output: &Output,
) -> Result<Property, Failure> {
    match question {
        Question::NoErrorsIn(_) => Err(Failure::input(unusable(name, &CertificateError::OpenCall))),
        Question::NoErrors => Ok(Property::NoErrors),
        Question::Formula(formula) => {
            let text = ltl::property_text(input, &formula.text, formula.fairness());
            let stated = properties::resolve(input, std::slice::from_ref(&text), output)?;
            Ok(stated[0].property.clone())
        }
    }
}

fn unusable(name: &str, error: &CertificateError) -> Diagnostic {
    let message = format!("The certificate `{name}` cannot be used: {error}.");
    match error {
        CertificateError::NotCheckable => Diagnostic::error(&codes::UNCHECKABLE_CERTIFICATE, message)
            .help("`cutpoint check` searches again; the numbers must be the same"),
        CertificateError::NoFormulas => Diagnostic::error(&codes::UNCHECKABLE_CERTIFICATE, message).help(
            "write it again with `cutpoint check --engine pdr` or `--engine bdd`, which mostly give formulas",
        ),
        CertificateError::Syntax(_)
        | CertificateError::Version(_)
        | CertificateError::OpenCall
        | CertificateError::Summary { .. }
        | CertificateError::Proof(_) => Diagnostic::error(&codes::BAD_CERTIFICATE, message)
            .help("`cutpoint check FILE --certificate NAME` writes a new one"),
    }
}

/// The twin of what the checker went through.
fn checked(accepted: Accepted) -> Checked {
    match accepted {
        Accepted::Summaries(SummariesReport { summaries, effects, calls_covered, states }) => {
            let (summaries, effects) = (summaries as u64, effects as u64);
            Checked::Summaries { summaries, effects, calls_covered, states }
        }
        Accepted::Pushdown(ProofReport { heads, instances, facts, calls, returns }) => {
            Checked::Pushdown { heads, instances, facts, calls, returns }
        }
        Accepted::Boolean(BooleanReport { procedures, invariants, nodes, questions }) => {
            Checked::Boolean { procedures, invariants, nodes, questions }
        }
    }
}
