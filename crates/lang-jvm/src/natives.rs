//! Methods that have no bytecode and are answered here: what objects have in common, `Class` objects, arrays, output,
//! and values that are not determined.
//!
//! A native method that is not listed is not known: an execution that calls it is not followed.

use classfile::{MethodType, Name, Type};
use ir::{
    BinOp, CheckOp, Choice, ChoiceOp, ClassId, ClassKind, CollectionOp, Expr, HeapOp, LocalId, Proc, ProcId,
    TermOp,
};

use crate::body::is_internal;
use crate::context::Context;
use crate::declare::Role;
use crate::emitter::Emitter;
use crate::reach::Explorer;
use crate::types::{INT, SIZE};
use crate::world::{CLASS, FieldKey, MethodIx, OBJECT, STRING, Selector, World};

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
                |class| explorer.world.file(class).is_some_and(|file| crate::objects::is_enum(file));
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
    explorer.string(&crate::objects::class_name(ty).as_str().into());
    let simple = crate::objects::simple_name(explorer.world, ty);
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

fn get_class(e: &mut Emitter<'_>, object: LocalId) {
    let types = with_objects(e.ctx);
    by_class(e, object, &types, |e, ty, _| match e.class_object(ty) {
        Some(class) => e.finish_with(Some(class)),
        None => e.opaque("a class whose object is not used"),
    });
}

/// Some number other than 0, which stays the same. That of arrays is not known.
fn identity_hash(e: &mut Emitter<'_>, object: LocalId) {
    let world = e.ctx.world;
    let field = hash_field(world).and_then(|key| e.ctx.declared.fields.get(&key));
    let Some(&field) = field else { return e.opaque("hash codes are not declared") };
    let is_null = Expr::binary(BinOp::Eq, ir::Type::Object, object.into(), Expr::NULL);
    let other = e.branch(is_null);
    e.finish_with(Some(Expr::int(0)));
    e.b.switch_to(other);
    let class = e.ctx.program().fields[field].class;
    let is = e.temp(ir::Type::Bool);
    e.push(HeapOp::InstanceOf { dst: is.into(), object: object.into(), class });
    let array = e.branch(is.into());
    let on = e.b.current();
    e.b.switch_to(array);
    e.opaque("the hash code of an array by identity");
    e.b.switch_to(on);
    let ty = e.b.local_type(object);
    let known = e.cast(object.into(), ty, ir::Type::Ref(class));
    let hash = e.load(known.clone(), field);
    let fresh = e.branch(Expr::binary(BinOp::Ne, INT, hash.into(), Expr::int(0)));
    e.finish_with(Some(hash.into()));
    e.b.switch_to(fresh);
    e.push(ChoiceOp::Choose { dst: hash.into(), from: Choice::Any(INT) });
    e.push(CheckOp::Assume { condition: Expr::binary(BinOp::Ne, INT, hash.into(), Expr::int(0)) });
    e.store(known, field, hash);
    e.finish_with(Some(hash.into()));
}

/// Arrays are copied, and objects of classes that say so.
fn clone(e: &mut Emitter<'_>, object: LocalId) {
    let ctx = e.ctx;
    let cloneable = ctx.world.find("java/lang/Cloneable");
    let is_cloneable = |ty: &Type| match ty.class_name().and_then(|name| ctx.world.find(name)) {
        Some(class) => cloneable.is_some_and(|cloneable| ctx.world.is_below(class, cloneable)),
        None => true,
    };
    by_class(e, object, &with_objects(ctx), |e, ty, class| {
        if !is_cloneable(ty) {
            return not_cloneable(e, ty);
        }
        let known = e.temp(ir::Type::Ref(class));
        e.push(HeapOp::Cast { dst: known.into(), object: object.into(), class });
        match ty.element() {
            Some(_) => clone_array(e, known, class),
            None => clone_record(e, known, class),
        }
    });
}

const NOT_CLONEABLE: &str = "java/lang/CloneNotSupportedException";

fn message_constructor() -> Selector {
    Selector {
        name: "<init>".into(),
        ty: MethodType { parameters: vec![Type::class(STRING)], result: None },
    }
}

fn not_cloneable(e: &mut Emitter<'_>, ty: &Type) {
    let ctx = e.ctx;
    let class = ctx.world.find(NOT_CLONEABLE);
    let constructor = class.and_then(|class| ctx.world.own_method(class, &message_constructor()));
    let constructor = constructor.and_then(|method| ctx.proc(&Role::Method(method)));
    let (Some(class), Some(constructor)) = (class, constructor) else {
        return e.opaque("an object that cannot be cloned");
    };
    let id = ctx.declared.classes[&class];
    let exception = e.temp(ir::Type::Ref(id));
    e.push(HeapOp::New { dst: exception.into(), class: id, length: None });
    let message = e.text(&crate::objects::class_name(ty).as_str().into()).unwrap_or(Expr::NULL);
    e.call(constructor, vec![exception.into(), message]);
    e.leave(exception.into(), class, true);
}

fn clone_record(e: &mut Emitter<'_>, object: LocalId, class: ClassId) {
    let copy = e.temp(ir::Type::Ref(class));
    e.push(HeapOp::New { dst: copy.into(), class, length: None });
    let ctx = e.ctx;
    let hash = hash_field(ctx.world).and_then(|key| ctx.declared.fields.get(&key).copied());
    if let ClassKind::Record { fields, .. } = &ctx.program().classes[class].kind {
        for &field in fields.iter().filter(|&&field| Some(field) != hash) {
            let value = e.load(object.into(), field);
            e.store(copy, field, value);
        }
    }
    e.finish_with(Some(copy.into()));
}

fn clone_array(e: &mut Emitter<'_>, array: LocalId, class: ClassId) {
    let ClassKind::Array { element, .. } = e.ctx.program().classes[class].kind else {
        return e.opaque("an array class that is none");
    };
    let (size, copy) = (e.temp(SIZE), e.temp(ir::Type::Ref(class)));
    e.push(CollectionOp::Size { dst: size.into(), object: array.into() });
    e.push(HeapOp::New { dst: copy.into(), class, length: Some(size.into()) });
    let value = e.temp(element);
    crate::objects::for_each_index(e, size, |e, index| {
        e.push(CollectionOp::LoadElement { dst: value.into(), array: array.into(), index: index.into() });
        e.push(CollectionOp::StoreElement { array: copy.into(), index: index.into(), value: value.into() });
    });
    e.finish_with(Some(copy.into()));
}

fn new_array_like(e: &mut Emitter<'_>, like: LocalId, length: LocalId) {
    let types: Vec<_> = with_objects(e.ctx).into_iter().filter(|(ty, _)| ty.element().is_some()).collect();
    let types: Vec<_> =
        types.into_iter().filter(|(ty, _)| ty.element().is_some_and(Type::is_reference)).collect();
    by_class(e, like, &types, |e, _, class| new_array(e, class, length));
}

fn new_array(e: &mut Emitter<'_>, class: ClassId, length: LocalId) {
    let array = e.temp(ir::Type::Ref(class));
    e.push(HeapOp::New { dst: array.into(), class, length: Some(length.into()) });
    e.finish_with(Some(array.into()));
}

/// Compares a `Class` object with those of the types for which there is something to do; else the default.
fn by_class_object(
    e: &mut Emitter<'_>,
    object: LocalId,
    types: Vec<Type>,
    mut case: impl FnMut(&mut Emitter<'_>, &Type),
) {
    for ty in types {
        let Some(&global) = e.ctx.declared.class_objects.get(&ty) else { continue };
        let same = Expr::binary(BinOp::Eq, ir::Type::Object, object.into(), global.into());
        let other = e.branch(same);
        case(e, &ty);
        e.b.switch_to(other);
    }
}

fn new_array_of(e: &mut Emitter<'_>, component: LocalId, length: LocalId) {
    let types = e.ctx.reach.class_objects.clone();
    by_class_object(e, component, types, |e, ty| match e.ctx.declared.arrays.get(&ty.clone().array_of()) {
        Some(&class) => new_array(e, class, length),
        None => e.opaque("an array of a class that the program does not name"),
    });
    e.opaque("an array of a class that is not known");
}

fn is_instance(e: &mut Emitter<'_>, class: LocalId, object: LocalId) {
    let types = e.ctx.reach.class_objects.clone();
    by_class_object(e, class, types, |e, ty| {
        let is_any = ty.class_name().is_some_and(|name| **name == *OBJECT);
        let is = match e.ctx.declared.class_of(e.ctx.world, ty).filter(|_| !is_any) {
            Some(class) => {
                let is = e.temp(ir::Type::Bool);
                e.push(HeapOp::InstanceOf { dst: is.into(), object: object.into(), class });
                is.into()
            }
            None if is_any => Expr::binary(BinOp::Ne, ir::Type::Object, object.into(), Expr::NULL),
            None => Expr::FALSE,
        };
        e.finish_with(Some(is));
    });
    e.opaque("a class that is not known");
}

fn superclass(e: &mut Emitter<'_>, class: LocalId) {
    let types = e.ctx.reach.class_objects.clone();
    by_class_object(e, class, types, |e, ty| {
        let world = e.ctx.world;
        let own = ty.class_name().and_then(|name| world.find(name));
        let parent =
            own.filter(|&own| !world.classes[own].is_interface).and_then(|own| world.classes[own].parent);
        let parent = parent.map(|parent| Type::Class(Name::clone(world.name(parent))));
        match (own, parent) {
            (Some(_), None) => e.finish_with(Some(Expr::NULL)),
            (Some(_), Some(parent)) => match e.class_object(&parent) {
                Some(object) => e.finish_with(Some(object)),
                None => e.opaque("a superclass whose object is not used"),
            },
            (None, _) => e.opaque("the superclass of an array or a number"),
        }
    });
    e.opaque("a class that is not known");
}

/// The method of the kernel that keeps texts which are no constants.
fn pooled(world: &World<'_>) -> Option<MethodIx> {
    world.methods_named(world.find(STRING)?, "pooled").first().copied()
}

/// The constant of the program with the same text; else one of the pool.
fn intern(e: &mut Emitter<'_>, text: LocalId) {
    let world = e.ctx.world;
    let equals = world.find(STRING).and_then(|string| world.methods_named(string, "equals").first().copied());
    let equals = equals.map(Role::Method);
    for constant in &e.ctx.reach.strings {
        let Some(object) = e.text(constant) else { continue };
        let args = vec![text.into(), object.clone()];
        let Some(same) = equals.as_ref().and_then(|equals| e.call_role(equals, args)) else { continue };
        let other = e.branch(same.into());
        e.finish_with(Some(object));
        e.b.switch_to(other);
    }
    match pooled(world).and_then(|pooled| e.call_role(&Role::Method(pooled), vec![text.into()])) {
        Some(pooled) => e.finish_with(Some(pooled.into())),
        None => e.opaque("a text that is interned and no constant of the program"),
    }
}

fn enum_constants(e: &mut Emitter<'_>, class: LocalId) {
    let types = e.ctx.reach.class_objects.clone();
    by_class_object(e, class, types, |e, ty| {
        let world = e.ctx.world;
        let own = ty.class_name().and_then(|name| world.find(name));
        let own = own.filter(|&own| world.file(own).is_some_and(|file| crate::objects::is_enum(file)));
        let Some(own) = own else { return e.finish_with(Some(Expr::NULL)) };
        crate::objects::initialise(e, own);
        let values = world.methods_named(own, "values");
        let values = values.first().map(|&values| Role::Method(values));
        match values.and_then(|values| e.call_role(&values, Vec::new())) {
            Some(values) => e.finish_with(Some(values.into())),
            None => e.opaque("an enum without constants"),
        }
    });
    e.opaque("a class that is not known");
}
