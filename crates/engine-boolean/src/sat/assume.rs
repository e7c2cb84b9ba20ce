//! Assumptions: conjuncts of the guard or, where one says what a choice of the same block must be, a value in the place
//! of the choice.
//!
//! `x := * constrain 'x = y` chooses a value and assumes that it is that of y. As an assignment of y it needs no input
//! and no conjunct, and questions whether edges are new have one variable less to guess.

use ir::{Place, ProcId};
use solver::aig::{Composition, Signal};

use super::edges::{Guard, SymbolicEdge};
use super::sets::SatSets;
use crate::program::Expr;
use crate::signals::signal;

/// Choices of a block.
#[derive(Default)]
pub(super) struct Choices {
    /// The inputs that were made for them.
    inputs: Vec<Signal>,
    /// How they fall: these inputs, or what stands in their places.
    pub(super) values: Vec<Signal>,
}

impl Choices {
    pub(super) fn add(&mut self, input: Signal) {
        self.inputs.push(input);
        self.values.push(input);
    }
}

impl SatSets<'_, '_> {
    /// Conjoins an assumption, after these choices of the same block. False if nothing is left at sight.
    pub(super) fn assume_expr(
        &mut self,
        proc: ProcId,
        edge: &mut SymbolicEdge,
        condition: &Expr,
        choices: &mut Choices,
    ) -> bool {
        let mut conjuncts = vec![condition];
        while let Some(conjunct) = conjuncts.pop() {
            let holds = match conjunct {
                Expr::And(args) => {
                    let [left, right] = &**args;
                    conjuncts.extend([right, left]);
                    true
                }
                Expr::Equal(args) => {
                    let [left, right] = &**args;
                    let (left, right) = (self.expr(proc, edge, left), self.expr(proc, edge, right));
                    self.assume_equal(edge, left, right, choices)
                }
                Expr::Constant(_) | Expr::Variable(_) | Expr::Not(_) | Expr::Or(_) | Expr::Differ(_) => {
                    let condition = self.expr(proc, edge, conjunct);
                    assume(edge, condition)
                }
            };
            if !holds {
                return false;
            }
        }
        true
    }

    pub(super) fn expr(&mut self, proc: ProcId, edge: &SymbolicEdge, expr: &Expr) -> Signal {
        let layout = &self.layouts[proc];
        signal(&mut self.space.aig, expr, &|place: Place| edge.values[layout.slot(place)])
    }

    fn assume_equal(
        &mut self,
        edge: &mut SymbolicEdge,
        left: Signal,
        right: Signal,
        choices: &mut Choices,
    ) -> bool {
        let is_choice = |signal: Signal| choices.inputs.contains(&signal);
        let pair = if is_choice(left) {
            Some((left, right))
        } else if is_choice(right) {
            Some((right, left))
        } else {
            None
        };
        match pair {
            Some((choice, value)) if !self.support(value).contains(&choice) => {
                self.put(edge, choice, value, choices)
            }
            Some(_) | None => {
                let equal = self.space.aig.equal(left, right);
                assume(edge, equal)
            }
        }
    }

    /// Puts a value in the place of a choice. False if the guard contradicts that at sight.
    fn put(&mut self, edge: &mut SymbolicEdge, choice: Signal, value: Signal, choices: &mut Choices) -> bool {
        let mut composition = Composition::new();
        composition.set(choice, value);
        for known in edge.values.iter_mut().chain(&mut choices.values) {
            *known = self.space.aig.compose(*known, &mut composition);
        }
        let conjuncts = std::mem::take(&mut edge.guard);
        let mut guard = Guard::default();
        for &conjunct in conjuncts.conjuncts() {
            let new = self.space.aig.compose(conjunct, &mut composition);
            edge.is_reachable &= new == conjunct;
            if !guard.conjoin(new) {
                return false;
            }
        }
        edge.guard = guard;
        true
    }
}

/// Conjoins a condition. False if nothing is left at sight.
pub(super) fn assume(edge: &mut SymbolicEdge, condition: Signal) -> bool {
    if !edge.guard.contains(condition) && condition != Signal::TRUE {
        edge.is_reachable = false;
    }
    edge.guard.conjoin(condition)
}
