//! Checks that a proof of the pushdown engine proves a sequential program free of errors, or a formula true of it.
//!
//! The proof ([`PushdownProof`]) is a claim that a set is closed. It is checked by execution: `step` runs the program,
//! on heaps in full; what follows here shares nothing with the engine.
//!
//! - `setting`: states, which locals count in them, and when two are the same;
//! - [`mod@frame`]: cut points, residues and returns, as the paper defines them;
//! - `load`: from what is listed to states;
//! - `run`: steps, calls and returns of one state;
//! - `closed`: whether the set is closed, and its ranks are ranks.
//!
//! # Why it is a proof
//!
//! Call a fact of an instance *true of* a moment of an execution if a call of the instance's procedure is running,
//! entered in the instance's entry, and the top of the stack is the fact's head. The first moment has a true fact
//! outside. A step keeps to the instance, and its end is listed there. A call enters a listed instance, whose facts are
//! true of what follows until it returns; the exit that it makes then was met with every caller of the instance, so the
//! caller has a true fact again. By induction every moment of every execution has one, and none of the moves from it is
//! an error.
//!
//! An infinite execution has infinitely many moments after which the stack never gets lower. From one to the next leads
//! a step, a call that never returns, or a call and its return; along each of these the rank does not increase, and it
//! decreases if something accepting was met. So an execution is accepting only finitely often: its word is no word of
//! the automaton of violations, and the formula is true of it.
//!
//! Where cut points alone reach too many objects, these are forgotten: no procedure sees them before a return, and if
//! one sees them then, the check ends.

mod closed;
pub(crate) mod frame;
mod load;
mod run;
mod setting;
#[cfg(test)]
mod tests;

use ir::Program;
use verdict::{HeadPoint, Property, PushdownProof};

use crate::refusal::{Reason, Refusal};
use closed::Checker;
use setting::Setting;

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProofReport {
    pub heads: u64,
    pub instances: u64,
    pub facts: u64,
    /// Calls from all heads.
    pub calls: u64,
    /// Pairs of a call and an exit of its callee.
    pub returns: u64,
}

/// How many objects may be looked at, unless it is said otherwise.
pub const PROOF_BUDGET: usize = 1 << 31;

/// Checks a proof of a property. No program and no proof makes it panic.
pub fn certify_proof(
    program: &Program,
    property: &Property,
    proof: &PushdownProof,
) -> Result<ProofReport, Refusal> {
    certify_proof_within(program, property, proof, PROOF_BUDGET)
}

/// The same with another bound in the place of [`PROOF_BUDGET`].
pub fn certify_proof_within(
    program: &Program,
    property: &Property,
    proof: &PushdownProof,
    budget: usize,
) -> Result<ProofReport, Refusal> {
    let refuse = |reason| Refusal::new(None, None, None, reason);
    if let Err(errors) = ir::verify(program) {
        let what = errors.first().map(ToString::to_string).unwrap_or_default();
        return Err(refuse(Reason::InvalidProgram(what)));
    }
    if !program.is_sequential() {
        return Err(refuse(Reason::NotSequential("it has threads")));
    }
    let temporal = match property {
        Property::NoErrors => None,
        Property::Temporal(temporal) => Some(&**temporal),
    };
    if let (Some(_), Some((proc, site))) = (temporal, program.thread_inside_a_step()) {
        return Err(Refusal::new(None, Some(&program.procs[proc]), site.span, Reason::BeginsInsideAStep));
    }
    let setting = Setting::new(program, temporal, proof.forget_beyond, budget);
    Checker::check(&setting, proof)
}

/// A refusal at a place.
fn refuse_at(setting: &Setting<'_>, point: Option<HeadPoint>, reason: Reason) -> Refusal {
    let (proc, span) = match point {
        None | Some(HeadPoint::Outside(_)) => (None, None),
        Some(HeadPoint::At { proc, block, index } | HeadPoint::Stays { proc, block, index }) => {
            let proc = setting.program.procs.get(proc);
            let block = proc.and_then(|proc| proc.blocks.get(block));
            let block = block.filter(|block| index as usize <= block.instrs.len());
            (proc, block.and_then(|block| block.site(index as usize).span))
        }
    };
    Refusal::new(None, proc, span, reason)
}
