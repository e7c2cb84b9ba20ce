//! Tests of what stands for formulas: a signal of the graph is read back as the function of its inputs, which must be
//! that of the formula.
//!
//! Two formulas that get one signal are thus the same function: the graph keeps conjunctions by their operands, so a
//! mistake there would confuse formulas.

use base::Id;
use ir::Place;
use solver::aig::{Aig, Signal};
use verdict::{Atom, Formula, FormulaNode, Formulas};

use super::formula::{Instances, View};

const N_ATOMS: usize = 5;

/// One atom of each kind.
const ATOMS: [fn() -> Atom; N_ATOMS] = [
    || Atom::Entry(Place::Global(Id::new(0))),
    || Atom::Entry(Place::Local(Id::new(0))),
    || Atom::Current(Place::Global(Id::new(0))),
    || Atom::Current(Place::Local(Id::new(0))),
    || Atom::Result(0),
];

/// The function of a formula as a table: bit `i` is its value where atom `k` has bit `k` of `i`.
fn table(formulas: &Formulas, formula: Formula) -> u32 {
    let plain = match formulas.node(formula) {
        None => 0,
        Some(FormulaNode::Atom(atom)) => {
            let number = ATOMS.iter().position(|of| of() == atom).expect("an atom of the test");
            (0..1_u32 << N_ATOMS).filter(|row| row >> number & 1 == 1).map(|row| 1 << row).sum()
        }
        Some(FormulaNode::And(left, right)) => table(formulas, left) & table(formulas, right),
    };
    if formula.is_negated() { !plain } else { plain }
}

/// The same of a signal whose inputs are the atoms.
fn signal_table(aig: &Aig, inputs: &[Signal], signal: Signal) -> u32 {
    let value = |row: &u32| {
        aig.evaluate(signal, inputs.iter().enumerate().map(|(at, &input)| (input, row >> at & 1 == 1)))
    };
    (0..1_u32 << N_ATOMS).filter(value).map(|row| 1 << row).sum()
}

/// Conjunctions of all pairs, negated or not, of what there is: first atoms, then conjunctions of those.
fn all_small_formulas() -> (Formulas, Vec<Formula>) {
    let mut formulas = Formulas::default();
    let mut all: Vec<Formula> = vec![Formula::FALSE];
    all.extend(ATOMS.iter().map(|atom| formulas.atom(atom())));
    for _ in 0..2 {
        let below: Vec<Formula> = all.iter().take(40).copied().collect();
        for (at, &left) in below.iter().enumerate() {
            for &right in &below[at..] {
                for (left, right) in [(left, right), (!left, right), (left, !right), (!left, !right)] {
                    all.push(formulas.add(FormulaNode::And(left, right)));
                }
            }
        }
    }
    (formulas, all)
}

#[test]
fn the_image_of_a_formula_is_its_function() {
    let (formulas, all) = all_small_formulas();
    let (mut aig, mut instances) = (Aig::new(), Instances::new(&formulas));
    let inputs = aig.new_inputs(N_ATOMS);
    let [entry_globals, entry_params, globals, locals, results] = [0, 1, 2, 3, 4].map(|at| &inputs[at..=at]);
    let view = View { entry_globals, entry_params, globals, locals, results };
    let mut functions = std::collections::HashMap::new();
    for formula in all.iter().flat_map(|&formula| [formula, !formula]) {
        let expected = table(&formulas, formula);
        let (signal, _) = instances.image(&mut aig, formula, &view);
        assert_eq!(signal_table(&aig, &inputs, signal), expected, "{formula:?}");
        assert_eq!(
            *functions.entry(signal).or_insert(expected),
            expected,
            "{signal:?} stands for two functions"
        );
    }
    assert!(functions.len() > 100, "{}", functions.len());
}

/// The same formula over other values is another signal: nothing is kept from one view to the next.
#[test]
fn images_over_other_values_are_others() {
    let mut formulas = Formulas::default();
    let [one, other] = [ATOMS[2](), ATOMS[3]()].map(|atom| formulas.atom(atom));
    let both = formulas.and(one, !other);
    let (mut aig, mut instances) = (Aig::new(), Instances::new(&formulas));
    let inputs = aig.new_inputs(N_ATOMS);
    for (global, local) in [(0, 1), (1, 0), (2, 2), (3, 4)] {
        let (globals, locals) = (&inputs[global..=global], &inputs[local..=local]);
        let view = View { entry_globals: &[], entry_params: &[], globals, locals, results: &[] };
        let (signal, _) = instances.image(&mut aig, both, &view);
        let expected = (0..1_u32 << N_ATOMS)
            .filter(|row| row >> global & 1 == 1 && row >> local & 1 == 0)
            .map(|row| 1 << row)
            .sum();
        assert_eq!(signal_table(&aig, &inputs, signal), expected, "{global} and {local}");
    }
}
