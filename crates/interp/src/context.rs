//! A program and the facts about it that the interpreter asks for again and again.

use base::IndexVec;
use ir::facts::{CallGraph, cyclic_blocks};
use ir::{BlockId, Proc, ProcId, Program};

/// What every part of the interpreter is given: the program, and what was computed from it once.
#[derive(Debug)]
pub struct Context<'p> {
    pub program: &'p Program,
    /// Whether thread numbers can be observed, and thus are part of a state's identity.
    pub(crate) numbers_matter: bool,
    repeatable: IndexVec<ProcId, IndexVec<BlockId, bool>>,
}

impl<'p> Context<'p> {
    pub fn new(program: &'p Program) -> Self {
        let calls = CallGraph::new(program);
        let repeatable = |(id, proc): (ProcId, &Proc)| match calls.is_recursive(id) {
            true => IndexVec::filled(true, proc.blocks.len()),
            false => cyclic_blocks(proc),
        };
        let repeatable = program.procs.iter_enumerated().map(repeatable).collect();
        Self { program, numbers_matter: program.uses_self(), repeatable }
    }

    /// Whether one move of a thread might pass this block without bound: it lies on a cycle of its procedure,
    /// or its procedure is recursive.
    pub fn is_repeatable(&self, proc: ProcId, block: BlockId) -> bool {
        self.repeatable[proc][block]
    }
}
