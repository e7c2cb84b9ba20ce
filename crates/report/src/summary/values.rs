//! Values as people write them.

use ir::{EnumId, Program, RealType, Type, Value};

use super::object_number;

/// Constants of the enum of this name are texts of the source language.
const STRING_ENUM: &str = "string";

/// The result of this enum, if it is the last, says which exception leaves a procedure.
const EXCEPTION_ENUM: &str = "exception";
/// Its first constant, for the ordinary end.
const NO_EXCEPTION: &str = "none";

/// `3`, `true`, `Red`, `null`, `#1`.
pub(crate) fn text(program: &Program, ty: Option<Type>, value: Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number_text(program, ty, number),
        Value::Real(real) => match ty {
            Some(Type::Real(RealType::F32)) => format!("{:?}", real.get() as f32),
            Some(_) | None => format!("{real:?}"),
        },
        Value::Decimal(number) => number.to_string(),
        Value::String(text) => program.quoted(text),
        Value::Ref(object) => format!("#{}", object_number(object)),
    }
}

fn number_text(program: &Program, ty: Option<Type>, number: i64) -> String {
    match ty {
        Some(Type::Enum(of)) => match constant(program, of, number) {
            Some(text) if program.enums[of].name == STRING_ENUM && number > 0 => format!("{text:?}"),
            Some(name) => name.to_owned(),
            None => number.to_string(),
        },
        Some(Type::Int(int)) => int.decode(number).to_string(),
        Some(_) | None => number.to_string(),
    }
}

/// The name of an enum constant, if it exists.
pub(crate) fn constant(program: &Program, of: EnumId, number: i64) -> Option<&str> {
    let constants = &program.enums.get(of)?.constants;
    usize::try_from(number).ok().and_then(|index| constants.get(index)).map(String::as_str)
}

/// Whether values of this type say which exception left a procedure.
pub(crate) fn is_exception(program: &Program, ty: Type) -> bool {
    match ty {
        Type::Enum(of) => {
            let is_exception = |of: &ir::EnumDef| {
                of.name == EXCEPTION_ENUM && of.constants.first().is_some_and(|first| first == NO_EXCEPTION)
            };
            program.enums.get(of).is_some_and(is_exception)
        }
        Type::Bool
        | Type::Int(_)
        | Type::Real(_)
        | Type::Decimal
        | Type::String
        | Type::Ref(_)
        | Type::Object => false,
    }
}
