//! Natural numbers of up to 320 bits: as much as the exact result of one decimal operation needs before it is rounded.

use std::cmp::Ordering;

const LIMBS: usize = 5;

/// The low limb comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wide([u64; LIMBS]);

impl From<u128> for Wide {
    fn from(number: u128) -> Self {
        let mut limbs = [0; LIMBS];
        limbs[0] = number as u64;
        limbs[1] = (number >> 64) as u64;
        Self(limbs)
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Wide {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl Wide {
    const ZERO: Self = Self([0; LIMBS]);
    pub(super) const ONE: Self = Self([1, 0, 0, 0, 0]);

    /// The number, if it fits.
    pub(super) fn narrow(self) -> Option<u128> {
        let [low, high, rest @ ..] = self.0;
        (rest == [0; LIMBS - 2]).then(|| u128::from(high) << 64 | u128::from(low))
    }

    pub(super) fn is_odd(self) -> bool {
        self.0[0] & 1 == 1
    }

    pub(super) fn plus(self, other: Self) -> Self {
        let mut sum = Self::ZERO;
        let mut carry = false;
        for (limb, (a, b)) in sum.0.iter_mut().zip(self.0.into_iter().zip(other.0)) {
            let (partial, first) = a.overflowing_add(b);
            let (total, second) = partial.overflowing_add(carry.into());
            (*limb, carry) = (total, first || second);
        }
        assert!(!carry, "a decimal operation of more than 320 bits");
        sum
    }

    /// The difference; `other` is not greater.
    pub(super) fn minus(self, other: Self) -> Self {
        let mut difference = Self::ZERO;
        let mut borrow = false;
        for (limb, (a, b)) in difference.0.iter_mut().zip(self.0.into_iter().zip(other.0)) {
            let (partial, first) = a.overflowing_sub(b);
            let (total, second) = partial.overflowing_sub(borrow.into());
            (*limb, borrow) = (total, first || second);
        }
        assert!(!borrow, "a natural number below zero");
        difference
    }

    pub(super) fn times(self, factor: u64) -> Self {
        let mut product = Self::ZERO;
        let mut carry = 0;
        for (limb, a) in product.0.iter_mut().zip(self.0) {
            let partial = u128::from(a) * u128::from(factor) + carry;
            (*limb, carry) = (partial as u64, partial >> 64);
        }
        assert!(carry == 0, "a decimal operation of more than 320 bits");
        product
    }

    /// The product with a number of at most 128 bits.
    pub(super) fn times_wide(self, factor: u128) -> Self {
        self.times((factor >> 64) as u64).shifted_by_a_limb().plus(self.times(factor as u64))
    }

    fn shifted_by_a_limb(self) -> Self {
        let [a, b, c, d, top] = self.0;
        assert!(top == 0, "a decimal operation of more than 320 bits");
        Self([0, a, b, c, d])
    }

    pub(super) fn times_power_of_ten(mut self, mut exponent: u32) -> Self {
        // The greatest power of ten in a limb.
        const STEP: u32 = 19;
        while exponent >= STEP {
            self = self.times(10_u64.pow(STEP));
            exponent -= STEP;
        }
        self.times(10_u64.pow(exponent))
    }

    /// Quotient and remainder; `divisor` is not zero.
    pub(super) fn divided_by(self, divisor: Self) -> (Self, Self) {
        if let (Some(a), Some(b)) = (self.narrow(), divisor.narrow()) {
            return ((a / b).into(), (a % b).into());
        }
        let (mut quotient, mut remainder) = (Self::ZERO, Self::ZERO);
        for bit in (0..64 * LIMBS).rev() {
            let (limb, position) = (bit / 64, bit % 64);
            remainder = remainder.plus(remainder);
            remainder.0[0] |= self.0[limb] >> position & 1;
            if remainder >= divisor {
                remainder = remainder.minus(divisor);
                quotient.0[limb] |= 1 << position;
            }
        }
        (quotient, remainder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_undoes_multiplication() {
        let numbers = [1, 2, 3, 10, u128::from(u64::MAX), u128::from(u64::MAX) + 1, u128::MAX, 1 << 95];
        for a in numbers {
            for b in numbers {
                let product = Wide::from(a).times_wide(b);
                for rest in [0, b / 2, b - 1] {
                    let sum = product.plus(rest.into());
                    assert_eq!(
                        sum.divided_by(b.into()),
                        (a.into(), rest.into()),
                        "({a} * {b} + {rest}) / {b}"
                    );
                    assert_eq!(sum.minus(product), rest.into());
                }
                assert_eq!(product.narrow(), a.checked_mul(b));
                assert_eq!(
                    product.cmp(&Wide::from(a)),
                    if b == 1 { Ordering::Equal } else { Ordering::Greater }
                );
            }
        }
    }

    #[test]
    fn powers_of_ten_are_exact() {
        for exponent in 0..38 {
            assert_eq!(Wide::ONE.times_power_of_ten(exponent).narrow(), Some(10_u128.pow(exponent)));
        }
        let large = Wide::ONE.times_power_of_ten(90);
        assert_eq!(large.divided_by(Wide::ONE.times_power_of_ten(60)).0, Wide::ONE.times_power_of_ten(30));
    }
}
