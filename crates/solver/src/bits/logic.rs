//! Bitwise operations, and shifts.
//!
//! A shift takes its count as an unsigned number, whatever its width, and a count of at least the width of the word
//! shifts everything out. Programs mask their counts first: [`Bits::masked_count`].

use super::{Bits, Sign, same_width, select};
use crate::guard::{Guard, Guards};

impl std::ops::Not for &Bits {
    type Output = Bits;
    fn not(self) -> Bits {
        self.iter().map(|bit| !bit).collect::<Vec<_>>().into()
    }
}

impl Bits {
    fn bitwise(
        &self,
        guards: &mut Guards,
        other: &Bits,
        connective: fn(&mut Guards, Guard, Guard) -> Guard,
    ) -> Bits {
        same_width(self, other);
        self.iter().zip(other.iter()).map(|(a, b)| connective(guards, a, b)).collect::<Vec<_>>().into()
    }

    pub fn and(&self, guards: &mut Guards, other: &Bits) -> Bits {
        self.bitwise(guards, other, Guards::and)
    }

    pub fn or(&self, guards: &mut Guards, other: &Bits) -> Bits {
        self.bitwise(guards, other, Guards::or)
    }

    pub fn xor(&self, guards: &mut Guards, other: &Bits) -> Bits {
        self.bitwise(guards, other, Guards::xor)
    }

    /// To higher bits; zeros come in.
    pub fn shift_left(&self, guards: &mut Guards, count: &Bits) -> Bits {
        let mut reversed: Vec<Guard> = self.iter().rev().collect();
        shift_down(guards, &mut reversed, count, Guard::FALSE);
        reversed.reverse();
        reversed.into()
    }

    /// To lower bits; zeros come in, or copies of the sign.
    pub fn shift_right(&self, guards: &mut Guards, count: &Bits, sign: Sign) -> Bits {
        let mut bits: Vec<Guard> = self.iter().collect();
        let filler = match sign {
            Sign::Signed => self.top(),
            Sign::Unsigned => Guard::FALSE,
        };
        shift_down(guards, &mut bits, count, filler);
        bits.into()
    }

    /// This number as a count of a shift of a word of `shifted` bits, as C#, Zing and Java mean it: modulo 64 if the
    /// word has 64 bits, and modulo 32 if it has fewer.
    pub fn masked_count(&self, shifted: usize, sign: Sign) -> Bits {
        self.resize(if shifted == super::MOST_BITS { 6 } else { 5 }, sign)
    }
}

/// A barrel shifter: one layer of selections for each bit of the count.
fn shift_down(guards: &mut Guards, bits: &mut Vec<Guard>, count: &Bits, filler: Guard) {
    for (place, chosen) in count.iter().enumerate() {
        let distance = 1_usize.checked_shl(place as u32).unwrap_or(usize::MAX).min(bits.len());
        let moved: Vec<Guard> =
            bits[distance..].iter().copied().chain(std::iter::repeat_n(filler, distance)).collect();
        *bits = select(guards, chosen, &moved, bits);
    }
}
