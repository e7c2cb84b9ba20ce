//! What a formula says of a lasso, straight from the definitions.
//!
//! This is the reference for the automata, and what engines check a counterexample with before they show it. It shares nothing with
//! the translation: every operator is evaluated as it was written, not in normal form.

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
        Unary::Finally => at_each(&|at| ahead(at, lasso).any(|later| operand[later])),
        Unary::Globally => at_each(&|at| ahead(at, lasso).all(|later| operand[later])),
    }
}

fn binary(operator: Binary, left: &[bool], right: &[bool], lasso: &Lasso) -> Vec<bool> {
    let at_each = |holds: &dyn Fn(usize) -> bool| (0..lasso.positions()).map(holds).collect();
    // The first position ahead where one side holds decides, if there is any.
    let first = |at: usize, side: &[bool]| ahead(at, lasso).position(|later| side[later]);
    let before =
        |at: usize, count: usize, side: &[bool]| ahead(at, lasso).take(count).all(|later| side[later]);
    let always = |at: usize, side: &[bool]| ahead(at, lasso).all(|later| side[later]);
    let until = |at: usize| first(at, right).is_some_and(|count| before(at, count, left));
    let strong_release = |at: usize| first(at, left).is_some_and(|count| before(at, count + 1, right));
    match operator {
        Binary::And => at_each(&|at| left[at] && right[at]),
        Binary::Or => at_each(&|at| left[at] || right[at]),
        Binary::Implies => at_each(&|at| !left[at] || right[at]),
        Binary::Iff => at_each(&|at| left[at] == right[at]),
        Binary::Until => at_each(&until),
        Binary::WeakUntil => at_each(&|at| until(at) || always(at, left)),
        Binary::StrongRelease => at_each(&strong_release),
        Binary::Release => at_each(&|at| strong_release(at) || always(at, right)),
    }
}

/// The positions from here on, each at least once: as many steps as there are positions see them all.
fn ahead(from: usize, lasso: &Lasso) -> impl Iterator<Item = usize> + '_ {
    std::iter::successors(Some(from), |&at| Some(lasso.next(at))).take(lasso.positions())
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
}
