//! Checks that a closed set of procedure summaries proves a sequential program free of errors.
//!
//! An engine that answers "holds" hands over the summaries it found ([`verdict::SummarySet`]). This crate checks them without any
//! of the engine's or the interpreter's code, and is small enough to be read in one sitting:
//!
//! - `state`: what is known of a state while a body runs from its pattern;
//! - `step`: what instructions do to such a state;
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
//! The meaning of expressions, liveness and the verifier of the crate `ir`; the form of summaries, checked by the crate `verdict`; canonical
//! forms of the crate `heap`. Termination is not proved: an execution that does not return has no effect.

mod boolean;
mod explore;
mod matching;
mod pushdown;
mod refusal;
mod state;
mod step;

use ir::{Op, Program};
use verdict::SummarySet;

pub use boolean::{BooleanBudget, BooleanReport, certify_boolean, certify_boolean_within};
use explore::Checker;
pub use pushdown::{PROOF_BUDGET, ProofReport, certify_proof, certify_proof_within};
pub use refusal::{Reason, Refusal};

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    pub summaries: usize,
    pub effects: usize,
    /// Calls on all paths, those from outside included.
    pub calls_covered: u64,
    /// States at the beginnings of blocks, and where paths fork.
    pub states: u64,
}

/// How many bytes the states of one body may have together, unless it is said otherwise.
pub const BUDGET: usize = 1 << 26;

/// Checks that the set is closed, true, and covers the program. No program and no set makes it panic.
pub fn certify(program: &Program, set: &SummarySet) -> Result<Report, Refusal> {
    certify_within(program, set, BUDGET)
}

/// The same with another bound in the place of [`BUDGET`].
pub fn certify_within(program: &Program, set: &SummarySet, budget: usize) -> Result<Report, Refusal> {
    if let Err(errors) = ir::verify(program) {
        let what = errors.first().map(ToString::to_string).unwrap_or_default();
        return Err(Refusal::new(None, None, None, Reason::InvalidProgram(what)));
    }
    let mut instrs = program.procs.iter().flat_map(|proc| &proc.blocks).flat_map(|block| &block.instrs);
    let beyond = instrs.find(|instr| matches!(instr.op, Op::Spawn { .. } | Op::Accept { .. }));
    if beyond.is_some() || program.threads.len() > 1 {
        let span = beyond.and_then(|instr| instr.site.span);
        return Err(Refusal::new(None, None, span, Reason::NotSequential("it has threads or acceptance")));
    }
    let classes = set.verify(program).map_err(|malformed| {
        let proc = program.procs.get(set.summaries[malformed.summary].proc);
        Refusal::new(Some(malformed.summary), proc, None, Reason::Malformed(malformed))
    })?;
    let mut checker = Checker::new(program, set, budget);
    checker.stages()?;
    for (index, (summary, classes)) in set.summaries.iter().zip(classes).enumerate() {
        checker.body(index, summary, classes)?;
    }
    Ok(checker.report)
}
