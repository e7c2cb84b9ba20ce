//! What a state shows to the atoms of a property.

use heap::Heap;
use ir::{BlockId, ProcId, Value};

/// A state between two steps, as far as atoms can see it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub heap: &'a Heap,
    pub globals: &'a [Value],
    /// The running procedure of each live thread.
    pub running: &'a [Running<'a>],
    pub end: End,
    pub last: LastStep,
}

/// A procedure on top of the stack of a thread.
#[derive(Clone, Copy, Debug)]
pub struct Running<'a> {
    /// The number of the thread; none while the program initialises itself. It counts only if the property names a
    /// thread.
    pub number: Option<u32>,
    pub proc: ProcId,
    pub block: BlockId,
    /// Of the next instruction; the terminator comes after the last one.
    pub index: usize,
    pub locals: &'a [Value],
}

/// Whether an execution goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum End {
    #[default]
    GoesOn,
    /// No thread is left, or those that are wait where the program may end.
    Terminated,
    /// No thread can move, and one waits where the program may not end.
    Stuck,
}

/// What is remembered of the step that led to a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LastStep {
    /// It wrote to a field of nil.
    pub wrote_null: bool,
    /// It gave a global or a field another value, made an object, or used an operation that changes a set or channel.
    pub changed: bool,
}

impl Default for LastStep {
    /// Before the first step: nothing was written to nil, and nothing was left as it was.
    fn default() -> Self {
        Self { wrote_null: false, changed: true }
    }
}
