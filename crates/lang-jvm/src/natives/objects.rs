//! What all objects have in common: hash codes by identity, copies; and the pool of texts.

use classfile::Type;
use ir::{BinOp, CheckOp, Choice, ChoiceOp, ClassId, ClassKind, CollectionOp, Expr, HeapOp, LocalId};

use super::{NOT_CLONEABLE, by_class, hash_field, message_constructor, new_array, with_objects};
use crate::declare::Role;
use crate::emitter::Emitter;
use crate::types::{INT, SIZE};
use crate::world::{MethodIx, STRING, World};

/// Some number other than 0, which stays the same. That of arrays is not known.
pub(super) fn identity_hash(e: &mut Emitter<'_>, object: LocalId) {
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
pub(super) fn clone(e: &mut Emitter<'_>, object: LocalId) {
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
    let message = e.text(&crate::runtime::class_name(ty).as_str().into()).unwrap_or(Expr::NULL);
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
    crate::runtime::for_each_index(e, size, |e, index| {
        e.push(CollectionOp::LoadElement { dst: value.into(), array: array.into(), index: index.into() });
        e.push(CollectionOp::StoreElement { array: copy.into(), index: index.into(), value: value.into() });
    });
    e.finish_with(Some(copy.into()));
}

pub(super) fn new_array_like(e: &mut Emitter<'_>, like: LocalId, length: LocalId) {
    let types: Vec<_> = with_objects(e.ctx).into_iter().filter(|(ty, _)| ty.element().is_some()).collect();
    let types: Vec<_> =
        types.into_iter().filter(|(ty, _)| ty.element().is_some_and(Type::is_reference)).collect();
    by_class(e, like, &types, |e, _, class| new_array(e, class, length));
}

/// The method of the kernel that keeps texts which are no constants.
fn pooled(world: &World<'_>) -> Option<MethodIx> {
    world.methods_named(world.find(STRING)?, "pooled").first().copied()
}

/// The constant of the program with the same text; else one of the pool.
pub(super) fn intern(e: &mut Emitter<'_>, text: LocalId) {
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
