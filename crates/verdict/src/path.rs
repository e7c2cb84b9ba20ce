//! Paths: what an execution of one procedure goes through, whatever the values are that it goes through with.
//!
//! A path is the sequence of the outcomes of branches and of procedures entered, and how it ends at which instruction.
//! Two executions on one path make the same choices of where to go; an index inside its bounds, or a choice of a value,
//! is no part of it. Paths are those of the program as it stands: engines that explore the paths of an open procedure
//! and `interp`, which replays them, are compared by them, event by event.

use base::Span;
use ir::{BlockId, ProcId};

use crate::violation::ViolationKind;

/// The events of an execution that begins with one call, in order, and its end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Path {
    pub events: Vec<PathEvent>,
    pub end: PathEnd,
    /// The instruction or terminator where it ends: the last `return`, the one that fails, or the one that is not
    /// executed any more.
    pub at: ProgramPoint,
}

/// Where a path goes one of several directions, or into a procedure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PathEvent {
    /// The terminator of the block `from` goes to the block `to`, one of two different blocks or more: a branch, a
    /// switch by number or by class, a goto with several targets, a select. Which of several cases, joins or targets
    /// leads to the same block is no part of a path. What observers do that guards call is none either.
    Branch { proc: ProcId, from: BlockId, to: BlockId },
    /// A call enters this procedure. The one that the execution begins with is entered without an event. A return needs
    /// none: it is decided by the block that control is in.
    Enter { proc: ProcId },
}

/// How a path ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PathEnd {
    /// The procedure that the execution begins with returns.
    Returned,
    /// An assertion or a fault, as in a [`Violation`](crate::Violation).
    Failed { kind: ViolationKind, span: Option<Span> },
    /// An assumption is false: this is no path of the program.
    Pruned,
    /// A select has no open join.
    Blocked,
    /// A bound on the length of paths is reached.
    Cut,
}

/// An instruction of a block, or its terminator, which comes just behind the last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProgramPoint {
    pub proc: ProcId,
    pub block: BlockId,
    pub index: usize,
}
