//! Sums and differences by ripple carry, and comparisons by the borrow of a difference.

use super::{Bits, Sign, same_width};
use crate::guard::{Guard, Guards};

/// The sum of two words of one width and a carry, and the carry out.
pub(super) fn sum(
    guards: &mut Guards,
    left: &[Guard],
    right: &[Guard],
    mut carry: Guard,
) -> (Vec<Guard>, Guard) {
    let mut bits = Vec::with_capacity(left.len());
    for (&a, &b) in left.iter().zip(right) {
        let (bit, next) = full_adder(guards, a, b, carry);
        bits.push(bit);
        carry = next;
    }
    (bits, carry)
}

/// The two bits of the sum of three.
pub(super) fn full_adder(guards: &mut Guards, a: Guard, b: Guard, c: Guard) -> (Guard, Guard) {
    let differ = guards.xor(a, b);
    (guards.xor(differ, c), guards.ite(differ, c, a))
}

/// Whether the first number is less than the second, both unsigned and of one width: their difference borrows. The
/// gates are those of the difference.
pub(super) fn below(guards: &mut Guards, left: &[Guard], right: &[Guard]) -> Guard {
    let carry = left.iter().zip(right).fold(Guard::TRUE, |carry, (&a, &b)| {
        let differ = guards.xor(a, !b);
        guards.ite(differ, carry, a)
    });
    !carry
}

/// The negative of a number where the condition holds, and the number itself elsewhere.
pub(super) fn negate_if(guards: &mut Guards, condition: Guard, bits: &[Guard]) -> Vec<Guard> {
    let flipped: Vec<Guard> = bits.iter().map(|&bit| guards.xor(bit, condition)).collect();
    let zeros = vec![Guard::FALSE; bits.len()];
    sum(guards, &flipped, &zeros, condition).0
}

impl Bits {
    pub fn add(&self, guards: &mut Guards, other: &Bits) -> Bits {
        same_width(self, other);
        let (left, right) = (self.min(other), self.max(other));
        sum(guards, &left.0, &right.0, Guard::FALSE).0.into()
    }

    pub fn sub(&self, guards: &mut Guards, other: &Bits) -> Bits {
        same_width(self, other);
        sum(guards, &self.0, &(!other).0, Guard::TRUE).0.into()
    }

    pub fn neg(&self, guards: &mut Guards) -> Bits {
        negate_if(guards, Guard::TRUE, &self.0).into()
    }

    pub fn equal(&self, guards: &mut Guards, other: &Bits) -> Guard {
        same_width(self, other);
        let same: Vec<Guard> = self.iter().zip(other.iter()).map(|(a, b)| guards.equal(a, b)).collect();
        guards.and_all(same)
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self, guards: &mut Guards) -> Guard {
        !guards.or_all(self.iter())
    }

    /// Whether the number is negative.
    pub fn is_negative(&self, sign: Sign) -> Guard {
        match sign {
            Sign::Signed => self.top(),
            Sign::Unsigned => Guard::FALSE,
        }
    }

    pub fn less(&self, guards: &mut Guards, other: &Bits, sign: Sign) -> Guard {
        same_width(self, other);
        below(guards, &self.ordered(sign), &other.ordered(sign))
    }

    pub fn less_or_equal(&self, guards: &mut Guards, other: &Bits, sign: Sign) -> Guard {
        !other.less(guards, self, sign)
    }

    /// Whether the number lies between two others, both included.
    pub fn within(&self, guards: &mut Guards, lowest: i128, highest: i128, sign: Sign) -> Guard {
        let (least, greatest) = sign.bounds(self.width());
        if lowest > highest || lowest > greatest || highest < least {
            return Guard::FALSE;
        }
        let bound = |number: i128| Bits::constant(self.width(), number as u64);
        let not_below =
            if lowest <= least { Guard::TRUE } else { bound(lowest).less_or_equal(guards, self, sign) };
        let not_above =
            if highest >= greatest { Guard::TRUE } else { self.less_or_equal(guards, &bound(highest), sign) };
        guards.and(not_below, not_above)
    }

    /// Bits whose order as an unsigned number is the order of the numbers: the sign counts the other way round.
    fn ordered(&self, sign: Sign) -> Vec<Guard> {
        let mut bits = self.0.to_vec();
        let top = bits.len() - 1;
        bits[top] = bits[top].complement_if(sign == Sign::Signed);
        bits
    }
}
