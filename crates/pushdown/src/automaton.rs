//! Finite automata that accept sets of configurations.
//!
//! A configuration is accepted if its stack, read from the top, leads from the start state of its control to an
//! accepting state. The sets that such automata accept are closed under predecessors and successors of pushdown systems
//! (Büchi 1964; Bouajjani, Esparza, Maler 1997).

use std::collections::BTreeSet;

use base::IndexVec;
use rustc_hash::FxHashMap;

use crate::fact::InstanceId;
use crate::heads::Move;
use crate::rule::{Configuration, Control, Head, Symbol};
use crate::saturation::Saturation;

base::typed_id!(
    /// A state of an [`Automaton`].
    State,
    "q"
);

/// A nondeterministic automaton over stack symbols, with a start state for each control.
#[derive(Clone, Debug, Default)]
pub struct Automaton {
    starts: FxHashMap<Control, State>,
    is_accepting: IndexVec<State, bool>,
    /// Sorted.
    targets: FxHashMap<(State, Symbol), Vec<State>>,
}

impl Automaton {
    /// The automaton that accepts nothing.
    pub fn new() -> Self {
        Self::default()
    }

    pub fn add_state(&mut self, is_accepting: bool) -> State {
        self.is_accepting.push(is_accepting)
    }

    pub fn n_states(&self) -> usize {
        self.is_accepting.len()
    }

    pub fn is_accepting(&self, state: State) -> bool {
        self.is_accepting[state]
    }

    pub fn accept_at(&mut self, state: State) {
        self.is_accepting[state] = true;
    }

    /// The state where a control starts; added if there is none.
    pub fn start(&mut self, control: Control) -> State {
        *self.starts.entry(control).or_insert_with(|| self.is_accepting.push(false))
    }

    /// All controls that have a start state, in order.
    pub fn starts(&self) -> Vec<(Control, State)> {
        let mut starts: Vec<_> = self.starts.iter().map(|(&control, &state)| (control, state)).collect();
        starts.sort_unstable();
        starts
    }

    /// Lets a control start at another state.
    pub fn set_start(&mut self, control: Control, state: State) {
        self.starts.insert(control, state);
    }

    /// Adds a transition; answers whether it is new.
    pub fn add_transition(&mut self, from: State, symbol: Symbol, to: State) -> bool {
        let targets = self.targets.entry((from, symbol)).or_default();
        match targets.binary_search(&to) {
            Ok(_) => false,
            Err(at) => {
                targets.insert(at, to);
                true
            }
        }
    }

    /// Accepts one configuration more, and no other if no transition leads to the start of its control. The other
    /// states that this takes are new.
    pub fn add_configuration(&mut self, configuration: &Configuration) {
        let mut state = self.start(configuration.control);
        for &symbol in &configuration.stack {
            let next = self.add_state(false);
            self.add_transition(state, symbol, next);
            state = next;
        }
        self.accept_at(state);
    }

    pub fn targets(&self, from: State, symbol: Symbol) -> &[State] {
        self.targets.get(&(from, symbol)).map_or(&[], Vec::as_slice)
    }

    /// All transitions, in order.
    pub fn transitions(&self) -> Vec<(State, Symbol, State)> {
        let each = self.targets.iter();
        let mut all: Vec<_> = each
            .flat_map(|(&(from, symbol), targets)| targets.iter().map(move |&to| (from, symbol, to)))
            .collect();
        all.sort_unstable();
        all
    }

    pub fn accepts(&self, configuration: &Configuration) -> bool {
        let Some(&start) = self.starts.get(&configuration.control) else { return false };
        let mut states = BTreeSet::from([start]);
        for &symbol in &configuration.stack {
            states = states.iter().flat_map(|&state| self.targets(state, symbol)).copied().collect();
        }
        states.iter().any(|&state| self.is_accepting[state])
    }
}

impl Saturation {
    /// The reachable configurations; of a search that was stopped, those that follow from what was found.
    ///
    /// The automaton of post*: an instance is a state, a fact a transition from the start of its control, a call a
    /// transition from the callee's instance to the caller's. Exits need no transitions, for they have become facts of
    /// the callers; only those of the bottom show, as accepted empty stacks.
    pub fn automaton(&self) -> Automaton {
        let mut automaton = Automaton::new();
        let states: IndexVec<InstanceId, State> =
            self.instances().map(|instance| automaton.add_state(instance == self.bottom())).collect();
        for fact in self.facts() {
            let fact = self.fact(fact);
            let Head { control, symbol } = self.head(fact.head);
            let start = automaton.start(control);
            automaton.add_transition(start, symbol, states[fact.instance]);
        }
        for callee in self.instances() {
            for call in self.calls_of(callee).map(|call| self.call(call)) {
                if let Move::Push { below, .. } = self.move_of(call.rule) {
                    automaton.add_transition(states[callee], below, states[self.fact(call.from).instance]);
                }
            }
        }
        for exit in self.empty_stacks() {
            let start = automaton.start(self.exit(exit).control);
            automaton.accept_at(start);
        }
        automaton
    }
}
