//! The independent checker of certificates: whether a proof that an engine gave proves a property of a program.
//!
//! An engine that answers "holds" may hand over a proof ([`Proof`]). [`check`] is the one entry point; it passes a
//! proof to one of three checkers, none of which has any of the engines' or the interpreter's code:
//!
//! | proof | claims | proves | checked by |
//! | --- | --- | --- | --- |
//! | [`SummarySet`] | a closed set of procedure summaries | no errors | [`certify()`], below |
//! | [`PushdownProof`](verdict::PushdownProof) | facts, closed, with ranks | no errors, a formula | [`certify_proof`] |
//! | [`BooleanProof`](verdict::BooleanProof) | formulas that every step keeps | no errors | [`certify_boolean`] |
//!
//! All of them are about sequential programs. Each begins with the verifier of the crate `ir`, trusts nothing in the
//! proof, and works within a budget: a proof that takes more is refused. The modules `pushdown` and `boolean` say why
//! theirs are proofs.
//!
//! Reading order, for summaries:
//! - `state`: what is known of a state while a body runs from its pattern;
//! - `step`: what instructions do to such a state; `pushdown` executes with the same two, on heaps in full;
//! - `matching`: which summary covers a call;
//! - `explore`: all paths of all bodies;
//! - `refusal`: why a proof is refused, for all three.
//!
//! # Why a set of summaries is a proof
//!
//! For every summary, the body is executed from its pattern alone. Whatever it reads must be listed in the pattern or
//! written before on the same path, so the execution stands for those from all states that match. A call takes a
//! summary of the set whose pattern matches, and goes on with each of its effects. If no such execution meets an
//! error, and all returns make listed effects, then by induction on the length of an execution no summary of the set
//! is wrong; and if the calls from outside are covered, the program has no error. The effects of a summary may be too
//! many; then more is checked than need be.
//!
//! # What it relies on
//!
//! For summaries, the meaning of expressions, liveness and the verifier of the crate `ir`; the form of summaries,
//! checked by the crate `verdict`; canonical forms of the crate `heap`. Termination is not proved: an execution that
//! does not return has no effect. `docs/soundness.md` lists what each checker relies on, with sizes.

mod boolean;
mod explore;
mod matching;
mod pushdown;
mod refusal;
mod state;
mod step;
#[cfg(test)]
mod tests;

use ir::{CheckOp, Op, Program, ThreadOp};
use verdict::{Proof, Property, SummarySet};

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

/// What the checker went through to accept a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accepted {
    Summaries(Report),
    Pushdown(ProofReport),
    Boolean(BooleanReport),
}

/// Checks that a proof proves a property of a program. Trusts nothing in the proof; no program and no proof makes it
/// panic.
pub fn check(program: &Program, property: &Property, proof: &Proof) -> Result<Accepted, Refusal> {
    match (proof, property) {
        (Proof::Summaries(set), Property::NoErrors) => certify(program, set).map(Accepted::Summaries),
        (Proof::Boolean(proof), Property::NoErrors) => certify_boolean(program, proof).map(Accepted::Boolean),
        (Proof::Pushdown(proof), property) => certify_proof(program, property, proof).map(Accepted::Pushdown),
        (Proof::Summaries(_) | Proof::Boolean(_), Property::Temporal(_)) => {
            Err(Refusal::new(None, None, None, Reason::NoFormula))
        }
    }
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
    let beyond = instrs.find(|instr| {
        matches!(instr.op, Op::Thread(ThreadOp::Spawn { .. }) | Op::Check(CheckOp::Accept { .. }))
    });
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
