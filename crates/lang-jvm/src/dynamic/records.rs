//! The methods of records (`ObjectMethods`): `equals`, `hashCode` and `toString` over all components.

use base::Id;
use classfile::{
    At, BinaryOp, Class, Condition, Const, FieldAccess, FieldRef, Instr, Invocation, JavaString, Kind,
    Member, Number, Relation, Type,
};

use super::concat::{append, finish_builder, new_builder};
use super::{RETURN_INT, Site, invoke, method_type};
use crate::world::{OBJECT, STRING};

const RECORDS: &str = "cutpoint/Records";

pub(super) fn class(site: &Site<'_>) -> Option<Class> {
    let [Const::Class(record), Const::String(_), getters @ ..] = site.bootstrap.arguments.as_slice() else {
        return None;
    };
    let fields = getters.iter().map(|getter| match getter {
        Const::MethodHandle(handle) => match &handle.member {
            Member::Field(field) => Some(FieldRef::clone(field)),
            Member::Method(_) => None,
        },
        _ => None,
    });
    let fields: Vec<FieldRef> = fields.collect::<Option<_>>()?;
    let instrs = match &*site.call.name {
        "toString" => to_string(site, record, &fields),
        "hashCode" => hash_code(&fields),
        "equals" => equals(record, &fields),
        _ => return None,
    };
    Some(site.with_make(instrs))
}

fn get(field: &FieldRef) -> Instr {
    Instr::Field(FieldAccess::Get, field.clone().into())
}

fn to_string(site: &Site<'_>, record: &Type, fields: &[FieldRef]) -> Vec<Instr> {
    let string = append(&Type::class(STRING));
    let text = |text: String| [Instr::Const(Const::String(JavaString::from(text.as_str()))), string.clone()];
    let mut code = new_builder();
    code.extend(text(format!("{}[", simple_name(site, record))));
    for (number, field) in fields.iter().enumerate() {
        let separator = if number == 0 { "" } else { ", " };
        code.extend(text(format!("{separator}{}=", field.name)));
        code.extend([Instr::Load(Kind::Ref, 0), get(field), append(&field.ty)]);
    }
    code.extend(text("]".to_owned()));
    code.extend(finish_builder());
    code
}

/// The name of a class in the source.
fn simple_name(site: &Site<'_>, record: &Type) -> String {
    let name = record.class_name();
    let inner = site.host.inner_classes.iter().find(|inner| Some(&inner.class) == name);
    match (inner.and_then(|inner| inner.simple_name.clone()), name) {
        (Some(simple), _) => simple.to_string(),
        (None, Some(name)) => name.rsplit('/').next().unwrap_or(name).to_owned(),
        (None, None) => record.java(),
    }
}

/// The type of the parameter of the kernel's methods about components.
fn component(ty: &Type) -> Type {
    if ty.is_reference() { Type::class(OBJECT) } else { ty.clone() }
}

fn hash_code(fields: &[FieldRef]) -> Vec<Instr> {
    let mut code = vec![Instr::Const(Const::Int(0))];
    for field in fields {
        let hash = method_type(vec![component(&field.ty)], Some(Type::Int));
        code.extend([Instr::Const(Const::Int(31)), Instr::Binary(BinaryOp::Mul, Number::Int)]);
        code.extend([
            Instr::Load(Kind::Ref, 0),
            get(field),
            invoke(Invocation::Static, RECORDS, "hash", hash),
        ]);
        code.push(Instr::Binary(BinaryOp::Add, Number::Int));
    }
    code.push(RETURN_INT);
    code
}

fn equals(record: &Type, fields: &[FieldRef]) -> Vec<Instr> {
    const PER_FIELD: usize = 7;
    const TESTS_OF_CLASS: usize = 3;
    let unequal = At::new(TESTS_OF_CLASS + PER_FIELD * fields.len() + 2);
    let leave = || Instr::Branch(Condition::Zero(Relation::Equal), unequal);
    let mut code = vec![Instr::Load(Kind::Ref, 1), Instr::InstanceOf(record.clone()), leave()];
    for field in fields {
        let ty = component(&field.ty);
        let equal = method_type(vec![ty.clone(), ty], Some(Type::Boolean));
        code.extend([Instr::Load(Kind::Ref, 0), get(field), Instr::Load(Kind::Ref, 1)]);
        code.extend([Instr::CheckCast(record.clone()), get(field)]);
        code.extend([invoke(Invocation::Static, RECORDS, "equal", equal), leave()]);
    }
    code.extend([Instr::Const(Const::Int(1)), RETURN_INT, Instr::Const(Const::Int(0)), RETURN_INT]);
    code
}
