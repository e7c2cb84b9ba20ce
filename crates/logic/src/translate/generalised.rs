//! Step 3: a generalised Büchi automaton with acceptance on transitions.
//!
//! A state is a set of states of the alternating automaton, all of which have to accept. An edge carries the
//! until-formulas that it puts off; a run is accepted if for each formula, infinitely many edges do not put it off.

use std::collections::HashMap;

use super::alternating::{Alternating, Moves};
use super::{Budget, TooLarge, components};
use crate::automaton::{Automaton, StateId, Transition};
use crate::bits::BitSet;
use crate::letter::Label;
use base::Id;

/// A transition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct GeneralisedTransition {
    pub(super) target: usize,
    pub(super) put_off: BitSet,
    pub(super) label: Label,
}

/// The automaton. States are numbered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Generalised {
    pub(super) initial: Vec<usize>,
    pub(super) edges: Vec<Vec<GeneralisedTransition>>,
}

impl Generalised {
    /// All sets that can be reached.
    pub(super) fn new(from: &Alternating, most_states: usize, budget: &mut Budget) -> Result<Self, TooLarge> {
        let mut sets = Sets::default();
        let initial = from.initial.iter().map(|set| sets.number(set, from)).collect();
        let mut edges = Vec::new();
        while let Some(set) = sets.list.get(edges.len()).cloned() {
            if sets.list.len() > most_states {
                return Err(TooLarge);
            }
            let moves =
                set.iter().try_fold(Moves::idle(), |all, state| all.and(&from.moves[state], budget))?;
            let edge = |one: &super::alternating::Move| GeneralisedTransition {
                target: sets.number(&one.targets, from),
                put_off: one.put_off.clone(),
                label: one.label,
            };
            edges.push(moves.iter().map(edge).collect());
        }
        Ok(Self { initial, edges })
    }

    pub(super) fn successors(&self) -> Vec<Vec<usize>> {
        self.edges.iter().map(|edges| edges.iter().map(|edge| edge.target).collect()).collect()
    }

    /// The result, when there is one acceptance condition. Only edges that can lie on a cycle are marked.
    pub(super) fn into_automaton(self) -> Automaton {
        let component = components(&self.successors());
        let transition = |source: usize, edge: &GeneralisedTransition| Transition {
            label: edge.label,
            target: StateId::new(edge.target),
            marked: component[source] == component[edge.target] && edge.put_off.is_empty(),
        };
        let transitions = self.edges.iter().enumerate();
        let transitions = transitions
            .map(|(source, edges)| edges.iter().map(|edge| transition(source, edge)).collect())
            .collect();
        Automaton::new(self.initial.into_iter().map(StateId::new).collect(), transitions)
    }
}

#[derive(Default)]
struct Sets {
    list: Vec<BitSet>,
    numbers: HashMap<BitSet, usize>,
}

impl Sets {
    /// The number of a set, without the members that others cover: those have the same moves without them.
    fn number(&mut self, set: &BitSet, from: &Alternating) -> usize {
        let mut least = set.clone();
        for covering in set.iter() {
            from.covered[covering].iter().for_each(|covered| least.remove(covered));
        }
        let next = self.list.len();
        *self.numbers.entry(least).or_insert_with_key(|least| {
            self.list.push(least.clone());
            next
        })
    }
}
