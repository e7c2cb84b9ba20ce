//! Path edges and summary edges, until nothing new is found or an error is: one search for all representations of sets.
//!
//! In the way of Bebop (Ball and Rajamani, 2000) and of figure 1 of *SAT-based Summarization for Boolean Programs*
//! (Basler, Kroening, Weissenbacher, 2007). At each block a set of path edges grows. What is new since the block was
//! visited last is its next *layer*; only layers are carried on. Callees are visited before callers, and blocks in
//! reverse post-order, so that what meets at a join goes on together. All layers are kept, with the time when they were
//! made: whatever is in a layer was made from older ones.
//!
//! DIVERGENCE from figure 1, which loses states once path edges split: a call is always registered, every summary edge
//! is taken at every call that it matches, and inclusion only decides whether a callee has to be entered.

use std::collections::BTreeMap;

use base::IndexVec;
use ir::{BlockId, ProcId};
use verdict::{Coverage, Meter, StopReason};

use crate::agenda::{Agenda, Order, Reach, Stop};
use crate::graph::Graph;
use crate::program::{Act, Call, CheckId, End, Proc, Return, ReturnId};
use crate::representation::{At, Kind, Ready, Representation};

/// What was found at one time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer<S> {
    pub(crate) set: S,
    pub(crate) time: u64,
    /// How far it is from the start to the end of the block, or to the entry, if that is counted.
    pub(crate) reach: Reach,
}

/// Path edges at the beginning of a block.
#[derive(Clone, Debug)]
pub(crate) struct BlockEdges<S> {
    pub(crate) layers: Vec<Layer<S>>,
    /// If the block ends with a call: what has come there, by the distance from the start, total first.
    called: BTreeMap<(u64, Reach), S>,
}

/// Summary edges that were found at one time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<S> {
    pub(crate) layer: Layer<S>,
    /// Where they return, and the layer of the block.
    pub(crate) returned: ReturnId,
    pub(crate) of: usize,
}

/// What is known of a procedure.
pub(crate) struct ProcEdges<S> {
    pub(crate) blocks: IndexVec<BlockId, BlockEdges<S>>,
    /// What it was called with.
    pub(crate) entries: Vec<Layer<S>>,
    pub(crate) pieces: Vec<Piece<S>>,
    /// All pieces together, by their length.
    summary: BTreeMap<u64, S>,
}

/// An error: an assertion that fails, or a fault, for some values in the layer of the block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundError {
    pub(crate) check: CheckId,
    pub(crate) layer: usize,
    /// Steps from the start, if that is counted.
    length: u64,
}

/// The analysis of a program.
pub(crate) struct Tabulation<'a, 'p, R: Representation> {
    pub(crate) graph: &'a Graph<'p>,
    pub(crate) sets: R,
    pub(crate) procs: IndexVec<ProcId, ProcEdges<R::Set>>,
    pub(crate) errors: Vec<FoundError>,
    /// Blocks that were visited.
    pub(crate) visits: u64,
    pub(crate) agenda: Agenda<R::Set>,
    time: u64,
    meter: &'a Meter<'a>,
    /// Whether the limit on states is one on visits.
    pub(crate) limits_visits: bool,
    all_errors: bool,
    /// Whether all executions have passed the same blocks so far: see [`Self::has_one_length`].
    in_lockstep: bool,
    /// What executions went through, if that is asked for.
    pub(crate) coverage: Option<Coverage>,
}

/// What a search has found, put aside for another one.
pub(crate) struct Earlier<S> {
    procs: IndexVec<ProcId, ProcEdges<S>>,
    errors: Vec<FoundError>,
    agenda: Agenda<S>,
}

/// Visits between two reports of progress.
const VISITS_PER_REPORT: u64 = 16;

impl<'a, 'p, R: Representation> Tabulation<'a, 'p, R> {
    pub(crate) fn new(graph: &'a Graph<'p>, sets: R, meter: &'a Meter<'a>, all_errors: bool) -> Self {
        Self {
            graph,
            sets,
            procs: nothing_found(graph),
            errors: Vec::new(),
            visits: 0,
            agenda: Agenda::new(Order::CalleesFirst),
            time: 0,
            meter,
            limits_visits: true,
            all_errors,
            in_lockstep: true,
            coverage: None,
        }
    }

    /// Puts aside what was found, for a search in another order.
    pub(crate) fn begin_again(&mut self, order: Order) -> Earlier<R::Set> {
        Earlier {
            procs: std::mem::replace(&mut self.procs, nothing_found(self.graph)),
            errors: std::mem::take(&mut self.errors),
            agenda: std::mem::replace(&mut self.agenda, Agenda::new(order)),
        }
    }

    /// Returns to what was found before.
    pub(crate) fn restore(&mut self, Earlier { procs, errors, agenda }: Earlier<R::Set>) {
        (self.procs, self.errors, self.agenda) = (procs, errors, agenda);
    }

    /// Finds everything, or the first error; in the order of steps, the nearest one.
    pub(crate) fn run(&mut self) -> Result<(), StopReason> {
        if let Some(&first) = self.graph.stages.first() {
            let start = self.sets.start(first)?;
            self.begin(first, Reach::default(), start)?;
        }
        while let Some((turn, set)) = self.agenda.waiting.pop_first() {
            if self.is_done(turn.reach) {
                break;
            }
            match turn.stop {
                Stop::Entry(proc) => self.enter(proc, turn.reach, set)?,
                Stop::Block(at) => self.visit(at, turn.reach, set)?,
            }
            if self.sets.wants_collection() {
                self.collect_garbage();
            }
        }
        Ok(())
    }

    /// Whether what comes next, and is so far away, is of no interest. The end of a block may be a few steps farther
    /// away than an error in it.
    fn is_done(&self, reach: Reach) -> bool {
        let Some(nearest) = self.errors.iter().map(|error| error.length).min() else { return false };
        match &self.agenda.order {
            _ if self.all_errors => false,
            Order::CalleesFirst => true,
            Order::Nearest(counts) => reach.total() >= nearest.saturating_add(counts.longest),
        }
    }

    /// Sets of summary edges of all procedures.
    pub(crate) fn n_pieces(&self) -> usize {
        self.procs.iter().map(|proc| proc.pieces.len()).sum()
    }

    /// Whether the error that was found is the only one, and all executions that end there have the same number of
    /// steps.
    ///
    /// So it is if all executions pass the same blocks, one after the other. Then one set at a time waits, and it never
    /// has values that were there before: these would go on by other layers or summary edges, which may have other
    /// lengths.
    pub(crate) fn has_one_length(&self) -> bool {
        self.in_lockstep && self.errors.len() == 1
    }

    /// What is new of a set.
    fn learn(&mut self, kind: Kind, set: R::Set) -> Result<Option<R::Set>, StopReason> {
        let new = self.sets.learn(kind, set.clone())?;
        self.in_lockstep &= new.as_ref() == Some(&set);
        Ok(new)
    }

    fn next_time(&mut self) -> u64 {
        self.time += 1;
        self.time
    }

    /// Lets a set wait for its turn, together with others that have come as far.
    fn wait(&mut self, stop: Stop, reach: Reach, set: Option<R::Set>) -> Result<(), StopReason> {
        let Some(set) = set else { return Ok(()) };
        self.in_lockstep &= self.agenda.waiting.is_empty();
        let turn = self.agenda.turn(self.graph, stop, reach);
        let kind = match stop {
            Stop::Entry(proc) => Kind::Entry(proc),
            Stop::Block(at) => Kind::Block(at),
        };
        let waiting = self.agenda.waiting.remove(&turn);
        let all = self.joined(kind, waiting, set)?;
        self.agenda.waiting.insert(turn, all);
        Ok(())
    }

    fn joined(&mut self, kind: Kind, known: Option<R::Set>, new: R::Set) -> Result<R::Set, StopReason> {
        match known {
            None => Ok(new),
            Some(known) => self.sets.join(kind, &known, &new),
        }
    }

    /// Begins a procedure with these values: at once, unless others may be nearer.
    fn begin(&mut self, proc: ProcId, reach: Reach, entries: R::Set) -> Result<(), StopReason> {
        match self.agenda.order {
            Order::CalleesFirst => self.enter(proc, reach, entries),
            Order::Nearest(_) => self.wait(Stop::Entry(proc), reach, Some(entries)),
        }
    }

    /// Goes on from the entry of a procedure with what is new of these values.
    fn enter(&mut self, proc: ProcId, reach: Reach, entries: R::Set) -> Result<(), StopReason> {
        let Some(new) = self.learn(Kind::Entry(proc), entries)? else { return Ok(()) };
        let edges = self.sets.entry_edges(proc, &new)?;
        let time = self.next_time();
        self.procs[proc].entries.push(Layer { set: new, time, reach });
        self.reach(At { proc, block: self.graph.program.procs[proc].entry() }, reach, Some(edges))
    }

    /// Adds path edges to the beginning of a block.
    fn reach(&mut self, at: At, reach: Reach, edges: Option<R::Set>) -> Result<(), StopReason> {
        let end = reach.after(self.agenda.steps(at, None));
        self.wait(Stop::Block(at), end, edges)
    }

    /// Carries on what is new at a block.
    fn visit(&mut self, at: At, reach: Reach, waiting: R::Set) -> Result<(), StopReason> {
        let Some(set) = self.learn(Kind::Block(at), waiting)? else { return Ok(()) };
        self.count_visit()?;
        let time = self.next_time();
        let layers = &mut self.procs[at.proc].blocks[at.block].layers;
        layers.push(Layer { set: set.clone(), time, reach });
        let layer = layers.len() - 1;
        self.note_reached(at, &set)?;
        let mut failing = Vec::new();
        let end = self.sets.through(at, &set, &mut failing)?;
        for check in failing {
            let index = self.graph.check(check).index;
            let behind = self.agenda.steps(at, None) - self.agenda.steps(at, Some(index + 1));
            self.found_error(check, layer, reach.total().saturating_sub(behind));
        }
        let Some(end) = end else { return Ok(()) };
        match &self.graph.block(at).end {
            End::Goto(targets) => {
                let mut targets = targets.iter().enumerate();
                targets.try_for_each(|(branch, &target)| self.follow(at, reach, &end, branch, target))
            }
            End::Branch { condition: _, then_to, else_to } => {
                self.follow(at, reach, &end, 0, *then_to)?;
                self.follow(at, reach, &end, 1, *else_to)
            }
            End::Call(call) => self.call(self.graph.call(*call), reach, end),
            End::Return(returned) => self.leave(*returned, layer, &end),
        }
    }

    fn count_visit(&mut self) -> Result<(), StopReason> {
        if self.limits_visits {
            self.meter.states(self.visits + 1)?;
        }
        self.visits += 1;
        if self.visits.is_multiple_of(VISITS_PER_REPORT) {
            self.sets.report(self.visits, self.agenda.waiting.len() as u64)?;
        }
        Ok(())
    }

    fn follow(
        &mut self,
        at: At,
        reach: Reach,
        end: &R::Set,
        branch: usize,
        target: BlockId,
    ) -> Result<(), StopReason> {
        let edges = self.sets.follow(at, end, branch)?;
        if edges.is_some() {
            self.coverage.iter_mut().for_each(|coverage| coverage.take(at.proc, at.block, target));
        }
        self.reach(At { proc: at.proc, block: target }, reach, edges)
    }

    /// Keeps account of what is executed of a block.
    fn note_reached(&mut self, at: At, set: &R::Set) -> Result<(), StopReason> {
        if let Some(coverage) = &mut self.coverage {
            coverage.reach(at.proc, at.block, self.sets.reach(at, set)?);
        }
        Ok(())
    }

    /// Whether an execution comes to an assertion, as far as blocks were visited.
    pub(crate) fn has_asserted(&mut self) -> Result<bool, StopReason> {
        for (proc, edges) in self.procs.iter_enumerated() {
            for (block, edges) in edges.blocks.iter_enumerated() {
                let at = At { proc, block };
                let is_assertion = |act: &Act| matches!(act, Act::Assert(..));
                let Some(first) = self.graph.block(at).acts.iter().position(is_assertion) else { continue };
                for layer in &edges.layers {
                    if self.sets.reach(at, &layer.set)? > first {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    fn found_error(&mut self, check: CheckId, layer: usize, length: u64) {
        let new = FoundError { check, layer, length };
        let failure = |error: &FoundError| &self.graph.check(error.check).failure;
        match self.errors.iter_mut().find(|known| failure(known) == failure(&new)) {
            Some(known) if known.length <= length => {}
            Some(known) => *known = new,
            None => self.errors.push(new),
        }
    }

    /// The error that is fewest steps away.
    pub(crate) fn nearest_error(&self) -> Option<FoundError> {
        self.errors.iter().min_by_key(|error| error.length).copied()
    }

    /// New values at a call: the callee is entered, and summary edges that are known are taken.
    fn call(&mut self, call: &Call, reach: Reach, end: R::Set) -> Result<(), StopReason> {
        let at = call.at;
        if let Some(Ready { after, failing }) = self.sets.ready(call, &end)? {
            failing.into_iter().for_each(|check| self.found_error(check, 0, reach.total()));
            return self.reach(At { proc: at.proc, block: call.next }, reach, after);
        }
        let called = self.procs[at.proc].blocks[at.block].called.remove(&(reach.total(), reach));
        let called = self.joined(Kind::Call(at), called, end.clone())?;
        self.procs[at.proc].blocks[at.block].called.insert((reach.total(), reach), called);
        let entries = self.sets.entries(call, &end)?;
        self.begin(call.callee, reach.of_callee(), entries)?;
        let summary: Vec<(u64, R::Set)> =
            self.procs[call.callee].summary.iter().map(|(&length, set)| (length, set.clone())).collect();
        let mut summary = summary.iter();
        summary.try_for_each(|(length, edges)| self.take(call, reach, &end, *length, edges))
    }

    /// Goes on behind a call with what summary edges of one length say.
    fn take(
        &mut self,
        call: &Call,
        reach: Reach,
        called: &R::Set,
        length: u64,
        summary: &R::Set,
    ) -> Result<(), StopReason> {
        let after = self.sets.take(call, called, summary)?;
        self.reach(At { proc: call.at.proc, block: call.next }, reach.after(length), after)
    }

    /// Values at a return become summary edges, which callers take.
    fn leave(&mut self, returned: ReturnId, of: usize, end: &R::Set) -> Result<(), StopReason> {
        let graph = self.graph;
        let Return { at: At { proc, block }, .. } = *graph.returned(returned);
        let reach = self.procs[proc].blocks[block].layers[of].reach;
        let edges = self.sets.leave(graph.returned(returned), end)?;
        let Some(new) = self.learn(Kind::Summary(proc), edges)? else { return Ok(()) };
        let summary = self.procs[proc].summary.remove(&reach.within);
        let summary = self.joined(Kind::Summary(proc), summary, new.clone())?;
        self.procs[proc].summary.insert(reach.within, summary);
        let layer = Layer { set: new.clone(), time: self.next_time(), reach };
        self.procs[proc].pieces.push(Piece { layer, returned, of });
        for &site in &graph.procs[proc].call_sites {
            let call = graph.call(site);
            // Calls that are nearer than the entry have other values: the nearest one with these has entered it.
            let calls = self.procs[call.at.proc].blocks[call.at.block]
                .called
                .range((reach.entered, Reach::default())..);
            let calls: Vec<(Reach, R::Set)> =
                calls.map(|(&(_, at_call), called)| (at_call, called.clone())).collect();
            for (at_call, called) in calls {
                self.take(call, at_call, &called, reach.within, &new)?;
            }
        }
        self.next_stage(proc, reach, &new)
    }

    /// When `init` has ended, the thread begins with the globals that it leaves behind.
    fn next_stage(&mut self, proc: ProcId, reach: Reach, piece: &R::Set) -> Result<(), StopReason> {
        match self.graph.stages.as_slice() {
            &[first, thread] if first == proc => {
                let entries = self.sets.next_stage(proc, piece, thread)?;
                self.begin(thread, reach.of_callee(), entries)
            }
            _ => Ok(()),
        }
    }

    /// All sets that were found.
    pub(crate) fn found(&self) -> Vec<&R::Set> {
        let mut all = Vec::new();
        for ProcEdges { blocks, entries, pieces, summary } in &self.procs {
            all.extend(entries.iter().map(|layer| &layer.set));
            all.extend(pieces.iter().map(|piece| &piece.layer.set));
            all.extend(summary.values());
            for BlockEdges { layers, called } in blocks {
                all.extend(layers.iter().map(|layer| &layer.set));
                all.extend(called.values());
            }
        }
        all
    }

    /// Forgets what is not needed.
    pub(crate) fn collect_garbage(&mut self) {
        let waiting = self.agenda.waiting.values();
        let live: Vec<R::Set> = self.found().into_iter().chain(waiting).cloned().collect();
        self.sets.collect(&live.iter().collect::<Vec<_>>());
    }
}

fn nothing_found<S>(graph: &Graph<'_>) -> IndexVec<ProcId, ProcEdges<S>> {
    let edges = |proc: &Proc| ProcEdges {
        blocks: proc
            .blocks
            .iter()
            .map(|_| BlockEdges { layers: Vec::new(), called: BTreeMap::new() })
            .collect(),
        entries: Vec::new(),
        pieces: Vec::new(),
        summary: BTreeMap::new(),
    };
    graph.program.procs.iter().map(edges).collect()
}
