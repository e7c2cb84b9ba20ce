//! Step 4: makes a generalised automaton smaller and keeps its language.
//!
//! - States that are not reachable, or from which nothing is accepted, go.
//! - Acceptance counts inside strongly connected components only. In one that accepts nothing, the formulas that are
//!   always put off suffice to say so; in others, a formula is needless if another one is put off whenever it is.
//! - Two edges that differ in the sign of one atom become one.
//! - Direct simulation: `q'` simulates `q` if for each edge of `q`, one of `q'` has a label as wide, puts off no more,
//!   and leads to a state that simulates the target. States that simulate each other are merged; an edge goes where
//!   another one of the same state is as good; an initial state goes where another simulates it.
//!
//! All repeat until nothing changes. Simulation compares all pairs of states, so it is left out on large automata;
//! there states with equal edges are merged.

use std::collections::HashMap;

use super::components;
use super::generalised::{Generalised, GeneralisedTransition};
use crate::bits::BitSet;

/// Simulation is computed up to this many pairs of edges.
const MOST_PAIRS: usize = 4_000_000;
const MOST_ROUNDS: usize = 10;

impl Generalised {
    pub(super) fn simplify(&mut self) {
        for _ in 0..MOST_ROUNDS {
            let before = self.clone();
            self.drop_useless();
            self.normalise_acceptance();
            self.join_labels();
            self.merge_equal();
            self.reduce_by_simulation();
            if *self == before {
                break;
            }
        }
        self.drop_useless();
    }

    /// Keeps what is reachable and leads to an accepting component, numbered in breadth-first order.
    fn drop_useless(&mut self) {
        let useful = self.useful();
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        let mut order: Vec<usize> = Vec::new();
        let mut number = |state: usize, order: &mut Vec<usize>| {
            *numbers.entry(state).or_insert_with(|| {
                order.push(state);
                order.len() - 1
            })
        };
        self.initial.retain(|&state| useful[state]);
        let mut initial: Vec<usize> = self.initial.iter().map(|&state| number(state, &mut order)).collect();
        initial.sort_unstable();
        initial.dedup();
        let mut edges: Vec<Vec<GeneralisedTransition>> = Vec::new();
        while let Some(&state) = order.get(edges.len()) {
            let mut kept = std::mem::take(&mut self.edges[state]);
            kept.retain(|edge| useful[edge.target]);
            kept.iter_mut().for_each(|edge| edge.target = number(edge.target, &mut order));
            kept.sort_unstable();
            kept.dedup();
            edges.push(kept);
        }
        *self = Self { initial, edges };
    }

    fn useful(&self) -> Vec<bool> {
        let component = components(&self.successors());
        let mut useful: Vec<bool> = self
            .always_put_off(&component)
            .iter()
            .map(|always| matches!(always, Some(set) if set.is_empty()))
            .collect();
        // Edges lead to components with smaller numbers, so those are settled first.
        let mut states: Vec<usize> = (0..self.edges.len()).collect();
        states.sort_by_key(|&state| component[state]);
        for state in states {
            useful[component[state]] |= self.edges[state].iter().any(|edge| useful[component[edge.target]]);
        }
        component.iter().map(|&component| useful[component]).collect()
    }

    /// For each component what all its inner edges put off; nothing if it has no inner edge.
    pub(super) fn always_put_off(&self, component: &[usize]) -> Vec<Option<BitSet>> {
        let count = component.iter().max().map_or(0, |last| last + 1);
        let mut always: Vec<Option<BitSet>> = vec![None; count];
        for (source, edge) in self.inner_edges(component) {
            let slot = &mut always[component[source]];
            *slot = Some(match slot {
                Some(set) => set.intersection(&edge.put_off),
                None => edge.put_off.clone(),
            });
        }
        always
    }

    fn inner_edges<'a>(
        &'a self,
        component: &'a [usize],
    ) -> impl Iterator<Item = (usize, &'a GeneralisedTransition)> {
        let edges = self.edges.iter().enumerate();
        let edges = edges.flat_map(|(source, edges)| edges.iter().map(move |edge| (source, edge)));
        edges.filter(|(source, edge)| component[*source] == component[edge.target])
    }

    fn normalise_acceptance(&mut self) {
        let component = components(&self.successors());
        let always = self.always_put_off(&component);
        let needless = self.needless(&component, always.len());
        for (source, edges) in self.edges.iter_mut().enumerate() {
            let inside = component[source];
            for edge in edges {
                match &always[inside] {
                    Some(set) if inside == component[edge.target] && set.is_empty() => {
                        needless[inside].iter().for_each(|formula| edge.put_off.remove(formula));
                    }
                    Some(set) if inside == component[edge.target] => edge.put_off = set.clone(),
                    Some(_) | None => edge.put_off = BitSet::new(),
                }
            }
        }
    }

    /// For each component the formulas that need not be watched, since another one is put off whenever they are.
    fn needless(&self, component: &[usize], count: usize) -> Vec<BitSet> {
        // For each formula that is put off at all, what is put off with it every time.
        let mut together: Vec<HashMap<usize, BitSet>> = vec![HashMap::new(); count];
        for (source, edge) in self.inner_edges(component) {
            for formula in edge.put_off.iter() {
                let slot = together[component[source]].entry(formula).or_insert_with(|| edge.put_off.clone());
                *slot = slot.intersection(&edge.put_off);
            }
        }
        let is_needless = |together: &HashMap<usize, BitSet>, formula: usize, with: &BitSet| {
            let equal = |other: usize| together[&other].contains(formula);
            with.iter().any(|other| other != formula && (!equal(other) || other < formula))
        };
        let needless = |together: &HashMap<usize, BitSet>| {
            let found = together.iter().filter(|&(&formula, with)| is_needless(together, formula, with));
            found.map(|(&formula, _)| formula).collect()
        };
        together.iter().map(needless).collect()
    }

    fn join_labels(&mut self) {
        for edges in &mut self.edges {
            let mut at = 0;
            while at < edges.len() {
                let joins = |other: &GeneralisedTransition| {
                    let same = other.target == edges[at].target && other.put_off == edges[at].put_off;
                    if same { edges[at].label.join(other.label) } else { None }
                };
                let partner = edges
                    .iter()
                    .enumerate()
                    .find_map(|(index, other)| joins(other).map(|label| (index, label)));
                match partner {
                    Some((index, label)) => {
                        edges[at].label = label;
                        edges.remove(index);
                        // A wider label may have a partner among the earlier ones.
                        at = 0;
                    }
                    None => at += 1,
                }
            }
            edges.sort_unstable();
            edges.dedup();
        }
    }

    /// Merges states with equal edges.
    fn merge_equal(&mut self) {
        loop {
            let mut first: HashMap<&[GeneralisedTransition], usize> = HashMap::new();
            let merged: Vec<usize> = self
                .edges
                .iter()
                .enumerate()
                .map(|(state, edges)| *first.entry(edges).or_insert(state))
                .collect();
            if merged.iter().enumerate().all(|(state, &into)| state == into) {
                break;
            }
            self.redirect(&merged);
            self.drop_useless();
        }
    }

    /// Replaces each state by another in initial states and targets.
    fn redirect(&mut self, into: &[usize]) {
        self.initial.iter_mut().for_each(|state| *state = into[*state]);
        for edges in &mut self.edges {
            edges.iter_mut().for_each(|edge| edge.target = into[edge.target]);
            edges.sort_unstable();
            edges.dedup();
        }
    }

    fn reduce_by_simulation(&mut self) {
        let edges: usize = self.edges.iter().map(Vec::len).sum();
        if edges * edges > MOST_PAIRS {
            return;
        }
        let simulated = self.simulation();
        let as_good = |one: &GeneralisedTransition, other: &GeneralisedTransition| {
            one.label.includes(other.label)
                && one.put_off.is_subset(&other.put_off)
                && simulated[other.target][one.target]
        };
        for edges in &mut self.edges {
            keep_best(edges, as_good);
        }
        keep_best(&mut self.initial, |&one, &other| simulated[other][one]);
        let states = 0..simulated.len();
        let merged: Vec<usize> = states
            .map(|state| {
                let equal = |&other: &usize| simulated[state][other] && simulated[other][state];
                (0..state).find(equal).unwrap_or(state)
            })
            .collect();
        self.redirect(&merged);
    }

    /// `simulated[q][r]`: whether `r` simulates `q`. The greatest such relation.
    fn simulation(&self) -> Vec<Vec<bool>> {
        let count = self.edges.len();
        let mut simulated = vec![vec![true; count]; count];
        let mut changed = true;
        while changed {
            changed = false;
            for state in 0..count {
                for other in 0..count {
                    if simulated[state][other] && !self.matches(state, other, &simulated) {
                        simulated[state][other] = false;
                        changed = true;
                    }
                }
            }
        }
        simulated
    }

    fn matches(&self, state: usize, other: usize, simulated: &[Vec<bool>]) -> bool {
        self.edges[state].iter().all(|edge| {
            self.edges[other].iter().any(|answer| {
                answer.label.includes(edge.label)
                    && answer.put_off.is_subset(&edge.put_off)
                    && simulated[edge.target][answer.target]
            })
        })
    }
}

/// Drops what another item is as good as; of equally good ones the first stays.
fn keep_best<T>(items: &mut Vec<T>, as_good: impl Fn(&T, &T) -> bool) {
    let mut at = items.len();
    while at > 0 {
        at -= 1;
        let is_replaced =
            items.iter().enumerate().any(|(index, other)| index != at && as_good(other, &items[at]));
        if is_replaced {
            items.remove(at);
        }
    }
}
