//! What went wrong.

use base::Span;
use ir::FaultKind;

use crate::trace::{SharedTrace, Trace};

/// The kinds of error that a [`crate::Property`] excludes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ViolationKind {
    Assertion {
        message: Option<String>,
    },
    Fault(FaultKind),
    /// No thread can move, and one waits at a select that is no valid end.
    Deadlock,
    /// An infinite execution passes an accepting state again and again.
    AcceptanceCycle,
    /// The word of an infinite execution does not satisfy the formula, or no word does that begins like that of a
    /// finite one.
    Formula,
}

impl ViolationKind {
    /// The name in corpus files, JSON, and on the command line.
    pub fn slug(&self) -> &'static str {
        match self {
            ViolationKind::Assertion { .. } => "assertion",
            ViolationKind::Fault(fault) => fault.slug(),
            ViolationKind::Deadlock => "deadlock",
            ViolationKind::AcceptanceCycle => "acceptance-cycle",
            ViolationKind::Formula => "formula",
        }
    }
}

/// An error and an execution that reaches it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    pub kind: ViolationKind,
    /// The instruction that failed; for a deadlock the select of the first thread that waits; for an acceptance
    /// cycle an `accept` on the loop; none for a formula.
    pub span: Option<Span>,
    pub witness: Witness,
}

/// An execution that reaches an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Witness {
    /// The last step of the trace is the one that fails; after a deadlock's last step nothing can move.
    Steps(Trace),
    /// Too long to be listed step by step.
    Shared(SharedTrace),
}

impl Witness {
    /// The trace, unless it is shared.
    pub fn steps(&self) -> Option<&Trace> {
        match self {
            Witness::Steps(trace) => Some(trace),
            Witness::Shared(_) => None,
        }
    }
}

impl From<Trace> for Witness {
    fn from(trace: Trace) -> Self {
        Witness::Steps(trace)
    }
}
