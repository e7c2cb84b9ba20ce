//! Path edges and summary edges, until nothing new is found or an error is: one search for all representations of sets.
//!
//! In the way of Bebop (Ball and Rajamani, 2000) and of figure 1 of *SAT-based Summarization for Boolean Programs* (Basler, Kroening, Weissenbacher, 2007). At each block a set of path edges
//! grows. What is new since the block was visited last is its next *layer*; only layers are carried on. Callees are visited before callers, and blocks in
//! reverse post-order, so that what meets at a join goes on together. All layers are kept, with the time when they were made: whatever is in a layer was made from older ones.
//!
//! DIVERGENCE from figure 1, which loses states once path edges split: a call is always registered, every summary edge is taken at every call that it matches, and inclusion
//! only decides whether a callee has to be entered.

use std::collections::BTreeSet;

use base::IndexVec;
use ir::{BlockId, ProcId, TermOp};
use machine::Failure;
use verdict::{StopReason, ViolationKind};

use crate::graph::Graph;
use crate::representation::{At, Kind, Ready, Representation};

/// What was found at one time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer<S> {
    pub(crate) set: S,
    pub(crate) time: u64,
}

/// Path edges at the beginning of a block.
#[derive(Clone, Debug)]
pub(crate) struct BlockEdges<S> {
    /// Reached and not yet carried on.
    pending: Option<S>,
    pub(crate) layers: Vec<Layer<S>>,
    /// If the block ends with a call: what has come there.
    called: Option<S>,
}

/// Summary edges that were found at one time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<S> {
    pub(crate) layer: Layer<S>,
    /// The block that returns, and its layer.
    pub(crate) block: BlockId,
    pub(crate) of: usize,
}

/// What is known of a procedure.
pub(crate) struct ProcEdges<S> {
    pub(crate) blocks: IndexVec<BlockId, BlockEdges<S>>,
    /// What it was called with.
    pub(crate) entries: Vec<Layer<S>>,
    pub(crate) pieces: Vec<Piece<S>>,
    /// All pieces together.
    summary: Option<S>,
}

/// An error: an assertion that fails, or a fault, for some values in the layer of the block.
#[derive(Clone, Debug)]
pub(crate) struct FoundError {
    pub(crate) at: At,
    pub(crate) index: usize,
    pub(crate) layer: usize,
    pub(crate) failure: Failure,
}

/// The analysis of a program.
pub(crate) struct Tabulation<'a, 'p, R: Representation> {
    pub(crate) graph: &'a Graph<'p>,
    pub(crate) sets: R,
    pub(crate) procs: IndexVec<ProcId, ProcEdges<R::Set>>,
    pub(crate) errors: Vec<FoundError>,
    /// Blocks that were visited.
    pub(crate) visits: u64,
    queue: BTreeSet<((u32, u32), At)>,
    time: u64,
    max_visits: Option<u64>,
    all_errors: bool,
}

/// Visits between two reports of progress.
const VISITS_PER_REPORT: u64 = 16;

impl<'a, 'p, R: Representation> Tabulation<'a, 'p, R> {
    pub(crate) fn new(graph: &'a Graph<'p>, sets: R, max_visits: Option<u64>, all_errors: bool) -> Self {
        let nothing = || BlockEdges { pending: None, layers: Vec::new(), called: None };
        let edges = |proc: &ir::Proc| ProcEdges {
            blocks: proc.blocks.iter().map(|_| nothing()).collect(),
            entries: Vec::new(),
            pieces: Vec::new(),
            summary: None,
        };
        let procs = graph.program.procs.iter().map(edges).collect();
        Self {
            graph,
            sets,
            procs,
            errors: Vec::new(),
            visits: 0,
            queue: BTreeSet::new(),
            time: 0,
            max_visits,
            all_errors,
        }
    }

    /// Finds everything, or the first error.
    pub(crate) fn run(&mut self) -> Result<(), StopReason> {
        if let Some(&first) = self.graph.stages.first() {
            let start = self.sets.start(first)?;
            self.enter(first, start)?;
        }
        while let Some((_, at)) = self.queue.pop_first() {
            self.visit(at)?;
            if !self.errors.is_empty() && !self.all_errors {
                break;
            }
            self.visits += 1;
            if let Some(limit) = self.max_visits.filter(|&limit| self.visits > limit) {
                return Err(StopReason::StateLimit(limit));
            }
            if self.visits.is_multiple_of(VISITS_PER_REPORT) {
                self.sets.report(self.visits, self.queue.len() as u64)?;
            }
            self.collect_garbage();
        }
        Ok(())
    }

    /// Sets of summary edges of all procedures.
    pub(crate) fn n_pieces(&self) -> usize {
        self.procs.iter().map(|proc| proc.pieces.len()).sum()
    }

    /// Layers of a block that are older than a time.
    pub(crate) fn layers_before(&self, at: At, time: u64) -> &[Layer<R::Set>] {
        let layers = &self.procs[at.proc].blocks[at.block].layers;
        &layers[..layers.partition_point(|layer| layer.time < time)]
    }

    fn next_time(&mut self) -> u64 {
        self.time += 1;
        self.time
    }

    /// Begins a procedure with these values.
    fn enter(&mut self, proc: ProcId, entries: R::Set) -> Result<(), StopReason> {
        let Some(new) = self.sets.learn(Kind::Entry(proc), entries)? else { return Ok(()) };
        let time = self.next_time();
        let edges = self.sets.entry_edges(proc, &new)?;
        self.procs[proc].entries.push(Layer { set: new, time });
        let entry = self.graph.program.procs[proc].entry();
        self.add(At { proc, block: entry }, Some(edges))
    }

    /// Adds path edges to the beginning of a block.
    fn add(&mut self, at: At, edges: Option<R::Set>) -> Result<(), StopReason> {
        let Some(edges) = edges else { return Ok(()) };
        let pending = self.procs[at.proc].blocks[at.block].pending.take();
        let pending = self.joined(Kind::Block(at), pending, edges)?;
        self.procs[at.proc].blocks[at.block].pending = Some(pending);
        self.queue.insert((self.graph.priority(at.proc, at.block), at));
        Ok(())
    }

    fn joined(&mut self, kind: Kind, known: Option<R::Set>, new: R::Set) -> Result<R::Set, StopReason> {
        match known {
            None => Ok(new),
            Some(known) => self.sets.join(kind, &known, &new),
        }
    }

    /// Carries on what is pending at a block.
    fn visit(&mut self, at: At) -> Result<(), StopReason> {
        let pending = self.procs[at.proc].blocks[at.block].pending.take();
        let pending = pending.expect("a block in the queue has pending path edges");
        let Some(set) = self.sets.learn(Kind::Block(at), pending)? else { return Ok(()) };
        let time = self.next_time();
        let edges = &mut self.procs[at.proc].blocks[at.block];
        edges.layers.push(Layer { set: set.clone(), time });
        let layer = edges.layers.len() - 1;
        let mut failing = Vec::new();
        let end = self.sets.through(at, &set, &mut failing)?;
        failing.into_iter().for_each(|index| self.found_error(at, index, layer));
        let Some(end) = end else { return Ok(()) };
        match &self.graph.block(at.proc, at.block).terminator.op {
            TermOp::Goto { targets } => {
                let mut targets = targets.iter().enumerate();
                targets.try_for_each(|(way, &target)| self.follow(at, &end, way, target))
            }
            TermOp::Branch { condition: _, then_to, else_to } => {
                self.follow(at, &end, 0, *then_to)?;
                self.follow(at, &end, 1, *else_to)
            }
            TermOp::Call { proc: callee, next, .. } => self.call(at, *callee, *next, end),
            TermOp::Return { .. } => self.leave(at, layer, &end),
            TermOp::Switch { .. } | TermOp::SwitchClass { .. } | TermOp::Select { .. } => {
                unreachable!("no terminator of a Boolean program")
            }
        }
    }

    fn follow(&mut self, at: At, end: &R::Set, way: usize, target: BlockId) -> Result<(), StopReason> {
        let edges = self.sets.follow(at, end, way)?;
        self.add(At { proc: at.proc, block: target }, edges)
    }

    fn found_error(&mut self, at: At, index: usize, layer: usize) {
        let instr = &self.graph.block(at.proc, at.block).instrs[index];
        let failure = Failure { kind: violation_kind(&instr.op), span: instr.site.span };
        if !self.errors.iter().any(|known| known.failure == failure) {
            self.errors.push(FoundError { at, index, layer, failure });
        }
    }

    /// New values at a call: the callee is entered, and summary edges that are known are taken.
    fn call(&mut self, at: At, callee: ProcId, next: BlockId, end: R::Set) -> Result<(), StopReason> {
        if let Some(Ready { after, failing }) = self.sets.ready(at, &end)? {
            failing.into_iter().for_each(|(at, index)| self.found_error(at, index, 0));
            return self.add(At { proc: at.proc, block: next }, after);
        }
        let called = self.procs[at.proc].blocks[at.block].called.take();
        let called = self.joined(Kind::Call(at), called, end.clone())?;
        self.procs[at.proc].blocks[at.block].called = Some(called);
        let entries = self.sets.entries(at, &end)?;
        self.enter(callee, entries)?;
        let Some(summary) = self.procs[callee].summary.clone() else { return Ok(()) };
        self.take(at, next, &end, &summary)
    }

    /// Goes on behind a call with what summary edges say.
    fn take(&mut self, at: At, next: BlockId, called: &R::Set, summary: &R::Set) -> Result<(), StopReason> {
        let after = self.sets.take(at, called, summary)?;
        self.add(At { proc: at.proc, block: next }, after)
    }

    /// Values at a return become summary edges, which callers take.
    fn leave(&mut self, at: At, of: usize, end: &R::Set) -> Result<(), StopReason> {
        let proc = at.proc;
        let edges = self.sets.leave(at, end)?;
        let Some(new) = self.sets.learn(Kind::Summary(proc), edges)? else { return Ok(()) };
        let summary = self.procs[proc].summary.take();
        self.procs[proc].summary = Some(self.joined(Kind::Summary(proc), summary, new.clone())?);
        let layer = Layer { set: new.clone(), time: self.next_time() };
        self.procs[proc].pieces.push(Piece { layer, block: at.block, of });
        let graph = self.graph;
        for &(caller, block) in &graph.procs[proc].call_sites {
            let site = At { proc: caller, block };
            let TermOp::Call { next, .. } = &graph.block(caller, block).terminator.op else {
                unreachable!("a call site ends with a call")
            };
            if let Some(called) = self.procs[caller].blocks[block].called.clone() {
                self.take(site, *next, &called, &new)?;
            }
        }
        self.next_stage(proc, &new)
    }

    /// When `init` has ended, the thread begins with the globals that it leaves behind.
    fn next_stage(&mut self, proc: ProcId, piece: &R::Set) -> Result<(), StopReason> {
        match self.graph.stages.as_slice() {
            &[first, thread] if first == proc => {
                let entries = self.sets.next_stage(proc, piece, thread)?;
                self.enter(thread, entries)
            }
            _ => Ok(()),
        }
    }

    fn collect_garbage(&mut self) {
        if !self.sets.wants_collection() {
            return;
        }
        let mut live = Vec::new();
        for ProcEdges { blocks, entries, pieces, summary } in &self.procs {
            live.extend(entries.iter().map(|layer| &layer.set));
            live.extend(pieces.iter().map(|piece| &piece.layer.set));
            live.extend(summary);
            for BlockEdges { pending, layers, called } in blocks {
                live.extend(pending.iter().chain(called));
                live.extend(layers.iter().map(|layer| &layer.set));
            }
        }
        self.sets.collect(&live);
    }
}

fn violation_kind(op: &ir::Op) -> ViolationKind {
    match op {
        ir::Op::Assert { message, .. } => ViolationKind::Assertion { message: message.clone() },
        ir::Op::Fault { kind } => ViolationKind::Fault(kind.clone()),
        other => unreachable!("{other:?} does not fail"),
    }
}
