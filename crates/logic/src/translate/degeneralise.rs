//! Step 5: one acceptance condition in place of several.
//!
//! Each state gets a *level*: the number of formulas, in a fixed order, that were not put off since the last mark. An
//! edge raises the level past every formula that it does not put off; past the last one it is marked and the level
//! starts again, still on the same edge. Levels count only the formulas that matter in a strongly connected component
//! and start from 0 when one is entered.
//!
//! The language of a copy `(q, level)` does not depend on the level. So where a component has fallen into several
//! components of copies, one from which no other is reachable is kept, and edges that enter go there.

use std::collections::HashMap;

use super::generalised::{Generalised, GeneralisedTransition};
use super::{Budget, TooLarge, components};
use crate::bits::BitSet;

/// An equivalent automaton where all edges put off nothing or the formula 0.
pub(super) fn degeneralise(from: &Generalised, budget: &mut Budget) -> Result<Generalised, TooLarge> {
    let component = components(&from.successors());
    let orders = orders(from, &component);
    let mut copies = Copies::default();
    let initial = from.initial.iter().map(|&state| copies.number((state, 0))).collect();
    let mut edges = Vec::new();
    while let Some(&(state, level)) = copies.list.get(edges.len()) {
        budget.spend(from.edges[state].len() + 1)?;
        let order = &orders[component[state]];
        let mut copied = Vec::new();
        for edge in &from.edges[state] {
            let inside = component[state] == component[edge.target];
            let (level, marked) = match order {
                _ if !inside => (0, true),
                Some(order) => raise(order, level, &edge.put_off),
                None => (0, false),
            };
            let put_off = if marked { BitSet::new() } else { BitSet::single(0) };
            copied.push(GeneralisedTransition {
                target: copies.number((edge.target, level)),
                put_off,
                label: edge.label,
            });
        }
        edges.push(copied);
    }
    let mut result = Generalised { initial, edges };
    keep_one_copy(&mut result, &copies, &component);
    Ok(result)
}

/// The formulas to watch in each component; nothing for one that does not accept.
fn orders(from: &Generalised, component: &[usize]) -> Vec<Option<Vec<usize>>> {
    let always = from.always_put_off(component);
    let mut watched: Vec<Option<BitSet>> = always
        .into_iter()
        .map(|always| matches!(always, Some(set) if set.is_empty()).then(BitSet::new))
        .collect();
    for (source, edges) in from.edges.iter().enumerate() {
        for edge in edges.iter().filter(|edge| component[edge.target] == component[source]) {
            if let Some(set) = &mut watched[component[source]] {
                *set = set.union(&edge.put_off);
            }
        }
    }
    watched.into_iter().map(|set| set.map(|set| set.iter().collect())).collect()
}

/// The level after an edge, and whether the edge is marked.
fn raise(order: &[usize], level: usize, put_off: &BitSet) -> (usize, bool) {
    let climb =
        |from: usize| from + order[from..].iter().take_while(|&&formula| !put_off.contains(formula)).count();
    let reached = climb(level);
    if reached < order.len() {
        return (reached, false);
    }
    (climb(0) % order.len().max(1), true)
}

#[derive(Default)]
struct Copies {
    list: Vec<(usize, usize)>,
    numbers: HashMap<(usize, usize), usize>,
}

impl Copies {
    fn number(&mut self, copy: (usize, usize)) -> usize {
        let next = self.list.len();
        *self.numbers.entry(copy).or_insert_with(|| {
            self.list.push(copy);
            next
        })
    }
}

/// Lets all that enter a component of the original enter the same component of copies.
fn keep_one_copy(automaton: &mut Generalised, copies: &Copies, component: &[usize]) {
    let original = |copy: usize| component[copies.list[copy].0];
    let inner: Vec<Vec<usize>> = automaton
        .edges
        .iter()
        .enumerate()
        .map(|(copy, edges)| {
            edges
                .iter()
                .map(|edge| edge.target)
                .filter(|&target| original(target) == original(copy))
                .collect()
        })
        .collect();
    let copied = components(&inner);
    let mut sizes: HashMap<usize, usize> = HashMap::new();
    let mut leaves: HashMap<usize, bool> = HashMap::new();
    for (copy, targets) in inner.iter().enumerate() {
        *sizes.entry(copied[copy]).or_default() += 1;
        *leaves.entry(copied[copy]).or_default() |=
            targets.iter().any(|&target| copied[target] != copied[copy]);
    }
    // For each original component the smallest one of copies that is not left for another.
    let mut kept: HashMap<usize, (usize, usize)> = HashMap::new();
    for copy in (0..inner.len()).filter(|&copy| !leaves[&copied[copy]]) {
        let candidate = (sizes[&copied[copy]], copied[copy]);
        let slot = kept.entry(original(copy)).or_insert(candidate);
        *slot = candidate.min(*slot);
    }
    let mut entry: HashMap<usize, usize> = HashMap::new();
    for copy in (0..inner.len()).filter(|&copy| kept[&original(copy)].1 == copied[copy]) {
        entry.entry(copies.list[copy].0).or_insert(copy);
    }
    let enter = |copy: usize| entry[&copies.list[copy].0];
    automaton.initial.iter_mut().for_each(|copy| *copy = enter(*copy));
    for (copy, edges) in automaton.edges.iter_mut().enumerate() {
        for edge in edges.iter_mut().filter(|edge| original(edge.target) != original(copy)) {
            edge.target = enter(edge.target);
        }
    }
}
