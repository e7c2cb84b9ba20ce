//! Procedures that are no methods of Java: initialisation of classes, objects that are made once, arrays of arrays,
//! calls with many targets, and the entry of the program.

use classfile::{JavaString, Name, Type};
use ir::{BinOp, CollectionOp, Expr, GlobalId, HeapOp, LocalId, Proc, ProcId, Value};

use crate::catching::initialisers;
use crate::context::Context;
use crate::declare::Role;
use crate::emitter::Emitter;

use crate::world::{CLASS, ClassIx, FAULTS, FieldKey, MethodIx, STRING, Selector, THROWABLE, World};

/// The entry: initialises its class, and calls the method with an array of no arguments.
pub(crate) fn entry(ctx: &Context<'_>, id: ProcId, method: MethodIx) -> (Proc, bool) {
    let mut e = Emitter::of_runtime(ctx, id, "<entry>".to_owned());
    initialise(&mut e, ctx.world.class_of(method));
    let role = Role::Method(method);
    let signature = ctx.proc(&role).map(|proc| ctx.declared.signatures[proc].params.clone());
    let args = signature.unwrap_or_default().into_iter().map(|ty| match ty {
        ir::Type::Ref(class) if ctx.declared.origins[class].element().is_some() => {
            let array = e.temp(ty);
            e.push(HeapOp::New { dst: array.into(), class, length: Some(Expr::int(0)) });
            array.into()
        }
        ty => Expr::Const(Value::default_of(ty)),
    });
    let args = args.collect();
    e.call_role(&role, args);
    e.finish_with(None);
    e.finish()
}

/// A method whose body has no meaning here.
pub(crate) fn unknown(ctx: &Context<'_>, id: ProcId, method: MethodIx, reason: &str) -> (Proc, bool) {
    let class = ctx.world.java_name(ctx.world.class_of(method));
    let name = format!("{class}.{}", ctx.world.method(method).java_signature());
    let (mut e, _) = Emitter::with_params(ctx, id, name.clone());
    e.opaque(format!("{name} is not known: {reason}"));
    e.finish()
}

/// Initialises a class, if that does something and has not begun.
pub(crate) fn initialise(e: &mut Emitter<'_>, class: ClassIx) {
    if let Some(begin) = e.unless_begun(class) {
        let on = e.b.current();
        e.b.switch_to(begin);
        e.call_role(&Role::Init(class), Vec::new());
        e.goto(on);
        e.b.switch_to(on);
    }
}

/// The initialisation of a class: of what is above it, then its own.
pub(crate) fn init(ctx: &Context<'_>, id: ProcId, class: ClassIx) -> (Proc, bool) {
    let name = format!("{}.<initialise>", ctx.world.java_name(class));
    let mut e = Emitter::of_runtime(ctx, id, name);
    let (begun, failed) = (ctx.declared.begun[&class], ctx.declared.failed.get(&class).copied());
    if let Some(failed) = failed.filter(|_| ctx.exits[id]) {
        refuse_failed(&mut e, class, failed);
    }
    e.assign(begun, Expr::TRUE);
    for role in initialisers(ctx.world, ctx.reach, class) {
        match role {
            Role::Init(above) => initialise(&mut e, above),
            role => run_initialiser(&mut e, &role, class),
        }
    }
    e.finish_with(None);
    e.finish()
}

/// A class whose initialisation has failed is not initialised again.
fn refuse_failed(e: &mut Emitter<'_>, class: ClassIx, failed: GlobalId) {
    let fine = e.branch(failed.into());
    let name = e.ctx.world.java_name(class);
    match e.text(&name.as_str().into()) {
        Some(name) => leave_with(e, "noClassDef", name),
        None => e.opaque("a class of a library whose initialisation has failed is used again"),
    }
    e.b.switch_to(fine);
}

/// An exception that is no error becomes an `ExceptionInInitializerError`.
fn run_initialiser(e: &mut Emitter<'_>, role: &Role, class: ClassIx) {
    let Some(proc) = e.ctx.proc(role) else { return e.opaque("an initialiser that is not looked into") };
    let Some(exception) = e.call(proc, Vec::new()).exception else { return };
    let thrown = e.branch(Expr::binary(BinOp::Eq, ir::Type::Object, exception.into(), Expr::NULL));
    let on = e.b.current();
    e.b.switch_to(thrown);
    if let Some(&failed) = e.ctx.declared.failed.get(&class) {
        e.assign(failed, Expr::TRUE);
        e.assign(e.ctx.declared.begun[&class], Expr::FALSE);
    }
    leave_with(e, "initializer", exception.into());
    e.b.switch_to(on);
}

/// Ends with an exception that the kernel makes.
fn leave_with(e: &mut Emitter<'_>, maker: &str, argument: Expr) {
    let world = e.ctx.world;
    let makers = world.find(FAULTS).map(|faults| world.methods_named(faults, maker)).unwrap_or_default();
    let maker = makers.first().and_then(|&maker| e.ctx.proc(&Role::Method(maker)));
    let error = maker.and_then(|maker| e.call(maker, vec![argument]).result);
    let throwable = world.find(THROWABLE).expect("every program mentions it");
    match error {
        Some(error) => e.leave(error.into(), throwable, false),
        None => e.opaque("the kernel makes no such exception"),
    }
}

/// Makes the object of a constant text.
pub(crate) fn text(ctx: &Context<'_>, id: ProcId, text: &JavaString) -> (Proc, bool) {
    let mut e = Emitter::of_runtime(ctx, id, format!("<text {text:?}>"));
    let chars = ctx.declared.arrays.get(&Type::Char.array_of()).copied();
    let (Some(chars), Some(field)) = (chars, kernel_field(ctx, STRING, "value", &Type::Char.array_of()))
    else {
        e.opaque("strings have no characters: the kernel is missing");
        return e.finish();
    };
    let array = e.temp(ir::Type::Ref(chars));
    let length = Expr::int(text.units().len() as i64);
    e.push(HeapOp::New { dst: array.into(), class: chars, length: Some(length) });
    for (index, &unit) in text.units().iter().enumerate() {
        let (index, value) = (Expr::int(index as i64), Expr::int(unit.into()));
        e.push(CollectionOp::StoreElement { array: array.into(), index, value });
    }
    let class = ctx.declared.string;
    let object = e.temp(ir::Type::Ref(class));
    e.push(HeapOp::New { dst: object.into(), class, length: None });
    e.store(object, field, array);
    let global = ctx.declared.texts[text];
    e.assign(global, object);
    e.finish_with(None);
    e.finish()
}

fn kernel_field(ctx: &Context<'_>, class: &str, name: &str, ty: &Type) -> Option<ir::FieldId> {
    let key = FieldKey { class: ctx.world.find(class)?, name: name.into(), ty: ty.clone() };
    ctx.declared.fields.get(&key).copied()
}

/// Makes the `Class` object of a type.
pub(crate) fn class_object(ctx: &Context<'_>, id: ProcId, ty: &Type) -> (Proc, bool) {
    let mut e = Emitter::of_runtime(ctx, id, format!("<class {}>", ty.java()));
    let string = Type::class(STRING);
    let class = ctx.world.find(CLASS).expect("every program mentions it");
    let class = ctx.declared.classes[&class];
    let object = e.temp(ir::Type::Ref(class));
    e.push(HeapOp::New { dst: object.into(), class, length: None });
    let texts = [("name", class_name(ty)), ("simpleName", simple_name(ctx.world, ty))];
    for (field, text) in texts {
        let text = e.text(&text.as_str().into());
        if let (Some(field), Some(text)) = (kernel_field(ctx, CLASS, field, &string), text) {
            e.store(object, field, text);
        }
    }
    if let Some(field) = kernel_field(ctx, CLASS, "flags", &Type::Int) {
        e.store(object, field, Expr::int(class_flags(ctx.world, ty)));
    }
    let component = ty.element().and_then(|element| e.class_object(element));
    if let (Some(field), Some(component)) =
        (kernel_field(ctx, CLASS, "component", &Type::class(CLASS)), component)
    {
        e.store(object, field, component);
    }
    e.assign(ctx.declared.class_objects[ty], object);
    e.finish_with(None);
    e.finish()
}

/// What `Class.getName` gives.
pub(crate) fn class_name(ty: &Type) -> String {
    match ty {
        Type::Array(_) => ty.to_string().replace('/', "."),
        ty => ty.java(),
    }
}

/// What `Class.getSimpleName` gives.
pub(crate) fn simple_name(world: &World<'_>, ty: &Type) -> String {
    match ty {
        Type::Array(element) => format!("{}[]", simple_name(world, element)),
        Type::Class(name) => {
            let file = world.find(name).and_then(|class| world.file(class));
            let inner = file.and_then(|file| file.inner_classes.iter().find(|inner| inner.class == *name));
            match inner {
                Some(inner) => inner.simple_name.as_ref().map_or(String::new(), Name::to_string),
                None => name.rsplit('/').next().unwrap_or(name).to_owned(),
            }
        }
        primitive => primitive.java(),
    }
}

/// Whether it is an enum, and not the class of a constant that has a body.
pub(crate) fn is_enum(class: &classfile::Class) -> bool {
    class.flags.is_enum() && class.superclass.as_deref() == Some("java/lang/Enum")
}

/// Bits of the field `flags` of `Class` objects.
fn class_flags(world: &World<'_>, ty: &Type) -> i64 {
    let name = match ty {
        Type::Class(name) => name,
        Type::Array(_) => return 2,
        _ => return 4,
    };
    let Some(file) = world.find(name).and_then(|class| world.file(class)) else { return 0 };
    let flags = file.flags;
    let bits = [
        (flags.is_interface(), 1),
        (is_enum(file), 8),
        (file.record.is_some(), 16),
        (flags.is_annotation(), 32),
    ];
    bits.into_iter().filter(|(is, _)| *is).map(|(_, bit)| bit).sum()
}

/// Runs a body for all numbers below a size.
pub(crate) fn for_each_index(
    e: &mut Emitter<'_>,
    size: LocalId,
    body: impl FnOnce(&mut Emitter<'_>, LocalId),
) {
    let ty = e.b.local_type(size);
    let index = e.temp(ty);
    e.assign(index, Expr::int(0));
    let head = e.b.new_block();
    e.goto(head);
    e.b.switch_to(head);
    e.step = true;
    let after = e.branch(Expr::binary(BinOp::Lt, ty, index.into(), size.into()));
    body(e, index);
    e.assign(index, Expr::binary(BinOp::Add, ty, index.into(), Expr::int(1)));
    e.goto(head);
    e.b.switch_to(after);
}

/// An array of arrays: the first of the dimensions that are given, with arrays of the others.
pub(crate) fn multi_array(ctx: &Context<'_>, id: ProcId, ty: &Type, dimensions: u8) -> (Proc, bool) {
    let (mut e, lengths) = Emitter::with_params(ctx, id, format!("<new {}>", ty.java()));
    let element = ty.element().expect("it has so many dimensions");
    let class = ctx.declared.arrays[ty];
    let array = e.temp(ir::Type::Ref(class));
    e.push(HeapOp::New { dst: array.into(), class, length: Some(lengths[0].into()) });
    for_each_index(&mut e, lengths[0], |e, index| {
        let inner = match dimensions {
            ..=2 => {
                let class = ctx.declared.arrays[element];
                let inner = e.temp(ir::Type::Ref(class));
                e.push(HeapOp::New { dst: inner.into(), class, length: Some(lengths[1].into()) });
                Some(inner)
            }
            _ => {
                let args = lengths[1..].iter().map(|&length| length.into()).collect();
                e.call_role(&Role::MultiArray(element.clone(), dimensions - 1), args)
            }
        };
        let value = inner.map_or(Expr::NULL, Expr::from);
        e.push(CollectionOp::StoreElement { array: array.into(), index: index.into(), value });
    });
    e.finish_with(Some(array.into()));
    e.finish()
}

/// Calls what an object selects.
pub(crate) fn dispatch(
    ctx: &Context<'_>,
    id: ProcId,
    receiver: ClassIx,
    selector: &Selector,
) -> (Proc, bool) {
    let owner = ctx.world.java_name(receiver);
    let name = format!("<select {owner}.{}{}>", selector.name, selector.ty.java_parameters());
    let (mut e, params) = Emitter::with_params(ctx, id, name);
    let args = params.iter().map(|&param| param.into()).collect();
    let called = e.dispatch(receiver, selector, args);
    if let Some(exception) = called.exception {
        let thrown = e.branch(Expr::binary(BinOp::Eq, ir::Type::Object, exception.into(), Expr::NULL));
        let on = e.b.current();
        e.b.switch_to(thrown);
        let throwable = ctx.world.find(THROWABLE).expect("every program mentions it");
        e.leave(exception.into(), throwable, false);
        e.b.switch_to(on);
    }
    e.finish_with(called.result.map(Expr::from));
    e.finish()
}
