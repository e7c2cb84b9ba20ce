//! What a formula says of a lasso, straight from the definitions.
//!
//! This is the reference for the automata, and what engines check a counterexample with before they show it. It shares
//! nothing with the translation: every operator is evaluated as it was written, not in normal form. Takes time linear
//! in the length of the lasso, which may have many thousands of positions.

use std::collections::HashMap;

use crate::formula::{Binary, Formula, FormulaId, Formulas, Unary};
use crate::lasso::Lasso;

/// Whether the word satisfies the formula.
pub fn satisfies(formulas: &Formulas, root: FormulaId, lasso: &Lasso) -> bool {
    truth(formulas, root, lasso)[0]
}

/// Whether the formula holds, at each position of the lasso.
pub fn truth(formulas: &Formulas, root: FormulaId, lasso: &Lasso) -> Vec<bool> {
    let mut values: HashMap<FormulaId, Vec<bool>> = HashMap::new();
    for id in formulas.parts(root) {
        let value = match formulas.get(id) {
            Formula::True => vec![true; lasso.positions()],
            Formula::False => vec![false; lasso.positions()],
            Formula::Atom(atom) => (0..lasso.positions()).map(|at| lasso.letter(at).contains(atom)).collect(),
            Formula::Unary(operator, operand) => unary(operator, &values[&operand], lasso),
            Formula::Binary(operator, left, right) => {
                binary(operator, &values[&left], &values[&right], lasso)
            }
        };
        values.insert(id, value);
    }
    values.remove(&root).unwrap_or_default()
}

fn unary(operator: Unary, operand: &[bool], lasso: &Lasso) -> Vec<bool> {
    let at_each = |holds: &dyn Fn(usize) -> bool| (0..lasso.positions()).map(holds).collect();
    match operator {
        Unary::Not => at_each(&|at| !operand[at]),
        Unary::Next => at_each(&|at| operand[lasso.next(at)]),
        Unary::Finally => least(lasso, |at, next| operand[at] || next),
        Unary::Globally => greatest(lasso, |at, next| operand[at] && next),
    }
}

fn binary(operator: Binary, left: &[bool], right: &[bool], lasso: &Lasso) -> Vec<bool> {
    let at_each = |holds: &dyn Fn(usize) -> bool| (0..lasso.positions()).map(holds).collect();
    let until = |at: usize, next: bool| right[at] || left[at] && next;
    let release = |at: usize, next: bool| right[at] && (left[at] || next);
    match operator {
        Binary::And => at_each(&|at| left[at] && right[at]),
        Binary::Or => at_each(&|at| left[at] || right[at]),
        Binary::Implies => at_each(&|at| !left[at] || right[at]),
        Binary::Iff => at_each(&|at| left[at] == right[at]),
        Binary::Until => least(lasso, until),
        Binary::WeakUntil => greatest(lasso, until),
        Binary::StrongRelease => least(lasso, release),
        Binary::Release => greatest(lasso, release),
    }
}

/// The truth of what holds at a position if it is so by what is there and by whether it holds at the next, and must
/// come true some day.
fn least(lasso: &Lasso, holds: impl Fn(usize, bool) -> bool) -> Vec<bool> {
    fixpoint(lasso, false, holds)
}

/// The same, but what is put off forever holds.
fn greatest(lasso: &Lasso, holds: impl Fn(usize, bool) -> bool) -> Vec<bool> {
    fixpoint(lasso, true, holds)
}

/// Backwards, twice: the first time it is assumed for the beginning of the next turn of the cycle, the second time it
/// is known of one more turn, and a turn sees all positions of the cycle.
fn fixpoint(lasso: &Lasso, assumed: bool, holds: impl Fn(usize, bool) -> bool) -> Vec<bool> {
    let mut values = vec![assumed; lasso.positions()];
    for _ in 0..2 {
        for at in (0..lasso.positions()).rev() {
            values[at] = holds(at, values[lasso.next(at)]);
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letter::AtomSet;
    use base::{Id, SourceId};

    /// Words are written with `a`, `b`, `2` (both) and `-` (neither); the cycle stands in brackets.
    fn check(text: &str, word: &str, expected: bool) {
        let mut formulas = Formulas::new();
        for name in ["a", "b"] {
            formulas.atom(crate::Atom::Rite(crate::Rite::name(name)));
        }
        let root = crate::parse(&mut formulas, SourceId::new(0), 0, text).root.expect("a formula");
        let letter = |sign: char| match sign {
            'a' => AtomSet(1),
            'b' => AtomSet(2),
            '2' => AtomSet(3),
            _ => AtomSet(0),
        };
        let (stem, cycle) = word.trim_end_matches(']').split_once('[').expect("a cycle");
        let lasso = Lasso::new(stem.chars().map(letter).collect(), cycle.chars().map(letter).collect());
        assert_eq!(satisfies(&formulas, root, &lasso.expect("a lasso")), expected, "{text} on {word}");
    }

    #[test]
    fn every_operator_on_words_that_tell_it_from_its_neighbours() {
        check("a U b", "aab[-]", true);
        check("a U b", "[a]", false);
        check("a U b", "[b]", true);
        check("a W b", "[a]", true);
        check("a W b", "a-b[b]", false);
        check("a R b", "bb2[-]", true);
        check("a R b", "bba[-]", false);
        check("a R b", "[b]", true);
        check("a M b", "[b]", false);
        check("a M b", "b2[-]", true);
        check("X a", "-[a]", true);
        check("X a", "[a-]", false);
        check("X X a", "[a-]", true);
        check("F a", "--[-a]", true);
        check("G a", "a[a-]", false);
        check("G F a", "[--a]", true);
        check("F G a", "-[a]", true);
        check("F G a", "[--a]", false);
        check("a -> b", "[-]", true);
        check("a <-> b", "2[-]", true);
        check("a <-> b", "a[-]", false);
        check("!(a) && true", "[b]", true);
        check("(a) || false", "[b]", false);
    }

    /// The positions from here on, each at least once: as many steps as there are positions see them all.
    fn ahead(from: usize, lasso: &Lasso) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(from), |&at| Some(lasso.next(at))).take(lasso.positions())
    }

    /// The definitions with "there is a position such that", which look at all positions again and again.
    fn by_definition(operator: Binary, at: usize, left: &[bool], right: &[bool], lasso: &Lasso) -> bool {
        let first = |side: &[bool]| ahead(at, lasso).position(|later| side[later]);
        let before = |count: usize, side: &[bool]| ahead(at, lasso).take(count).all(|later| side[later]);
        let always = |side: &[bool]| ahead(at, lasso).all(|later| side[later]);
        let until = first(right).is_some_and(|count| before(count, left));
        let strong_release = first(left).is_some_and(|count| before(count + 1, right));
        match operator {
            Binary::Until => until,
            Binary::WeakUntil => until || always(left),
            Binary::StrongRelease => strong_release,
            Binary::Release => strong_release || always(right),
            Binary::And | Binary::Or | Binary::Implies | Binary::Iff => panic!("not temporal"),
        }
    }

    #[test]
    fn evaluation_backwards_agrees_with_the_definitions() {
        let operators = [Binary::Until, Binary::WeakUntil, Binary::StrongRelease, Binary::Release];
        for length in 1..=5 {
            for (stem, word) in
                (0..length).flat_map(|stem| (0..1u32 << (2 * length)).map(move |word| (stem, word)))
            {
                let letters: Vec<AtomSet> =
                    (0..length).map(|at| AtomSet(u64::from(word >> (2 * at) & 3))).collect();
                let (stem, cycle) = letters.split_at(stem);
                let lasso = Lasso::new(stem.to_vec(), cycle.to_vec()).expect("a cycle");
                let side = |bit: u64| letters.iter().map(|letter| letter.0 & bit != 0).collect::<Vec<bool>>();
                let (left, right) = (side(1), side(2));
                for operator in operators {
                    let values = binary(operator, &left, &right, &lasso);
                    let expected = |at| by_definition(operator, at, &left, &right, &lasso);
                    assert!((0..length).all(|at| values[at] == expected(at)), "{operator:?} on {lasso:?}");
                }
                let ever = |at| ahead(at, &lasso).any(|later| left[later]);
                let always = |at| ahead(at, &lasso).all(|later| left[later]);
                let (finally, globally) =
                    (unary(Unary::Finally, &left, &lasso), unary(Unary::Globally, &left, &lasso));
                assert!(
                    (0..length).all(|at| finally[at] == ever(at) && globally[at] == always(at)),
                    "{lasso:?}"
                );
            }
        }
    }
}
