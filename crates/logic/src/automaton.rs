//! Büchi automata with marks on transitions.

use base::{Id, IndexVec};

use crate::lasso::Lasso;
use crate::letter::{AtomSet, Label};
use crate::translate::components;

base::typed_id!(
    /// A state of an [`Automaton`].
    StateId,
    "state"
);

/// A transition: read a letter that the label admits, and go to the target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Transition {
    pub label: Label,
    pub target: StateId,
    /// An accepting run takes marked transitions infinitely often.
    pub marked: bool,
}

/// A nondeterministic Büchi automaton over sets of atoms.
///
/// A run starts in an initial state and takes one transition for each letter of an infinite word. It is accepting if it
/// takes marked transitions infinitely often; a word is accepted if it has an accepting run. A run that finds no
/// transition is none. Translation leaves no useless states: from every state some word is accepted, and an automaton
/// without states accepts nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    initial: Vec<StateId>,
    transitions: IndexVec<StateId, Vec<Transition>>,
}

impl Automaton {
    /// All targets and initial states are below the number of lists of transitions.
    pub fn new(initial: Vec<StateId>, transitions: IndexVec<StateId, Vec<Transition>>) -> Self {
        let count = transitions.len();
        debug_assert!(initial.iter().all(|state| state.index() < count));
        debug_assert!(transitions.iter().flatten().all(|transition| transition.target.index() < count));
        Self { initial, transitions }
    }

    pub fn initial(&self) -> &[StateId] {
        &self.initial
    }

    pub fn states(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        self.transitions.ids()
    }

    pub fn n_states(&self) -> usize {
        self.transitions.len()
    }

    pub fn n_transitions(&self) -> usize {
        self.transitions.iter().map(Vec::len).sum()
    }

    pub fn transitions(&self, state: StateId) -> &[Transition] {
        &self.transitions[state]
    }

    /// The transitions that a letter allows.
    pub fn step(&self, state: StateId, letter: AtomSet) -> impl Iterator<Item = &Transition> {
        self.transitions[state].iter().filter(move |transition| transition.label.admits(letter))
    }

    /// Whether the word of a lasso is accepted.
    pub fn accepts(&self, lasso: &Lasso) -> bool {
        let mut accepting = self.accepting_cycle(lasso.cycle());
        for &letter in lasso.stem().iter().rev() {
            accepting = self.before(letter, &accepting);
        }
        self.initial.iter().any(|state| accepting[state.index()])
    }

    /// For each state, whether `cycle cycle ...` is accepted from there.
    pub fn accepting_cycle(&self, cycle: &[AtomSet]) -> Vec<bool> {
        let (count, length) = (self.n_states(), cycle.len());
        let node = |state: StateId, position: usize| state.index() * length + position;
        let moves = |state: StateId, position: usize| {
            let next = (position + 1) % length;
            self.step(state, cycle[position])
                .map(move |transition| (node(transition.target, next), transition.marked))
        };
        let nodes = || self.states().flat_map(|state| (0..length).map(move |position| (state, position)));
        let successors: Vec<Vec<usize>> = nodes()
            .map(|(state, position)| moves(state, position).map(|(target, _)| target).collect())
            .collect();
        let component = components(&successors);
        let mut good = vec![false; count * length];
        for (state, position) in nodes() {
            let here = component[node(state, position)];
            good[here] |= moves(state, position).any(|(target, marked)| marked && component[target] == here);
        }
        // Components are numbered from the last to the first.
        let mut order: Vec<usize> = (0..successors.len()).collect();
        order.sort_by_key(|&node| component[node]);
        for node in order {
            good[component[node]] |= successors[node].iter().any(|&target| good[component[target]]);
        }
        (0..count).map(|state| good[component[state * length]]).collect()
    }

    /// The states that reach one of some states by a letter.
    pub fn before(&self, letter: AtomSet, states: &[bool]) -> Vec<bool> {
        let leads = |state| self.step(state, letter).any(|transition| states[transition.target.index()]);
        self.states().map(leads).collect()
    }
}
