//! When the beginning of a word decides against a formula: *bad prefixes*, and the states of an automaton that show
//! them.
//!
//! A finite word is a bad prefix if no infinite word that begins with it satisfies the formula (Kupferman and Vardi,
//! "Model checking of safety properties", 2001). With an automaton of the formula this is easy to see: no run on the
//! prefix ends in a state that still accepts some word ([`Automaton::can_satisfy`]).
//!
//! A search follows the automaton of the formula's *violations*. A state of it is *hopeless* if all words that lead
//! there are bad prefixes, that is, if no word leads both there and to a state of the formula's automaton that accepts
//! something. One product of both automata shows that, in time quadratic in their sizes. In particular every state that
//! accepts all words is hopeless.
//!
//! What this finds: every violation of a formula that has no `F`, `U` or `M` in negation normal form. Its automaton of
//! violations has nothing but such operators, and a run that has met all of them is in a state that accepts all words.
//! What it misses: a prefix that is bad only because several states are reached at once, none of which is hopeless by
//! itself. Where the automaton of the formula is too large, no state is called hopeless. Both only mean that a
//! violation is found later, by its loop.

use base::{Id, IndexVec};

use crate::automaton::{Automaton, StateId};
use crate::formula::{FormulaId, Formulas};
use crate::letter::AtomSet;
use crate::translate::{Limits, components, translate};

/// Hopeless states make searches shorter; they are not worth as much work as the automaton of the violations itself.
const LIMITS: Limits = Limits { states: 2_000, work: 2_000_000 };
const MOST_PAIRS: usize = 1_000_000;
const MOST_MOVES: usize = 10_000_000;

/// The hopeless states of the automaton of a formula's violations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hopeless {
    states: IndexVec<StateId, bool>,
    decides: bool,
}

impl Hopeless {
    /// The hopeless states of an automaton that accepts exactly the words that violate the formula.
    pub fn new(formulas: &Formulas, formula: FormulaId, violations: &Automaton) -> Self {
        let states = translate(formulas, formula, &LIMITS)
            .ok()
            .and_then(|satisfying| unmatched(violations, &satisfying))
            .unwrap_or_else(|| IndexVec::filled(false, violations.n_states()));
        let accepts_only_there = |state: StateId| {
            states[state] || violations.transitions(state).iter().all(|transition| !transition.marked)
        };
        let decides = states.iter().any(|&hopeless| hopeless) && violations.states().all(accepts_only_there);
        Self { states, decides }
    }

    pub fn contains(&self, state: StateId) -> bool {
        self.states[state]
    }

    pub fn is_empty(&self) -> bool {
        self.states.iter().all(|&hopeless| !hopeless)
    }

    /// Whether every violation has a bad prefix that leads to a hopeless state: the formula is one about safety.
    pub fn decides(&self) -> bool {
        self.decides
    }
}

/// The states of an automaton that no word reaches together with a state of another that accepts something. `None`
/// if that is too much work.
fn unmatched(automaton: &Automaton, other: &Automaton) -> Option<IndexVec<StateId, bool>> {
    let accepts = other.accepts_something();
    let count = other.n_states();
    if automaton.n_states().saturating_mul(count) > MOST_PAIRS {
        return None;
    }
    let mut seen = vec![false; automaton.n_states() * count];
    let mut waiting = Vec::new();
    let mut reach = |state: StateId, partner: StateId, waiting: &mut Vec<(StateId, StateId)>| {
        let pair = state.index() * count + partner.index();
        if accepts[partner.index()] && !std::mem::replace(&mut seen[pair], true) {
            waiting.push((state, partner));
        }
    };
    for &state in automaton.initial() {
        other.initial().iter().for_each(|&partner| reach(state, partner, &mut waiting));
    }
    let mut unmatched = IndexVec::filled(true, automaton.n_states());
    let mut moves_left = MOST_MOVES;
    while let Some((state, partner)) = waiting.pop() {
        unmatched[state] = false;
        let (steps, answers) = (automaton.transitions(state), other.transitions(partner));
        moves_left = moves_left.checked_sub(steps.len().saturating_mul(answers.len()))?;
        for step in steps {
            let together = answers.iter().filter(|answer| step.label.and(answer.label).is_some());
            together.for_each(|answer| reach(step.target, answer.target, &mut waiting));
        }
    }
    Some(unmatched)
}

impl Automaton {
    /// For each state, whether it accepts some word: whether it leads to a component with a marked transition inside.
    pub fn accepts_something(&self) -> Vec<bool> {
        let targets = |state| self.transitions(state).iter().map(|transition| transition.target.index());
        let successors: Vec<Vec<usize>> = self.states().map(|state| targets(state).collect()).collect();
        let component = components(&successors);
        let mut good = vec![false; self.n_states()];
        // Transitions lead to components with smaller numbers, so those are settled first.
        let mut order: Vec<StateId> = self.states().collect();
        order.sort_by_key(|state| component[state.index()]);
        for &state in &order {
            let here = component[state.index()];
            good[here] |= self.transitions(state).iter().any(|transition| {
                let there = component[transition.target.index()];
                if there == here { transition.marked } else { good[there] }
            });
        }
        self.states().map(|state| good[component[state.index()]]).collect()
    }

    /// Whether some infinite word that begins with this prefix is accepted.
    pub fn can_satisfy(&self, prefix: &[AtomSet]) -> bool {
        let mut reached = vec![false; self.n_states()];
        self.initial().iter().for_each(|state| reached[state.index()] = true);
        for &letter in prefix {
            let mut next = vec![false; self.n_states()];
            for state in self.states().filter(|state| reached[state.index()]) {
                self.step(state, letter).for_each(|transition| next[transition.target.index()] = true);
            }
            reached = next;
        }
        reached.iter().zip(self.accepts_something()).any(|(&reached, accepts)| reached && accepts)
    }
}

#[cfg(test)]
mod tests {
    use base::SourceId;

    use super::*;
    use crate::parse::parse;

    fn automata(text: &str) -> (Formulas, FormulaId, Automaton, Automaton) {
        let mut formulas = Formulas::new();
        let root = parse(&mut formulas, SourceId::new(0), 0, text).root.expect(text);
        let negated = formulas.not(root);
        let of = |root| translate(&formulas, root, &Limits::default()).expect(text);
        let (satisfying, violations) = (of(root), of(negated));
        (formulas, root, satisfying, violations)
    }

    /// All words of a length over so many atoms.
    fn words(length: usize, atoms: usize) -> impl Iterator<Item = Vec<AtomSet>> {
        let letters = 1usize << atoms;
        let letter = move |code: usize, at: u32| AtomSet((code / letters.pow(at) % letters) as u64);
        (0..letters.pow(length as u32))
            .map(move |code| (0..length as u32).map(|at| letter(code, at)).collect())
    }

    /// The states that runs on a prefix reach.
    fn reached(automaton: &Automaton, prefix: &[AtomSet]) -> Vec<StateId> {
        prefix.iter().fold(automaton.initial().to_vec(), |states, &letter| {
            let steps = states.iter().flat_map(|&state| automaton.step(state, letter));
            let mut next: Vec<StateId> = steps.map(|transition| transition.target).collect();
            next.sort_unstable();
            next.dedup();
            next
        })
    }

    /// Every word that leads to a hopeless state is a bad prefix; the other way round for the formulas that say so.
    fn check(text: &str, finds_all: bool, decides: bool) {
        let (formulas, root, satisfying, violations) = automata(text);
        let hopeless = Hopeless::new(&formulas, root, &violations);
        assert_eq!(hopeless.decides(), decides, "{text}");
        for length in 0..5 {
            for word in words(length, 2) {
                let found = reached(&violations, &word).iter().any(|&state| hopeless.contains(state));
                let is_bad = !satisfying.can_satisfy(&word);
                assert!(is_bad || !found, "{text}: {word:?}");
                assert!(!is_bad || found || !finds_all, "{text}: {word:?} is missed");
            }
        }
    }

    #[test]
    fn safety_is_decided_by_prefixes() {
        for text in [
            "G @stuck",
            "G (@stuck -> X @terminated)",
            "@stuck W @terminated",
            "G (@stuck -> X X @terminated)",
            "G @stuck || G @terminated",
            "X @stuck",
            "@stuck R (@terminated && X @stuck)",
            "false",
        ] {
            check(text, true, true);
        }
    }

    #[test]
    fn other_formulas_have_bad_prefixes_or_none() {
        check("F @stuck", true, false);
        check("G F @stuck", true, false);
        check("G (@stuck -> F @terminated)", true, false);
        check("@stuck U @terminated", true, false);
        check("G @stuck && F @terminated", true, false);
        check("G @stuck || F @terminated", true, false);
        check("true", true, false);
    }

    #[test]
    fn a_state_that_accepts_nothing_satisfies_nothing() {
        let (_, _, satisfying, _) = automata("G @stuck");
        let holds = AtomSet(1);
        assert!(satisfying.can_satisfy(&[holds, holds]) && !satisfying.can_satisfy(&[holds, AtomSet(0)]));
        let dead = Automaton::new(vec![StateId::new(0)], IndexVec::filled(Vec::new(), 1));
        assert!(!dead.can_satisfy(&[]));
    }
}
