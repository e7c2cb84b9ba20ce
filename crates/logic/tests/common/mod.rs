//! Formulas and words for the tests: all small ones, and random ones from fixed seeds.

#![allow(dead_code, reason = "each test uses a part of this")]

use base::{Id, SourceId};
use cutpoint_logic::{
    Atom, AtomSet, Binary, Formula, FormulaId, Formulas, Lasso, Limits, Rite, Unary, parse, translate,
};

pub(crate) const UNARY: [Unary; 4] = [Unary::Not, Unary::Next, Unary::Finally, Unary::Globally];
pub(crate) const BINARY: [Binary; 8] = [
    Binary::And,
    Binary::Or,
    Binary::Implies,
    Binary::Iff,
    Binary::Until,
    Binary::Release,
    Binary::WeakUntil,
    Binary::StrongRelease,
];

/// A store with atoms `a`, `b`, `c`, ...
pub(crate) fn store(atoms: usize) -> (Formulas, Vec<FormulaId>) {
    let mut formulas = Formulas::new();
    let name = |index: usize| char::from(b'a' + index as u8).to_string();
    let atoms = (0..atoms)
        .map(|index| formulas.atom(Atom::Rite(Rite::name(name(index)))).expect("room for atoms"))
        .collect();
    (formulas, atoms)
}

/// A formula over the atoms `a` to `f`, in a store of its own.
pub(crate) fn read(text: &str) -> (Formulas, FormulaId) {
    let (mut formulas, _) = store(6);
    let parsed = parse(&mut formulas, SourceId::new(0), 0, text);
    assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
    (formulas, parsed.root.expect("a formula without errors"))
}

/// A formula alone in a store, with the first atoms of the old one.
pub(crate) fn alone(from: &Formulas, root: FormulaId, atoms: usize) -> (Formulas, FormulaId) {
    let (mut formulas, _) = store(atoms);
    let mut copies = std::collections::HashMap::new();
    let mut last = None;
    for id in from.parts(root) {
        let copy = match from.get(id) {
            constant @ (Formula::True | Formula::False) => formulas.add(constant),
            Formula::Atom(atom) => formulas.atom(from.atoms()[atom].clone()).expect("room for atoms"),
            Formula::Unary(operator, operand) => formulas.unary(operator, copies[&operand]),
            Formula::Binary(operator, left, right) => {
                formulas.binary(operator, copies[&left], copies[&right])
            }
        };
        copies.insert(id, copy);
        last = Some(copy);
    }
    (formulas, last.expect("a formula has parts"))
}

/// All formulas over two atoms, by their size: atoms have 1, every operator adds 1.
pub(crate) fn all_formulas(largest: usize) -> (Formulas, Vec<Vec<FormulaId>>) {
    let (mut formulas, atoms) = store(2);
    let mut by_size = vec![Vec::new(), atoms];
    for size in 2..=largest {
        let mut found = Vec::new();
        for operator in UNARY {
            found.extend(by_size[size - 1].iter().map(|&operand| formulas.unary(operator, operand)));
        }
        for operator in BINARY {
            for left_size in 1..size - 1 {
                for &left in &by_size[left_size] {
                    for &right in &by_size[size - 1 - left_size] {
                        found.push(formulas.binary(operator, left, right));
                    }
                }
            }
        }
        by_size.push(found);
    }
    (formulas, by_size)
}

/// All words of a length over two atoms.
pub(crate) fn words(length: usize) -> Vec<Vec<AtomSet>> {
    let mut words = vec![Vec::new()];
    for _ in 0..length {
        let longer = |word: &Vec<AtomSet>| {
            let word = word.clone();
            (0..4).map(move |letter| [word.as_slice(), &[AtomSet(letter)]].concat())
        };
        words = words.iter().flat_map(longer).collect();
    }
    words
}

/// All lassos over two atoms whose stem and cycle have at most three letters.
pub(crate) fn all_lassos() -> Vec<Lasso> {
    let stems: Vec<_> = (0..=3).flat_map(words).collect();
    let cycles: Vec<_> = (1..=3).flat_map(words).collect();
    let lassos = cycles.iter().flat_map(|cycle| {
        stems.iter().map(|stem| Lasso::new(stem.clone(), cycle.clone()).expect("cycles are not empty"))
    });
    lassos.collect()
}

/// A generator of random numbers (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    /// A formula with this many operators and atoms.
    pub(crate) fn formula(&mut self, formulas: &mut Formulas, atoms: &[FormulaId], size: usize) -> FormulaId {
        match size {
            0 | 1 if self.below(20) == 0 => {
                formulas.add(if self.below(2) == 0 { Formula::True } else { Formula::False })
            }
            0 | 1 => atoms[self.below(atoms.len())],
            2 => {
                let operand = self.formula(formulas, atoms, 1);
                formulas.unary(UNARY[self.below(4)], operand)
            }
            _ if self.below(5) < 2 => {
                let operand = self.formula(formulas, atoms, size - 1);
                formulas.unary(UNARY[self.below(4)], operand)
            }
            _ => {
                let left_size = 1 + self.below(size - 2);
                let left = self.formula(formulas, atoms, left_size);
                let right = self.formula(formulas, atoms, size - 1 - left_size);
                formulas.binary(BINARY[self.below(8)], left, right)
            }
        }
    }

    /// A lasso with stem and cycle up to a length.
    pub(crate) fn lasso(&mut self, atoms: usize, longest: usize) -> Lasso {
        let mut word = |length| (0..length).map(|_| AtomSet(self.below(1 << atoms) as u64)).collect();
        let (stem, cycle) = (word(longest), word(longest));
        let (stem_length, cycle_length) = (self.below(longest + 1), 1 + self.below(longest));
        let shorter = |word: Vec<AtomSet>, length| word.into_iter().take(length).collect();
        Lasso::new(shorter(stem, stem_length), shorter(cycle, cycle_length)).expect("cycles are not empty")
    }
}

/// The automata of a formula and of its negation.
pub(crate) fn automata(
    formulas: &mut Formulas,
    root: FormulaId,
) -> (cutpoint_logic::Automaton, cutpoint_logic::Automaton) {
    let negation = formulas.not(root);
    let limits = Limits::default();
    let automaton = translate(formulas, root, &limits).expect("small formulas have small automata");
    (automaton, translate(formulas, negation, &limits).expect("small formulas have small automata"))
}
