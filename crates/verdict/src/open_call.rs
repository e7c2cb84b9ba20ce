//! A call of one procedure with unknown inputs: what a question about an open program starts with.

use ir::{ClassId, ProcId};

/// Every call of a procedure: its arguments have any value of their types, and the heap that they lead to has any form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OpenCall {
    /// The name in full, as in `Node.append`.
    pub name: String,
    pub proc: ProcId,
    /// The first parameter is the receiver: not null, and of exactly one of these classes. `None` for a procedure
    /// without a receiver.
    pub receiver: Option<Vec<ClassId>>,
    /// Only inputs that satisfy it count.
    pub precondition: Option<Precondition>,
}

/// Which inputs are meant, as a procedure of the program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Precondition {
    /// The methods that have to be true of the inputs, by name, as in `Node.repOk`.
    pub names: Vec<String>,
    /// Has the parameters and results of the procedure, looks at its arguments, discards the execution if they are not
    /// meant, and calls the procedure with them otherwise. What it does before that call is no part of a path.
    pub guard: ProcId,
}
