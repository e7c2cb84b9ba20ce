//! What the procedures of a Boolean program do, as formulas for people.
//!
//! The relation between values at the entry and values at the exit is split: what is the same for all calls is said
//! once, the rest as cases. A case says for which values at the entry it is there, and what the values at the exit are
//! then. Where several cases are there for the same values, each of them can happen.

use base::Span;
use ir::{GlobalId, Place, ProcId};

use crate::violation::ViolationKind;

/// The summary of a procedure. Values at its entry are those of its parameters and of the globals that it touches;
/// nothing is said of other globals, which keep their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BooleanSummary {
    pub proc: ProcId,
    /// With which values it is called, as far as calls were found; empty if it is never called.
    pub called_with: Cases<Vec<(Place, bool)>>,
    /// What is true of the exit of every call.
    pub always: Vec<(Target, NewValue)>,
    /// The rest; empty if no call returns.
    pub cases: Cases<SummaryCase>,
    /// Errors in its own body, each once.
    pub failures: Vec<(ViolationKind, Option<Span>)>,
}

/// Cases of which there may be too many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cases<T> {
    pub listed: Vec<T>,
    /// Whether there are no others.
    pub is_complete: bool,
}

/// What a procedure does for some values at its entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SummaryCase {
    /// Values at the entry; others may be any.
    pub when: Vec<(Place, bool)>,
    pub then: Vec<(Target, NewValue)>,
}

/// What has a value at the exit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    Global(GlobalId),
    /// The result of this position.
    Result(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewValue {
    Constant(bool),
    /// The value of this variable at the entry.
    Same(Place),
    /// The other value than that of this variable at the entry.
    Negated(Place),
    /// Both values are possible, whatever the other values are.
    Any,
}
