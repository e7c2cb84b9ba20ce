//! Values: what a variable, field, element or message holds.

use std::fmt;

use crate::decimal::Decimal;
use crate::strings::StringId;
use crate::types::{IntType, Type};

base::typed_id!(
    /// An object of a heap; which one depends on the heap.
    ObjectId,
    "#"
);

/// A value. Enum constants are held as their numbers: the static type says what they mean.
///
/// The derived order is arbitrary but fixed. It orders the elements of a set in a heap store, which relies on
/// references being last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Real(Real),
    Decimal(Decimal),
    String(StringId),
    Ref(ObjectId),
}

/// States are full of values, and copying them is most of what an engine does.
const _: () = assert!(size_of::<Value>() == 16);

impl Value {
    /// What a variable or field of this type holds before anything is written to it: false, 0 (the least
    /// number of a range without 0), the first enum constant, the empty text,
    /// null.
    pub fn default_of(ty: Type) -> Value {
        match ty {
            Type::Bool => Value::Bool(false),
            Type::Int(IntType::Range { lo, hi }) if lo > 0 || hi < 0 => Value::Int(lo),
            Type::Int(_) | Type::Enum(_) => Value::Int(0),
            Type::Real(_) => Value::Real(Real::from(0.0)),
            Type::Decimal => Value::Decimal(Decimal::ZERO),
            Type::String => Value::String(StringId::EMPTY),
            Type::Ref(_) | Type::Object => Value::Null,
        }
    }

    pub fn object(self) -> Option<ObjectId> {
        match self {
            Value::Ref(object) => Some(object),
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Real(_)
            | Value::Decimal(_)
            | Value::String(_) => None,
        }
    }

    /// The truth value; panics on a value of another type, which no verified program produces.
    #[inline]
    pub fn truth(self) -> bool {
        match self {
            Value::Bool(truth) => truth,
            other => panic!("{other:?} where a bool must be"),
        }
    }

    /// The number; panics on a value of another type, which no verified program produces.
    #[inline]
    pub fn number(self) -> i64 {
        match self {
            Value::Int(number) => number,
            other => panic!("{other:?} where a number must be"),
        }
    }
}

/// A floating-point number with the identity of its bits, so that values can be keys. There is one NaN.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Real(u64);

impl Real {
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }

    pub fn bits(self) -> u64 {
        self.0
    }

    pub fn from_bits(bits: u64) -> Self {
        Self::from(f64::from_bits(bits))
    }
}

impl From<f64> for Real {
    fn from(number: f64) -> Self {
        Self(if number.is_nan() { f64::NAN } else { number }.to_bits())
    }
}

impl fmt::Debug for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.get())
    }
}
