//! Methods that have no bytecode and are answered here: what objects have in common, `Class` objects, arrays, output,
//! and values that are not determined.
//!
//! A native method that is not listed is not known: an execution that calls it is not followed.

use classfile::{MethodType, Name, Type};
use ir::{BinOp, CheckOp, Choice, ChoiceOp, ClassId, Expr, HeapOp, LocalId, Proc, ProcId, TermOp};

use crate::body::is_internal;
use crate::context::Context;
use crate::emitter::Emitter;
use crate::reach::Explorer;
use crate::types::INT;
use crate::world::{CLASS, FieldKey, MethodIx, OBJECT, STRING, Selector, World};

mod classes;
mod objects;

use classes::{enum_constants, get_class, is_instance, new_array_of, superclass};
use objects::{clone, identity_hash, intern, new_array_like};

/// A native method that is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Native {
    GetClass,
    IdentityHash,
    Clone,
    NewArrayLike,
    NewArrayOf,
    IsInstance,
    Superclass,
    EnumConstants,
    Intern,
    Print,
    Exit,
    Assume,
    Any,
}

/// What a native method is, if it is one that is answered.
fn find(world: &World<'_>, method: MethodIx) -> Option<Native> {
    let class = world.name(world.class_of(method));
    let declared = world.method(method);
    Some(match (&**class, &*declared.name) {
        (OBJECT, "getClass") => Native::GetClass,
        (OBJECT, "hashCode") | ("java/lang/System", "identityHashCode") => Native::IdentityHash,
        (OBJECT, "clone") => Native::Clone,
        ("cutpoint/Faults", "newArray") => Native::NewArrayLike,
        ("java/lang/reflect/Array", "newInstance") if declared.ty.parameters.len() == 2 => Native::NewArrayOf,
        (CLASS, "isInstance") => Native::IsInstance,
        (CLASS, "getSuperclass") => Native::Superclass,
        (CLASS, "enumConstants") => Native::EnumConstants,
        (STRING, "intern") => Native::Intern,
        ("java/io/PrintStream", "put") => Native::Print,
        ("java/lang/System", "exit") => Native::Exit,
        ("java/lang/System", "nanoTime" | "currentTimeMillis") => Native::Any,
        ("cutpoint/Verify" | "org/sosy_lab/sv_benchmarks/Verifier", name) => match name {
            "assume" => Native::Assume,
            _ if name.starts_with("nondet") && declared.ty.parameters.is_empty() => {
                declared.ty.result.as_ref().filter(|ty| !ty.is_reference())?;
                Native::Any
            }
            _ => return None,
        },
        _ => return None,
    })
}

/// Whether it is a native method that is not answered.
pub(crate) fn is_unknown(world: &World<'_>, method: MethodIx) -> bool {
    world.method(method).flags.is_native() && find(world, method).is_none()
}

/// The hidden field of all objects that holds the identity hash code; 0 if it has not been asked for.
fn hash_field(world: &World<'_>) -> Option<FieldKey> {
    let class = world.find(OBJECT)?;
    Some(FieldKey { class, name: "<hash>".into(), ty: Type::Int })
}

/// What a native method uses.
pub(crate) fn needs(explorer: &mut Explorer<'_, '_>, method: MethodIx) {
    match find(explorer.world, method) {
        Some(Native::GetClass) => explorer.reach.uses_classes_of_objects = true,
        Some(Native::IdentityHash) => {
            explorer.reach.fields.extend(hash_field(explorer.world));
        }
        Some(Native::Clone) => {
            explorer.reach.uses_clone = true;
            let class = explorer.world.class(NOT_CLONEABLE);
            if let Some(constructor) = explorer.world.own_method(class, &message_constructor()) {
                explorer.instantiate(class);
                explorer.method(constructor);
            }
        }
        Some(Native::Superclass) => explorer.reach.uses_superclasses = true,
        Some(Native::Intern) => {
            explorer.method_named(STRING, "equals");
            explorer.method_named(STRING, "pooled");
        }
        Some(Native::EnumConstants) => explorer.reach.uses_enum_constants = true,
        Some(Native::NewArrayOf) => explorer.reach.uses_arrays_of_classes = true,
        Some(
            Native::NewArrayLike
            | Native::IsInstance
            | Native::Print
            | Native::Exit
            | Native::Assume
            | Native::Any,
        )
        | None => {}
    }
}

/// What depends on all classes that have objects.
pub(crate) fn of_all_objects(explorer: &mut Explorer<'_, '_>) {
    if explorer.reach.uses_classes_of_objects {
        let classes = explorer.reach.instantiated.clone();
        let classes = classes.into_iter().map(|class| Type::Class(Name::clone(explorer.world.name(class))));
        let types: Vec<Type> = classes.chain(explorer.reach.arrays.clone()).collect();
        types.iter().for_each(|ty| explorer.class_object(ty));
    }
    if explorer.reach.uses_clone {
        for class in explorer.reach.instantiated.clone() {
            let name = explorer.world.java_name(class);
            if !is_internal(explorer.world.name(class)) {
                explorer.string(&name.as_str().into());
            }
        }
    }
    if explorer.reach.uses_superclasses {
        for ty in explorer.reach.class_objects.clone() {
            let class = ty.class_name().map(|name| explorer.world.class(name));
            let parent = class.and_then(|class| explorer.world.classes[class].parent);
            let parent = parent.map(|parent| Type::Class(Name::clone(explorer.world.name(parent))));
            parent.iter().for_each(|parent| explorer.class_object(parent));
        }
    }
    let objects = explorer.reach.class_objects.clone();
    if explorer.reach.uses_arrays_of_classes {
        let references = objects.iter().filter(|ty| ty.is_reference() && ty.dimensions() < 2);
        references.for_each(|ty| explorer.array(&ty.clone().array_of()));
    }
    if explorer.reach.uses_enum_constants {
        for ty in &objects {
            let class = ty.class_name().map(|name| explorer.world.class(name));
            let is_enum =
                |class| explorer.world.file(class).is_some_and(|file| crate::runtime::is_enum(file));
            if let Some(class) = class.filter(|&class| is_enum(class)) {
                explorer.values_of(class);
            }
        }
    }
}

/// The texts and fields that a `Class` object needs.
pub(crate) fn class_object_needs(explorer: &mut Explorer<'_, '_>, ty: &Type) {
    for name in ["name", "simpleName", "component", "flags"] {
        explorer.field_named(CLASS, name);
    }
    explorer.string(&crate::runtime::class_name(ty).as_str().into());
    let simple = crate::runtime::simple_name(explorer.world, ty);
    explorer.string(&simple.as_str().into());
}

/// The procedure of a native method.
pub(crate) fn lower(ctx: &Context<'_>, id: ProcId, method: MethodIx) -> (Proc, bool) {
    let declared = ctx.world.method(method);
    let class = ctx.world.java_name(ctx.world.class_of(method));
    let name = format!("{class}.{}", declared.java_signature());
    let (mut e, params) = Emitter::with_params(ctx, id, name.clone());
    match find(ctx.world, method) {
        Some(native) => answer(&mut e, native, &params),
        None => e.opaque(format!("{name} is native and not modelled")),
    }
    e.finish()
}

fn answer(e: &mut Emitter<'_>, native: Native, params: &[LocalId]) {
    match (native, params) {
        (Native::GetClass, &[object]) => get_class(e, object),
        (Native::IdentityHash, &[object]) => identity_hash(e, object),
        (Native::Clone, &[object]) => clone(e, object),
        (Native::NewArrayLike, &[like, length]) => new_array_like(e, like, length),
        (Native::NewArrayOf, &[component, length]) => new_array_of(e, component, length),
        (Native::IsInstance, &[class, object]) => is_instance(e, class, object),
        (Native::Superclass, &[class]) => superclass(e, class),
        (Native::EnumConstants, &[class]) => enum_constants(e, class),
        (Native::Intern, &[text]) => intern(e, text),
        (Native::Print, &[stream, unit]) => {
            let to_errors = e.branch(Expr::binary(BinOp::Eq, INT, stream.into(), Expr::int(1)));
            for error in [false, true] {
                e.push(CheckOp::Output { error, unit: unit.into() });
                e.finish_with(None);
                e.b.switch_to(to_errors);
            }
        }
        (Native::Exit, _) => {
            e.push(CheckOp::Assume { condition: Expr::FALSE });
            e.finish_with(None);
        }
        (Native::Assume, &[condition]) => {
            e.push(CheckOp::Assume { condition: condition.into() });
            e.finish_with(None);
        }
        (Native::Any, _) => any(e),
        (native, _) => e.opaque(format!("{native:?} with other parameters than expected")),
    }
}

fn any(e: &mut Emitter<'_>) {
    let Some(ty) = e.result else { return e.finish_with(None) };
    let dst = e.temp(ty);
    e.push(ChoiceOp::Choose { dst: dst.into(), from: Choice::Any(ty) });
    e.finish_with(Some(dst.into()));
}

const NOT_CLONEABLE: &str = "java/lang/CloneNotSupportedException";

fn message_constructor() -> Selector {
    Selector { name: "<init>".into(), ty: MethodType { parameters: vec![Type::class(STRING)], result: None } }
}

/// Calls something for the exact class of an object; other classes are not known.
fn by_class(
    e: &mut Emitter<'_>,
    object: LocalId,
    types: &[(Type, ClassId)],
    mut case: impl FnMut(&mut Emitter<'_>, &Type, ClassId),
) {
    let default = e.b.new_block();
    let cases: Vec<_> = types.iter().map(|(_, class)| (*class, e.b.new_block())).collect();
    let blocks: Vec<_> = cases.iter().map(|case| case.1).collect();
    e.terminate(TermOp::SwitchClass { object: object.into(), cases, default });
    for ((ty, class), block) in types.iter().zip(blocks) {
        e.b.switch_to(block);
        case(e, ty, *class);
    }
    e.b.switch_to(default);
    e.opaque("an object of a class that the program never makes");
}

/// Types that have objects, with their classes.
fn with_objects(ctx: &Context<'_>) -> Vec<(Type, ClassId)> {
    let classes = ctx.reach.instantiated.iter().map(|&class| Type::Class(Name::clone(ctx.world.name(class))));
    let types = classes.chain(ctx.reach.arrays.iter().cloned());
    types.filter_map(|ty| Some((ty.clone(), ctx.declared.class_of(ctx.world, &ty)?))).collect()
}

fn new_array(e: &mut Emitter<'_>, class: ClassId, length: LocalId) {
    let array = e.temp(ir::Type::Ref(class));
    e.push(HeapOp::New { dst: array.into(), class, length: Some(length.into()) });
    e.finish_with(Some(array.into()));
}
