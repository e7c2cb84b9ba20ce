//! Two edges as one: path merging (section 3 of the paper).
//!
//! DIVERGENCE: the paper's merged values are disjunctions of values, which lose states: (1, 0) and (0, 1) become (1,
//! 1), which equals neither. Here a selector says whose values they are. It is a new input, unless the guards
//! contradict each other: then what they differ in distinguishes the edges, and no input is needed.

use rustc_hash::FxHashSet;
use solver::aig::{Node, Signal};

use super::edges::{Guard, SymbolicEdge};
use super::history::Origin;
use super::sets::SatSets;

/// How deep conjuncts are looked into.
const DEPTH: u32 = 5;

impl SatSets<'_, '_> {
    /// Both edges, which belong to the same layer, together.
    pub(crate) fn merge(&mut self, left: &SymbolicEdge, right: &SymbolicEdge) -> SymbolicEdge {
        debug_assert_eq!(left.layer, right.layer, "edges of one context are merged");
        if left.values == right.values && right.guard.contains_all(&left.guard) {
            return left.clone();
        }
        if left.values == right.values && left.guard.contains_all(&right.guard) {
            return right.clone();
        }
        let (of_left, of_right) =
            (self.without(&left.guard, &right.guard), self.without(&right.guard, &left.guard));
        let selector = self.selector(left, right, of_left);
        let mut guard = Guard::default();
        let common = left.guard.conjuncts().iter().filter(|&&conjunct| right.guard.contains(conjunct));
        let differing = self.space.aig.ite(selector, of_left, of_right);
        let consistent = guard.conjoin_all(common.copied().chain([differing]));
        debug_assert!(consistent, "guards of merged edges can be satisfied");
        let values = left.values.iter().zip(&right.values);
        let values = values.map(|(&left, &right)| self.space.aig.ite(selector, left, right)).collect();
        let origin = self.origins.add(Origin::Merged { selector, left: left.origin, right: right.origin });
        let is_reachable = left.is_reachable || right.is_reachable;
        SymbolicEdge { layer: left.layer, guard, values, origin, is_reachable }
    }

    /// What says whose values those of a merged edge are.
    fn selector(&mut self, left: &SymbolicEdge, right: &SymbolicEdge, of_left: Signal) -> Signal {
        if left.values == right.values {
            return of_left;
        }
        let told_apart = self.telling_apart(&left.guard, &right.guard);
        let told_apart =
            told_apart.or_else(|| self.telling_apart(&right.guard, &left.guard).map(|conjunct| !conjunct));
        told_apart.unwrap_or_else(|| self.new_selector())
    }

    pub(crate) fn new_selector(&mut self) -> Signal {
        let selector = self.space.aig.input();
        self.selectors.insert(selector);
        selector
    }

    /// The conjuncts of a guard that another one lacks.
    fn without(&mut self, guard: &Guard, other: &Guard) -> Signal {
        let own = guard.conjuncts().iter().copied().filter(|&conjunct| !other.contains(conjunct));
        let own: Vec<Signal> = own.collect();
        self.space.aig.and_all(own)
    }

    /// A conjunct of the first guard that is false wherever the second holds, if that can be seen.
    fn telling_apart(&self, first: &Guard, second: &Guard) -> Option<Signal> {
        let facts: FxHashSet<Signal> = second.conjuncts().iter().copied().collect();
        let own = first.conjuncts().iter().copied().filter(|conjunct| !facts.contains(conjunct));
        own.into_iter().find(|&conjunct| self.value_under(conjunct, &facts, DEPTH) == Some(false))
    }

    /// The value of a signal where some others are true, as far as a short look shows.
    fn value_under(&self, signal: Signal, facts: &FxHashSet<Signal>, depth: u32) -> Option<bool> {
        if let Some(value) = signal.as_constant() {
            return Some(value);
        }
        if facts.contains(&signal) {
            return Some(true);
        }
        if facts.contains(&!signal) {
            return Some(false);
        }
        let Node::And(first, second) = self.space.aig.node(signal) else { return None };
        if depth == 0 {
            return None;
        }
        let first = self.value_under(first, facts, depth - 1);
        let value = match first {
            Some(false) => Some(false),
            Some(true) => self.value_under(second, facts, depth - 1),
            None => self.value_under(second, facts, depth - 1).filter(|&value| !value),
        };
        value.map(|value| value != signal.is_complement())
    }
}
