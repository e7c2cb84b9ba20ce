//! pre*: all configurations from which a set of configurations can be reached.
//!
//! Esparza, Hansel, Rossmanith, Schwoon 2000, algorithm 1: an automaton of the set gets a transition (p, γ, q) wherever
//! a rule leads from the head (p, γ) to a control and a word that already lead to q. A push is looked at in two halves:
//! when its upper symbol leads to a state, what is left is a step from there.
//!
//! DIVERGENCE: no precondition. New transitions leave start states only; if the given automaton could come back to one,
//! they would be taken in the middle of a stack. So every control gets a new start state first.

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, State};
use crate::rule::{Head, Rule, Symbol, Word};

/// The automaton of all configurations that reach one of `goal` by rules of a finite system, those of `goal` included.
pub fn pre_star(rules: &[(Head, Rule)], goal: &Automaton) -> Automaton {
    let mut search = Search::new(rules, goal);
    while let Some((from, symbol, to)) = search.open.pop() {
        search.follow(from, symbol, to);
    }
    search.automaton
}

/// A start state and a symbol: where new transitions begin.
type Origin = (State, Symbol);

struct Search {
    automaton: Automaton,
    /// Transitions that have not been followed yet.
    open: Vec<(State, Symbol, State)>,
    /// What leads where the key leads: for steps, and for pushes whose upper symbol is read.
    steps: FxHashMap<(State, Symbol), Vec<Origin>>,
    /// For the upper symbol of pushes: the origin, and the symbol below.
    pushes: FxHashMap<(State, Symbol), Vec<(Origin, Symbol)>>,
}

impl Search {
    fn new(rules: &[(Head, Rule)], goal: &Automaton) -> Self {
        let automaton = with_new_starts(goal);
        let open = automaton.transitions();
        let mut search = Self { automaton, open, steps: FxHashMap::default(), pushes: FxHashMap::default() };
        for &(Head { control, symbol }, rule) in rules {
            let origin = (search.automaton.start(control), symbol);
            let next = search.automaton.start(rule.control);
            match rule.word {
                Word::Pop => search.add(origin, next),
                Word::Step(symbol) => search.steps.entry((next, symbol)).or_default().push(origin),
                Word::Push { top, below } => {
                    search.pushes.entry((next, top)).or_default().push((origin, below));
                }
            }
        }
        search
    }

    fn add(&mut self, (from, symbol): Origin, to: State) {
        if self.automaton.add_transition(from, symbol, to) {
            self.open.push((from, symbol, to));
        }
    }

    /// Adds what a transition makes possible.
    fn follow(&mut self, from: State, symbol: Symbol, to: State) {
        let origins = self.steps.get(&(from, symbol)).cloned().unwrap_or_default();
        for origin in origins {
            self.add(origin, to);
        }
        let halves = self.pushes.get(&(from, symbol)).cloned().unwrap_or_default();
        for (origin, below) in halves {
            self.steps.entry((to, below)).or_default().push(origin);
            for beyond in self.automaton.targets(to, below).to_vec() {
                self.add(origin, beyond);
            }
        }
    }
}

/// The same set, by an automaton that never comes back to a start state.
fn with_new_starts(goal: &Automaton) -> Automaton {
    let mut automaton = goal.clone();
    let mut renewed: FxHashMap<State, Vec<State>> = FxHashMap::default();
    for (control, old) in goal.starts() {
        let new = automaton.add_state(goal.is_accepting(old));
        automaton.set_start(control, new);
        renewed.entry(old).or_default().push(new);
    }
    for (from, symbol, to) in goal.transitions() {
        for &start in renewed.get(&from).map_or(&[][..], Vec::as_slice) {
            automaton.add_transition(start, symbol, to);
        }
    }
    automaton
}
