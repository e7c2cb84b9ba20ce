//! Checking certificates again.
//!
//! The one place where the independent checker is named: whoever asks sees counts, or a sentence and a place.

use base::{Id, Span};
use certify::{Reason, Refusal};
use ir::{ObjectId, Proc, Program};
use verdict::{BooleanProof, Property, PushdownProof, Spot, SummarySet};

/// What the checker went through to accept a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accepted {
    pub summaries: u64,
    pub effects: u64,
    /// Calls of which each is covered by a summary.
    pub calls_covered: u64,
    /// States of procedures that were visited.
    pub states: u64,
}

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// A sentence that stands alone.
    pub message: String,
    pub span: Option<Span>,
}

/// Checks that a set of summaries is closed, covers the program and reaches no error. Trusts nothing in the set.
pub fn certify(program: &Program, set: &SummarySet) -> Result<Accepted, Refused> {
    match certify::certify(program, set) {
        Ok(certify::Report { summaries, effects, calls_covered, states }) => {
            Ok(Accepted { summaries: summaries as u64, effects: effects as u64, calls_covered, states })
        }
        Err(refusal) => {
            let proc = refusal.summary.map(|index| set.summaries[index].proc);
            let message = sentence(program, proc.and_then(|proc| program.procs.get(proc)), &refusal);
            Err(Refused { message, span: refusal.span })
        }
    }
}

/// What the checker went through to accept a proof of the pushdown engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AcceptedProof {
    pub heads: u64,
    pub instances: u64,
    pub facts: u64,
    pub calls: u64,
    /// Pairs of a call and a way in which its callee returns.
    pub returns: u64,
}

/// Checks that a proof lists all that procedures see, and that it proves the property. Trusts nothing in the proof.
pub fn certify_proof(
    program: &Program,
    property: &Property,
    proof: &PushdownProof,
) -> Result<AcceptedProof, Refused> {
    match certify::certify_proof(program, property, proof) {
        Ok(certify::ProofReport { heads, instances, facts, calls, returns }) => {
            Ok(AcceptedProof { heads, instances, facts, calls, returns })
        }
        Err(refusal) => Err(Refused { message: sentence(program, None, &refusal), span: refusal.span }),
    }
}

/// What the checker went through to accept a proof of a Boolean program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AcceptedFormulas {
    pub procedures: u64,
    /// Places with a formula.
    pub invariants: u64,
    /// Parts of all formulas.
    pub nodes: u64,
    /// Questions to the solver.
    pub questions: u64,
}

/// Checks that every step of a Boolean program keeps the formulas of a proof, and that they exclude all errors. Trusts nothing in the proof.
pub fn certify_boolean(program: &Program, proof: &BooleanProof) -> Result<AcceptedFormulas, Refused> {
    match certify::certify_boolean(program, proof) {
        Ok(certify::BooleanReport { procedures, invariants, nodes, questions }) => {
            Ok(AcceptedFormulas { procedures, invariants, nodes, questions })
        }
        Err(refusal) => Err(Refused { message: sentence(program, None, &refusal), span: refusal.span }),
    }
}

/// The refusal in the user's words, where the checker has only numbers.
fn sentence(program: &Program, proc: Option<&Proc>, refusal: &Refusal) -> String {
    let what = match &refusal.reason {
        Reason::UnlistedRead(spot) => {
            format!("reads {}, which its pattern does not list", spot_text(program, proc, *spot))
        }
        Reason::UncoveredCall { callee, missing } => {
            let missing =
                missing.map(|spot| format!("; its pattern does not list {}", spot_text(program, proc, spot)));
            format!("calls {callee} in a state that no summary covers{}", missing.unwrap_or_default())
        }
        Reason::UnlistedEffect(_) => "returns with an effect that it does not list".to_owned(),
        Reason::InvalidProgram(_)
        | Reason::NotSequential(_)
        | Reason::Malformed(_)
        | Reason::ErrorReachable(_)
        | Reason::TooLarge(_)
        | Reason::MalformedProof(_)
        | Reason::Unlisted(_)
        | Reason::Rank { .. }
        | Reason::Unmarked
        | Reason::FailsInside
        | Reason::SeesForgotten
        | Reason::NotBoolean(_)
        | Reason::Uncut(_)
        | Reason::NotKept(_)
        | Reason::NotEntered(_)
        | Reason::NotSummed => return refusal.to_string(),
    };
    match refusal.summary {
        // People count from one.
        Some(index) => format!("summary {} of {}: it {what}", index + 1, refusal.proc),
        None => format!("{}: the program {what}", refusal.proc),
    }
}

fn spot_text(program: &Program, proc: Option<&Proc>, spot: Spot) -> String {
    let number = |object: ObjectId| object.index() + 1;
    match spot {
        Spot::Atomic => "whether its caller is in an atomic section".to_owned(),
        Spot::SelfId => "the number of its thread".to_owned(),
        Spot::Param(local) => match proc.and_then(|proc| proc.locals.get(local)) {
            Some(local) => format!("the parameter `{}`", local.name),
            None => "a parameter".to_owned(),
        },
        Spot::Global(global) => format!("`{}`", program.globals[global].name),
        Spot::Slot(object, slot) => format!("slot {slot} of #{}", number(object)),
        Spot::Length(object) => format!("the length of #{}", number(object)),
        Spot::Class(object) => format!("the class of #{}", number(object)),
        Spot::Contents(object) => format!("the contents of #{}", number(object)),
    }
}
