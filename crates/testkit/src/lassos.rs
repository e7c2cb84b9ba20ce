//! Whether a program violates a formula, the naive way: the oracle of engines that check formulas.
//!
//! The states come from the interpreter, with the letters that it reads off them; the product with the automaton of
//! the violations is made as a whole; and executions that count are found by a fixpoint (Emerson and Lei 1986): of
//! all nodes those are kept from which every condition can be met without leaving what is kept, until nothing
//! changes. The conditions are the marks of the automaton and, for fair executions, one for each position of a
//! thread: the thread there moves or cannot move, or another one comes to stand there because one ends at this
//! position or before it, or there is no thread at this position. Components play no role.
//!
//! For strong fairness, a thread at a position may instead never be able to move again. Which positions these are is
//! tried in all orders: only nodes are kept where no thread at one of them can move, and the conditions are those of
//! the other positions, without the exception for threads that cannot move.

use std::collections::HashMap;

use interp::sight::{StepEffects, end, has_letter, letter};
use interp::{Context, Keyer, Locals, Outcome, Script, State, movable_threads, successors, transition};
use ir::Program;
use logic::{AtomSet, Fairness, StateId};
use temporal::{End, LastStep, Temporal};

/// Whether some execution violates the property. `None` if there are more states, or the interpreter cannot say.
pub fn is_violated(program: &Program, property: &Temporal, max_states: usize) -> Option<bool> {
    let graph = Graph::explore(program, property, max_states)?;
    let product = |idle: u32| Product::new(&graph, property, idle).has_accepted_execution();
    match property.fair {
        Fairness::None | Fairness::Weak => Some(product(0)),
        Fairness::Strong => {
            let positions = graph.nodes.iter().map(|node| node.n_threads).max().unwrap_or(0);
            if positions > MOST_POSITIONS {
                return None;
            }
            Some((0..1 << positions).any(product))
        }
    }
}

/// More threads at once are not tried in all orders.
const MOST_POSITIONS: usize = 6;

/// All states of a program.
struct Graph {
    nodes: Vec<Node>,
}

struct Node {
    /// `None` during the initialisation.
    letter: Option<AtomSet>,
    n_threads: usize,
    movable: Vec<usize>,
    moves: Vec<Move>,
    /// An execution may stop here for good: nothing can move, or a step fails.
    stops: bool,
}

struct Move {
    target: usize,
    thread: usize,
    /// The thread ended with it.
    ended: bool,
}

impl Graph {
    fn explore(program: &Program, property: &Temporal, max_states: usize) -> Option<Self> {
        let ctx = Context::observed_by(program, property);
        let mut keyer = Keyer::new(&ctx, Locals::LiveAndUser);
        let mut numbers: HashMap<(Vec<u8>, LastStep), usize> = HashMap::new();
        let mut states = vec![(State::initial(&ctx), LastStep::default())];
        numbers.insert((keyer.key(&ctx, &states[0].0), LastStep::default()), 0);
        let mut nodes = Vec::new();
        while let Some((state, last)) = states.get(nodes.len()).cloned() {
            if nodes.len() >= max_states {
                return None;
            }
            let movable = movable_threads(&ctx, &state).ok()?;
            let end = end(&ctx, &state).ok()?;
            let letter = has_letter(&state).then(|| letter(property, &state, end, last));
            let n_threads = state.threads.len();
            let mut node = Node { letter, n_threads, movable, moves: Vec::new(), stops: end != End::GoesOn };
            for successor in successors(&ctx, &state).ok()? {
                let thread = successor.step.thread;
                match successor.outcome {
                    Outcome::Violation { .. } => node.stops = true,
                    Outcome::Pruned => {}
                    Outcome::GaveUp(_) => return None,
                    Outcome::State { state: next, transition: _ } => {
                        let number = state.threads[thread].number;
                        let ended = next.threads.iter().all(|other| other.number != number);
                        let last = effects(&ctx, &state, thread, &successor.step.choices, property);
                        let key = (keyer.key(&ctx, &next), last);
                        let target = *numbers.entry(key).or_insert_with(|| {
                            states.push((next, last));
                            states.len() - 1
                        });
                        node.moves.push(Move { target, thread, ended });
                    }
                }
            }
            nodes.push(node);
        }
        Some(Self { nodes })
    }
}

/// What a move does, if the property asks.
fn effects(
    ctx: &Context<'_>,
    state: &State,
    thread: usize,
    choices: &[u64],
    property: &Temporal,
) -> LastStep {
    if !has_letter(state) || !property.uses_last_step() {
        return LastStep::default();
    }
    let mut copy = state.clone();
    let mut effects = StepEffects::begin(state, thread);
    let _ = transition(ctx, &mut copy, thread, &mut Script::new(choices), &mut effects);
    effects.last
}

/// Pairs of a state and a state of the automaton; once more for executions that have stopped.
struct Product {
    edges: Vec<Vec<ProductEdge>>,
    initial: Vec<usize>,
    n_conditions: usize,
    /// Nodes in which an execution may be from some point on.
    may_last: Vec<bool>,
}

struct ProductEdge {
    target: usize,
    /// For each condition, whether it is met.
    meets: Vec<bool>,
}

impl Product {
    /// `idle` has a bit for each position at which no thread is to be able to move from some point on.
    fn new(graph: &Graph, property: &Temporal, idle: u32) -> Self {
        let (n_states, automaton) = (graph.nodes.len(), &property.violations);
        let positions = graph.nodes.iter().map(|node| node.n_threads).max().unwrap_or(0);
        let positions = if property.fair.is_asked() { positions } else { 0 };
        let is_idle = |position: usize| idle >> position & 1 == 1;
        let number = |state: usize, at: StateId, stopped: bool| {
            (base::Id::index(at) * n_states + state) * 2 + usize::from(stopped)
        };
        let mut edges = Vec::new();
        edges.resize_with(automaton.n_states() * n_states * 2, Vec::new);
        for (state, node) in graph.nodes.iter().enumerate() {
            for at in automaton.states() {
                let Some(letter) = node.letter else {
                    let wait = |step: &Move| ProductEdge {
                        target: number(step.target, at, false),
                        meets: vec![false; positions + 1],
                    };
                    edges[number(state, at, false)].extend(node.moves.iter().map(wait));
                    continue;
                };
                for read in automaton.step(at, letter) {
                    for step in &node.moves {
                        let served = (0..positions)
                            .map(|position| is_idle(position) || node.serves(step, position, property.fair));
                        let meets = std::iter::once(read.marked).chain(served).collect();
                        let target = number(step.target, read.target, false);
                        edges[number(state, at, false)].push(ProductEdge { target, meets });
                    }
                    // An execution that has stopped is fair: no thread can move.
                    for stopped in [false, true].into_iter().filter(|&stopped| stopped || node.stops) {
                        let meets =
                            std::iter::once(read.marked).chain((0..positions).map(|_| true)).collect();
                        let target = number(state, read.target, true);
                        edges[number(state, at, stopped)].push(ProductEdge { target, meets });
                    }
                }
            }
        }
        let initial = automaton.initial().iter().map(|&at| number(0, at, false)).collect();
        // Once an execution has stopped, no thread can move.
        let waits = |state: &Node| state.movable.iter().all(|&position| !is_idle(position));
        let may_last = |node: usize| node % 2 == 1 || waits(&graph.nodes[node / 2 % n_states]);
        let may_last = (0..edges.len()).map(may_last).collect();
        Self { edges, initial, n_conditions: positions + 1, may_last }
    }

    fn has_accepted_execution(&self) -> bool {
        let mut kept: Vec<bool> =
            self.reachable().iter().zip(&self.may_last).map(|(&reached, &lasts)| reached && lasts).collect();
        loop {
            let before = kept.iter().filter(|&&kept| kept).count();
            for condition in 0..self.n_conditions {
                kept = self.can_meet(condition, &kept);
            }
            let after = kept.iter().filter(|&&kept| kept).count();
            if after == before {
                return after > 0;
            }
        }
    }

    fn reachable(&self) -> Vec<bool> {
        let mut reached = vec![false; self.edges.len()];
        let mut waiting = self.initial.clone();
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut reached[node], true) {
                waiting.extend(self.edges[node].iter().map(|edge| edge.target));
            }
        }
        reached
    }

    /// The nodes of `kept` from which an edge that meets the condition can be reached and taken inside `kept`.
    fn can_meet(&self, condition: usize, kept: &[bool]) -> Vec<bool> {
        let mut can = vec![false; kept.len()];
        loop {
            let mut changed = false;
            for node in (0..kept.len()).filter(|&node| kept[node]) {
                let leads =
                    |edge: &ProductEdge| kept[edge.target] && (edge.meets[condition] || can[edge.target]);
                if !can[node] && self.edges[node].iter().any(leads) {
                    can[node] = true;
                    changed = true;
                }
            }
            if !changed {
                return can;
            }
        }
    }
}

impl Node {
    /// Whether this move leaves no thread out that stays at a position forever.
    fn serves(&self, step: &Move, position: usize, fair: Fairness) -> bool {
        position >= self.n_threads
            || step.thread == position
            || (fair == Fairness::Weak && !self.movable.contains(&position))
            || (step.ended && step.thread <= position)
    }
}
