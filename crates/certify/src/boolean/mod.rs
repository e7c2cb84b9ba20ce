//! Checks that formulas prove a sequential Boolean program free of errors.
//!
//! The proof ([`BooleanProof`]) has a formula at the entry of each procedure and at places that cut all its cycles, and
//! a summary of each procedure. What it claims is a finite number of implications; each is a question to a SAT solver,
//! which must have no answer.
//!
//! - `form`: that the proof speaks of things that exist, and cuts all cycles;
//! - `writes`: which variables a procedure can write;
//! - `formula`: the formulas of the proof, over given values;
//! - `region`: the code from one place with a formula to the next ones, executed for all values at once.
//!
//! # Why it is a proof
//!
//! Say that a moment of an execution is *good* if for each call that is running, the values at its entry satisfied the
//! formula there, and the values when control was last at a place with a formula satisfied that one. The first moment
//! is good. From a good moment, control comes to the next place with a formula, or to a call, or to a return, without
//! an error in between; the formula there holds, so the moment is good again. After a return, the summary of the callee
//! holds of the values that it was called with, because it was entered with them, and its caller goes on from there. By
//! induction on the length of an execution, no execution meets an error.
//!
//! What is executed from a place stands for every execution: a choice is an unknown value, a jump to several places is
//! chosen by unknown values, and where paths join, each value is that of the path that was taken.
//!
//! # Why it reads the program itself
//!
//! The engines for Boolean programs read a type of their own that is made from the program (`BoolProgram`). The checker
//! does not: a mistake in making it would be a mistake of the engine and of the checker alike, and a wrong proof would
//! pass. So the core language is read a second time here, and what no Boolean program has is refused where it is met.
//!
//! # What it relies on
//!
//! The verifier of the crate `ir`; and-inverter graphs, their translation to clauses and the solver itself, of the
//! crate `solver`. Termination is not proved.

mod form;
mod formula;
mod region;
#[cfg(test)]
mod tests;
mod writes;

use base::IndexVec;
use ir::{ProcId, Program, TermOp, Type};
use solver::aig::{Aig, Signal};
use verdict::{BooleanProof, Formula};

use crate::refusal::{Reason, Refusal};
use form::Shape;
use formula::{Instances, View};
use region::Region;
use writes::Writes;

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BooleanReport {
    pub procedures: u64,
    /// Places with a formula.
    pub invariants: u64,
    /// Parts of all formulas.
    pub nodes: u64,
    /// Questions to the solver; what is true by its form alone is not asked.
    pub questions: u64,
}

/// How much a check may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BooleanBudget {
    /// Conflicts of the solver, in all questions together.
    pub conflicts: u64,
    /// Values and parts of formulas that are looked at.
    pub work: u64,
    /// Nodes of the graph of one region.
    pub nodes: usize,
}

impl Default for BooleanBudget {
    /// Some minutes, and about a gigabyte.
    fn default() -> Self {
        Self { conflicts: 1 << 22, work: 1 << 31, nodes: 1 << 24 }
    }
}

/// Checks a proof. No program and no proof makes it panic.
pub fn certify_boolean(program: &Program, proof: &BooleanProof) -> Result<BooleanReport, Refusal> {
    certify_boolean_within(program, proof, BooleanBudget::default())
}

/// The same with another budget.
pub fn certify_boolean_within(
    program: &Program,
    proof: &BooleanProof,
    budget: BooleanBudget,
) -> Result<BooleanReport, Refusal> {
    let refuse = |reason| Refusal::new(None, None, None, reason);
    if let Err(errors) = ir::verify(program) {
        let what = errors.first().map(ToString::to_string).unwrap_or_default();
        return Err(refuse(Reason::InvalidProgram(what)));
    }
    only_booleans(program).map_err(refuse)?;
    let shapes = form::shapes(program, proof)?;
    let mut check = Check {
        program,
        proof,
        writes: Writes::new(program),
        may_run: may_run(program),
        instances: Instances::new(&proof.formulas),
        budget,
        questions: 0,
        shapes: &shapes,
    };
    Region::stages(&mut check)?;
    for (proc, listed) in program.procs.ids().zip(&proof.procs) {
        for &(block, _) in &listed.invariants {
            Region::from(&mut check, proc, block)?;
        }
    }
    Ok(BooleanReport {
        procedures: proof.procs.len() as u64,
        invariants: proof.n_invariants() as u64,
        nodes: proof.formulas.nodes.len() as u64,
        questions: check.questions,
    })
}

/// Whether there is one thread at most, and all variables are Boolean. What statements are is seen when they are
/// executed.
fn only_booleans(program: &Program) -> Result<(), Reason> {
    if program.threads.len() > 1 {
        return Err(Reason::NotSequential("it has threads"));
    }
    let globals = program.globals.iter().map(|global| global.ty);
    let locals = program.procs.iter().flat_map(|proc| proc.locals.iter().map(|local| local.ty));
    let results = program.procs.iter().flat_map(|proc| proc.results.iter().copied());
    match globals.chain(locals).chain(results).all(|ty| ty == Type::Bool) {
        true => Ok(()),
        false => Err(Reason::NotBoolean("a variable is of another type")),
    }
}

/// The procedures that chains of calls lead to.
fn may_run(program: &Program) -> IndexVec<ProcId, bool> {
    let mut seen = IndexVec::filled(false, program.procs.len());
    let mut pending: Vec<ProcId> = program.init.into_iter().chain(program.threads.iter().copied()).collect();
    while let Some(proc) = pending.pop() {
        if std::mem::replace(&mut seen[proc], true) {
            continue;
        }
        for block in &program.procs[proc].blocks {
            if let TermOp::Call { proc: callee, .. } = block.terminator.op {
                pending.push(callee);
            }
        }
    }
    seen
}

/// What all regions share.
struct Check<'a> {
    program: &'a Program,
    proof: &'a BooleanProof,
    shapes: &'a IndexVec<ProcId, Shape>,
    writes: Writes,
    /// Whether a chain of calls leads from the program's stages to the procedure.
    may_run: IndexVec<ProcId, bool>,
    instances: Instances<'a>,
    /// What is left of it.
    budget: BooleanBudget,
    questions: u64,
}

impl Check<'_> {
    /// A formula over values.
    fn image(&mut self, aig: &mut Aig, formula: Formula, view: &View<'_>) -> Result<Signal, Reason> {
        let (image, work) = self.instances.image(aig, formula, view);
        self.spend(aig, work)?;
        Ok(image)
    }

    fn spend(&mut self, aig: &Aig, work: usize) -> Result<(), Reason> {
        let left = self.budget.work.checked_sub(work as u64);
        self.budget.work = left.ok_or(Reason::TooLarge("too many formulas and values"))?;
        match aig.n_nodes() > self.budget.nodes {
            true => Err(Reason::TooLarge("the formulas of a region are too large")),
            false => Ok(()),
        }
    }
}
