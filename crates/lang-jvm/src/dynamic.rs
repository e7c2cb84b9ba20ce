//! Call sites of `invokedynamic`: what their bootstrap methods would make at run time is made here as a class of
//! bytecode with one static method, which is called instead.
//!
//! Lambdas and method references become classes with captured values as fields; string concatenation appends to a
//! `StringBuilder`; methods of records and switches over patterns become chains of tests.

use std::sync::Arc;

use base::Id;
use classfile::{
    At, Bootstrap, Class, Code, DynamicCall, Flags, Instr, Kind, Member, Method, MethodRef, MethodType, Name,
    Type,
};

use crate::world::{OBJECT, World};

mod concat;
mod convert;
mod lambda;
mod records;
mod switches;

/// Gives the static method that a call site calls, in a class that is added to the world. An error is the reason why
/// there is none.
pub(crate) fn call(
    world: &mut World<'_>,
    class: &Class,
    method: usize,
    at: At,
    call: &DynamicCall,
) -> Result<Arc<MethodRef>, String> {
    let bootstrap = &class.bootstraps[call.bootstrap];
    let name: Name = format!("{}$${method}${}", class.name, at.index()).into();
    let Member::Method(maker) = &bootstrap.method.member else {
        return Err("a call site made by a field is not supported".to_owned());
    };
    let site = Site { class: name, host: class, call, bootstrap };
    let made = match (maker.owner_class(), &*maker.name) {
        ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => lambda::class(&site),
        ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => concat::class(&site, true),
        ("java/lang/invoke/StringConcatFactory", "makeConcat") => concat::class(&site, false),
        ("java/lang/runtime/ObjectMethods", "bootstrap") => records::class(&site),
        ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => switches::class(&site),
        (owner, name) => {
            let owner = classfile::java_name(owner);
            return Err(format!("a call site made by {owner}.{name} is not supported"));
        }
    };
    let made =
        made.ok_or_else(|| "the arguments of the bootstrap method are not those that it takes".to_owned())?;
    let called = MethodRef {
        owner: Type::Class(Name::clone(&made.name)),
        name: MAKE.into(),
        ty: call.ty.clone(),
        of_interface: false,
    };
    world.add(made);
    Ok(Arc::new(called))
}

/// The static method of a class that is made.
const MAKE: &str = "make";

/// A call site.
struct Site<'a> {
    /// The name of the class that is made.
    class: Name,
    /// The class of the call site.
    host: &'a Class,
    call: &'a DynamicCall,
    bootstrap: &'a Bootstrap,
}

impl Site<'_> {
    /// A class with these interfaces, fields and methods.
    fn made(&self, interfaces: Vec<Name>, fields: Vec<classfile::Field>, methods: Vec<Method>) -> Class {
        const SYNTHETIC_FINAL: u16 = 0x1030;
        Class {
            name: Name::clone(&self.class),
            version: self.host.version,
            flags: Flags(SYNTHETIC_FINAL),
            superclass: Some(OBJECT.into()),
            interfaces,
            fields,
            methods,
            bootstraps: base::IndexVec::new(),
            source_file: self.host.source_file.clone(),
            inner_classes: Vec::new(),
            enclosing_method: None,
            nest_host: None,
            nest_members: Vec::new(),
            record: None,
            permitted: None,
        }
    }

    /// The class with the static method alone.
    fn with_make(&self, instrs: Vec<Instr>) -> Class {
        self.made(Vec::new(), Vec::new(), vec![method(MAKE, self.call.ty.clone(), true, instrs)])
    }
}

/// A method of a class that is made.
fn method(name: &str, ty: MethodType, is_static: bool, instrs: Vec<Instr>) -> Method {
    const PUBLIC: u16 = 0x1001;
    const STATIC: u16 = 0x0008;
    let max_locals = ty.slots() as u16 + u16::from(!is_static);
    let offsets = (0..instrs.len() as u32).collect::<Vec<_>>().into();
    // Enough for any of the codes here: operands of two slots for each instruction.
    let max_stack = (2 * instrs.len()).min(u16::MAX.into()) as u16;
    let code = Code { max_stack, max_locals, instrs: instrs.into(), offsets, ..Code::default() };
    let flags = Flags(if is_static { PUBLIC | STATIC } else { PUBLIC });
    Method { name: name.into(), ty, flags, code: Some(code), exceptions: Vec::new() }
}

/// Pushes the parameters of a method, the first of them in this slot.
fn loads(types: &[Type], first: u16) -> impl Iterator<Item = Instr> {
    let slots = types.iter().scan(first, |next, ty| {
        let slot = *next;
        *next += ty.kind().slots() as u16;
        Some(Instr::Load(ty.kind(), slot))
    });
    slots.collect::<Vec<_>>().into_iter()
}

fn invoke(invocation: classfile::Invocation, owner: &str, name: &str, ty: MethodType) -> Instr {
    let of_interface = invocation == classfile::Invocation::Interface;
    let called = MethodRef { owner: Type::class(owner), name: name.into(), ty, of_interface };
    Instr::Invoke(invocation, Arc::new(called))
}

fn method_type(parameters: Vec<Type>, result: Option<Type>) -> MethodType {
    MethodType { parameters, result }
}

fn returned(ty: Option<&Type>) -> Instr {
    Instr::Return(ty.map(Type::kind))
}

/// Returns a truth value or a number.
const RETURN_INT: Instr = Instr::Return(Some(Kind::Int));
