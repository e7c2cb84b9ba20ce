//! Binary operations by name, with the meaning that they have in programs.
//!
//! The number of a pattern p of w bits is p if unsigned, and p - 2^w from 2^(w-1) on if signed. For numbers a and b the
//! exact results are
//!
//! - `Add`, `Sub`, `Mul`: a + b, a - b, a * b;
//! - `Div`, `Rem`: a / b rounded toward zero, and a - b * (a / b); b = 0 is a fault, which the caller excludes;
//! - `Shr`: a divided by 2^c and rounded down, where the count c is b modulo 64 if w = 64, and modulo 32 otherwise;
//! - `Shl`: the pattern of a, moved up by the same c; bits that leave are lost;
//! - `And`, `Or`, `Xor`: on the patterns.
//!
//! Wrapping, the result is the exact one modulo 2^w. Checked, it is a fault where the exact result is no number of that
//! width and sign, which only the first four can have: a shift loses bits without a fault.

use super::{Bits, Sign};
use crate::guard::{Guard, Guards};

/// A binary operation on words of one width.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
}

impl Operation {
    pub const ALL: [Self; 10] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Div,
        Self::Rem,
        Self::Shl,
        Self::Shr,
        Self::And,
        Self::Or,
        Self::Xor,
    ];

    /// The result, modulo the width.
    pub fn apply(self, guards: &mut Guards, sign: Sign, left: &Bits, right: &Bits) -> Bits {
        match self {
            Self::Add => left.add(guards, right),
            Self::Sub => left.sub(guards, right),
            Self::Mul => left.mul(guards, right),
            Self::Div => left.div(guards, right, sign),
            Self::Rem => left.rem(guards, right, sign),
            Self::Shl => left.shift_left(guards, &right.masked_count(left.width(), sign)),
            Self::Shr => left.shift_right(guards, &right.masked_count(left.width(), sign), sign),
            Self::And => left.and(guards, right),
            Self::Or => left.or(guards, right),
            Self::Xor => left.xor(guards, right),
        }
    }

    /// Where the exact result does not fit.
    pub fn overflows(self, guards: &mut Guards, sign: Sign, left: &Bits, right: &Bits) -> Guard {
        match self {
            Self::Add => left.add_overflows(guards, right, sign),
            Self::Sub => left.sub_overflows(guards, right, sign),
            Self::Mul => left.mul_overflows(guards, right, sign),
            Self::Div => left.div_overflows(guards, right, sign),
            Self::Rem | Self::Shl | Self::Shr | Self::And | Self::Or | Self::Xor => Guard::FALSE,
        }
    }
}
