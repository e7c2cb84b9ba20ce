//! Lambdas and method references (`LambdaMetafactory`): a class with the captured values as fields, whose method
//! converts its arguments and calls the method that it leads to.

use std::sync::Arc;

use classfile::{
    Class, Const, Field, FieldAccess, FieldRef, Flags, HandleKind, Instr, Invocation, Kind, Member, Method,
    MethodHandle, MethodRef, MethodType, Name, Shuffle, Type,
};

use super::convert::convert;
use super::{MAKE, Site, invoke, loads, method, method_type, returned};
use crate::world::OBJECT;

/// Flags of the factory with more arguments.
const HAS_MARKERS: i32 = 2;
const HAS_BRIDGES: i32 = 4;

pub(super) fn class(site: &Site<'_>) -> Option<Class> {
    let [
        Const::MethodType(erased),
        Const::MethodHandle(target),
        Const::MethodType(instantiated),
        others @ ..,
    ] = site.bootstrap.arguments.as_slice()
    else {
        return None;
    };
    let interface = site.call.ty.result.as_ref()?.class_name()?;
    let (markers, bridges) = extras(others)?;
    let interfaces = std::iter::once(Name::clone(interface)).chain(markers).collect();
    let captured = &site.call.ty.parameters;
    let fields: Vec<Field> = captured.iter().enumerate().map(|(number, ty)| field(number, ty)).collect();
    let mut methods = vec![method(MAKE, site.call.ty.clone(), true, factory(site)), constructor(site)];
    for ty in std::iter::once(MethodType::clone(erased)).chain(bridges) {
        let code = body(site, &ty, target, instantiated)?;
        methods.push(method(&site.call.name, ty, false, code));
    }
    dedup(&mut methods);
    Some(site.made(interfaces, fields, methods))
}

/// A method of each type once.
fn dedup(methods: &mut Vec<Method>) {
    let mut seen = Vec::new();
    methods.retain(|method| {
        let key = (Name::clone(&method.name), method.ty.clone());
        let is_new = !seen.contains(&key);
        seen.push(key);
        is_new
    });
}

/// Further interfaces and further types of the method.
fn extras(arguments: &[Const]) -> Option<(Vec<Name>, Vec<MethodType>)> {
    let mut rest = arguments.iter();
    let Some(Const::Int(flags)) = rest.next() else { return Some((Vec::new(), Vec::new())) };
    let mut markers = Vec::new();
    if flags & HAS_MARKERS != 0 {
        let Some(Const::Int(count)) = rest.next() else { return None };
        for _ in 0..*count {
            let Some(Const::Class(Type::Class(name))) = rest.next() else { return None };
            markers.push(Name::clone(name));
        }
    }
    let mut bridges = Vec::new();
    if flags & HAS_BRIDGES != 0 {
        let Some(Const::Int(count)) = rest.next() else { return None };
        for _ in 0..*count {
            let Some(Const::MethodType(ty)) = rest.next() else { return None };
            bridges.push(MethodType::clone(ty));
        }
    }
    Some((markers, bridges))
}

fn field(number: usize, ty: &Type) -> Field {
    const PRIVATE_FINAL: u16 = 0x0012;
    Field {
        name: format!("captured{number}").into(),
        ty: ty.clone(),
        flags: Flags(PRIVATE_FINAL),
        constant: None,
    }
}

fn access(site: &Site<'_>, access: FieldAccess, number: usize, ty: &Type) -> Instr {
    let field = FieldRef { owner: Name::clone(&site.class), name: field(number, ty).name, ty: ty.clone() };
    Instr::Field(access, Arc::new(field))
}

/// Makes the object.
fn factory(site: &Site<'_>) -> Vec<Instr> {
    let captured = &site.call.ty.parameters;
    let mut code = vec![Instr::New(Name::clone(&site.class)), Instr::Shuffle(Shuffle::Dup)];
    code.extend(loads(captured, 0));
    let ty = method_type(captured.clone(), None);
    code.extend([invoke(Invocation::Special, &site.class, "<init>", ty), Instr::Return(Some(Kind::Ref))]);
    code
}

/// Stores what is captured.
fn constructor(site: &Site<'_>) -> Method {
    let captured = &site.call.ty.parameters;
    let super_constructor = invoke(Invocation::Special, OBJECT, "<init>", method_type(Vec::new(), None));
    let mut code = vec![Instr::Load(Kind::Ref, 0), super_constructor];
    for ((number, ty), load) in captured.iter().enumerate().zip(loads(captured, 1)) {
        code.extend([Instr::Load(Kind::Ref, 0), load, access(site, FieldAccess::Put, number, ty)]);
    }
    code.push(Instr::Return(None));
    method("<init>", method_type(captured.clone(), None), false, code)
}

/// Calls the method that the lambda leads to.
fn body(
    site: &Site<'_>,
    ty: &MethodType,
    target: &MethodHandle,
    instantiated: &MethodType,
) -> Option<Vec<Instr>> {
    let Member::Method(called) = &target.member else { return None };
    let (wanted, result, invocation) = signature(target.kind, called)?;
    let captured = &site.call.ty.parameters;
    let mut code = Vec::new();
    if let HandleKind::NewInvokeSpecial = target.kind {
        code.extend([Instr::New(called.owner.class_name()?.clone()), Instr::Shuffle(Shuffle::Dup)]);
    }
    let mut wanted = wanted.iter();
    for (number, ty) in captured.iter().enumerate() {
        code.extend([Instr::Load(Kind::Ref, 0), access(site, FieldAccess::Get, number, ty)]);
        code.extend(convert(ty, wanted.next()?));
    }
    let given = ty.parameters.iter().zip(&instantiated.parameters).zip(loads(&ty.parameters, 1));
    for ((erased, instantiated), load) in given {
        code.push(load);
        code.extend(convert(erased, instantiated));
        code.extend(convert(instantiated, wanted.next()?));
    }
    code.push(Instr::Invoke(invocation, Arc::clone(called)));
    code.extend(converted_result(result.as_ref(), ty.result.as_ref()));
    code.push(returned(ty.result.as_ref()));
    wanted.next().is_none().then_some(code)
}

/// The arguments that a handle takes, what it gives, and how its method is called.
fn signature(kind: HandleKind, called: &MethodRef) -> Option<(Vec<Type>, Option<Type>, Invocation)> {
    let parameters = called.ty.parameters.clone();
    let with_receiver = || std::iter::once(called.owner.clone()).chain(parameters.clone()).collect();
    let result = called.ty.result.clone();
    Some(match kind {
        HandleKind::InvokeStatic => (parameters, result, Invocation::Static),
        HandleKind::InvokeVirtual => (with_receiver(), result, Invocation::Virtual),
        HandleKind::InvokeSpecial => (with_receiver(), result, Invocation::Special),
        HandleKind::InvokeInterface => (with_receiver(), result, Invocation::Interface),
        HandleKind::NewInvokeSpecial => (parameters, Some(called.owner.clone()), Invocation::Special),
        HandleKind::GetField | HandleKind::GetStatic | HandleKind::PutField | HandleKind::PutStatic => {
            return None;
        }
    })
}

fn converted_result(from: Option<&Type>, to: Option<&Type>) -> Vec<Instr> {
    match (from, to) {
        (Some(from), Some(to)) if from.is_reference() && to.is_reference() => Vec::new(),
        (Some(from), Some(to)) => convert(from, to),
        (Some(from), None) if from.kind().slots() == 2 => vec![Instr::Shuffle(Shuffle::Pop2)],
        (Some(_), None) => vec![Instr::Shuffle(Shuffle::Pop)],
        (None, _) => Vec::new(),
    }
}
