//! Which variables a procedure can write, itself or through what it calls.

use base::{Id, IndexVec};
use ir::{ChoiceOp, CollectionOp, GlobalId, HeapOp, LocalId, Op, Place, ProcId, Program, TermOp};

/// For each procedure what it can write.
pub(super) struct Writes {
    globals: IndexVec<ProcId, Vec<bool>>,
    /// Locals are written by their own procedure only.
    locals: IndexVec<ProcId, Vec<bool>>,
}

impl Writes {
    pub(super) fn new(program: &Program) -> Self {
        let none = vec![false; program.globals.len()];
        let locals = program.procs.iter().map(|proc| vec![false; proc.locals.len()]).collect();
        let mut writes = Self { globals: IndexVec::filled(none, program.procs.len()), locals };
        let mut callers: IndexVec<ProcId, Vec<ProcId>> = IndexVec::filled(Vec::new(), program.procs.len());
        for (id, proc) in program.procs.iter_enumerated() {
            for block in &proc.blocks {
                for instr in &block.instrs {
                    targets(&instr.op).iter().for_each(|&dst| writes.write(id, dst));
                }
                if let TermOp::Call { proc: callee, results, .. } = &block.terminator.op {
                    results.iter().for_each(|&dst| writes.write(id, dst));
                    callers[*callee].push(id);
                }
            }
        }
        writes.close(&callers);
        writes
    }

    pub(super) fn global(&self, proc: ProcId, global: GlobalId) -> bool {
        self.globals[proc][global.index()]
    }

    pub(super) fn local(&self, proc: ProcId, local: LocalId) -> bool {
        self.locals[proc][local.index()]
    }

    fn write(&mut self, proc: ProcId, dst: Place) {
        match dst {
            Place::Local(local) => self.locals[proc][local.index()] = true,
            Place::Global(global) => self.globals[proc][global.index()] = true,
        }
    }

    /// Whatever a procedure writes is written by its callers.
    fn close(&mut self, callers: &IndexVec<ProcId, Vec<ProcId>>) {
        let mut changed: Vec<ProcId> = callers.ids().collect();
        while let Some(callee) = changed.pop() {
            for &caller in &callers[callee] {
                let mut grows = false;
                for global in 0..self.globals[callee].len() {
                    let written = self.globals[callee][global] && !self.globals[caller][global];
                    self.globals[caller][global] |= written;
                    grows |= written;
                }
                if grows {
                    changed.push(caller);
                }
            }
        }
    }
}

/// The variables that an instruction writes.
fn targets(op: &Op) -> &[Place] {
    match op {
        Op::Assign { dst, .. }
        | Op::Choice(ChoiceOp::Choose { dst, .. })
        | Op::Heap(
            HeapOp::Load { dst, .. }
            | HeapOp::New { dst, .. }
            | HeapOp::Cast { dst, .. }
            | HeapOp::InstanceOf { dst, .. },
        )
        | Op::Collection(
            CollectionOp::LoadElement { dst, .. }
            | CollectionOp::Size { dst, .. }
            | CollectionOp::Admits { dst, .. }
            | CollectionOp::Contains { dst, .. },
        ) => std::slice::from_ref(dst),
        Op::Choice(ChoiceOp::Havoc { dst, .. }) => dst,
        Op::Check(_)
        | Op::Thread(_)
        | Op::Heap(HeapOp::Store { .. })
        | Op::Collection(
            CollectionOp::StoreElement { .. }
            | CollectionOp::SetAdd { .. }
            | CollectionOp::SetRemove { .. }
            | CollectionOp::SetUnion { .. }
            | CollectionOp::SetDifference { .. }
            | CollectionOp::Send { .. },
        ) => &[],
    }
}
