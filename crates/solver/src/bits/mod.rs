//! Machine integers as bits: words of 1 to 64 bits over an and-inverter graph.
//!
//! A word has a width and no sign; operations that depend on the sign are given one. They make the bits of the result
//! and nothing else: whether it is the mathematical result is a guard of its own (`overflow`), so that wrapping and
//! checked arithmetic share their gates.
//!
//! - this file: words, constants, values, other widths, selection;
//! - [`logic`]: bitwise operations and shifts; [`add`]: sums, differences, comparisons; [`multiply`]; [`divide`];
//! - [`overflow`]: where results do not fit;
//! - [`operation`]: all of them by name, with the meaning that they have in a program.
//!
//! What holds: a constant operand is folded away, as far as the rules of the graph see it; equal words have equal bits,
//! and operations that commute put their operands into one order, so that equal terms share their gates.

pub mod add;
pub mod divide;
pub mod logic;
pub mod multiply;
pub mod operation;
pub mod overflow;

use std::fmt;
use std::sync::Arc;

pub use self::operation::Operation;
use crate::guard::{Guard, Guards};

/// How the highest bit counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    /// Two's complement.
    Signed,
    Unsigned,
}

impl Sign {
    /// The least and the greatest number of so many bits.
    pub fn bounds(self, width: usize) -> (i128, i128) {
        match self {
            Self::Signed => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            Self::Unsigned => (0, (1 << width) - 1),
        }
    }

    /// The number that a pattern of so many bits stands for.
    pub fn decode(self, width: usize, pattern: u64) -> i128 {
        let unused = 64 - width;
        match self {
            Self::Signed => i128::from((pattern << unused) as i64 >> unused),
            Self::Unsigned => i128::from(pattern << unused >> unused),
        }
    }
}

/// The most bits that a word has.
pub const MOST_BITS: usize = 64;

/// A word: its bits, the lowest first. A copy shares them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits(Arc<[Guard]>);

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_constant() {
            Some(pattern) => write!(f, "{pattern}:{}", self.width()),
            None => f.debug_list().entries(self.iter()).finish(),
        }
    }
}

impl From<Vec<Guard>> for Bits {
    /// The lowest bit comes first. Panics unless there are 1 to 64.
    fn from(bits: Vec<Guard>) -> Self {
        assert!((1..=MOST_BITS).contains(&bits.len()), "a word of {} bits", bits.len());
        Self(bits.into())
    }
}

impl From<Guard> for Bits {
    /// One bit.
    fn from(bit: Guard) -> Self {
        Self(Arc::from([bit]))
    }
}

impl Bits {
    /// The lowest bits of a pattern; of a negative number, of its two's complement.
    pub fn constant(width: usize, pattern: u64) -> Self {
        (0..width).map(|bit| Guard::constant(pattern >> bit & 1 == 1)).collect::<Vec<_>>().into()
    }

    /// A word of new variables.
    pub fn fresh(guards: &mut Guards, width: usize) -> Self {
        guards.new_inputs(width).into()
    }

    pub fn width(&self) -> usize {
        self.0.len()
    }

    /// The bits, the lowest first.
    pub fn guards(&self) -> &[Guard] {
        &self.0
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = Guard> + ExactSizeIterator + '_ {
        self.0.iter().copied()
    }

    /// The highest bit.
    pub fn top(&self) -> Guard {
        self.0[self.width() - 1]
    }

    /// The pattern, if all bits are constant.
    pub fn as_constant(&self) -> Option<u64> {
        let mut pattern = 0;
        for bit in self.iter().rev() {
            pattern = pattern << 1 | u64::from(bit.as_constant()?);
        }
        Some(pattern)
    }

    /// The pattern under an assignment of the bits, as a model gives it.
    pub fn pattern(&self, mut value: impl FnMut(Guard) -> bool) -> u64 {
        self.iter().rev().fold(0, |pattern, bit| pattern << 1 | u64::from(value(bit)))
    }

    /// The lowest bits.
    #[must_use]
    pub fn truncate(&self, width: usize) -> Self {
        self.0[..width].to_vec().into()
    }

    /// The same number in another width, if it has room there: cut to it, or filled as the sign says.
    #[must_use]
    pub fn resize(&self, width: usize, sign: Sign) -> Self {
        if width == self.width() {
            return self.clone();
        }
        self.extended(width, sign).into()
    }

    /// Bits of any number: cut, or filled as the sign says.
    fn extended(&self, width: usize, sign: Sign) -> Vec<Guard> {
        let filler = match sign {
            Sign::Signed => self.top(),
            Sign::Unsigned => Guard::FALSE,
        };
        self.iter().chain(std::iter::repeat(filler)).take(width).collect()
    }

    /// `yes` where the condition holds, `no` elsewhere.
    pub fn select(guards: &mut Guards, condition: Guard, yes: &Bits, no: &Bits) -> Bits {
        same_width(yes, no);
        select(guards, condition, &yes.0, &no.0).into()
    }
}

fn same_width(left: &Bits, right: &Bits) {
    assert_eq!(left.width(), right.width(), "an operation on words of different widths");
}

fn select(guards: &mut Guards, condition: Guard, yes: &[Guard], no: &[Guard]) -> Vec<Guard> {
    yes.iter().zip(no).map(|(&yes, &no)| guards.ite(condition, yes, no)).collect()
}
