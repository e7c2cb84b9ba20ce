//! Where an execution begins: where the closed program begins, or with one call of a procedure in a given state.
//!
//! A question about an open procedure starts with an [`OpenCall`](crate::OpenCall), whose inputs are unknown; an answer
//! about one execution names its [`Start`], in which they are known. A [`GivenStart`] has a text form, for bug reports and tests:
//!
//! ```text
//! start Node.append(head = #1, count = 2) {
//!   global Main.limit = 8
//!   #1 = Node { next = #2, colour = Red }
//!   #2 = Node { next = null, colour = Red }
//!   #3 = "int[]" [1, 2, 3]
//!   #4 = IntSet {1, 2}
//! }
//! ```
//!
//! A call has an argument for each parameter. Globals and fields that are left out hold the defaults of their types.
//! Objects are numbered from 1, in order, as traces show them. Records list fields, sets their elements in any order,
//! arrays their elements, channels their messages, the oldest first; values are written as in the text form of
//! programs ([`mod@ir::print`]), constants of enums by name. Line ends count as spaces.
//!
//! ```text
//! start  = "start" NAME "(" (NAME "=" value),* ")" ["{" { "global" NAME "=" value | "#" INT "=" NAME contents } "}"]
//! contents = "{" (NAME "=" value),* "}" | "[" value,* "]" | "{" value,* "}"
//! value  = "null" | "true" | "false" | ["-"] (INT | REAL | DECIMAL | "inf") | "nan" | NAME | "#" INT
//! NAME   = a name, as words with points between or as a string in quotes; an id such as `proc0` without quotes
//! ```
//!
//! A name that several have is written as an id. Every start that fits its program reads back as it was.

use base::IndexVec;
use ir::{ClassId, GlobalId, ProcId, Value};

pub mod codes;
mod fit;
mod names;
mod print;
mod read;
#[cfg(test)]
mod tests;

pub use fit::{GivenPart, UnfitStart};
pub use print::value_text;
pub use read::read;

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

/// One thread, numbered 0, about to begin a procedure. It ends when the procedure returns, and the program ends with
/// it: `init` and the threads of the program do not run.
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
