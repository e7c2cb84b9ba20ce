//! A procedure, unrolled until states come again.
//!
//! Edges are carried on in the order of visits and merged wherever they meet, so that each loop is unrolled by itself.
//!
//! DIVERGENCE: equation (9) asks for states that differ among *all* edges that came to a node, and so conjoins their
//! guards. When a loop is entered again by a loop around it, no execution has passed all of them, and the unrolling
//! would end too early. Here an edge takes along which states its executions have passed, each with the condition under
//! which they did: its *trail*.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{BlockId, ProcId};
use solver::aig::Signal;
use verdict::StopReason;

use crate::program::{Call, CheckId, End};
use crate::representation::At;
use crate::sat::edges::{EdgeId, Guard, Layer, SymbolicEdge};
use crate::sat::history::Origin;
use crate::sat::sets::{ReadySummary, SatSets};

/// A summary with more conjunctions is none: figure 1 is better then.
const LARGEST_SUMMARY: usize = 20_000;
/// New nodes until the unrolling is given up.
const MOST_NODES: usize = 400_000;
/// Visits for each block until the unrolling is given up.
const VISITS_PER_BLOCK: usize = 40;
/// Conflicts of a question to the solver.
const MOST_CONFLICTS: u64 = 20_000;

/// A state at the head of a loop.
#[derive(Clone)]
struct Passed {
    head: BlockId,
    values: Rc<[Signal]>,
    /// When an execution has passed it.
    condition: Signal,
}

/// An edge, and what its executions have passed.
struct Strand {
    edge: SymbolicEdge,
    trail: Vec<Passed>,
}

/// A procedure in the making.
struct Unrolling {
    proc: ProcId,
    pending: BTreeMap<((u32, u32), BlockId), Strand>,
    exit: Option<SymbolicEdge>,
    errors: Vec<(CheckId, SymbolicEdge)>,
    /// Edges at heads of loops that were carried on.
    heads: Vec<(BlockId, EdgeId)>,
}

impl SatSets<'_, '_> {
    /// The universal summary of a procedure whose callees have theirs; none if it takes too much.
    pub(crate) fn unrolled(&mut self, proc: ProcId) -> Result<Option<ReadySummary>, StopReason> {
        self.space.most_conflicts = Some(MOST_CONFLICTS);
        self.collected = Some(Vec::new());
        let unrolled = self.unroll(proc);
        self.collected = None;
        self.space.most_conflicts = None;
        match unrolled {
            Err(StopReason::WorkLimit(_)) => Ok(None),
            other => other,
        }
    }

    fn unroll(&mut self, proc: ProcId) -> Result<Option<ReadySummary>, StopReason> {
        let mut unrolling =
            Unrolling { proc, pending: BTreeMap::new(), exit: None, errors: Vec::new(), heads: Vec::new() };
        let blocks = &self.graph.program.procs[proc].blocks;
        let entry = self.graph.program.procs[proc].entry();
        let beginning = Strand { edge: self.any_entry(proc), trail: Vec::new() };
        self.arrive(&mut unrolling, entry, beginning);
        let (most_visits, most_nodes) =
            (VISITS_PER_BLOCK * blocks.len(), self.space.aig.n_nodes() + MOST_NODES);
        let mut visits = 0;
        while let Some(((_, block), strand)) = unrolling.pending.pop_first() {
            visits += 1;
            if visits > most_visits || self.space.aig.n_nodes() > most_nodes {
                return Ok(None);
            }
            self.space.report()?;
            self.expand(&mut unrolling, block, strand)?;
        }
        self.finished(unrolling)
    }

    /// The beginning of a procedure, with any values.
    fn any_entry(&mut self, proc: ProcId) -> SymbolicEdge {
        let n_entry = self.graph.procs[proc].touched.len() + self.graph.procs[proc].params.len();
        let entry = self.space.aig.new_inputs(n_entry);
        let mut values = entry.clone();
        values.resize(self.layouts[proc].n_values, Signal::FALSE);
        let origin = self.origins.add(Origin::Start);
        let layer = self.layers.push(Layer { proc, context: Guard::default(), entry, origin });
        let origin = self.origins.add(Origin::Begins { layer });
        SymbolicEdge { layer, guard: Guard::default(), values, origin, is_reachable: true }
    }

    /// Puts a strand where it waits for others.
    fn arrive(&mut self, unrolling: &mut Unrolling, block: BlockId, strand: Strand) {
        let key = (self.graph.priority(unrolling.proc, block), block);
        let strand = match unrolling.pending.remove(&key) {
            None => strand,
            Some(other) => self.merged(other, strand),
        };
        unrolling.pending.insert(key, strand);
    }

    fn merged(&mut self, left: Strand, right: Strand) -> Strand {
        let edge = self.merge(&left.edge, &right.edge);
        if edge.origin == left.edge.origin {
            return Strand { edge, trail: left.trail };
        }
        let Origin::Merged { selector, .. } = self.origins.all[edge.origin] else {
            return Strand { edge, trail: right.trail };
        };
        let mut trail = Vec::new();
        for passed in &left.trail {
            let of_right = right.trail.iter().find(|other| Rc::ptr_eq(&other.values, &passed.values));
            let of_right = of_right.map_or(Signal::FALSE, |other| other.condition);
            let condition = self.space.aig.ite(selector, passed.condition, of_right);
            trail.push(Passed { condition, ..passed.clone() });
        }
        for passed in right.trail {
            if !left.trail.iter().any(|other| Rc::ptr_eq(&other.values, &passed.values)) {
                let condition = self.space.aig.and(!selector, passed.condition);
                trail.push(Passed { condition, ..passed });
            }
        }
        Strand { edge, trail }
    }

    /// Whether every execution of an edge was in this state before.
    fn is_recurring(&mut self, head: BlockId, Strand { edge, trail }: &Strand) -> Result<bool, StopReason> {
        let mut question = edge.guard.conjuncts().to_vec();
        for passed in trail.iter().filter(|passed| passed.head == head) {
            let pairs = passed.values.iter().zip(&edge.values);
            let differing: Vec<Signal> = pairs.map(|(&then, &now)| self.space.aig.xor(then, now)).collect();
            let differs = self.space.aig.or_all(differing);
            question.push(self.space.aig.implies(passed.condition, differs));
        }
        Ok(!self.space.can_be_true(&question)?)
    }

    /// Carries a strand on to the next blocks.
    fn expand(
        &mut self,
        unrolling: &mut Unrolling,
        block: BlockId,
        mut strand: Strand,
    ) -> Result<(), StopReason> {
        let (graph, at) = (self.graph, At { proc: unrolling.proc, block });
        if graph.is_loop_head(at.proc, block) {
            if self.is_recurring(block, &strand)? {
                return Ok(());
            }
            let values: Rc<[Signal]> = strand.edge.values.as_slice().into();
            unrolling.heads.push((block, self.edges.push(strand.edge.clone())));
            strand.trail.push(Passed { head: block, values, condition: Signal::TRUE });
        }
        let Strand { edge, trail } = strand;
        let end = self.executed(at, edge, &mut Vec::new())?;
        for (check, error) in self.collected.replace(Vec::new()).unwrap_or_default() {
            self.can_fail_at(unrolling, check, error);
        }
        let Some(edge) = end else { return Ok(()) };
        let end = &graph.block(at).end;
        match end {
            End::Goto(_) | End::Branch { .. } => {
                for (branch, target) in graph.targets(end).into_iter().enumerate() {
                    if let Some(edge) = self.followed(at, edge.clone(), branch)? {
                        self.arrive(unrolling, target, Strand { edge, trail: trail.clone() });
                    }
                }
            }
            End::Call(call) => self.through_call(unrolling, graph.call(*call), &edge, trail)?,
            End::Return(returned) => {
                let left = self.left(graph.returned(*returned), edge);
                unrolling.exit = Some(match unrolling.exit.take() {
                    None => left,
                    Some(other) => self.merge(&other, &left),
                });
            }
        }
        Ok(())
    }

    fn through_call(
        &mut self,
        unrolling: &mut Unrolling,
        call: &Call,
        called: &SymbolicEdge,
        trail: Vec<Passed>,
    ) -> Result<(), StopReason> {
        let ready = self.ready[call.callee].clone().expect("callees come first");
        for (check, error) in ready.errors {
            let Some(mut error) = self.apply_error(call, called, error) else { continue };
            if self.can_be_reached(&mut error)? {
                self.can_fail_at(unrolling, check, error);
            }
        }
        if let Some(exit) = ready.exit
            && let Some(edge) = self.taken(call, called, exit)?
        {
            self.arrive(unrolling, call.next, Strand { edge, trail });
        }
        Ok(())
    }

    /// Keeps an edge that fails, together with others that fail at the same place.
    fn can_fail_at(&mut self, unrolling: &mut Unrolling, check: CheckId, mut error: SymbolicEdge) {
        self.drop_loose_conjuncts(&mut error);
        match unrolling.errors.iter_mut().find(|(known, _)| *known == check) {
            None => unrolling.errors.push((check, error)),
            Some((_, known)) => *known = self.merge(known, &error),
        }
    }

    /// The summary, if it is small enough.
    fn finished(&mut self, unrolling: Unrolling) -> Result<Option<ReadySummary>, StopReason> {
        let Unrolling { mut exit, errors, heads, .. } = unrolling;
        if let Some(exit) = &mut exit {
            self.find_constants(exit)?;
            self.drop_loose_conjuncts(exit);
        }
        let edges = exit.iter().chain(errors.iter().map(|(_, error)| error));
        let roots: Vec<Signal> =
            edges.flat_map(|edge| edge.guard.conjuncts().iter().chain(&edge.values)).copied().collect();
        if self.space.aig.n_conjunctions(&roots) > LARGEST_SUMMARY {
            return Ok(None);
        }
        let exit = exit.map(|exit| self.edges.push(exit));
        let errors = errors.into_iter().map(|(check, error)| (check, self.edges.push(error))).collect();
        Ok(Some(ReadySummary { exit, errors, heads }))
    }
}
