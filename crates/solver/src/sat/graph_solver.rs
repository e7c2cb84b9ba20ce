//! An and-inverter graph and a solver kept in step: each node is encoded once, when it is first needed.
//!
//! The encoding is Tseitin's: a variable for each node, three clauses for a conjunction. Nodes keep their meaning
//! forever, so the clauses never have to be taken back, and what the solver learns about one question helps with the
//! next.

use rustc_hash::FxHashSet;

use super::{Effort, Lit, Outcome, SolveIncremental};
use crate::aig::{Aig, Node, Signal};

/// A solver that is asked about signals of one graph.
#[derive(Clone, Debug, Default)]
pub struct GraphSolver<S> {
    solver: S,
    /// For each node its variable, once it has one.
    literals: Vec<Option<Lit>>,
    /// The assumptions of the last question, beside their literals.
    assumed: Vec<(Lit, Signal)>,
}

impl<S: SolveIncremental> GraphSolver<S> {
    pub fn new(solver: S) -> Self {
        Self { solver, literals: Vec::new(), assumed: Vec::new() }
    }

    /// The solver below, for its figures or for clauses beside the graph.
    pub fn solver(&self) -> &S {
        &self.solver
    }

    pub fn solver_mut(&mut self) -> &mut S {
        &mut self.solver
    }

    /// The literal that is equivalent to a signal.
    pub fn literal(&mut self, aig: &Aig, signal: Signal) -> Lit {
        if self.literals.len() < aig.n_nodes() {
            self.literals.resize(aig.n_nodes(), None);
        }
        let mut stack = vec![signal.regular()];
        while let Some(&node) = stack.last() {
            if self.known(node).is_some() {
                stack.pop();
                continue;
            }
            match aig.node(node) {
                Node::Constant => {
                    let literal = self.new_literal(node);
                    self.solver.add_clause(&[!literal]);
                }
                Node::Input(_) => {
                    self.new_literal(node);
                }
                Node::And(first, second) => match (self.known(first), self.known(second)) {
                    (Some(first), Some(second)) => self.encode(node, first, second),
                    (None, _) => stack.push(first.regular()),
                    (_, None) => stack.push(second.regular()),
                },
            }
        }
        self.known(signal).expect("the walk ends when the signal has a literal")
    }

    /// A signal must be true from now on.
    pub fn require(&mut self, aig: &Aig, signal: Signal) {
        let literal = self.literal(aig, signal);
        self.solver.add_clause(&[literal]);
    }

    /// Whether all assumptions can be true at once, together with what is required.
    pub fn solve(&mut self, aig: &Aig, assumptions: &[Signal], effort: &Effort<'_>) -> Outcome {
        let assumed: Vec<(Lit, Signal)> =
            assumptions.iter().map(|&signal| (self.literal(aig, signal), signal)).collect();
        self.assumed = assumed;
        let literals: Vec<Lit> = self.assumed.iter().map(|&(literal, _)| literal).collect();
        self.solver.solve(&literals, effort)
    }

    /// The value of a signal in the model of the last question; false if the solver never heard of it.
    ///
    /// That is right for inputs, whose values then do not matter; of other nodes only those have values that were
    /// encoded before the question.
    pub fn value(&self, signal: Signal) -> bool {
        self.known(signal).map_or(signal.is_complement(), |literal| self.solver.value(literal))
    }

    /// Whether the solver has heard of a signal.
    pub fn has(&self, signal: Signal) -> bool {
        self.known(signal).is_some()
    }

    /// Assumptions of the last question that cannot be true together.
    pub fn core(&self) -> Vec<Signal> {
        let core: FxHashSet<Lit> = self.solver.core().iter().copied().collect();
        let failed = self.assumed.iter().filter(|(literal, _)| core.contains(literal));
        failed.map(|&(_, signal)| signal).collect()
    }

    fn known(&self, signal: Signal) -> Option<Lit> {
        let literal = (*self.literals.get(signal.node())?)?;
        Some(if signal.is_complement() { !literal } else { literal })
    }

    fn new_literal(&mut self, node: Signal) -> Lit {
        let literal = self.solver.new_variable();
        self.literals[node.node()] = Some(literal);
        literal
    }

    fn encode(&mut self, node: Signal, first: Lit, second: Lit) {
        let node = self.new_literal(node);
        self.solver.add_clause(&[!node, first]);
        self.solver.add_clause(&[!node, second]);
        self.solver.add_clause(&[node, !first, !second]);
    }
}
