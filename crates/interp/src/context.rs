//! A program and the facts about it that the interpreter asks for again and again.

use base::IndexVec;
use ir::facts::{AtomicSections, CallGraph};
use ir::{ProcId, Program};
use temporal::Temporal;

use crate::state::Frame;

/// What every part of the interpreter is given: the program, and what was computed from it once.
#[derive(Debug)]
pub struct Context<'p> {
    pub program: &'p Program,
    /// Thread numbers below this can be observed, and thus are part of a state's identity; none if no number can.
    pub(crate) numbers_below: Option<u32>,
    sections: IndexVec<ProcId, AtomicSections>,
    calls: CallGraph,
}

impl<'p> Context<'p> {
    pub fn new(program: &'p Program) -> Self {
        let sections = program.procs.iter().map(AtomicSections::new).collect();
        let numbers_below = program.uses_self().then_some(u32::MAX);
        Self { program, numbers_below, sections, calls: CallGraph::new(program) }
    }

    /// The same, where a property looks at the states too: it may name threads by their numbers.
    pub fn observed_by(program: &'p Program, property: &Temporal) -> Self {
        let ctx = Self::new(program);
        let numbers_below = ctx.numbers_below.or(property.greatest_thread().map(|number| number + 1));
        Self { numbers_below, ..ctx }
    }

    /// Whether a move ends at a step mark even inside an atomic section, lest it go on without bound: on cycles that
    /// stay in the section, and in recursive procedures.
    pub fn cuts_before(&self, frame: &Frame) -> bool {
        self.calls.is_recursive(frame.proc) || self.sections[frame.proc].cuts_before(frame.block, frame.index)
    }
}
