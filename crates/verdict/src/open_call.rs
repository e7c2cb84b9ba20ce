//! A call of one method with unknown inputs: what a question about an open program is about.

use ir::{ClassId, ProcId};

/// Every call of a method: its arguments have any value of their types, and the heap that they lead to has any form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OpenCall {
    /// The name in full, as in `Node.append`.
    pub name: String,
    /// What a call of it may enter, in the order of the classes of the receiver; at least one.
    pub bodies: Vec<OpenBody>,
    /// Only inputs count of which these methods are true, by name, as in `Node.repOk`.
    pub preconditions: Vec<String>,
}

/// A procedure, and for which receivers it is called.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OpenBody {
    pub proc: ProcId,
    /// The first parameter is the receiver: not null, and of exactly one of these classes. `None` for a procedure
    /// without a receiver.
    pub receiver: Option<Vec<ClassId>>,
    /// Which inputs are meant, if not all: a procedure with the same parameters and results, which looks at its
    /// arguments, discards the execution if they are not meant, and calls the procedure with them otherwise. What it
    /// does before that call is no part of a path.
    pub guard: Option<ProcId>,
}

impl OpenCall {
    /// With one body, and without preconditions.
    pub fn of_one(name: String, proc: ProcId, receiver: Option<Vec<ClassId>>) -> Self {
        Self { name, bodies: vec![OpenBody { proc, receiver, guard: None }], preconditions: Vec::new() }
    }
}
