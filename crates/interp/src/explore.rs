//! Naive exhaustive exploration: breadth first, over copies of whole states, with every state's canonical key in one
//! map.
//!
//! It is the oracle of differential tests, so it shares nothing with the engines and takes no short cut: no
//! reduction, no hashing of states, the whole graph in memory. Its counts are the ones that an engine without reduction
//! must find.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, VecDeque};

use base::{Graph, Id, IndexVec, Span};
use ir::Program;
use verdict::{StopReason, Trace, TraceStep, Violation, ViolationKind};

use crate::context::Context;
use crate::enabled::deadlock;
use crate::key::{Keyer, Locals};
use crate::state::State;
use crate::successors::{Outcome, successors};
use crate::transition::Transition;

base::typed_id!(
    /// A state of the graph.
    NodeId,
    "state"
);

/// How an exploration is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExploreOptions {
    pub max_states: usize,
    /// Which locals distinguish states.
    pub locals: Locals,
}

impl ExploreOptions {
    /// At most so many states, distinguished by all their locals.
    pub fn up_to(max_states: usize) -> Self {
        Self { max_states, locals: Locals::All }
    }
}

/// What an exploration found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exploration {
    /// Distinct states, the first included.
    pub states: usize,
    /// Moves from states to states.
    pub transitions: u64,
    /// The first of each kind at each place, with its trace.
    pub violations: Vec<Violation>,
    /// Why parts of the state space are missing; the first reason, if there are several.
    pub stopped: Option<StopReason>,
    /// Why executions were not followed to their ends, where nothing else is missing: the first reason.
    pub left_out: Option<StopReason>,
}

impl Exploration {
    /// Whether every reachable state was visited.
    pub fn complete(&self) -> bool {
        self.stopped.is_none() && self.left_out.is_none()
    }

    /// Kinds and places of the violations.
    pub fn errors(&self) -> BTreeSet<(&'static str, Option<Span>)> {
        self.violations.iter().map(|violation| (violation.kind.slug(), violation.span)).collect()
    }

    pub fn has_acceptance_cycle(&self) -> bool {
        self.violations.iter().any(|violation| violation.kind == ViolationKind::AcceptanceCycle)
    }
}

/// Visits all reachable states, up to the limit.
pub fn explore(program: &Program, options: ExploreOptions) -> Exploration {
    let ctx = Context::new(program);
    let mut search = Search {
        ctx: &ctx,
        max_states: options.max_states,
        keyer: Keyer::new(&ctx, options.locals),
        numbers: HashMap::new(),
        nodes: IndexVec::new(),
        frontier: VecDeque::new(),
        known: BTreeSet::new(),
        found: Exploration {
            states: 0,
            transitions: 0,
            violations: Vec::new(),
            stopped: None,
            left_out: None,
        },
    };
    search.run();
    search.report_cycles();
    search.found
}

struct Search<'a> {
    ctx: &'a Context<'a>,
    max_states: usize,
    keyer: Keyer<'a>,
    numbers: HashMap<Vec<u8>, NodeId>,
    nodes: IndexVec<NodeId, Node>,
    frontier: VecDeque<(NodeId, State)>,
    known: BTreeSet<(ViolationKind, Option<Span>)>,
    found: Exploration,
}

/// A state of the graph.
#[derive(Default)]
struct Node {
    /// The state from which it was first reached, and by which of its edges.
    parent: Option<(NodeId, TraceStep)>,
    edges: Vec<StateEdge>,
}

struct StateEdge {
    target: NodeId,
    step: TraceStep,
    transition: Transition,
}

impl Search<'_> {
    fn run(&mut self) {
        self.visit(State::initial(self.ctx), None);
        while let Some((node, state)) = self.frontier.pop_front() {
            self.expand(node, &state);
        }
    }

    /// The number of a state; a new one is put into the frontier. `None` beyond the limit.
    fn visit(&mut self, state: State, parent: Option<(NodeId, TraceStep)>) -> Option<NodeId> {
        let number = self.nodes.next_id();
        match self.numbers.entry(self.keyer.key(self.ctx, &state)) {
            Entry::Occupied(known) => return Some(*known.get()),
            Entry::Vacant(_) if number.index() >= self.max_states => {
                self.stop(StopReason::StateLimit(self.max_states as u64));
                return None;
            }
            Entry::Vacant(new) => {
                new.insert(number);
            }
        }
        self.nodes.push(Node { parent, edges: Vec::new() });
        self.frontier.push_back((number, state));
        self.found.states = self.nodes.len();
        Some(number)
    }

    fn expand(&mut self, node: NodeId, state: &State) {
        match deadlock(self.ctx, state) {
            Ok(Some(waiting)) => self.report(ViolationKind::Deadlock, waiting.span, self.trace_to(node)),
            Ok(None) => {}
            Err(reason) => return self.stop(reason),
        }
        let moves = match successors(self.ctx, state) {
            Ok(moves) => moves,
            Err(reason) => return self.stop(reason),
        };
        for successor in moves {
            let step = successor.step;
            match successor.outcome {
                Outcome::State { state, transition } => {
                    // Beyond the limit nothing new is learnt, and a choice may have very many alternatives.
                    let Some(target) = self.visit(state, Some((node, step.clone()))) else { return };
                    self.found.transitions += 1;
                    self.nodes[node].edges.push(StateEdge { target, step, transition });
                }
                Outcome::Violation { kind, span } => {
                    let mut trace = self.trace_to(node);
                    trace.steps.push(step);
                    self.report(kind, span, trace);
                }
                Outcome::Pruned => {}
                Outcome::GaveUp(reason @ StopReason::Unsupported(_)) => {
                    self.found.left_out.get_or_insert(reason);
                }
                Outcome::GaveUp(reason) => self.stop(reason),
            }
        }
    }

    fn stop(&mut self, reason: StopReason) {
        self.found.stopped.get_or_insert(reason);
    }

    fn report(&mut self, kind: ViolationKind, span: Option<Span>, trace: Trace) {
        if self.known.insert((kind.clone(), span)) {
            self.found.violations.push(Violation { kind, span, witness: trace.into() });
        }
    }

    /// The path by which a state was first reached: a shortest one.
    fn trace_to(&self, mut node: NodeId) -> Trace {
        let mut steps = Vec::new();
        while let Some((parent, step)) = &self.nodes[node].parent {
            steps.push(step.clone());
            node = *parent;
        }
        steps.reverse();
        Trace { steps, loop_start: None, ..Trace::default() }
    }

    /// Every accepting move inside a strongly connected component lies on a cycle.
    fn report_cycles(&mut self) {
        let graph = Graph::new(self.nodes.len(), |node: NodeId| {
            self.nodes[node].edges.iter().map(|edge| edge.target).collect::<Vec<_>>()
        });
        let components = graph.components();
        for node in self.nodes.ids() {
            for edge in 0..self.nodes[node].edges.len() {
                let StateEdge { target, transition, .. } = &self.nodes[node].edges[edge];
                let on_cycle = components.component_of(*target) == components.component_of(node);
                if transition.is_accepting() && on_cycle {
                    let accepts = transition.accepts.clone();
                    let trace = self.cycle_through(node, edge);
                    for span in accepts {
                        self.report(ViolationKind::AcceptanceCycle, span, trace.clone());
                    }
                }
            }
        }
    }

    /// An execution that goes to this node and then round and round through this edge of it.
    fn cycle_through(&self, node: NodeId, edge: usize) -> Trace {
        let mut trace = self.trace_to(node);
        trace.loop_start = Some(trace.steps.len());
        let edge = &self.nodes[node].edges[edge];
        trace.steps.push(edge.step.clone());
        trace.steps.extend(self.path(edge.target, node));
        trace
    }

    /// A shortest path between two states of one component.
    fn path(&self, from: NodeId, to: NodeId) -> Vec<TraceStep> {
        let mut reached_by: HashMap<NodeId, (NodeId, &TraceStep)> = HashMap::new();
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front()
            && node != to
        {
            for edge in &self.nodes[node].edges {
                if edge.target != from && !reached_by.contains_key(&edge.target) {
                    reached_by.insert(edge.target, (node, &edge.step));
                    queue.push_back(edge.target);
                }
            }
        }
        let mut steps = Vec::new();
        let mut node = to;
        while node != from {
            let (before, step) = reached_by[&node];
            steps.push(step.clone());
            node = before;
        }
        steps.reverse();
        steps
    }
}
