//! Symbolic edges as a representation of sets of edges: figure 1 of *SAT-based Summarization for Boolean Programs*
//! (Basler, Kroening, Weissenbacher, 2007).
//!
//! A set is a short list of edges, one for each layer. Instructions act as in table 1 of the paper: assignments
//! compose, a choice is a new input, assumptions are conjoined to the guard. Edges with guards that nothing satisfies
//! are dropped at once, lest they multiply. Whether an edge is new is asked only where that ends the search: at heads
//! of loops, for entry values, and for summary edges.

use base::{Id, IndexVec};
use ir::{BlockId, ProcId};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::aig::{Node, Signal};
use verdict::{Meter, SharedTrace, StopReason};

use super::assume::{Choices, assume};
use super::edges::{EdgeId, Guard, Layer, LayerId, Layout, SymbolicEdge};
use super::history::{Origin, OriginId, Origins, ReadingCost};
use super::simplify::Supports;
use super::space::Space;
use crate::graph::Graph;
use crate::program::{Act, Call, CheckId, End, Return};
use crate::representation::{At, Kind, Ready, Representation};

/// All edges, and how they came about.
pub(crate) struct SatSets<'a, 'p> {
    pub(crate) graph: &'a Graph<'p>,
    pub(crate) space: Space<'a>,
    pub(crate) layouts: IndexVec<ProcId, Layout>,
    pub(crate) edges: IndexVec<EdgeId, SymbolicEdge>,
    pub(crate) layers: IndexVec<LayerId, Layer>,
    pub(crate) origins: Origins,
    pub(super) supports: Supports,
    /// Inputs that say whose values those of a merged edge are.
    pub(crate) selectors: FxHashSet<Signal>,
    /// What was learnt; path edges by layer.
    pub(crate) known: FxHashMap<(Kind, LayerId), Vec<EdgeId>>,
    /// The path to each error that was found.
    pub(crate) failures: FxHashMap<CheckId, SharedTrace>,
    /// What it took to read the last of these.
    pub(crate) last_cost: ReadingCost,
    /// Procedures that need no search.
    pub(crate) ready: IndexVec<ProcId, Option<ReadySummary>>,
    /// If errors are not to be reported: the edges that fail.
    pub(crate) collected: Option<Vec<(CheckId, SymbolicEdge)>>,
}

/// What a procedure does in every context.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadySummary {
    /// None if it never returns.
    pub(crate) exit: Option<EdgeId>,
    /// For each check that can fail, in it or what it calls, an edge without values that says when.
    pub(crate) errors: Vec<(CheckId, EdgeId)>,
    /// Edges at heads of loops.
    pub(crate) heads: Vec<(BlockId, EdgeId)>,
}

/// Edges of different layers.
pub(crate) type EdgeSet = Vec<EdgeId>;

/// Where nothing is known of entry values: for these edges themselves.
const NO_LAYER: usize = 0;

impl<'a, 'p> SatSets<'a, 'p> {
    pub(crate) fn new(graph: &'a Graph<'p>, meter: &'a Meter<'a>) -> Self {
        let mut origins = Origins::default();
        let origin = origins.add(Origin::Start);
        let nowhere = Layer { proc: Id::new(0), context: Guard::default(), entry: Vec::new(), origin };
        Self {
            graph,
            space: Space::new(meter),
            layouts: graph.program.procs.ids().map(|proc| Layout::new(graph, proc)).collect(),
            edges: IndexVec::new(),
            layers: IndexVec::from_iter([nowhere]),
            origins,
            supports: Supports::default(),
            selectors: FxHashSet::default(),
            known: FxHashMap::default(),
            failures: FxHashMap::default(),
            last_cost: ReadingCost::default(),
            ready: graph.program.procs.iter().map(|_| None).collect(),
            collected: None,
        }
    }

    /// Edges with entry values as their values belong to no layer.
    fn entry_set(&mut self, guard: Guard, values: Vec<Signal>, origin: OriginId) -> EdgeSet {
        vec![self.edges.push(SymbolicEdge {
            layer: Id::new(NO_LAYER),
            guard,
            values,
            origin,
            is_reachable: false,
        })]
    }

    /// Context and guard.
    pub(crate) fn conditions(&self, edge: &SymbolicEdge) -> Vec<Signal> {
        let context = &self.layers[edge.layer].context;
        context.conjuncts().iter().chain(edge.guard.conjuncts()).copied().collect()
    }

    pub(crate) fn can_be_reached(&mut self, edge: &mut SymbolicEdge) -> Result<bool, StopReason> {
        if !edge.is_reachable {
            edge.is_reachable = self.space.can_be_true(&self.conditions(edge))?;
        }
        Ok(edge.is_reachable)
    }

    /// Makes a set of edges: one of each layer.
    fn gathered(&mut self, edges: Vec<SymbolicEdge>) -> EdgeSet {
        let mut set: Vec<SymbolicEdge> = Vec::new();
        for edge in edges {
            match set.iter().position(|known| known.layer == edge.layer) {
                None => set.push(edge),
                Some(index) => set[index] = self.merge(&set[index].clone(), &edge),
            }
        }
        set.into_iter().map(|edge| self.edges.push(edge)).collect()
    }

    fn unless_empty(set: EdgeSet) -> Option<EdgeSet> {
        (!set.is_empty()).then_some(set)
    }

    /// Constants are found where that pays: where others begin with them.
    fn simplify(&mut self, kind: Kind, edge: &mut SymbolicEdge) -> Result<(), StopReason> {
        match kind {
            Kind::Entry(_) | Kind::Summary(_) => self.find_constants(edge)?,
            Kind::Block(_) | Kind::Call(_) => {}
        }
        self.drop_loose_conjuncts(edge);
        let is_recursive = |at: At| self.graph.procs[at.proc].is_recursive;
        if self.is_asked_about(kind) || matches!(kind, Kind::Block(at) if is_recursive(at)) {
            self.compact(edge);
        }
        Ok(())
    }

    /// Whether it is asked if edges of a kind are new: where that ends the search.
    fn is_asked_about(&self, kind: Kind) -> bool {
        match kind {
            Kind::Entry(_) | Kind::Summary(_) => true,
            Kind::Block(at) => self.graph.is_loop_head(at.proc, at.block),
            Kind::Call(_) => false,
        }
    }

    /// Of the edges, those that known ones do not include; they are known from now on.
    fn new_ones(&mut self, kind: Kind, set: EdgeSet) -> Result<EdgeSet, StopReason> {
        let mut new = Vec::new();
        for id in set {
            let edge = self.edges[id].clone();
            let key = match kind {
                Kind::Entry(_) | Kind::Summary(_) => (kind, Id::new(NO_LAYER)),
                Kind::Block(_) | Kind::Call(_) => (kind, edge.layer),
            };
            let known = self.known.get(&key).cloned().unwrap_or_default();
            if !self.is_included(&edge, &known)? {
                self.known.entry(key).or_default().push(id);
                new.push(id);
            }
        }
        Ok(new)
    }

    /// An edge of a layer that begins, where entry values are as in an edge of [`Kind::Entry`].
    fn beginning(&mut self, proc: ProcId, entered: EdgeId) -> EdgeId {
        let SymbolicEdge { guard, values: entry, origin, .. } = self.edges[entered].clone();
        let (context, entry) = match self.graph.knows_entry(proc) {
            true => self.as_inputs(guard, entry),
            false => (guard, entry),
        };
        let mut values = entry.clone();
        values.resize(self.layouts[proc].n_values, Signal::FALSE);
        let (context, guard, entry) = match self.graph.knows_entry(proc) {
            true => (context, Guard::default(), entry),
            false => (Guard::default(), context, Vec::new()),
        };
        let layer = self.layers.push(Layer { proc, context, entry, origin });
        let origin = self.origins.add(Origin::Begins { layer });
        self.edges.push(SymbolicEdge { layer, guard, values, origin, is_reachable: true })
    }

    /// Entry values as constants and inputs; what else is known of them is part of the context.
    fn as_inputs(&mut self, mut context: Guard, mut entry: Vec<Signal>) -> (Guard, Vec<Signal>) {
        let mut seen: FxHashMap<Signal, Signal> = FxHashMap::default();
        for value in &mut entry {
            if let Node::And(..) = self.space.aig.node(*value) {
                let input = *seen.entry(value.regular()).or_insert_with(|| self.space.aig.input());
                let input = input.complement_if(value.is_complement());
                let equal = self.space.aig.equal(input, *value);
                let consistent = context.conjoin(equal);
                debug_assert!(consistent, "an input that is new contradicts nothing");
                *value = input;
            }
        }
        (context, entry)
    }

    /// What an edge becomes in a block, up to its terminator; none if no execution gets there. Reports each check that
    /// can fail.
    pub(crate) fn executed(
        &mut self,
        at: At,
        mut edge: SymbolicEdge,
        failing: &mut Vec<CheckId>,
    ) -> Result<Option<SymbolicEdge>, StopReason> {
        let graph = self.graph;
        let from = edge.origin;
        let mut choices = Choices::default();
        for act in &graph.block(at).acts {
            match act {
                Act::Assign(place, value) => {
                    let value = self.expr(at.proc, &edge, value);
                    edge.values[self.layouts[at.proc].slot(*place)] = value;
                }
                Act::Choose(place) => {
                    let choice = self.space.aig.input();
                    choices.add(choice);
                    edge.values[self.layouts[at.proc].slot(*place)] = choice;
                }
                Act::Assume(condition) => {
                    if !self.assume_expr(at.proc, &mut edge, condition, &mut choices) {
                        return Ok(None);
                    }
                }
                Act::Assert(condition, check) => {
                    let condition = self.expr(at.proc, &edge, condition);
                    let fails = self.can_fail(*check, &edge, condition, (from, &choices.values))?;
                    if fails {
                        failing.push(*check);
                    }
                    // What cannot fail here may fail in another context, where this edge is taken, too.
                    if (fails || graph.knows_entry(at.proc)) && !assume(&mut edge, condition) {
                        return Ok(None);
                    }
                }
                Act::Fail(check) => {
                    if self.can_fail(*check, &edge, Signal::FALSE, (from, &choices.values))? {
                        failing.push(*check);
                    }
                    return Ok(None);
                }
                Act::Nothing => {}
            }
        }
        if !choices.values.is_empty() {
            edge.origin = self.origins.add(Origin::Through { from, choices: choices.values });
        }
        Ok(self.can_be_reached(&mut edge)?.then_some(edge))
    }

    /// Whether a condition can be false. Keeps the way there.
    fn can_fail(
        &mut self,
        check: CheckId,
        edge: &SymbolicEdge,
        condition: Signal,
        (from, choices): (OriginId, &[Signal]),
    ) -> Result<bool, StopReason> {
        if condition == Signal::TRUE || edge.guard.contains(condition) {
            return Ok(false);
        }
        let mut failing = SymbolicEdge { values: Vec::new(), ..edge.clone() };
        if !assume(&mut failing, !condition) {
            return Ok(false);
        }
        failing.origin = self.origins.add(Origin::Through { from, choices: choices.to_vec() });
        if self.collected.is_some() {
            if self.can_be_reached(&mut failing)? {
                self.collected.iter_mut().for_each(|all| all.push((check, failing.clone())));
            }
            return Ok(false);
        }
        self.fails(check, &failing)
    }

    /// Whether an edge that fails can be reached. Keeps the way there.
    fn fails(&mut self, check: CheckId, failing: &SymbolicEdge) -> Result<bool, StopReason> {
        if !self.space.is_satisfiable(&self.conditions(failing))? {
            return Ok(false);
        }
        if !self.failures.contains_key(&check) {
            let inputs = self.space.aig.inputs().iter();
            let model = inputs.map(|&input| (input, self.space.value(input))).filter(|&(_, value)| value);
            let proc = self.graph.check(check).at.proc;
            let (subtrace, cost) = self.trace(proc, failing.origin, model.collect())?;
            self.failures.insert(check, subtrace);
            self.last_cost = cost;
        }
        Ok(true)
    }

    /// The edge at one of the successors of a block, if it can be reached.
    pub(crate) fn followed(
        &mut self,
        at: At,
        mut edge: SymbolicEdge,
        branch: usize,
    ) -> Result<Option<SymbolicEdge>, StopReason> {
        let end = &self.graph.block(at).end;
        match end {
            End::Branch { condition, .. } => {
                let condition = self.expr(at.proc, &edge, condition).complement_if(branch == 1);
                if !assume(&mut edge, condition) {
                    return Ok(None);
                }
            }
            End::Goto(targets) if targets.len() > 1 => {
                edge.origin = self.origins.add(Origin::Branch { from: edge.origin, branch: branch as u32 });
            }
            End::Goto(_) | End::Call(_) | End::Return(_) => {}
        }
        let target = self.graph.targets(end)[branch];
        self.layouts[at.proc].forget_dead(target, &mut edge.values);
        Ok(self.can_be_reached(&mut edge)?.then_some(edge))
    }

    /// The edge behind a call, if it can be reached.
    pub(crate) fn taken(
        &mut self,
        call: &Call,
        called: &SymbolicEdge,
        summary: EdgeId,
    ) -> Result<Option<SymbolicEdge>, StopReason> {
        let Some(mut edge) = self.apply(call, called, summary) else { return Ok(None) };
        self.layouts[call.at.proc].forget_dead(call.next, &mut edge.values);
        Ok(self.can_be_reached(&mut edge)?.then_some(edge))
    }

    /// The summary edge of an edge at a return.
    pub(crate) fn left(&mut self, returned: &Return, mut edge: SymbolicEdge) -> SymbolicEdge {
        let proc = returned.at.proc;
        let results = returned.values.iter().map(|result| self.expr(proc, &edge, result));
        let results: Vec<Signal> = results.collect();
        edge.values.truncate(self.layouts[proc].n_globals());
        edge.values.extend(results);
        edge
    }
}

impl Representation for SatSets<'_, '_> {
    type Set = EdgeSet;

    fn start(&mut self, stage: ProcId) -> Result<EdgeSet, StopReason> {
        let values = vec![Signal::FALSE; self.graph.procs[stage].touched.len()];
        let origin = self.origins.add(Origin::Start);
        Ok(self.entry_set(Guard::default(), values, origin))
    }

    fn next_stage(
        &mut self,
        first: ProcId,
        summary: &EdgeSet,
        second: ProcId,
    ) -> Result<EdgeSet, StopReason> {
        let graph = self.graph;
        let touched = &graph.procs[first].touched;
        let mut entered: Option<SymbolicEdge> = None;
        for &id in summary {
            let edge = self.edges[id].clone();
            let value = |global: &ir::GlobalId| {
                touched.binary_search(global).map_or(Signal::FALSE, |slot| edge.values[slot])
            };
            let values: Vec<Signal> = graph.procs[second].touched.iter().map(value).collect();
            let mut guard = self.layers[edge.layer].context.clone();
            let consistent = guard.conjoin_all(edge.guard.conjuncts().iter().copied());
            debug_assert!(consistent, "a summary edge can be reached");
            let origin = self.origins.add(Origin::NextStage { first, summary: edge.origin });
            let edge = SymbolicEdge { layer: Id::new(NO_LAYER), guard, values, origin, is_reachable: true };
            entered = Some(match entered {
                None => edge,
                Some(other) => self.merge(&other, &edge),
            });
        }
        Ok(entered.into_iter().map(|edge| self.edges.push(edge)).collect())
    }

    fn entry_edges(&mut self, proc: ProcId, entries: &EdgeSet) -> Result<EdgeSet, StopReason> {
        Ok(entries.iter().map(|&entered| self.beginning(proc, entered)).collect())
    }

    fn learn(&mut self, kind: Kind, set: EdgeSet) -> Result<Option<EdgeSet>, StopReason> {
        let mut reached = Vec::new();
        for id in set {
            let mut edge = self.edges[id].clone();
            if self.can_be_reached(&mut edge)? {
                self.simplify(kind, &mut edge)?;
                reached.push(self.edges.push(edge));
            }
        }
        let new = if self.is_asked_about(kind) { self.new_ones(kind, reached)? } else { reached };
        Ok(Self::unless_empty(new))
    }

    fn join(&mut self, _: Kind, left: &EdgeSet, right: &EdgeSet) -> Result<EdgeSet, StopReason> {
        let edges = left.iter().chain(right).map(|&id| self.edges[id].clone()).collect();
        Ok(self.gathered(edges))
    }

    fn through(
        &mut self,
        at: At,
        set: &EdgeSet,
        failing: &mut Vec<CheckId>,
    ) -> Result<Option<EdgeSet>, StopReason> {
        let mut ends = Vec::new();
        for &id in set {
            let edge = self.edges[id].clone();
            ends.extend(self.executed(at, edge, failing)?);
        }
        failing.sort_unstable();
        failing.dedup();
        Ok(Self::unless_empty(ends.into_iter().map(|edge| self.edges.push(edge)).collect()))
    }

    fn follow(&mut self, at: At, end: &EdgeSet, branch: usize) -> Result<Option<EdgeSet>, StopReason> {
        let mut edges = Vec::new();
        for &id in end {
            let edge = self.edges[id].clone();
            let followed = self.followed(at, edge, branch)?;
            edges.extend(followed.map(|edge| self.edges.push(edge)));
        }
        Ok(Self::unless_empty(edges))
    }

    fn entries(&mut self, call: &Call, end: &EdgeSet) -> Result<EdgeSet, StopReason> {
        let mut entered = Vec::new();
        for &id in end {
            let edge = self.edges[id].clone();
            let values = self.passed(call, &edge.values);
            let mut guard = self.layers[edge.layer].context.clone();
            let consistent = guard.conjoin_all(edge.guard.conjuncts().iter().copied());
            debug_assert!(consistent, "the end of a block can be reached");
            let origin = self.origins.add(Origin::Entered { caller: call.at.proc, from: edge.origin });
            entered.push(SymbolicEdge {
                layer: Id::new(NO_LAYER),
                guard,
                values,
                origin,
                is_reachable: true,
            });
        }
        Ok(self.gathered(entered))
    }

    fn take(
        &mut self,
        call: &Call,
        called: &EdgeSet,
        summary: &EdgeSet,
    ) -> Result<Option<EdgeSet>, StopReason> {
        let mut after = Vec::new();
        for &called in called {
            let called = self.edges[called].clone();
            for &summary in summary {
                after.extend(self.taken(call, &called, summary)?);
            }
        }
        Ok(Self::unless_empty(self.gathered(after)))
    }

    fn ready(&mut self, call: &Call, end: &EdgeSet) -> Result<Option<Ready<EdgeSet>>, StopReason> {
        let Some(ReadySummary { exit, errors, heads: _ }) = self.ready[call.callee].clone() else {
            return Ok(None);
        };
        let (mut after, mut failing) = (Vec::new(), Vec::new());
        for &id in end {
            let called = self.edges[id].clone();
            for &(check, error) in &errors {
                let Some(error) = self.apply_error(call, &called, error) else { continue };
                if self.fails(check, &error)? {
                    failing.push(check);
                }
            }
            if let Some(exit) = exit {
                after.extend(self.taken(call, &called, exit)?);
            }
        }
        Ok(Some(Ready { after: Self::unless_empty(self.gathered(after)), failing }))
    }

    fn leave(&mut self, returned: &Return, end: &EdgeSet) -> Result<EdgeSet, StopReason> {
        let edges: Vec<SymbolicEdge> = end.iter().map(|&id| self.edges[id].clone()).collect();
        let left: Vec<SymbolicEdge> = edges.into_iter().map(|edge| self.left(returned, edge)).collect();
        Ok(left.into_iter().map(|edge| self.edges.push(edge)).collect())
    }

    fn report(&mut self, visits: u64, frontier: u64) -> Result<(), StopReason> {
        (self.space.tick.states, self.space.tick.frontier) = (visits, frontier);
        self.space.report()
    }

    /// Most of what is in the graph is part of what was learnt: questions about it are asked in graphs of their own.
    fn wants_collection(&self) -> bool {
        false
    }

    fn collect(&mut self, _: &[&EdgeSet]) {}
}
