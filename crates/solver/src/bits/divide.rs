//! Quotients and remainders, rounded toward zero, by long division.
//!
//! In step k the partial remainder has k bits, and the divisor is subtracted if it is not greater. So half of the
//! subtractions of a square array never come into being. The remainder has the sign of the dividend.
//!
//! A division by zero is for the caller to exclude. What comes out is what SMT-LIB says: the dividend as remainder, and
//! as quotient the pattern of ones; signed, that is -1, and 1 of a negative dividend.

use super::add::{negate_if, sum};
use super::{Bits, Sign, same_width, select};
use crate::guard::{Guard, Guards};

/// Quotient and remainder of unsigned numbers of one width.
fn long_division(guards: &mut Guards, dividend: &[Guard], divisor: &[Guard]) -> (Vec<Guard>, Vec<Guard>) {
    let width = dividend.len();
    // At place k: the divisor has a one at k or above.
    let mut reaches = vec![Guard::FALSE; width + 1];
    for place in (0..width).rev() {
        reaches[place] = guards.or(reaches[place + 1], divisor[place]);
    }
    let mut quotient = vec![Guard::FALSE; width];
    let mut remainder: Vec<Guard> = Vec::new();
    for place in (0..width).rev() {
        remainder.insert(0, dividend[place]);
        let low = &divisor[..remainder.len()];
        let complement: Vec<Guard> = low.iter().map(|&bit| !bit).collect();
        let (difference, not_less) = sum(guards, &remainder, &complement, Guard::TRUE);
        let too_large = guards.or(!not_less, reaches[remainder.len()]);
        remainder = select(guards, too_large, &remainder, &difference);
        quotient[place] = !too_large;
    }
    (quotient, remainder)
}

impl Bits {
    /// The quotient, rounded toward zero.
    pub fn div(&self, guards: &mut Guards, divisor: &Bits, sign: Sign) -> Bits {
        let (quotient, _) = self.divided(guards, divisor, sign);
        let [mine, other] = [self, divisor].map(|bits| bits.is_negative(sign));
        let differ = guards.xor(mine, other);
        negate_if(guards, differ, &quotient).into()
    }

    /// What a quotient rounded toward zero leaves.
    pub fn rem(&self, guards: &mut Guards, divisor: &Bits, sign: Sign) -> Bits {
        let (_, remainder) = self.divided(guards, divisor, sign);
        negate_if(guards, self.is_negative(sign), &remainder).into()
    }

    /// Quotient and remainder of the absolute values.
    fn divided(&self, guards: &mut Guards, divisor: &Bits, sign: Sign) -> (Vec<Guard>, Vec<Guard>) {
        same_width(self, divisor);
        let [dividend, divisor] =
            [self, divisor].map(|bits| negate_if(guards, bits.is_negative(sign), bits.guards()));
        long_division(guards, &dividend, &divisor)
    }
}
