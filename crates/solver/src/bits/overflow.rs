//! Where a result does not fit into its width.
//!
//! Each guard is true exactly where the mathematical result is no number of the width and sign of the operands, so a
//! checked operation is the wrapping one under the complement of the guard.

use super::add::sum;
use super::multiply::{factors, product};
use super::{Bits, Sign, same_width};
use crate::guard::{Guard, Guards};

impl Bits {
    pub fn add_overflows(&self, guards: &mut Guards, other: &Bits, sign: Sign) -> Guard {
        same_width(self, other);
        let (left, right) = (self.min(other), self.max(other));
        let (bits, carry) = sum(guards, &left.0, &right.0, Guard::FALSE);
        match sign {
            Sign::Unsigned => carry,
            Sign::Signed => signed_overflow(guards, left.top(), right.top(), bits[bits.len() - 1]),
        }
    }

    pub fn sub_overflows(&self, guards: &mut Guards, other: &Bits, sign: Sign) -> Guard {
        same_width(self, other);
        let other = !other;
        let (bits, carry) = sum(guards, &self.0, &other.0, Guard::TRUE);
        match sign {
            Sign::Unsigned => !carry,
            Sign::Signed => signed_overflow(guards, self.top(), other.top(), bits[bits.len() - 1]),
        }
    }

    /// Signed, only the least number has no negative; unsigned, only zero has one.
    pub fn neg_overflows(&self, guards: &mut Guards, sign: Sign) -> Guard {
        match sign {
            Sign::Unsigned => guards.or_all(self.iter()),
            Sign::Signed => self.is_least(guards),
        }
    }

    /// Only the least signed number divided by -1 has a quotient that does not fit.
    pub fn div_overflows(&self, guards: &mut Guards, divisor: &Bits, sign: Sign) -> Guard {
        same_width(self, divisor);
        match sign {
            Sign::Unsigned => Guard::FALSE,
            Sign::Signed => {
                let (least, minus_one) = (self.is_least(guards), guards.and_all(divisor.iter()));
                guards.and(least, minus_one)
            }
        }
    }

    /// Two ones whose places add up too far make the product too large; without such a pair, it is short of twice what
    /// fits, and one bit more shows whether it fits. Signed, the bits that differ from the sign take the place of ones.
    ///
    /// Schulte, Gok, Balzola and Brocato, "Combined unsigned and two's complement saturating multipliers" (2000). Cost:
    /// linear in the width, beside a product of one bit more, which shares its gates with the product itself.
    pub fn mul_overflows(&self, guards: &mut Guards, other: &Bits, sign: Sign) -> Guard {
        same_width(self, other);
        let width = self.width();
        let (left, right) = factors(self, other);
        let [a, b] = [left, right].map(|bits| bits.extended(width + 1, sign));
        let bits = product(guards, &a, &b, width + 1);
        let magnitudes = |guards: &mut Guards, bits: &Bits| -> Vec<Guard> {
            let negative = bits.is_negative(sign);
            bits.iter().map(|bit| guards.xor(bit, negative)).collect()
        };
        let (a, b) = (magnitudes(guards, left), magnitudes(guards, right));
        let (too_far, beyond) = match sign {
            Sign::Unsigned => (width, bits[width]),
            Sign::Signed => (width - 1, guards.xor(bits[width], bits[width - 1])),
        };
        let far = ones_add_up_to(guards, &a, &b, too_far);
        guards.or(far, beyond)
    }

    /// Whether the number is none of another width and sign.
    pub fn conversion_overflows(&self, guards: &mut Guards, from: Sign, width: usize, to: Sign) -> Guard {
        let (least, greatest) = to.bounds(width);
        !self.within(guards, least, greatest, from)
    }

    fn is_least(&self, guards: &mut Guards) -> Guard {
        let top = self.width() - 1;
        let signs: Vec<Guard> =
            self.iter().enumerate().map(|(at, bit)| bit.complement_if(at != top)).collect();
        guards.and_all(signs)
    }
}

/// Summands of one sign have a sum of the other one.
fn signed_overflow(guards: &mut Guards, left: Guard, right: Guard, sum: Guard) -> Guard {
    let [left, right] = [left, right].map(|summand| guards.xor(summand, sum));
    guards.and(left, right)
}

/// Whether there are ones of both numbers whose places have at least this sum.
fn ones_add_up_to(guards: &mut Guards, left: &[Guard], right: &[Guard], places: usize) -> Guard {
    let width = left.len();
    let (mut any, mut high) = (Guard::FALSE, Guard::FALSE);
    // The places of the second number that are high enough for the place of the first: more with each round.
    let mut lowest = width;
    for (place, &bit) in left.iter().enumerate() {
        while lowest > 0 && lowest - 1 + place >= places {
            lowest -= 1;
            high = guards.or(high, right[lowest]);
        }
        let pair = guards.and(bit, high);
        any = guards.or(any, pair);
    }
    any
}
