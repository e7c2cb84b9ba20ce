//! Summary edges at calls: equations (6) and (7) of the paper.
//!
//! Entry values of the summary edge are constants or inputs. Where one is an input, the caller's value is put in its
//! place; equations are left only where it is a constant, or where the same input has several places. All other inputs
//! are renamed apart, so that two calls can choose differently.

use std::collections::hash_map::Entry;

use ir::Place;
use rustc_hash::FxHashMap;
use solver::aig::{Aig, Composition, Node, Signal};

use super::edges::{EdgeId, Guard, SymbolicEdge};
use super::history::Origin;
use super::sets::SatSets;
use crate::program::Call;
use crate::signals::signal;

/// Inputs of an edge and what stands in their places, so far only for entry values; and the equations that are left.
pub(crate) struct Bound {
    pub(crate) images: FxHashMap<Signal, Signal>,
    /// Pairs of an entry value and what it must be equal to.
    pub(crate) left_over: Vec<(Signal, Signal)>,
}

/// An edge of a callee, in terms of the caller.
struct Applied {
    guard: Guard,
    outcome: Vec<Signal>,
    images: Vec<(Signal, Signal)>,
}

/// Puts values in the places of entry values. None if constants differ.
pub(crate) fn bind(aig: &Aig, entry: &[Signal], values: &[Signal]) -> Option<Bound> {
    debug_assert_eq!(entry.len(), values.len(), "the same globals and parameters");
    let mut bound = Bound { images: FxHashMap::default(), left_over: Vec::new() };
    for (&entry, &value) in entry.iter().zip(values) {
        match aig.node(entry) {
            Node::Input(_) if !bound.images.contains_key(&entry.regular()) => {
                bound.images.insert(entry.regular(), value.complement_if(entry.is_complement()));
            }
            Node::Constant if value == entry => {}
            Node::Constant if value == !entry => return None,
            Node::Constant | Node::Input(_) => bound.left_over.push((entry, value)),
            Node::And(..) => unreachable!("entry values are constants or inputs"),
        }
    }
    Some(bound)
}

impl SatSets<'_, '_> {
    /// What the callee sees at a call: touched globals, and arguments.
    pub(crate) fn passed(&mut self, call: &Call, values: &[Signal]) -> Vec<Signal> {
        let layout = &self.layouts[call.at.proc];
        let value = |place: Place| values[layout.slot(place)];
        let globals =
            self.graph.procs[call.callee].touched.iter().map(|&global| value(Place::Global(global)));
        let mut passed: Vec<Signal> = globals.collect();
        passed.extend(call.args.iter().map(|arg| signal(&mut self.space.aig, arg, &value)));
        passed
    }

    /// The edge behind a call, as one summary edge says; none if that cannot be at sight.
    pub(crate) fn apply(
        &mut self,
        call: &Call,
        called: &SymbolicEdge,
        summary: EdgeId,
    ) -> Option<SymbolicEdge> {
        let Applied { guard, outcome, images } = self.applied(call, called, summary)?;
        let values = self.given_back(call, &called.values, &outcome);
        let origin = self.origins.add(Origin::Took { called: called.origin, summary, images });
        Some(SymbolicEdge { layer: called.layer, guard, values, origin, is_reachable: false })
    }

    /// The edge that fails in a callee, seen from the caller.
    pub(crate) fn apply_error(
        &mut self,
        call: &Call,
        called: &SymbolicEdge,
        error: EdgeId,
    ) -> Option<SymbolicEdge> {
        let Applied { guard, outcome: _, images } = self.applied(call, called, error)?;
        let origin = Origin::Fails { caller: call.at.proc, called: called.origin, error, images };
        let origin = self.origins.add(origin);
        Some(SymbolicEdge { layer: called.layer, guard, values: Vec::new(), origin, is_reachable: false })
    }

    /// An edge of the callee with the caller's values in the place of entry values, under the guard of both.
    fn applied(&mut self, call: &Call, called: &SymbolicEdge, edge: EdgeId) -> Option<Applied> {
        let passed = self.passed(call, &called.values);
        let edge = self.edges[edge].clone();
        let entry = &self.layers[edge.layer].entry;
        let bound = bind(&self.space.aig, entry, &passed)?;
        let (mut composition, images) = self.renamed_apart(&edge, bound.images);
        let mut guard = called.guard.clone();
        for (entry, value) in bound.left_over {
            let entry = self.space.aig.compose(entry, &mut composition);
            let equal = self.space.aig.equal(entry, value);
            if !guard.conjoin(equal) {
                return None;
            }
        }
        if !self.conjoin_composed(&mut guard, &edge.guard, &mut composition) {
            return None;
        }
        let compose = |&value: &Signal| self.space.aig.compose(value, &mut composition);
        let outcome = edge.values.iter().map(compose).collect();
        Some(Applied { guard, outcome, images })
    }

    fn conjoin_composed(&mut self, guard: &mut Guard, more: &Guard, composition: &mut Composition) -> bool {
        more.conjuncts().iter().all(|&conjunct| {
            let conjunct = self.space.aig.compose(conjunct, composition);
            guard.conjoin(conjunct)
        })
    }

    /// Completes images: each other input of an edge gets a new one.
    fn renamed_apart(
        &mut self,
        edge: &SymbolicEdge,
        mut images: FxHashMap<Signal, Signal>,
    ) -> (Composition, Vec<(Signal, Signal)>) {
        let roots: Vec<Signal> = edge.guard.conjuncts().iter().chain(&edge.values).copied().collect();
        for input in self.space.aig.support(&roots) {
            if let Entry::Vacant(entry) = images.entry(input) {
                let is_selector = self.selectors.contains(&input);
                entry.insert(if is_selector { self.new_selector() } else { self.space.aig.input() });
            }
        }
        let mut images: Vec<(Signal, Signal)> = images.into_iter().collect();
        images.sort_unstable();
        (images.iter().copied().collect(), images)
    }

    /// The caller's values behind the call: what the callee left in globals, and results, of which a later one wins.
    fn given_back(&self, call: &Call, called: &[Signal], outcome: &[Signal]) -> Vec<Signal> {
        let layout = &self.layouts[call.at.proc];
        let touched = &self.graph.procs[call.callee].touched;
        let mut values = called.to_vec();
        for (&global, &value) in touched.iter().zip(outcome) {
            values[layout.slot(Place::Global(global))] = value;
        }
        for (&place, &value) in call.results.iter().zip(&outcome[touched.len()..]) {
            values[layout.slot(place)] = value;
        }
        values
    }
}
