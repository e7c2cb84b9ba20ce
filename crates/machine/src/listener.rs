//! Listeners to what a machine reads and writes.
//!
//! The plain search listens to nothing ([`NoListener`], which compiles to nothing). Procedure summaries record what a
//! procedure reads of the state that it was called in; temporal properties may ask what the last step did
//! ([`StepEffects`]).

use ir::{GlobalId, LocalId, ObjectId};

/// Is called at every access to the state of the running procedure, just before it happens.
///
/// Readers get a shared reference, since expressions read while the machine is borrowed.
pub trait AccessListener {
    /// Whether it does anything at all; if not, accesses need not be looked for.
    const LISTENS: bool = true;

    /// Whether an object can be looked into. If not, the step halts, and must be made again when it can.
    fn may_touch(&self, _: ObjectId) -> bool {
        true
    }

    /// The number of the running thread is read.
    fn reads_self(&self) {}
    /// A local of the procedure at the bottom of the stack is read; those of observers are left out.
    fn reads_local(&self, _: LocalId) {}
    fn reads_global(&self, _: GlobalId) {}
    /// A field of a record or an element of an array is read.
    fn reads_slot(&self, _: ObjectId, _: usize) {}
    /// The number of elements or messages is read.
    fn reads_size(&self, _: ObjectId) {}
    /// All elements or messages of a set or channel are read.
    fn reads_contents(&self, _: ObjectId) {}
    fn reads_class(&self, _: ObjectId) {}

    fn writes_local(&mut self, _: LocalId) {}
    fn writes_global(&mut self, _: GlobalId) {}
    fn writes_slot(&mut self, _: ObjectId, _: usize) {}
    fn writes_contents(&mut self, _: ObjectId) {}
    /// A field of null is written: nothing happens.
    fn writes_null(&mut self) {}
    /// A global, a field or an element gets another value than it had. Called in addition to the write itself.
    fn changes_value(&mut self) {}
    /// An object is made.
    fn allocates(&mut self) {}
}

/// Does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoListener;

impl AccessListener for NoListener {
    const LISTENS: bool = false;
}

/// What a step did, as far as temporal properties ask for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StepEffects {
    /// It wrote to a field of null.
    pub wrote_null: bool,
    /// It gave a global, a field or an element another value, made an object, or used an operation that changes a set
    /// or channel.
    pub changed: bool,
}

impl AccessListener for StepEffects {
    fn writes_contents(&mut self, _: ObjectId) {
        self.changed = true;
    }

    fn writes_null(&mut self) {
        self.wrote_null = true;
    }

    fn changes_value(&mut self) {
        self.changed = true;
    }

    fn allocates(&mut self) {
        self.changed = true;
    }
}
