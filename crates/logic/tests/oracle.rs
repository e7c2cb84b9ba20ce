//! Automata against the direct evaluation of formulas, on words that repeat.

mod common;

use base::{Id, IndexVec};
use common::{Random, all_formulas, all_lassos, alone, automata, store};
use cutpoint_logic::{Automaton, FormulaId, Formulas, Lasso, satisfies};

/// Whether the automata of a formula and its negation say of each word what the formula says.
fn compare(formulas: &mut Formulas, root: FormulaId, lassos: &[Lasso]) {
    let (automaton, negation) = automata(formulas, root);
    let mut cycle: Option<(Vec<cutpoint_logic::AtomSet>, [Vec<bool>; 2])> = None;
    for lasso in lassos {
        // Consecutive lassos mostly share their cycle, and so the expensive half of `accepts`.
        let cached = cycle.take().filter(|(cached, _)| cached == lasso.cycle());
        let (key, [yes, no]) = cached.unwrap_or_else(|| {
            let each = [&automaton, &negation].map(|automaton| automaton.accepting_cycle(lasso.cycle()));
            (lasso.cycle().to_vec(), each)
        });
        let expected = satisfies(formulas, root, lasso);
        let accepted = after_stem(&automaton, lasso, &yes);
        let refused = after_stem(&negation, lasso, &no);
        let text = formulas.display(root);
        assert_eq!(accepted, expected, "{text} on {lasso:?}: {automaton:?}");
        assert_eq!(refused, !expected, "negation of {text} on {lasso:?}: {negation:?}");
        cycle = Some((key, [yes, no]));
    }
    if let Some(last) = lassos.last() {
        assert_eq!(automaton.accepts(last), satisfies(formulas, root, last));
    }
}

fn after_stem(automaton: &Automaton, lasso: &Lasso, accepting: &[bool]) -> bool {
    let mut accepting = accepting.to_vec();
    for &letter in lasso.stem().iter().rev() {
        accepting = automaton.before(letter, &accepting);
    }
    automaton.initial().iter().any(|state| accepting[state.index()])
}

#[test]
fn all_formulas_up_to_size_four_on_all_lassos() {
    let lassos = all_lassos();
    assert_eq!(lassos.len(), 85 * 84);
    let (formulas, by_size) = all_formulas(4);
    assert_eq!(by_size.iter().map(Vec::len).collect::<Vec<_>>(), [0, 2, 8, 64, 512]);
    for &root in by_size.iter().flatten() {
        let (mut formulas, root) = alone(&formulas, root, 2);
        compare(&mut formulas, root, &lassos);
    }
}

#[test]
fn all_formulas_of_size_five_on_many_lassos() {
    let lassos: Vec<Lasso> = all_lassos().into_iter().step_by(41).collect();
    let (formulas, by_size) = all_formulas(5);
    assert_eq!(by_size[5].len(), 4608);
    for &root in &by_size[5] {
        let (mut formulas, root) = alone(&formulas, root, 2);
        compare(&mut formulas, root, &lassos);
    }
}

#[test]
fn random_formulas_on_random_lassos() {
    let count = if std::env::var_os("CUTPOINT_LONG").is_some() { 100_000 } else { 4_000 };
    let mut random = Random::new(1);
    for index in 0..count {
        let n_atoms = 2 + index % 2;
        let (mut formulas, atoms) = store(n_atoms);
        let size = 5 + random.below(11);
        let root = random.formula(&mut formulas, &atoms, size);
        let lassos: Vec<Lasso> = (0..60).map(|_| random.lasso(n_atoms, 5)).collect();
        compare(&mut formulas, root, &lassos);
    }
}

#[test]
fn a_wrong_automaton_is_noticed() {
    let (mut formulas, atoms) = store(2);
    let root = formulas.unary(cutpoint_logic::Unary::Finally, atoms[0]);
    let (automaton, _) = automata(&mut formulas, root);
    // The same automaton with a mark on every transition accepts too much.
    let marked = |state| {
        let transitions = automaton.transitions(state).iter();
        transitions.map(|transition| cutpoint_logic::Transition { marked: true, ..*transition }).collect()
    };
    let wrong: IndexVec<cutpoint_logic::StateId, _> = automaton.states().map(marked).collect();
    let wrong = Automaton::new(automaton.initial().to_vec(), wrong);
    assert!(all_lassos().iter().any(|lasso| wrong.accepts(lasso) != satisfies(&formulas, root, lasso)));
}
