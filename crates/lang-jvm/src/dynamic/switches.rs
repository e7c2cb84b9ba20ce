//! Switches over patterns and enums (`SwitchBootstraps`): the number of the first label that fits from a start on.

use base::Id;
use classfile::{
    At, Class, Condition, Const, FieldAccess, FieldRef, Instr, Invocation, Kind, Name, Relation, Type,
};

use super::{RETURN_INT, Site, invoke, method_type};
use crate::world::{OBJECT, STRING};

pub(super) fn class(site: &Site<'_>) -> Option<Class> {
    let subject = site.call.ty.parameters.first()?;
    let mut code = vec![Instr::Load(Kind::Ref, 0), Instr::Branch(Condition::NonNull, At::new(4))];
    code.extend([Instr::Const(Const::Int(-1)), RETURN_INT]);
    for (number, label) in site.bootstrap.arguments.iter().enumerate() {
        let number = i32::try_from(number).ok()?;
        add_label(&mut code, subject, number, label)?;
    }
    let count = i32::try_from(site.bootstrap.arguments.len()).ok()?;
    code.extend([Instr::Const(Const::Int(count)), RETURN_INT]);
    Some(site.with_make(code))
}

/// Returns the number of a label if the search has begun there or before, and it fits.
fn add_label(code: &mut Vec<Instr>, subject: &Type, number: i32, label: &Const) -> Option<()> {
    let tests = tests(subject, label)?;
    let next = At::new(code.len() + 3 + tests.len() + 2);
    code.extend([Instr::Load(Kind::Int, 1), Instr::Const(Const::Int(number))]);
    code.push(Instr::Branch(Condition::Ints(Relation::Greater), next));
    for test in tests {
        code.push(test.unwrap_or_else(|condition| Instr::Branch(condition, next)));
    }
    code.extend([Instr::Const(Const::Int(number)), RETURN_INT]);
    Some(())
}

/// Code that leaves with a condition if the label does not fit.
fn tests(subject: &Type, label: &Const) -> Option<Vec<Result<Instr, Condition>>> {
    let load = || Ok(Instr::Load(Kind::Ref, 0));
    let no = || Err(Condition::Zero(Relation::Equal));
    Some(match label {
        Const::Class(ty) => vec![load(), Ok(Instr::InstanceOf(ty.clone())), no()],
        Const::String(name) if is_enum(subject) => {
            let owner = subject.class_name()?;
            let name: Name = name.to_text()?.into();
            let constant = FieldRef { owner: Name::clone(owner), name, ty: subject.clone() };
            let get = Instr::Field(FieldAccess::GetStatic, constant.into());
            vec![load(), Ok(get), Err(Condition::Different)]
        }
        Const::String(_) => {
            let equals = method_type(vec![Type::class(OBJECT)], Some(Type::Boolean));
            let equals = invoke(Invocation::Virtual, STRING, "equals", equals);
            vec![Ok(Instr::Const(label.clone())), load(), Ok(equals), no()]
        }
        Const::Int(_) => {
            let integer = "java/lang/Integer";
            let value =
                invoke(Invocation::Virtual, integer, "intValue", method_type(Vec::new(), Some(Type::Int)));
            let cast = Instr::CheckCast(Type::class(integer));
            let is = vec![load(), Ok(Instr::InstanceOf(Type::class(integer))), no()];
            let same = [load(), Ok(cast), Ok(value), Ok(Instr::Const(label.clone()))];
            is.into_iter().chain(same).chain([Err(Condition::Ints(Relation::NotEqual))]).collect()
        }
        _ => return None,
    })
}

/// Whether the subject is of an enum, so that its labels are names of constants.
fn is_enum(subject: &Type) -> bool {
    let others = [OBJECT, STRING, "java/lang/Integer", "java/lang/CharSequence", "java/lang/Comparable"];
    subject.class_name().is_some_and(|name| !others.contains(&&**name))
}
