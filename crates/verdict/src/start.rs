//! Where an execution begins: where the closed program begins, or with one call of a procedure in a given state.
//!
//! A question about an open procedure starts at an [`Entry`] whose inputs are unknown; an answer about one execution
//! names its [`Start`], in which they are known.

use base::IndexVec;
use ir::{ClassId, GlobalId, ProcId, Value};

mod fit;
#[cfg(test)]
mod tests;

pub use fit::{GivenPart, UnfitStart};

/// What a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Entry {
    /// The program as a whole: `init`, then its threads.
    #[default]
    Program,
    /// One procedure, whatever its arguments are, the globals hold, and the heap looks like that they reach.
    Procedure(ProcId),
}

/// Where one execution begins.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Start {
    /// Where the program begins.
    #[default]
    Program,
    Given(Box<GivenStart>),
}

impl From<GivenStart> for Start {
    fn from(start: GivenStart) -> Self {
        Start::Given(Box::new(start))
    }
}

/// One thread, numbered 0, about to begin a procedure. It ends when the procedure returns, and the program ends with it:
/// `init` and the threads of the program do not run.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GivenStart {
    /// Not `init`: at its end the threads of the program start.
    pub proc: ProcId,
    /// One for each parameter.
    pub args: Vec<Value>,
    pub globals: IndexVec<GlobalId, Value>,
    /// The heap: the object with the id `n` is the one at index `n`.
    pub objects: Vec<GivenObject>,
}

/// An object of a given heap, with its slots as the heap has them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GivenObject {
    pub class: ClassId,
    pub slots: Vec<Value>,
}
