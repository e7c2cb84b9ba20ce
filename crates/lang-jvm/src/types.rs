//! Types of Java as types of the core language.
//!
//! Numbers keep their widths and wrap. `boolean` is `bool`, though bytecode computes with it as with an int. What may
//! also be an array (`Object`, `Cloneable`, `Serializable`) is any object.

use classfile::{Kind, Type};
use ir::{IntType, Overflow, RealType};

use crate::world::OBJECT;

const fn wrapping(bits: u8, signed: bool) -> ir::Type {
    ir::Type::Int(IntType::Machine { bits, signed, overflow: Overflow::Wrapping })
}

pub(crate) const BYTE: ir::Type = wrapping(8, true);
pub(crate) const SHORT: ir::Type = wrapping(16, true);
pub(crate) const CHAR: ir::Type = wrapping(16, false);
pub(crate) const INT: ir::Type = wrapping(32, true);
pub(crate) const LONG: ir::Type = wrapping(64, true);
pub(crate) const UNSIGNED_INT: ir::Type = wrapping(32, false);
pub(crate) const UNSIGNED_LONG: ir::Type = wrapping(64, false);
pub(crate) const FLOAT: ir::Type = ir::Type::Real(RealType::F32);
pub(crate) const DOUBLE: ir::Type = ir::Type::Real(RealType::F64);
/// The type of sizes.
pub(crate) const SIZE: ir::Type = ir::Type::Int(IntType::I32);

/// The type of a number or a boolean; nothing for references.
pub(crate) fn primitive(ty: &Type) -> Option<ir::Type> {
    match ty {
        Type::Boolean => Some(ir::Type::Bool),
        Type::Byte => Some(BYTE),
        Type::Char => Some(CHAR),
        Type::Short => Some(SHORT),
        Type::Int => Some(INT),
        Type::Long => Some(LONG),
        Type::Float => Some(FLOAT),
        Type::Double => Some(DOUBLE),
        Type::Class(_) | Type::Array(_) => None,
    }
}

/// Whether arrays belong to the class, too.
pub(crate) fn holds_arrays(name: &str) -> bool {
    matches!(name, OBJECT | "java/lang/Cloneable" | "java/io/Serializable")
}

/// The kind of values that a variable of this type holds.
pub(crate) fn kind(ty: ir::Type) -> Kind {
    match ty {
        LONG => Kind::Long,
        FLOAT => Kind::Float,
        DOUBLE => Kind::Double,
        ir::Type::Ref(_) | ir::Type::Object => Kind::Ref,
        _ => Kind::Int,
    }
}
