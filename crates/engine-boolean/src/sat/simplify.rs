//! Smaller edges with the same meaning.
//!
//! - *Loose conjuncts*: where the inputs of some conjuncts of a guard are neither in other conjuncts, nor in values,
//!   nor entry values, the conjuncts say nothing but that they can be satisfied. They can, so they are dropped. This is
//!   what becomes of constraints on variables that are not read again. The path to an error needs values for their
//!   inputs, and asks for them then.
//! - *Constants*: a value that is the same under all inputs that satisfy the guard is a constant.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use solver::aig::{Node, Signal};
use verdict::StopReason;

use super::edges::{Guard, SymbolicEdge};
use super::history::Origin;
use super::sets::SatSets;

/// Inputs of signals, for those that were asked for.
#[derive(Default)]
pub(crate) struct Supports {
    known: FxHashMap<Signal, Rc<[Signal]>>,
}

impl SatSets<'_, '_> {
    /// The inputs that a signal depends on.
    pub(super) fn support(&mut self, signal: Signal) -> Rc<[Signal]> {
        let aig = &self.space.aig;
        let support = self.supports.known.entry(signal.regular());
        support.or_insert_with(|| aig.support(&[signal]).into()).clone()
    }

    /// Drops loose conjuncts of an edge that can be reached.
    pub(crate) fn drop_loose_conjuncts(&mut self, edge: &mut SymbolicEdge) {
        debug_assert!(edge.is_reachable, "what is dropped can be satisfied");
        if edge.guard.conjuncts().is_empty() {
            return;
        }
        let mut tied: FxHashSet<Signal> = FxHashSet::default();
        for index in 0..edge.values.len() {
            tied.extend(self.support(edge.values[index]).iter());
        }
        tied.extend(self.layers[edge.layer].entry.iter().map(|entry| entry.regular()));
        let mut loose: Vec<(Signal, Rc<[Signal]>)> = edge
            .guard
            .conjuncts()
            .to_vec()
            .into_iter()
            .map(|conjunct| (conjunct, self.support(conjunct)))
            .collect();
        let mut guard = Guard::default();
        loop {
            let n_loose = loose.len();
            loose.retain(|(conjunct, support)| {
                let is_tied = support.iter().any(|input| tied.contains(input));
                if is_tied {
                    tied.extend(support.iter());
                    let consistent = guard.conjoin(*conjunct);
                    debug_assert!(consistent, "conjuncts of one guard");
                }
                !is_tied
            });
            if loose.len() == n_loose {
                break;
            }
        }
        if !loose.is_empty() {
            let conjuncts = loose.into_iter().map(|(conjunct, _)| conjunct).collect();
            edge.origin = self.origins.add(Origin::Loosened { from: edge.origin, conjuncts });
            edge.guard = guard;
        }
    }

    /// Finds values that are constants, in every context. Each model that is found shows of many values that they are
    /// none.
    pub(crate) fn find_constants(&mut self, edge: &mut SymbolicEdge) -> Result<(), StopReason> {
        let conditions = edge.guard.conjuncts().to_vec();
        let is_open = |slot: &usize| matches!(self.space.aig.node(edge.values[*slot]), Node::And(..));
        let open: Vec<usize> = (0..edge.values.len()).filter(is_open).collect();
        if open.is_empty() || !self.space.is_satisfiable(&conditions)? {
            return Ok(());
        }
        // What open values were in the first model.
        let mut first: FxHashMap<usize, bool> =
            open.iter().map(|&slot| (slot, self.model_value(edge.values[slot]))).collect();
        for slot in open {
            let Some(&value) = first.get(&slot) else { continue };
            let mut question = conditions.clone();
            question.push(edge.values[slot].complement_if(value));
            if self.space.is_satisfiable(&question)? {
                let others: Vec<usize> = first.keys().copied().collect();
                for other in others {
                    if self.model_value(edge.values[other]) != first[&other] {
                        first.remove(&other);
                    }
                }
            } else {
                edge.values[slot] = Signal::constant(value);
            }
        }
        Ok(())
    }

    /// The value of a signal in the last model, whether the solver has heard of it or not.
    fn model_value(&self, signal: Signal) -> bool {
        let inputs = self.space.aig.support(&[signal]).into_iter();
        let assignment: Vec<(Signal, bool)> = inputs.map(|input| (input, self.space.value(input))).collect();
        self.space.aig.evaluate(signal, assignment)
    }
}
