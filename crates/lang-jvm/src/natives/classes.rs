//! What is asked of `Class` objects: which objects belong to the class, its superclass, its constants, new arrays.

use classfile::{Name, Type};
use ir::{BinOp, Expr, HeapOp, LocalId};

use super::{by_class, new_array, with_objects};
use crate::declare::Role;
use crate::emitter::Emitter;
use crate::world::OBJECT;

pub(super) fn get_class(e: &mut Emitter<'_>, object: LocalId) {
    let types = with_objects(e.ctx);
    by_class(e, object, &types, |e, ty, _| match e.class_object(ty) {
        Some(class) => e.finish_with(Some(class)),
        None => e.opaque("a class whose object is not used"),
    });
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

pub(super) fn new_array_of(e: &mut Emitter<'_>, component: LocalId, length: LocalId) {
    let types = e.ctx.reach.class_objects.clone();
    by_class_object(e, component, types, |e, ty| match e.ctx.declared.arrays.get(&ty.clone().array_of()) {
        Some(&class) => new_array(e, class, length),
        None => e.opaque("an array of a class that the program does not name"),
    });
    e.opaque("an array of a class that is not known");
}

pub(super) fn is_instance(e: &mut Emitter<'_>, class: LocalId, object: LocalId) {
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

pub(super) fn superclass(e: &mut Emitter<'_>, class: LocalId) {
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

pub(super) fn enum_constants(e: &mut Emitter<'_>, class: LocalId) {
    let types = e.ctx.reach.class_objects.clone();
    by_class_object(e, class, types, |e, ty| {
        let world = e.ctx.world;
        let own = ty.class_name().and_then(|name| world.find(name));
        let own = own.filter(|&own| world.file(own).is_some_and(|file| crate::runtime::is_enum(file)));
        let Some(own) = own else { return e.finish_with(Some(Expr::NULL)) };
        crate::runtime::initialise(e, own);
        let values = world.methods_named(own, "values");
        let values = values.first().map(|&values| Role::Method(values));
        match values.and_then(|values| e.call_role(&values, Vec::new())) {
            Some(values) => e.finish_with(Some(values.into())),
            None => e.opaque("an enum without constants"),
        }
    });
    e.opaque("a class that is not known");
}
