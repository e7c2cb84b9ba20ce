//! What comparisons mean.

use std::cmp::Ordering;

use ir::Value;
use logic::Relation;

use crate::kind::Kind;

/// A value that is compared. Integers of all widths are numbers here.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Datum {
    Number(i128),
    Plain(Value),
}

impl Datum {
    /// A value as one of a kind; nothing if it is of another kind, as nil is where a path to a number leads through
    /// nil.
    pub(crate) fn new(kind: Kind, by_bits: bool, value: Value) -> Option<Self> {
        match (kind, value) {
            (Kind::Number, Value::Int(held)) if by_bits => Some(Self::Number(i128::from(held as u64))),
            (Kind::Number, Value::Int(held)) => Some(Self::Number(i128::from(held))),
            (Kind::Reference, Value::Null | Value::Ref(_))
            | (Kind::Truth, Value::Bool(_))
            | (Kind::Enum(_), Value::Int(_))
            | (Kind::Real, Value::Real(_))
            | (Kind::String, Value::String(_))
            | (Kind::Decimal, Value::Decimal(_)) => Some(Self::Plain(value)),
            (
                Kind::Reference
                | Kind::Truth
                | Kind::Number
                | Kind::Decimal
                | Kind::Real
                | Kind::Enum(_)
                | Kind::String,
                _,
            ) => None,
        }
    }

    pub(crate) fn is_related(self, relation: Relation, other: Self) -> bool {
        let order = self.compare(other);
        match relation {
            Relation::Equal => order == Some(Ordering::Equal),
            Relation::Less => order == Some(Ordering::Less),
            Relation::LessOrEqual => order.is_some_and(Ordering::is_le),
            Relation::Greater => order == Some(Ordering::Greater),
            Relation::GreaterOrEqual => order.is_some_and(Ordering::is_ge),
        }
    }

    /// What is no number is neither less than, nor equal to, nor greater than anything. References are compared for
    /// equality only, so that any order of them will do.
    fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Number(left), Self::Number(right)) => Some(left.cmp(&right)),
            (Self::Plain(Value::Real(left)), Self::Plain(Value::Real(right))) => {
                left.get().partial_cmp(&right.get())
            }
            (Self::Plain(left), Self::Plain(right)) => left.partial_cmp(&right),
            (Self::Number(_), Self::Plain(_)) | (Self::Plain(_), Self::Number(_)) => None,
        }
    }
}
