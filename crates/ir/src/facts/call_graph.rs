//! Who calls whom. Guards of selects call too; spawns are edges of their own, since the spawned procedure runs on a
//! stack of its own.

use base::{Components, Graph, IndexVec};

use crate::instr::{Guard, Op, Probe, TermOp, ThreadOp};
use crate::program::{Proc, ProcId, Program};

/// Calls and spawns between procedures.
#[derive(Clone, Debug)]
pub struct CallGraph {
    calls: Graph<ProcId>,
    callers: Graph<ProcId>,
    spawns: Graph<ProcId>,
    components: Components<ProcId>,
}

impl CallGraph {
    pub fn new(program: &Program) -> Self {
        let of = |collect: fn(&Proc) -> Vec<ProcId>| {
            Graph::new(program.procs.len(), |proc| {
                let mut procs = collect(&program.procs[proc]);
                procs.sort_unstable();
                procs.dedup();
                procs
            })
        };
        let calls = of(called);
        Self { callers: calls.reversed(), components: calls.components(), calls, spawns: of(spawned) }
    }

    /// The procedures that it calls, in ascending order.
    pub fn callees(&self, proc: ProcId) -> &[ProcId] {
        self.calls.successors(proc)
    }

    /// The procedures that call it, in ascending order.
    pub fn callers(&self, proc: ProcId) -> &[ProcId] {
        self.callers.successors(proc)
    }

    /// The procedures that it starts as threads, in ascending order.
    pub fn spawned(&self, proc: ProcId) -> &[ProcId] {
        self.spawns.successors(proc)
    }

    /// A procedure, and everything that its calls lead to; nearer ones come first.
    pub fn below(&self, proc: ProcId) -> Vec<ProcId> {
        let mut reachable = vec![proc];
        let mut is_known: IndexVec<ProcId, bool> = IndexVec::filled(false, self.calls.len());
        is_known[proc] = true;
        let mut next = 0;
        while let Some(&proc) = reachable.get(next) {
            next += 1;
            for &callee in self.callees(proc) {
                if !std::mem::replace(&mut is_known[callee], true) {
                    reachable.push(callee);
                }
            }
        }
        reachable
    }

    /// Whether a call of the procedure may lead to another call of it.
    pub fn is_recursive(&self, proc: ProcId) -> bool {
        self.components.is_cyclic(proc)
    }

    /// The groups of procedures that call each other; callees come before callers.
    pub fn components(&self) -> &Components<ProcId> {
        &self.components
    }
}

fn called(proc: &Proc) -> Vec<ProcId> {
    let mut procs = Vec::new();
    for block in &proc.blocks {
        match &block.terminator.op {
            TermOp::Call { proc, .. } => procs.push(*proc),
            TermOp::Select { joins, .. } => {
                for probe in joins.iter().flat_map(|join| &join.guards).filter_map(Guard::probe) {
                    match probe {
                        Probe::Call { proc, .. } => procs.push(*proc),
                        Probe::Expr(_) => {}
                    }
                }
            }
            TermOp::Goto { .. }
            | TermOp::Branch { .. }
            | TermOp::Switch { .. }
            | TermOp::SwitchClass { .. }
            | TermOp::Return { .. }
            | TermOp::Opaque { .. } => {}
        }
    }
    procs
}

fn spawned(proc: &Proc) -> Vec<ProcId> {
    let instrs = proc.blocks.iter().flat_map(|block| &block.instrs);
    instrs
        .filter_map(
            |instr| if let Op::Thread(ThreadOp::Spawn { proc, .. }) = &instr.op { Some(*proc) } else { None },
        )
        .collect()
}
