//! Checks that a closed set of procedure summaries proves a sequential program free of errors.
//!
//! An engine that answers "holds" hands over the summaries it found ([`verdict::SummarySet`]). This crate checks them without any
//! of the engine's or the interpreter's code, and is small enough to be read in one sitting:
//!
//! - `validate`: the set comes from outside, so everything in it is checked before it is used;
//! - `state`: what is known of a state while a body runs from its pattern;
//! - `step`, `select`: what instructions do to such a state;
//! - `matching`: which summary covers a call;
//! - `explore`: all paths of all bodies.
//!
//! # Why it is a proof
//!
//! For every summary, the body is executed from its pattern alone. Whatever it reads must be listed in the pattern or written on the way, so the
//! execution stands for those from all states that match. A call takes a summary of the set whose pattern matches, and goes on
//! with each of its effects. If no such execution meets an error, and all returns make listed effects, then by induction on the length
//! of an execution no summary of the set is wrong; and if the calls from outside are covered, the program has no error. The
//! effects of a summary may be too many; then more is checked than need be.
//!
//! # What it relies on
//!
//! The meaning of expressions, control-flow facts (liveness, atomic sections) and the verifier of the crate `ir`; canonical forms of
//! the crate `heap`. Termination is not proved: an execution that does not return has no effect.

mod explore;
mod matching;
mod refusal;
mod select;
mod state;
mod step;
mod validate;

pub use refusal::{Reason, Refusal};

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    pub summaries: usize,
    pub effects: usize,
    /// Calls on all paths, those from outside included.
    pub calls_covered: u64,
    /// States in which paths of bodies were begun, joined or forked.
    pub states: u64,
}

/// How many values the states of one body may hold together, unless it is said otherwise.
pub const BUDGET: usize = 1 << 26;

/// Checks that the set is closed, true, and covers the program. No program and no set makes it panic.
pub fn certify(program: &ir::Program, set: &verdict::SummarySet) -> Result<Report, Refusal> {
    certify_within(program, set, BUDGET)
}

/// The same with another bound in the place of [`BUDGET`].
pub fn certify_within(
    program: &ir::Program,
    set: &verdict::SummarySet,
    budget: usize,
) -> Result<Report, Refusal> {
    explore::certify(program, set, budget)
}
