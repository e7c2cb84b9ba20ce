//! Path edges and summary edges, until nothing new is found or an error is.
//!
//! At each block a set of path edges grows. What is new since the block was visited last is its next *layer*; only layers are carried on. Callees are visited
//! before callers, and blocks in reverse post-order, so that what meets at a join goes on together. All layers are kept, with the time when they were made: whatever is
//! in a layer was made from older ones, and each edge is in one layer only. That is all that is needed to find the way to an error.

use std::collections::BTreeSet;

use base::{Id, IndexVec};
use ir::{BlockId, Expr, GlobalId, Place, ProcId, TermOp};
use machine::Failure;
use solver::bdd::{Bdd, Variable};
use verdict::StopReason;

use super::space::Space;
use super::tools::{ProcTools, SiteTools};
use crate::account::failure;
use crate::graph::{Act, Graph, act};

/// What was found at one time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer {
    pub(crate) set: Bdd,
    pub(crate) time: u64,
}

/// Path edges at the beginning of a block.
#[derive(Clone, Debug)]
pub(crate) struct BlockEdges {
    reached: Bdd,
    /// Reached and not yet carried on.
    pending: Bdd,
    pub(crate) layers: Vec<Layer>,
    /// If the block ends with a call: all values there, at its end.
    called: Bdd,
}

/// Summary edges: from entry values to current values of globals and to results.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) layer: Layer,
    /// The block that returns, and its layer.
    pub(crate) block: BlockId,
    pub(crate) of: usize,
}

/// What is known of a procedure.
pub(crate) struct ProcEdges {
    pub(crate) blocks: IndexVec<BlockId, BlockEdges>,
    entered: Bdd,
    /// Current values of globals and parameters with which it was called.
    pub(crate) entries: Vec<Layer>,
    summary: Bdd,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) tools: ProcTools,
}

/// An error: an assertion that fails, or a fault, for these values at the beginning of the block.
#[derive(Clone, Debug)]
pub(crate) struct FoundError {
    pub(crate) proc: ProcId,
    pub(crate) block: BlockId,
    pub(crate) index: usize,
    pub(crate) layer: usize,
    pub(crate) failure: Failure,
}

/// The analysis of a program.
pub(crate) struct Tabulation<'a, 'p> {
    pub(crate) graph: &'a Graph<'p>,
    pub(crate) space: Space<'a>,
    pub(crate) procs: IndexVec<ProcId, ProcEdges>,
    queue: BTreeSet<((u32, u32), ProcId, BlockId)>,
    time: u64,
    pub(crate) errors: Vec<FoundError>,
    max_visits: Option<u64>,
    all_errors: bool,
    /// Nodes after the last collection of garbage.
    n_kept: usize,
}

/// Below so many nodes garbage stays.
const FEW_NODES: usize = 1 << 18;

impl<'a, 'p> Tabulation<'a, 'p> {
    pub(crate) fn new(
        graph: &'a Graph<'p>,
        mut space: Space<'a>,
        max_visits: Option<u64>,
        all_errors: bool,
    ) -> Result<Self, StopReason> {
        let mut procs = IndexVec::new();
        for (id, proc) in graph.program.procs.iter_enumerated() {
            let nothing = BlockEdges {
                reached: Bdd::FALSE,
                pending: Bdd::FALSE,
                layers: Vec::new(),
                called: Bdd::FALSE,
            };
            procs.push(ProcEdges {
                blocks: IndexVec::filled(nothing, proc.blocks.len()),
                entered: Bdd::FALSE,
                entries: Vec::new(),
                summary: Bdd::FALSE,
                pieces: Vec::new(),
                tools: ProcTools::new(graph, &mut space, id)?,
            });
        }
        let queue = BTreeSet::new();
        Ok(Self {
            graph,
            space,
            procs,
            queue,
            time: 0,
            errors: Vec::new(),
            max_visits,
            all_errors,
            n_kept: FEW_NODES,
        })
    }

    /// Finds everything, or the first error.
    pub(crate) fn run(&mut self) -> Result<(), StopReason> {
        if let Some(&first) = self.graph.stages.first() {
            let globals: Vec<GlobalId> = self.graph.program.globals.ids().collect();
            let start = self.all_false(&globals)?;
            self.enter_stage(first, start)?;
        }
        while let Some((_, proc, block)) = self.queue.pop_first() {
            self.visit(proc, block)?;
            if !self.errors.is_empty() && !self.all_errors {
                break;
            }
            self.space.tick.states += 1;
            if let Some(limit) = self.max_visits.filter(|&limit| self.space.tick.states > limit) {
                return Err(StopReason::StateLimit(limit));
            }
            self.space.tick.frontier = self.queue.len() as u64;
            if self.space.tick.states.is_multiple_of(64) {
                self.space.report()?;
            }
            self.collect_garbage();
        }
        Ok(())
    }

    /// Summary edges of all procedures.
    pub(crate) fn n_pieces(&self) -> usize {
        self.procs.iter().map(|proc| proc.pieces.len()).sum()
    }

    fn all_false(&mut self, globals: &[GlobalId]) -> Result<Bdd, StopReason> {
        let literals: Vec<(Variable, bool)> =
            globals.iter().map(|&global| (self.space.copies(Place::Global(global)).current, false)).collect();
        self.space.values(literals)
    }

    fn next_time(&mut self) -> u64 {
        self.time += 1;
        self.time
    }

    /// Begins a stage with these current values of all globals.
    fn enter_stage(&mut self, proc: ProcId, globals: Bdd) -> Result<(), StopReason> {
        let others = self.procs[proc].tools.forgotten;
        let entry = self.space.exists(globals, others)?;
        self.enter(proc, entry)
    }

    /// Calls a procedure with these current values of touched globals and parameters.
    fn enter(&mut self, proc: ProcId, values: Bdd) -> Result<(), StopReason> {
        let new = self.space.and(values, !self.procs[proc].entered)?;
        if new == Bdd::FALSE {
            return Ok(());
        }
        self.procs[proc].entered = self.space.or(self.procs[proc].entered, new)?;
        let time = self.next_time();
        self.procs[proc].entries.push(Layer { set: new, time });
        let code = &self.graph.program.procs[proc];
        let params = &self.graph.procs[proc].params;
        let mut edges = self.space.and(new, self.procs[proc].tools.diagonal)?;
        for local in code.locals.ids().filter(|local| local.index() >= params.len()) {
            let default = self.space.literal(self.space.copies(Place::Local(local)).current, false)?;
            edges = self.space.and(edges, default)?;
        }
        self.add(proc, code.entry(), edges)
    }

    /// Adds path edges to the beginning of a block. Locals that are dead there do not count.
    fn add(&mut self, proc: ProcId, block: BlockId, edges: Bdd) -> Result<(), StopReason> {
        let edges = self.space.exists(edges, self.procs[proc].tools.dead[block])?;
        let new = self.space.and(edges, !self.procs[proc].blocks[block].reached)?;
        if new == Bdd::FALSE {
            return Ok(());
        }
        let BlockEdges { reached, pending, .. } = self.procs[proc].blocks[block];
        let (reached, pending) = (self.space.or(reached, new)?, self.space.or(pending, new)?);
        let known = &mut self.procs[proc].blocks[block];
        (known.reached, known.pending) = (reached, pending);
        self.queue.insert((self.graph.priority(proc, block), proc, block));
        Ok(())
    }

    /// Carries on what is pending at a block.
    fn visit(&mut self, proc: ProcId, block: BlockId) -> Result<(), StopReason> {
        let set = std::mem::replace(&mut self.procs[proc].blocks[block].pending, Bdd::FALSE);
        let time = self.next_time();
        let layers = &mut self.procs[proc].blocks[block].layers;
        layers.push(Layer { set, time });
        let layer = layers.len() - 1;
        let code = self.graph.block(proc, block);
        let mut values = set;
        for (index, instr) in code.instrs.iter().enumerate() {
            let act = act(&instr.op).expect("the program is supported");
            self.look_for_error(values, act, (proc, block, index, layer))?;
            values = self.space.image(values, act)?;
            if values == Bdd::FALSE {
                return Ok(());
            }
        }
        match &code.terminator.op {
            TermOp::Goto { targets } => targets.iter().try_for_each(|&target| self.add(proc, target, values)),
            TermOp::Branch { condition, then_to, else_to } => {
                let condition = self.space.expr(condition)?;
                let (yes, no) = (self.space.and(values, condition)?, self.space.and(values, !condition)?);
                self.add(proc, *then_to, yes)?;
                self.add(proc, *else_to, no)
            }
            TermOp::Call { .. } => self.call(proc, block, values),
            TermOp::Return { values: results } => self.leave(proc, block, layer, values, results),
            TermOp::Switch { .. } | TermOp::SwitchClass { .. } | TermOp::Select { .. } => {
                unreachable!("no terminator of a Boolean program")
            }
        }
    }

    fn look_for_error(
        &mut self,
        values: Bdd,
        act: Act<'_>,
        (proc, block, index, layer): (ProcId, BlockId, usize, usize),
    ) -> Result<(), StopReason> {
        let wrong = match act {
            Act::Assert(condition) => {
                let condition = self.space.expr(condition)?;
                self.space.and(values, !condition)?
            }
            Act::Fail => values,
            Act::Assign(..) | Act::Choose(_) | Act::Assume(_) | Act::Nothing => return Ok(()),
        };
        let instr = &self.graph.block(proc, block).instrs[index];
        let failure = failure(instr);
        if wrong != Bdd::FALSE && !self.errors.iter().any(|known| known.failure == failure) {
            self.errors.push(FoundError { proc, block, index, layer, failure });
        }
        Ok(())
    }

    /// New values at a call: the callee is entered, and summaries that are known are taken.
    fn call(&mut self, proc: ProcId, block: BlockId, values: Bdd) -> Result<(), StopReason> {
        let TermOp::Call { proc: callee, args, .. } = &self.graph.block(proc, block).terminator.op else {
            unreachable!("the block ends with a call")
        };
        self.procs[proc].blocks[block].called =
            self.space.or(self.procs[proc].blocks[block].called, values)?;
        let with_args = self.with_arguments(values, args)?;
        let forgotten = self.procs[*callee].tools.forgotten;
        let entry = self.space.product_settled(with_args, Bdd::TRUE, forgotten)?;
        self.enter(*callee, entry)?;
        let summary = self.procs[*callee].summary;
        self.take(proc, block, with_args, summary)
    }

    /// Values at a call, with the arguments as next values of the callee's parameters.
    pub(crate) fn with_arguments(&mut self, values: Bdd, args: &[Expr]) -> Result<Bdd, StopReason> {
        let mut values = values;
        for (index, arg) in args.iter().enumerate() {
            let arg = self.space.expr(arg)?;
            let param = self.space.copies(Place::Local(Id::new(index))).next;
            let passed = self.space.equal(param, arg)?;
            values = self.space.and(values, passed)?;
        }
        Ok(values)
    }

    /// Goes on behind a call with what a summary says.
    fn take(&mut self, proc: ProcId, block: BlockId, with_args: Bdd, summary: Bdd) -> Result<(), StopReason> {
        let TermOp::Call { proc: callee, next, .. } = &self.graph.block(proc, block).terminator.op else {
            unreachable!("the block ends with a call")
        };
        if summary == Bdd::FALSE {
            return Ok(());
        }
        let ProcTools { at_call, replaced, .. } = self.procs[*callee].tools;
        let moved = self.space.run(|bdds| bdds.substitute(summary, at_call))?;
        let after = self.space.product_settled(with_args, moved, replaced)?;
        let SiteTools { overwritten, assigned } = self.procs[proc].tools.sites[&block];
        let after = self.space.exists(after, overwritten)?;
        let after = self.space.run(|bdds| bdds.substitute(after, assigned))?;
        self.add(proc, *next, after)
    }

    /// Values at a return become summary edges, which callers take.
    fn leave(
        &mut self,
        proc: ProcId,
        block: BlockId,
        of: usize,
        values: Bdd,
        results: &[Expr],
    ) -> Result<(), StopReason> {
        let mut edges = values;
        for (index, result) in results.iter().enumerate() {
            let result = self.space.expr(result)?;
            let returned = self.space.equal(self.space.results[index], result)?;
            edges = self.space.and(edges, returned)?;
        }
        let locals = self.procs[proc].tools.locals;
        let edges = self.space.exists(edges, locals)?;
        let new = self.space.and(edges, !self.procs[proc].summary)?;
        if new == Bdd::FALSE {
            return Ok(());
        }
        self.procs[proc].summary = self.space.or(self.procs[proc].summary, new)?;
        let layer = Layer { set: new, time: self.next_time() };
        self.procs[proc].pieces.push(Piece { layer, block, of });
        for &(caller, site) in &self.graph.procs[proc].call_sites {
            let called = self.procs[caller].blocks[site].called;
            if called == Bdd::FALSE {
                continue;
            }
            let TermOp::Call { args, .. } = &self.graph.block(caller, site).terminator.op else {
                unreachable!("a call site ends with a call")
            };
            let with_args = self.with_arguments(called, args)?;
            self.take(caller, site, with_args, new)?;
        }
        self.next_stage(proc, new)
    }

    /// When `init` has ended, the thread begins with the globals that it leaves behind.
    fn next_stage(&mut self, proc: ProcId, piece: Bdd) -> Result<(), StopReason> {
        let (Some(init), [first, thread]) = (self.graph.program.init, self.graph.stages.as_slice()) else {
            return Ok(());
        };
        if proc != init || *first != init {
            return Ok(());
        }
        let touched = &self.graph.procs[proc].touched;
        let entries: Vec<Variable> =
            touched.iter().map(|&global| self.space.copies(Place::Global(global)).entry).collect();
        let entries = self.space.cube(&entries)?;
        let globals = self.space.exists(piece, entries)?;
        let untouched =
            self.graph.program.globals.ids().filter(|global| touched.binary_search(global).is_err());
        let untouched: Vec<GlobalId> = untouched.collect();
        let others = self.all_false(&untouched)?;
        let globals = self.space.and(globals, others)?;
        self.enter_stage(*thread, globals)
    }

    fn collect_garbage(&mut self) {
        if self.space.bdds.n_nodes() < 2 * self.n_kept {
            return;
        }
        let mut roots = Vec::new();
        for ProcEdges { blocks, entered, entries, summary, pieces, tools } in &self.procs {
            roots.extend([*entered, *summary, tools.diagonal]);
            roots.extend(entries.iter().map(|layer| layer.set));
            roots.extend(pieces.iter().map(|piece| piece.layer.set));
            for BlockEdges { reached, pending, layers, called } in blocks {
                roots.extend([*reached, *pending, *called]);
                roots.extend(layers.iter().map(|layer| layer.set));
            }
        }
        self.space.bdds.collect(roots);
        self.n_kept = self.space.bdds.n_nodes().max(FEW_NODES);
    }
}
