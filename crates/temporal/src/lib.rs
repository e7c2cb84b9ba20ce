//! Temporal properties of programs: a formula of `logic` whose names mean variables, fields and places of a program.
//!
//! - [`property`]: a formula, the meaning of its atoms, and the automaton of its violations;
//! - [`proposition`]: atoms with their names resolved; [`walk`]: path expressions as automata over fields;
//! - `names`, `paths`, `sides`, `resolve`: how names, paths and comparisons get their meanings and types, and what is
//!   said of those that have none; [`kind`]: what can be compared with what;
//! - [`view`]: what a state shows to the atoms;
//! - `meaning`, `compare`: whether an atom holds there; `visible`: the objects that it can see, and the walks that
//!   they can take;
//! - [`codes`]: the diagnostics.
//!
//! The word of an execution has one letter for each state in which a thread rests between two steps, from the end of
//! `init` on; the letter is the set of atoms that hold there. An execution that ends, waits forever or fails repeats
//! its last letter forever.
//!
//! ```
//! use base::{Id, SourceId};
//! use cutpoint_temporal::{End, LastStep, Temporal, View};
//! use ir::Value;
//!
//! let text = "class class0 \"Node\" record { field0 \"next\": class0 }\nglobal g0 \"x\": class0\n";
//! let program = ir::read(SourceId::new(0), text).unwrap();
//! let formula = "G (x.next*.nil + !x)";
//! let property = Temporal::new(&program, false, SourceId::new(0), 0, formula).property.unwrap();
//!
//! let mut heap = heap::Heap::new();
//! let node = heap.alloc_with(ir::ClassId::new(0), &[Value::Null]);
//! let globals = [Value::Ref(node)];
//! let list = View { heap: &heap, globals: &globals, running: &[], end: End::Terminated, last: LastStep::default() };
//! assert_eq!(property.letter(&list).0, 1);
//!
//! let mut ring = heap.clone();
//! ring.set(node, 0, Value::Ref(node));
//! assert_eq!(property.letter(&View { heap: &ring, ..list }).0, 0);
//! ```

pub mod codes;
mod compare;
pub mod folded;
pub mod kind;
mod layout;
mod meaning;
mod names;
mod paths;
pub mod property;
pub mod proposition;
mod resolve;
mod sides;
pub mod view;
mod visible;
pub mod walk;

pub use folded::{FoldedAtoms, Unfold};
pub use kind::Kind;
pub use logic::Fairness;
pub use property::{Resolved, Temporal};
pub use proposition::{ElementIndex, Operand, PathFrom, PathStep, Proposition, Variable};
pub use view::{End, LastStep, Running, View};
pub use walk::{Action, Walk};
