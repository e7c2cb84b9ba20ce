//! Checking certificates again.
//!
//! The one place where the independent checker is named: whoever asks sees counts, or a sentence and a place.

use base::Span;
use ir::Program;
use verdict::SummarySet;

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
        Err(refusal) => Err(Refused { message: refusal.to_string(), span: refusal.span }),
    }
}
