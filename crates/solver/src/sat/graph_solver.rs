//! An and-inverter graph and a solver kept in step: each node is encoded once, when it is first needed.
//!
//! The encoding is Tseitin's: a variable for each node, three clauses for a conjunction. A selection (an exclusive or
//! among them) is four to six clauses over its operands, without its two inner conjunctions: circuits of integers have
//! half as many variables by that, and are solved twice as fast. Nodes keep their meaning forever, so the clauses never
//! have to be taken back, and what the solver learns about one question helps with the next.

use rustc_hash::FxHashSet;

use super::{Effort, Lit, Outcome, SolveIncremental};
use crate::aig::{Aig, Node, Signal};

/// A solver that is asked about signals of one graph.
#[derive(Clone, Debug, Default)]
pub struct GraphSolver<S> {
    solver: S,
    /// For each node its variable, once it has one.
    literals: Vec<Option<Lit>>,
    /// The nodes that have one, in the order in which they got it.
    encoded: Vec<Signal>,
    /// The assumptions of the last question, beside their literals.
    assumed: Vec<(Lit, Signal)>,
}

impl<S: SolveIncremental> GraphSolver<S> {
    pub fn new(solver: S) -> Self {
        Self { solver, literals: Vec::new(), encoded: Vec::new(), assumed: Vec::new() }
    }

    /// Puts another solver in the place of this one, and encodes nothing into it yet.
    pub fn renew(&mut self, solver: S) {
        self.solver = solver;
        self.encoded.drain(..).for_each(|node| self.literals[node.node()] = None);
        self.assumed.clear();
    }

    /// The nodes that the solver has heard of.
    pub fn encoded(&self) -> &[Signal] {
        &self.encoded
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
                Node::And(first, second) => {
                    let selection = aig.as_selection(node).map(|of| [of.condition, of.yes, of.no]);
                    let operands = selection.unwrap_or([first, second, second]);
                    match operands.iter().find(|&&operand| self.known(operand).is_none()) {
                        Some(operand) => stack.push(operand.regular()),
                        None => self.encode(node, operands, selection.is_some()),
                    }
                }
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
        self.solve_wishing(aig, assumptions, &[], effort)
    }

    /// The same question; wishes are true in the model, if there is one in which all of them are that the solver has
    /// heard of. They make the search shorter where models are plenty.
    pub fn solve_wishing(
        &mut self,
        aig: &Aig,
        assumptions: &[Signal],
        wishes: &[Signal],
        effort: &Effort<'_>,
    ) -> Outcome {
        let assumed: Vec<(Lit, Signal)> =
            assumptions.iter().map(|&signal| (self.literal(aig, signal), signal)).collect();
        self.assumed = assumed;
        let mut literals: Vec<Lit> = self.assumed.iter().map(|&(literal, _)| literal).collect();
        let n_assumed = literals.len();
        literals.extend(wishes.iter().filter_map(|&wish| self.known(wish)));
        let (assumed, wished) = literals.split_at(n_assumed);
        if !wished.is_empty() {
            let outcome = self.solver.solve(&literals, effort);
            let is_wish = |literal: &Lit| wished.contains(literal) && !assumed.contains(literal);
            if outcome != Outcome::Unsatisfiable || !self.solver.core().iter().any(is_wish) {
                return outcome;
            }
        }
        self.solver.solve(assumed, effort)
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
        self.encoded.push(node);
        literal
    }

    /// All operands have literals. A selection is a condition and two values.
    fn encode(&mut self, node: Signal, operands: [Signal; 3], is_selection: bool) {
        let [Some(a), Some(b), Some(c)] = operands.map(|operand| self.known(operand)) else {
            panic!("{node:?} is encoded before its operands")
        };
        let node = self.new_literal(node);
        if is_selection {
            self.encode_selection(!node, a, b, c);
        } else {
            self.solver.add_clause(&[!node, a]);
            self.solver.add_clause(&[!node, b]);
            self.solver.add_clause(&[node, !a, !b]);
        }
    }

    /// The result is `yes` where the condition holds, and `no` elsewhere.
    fn encode_selection(&mut self, result: Lit, condition: Lit, yes: Lit, no: Lit) {
        self.solver.add_clause(&[!condition, !yes, result]);
        self.solver.add_clause(&[!condition, yes, !result]);
        self.solver.add_clause(&[condition, !no, result]);
        self.solver.add_clause(&[condition, no, !result]);
        // They follow from the others, and propagate more.
        if yes != !no {
            self.solver.add_clause(&[!yes, !no, result]);
            self.solver.add_clause(&[yes, no, !result]);
        }
    }
}
