//! String concatenation (`StringConcatFactory`): what the recipe says is appended to a `StringBuilder`.

use classfile::{Class, Const, Instr, Invocation, JavaString, Name, Type};

use super::{Site, invoke, loads, method_type, returned};
use crate::world::{OBJECT, STRING};

const BUILDER: &str = "java/lang/StringBuilder";

/// Places of arguments and of constants in a recipe.
const ARGUMENT: u16 = 1;
const CONSTANT: u16 = 2;

pub(super) fn class(site: &Site<'_>, has_recipe: bool) -> Option<Class> {
    let types = &site.call.ty.parameters;
    let mut constants = site.bootstrap.arguments.iter();
    let recipe: Vec<u16> = match has_recipe {
        true => match constants.next()? {
            Const::String(recipe) => recipe.units().to_vec(),
            _ => return None,
        },
        false => vec![ARGUMENT; types.len()],
    };
    let mut arguments = types.iter().zip(loads(types, 0));
    let mut instrs = new_builder();
    let mut text = Vec::new();
    for unit in recipe {
        if unit == ARGUMENT || unit == CONSTANT {
            append_text(&mut instrs, &mut text);
        }
        match unit {
            ARGUMENT => {
                let (ty, load) = arguments.next()?;
                instrs.extend([load, append(ty)]);
            }
            CONSTANT => append_constant(&mut instrs, constants.next()?)?,
            unit => text.push(unit),
        }
    }
    append_text(&mut instrs, &mut text);
    instrs.extend(finish_builder());
    Some(site.with_make(instrs))
}

pub(super) fn new_builder() -> Vec<Instr> {
    let make = invoke(Invocation::Special, BUILDER, "<init>", method_type(Vec::new(), None));
    vec![Instr::New(BUILDER.into()), Instr::Shuffle(classfile::Shuffle::Dup), make]
}

pub(super) fn finish_builder() -> [Instr; 2] {
    let string = Type::class(STRING);
    let finish =
        invoke(Invocation::Virtual, BUILDER, "toString", method_type(Vec::new(), Some(string.clone())));
    [finish, returned(Some(&string))]
}

fn append_text(instrs: &mut Vec<Instr>, text: &mut Vec<u16>) {
    if !text.is_empty() {
        let text = JavaString::new(std::mem::take(text));
        instrs.extend([Instr::Const(Const::String(text)), append(&Type::class(STRING))]);
    }
}

fn append_constant(instrs: &mut Vec<Instr>, constant: &Const) -> Option<()> {
    let ty = match constant {
        Const::Int(_) => Type::Int,
        Const::Long(_) => Type::Long,
        Const::Float(_) => Type::Float,
        Const::Double(_) => Type::Double,
        Const::String(_) => Type::class(STRING),
        Const::Class(_) => Type::class(crate::world::CLASS),
        Const::Null | Const::MethodType(_) | Const::MethodHandle(_) | Const::Dynamic(_) => return None,
    };
    instrs.extend([Instr::Const(constant.clone()), append(&ty)]);
    Some(())
}

/// Appends what is on the stack above the builder, which stays there.
pub(super) fn append(ty: &Type) -> Instr {
    let parameter = match ty {
        Type::Byte | Type::Short => Type::Int,
        Type::Class(name) if **name == *STRING => ty.clone(),
        Type::Class(_) | Type::Array(_) => Type::class(OBJECT),
        other => other.clone(),
    };
    let builder = Type::Class(Name::from(BUILDER));
    invoke(Invocation::Virtual, BUILDER, "append", method_type(vec![parameter], Some(builder)))
}
