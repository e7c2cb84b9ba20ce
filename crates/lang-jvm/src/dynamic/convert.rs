//! Conversions between the types of a functional interface and those of the method that it leads to.

use classfile::{Conversion, Instr, Invocation, Name, Number, Type};

use super::{invoke, method_type};

/// The class of the boxes of a primitive type, and the method that opens one.
fn boxes(ty: &Type) -> Option<(&'static str, &'static str)> {
    Some(match ty {
        Type::Boolean => ("java/lang/Boolean", "booleanValue"),
        Type::Byte => ("java/lang/Byte", "byteValue"),
        Type::Char => ("java/lang/Character", "charValue"),
        Type::Short => ("java/lang/Short", "shortValue"),
        Type::Int => ("java/lang/Integer", "intValue"),
        Type::Long => ("java/lang/Long", "longValue"),
        Type::Float => ("java/lang/Float", "floatValue"),
        Type::Double => ("java/lang/Double", "doubleValue"),
        Type::Class(_) | Type::Array(_) => return None,
    })
}

fn unboxed(class: &Name) -> Option<Type> {
    let all = [
        Type::Boolean,
        Type::Byte,
        Type::Char,
        Type::Short,
        Type::Int,
        Type::Long,
        Type::Float,
        Type::Double,
    ];
    all.into_iter().find(|ty| boxes(ty).is_some_and(|(name, _)| *name == **class))
}

/// Code that makes a value of one type one of another.
pub(super) fn convert(from: &Type, to: &Type) -> Vec<Instr> {
    match (from.is_reference(), to.is_reference()) {
        (true, true) if from == to => Vec::new(),
        (true, true) => vec![Instr::CheckCast(to.clone())],
        (true, false) => unbox(from, to),
        (false, true) => put_in_box(from),
        (false, false) => widen(from, to),
    }
}

fn put_in_box(from: &Type) -> Vec<Instr> {
    let Some((class, _)) = boxes(from) else { return Vec::new() };
    let ty = method_type(vec![from.clone()], Some(Type::class(class)));
    vec![invoke(Invocation::Static, class, "valueOf", ty)]
}

/// What is in the box may be a smaller number.
fn unbox(from: &Type, to: &Type) -> Vec<Instr> {
    let inside = from.class_name().and_then(unboxed).unwrap_or_else(|| to.clone());
    let Some((class, open)) = boxes(&inside) else { return Vec::new() };
    let mut code = vec![
        Instr::CheckCast(Type::class(class)),
        invoke(Invocation::Virtual, class, open, method_type(Vec::new(), Some(inside.clone()))),
    ];
    code.extend(widen(&inside, to));
    code
}

fn widen(from: &Type, to: &Type) -> Vec<Instr> {
    match (number(from), number(to)) {
        (Some(from), Some(to)) if from != to => vec![Instr::Convert(Conversion::Number { from, to })],
        _ => Vec::new(),
    }
}

fn number(ty: &Type) -> Option<Number> {
    Some(match ty {
        Type::Boolean | Type::Byte | Type::Char | Type::Short | Type::Int => Number::Int,
        Type::Long => Number::Long,
        Type::Float => Number::Float,
        Type::Double => Number::Double,
        Type::Class(_) | Type::Array(_) => return None,
    })
}
