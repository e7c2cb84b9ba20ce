//! Kinds of values: what can be compared with what.

use ir::{EnumId, IntType, Program, Type};

/// The enum that front ends hold texts in; its first constant is the null of texts.
const TEXTS: &str = "string";

/// A kind of value. Integers of all widths are one kind, since they compare as numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    Reference,
    Truth,
    Number,
    Decimal,
    Real,
    Enum(EnumId),
    String,
}

impl Kind {
    pub(crate) fn of(ty: Type) -> Self {
        match ty {
            Type::Bool => Self::Truth,
            Type::Int(_) => Self::Number,
            Type::Real(_) => Self::Real,
            Type::Decimal => Self::Decimal,
            Type::Enum(id) => Self::Enum(id),
            Type::String => Self::String,
            Type::Ref(_) | Type::Object => Self::Reference,
        }
    }

    /// Whether `<` and the like ask something of values of this kind.
    pub(crate) fn is_ordered(self, program: &Program) -> bool {
        match self {
            Self::Number | Self::Decimal | Self::Real => true,
            Self::Enum(id) => Some(id) != texts(program),
            Self::Reference | Self::Truth | Self::String => false,
        }
    }

    pub(crate) fn described(self, program: &Program) -> String {
        match self {
            Self::Reference => "a reference".to_owned(),
            Self::Truth => "a truth value".to_owned(),
            Self::Number => "an integer".to_owned(),
            Self::Decimal => "a decimal number".to_owned(),
            Self::Real => "a floating-point number".to_owned(),
            Self::Enum(id) if Some(id) == texts(program) => "a text".to_owned(),
            Self::String => "a text".to_owned(),
            Self::Enum(id) => format!("a constant of `{}`", program.enums[id].name),
        }
    }
}

/// The enum of texts, if the program has texts.
pub(crate) fn texts(program: &Program) -> Option<EnumId> {
    program.enums.iter_enumerated().find(|(_, def)| def.name == TEXTS).map(|(id, _)| id)
}

/// Whether numbers of the type are held by their bit patterns.
pub(crate) fn is_held_by_bits(ty: Type) -> bool {
    matches!(ty, Type::Int(IntType::Machine { bits: 64, signed: false, .. }))
}
