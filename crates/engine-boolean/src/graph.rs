//! A Boolean program as a graph: which variables a procedure can touch, which of them count at a block, and in which
//! order blocks are best visited.

use base::IndexVec;
use ir::facts::{CallGraph, Cfg, Liveness, ModRef};
use ir::{BlockId, GlobalId, LocalId, Place, ProcId, Program};

use crate::program::{Block, BoolProgram, Call, CallId, Check, CheckId, End, Return, ReturnId};
use crate::representation::At;
use crate::visits::visiting_order;

/// A program, with what the analysis needs to know of it.
pub(crate) struct Graph<'p> {
    pub(crate) program: &'p BoolProgram<'p>,
    pub(crate) procs: IndexVec<ProcId, ProcFacts>,
    /// `init`, if there is one, and then the thread.
    pub(crate) stages: Vec<ProcId>,
}

/// What is known of a procedure.
pub(crate) struct ProcFacts {
    /// Globals that it or what it calls reads or writes; nothing else of the globals matters to it.
    pub(crate) touched: Vec<GlobalId>,
    /// Those of them that it or what it calls may write.
    pub(crate) written: Vec<GlobalId>,
    pub(crate) params: Vec<LocalId>,
    /// Callees come before callers, as far as they are not recursive.
    rank: u32,
    /// Whether a call of it may lead to another one.
    pub(crate) is_recursive: bool,
    /// Places of blocks in the order of visits.
    order: IndexVec<BlockId, u32>,
    /// Locals that are live at the beginning of a block.
    live: IndexVec<BlockId, Vec<LocalId>>,
    /// Where control may come from, calls included.
    pub(crate) predecessors: IndexVec<BlockId, Vec<BlockId>>,
    /// Calls of this procedure.
    pub(crate) call_sites: Vec<CallId>,
}

impl<'p> Graph<'p> {
    pub(crate) fn new(program: &'p BoolProgram<'p>) -> Self {
        let source = program.source;
        let mod_ref = ModRef::new(source);
        let ranks = ranks(source, mod_ref.call_graph());
        let mut procs: IndexVec<ProcId, ProcFacts> =
            source.procs.ids().map(|proc| ProcFacts::new(source, &mod_ref, proc, ranks[proc])).collect();
        for (id, call) in program.calls.iter_enumerated() {
            procs[call.callee].call_sites.push(id);
        }
        let stages = source.init.into_iter().chain(source.threads.first().copied()).collect();
        Self { program, procs, stages }
    }

    pub(crate) fn block(&self, at: At) -> &'p Block {
        &self.program.procs[at.proc].blocks[at.block]
    }

    pub(crate) fn check(&self, id: CheckId) -> &'p Check {
        &self.program.checks[id]
    }

    pub(crate) fn call(&self, id: CallId) -> &'p Call {
        &self.program.calls[id]
    }

    pub(crate) fn returned(&self, id: ReturnId) -> &'p Return {
        &self.program.returns[id]
    }

    /// The blocks that control may go to next inside the procedure, in order, with repetitions.
    pub(crate) fn targets(&self, end: &End) -> Vec<BlockId> {
        match end {
            End::Goto(targets) => targets.clone(),
            End::Branch { condition: _, then_to, else_to } => vec![*then_to, *else_to],
            End::Call(call) => vec![self.call(*call).next],
            End::Return(_) => Vec::new(),
        }
    }

    /// What distinguishes values at the beginning of a block: the globals that the procedure touches, and its live
    /// locals.
    pub(crate) fn counting(&self, proc: ProcId, block: BlockId) -> impl Iterator<Item = Place> + '_ {
        let facts = &self.procs[proc];
        let globals = facts.touched.iter().map(|&global| Place::Global(global));
        globals.chain(facts.live[block].iter().map(|&local| Place::Local(local)))
    }

    /// Locals that count at the beginning of a block, in order.
    pub(crate) fn live(&self, proc: ProcId, block: BlockId) -> &[LocalId] {
        &self.procs[proc].live[block]
    }

    pub(crate) fn is_live(&self, proc: ProcId, block: BlockId, local: LocalId) -> bool {
        self.procs[proc].live[block].binary_search(&local).is_ok()
    }

    /// Whether path edges of the procedure know the values at its entry. A summary is not taken of one that is never
    /// called.
    pub(crate) fn knows_entry(&self, proc: ProcId) -> bool {
        !self.procs[proc].call_sites.is_empty()
    }

    /// Where a block stands in the order of visits.
    pub(crate) fn priority(&self, proc: ProcId, block: BlockId) -> (u32, u32) {
        let facts = &self.procs[proc];
        (facts.rank, facts.order[block])
    }

    /// Whether a jump back leads to a block: every cycle has such a block.
    pub(crate) fn is_loop_head(&self, proc: ProcId, block: BlockId) -> bool {
        let facts = &self.procs[proc];
        let is_back =
            |from: &BlockId| facts.order[*from] != u32::MAX && facts.order[*from] >= facts.order[block];
        facts.predecessors[block].iter().any(is_back)
    }

    /// Globals, and locals of all procedures.
    pub(crate) fn n_variables(&self) -> usize {
        let locals = self.program.procs.iter().map(|proc| proc.n_locals);
        self.program.n_globals + locals.sum::<usize>()
    }

    /// Locals of the largest frame, and the most results of a procedure.
    pub(crate) fn largest(&self) -> (usize, usize) {
        let procs = || self.program.procs.iter();
        let locals = procs().map(|proc| proc.n_locals).max().unwrap_or(0);
        (locals, procs().map(|proc| proc.n_results).max().unwrap_or(0))
    }
}

impl ProcFacts {
    fn new(program: &Program, mod_ref: &ModRef, id: ProcId, rank: u32) -> Self {
        let proc = &program.procs[id];
        let effects = mod_ref.of(id);
        let touches = |&global: &GlobalId| {
            effects.globals_read.contains(global) || effects.globals_written.contains(global)
        };
        let cfg = Cfg::new(proc);
        let liveness = Liveness::with_cfg(proc, &cfg);
        let mut order = IndexVec::filled(u32::MAX, proc.blocks.len());
        for (block, place) in visiting_order(&cfg).iter_enumerated() {
            order[block] = place.unwrap_or(u32::MAX);
        }
        let predecessors = |block: BlockId| -> Vec<BlockId> {
            let mut from: Vec<BlockId> = cfg.edges_into(block).iter().map(|edge| edge.from).collect();
            from.sort_unstable();
            from.dedup();
            from
        };
        Self {
            touched: program.globals.ids().filter(touches).collect(),
            written: effects.globals_written.iter().collect(),
            params: proc.params().map(|(id, _)| id).collect(),
            rank,
            is_recursive: mod_ref.call_graph().is_recursive(id),
            order,
            live: proc.blocks.ids().map(|block| liveness.live_in(block).iter().collect()).collect(),
            predecessors: proc.blocks.ids().map(predecessors).collect(),
            call_sites: Vec::new(),
        }
    }
}

/// Ranks in which callees come first.
fn ranks(program: &Program, calls: &CallGraph) -> IndexVec<ProcId, u32> {
    let components = calls.components();
    program.procs.ids().map(|proc| components.component_of(proc) as u32).collect()
}
