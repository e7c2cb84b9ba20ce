//! Small local rewriting: what a conjunction is equal to, as far as two levels of operands show.
//!
//! The rules are those of Brummayer and Biere, "Local two-level And-Inverter Graph minimization without blowup" (MEMICS
//! 2006), levels one and two: none of them makes a node, so no conjunction gets larger by them. Rules that replace the
//! pair by another pair are applied again; each makes an operand a proper part of what it was, so this ends.

use super::{Aig, Signal};

/// What is known of a conjunction before a node is made for it.
pub(super) enum Simplified {
    /// It is this signal.
    Known(Signal),
    /// It is the conjunction of these two, and no rule says more.
    Pair(Signal, Signal),
}

enum Step {
    Known(Signal),
    /// The same conjunction with smaller operands.
    Pair(Signal, Signal),
    Nothing,
}

impl Aig {
    pub(super) fn simplify(&self, mut left: Signal, mut right: Signal) -> Simplified {
        loop {
            match self.step(left, right) {
                Step::Known(signal) => return Simplified::Known(signal),
                Step::Pair(smaller_left, smaller_right) => (left, right) = (smaller_left, smaller_right),
                Step::Nothing => return Simplified::Pair(left, right),
            }
        }
    }

    fn step(&self, left: Signal, right: Signal) -> Step {
        if let Some(known) = one_level(left, right) {
            return Step::Known(known);
        }
        for (this, that) in [(left, right), (right, left)] {
            match self.asymmetric(this, that) {
                Step::Nothing => {}
                found => return found,
            }
        }
        self.symmetric(left, right)
    }

    /// Rules for `this & that` that look at the operands of `this`.
    fn asymmetric(&self, this: Signal, that: Signal) -> Step {
        let Some((a, b)) = self.operands(this) else { return Step::Nothing };
        match this.is_complement() {
            // Contradiction: (a & b) & !a.
            false if a == !that || b == !that => Step::Known(Signal::FALSE),
            // Idempotence: (a & b) & a.
            false if a == that || b == that => Step::Known(this),
            // Subsumption: !(a & b) & !a.
            true if a == !that || b == !that => Step::Known(that),
            // Substitution: !(a & b) & a = !b & a.
            true if a == that => Step::Pair(!b, that),
            true if b == that => Step::Pair(!a, that),
            _ => Step::Nothing,
        }
    }

    /// Rules that look at the operands of both.
    fn symmetric(&self, left: Signal, right: Signal) -> Step {
        let (Some((a, b)), Some((c, d))) = (self.operands(left), self.operands(right)) else {
            return Step::Nothing;
        };
        match (left.is_complement(), right.is_complement()) {
            (false, false) => both_conjunctions(left, (a, b), (c, d)),
            (true, false) => conjunction_and_complement((a, b), right, (c, d)),
            (false, true) => conjunction_and_complement((c, d), left, (a, b)),
            (true, true) => both_complements((a, b), (c, d)),
        }
    }
}

fn one_level(left: Signal, right: Signal) -> Option<Signal> {
    match (left, right) {
        (Signal::FALSE, _) | (_, Signal::FALSE) => Some(Signal::FALSE),
        (Signal::TRUE, other) | (other, Signal::TRUE) => Some(other),
        _ if left == right => Some(left),
        _ if left == !right => Some(Signal::FALSE),
        _ => None,
    }
}

/// (a & b) & (c & d)
fn both_conjunctions(left: Signal, (a, b): (Signal, Signal), (c, d): (Signal, Signal)) -> Step {
    if a == !c || a == !d || b == !c || b == !d {
        return Step::Known(Signal::FALSE);
    }
    // A shared operand need stand on one side only.
    if a == c || b == c {
        return Step::Pair(left, d);
    }
    if a == d || b == d {
        return Step::Pair(left, c);
    }
    Step::Nothing
}

/// !(a & b) & (c & d)
fn conjunction_and_complement(
    (a, b): (Signal, Signal),
    conjunction: Signal,
    (c, d): (Signal, Signal),
) -> Step {
    if a == !c || a == !d || b == !c || b == !d {
        return Step::Known(conjunction);
    }
    if a == c || a == d {
        return Step::Pair(!b, conjunction);
    }
    if b == c || b == d {
        return Step::Pair(!a, conjunction);
    }
    Step::Nothing
}

/// !(a & b) & !(c & d): resolution, if they differ in the sign of one operand alone.
fn both_complements((a, b): (Signal, Signal), (c, d): (Signal, Signal)) -> Step {
    let resolves =
        |same: Signal, other: Signal, kept: Signal, clashing: Signal| same == kept && other == !clashing;
    if resolves(a, b, c, d) || resolves(a, b, d, c) {
        return Step::Known(!a);
    }
    if resolves(b, a, c, d) || resolves(b, a, d, c) {
        return Step::Known(!b);
    }
    Step::Nothing
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each rule on its smallest case, and how many nodes the whole takes at most.
    #[test]
    fn rules_make_no_new_nodes() {
        let mut aig = Aig::new();
        let [a, b, c] = [aig.input(), aig.input(), aig.input()];
        let ab = aig.and(a, b);
        let a_not_b = aig.and(a, !b);
        let bc = aig.and(b, c);
        let before = aig.n_nodes();
        let cases = [
            (a, Signal::TRUE, a),
            (a, Signal::FALSE, Signal::FALSE),
            (a, !a, Signal::FALSE),
            (ab, !a, Signal::FALSE),
            (ab, b, ab),
            (!ab, !a, !a),
            (!ab, a, a_not_b),
            (ab, a_not_b, Signal::FALSE),
            (!ab, a_not_b, a_not_b),
            (!ab, !a_not_b, !a),
        ];
        for (left, right, expected) in cases {
            assert_eq!(aig.and(left, right), expected, "{left:?} & {right:?}");
            assert_eq!(aig.and(right, left), expected, "{right:?} & {left:?}");
        }
        assert_eq!(aig.n_nodes(), before);
        let once = aig.and(ab, bc);
        assert_eq!(aig.and(ab, c), once, "a shared operand stands on one side only");
    }

    #[test]
    fn equal_structure_is_one_node() {
        let mut aig = Aig::new();
        let [a, b] = [aig.input(), aig.input()];
        let first = aig.and(a, b);
        assert_eq!(aig.and(b, a), first);
        assert_ne!(aig.and(a, !b), first);
    }
}
