//! Types of the core language.

use std::fmt;

use crate::program::{ClassId, EnumId};

/// The type of a variable, field, element or expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    Bool,
    Int(IntType),
    Real(RealType),
    /// Decimal numbers, see [`Decimal`](crate::Decimal).
    Decimal,
    /// One of the constants of an enum, held as its number.
    Enum(EnumId),
    /// One of the texts of the program ([`Strings`](crate::Strings)), compared by identity.
    String,
    /// Null or an object of this class, of a class below it, or of a class that implements it.
    Ref(ClassId),
    /// Null or any object.
    Object,
}

impl Type {
    pub fn is_reference(self) -> bool {
        match self {
            Type::Ref(_) | Type::Object => true,
            Type::Bool | Type::Int(_) | Type::Real(_) | Type::Decimal | Type::Enum(_) | Type::String => false,
        }
    }
}

impl From<IntType> for Type {
    fn from(int: IntType) -> Self {
        Type::Int(int)
    }
}

impl From<RealType> for Type {
    fn from(real: RealType) -> Self {
        Type::Real(real)
    }
}

/// What happens when a result does not fit its machine integer type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Overflow {
    /// A fault (Zing).
    Checked,
    /// Modulo 2^bits (Java).
    Wrapping,
}

/// An integer type: a machine width, or a range of numbers both ends of which belong to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IntType {
    /// 8, 16, 32 or 64 bits. An unsigned 64-bit value is held in an `i64` by its bit pattern.
    Machine { bits: u8, signed: bool, overflow: Overflow },
    /// Arithmetic that leaves the range is a fault.
    Range { lo: i64, hi: i64 },
}

impl IntType {
    /// A machine type with checked arithmetic.
    pub const fn checked(bits: u8, signed: bool) -> Self {
        Self::Machine { bits, signed, overflow: Overflow::Checked }
    }

    /// 32 bits, signed, checked: the type of sizes, indices and thread numbers.
    pub const I32: Self = Self::checked(32, true);

    /// The least and the greatest number of the type.
    pub fn bounds(self) -> (i128, i128) {
        match self {
            Self::Machine { bits, signed: true, .. } => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            Self::Machine { bits, signed: false, .. } => (0, (1 << bits) - 1),
            Self::Range { lo, hi } => (lo.into(), hi.into()),
        }
    }

    /// The number that a stored `i64` stands for.
    pub fn decode(self, stored: i64) -> i128 {
        match self {
            Self::Machine { bits: 64, signed: false, .. } => i128::from(stored as u64),
            Self::Machine { .. } | Self::Range { .. } => i128::from(stored),
        }
    }
}

impl fmt::Display for IntType {
    /// `i32`, `u8`, `i64w` (wrapping), `1..5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Machine { bits, signed, overflow } => {
                let sign = if signed { 'i' } else { 'u' };
                let wrap = if overflow == Overflow::Wrapping { "w" } else { "" };
                write!(f, "{sign}{bits}{wrap}")
            }
            Self::Range { lo, hi } => write!(f, "{lo}..{hi}"),
        }
    }
}

/// Binary floating point: every operation is rounded to this width.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RealType {
    F32,
    F64,
}
