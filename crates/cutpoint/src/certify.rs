//! `cutpoint certify`.

use base::Diagnostic;
use driver::{Accepted, AcceptedFormulas, AcceptedProof, Refused};
use report::{
    CertificateError, CertificateFile, CertifyInput, CertifyReport, Evidence, Finding, Question, dot, text,
};
use verdict::Property;

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
    let mut input = input::load(&arguments.input.file, &arguments.input.language, output)?;
    let (name, text) = input::read_other(&arguments.certificate, "certificate")?;
    let refuse = |error: CertificateError| Failure::input(unusable(&name, &error));
    let file = CertificateFile::parse(&text).map_err(refuse)?;
    let evidence = file.evidence(&input.program).map_err(refuse)?;
    if arguments.dot {
        refuse_to_draw(&evidence, &name)?;
    }
    let property = property(&file.property, &mut input, output)?;
    let finding = match (&evidence, &property) {
        (Evidence::Summaries(set), Property::NoErrors) => {
            summaries_finding(driver::certify(&input.program, set), &input)
        }
        (Evidence::Summaries(_), Property::Temporal(_)) => {
            Finding::refused("summaries prove no formula".to_owned(), None, &input.sources)
        }
        (Evidence::Boolean(proof), Property::NoErrors) => {
            formulas_finding(driver::certify_boolean(&input.program, proof), &input)
        }
        (Evidence::Boolean(_), Property::Temporal(_)) => Finding::refused(
            "formulas of a Boolean program prove no formula of temporal logic".to_owned(),
            None,
            &input.sources,
        ),
        (Evidence::Proof(proof), property) => {
            proof_finding(driver::certify_proof(&input.program, property, proof), &input)
        }
    };
    let status = match &finding {
        Finding::Accepted { .. } | Finding::ProofAccepted { .. } | Finding::FormulasAccepted { .. } => {
            Status::Holds
        }
        Finding::Refused { .. } => Status::Refused,
    };
    if let (Evidence::Proof(proof), Finding::ProofAccepted { .. }, true) =
        (&evidence, &finding, arguments.dot)
    {
        let observes_locals = matches!(&property, Property::Temporal(formula) if formula.observes_locals());
        output.write_raw(&dot::proof(&input.program, proof, observes_locals, &input.sources))?;
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
    output
        .write(|| report::json::pretty(&report), |options| text::certify(&report, &input.sources, options))?;
    Ok(status)
}

/// Only what procedures see is drawn.
fn refuse_to_draw(evidence: &Evidence, name: &str) -> Result<(), Failure> {
    let (what, help) = match evidence {
        Evidence::Proof(_) => return Ok(()),
        Evidence::Summaries(_) => ("summaries", "`cutpoint summarize FILE --dot` draws summaries"),
        Evidence::Boolean(_) => ("formulas", "`cutpoint certify` without `--dot` checks them"),
    };
    let message = format!("The certificate `{name}` holds {what}, and is not drawn.");
    Err(Failure::input(Diagnostic::error(&codes::NOT_DRAWN, message).help(help)))
}

/// What the certificate claims, in the terms of the program. Mistakes in a formula end the command.
fn property(question: &Question, input: &mut Input, output: &Output) -> Result<Property, Failure> {
    match question {
        Question::NoErrors => Ok(Property::NoErrors),
        Question::Formula(formula) => {
            let text = ltl::property_text(input, &formula.text, formula.fair);
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
        | CertificateError::Summary { .. }
        | CertificateError::Proof(_) => Diagnostic::error(&codes::BAD_CERTIFICATE, message)
            .help("`cutpoint check FILE --certificate NAME` writes a new one"),
    }
}

fn summaries_finding(result: Result<Accepted, Refused>, input: &Input) -> Finding {
    match result {
        Ok(Accepted { summaries, effects, calls_covered, states }) => {
            Finding::Accepted { summaries, effects, calls_covered, states }
        }
        Err(Refused { message, span }) => Finding::refused(message, span, &input.sources),
    }
}

fn proof_finding(result: Result<AcceptedProof, Refused>, input: &Input) -> Finding {
    match result {
        Ok(AcceptedProof { heads, instances, facts, calls, returns }) => {
            Finding::ProofAccepted { heads, instances, facts, calls, returns }
        }
        Err(Refused { message, span }) => Finding::refused(message, span, &input.sources),
    }
}

fn formulas_finding(result: Result<AcceptedFormulas, Refused>, input: &Input) -> Finding {
    match result {
        Ok(AcceptedFormulas { procedures, invariants, nodes, questions }) => {
            Finding::FormulasAccepted { procedures, invariants, nodes, questions }
        }
        Err(Refused { message, span }) => Finding::refused(message, span, &input.sources),
    }
}
