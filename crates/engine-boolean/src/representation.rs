//! What the search needs to be able to do with sets of path edges and summary edges, whatever represents them.
//!
//! A set of *path edges* at a place says which current values are possible, together with which values at the entry of
//! the procedure; a set of *summary edges* says the same of the values at the exit and the results. An operation whose
//! result is empty answers `None`.

use ir::{BlockId, ProcId};
use verdict::StopReason;

use crate::program::{Call, CheckId, Return};

/// A block of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct At {
    pub(crate) proc: ProcId,
    pub(crate) block: BlockId,
}

/// What a set is a set of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Kind {
    /// Current values of globals and parameters with which a procedure begins.
    Entry(ProcId),
    /// Path edges at the beginning of a block.
    Block(At),
    /// Path edges at the end of a block, before the call there.
    Call(At),
    /// Summary edges.
    Summary(ProcId),
}

/// What a call does that needs no search.
pub(crate) struct Ready<S> {
    pub(crate) after: Option<S>,
    pub(crate) failing: Vec<CheckId>,
}

/// A way to represent sets.
pub(crate) trait Representation {
    type Set: Clone + PartialEq;

    /// What the program begins with: all globals are false.
    fn start(&mut self, stage: ProcId) -> Result<Self::Set, StopReason>;

    /// What the second stage begins with, when the first has ended with these summary edges.
    fn next_stage(
        &mut self,
        first: ProcId,
        summary: &Self::Set,
        second: ProcId,
    ) -> Result<Self::Set, StopReason>;

    /// Path edges at the entry of a procedure: current values are entry values, and locals that are no parameters are
    /// false.
    fn entry_edges(&mut self, proc: ProcId, entries: &Self::Set) -> Result<Self::Set, StopReason>;

    /// Remembers a set for good. Answers what was new of it, or more of it if that is simpler; `None` if all of it was
    /// known. Guards that nothing satisfies and locals that no longer count are gone then.
    fn learn(&mut self, kind: Kind, set: Self::Set) -> Result<Option<Self::Set>, StopReason>;

    /// Both sets together.
    fn join(&mut self, kind: Kind, left: &Self::Set, right: &Self::Set) -> Result<Self::Set, StopReason>;

    /// From the beginning of a block to its end, without its terminator. Adds what can fail on the way.
    fn through(
        &mut self,
        at: At,
        set: &Self::Set,
        failing: &mut Vec<CheckId>,
    ) -> Result<Option<Self::Set>, StopReason>;

    /// How many instructions of a block begin to be executed, the terminator counted as the last. Asked only where
    /// account is kept, which not all representations can.
    fn reach(&mut self, _: At, _: &Self::Set) -> Result<usize, StopReason> {
        Ok(0)
    }

    /// From the end of a block to one of its successors: a target of a `goto`, or, of a branch, 0 where the condition
    /// is true and 1 where it is not.
    fn follow(&mut self, at: At, end: &Self::Set, branch: usize) -> Result<Option<Self::Set>, StopReason>;

    /// What the callee begins with.
    fn entries(&mut self, call: &Call, end: &Self::Set) -> Result<Self::Set, StopReason>;

    /// From the end of a block, through the call there, to the next block, as the summary edges say.
    fn take(
        &mut self,
        call: &Call,
        called: &Self::Set,
        summary: &Self::Set,
    ) -> Result<Option<Self::Set>, StopReason>;

    /// From the end of a block, through the call there, if it is known beforehand what the callee does and there is no
    /// need to look: what is behind the call, and what of the callee, or of what it calls, can fail.
    fn ready(&mut self, _: &Call, _: &Self::Set) -> Result<Option<Ready<Self::Set>>, StopReason> {
        Ok(None)
    }

    /// From the end of a block to summary edges, through the return there.
    fn leave(&mut self, returned: &Return, end: &Self::Set) -> Result<Self::Set, StopReason>;

    /// Says how far the search is, and asks whether to go on.
    fn report(&mut self, visits: u64, frontier: u64) -> Result<(), StopReason>;

    /// Whether it would help to forget what is not needed.
    fn wants_collection(&self) -> bool;

    /// Forgets all but what was learnt and these sets.
    fn collect(&mut self, live: &[&Self::Set]);
}
