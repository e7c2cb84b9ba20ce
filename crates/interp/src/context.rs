//! A program and the facts about it that the interpreter asks for again and again.

use base::IndexVec;
use ir::facts::{AtomicSections, CallGraph};
use ir::{ProcId, Program};

use crate::state::Frame;

/// What every part of the interpreter is given: the program, and what was computed from it once.
#[derive(Debug)]
pub struct Context<'p> {
    pub program: &'p Program,
    /// Whether thread numbers can be observed, and thus are part of a state's identity.
    pub(crate) numbers_matter: bool,
    sections: IndexVec<ProcId, AtomicSections>,
    calls: CallGraph,
}

impl<'p> Context<'p> {
    pub fn new(program: &'p Program) -> Self {
        let sections = program.procs.iter().map(AtomicSections::new).collect();
        Self { program, numbers_matter: program.uses_self(), sections, calls: CallGraph::new(program) }
    }

    /// Whether a move ends at a step mark even inside an atomic section, lest it go on without bound: on cycles that stay in
    /// the section, and in recursive procedures.
    pub fn cuts_before(&self, frame: &Frame) -> bool {
        self.calls.is_recursive(frame.proc) || self.sections[frame.proc].cuts_before(frame.block, frame.index)
    }
}
