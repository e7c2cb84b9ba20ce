//! A replayed shared trace in the user's terms: what each procedure does, listed once for each state that it is called
//! in.
//!
//! The sibling of [`crate::execution`] for executions that are too long to be read from the beginning to the end.

use crate::execution::{Binding, Execution, Moment, Shown, Snapshot};

/// A replayed execution, as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replayed {
    Steps(Execution),
    Shared(SharedExecution),
}

impl Replayed {
    /// The execution, unless it is shared.
    pub fn steps(&self) -> Option<&Execution> {
        match self {
            Replayed::Steps(execution) => Some(execution),
            Replayed::Shared(_) => None,
        }
    }
}

impl From<Execution> for Replayed {
    fn from(execution: Execution) -> Self {
        Replayed::Steps(execution)
    }
}

/// An execution up to an error, as a graph of shared parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SharedExecution {
    /// A part calls earlier ones only.
    pub parts: Vec<SharedPart>,
    /// The part of `init`, if there is one, and that of the thread, if it begins.
    pub stages: Vec<usize>,
    /// How many statements are executed; the largest number stands for all that are larger.
    pub statements: u64,
    /// The state at the end, with all calls that have not returned.
    pub last: Snapshot,
}

/// A procedure from its entry in some state to its return or to the error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedPart {
    pub proc: String,
    /// Parameters, and the globals that it or what it calls touches.
    pub entry: Vec<Binding>,
    pub moments: Vec<PartMoment>,
    /// `None` if it fails.
    pub exit: Option<Exit>,
    /// How often the execution passes here; the largest number stands for all that are larger.
    pub uses: u64,
    /// Statements of one pass, those of the calls too; the largest number stands for all that are larger.
    pub statements: u64,
}

/// A source statement of a part. Its changes are those of its calls, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartMoment {
    pub moment: Moment,
    /// The parts of its calls, in their order.
    pub calls: Vec<usize>,
}

/// What a caller finds at the return.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exit {
    /// The globals of the entry.
    pub globals: Vec<Binding>,
    pub results: Vec<Shown>,
}
