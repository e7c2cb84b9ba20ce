//! Recursion and unbounded allocation: programs as pushdown systems over heaps, decided by cut points and summaries.
//!
//! From *Interacting via the Heap in the Presence of Recursion* (Rot, de Boer, Bonsangue): the state space of a
//! recursive program is infinite, but what a procedure *sees* often is not. Heaps are the controls of a pushdown
//! system, frames its stack symbols; a property of all executions is decided on the finitely many heads. The paper's
//! errors and their repairs are listed in `docs/engines/pushdown.md`.
//!
//! Reading order:
//! - `semantics`: heads and moves, however heaps are represented; `part`: the instructions that one move is;
//! - `canonical`: heaps in canonical form, which decide; `paper`: heaps with the paper's numbers, to compare with;
//! - `system`: a program as a system of the crate `pushdown`, alone or with the automaton of a formula;
//! - `engine`: what is asked of whom; `errors`, `words`: the two questions; `answer`: what the answer is;
//!   `trace`: from runs to traces; `proof`: what was found as a certificate;
//! - `touch`, `view`, `interner`: their tools; [`stepper`], [`trial`]: what tests use.

mod answer;
mod canonical;
mod engine;
mod errors;
mod growth;
mod interner;
mod paper;
mod part;
mod proof;
mod semantics;
#[doc(hidden)]
pub mod stepper;
mod system;
mod touch;
mod trace;
#[doc(hidden)]
pub mod trial;
mod view;
mod words;

pub use engine::{PushdownEngine, PushdownOptions, Semantics};
