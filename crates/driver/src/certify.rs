//! Checking certificates again.
//!
//! The one place where the independent checker is named: its callers see counts, or a sentence and a place.

use base::{Id, Span};
use certify::{Reason, Refusal};
use ir::{ObjectId, Proc, Program};
use verdict::{Proof, Property, Spot};

pub use certify::{Accepted, BooleanReport, ProofReport, Report as SummariesReport};

/// Why a proof proves nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// A sentence that stands alone.
    pub message: String,
    pub span: Option<Span>,
}

/// Checks that a proof proves a property of a program. Trusts nothing in the proof.
pub fn certify(program: &Program, property: &Property, proof: &Proof) -> Result<Accepted, Refused> {
    certify::check(program, property, proof).map_err(|refusal| {
        let proc = match (proof, refusal.summary) {
            (Proof::Summaries(set), Some(index)) => program.procs.get(set.summaries[index].proc),
            (Proof::Summaries(_) | Proof::Pushdown(_) | Proof::Boolean(_), _) => None,
        };
        Refused { message: sentence(program, proc, &refusal), span: refusal.span }
    })
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
        | Reason::BeginsInsideAStep
        | Reason::Malformed(_)
        | Reason::ErrorReachable(_)
        | Reason::NotFollowed(_)
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
        | Reason::NotSummed
        | Reason::NoFormula => return refusal.to_string(),
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
