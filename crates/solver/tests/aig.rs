//! And-inverter graphs against truth tables.

mod common;

use common::random::Random;
use cutpoint_solver::aig::{Aig, Composition, Node, Signal, Values};

const COLUMNS: [u64; 3] = [0b1010_1010, 0b1100_1100, 0b1111_0000];
const MASK: u64 = 0xff;

/// The truth table of a signal over three inputs.
fn table(aig: &Aig, inputs: &[Signal], signal: Signal) -> u64 {
    let mut values = Values::new();
    inputs.iter().zip(COLUMNS).for_each(|(&input, column)| values.set(input, column));
    values.word(aig, signal) & MASK
}

/// All 256 functions of three inputs, each by its disjunction of minterms.
fn all_functions(aig: &mut Aig, inputs: &[Signal]) -> Vec<Signal> {
    let minterms: Vec<Signal> = (0..8)
        .map(|row: usize| {
            let literals = inputs.iter().enumerate();
            aig.and_all(literals.map(|(index, &input)| input.complement_if(row >> index & 1 == 0)))
        })
        .collect();
    let rows = |function: usize| (0..8).filter(move |row| function >> row & 1 == 1);
    (0..256).map(|function| aig.or_all(rows(function).map(|row| minterms[row]))).collect()
}

#[test]
fn every_connective_is_right_on_all_functions_of_three_inputs() {
    let mut aig = Aig::new();
    let inputs = aig.new_inputs(3);
    let functions = all_functions(&mut aig, &inputs);
    for (left_table, &left) in functions.iter().enumerate() {
        assert_eq!(table(&aig, &inputs, left), left_table as u64);
        for (right_table, &right) in functions.iter().enumerate() {
            let (a, b) = (left_table as u64, right_table as u64);
            let cases = [
                (aig.and(left, right), a & b),
                (aig.or(left, right), a | b),
                (aig.xor(left, right), a ^ b),
                (aig.equal(left, right), !(a ^ b) & MASK),
                (aig.implies(left, right), (!a | b) & MASK),
                (aig.ite(inputs[0], left, right), COLUMNS[0] & a | !COLUMNS[0] & b),
                (aig.ite(left, right, inputs[1]), a & b | !a & COLUMNS[1]),
            ];
            for (signal, expected) in cases {
                assert_eq!(table(&aig, &inputs, signal), expected, "{a:08b} and {b:08b}");
            }
        }
    }
}

#[test]
fn composition_is_simultaneous_on_all_functions() {
    let mut aig = Aig::new();
    let inputs = aig.new_inputs(3);
    let functions = all_functions(&mut aig, &inputs);
    let mut random = Random(7);
    for (outer_table, &outer) in functions.iter().enumerate() {
        let images: [usize; 3] = std::array::from_fn(|_| random.below(256));
        let pairs = inputs.iter().zip(images).map(|(&input, image)| (input, functions[image]));
        let mut composition: Composition = pairs.collect();
        let composed = aig.compose(outer, &mut composition);
        let row = |row: usize| {
            let inner = (0..3).fold(0, |inner, index| inner | (images[index] >> row & 1) << index);
            ((outer_table >> inner & 1) as u64) << row
        };
        let expected: u64 = (0..8).map(row).sum();
        assert_eq!(table(&aig, &inputs, composed), expected, "{outer_table:08b} of {images:?}");
    }
}

#[test]
fn swapping_inputs_is_not_two_renamings() {
    let mut aig = Aig::new();
    let [a, b] = [aig.input(), aig.input()];
    let only_a = aig.and(a, !b);
    let mut swap: Composition = [(a, b), (b, a)].into_iter().collect();
    let swapped = aig.compose(only_a, &mut swap);
    assert_eq!(swapped, aig.and(b, !a));
}

#[test]
fn renamed_inputs_are_apart_and_the_same_for_all_roots() {
    let mut aig = Aig::new();
    let [a, b] = [aig.input(), aig.input()];
    let (both, any) = (aig.and(a, b), aig.or(a, b));
    let mut apart = aig.fresh_copies(&[a]);
    let (both_copy, any_copy) = (aig.compose(both, &mut apart), aig.compose(any, &mut apart));
    let support = aig.support(&[both_copy, any_copy]);
    assert_eq!(support.len(), 2, "{support:?}");
    assert!(!support.contains(&a) && support.contains(&b));
    assert_eq!(aig.support(&[both]), [a, b]);
}

#[test]
fn importing_makes_inputs_where_no_image_is_given() {
    let mut source = Aig::new();
    let [a, b] = [source.input(), source.input()];
    let root = source.xor(a, b);
    let mut target = Aig::new();
    let known = target.input();
    let mut composition: Composition = [(a, !known)].into_iter().collect();
    let imported = target.import(&source, root, &mut composition);
    let other = target.inputs()[1];
    assert_eq!(target.inputs().len(), 2);
    assert_eq!(imported, target.xor(!known, other));
}

#[test]
fn cones_list_operands_first() {
    let mut aig = Aig::new();
    let inputs = aig.new_inputs(4);
    let root = aig.and_all(inputs.iter().copied());
    let beside = aig.and(inputs[0], !inputs[3]);
    let cone = aig.cone(&[!root]);
    assert!(!cone.contains(&beside));
    assert_eq!((cone.len(), aig.n_conjunctions(&[root])), (7, 3));
    for (place, &signal) in cone.iter().enumerate() {
        if let Node::And(first, second) = aig.node(signal) {
            assert!(cone[..place].contains(&first.regular()) && cone[..place].contains(&second.regular()));
        }
    }
}

#[test]
fn deep_graphs_need_no_deep_stack() {
    let mut aig = Aig::new();
    let inputs = aig.new_inputs(2);
    let mut chain = inputs[0];
    let mut others = Vec::new();
    for _ in 0..200_000 {
        let input = aig.input();
        others.push(input);
        chain = aig.xor(chain, input);
    }
    let mut composition: Composition = [(inputs[0], inputs[1])].into_iter().collect();
    let composed = aig.compose(chain, &mut composition);
    assert_eq!(aig.support(&[composed]).len(), others.len() + 1);
    assert!(aig.evaluate(composed, [(inputs[1], true)]));
    assert!(!aig.evaluate(composed, [(inputs[1], true), (others[77], true)]));
}

/// All selections and exclusive ors of four signals and their complements are recognised, and nothing else is.
#[test]
fn selections_are_recognised() {
    let mut aig = Aig::new();
    let inputs = aig.new_inputs(4);
    let literals: Vec<Signal> = inputs.iter().flat_map(|&input| [input, !input]).collect();
    let mut n_found = 0;
    for &condition in &literals {
        for (&yes, &no) in literals.iter().flat_map(|yes| literals.iter().map(move |no| (yes, no))) {
            let signal = aig.ite(condition, yes, no);
            let distinct = [yes, no].iter().all(|value| value.regular() != condition.regular()) && yes != no;
            let Some(found) = aig.as_selection(signal) else {
                assert!(!distinct, "{condition:?} {yes:?} {no:?}");
                continue;
            };
            assert!(distinct);
            n_found += 1;
            for assignment in 0..16_usize {
                let values =
                    || inputs.iter().enumerate().map(|(at, &input)| (input, assignment >> at & 1 == 1));
                let [condition, yes, no, node] = [found.condition, found.yes, found.no, signal.regular()]
                    .map(|signal| aig.evaluate(signal, values()));
                assert_eq!(!node, if condition { yes } else { no }, "{signal:?} is {found:?}");
            }
        }
    }
    assert_eq!(n_found, 8 * (6 * 6 - 6));
    let [a, b, c, d] = inputs[..] else { unreachable!("there are four") };
    let (ab, cd) = (aig.and(a, b), aig.and(c, d));
    let neither = aig.and(!ab, !cd);
    for signal in [Signal::TRUE, a, ab, neither] {
        assert_eq!(aig.as_selection(signal), None);
    }
}
