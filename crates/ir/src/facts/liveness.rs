//! Liveness: a local is live at a point if some path from there reads it before writing it.
//!
//! The analysis goes variable by variable, backwards from the reads that no write in the same block precedes, and
//! stops at writes. So it costs what it finds: short-lived temporaries cost next to nothing however many there are,
//! where one set over all locals for each block would be quadratic.
//!
//! Writes of terminators belong to edges. The results of a call are written on the edge to its `next` block. A message
//! is written on the edge of its own join only: on the edges of the other joins the variable keeps its value. All
//! guards are evaluated before any message is written.

use std::collections::BTreeSet;

use base::graph::group;
use base::{Id, IndexVec};

use super::cfg::{Cfg, CfgEdge};
use super::id_set::{IdSet, place};
use crate::instr::{Expr, Guard, Instr, Place, TermOp};
use crate::program::{Block, BlockId, LocalId, Proc, ProcId, Program};

/// A set of locals of one procedure.
pub type LocalSet = IdSet<LocalId>;

/// The live locals of one procedure at every point.
///
/// The sets at the beginnings of blocks are stored; those inside a block are computed on demand from its end. A caller
/// that needs all of them [walks back](Self::walk_back) through the block.
#[derive(Clone, Debug)]
pub struct Liveness<'a> {
    proc: &'a Proc,
    live_in: IndexVec<BlockId, Row>,
}

/// A sparse set: words of bits with their indices, in ascending order.
type Row = Vec<(u32, u64)>;

impl<'a> Liveness<'a> {
    /// Panics if there is no such procedure.
    pub fn new(program: &'a Program, proc: ProcId) -> Self {
        let proc = &program.procs[proc];
        Self::with_cfg(proc, &Cfg::new(proc))
    }

    /// The same with a control-flow graph that is there already.
    pub fn with_cfg(proc: &'a Proc, cfg: &Cfg) -> Self {
        Self { proc, live_in: Analysis::new(proc, cfg).run() }
    }

    /// The locals that are live before the instruction at `index`, or before the terminator if `index` is the number of
    /// instructions.
    pub fn live_before(&self, block: BlockId, index: usize) -> impl Iterator<Item = LocalId> + use<> {
        self.set_before(block, index).into_iter()
    }

    /// The same as a set.
    pub fn set_before(&self, block: BlockId, index: usize) -> LocalSet {
        let code = &self.proc.blocks[block];
        let mut live = self.live_before_terminator(code);
        code.instrs[index..].iter().rev().for_each(|instr| step_back(&mut live, instr));
        live
    }

    /// Whether one local is live at that point.
    pub fn is_live_before(&self, block: BlockId, index: usize, local: LocalId) -> bool {
        let code = &self.proc.blocks[block];
        let terminator = &code.terminator.op;
        match first_access_from(code, index, local) {
            Some(Access::Read(_)) => true,
            Some(Access::Write) => false,
            None => terminator.targets().into_iter().enumerate().any(|(number, target)| {
                self.is_live_in(target, local) && !writes_on_edge(terminator, number, local)
            }),
        }
    }

    pub(crate) fn is_live_in(&self, block: BlockId, local: LocalId) -> bool {
        let (word, bit) = place(local);
        let row = &self.live_in[block];
        row.binary_search_by_key(&word, |&(index, _)| index as usize).is_ok_and(|at| row[at].1 & bit != 0)
    }

    /// Shows the locals that are live before the terminator of a block, and then before each instruction, from the last
    /// to the first. Costs what the block reads and writes, so many short-lived temporaries in one block are no
    /// problem.
    pub fn walk_back(&self, block: BlockId, mut see: impl FnMut(usize, &BTreeSet<LocalId>)) {
        let code = &self.proc.blocks[block];
        let mut live: BTreeSet<LocalId> = self.live_before_terminator(code).iter().collect();
        see(code.instrs.len(), &live);
        for (index, instr) in code.instrs.iter().enumerate().rev() {
            for_each_local_written(instr, |local| _ = live.remove(&local));
            instr.op.for_each_expr(|expr| for_each_read(expr, |local| _ = live.insert(local)));
            see(index, &live);
        }
    }

    /// The locals that are live at the beginning of a block.
    pub fn live_in(&self, block: BlockId) -> LocalSet {
        let mut live = self.none();
        self.add_live_in(block, &mut live);
        live
    }

    /// The locals whose values matter while the callee of the block's call runs: live at `next`, but for the results.
    /// `None` if the block does not end with a call.
    pub fn live_across_call(&self, block: BlockId) -> Option<LocalSet> {
        let op = &self.proc.blocks[block].terminator.op;
        let TermOp::Call { next, .. } = op else { return None };
        Some(self.live_on_edge(op, 0, *next))
    }

    fn none(&self) -> LocalSet {
        IdSet::new(self.proc.locals.len())
    }

    fn add_live_in(&self, block: BlockId, live: &mut LocalSet) {
        self.live_in[block].iter().for_each(|&(word, bits)| live.insert_word(word, bits));
    }

    /// What is live at the target and not written on the way there.
    fn live_on_edge(&self, op: &TermOp, number: usize, target: BlockId) -> LocalSet {
        let mut live = self.live_in(target);
        for_each_written_on_edge(op, number, |local| {
            live.remove(local);
        });
        live
    }

    fn live_before_terminator(&self, block: &Block) -> LocalSet {
        let op = &block.terminator.op;
        let mut live = self.none();
        for (number, target) in op.targets().into_iter().enumerate() {
            if writes_on_edges(op) {
                live.union_with(&self.live_on_edge(op, number, target));
            } else {
                self.add_live_in(target, &mut live);
            }
        }
        op.for_each_expr(|expr| for_each_read(expr, |local| _ = live.insert(local)));
        live
    }
}

/// From the set after an instruction to the set before it.
fn step_back(live: &mut LocalSet, instr: &Instr) {
    for_each_local_written(instr, |local| _ = live.remove(local));
    instr.op.for_each_expr(|expr| for_each_read(expr, |local| _ = live.insert(local)));
}

/// What happens to a local first.
pub(crate) enum Access {
    /// By the instruction at this index, or by the terminator.
    Read(usize),
    Write,
}

/// The first access to a local in a block, but for what the terminator writes on its edges.
pub(crate) fn first_access(block: &Block, local: LocalId) -> Option<Access> {
    first_access_from(block, 0, local)
}

fn first_access_from(block: &Block, index: usize, local: LocalId) -> Option<Access> {
    let mut read = false;
    for (index, instr) in block.instrs.iter().enumerate().skip(index) {
        instr.op.for_each_expr(|expr| for_each_read(expr, |found| read |= found == local));
        if read {
            return Some(Access::Read(index));
        }
        let mut written = false;
        for_each_local_written(instr, |found| written |= found == local);
        if written {
            return Some(Access::Write);
        }
    }
    block.terminator.op.for_each_expr(|expr| for_each_read(expr, |found| read |= found == local));
    read.then_some(Access::Read(block.instrs.len()))
}

/// Whether the terminator writes the local when control takes the `number`th edge.
pub(crate) fn writes_on_edge(op: &TermOp, number: usize, local: LocalId) -> bool {
    let mut found = false;
    for_each_written_on_edge(op, number, |written| found |= written == local);
    found
}

fn for_each_read(expr: &Expr, mut see: impl FnMut(LocalId)) {
    expr.visit(&mut |part| match part {
        Expr::Local(local) => see(*local),
        Expr::Const(_)
        | Expr::Global(_)
        | Expr::SelfId
        | Expr::Unary { .. }
        | Expr::Binary { .. }
        | Expr::Convert { .. }
        | Expr::Round { .. } => {}
    });
}

/// Calls `see` on the locals that an instruction writes.
fn for_each_local_written(instr: &Instr, mut see: impl FnMut(LocalId)) {
    instr.op.for_each_written(|place| match place {
        Place::Local(local) => see(local),
        Place::Global(_) => {}
    });
}

fn writes_on_edges(op: &TermOp) -> bool {
    match op {
        TermOp::Call { .. } | TermOp::Select { .. } => true,
        TermOp::Goto { .. }
        | TermOp::Branch { .. }
        | TermOp::Switch { .. }
        | TermOp::SwitchClass { .. }
        | TermOp::Return { .. }
        | TermOp::Opaque { .. } => false,
    }
}

/// Calls `see` on the locals that the terminator writes when control takes the `number`th edge.
fn for_each_written_on_edge(op: &TermOp, number: usize, mut see: impl FnMut(LocalId)) {
    let mut see_place = |place| match place {
        Place::Local(local) => see(local),
        Place::Global(_) => {}
    };
    match op {
        TermOp::Call { results, .. } => results.iter().copied().for_each(see_place),
        TermOp::Select { joins, .. } => {
            let guards = joins.get(number).map_or(&[][..], |join| &join.guards);
            guards.iter().filter_map(Guard::dst).for_each(&mut see_place);
        }
        TermOp::Goto { .. }
        | TermOp::Branch { .. }
        | TermOp::Switch { .. }
        | TermOp::SwitchClass { .. }
        | TermOp::Return { .. }
        | TermOp::Opaque { .. } => {}
    }
}

struct Analysis<'a> {
    cfg: &'a Cfg,
    proc: &'a Proc,
    /// Which local was last found to be written in the block, or live at its beginning.
    written_in: IndexVec<BlockId, Option<LocalId>>,
    live_in: IndexVec<BlockId, Option<LocalId>>,
    rows: IndexVec<BlockId, Row>,
    pending: Vec<BlockId>,
}

impl<'a> Analysis<'a> {
    fn new(proc: &'a Proc, cfg: &'a Cfg) -> Self {
        let len = proc.blocks.len();
        Self {
            cfg,
            proc,
            written_in: IndexVec::filled(None, len),
            live_in: IndexVec::filled(None, len),
            rows: IndexVec::filled(Row::new(), len),
            pending: Vec::new(),
        }
    }

    fn run(mut self) -> IndexVec<BlockId, Row> {
        let Accesses { exposed, written } = Accesses::of(self.proc);
        let n_locals = self.proc.locals.len();
        let (exposed_starts, exposed) = group(n_locals, || exposed.iter().copied());
        let (written_starts, written) = group(n_locals, || written.iter().copied());
        for local in self.proc.locals.ids() {
            let range = |starts: &[usize]| starts[local.index()]..starts[local.index() + 1];
            for &block in &written[range(&written_starts)] {
                self.written_in[block] = Some(local);
            }
            exposed[range(&exposed_starts)].iter().for_each(|&block| self.mark(local, block));
            self.propagate(local);
        }
        self.rows
    }

    fn propagate(&mut self, local: LocalId) {
        let cfg = self.cfg;
        while let Some(block) = self.pending.pop() {
            for &CfgEdge { from, number } in cfg.edges_into(block) {
                if self.written_in[from] != Some(local) && !self.writes_on_edge(from, number, local) {
                    self.mark(local, from);
                }
            }
        }
    }

    fn writes_on_edge(&self, from: BlockId, number: u32, local: LocalId) -> bool {
        writes_on_edge(&self.proc.blocks[from].terminator.op, number as usize, local)
    }

    /// Makes a local live at the beginning of a block. Locals come in ascending order, so rows grow at their ends.
    fn mark(&mut self, local: LocalId, block: BlockId) {
        if self.live_in[block].replace(local) == Some(local) {
            return;
        }
        let (word, bit) = place(local);
        let row = &mut self.rows[block];
        match row.last_mut() {
            Some((last, bits)) if *last as usize == word => *bits |= bit,
            Some(_) | None => row.push((word as u32, bit)),
        }
        self.pending.push(block);
    }
}

/// Which block reads which local before writing it, and which block writes which local, by instructions.
#[derive(Default)]
struct Accesses {
    exposed: Vec<(LocalId, BlockId)>,
    written: Vec<(LocalId, BlockId)>,
}

impl Accesses {
    fn of(proc: &Proc) -> Self {
        let mut accesses = Self::default();
        let n_locals = proc.locals.len();
        let mut last_exposed: IndexVec<LocalId, Option<BlockId>> = IndexVec::filled(None, n_locals);
        let mut last_written: IndexVec<LocalId, Option<BlockId>> = IndexVec::filled(None, n_locals);
        for (id, block) in proc.blocks.iter_enumerated() {
            let mut read = |local: LocalId, last_written: &IndexVec<LocalId, Option<BlockId>>| {
                if last_written[local] != Some(id) && last_exposed[local].replace(id) != Some(id) {
                    accesses.exposed.push((local, id));
                }
            };
            for instr in &block.instrs {
                instr.op.for_each_expr(|expr| for_each_read(expr, |local| read(local, &last_written)));
                for_each_local_written(instr, |local| {
                    if last_written[local].replace(id) != Some(id) {
                        accesses.written.push((local, id));
                    }
                });
            }
            let terminator = &block.terminator.op;
            terminator.for_each_expr(|expr| for_each_read(expr, |local| read(local, &last_written)));
        }
        accesses
    }
}
