//! Which field or method a reference means (JVM specification, 5.4.3), and which method a call runs (5.4.6).
//!
//! Who may see a private or protected member is not checked: `javac` has.

use std::sync::Arc;

use crate::class::{Class, Field, Method};
use crate::codes;
use crate::error::Error;
use crate::hierarchy::Hierarchy;
use crate::instr::{FieldAccess, FieldRef, Invocation, MethodRef};
use crate::names::java_name;
use crate::types::MethodType;

/// Classes whose native methods of variable arity can be called with any types.
const SIGNATURE_POLYMORPHIC: [&str; 2] = ["java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle"];

/// A method and the class that declares it.
#[derive(Clone, Debug)]
pub struct ResolvedMethod {
    pub class: Arc<Class>,
    pub index: usize,
}

/// A field and the class that declares it.
#[derive(Clone, Debug)]
pub struct ResolvedField {
    pub class: Arc<Class>,
    pub index: usize,
}

impl ResolvedMethod {
    pub fn method(&self) -> &Method {
        &self.class.methods[self.index]
    }
}

impl ResolvedField {
    pub fn field(&self) -> &Field {
        &self.class.fields[self.index]
    }
}

impl Hierarchy<'_> {
    /// The field that an access means: of the class, else of its interfaces, else the same for its superclass.
    pub fn resolve_field(&self, access: FieldAccess, wanted: &FieldRef) -> Result<ResolvedField, Error> {
        for class in &self.above(&wanted.owner)?.superclasses {
            if let Some(found) = self.field_without_superclass(class, wanted)? {
                return static_as_wanted(access, found, wanted);
            }
        }
        Err(no_field(wanted, "is not declared"))
    }

    /// The field of the class itself, or of the interfaces that it names and those above them.
    fn field_without_superclass(
        &self,
        class: &Arc<Class>,
        wanted: &FieldRef,
    ) -> Result<Option<ResolvedField>, Error> {
        let mut found = declared_field(class, wanted);
        for interface in &class.interfaces {
            if found.is_none() {
                found =
                    self.above(interface)?.interfaces.iter().find_map(|class| declared_field(class, wanted));
            }
        }
        Ok(found)
    }

    /// The method that a call means. Which one runs depends on the object for [`Invocation::Virtual`] and
    /// [`Invocation::Interface`] ([`Hierarchy::select`]), and on the caller for [`Invocation::Special`]
    /// ([`Hierarchy::select_special`]).
    pub fn resolve_method(
        &self,
        invocation: Invocation,
        wanted: &MethodRef,
    ) -> Result<ResolvedMethod, Error> {
        let owner = self.class(wanted.owner_class())?;
        if owner.is_interface() != wanted.of_interface {
            let is = if wanted.of_interface { "is no interface" } else { "is an interface" };
            return Err(no_method(wanted, &format!("cannot be called, since the class {is}")));
        }
        let found = self.find_method(&owner, wanted)?.ok_or_else(|| no_method(wanted, "is not declared"))?;
        match found.method().is_static() == (invocation == Invocation::Static) {
            true => Ok(found),
            false if found.method().is_static() => Err(no_method(wanted, "is static")),
            false => Err(no_method(wanted, "is not static")),
        }
    }

    fn find_method(&self, owner: &Arc<Class>, wanted: &MethodRef) -> Result<Option<ResolvedMethod>, Error> {
        let MethodRef { owner: _, name, ty, of_interface } = wanted;
        if wanted.is_constructor() {
            return Ok(declared(owner, name, ty));
        }
        let above = self.above(&owner.name)?;
        // An interface has the public methods of `Object`, not those for objects of `Object` itself.
        let inherited = |found: &ResolvedMethod| {
            let flags = found.method().flags;
            !of_interface || Arc::ptr_eq(&found.class, owner) || (flags.is_public() && !flags.is_static())
        };
        let in_class = |class| declared(class, name, ty).or_else(|| polymorphic(class, name));
        let found = above.superclasses.iter().find_map(|class| in_class(class).filter(inherited));
        if found.is_some() {
            return Ok(found);
        }
        let specific = self.maximally_specific(&above.interfaces, name, ty)?;
        Ok(only_concrete(&specific).or_else(|| specific.first().cloned()))
    }

    /// The methods of interfaces that no other of them overrides.
    fn maximally_specific(
        &self,
        interfaces: &[Arc<Class>],
        name: &str,
        ty: &MethodType,
    ) -> Result<Vec<ResolvedMethod>, Error> {
        let inherited = |found: &ResolvedMethod| {
            let flags = found.method().flags;
            !flags.is_private() && !flags.is_static()
        };
        let all: Vec<ResolvedMethod> =
            interfaces.iter().filter_map(|class| declared(class, name, ty).filter(inherited)).collect();
        let mut specific = Vec::new();
        for one in &all {
            let mut overridden = false;
            for other in &all {
                let (below, above) = (&other.class.name, &one.class.name);
                overridden |= below != above && self.is_subclass(below, above)?;
            }
            if !overridden {
                specific.push(one.clone());
            }
        }
        Ok(specific)
    }

    /// The method that a virtual or interface call runs on an object of this class: the first one from the class
    /// upwards that overrides the method resolved, else a default of an interface. Nothing if it is abstract, or if two
    /// interfaces have different ones.
    pub fn select(&self, class: &str, resolved: &ResolvedMethod) -> Result<Option<ResolvedMethod>, Error> {
        let wanted = resolved.method();
        if wanted.flags.is_private() || wanted.is_static() {
            return Ok(Some(resolved.clone()));
        }
        let above = self.above(class)?;
        let candidates =
            above.superclasses.iter().filter_map(|class| declared(class, &wanted.name, &wanted.ty));
        if let Some(found) = candidates.into_iter().find(|found| overrides(found, resolved)) {
            return Ok(Some(found).filter(|found| !found.method().flags.is_abstract()));
        }
        Ok(only_concrete(&self.maximally_specific(&above.interfaces, &wanted.name, &wanted.ty)?))
    }

    /// The method that [`Invocation::Special`] runs in a method of the class `caller`: a constructor or a private
    /// method is itself; otherwise the search begins at the superclass of the caller.
    pub fn select_special(
        &self,
        caller: &Class,
        resolved: &ResolvedMethod,
    ) -> Result<Option<ResolvedMethod>, Error> {
        let owner = &resolved.class;
        let to_super = !resolved.method().is_constructor()
            && !owner.is_interface()
            && owner.name != caller.name
            && self.is_subclass(&caller.name, &owner.name)?;
        match &caller.superclass {
            Some(superclass) if to_super => self.select(superclass, resolved),
            _ => Ok(Some(resolved.clone()).filter(|found| !found.method().flags.is_abstract())),
        }
    }
}

/// The only one that has a body.
fn only_concrete(methods: &[ResolvedMethod]) -> Option<ResolvedMethod> {
    let mut concrete = methods.iter().filter(|found| !found.method().flags.is_abstract());
    concrete.next().filter(|_| concrete.next().is_none()).cloned()
}

/// The method that a class itself declares.
fn declared(class: &Arc<Class>, name: &str, ty: &MethodType) -> Option<ResolvedMethod> {
    let index = class.methods.iter().position(|method| *method.name == *name && method.ty == *ty)?;
    Some(ResolvedMethod { class: Arc::clone(class), index })
}

/// The method of this name that can be called with any types.
fn polymorphic(class: &Arc<Class>, name: &str) -> Option<ResolvedMethod> {
    if !SIGNATURE_POLYMORPHIC.contains(&&*class.name) {
        return None;
    }
    let any = |method: &Method| method.flags.is_native() && method.flags.is_varargs();
    let index = class.methods.iter().position(|method| *method.name == *name && any(method))?;
    Some(ResolvedMethod { class: Arc::clone(class), index })
}

fn declared_field(class: &Arc<Class>, wanted: &FieldRef) -> Option<ResolvedField> {
    let is_it = |field: &Field| field.name == wanted.name && field.ty == wanted.ty;
    Some(ResolvedField { class: Arc::clone(class), index: class.fields.iter().position(is_it)? })
}

/// Whether one method overrides another of the same name and type, or is it. One without `public`, `protected` and
/// `private` is overridden in its package only.
fn overrides(method: &ResolvedMethod, overridden: &ResolvedMethod) -> bool {
    let (flags, of) = (method.method().flags, overridden.method().flags);
    let package =
        |found: &ResolvedMethod| found.class.name.rsplit_once('/').map(|(package, _)| package.to_owned());
    let is_it = method.class.name == overridden.class.name;
    let seen = of.is_public() || of.is_protected() || package(method) == package(overridden);
    is_it || (!flags.is_private() && !flags.is_static() && seen)
}

fn static_as_wanted(
    access: FieldAccess,
    found: ResolvedField,
    wanted: &FieldRef,
) -> Result<ResolvedField, Error> {
    let wants_static = matches!(access, FieldAccess::GetStatic | FieldAccess::PutStatic);
    match (found.field().flags.is_static(), wants_static) {
        (true, false) => Err(no_field(wanted, "is static")),
        (false, true) => Err(no_field(wanted, "is not static")),
        (true, true) | (false, false) => Ok(found),
    }
}

fn no_field(wanted: &FieldRef, problem: &str) -> Error {
    let FieldRef { owner, name, ty } = wanted;
    let message = format!("the field {} {}.{name} {problem}", ty.java(), java_name(owner));
    Error::new(&codes::NO_SUCH_MEMBER, message)
}

fn no_method(wanted: &MethodRef, problem: &str) -> Error {
    let MethodRef { owner, name, ty, of_interface: _ } = wanted;
    let message = format!("the method {}.{name}{} {problem}", owner.java(), ty.java_parameters());
    Error::new(&codes::NO_SUCH_MEMBER, message)
}
