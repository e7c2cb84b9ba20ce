//! Types of Zing and the declared types they refer to.

use base::Span;
use ir::{IntType, RealType};

use super::{FieldId, MethodId, Program};

base::typed_id!(
    /// A declared type.
    TypeId,
    "type"
);

/// The type of an expression. Every declared type has one variant here, by its kind, so that rules can be
/// written as plain matches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ty {
    Bool,
    /// A machine type.
    Int(IntType),
    Range(TypeId),
    Real(RealType),
    Decimal,
    String,
    Object,
    /// Of the literal `null` alone.
    Null,
    Enum(TypeId),
    Class(TypeId),
    Interface(TypeId),
    Struct(TypeId),
    Array(TypeId),
    Set(TypeId),
    Chan(TypeId),
    /// Of a call of a `void` method; no value has it.
    Void,
    /// Of what was diagnosed; fits everything, so that one mistake is reported once.
    Error,
}

impl Ty {
    pub(crate) const INT: Ty = Ty::Int(IntType::I32);
    pub(crate) const UINT: Ty = Ty::Int(IntType::checked(32, false));
    pub(crate) const LONG: Ty = Ty::Int(IntType::checked(64, true));
    pub(crate) const ULONG: Ty = Ty::Int(IntType::checked(64, false));
    pub(crate) const DOUBLE: Ty = Ty::Real(RealType::F64);

    /// Whether values are null or an object.
    pub(crate) fn is_reference(self) -> bool {
        match self {
            Ty::Object
            | Ty::Null
            | Ty::Class(_)
            | Ty::Interface(_)
            | Ty::Array(_)
            | Ty::Set(_)
            | Ty::Chan(_) => true,
            Ty::Bool
            | Ty::Int(_)
            | Ty::Range(_)
            | Ty::Real(_)
            | Ty::Decimal
            | Ty::String
            | Ty::Enum(_)
            | Ty::Struct(_)
            | Ty::Void
            | Ty::Error => false,
        }
    }
}

/// A declared type: its name, where the name stands, and what it is.
#[derive(Debug)]
pub(crate) struct TypeDef {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) kind: TypeKind,
}

#[derive(Debug)]
pub(crate) enum TypeKind {
    /// `fields` are those of an object, in order; static fields are not among them.
    Class {
        interfaces: Vec<TypeId>,
        fields: Vec<FieldId>,
        constructor: Option<MethodId>,
    },
    Struct {
        fields: Vec<FieldId>,
    },
    Interface,
    Enum {
        constants: Vec<String>,
    },
    Range {
        lo: i64,
        hi: i64,
    },
    Chan {
        element: Ty,
    },
    Set {
        element: Ty,
    },
    Array {
        element: Ty,
        size: ArraySize,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ArraySize {
    AtNew,
    Fixed(u32),
    /// One element for each constant of an enum.
    ByEnum(TypeId),
    /// One element for each number of a range.
    ByRange(TypeId),
}

impl Program {
    /// The type that a declared type is when it is used.
    pub(crate) fn type_of(&self, id: TypeId) -> Ty {
        match self.types[id].kind {
            TypeKind::Class { .. } => Ty::Class(id),
            TypeKind::Struct { .. } => Ty::Struct(id),
            TypeKind::Interface => Ty::Interface(id),
            TypeKind::Enum { .. } => Ty::Enum(id),
            TypeKind::Range { .. } => Ty::Range(id),
            TypeKind::Chan { .. } => Ty::Chan(id),
            TypeKind::Set { .. } => Ty::Set(id),
            TypeKind::Array { .. } => Ty::Array(id),
        }
    }

    /// As the user writes it.
    pub(crate) fn type_name(&self, ty: Ty) -> String {
        match ty {
            Ty::Bool => "bool".to_owned(),
            Ty::Int(int) => int_name(int),
            Ty::Real(RealType::F32) => "float".to_owned(),
            Ty::Real(RealType::F64) => "double".to_owned(),
            Ty::Decimal => "decimal".to_owned(),
            Ty::String => "string".to_owned(),
            Ty::Object => "object".to_owned(),
            Ty::Null => "null".to_owned(),
            Ty::Range(id)
            | Ty::Enum(id)
            | Ty::Class(id)
            | Ty::Interface(id)
            | Ty::Struct(id)
            | Ty::Array(id)
            | Ty::Set(id)
            | Ty::Chan(id) => self.types[id].name.clone(),
            Ty::Void => "void".to_owned(),
            Ty::Error => "unknown".to_owned(),
        }
    }

    /// The integers of a machine type or a range; `None` for all other types.
    pub(crate) fn int_type(&self, ty: Ty) -> Option<IntType> {
        match ty {
            Ty::Int(int) => Some(int),
            Ty::Range(id) => {
                let (lo, hi) = self.range_bounds(id);
                Some(IntType::Range { lo, hi })
            }
            _ => None,
        }
    }

    pub(crate) fn range_bounds(&self, id: TypeId) -> (i64, i64) {
        match self.types[id].kind {
            TypeKind::Range { lo, hi } => (lo, hi),
            ref other => unreachable!("{other:?} where a range must be"),
        }
    }

    pub(crate) fn enum_constants(&self, id: TypeId) -> &[String] {
        match &self.types[id].kind {
            TypeKind::Enum { constants } => constants,
            other => unreachable!("{other:?} where an enum must be"),
        }
    }

    /// The element type and the size of an array type.
    pub(crate) fn array(&self, id: TypeId) -> (Ty, ArraySize) {
        match self.types[id].kind {
            TypeKind::Array { element, size } => (element, size),
            ref other => unreachable!("{other:?} where an array must be"),
        }
    }

    /// The number of elements of every array of this size, unless it is chosen at `new`.
    pub(crate) fn fixed_length(&self, size: ArraySize) -> Option<u32> {
        match size {
            ArraySize::AtNew => None,
            ArraySize::Fixed(length) => Some(length),
            ArraySize::ByEnum(id) => u32::try_from(self.enum_constants(id).len()).ok(),
            ArraySize::ByRange(id) => {
                let (lo, hi) = self.range_bounds(id);
                u32::try_from(i128::from(hi) - i128::from(lo) + 1).ok()
            }
        }
    }

    /// What a set or channel type holds.
    pub(crate) fn content(&self, id: TypeId) -> Ty {
        match self.types[id].kind {
            TypeKind::Set { element } | TypeKind::Chan { element } => element,
            ref other => unreachable!("{other:?} where a set or channel must be"),
        }
    }

    pub(crate) fn struct_fields(&self, id: TypeId) -> &[FieldId] {
        match &self.types[id].kind {
            TypeKind::Struct { fields } => fields,
            other => unreachable!("{other:?} where a struct must be"),
        }
    }

    pub(crate) fn constructor(&self, class: TypeId) -> Option<MethodId> {
        match self.types[class].kind {
            TypeKind::Class { constructor, .. } => constructor,
            ref other => unreachable!("{other:?} where a class must be"),
        }
    }

    pub(crate) fn interfaces(&self, class: TypeId) -> &[TypeId] {
        match &self.types[class].kind {
            TypeKind::Class { interfaces, .. } => interfaces,
            other => unreachable!("{other:?} where a class must be"),
        }
    }
}

fn int_name(int: IntType) -> String {
    let name = match int {
        IntType::Machine { bits: 8, signed: true, .. } => "sbyte",
        IntType::Machine { bits: 8, signed: false, .. } => "byte",
        IntType::Machine { bits: 16, signed: true, .. } => "short",
        IntType::Machine { bits: 16, signed: false, .. } => "ushort",
        IntType::Machine { bits: 32, signed: true, .. } => "int",
        IntType::Machine { bits: 32, signed: false, .. } => "uint",
        IntType::Machine { bits: 64, signed: true, .. } => "long",
        IntType::Machine { bits: 64, signed: false, .. } => "ulong",
        other @ (IntType::Machine { .. } | IntType::Range { .. }) => return other.to_string(),
    };
    name.to_owned()
}
