//! Products, by adding shifted rows one after the other.
//!
//! Rows or columns: adding the bits of each column makes as many gates, and a SAT solver finds factors of 32 bits in
//! half of the time; but it takes 6 times as long to refute the distributive law at 5 bits (16,000 conflicts become
//! 80,000 to 90,000), and paths of programs have more equations to refute than numbers to factor.
//! `cargo xtask bench solver` has the equations.

use super::add::sum;
use super::{Bits, same_width};
use crate::guard::{Guard, Guards};

/// The lowest `width` bits of a product of unsigned numbers.
pub(super) fn product(guards: &mut Guards, left: &[Guard], right: &[Guard], width: usize) -> Vec<Guard> {
    let mut result = vec![Guard::FALSE; width];
    for (place, &factor) in right.iter().enumerate().take(width) {
        if factor == Guard::FALSE {
            continue;
        }
        let row: Vec<Guard> = left
            .iter()
            .chain(std::iter::repeat(&Guard::FALSE))
            .take(width - place)
            .map(|&bit| guards.and(bit, factor))
            .collect();
        let (higher, _) = sum(guards, &result[place..], &row, Guard::FALSE);
        result.truncate(place);
        result.extend(higher);
    }
    result
}

impl Bits {
    pub fn mul(&self, guards: &mut Guards, other: &Bits) -> Bits {
        same_width(self, other);
        let (left, right) = factors(self, other);
        product(guards, &left.0, &right.0, self.width()).into()
    }
}

/// The operands in the order of their cost: the one with more constant bits decides which rows there are.
pub(super) fn factors<'a>(one: &'a Bits, other: &'a Bits) -> (&'a Bits, &'a Bits) {
    let constants = |bits: &Bits| bits.iter().filter(|bit| bit.as_constant().is_some()).count();
    if (constants(one), one) <= (constants(other), other) { (one, other) } else { (other, one) }
}
