//! Whether a given start is a state of a program: ids in range, values of their types, objects as their classes have
//! them. A start comes from outside, so everything that an execution relies on is checked before it begins.

use std::collections::HashSet;
use std::fmt;

use base::Id;
use ir::{ClassId, ClassKind, GlobalId, LocalId, ObjectId, Program, Type, Value};

use super::GivenStart;
use super::print::shown;
use crate::summary::fits;

/// A part of a given start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GivenPart {
    Proc,
    /// The arguments as a whole.
    Args,
    Arg(LocalId),
    /// The globals as a whole.
    Globals,
    Global(GlobalId),
    Object(ObjectId),
    Slot(ObjectId, usize),
}

/// Why no execution of a program can begin as it is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnfitStart {
    pub part: GivenPart,
    /// What is wrong with it, in the names of the program.
    pub what: String,
}

impl fmt::Display for UnfitStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program cannot begin as given: {}", self.what)
    }
}

impl std::error::Error for UnfitStart {}

impl GivenStart {
    /// Checks the start against a program that [`ir::verify()`] has passed.
    pub fn check(&self, program: &Program) -> Result<(), UnfitStart> {
        let check = Check { program, start: self };
        check.args()?;
        check.globals()?;
        let ids = (0..self.objects.len()).map(ObjectId::new);
        ids.clone().try_for_each(|object| check.object(object))?;
        let mut owned = HashSet::new();
        ids.clone().try_for_each(|object| check.elements(object, &mut owned))
    }
}

fn unfit<T>(part: GivenPart, what: impl Into<String>) -> Result<T, UnfitStart> {
    Err(UnfitStart { part, what: what.into() })
}

struct Check<'a> {
    program: &'a Program,
    start: &'a GivenStart,
}

impl Check<'_> {
    fn args(&self) -> Result<(), UnfitStart> {
        let (given, proc) = (&self.start.args, self.start.proc);
        let Some(code) = self.program.procs.get(proc) else {
            return unfit(GivenPart::Proc, format!("there is no {proc}"));
        };
        let (name, wanted) = (&code.name, code.n_params);
        if self.program.init == Some(proc) {
            return unfit(
                GivenPart::Proc,
                format!("`{name}` is the initialisation, and no call can begin with it"),
            );
        }
        if given.len() != wanted {
            let what = format!("`{name}` has {wanted} parameters, and {} arguments are given", given.len());
            return unfit(GivenPart::Args, what);
        }
        code.params().zip(given).try_for_each(|((id, param), &value)| {
            let holder = || format!("the parameter `{}` of `{name}`", param.name);
            self.value(GivenPart::Arg(id), value, param.ty, holder)
        })
    }

    fn globals(&self) -> Result<(), UnfitStart> {
        let (given, wanted) = (self.start.globals.len(), self.program.globals.len());
        if given != wanted {
            let what = format!("the program has {wanted} globals, and values are given for {given}");
            return unfit(GivenPart::Globals, what);
        }
        self.program.globals.iter_enumerated().try_for_each(|(id, global)| {
            let holder = || format!("the global `{}`", global.name);
            self.value(GivenPart::Global(id), self.start.globals[id], global.ty, holder)
        })
    }

    /// The class and the number of slots, and what they hold.
    fn object(&self, object: ObjectId) -> Result<(), UnfitStart> {
        let (part, given) = (GivenPart::Object(object), &self.start.objects[object.index()]);
        let number = shown(object);
        let (id, n_slots) = (given.class, given.slots.len());
        let Some(class) = self.program.classes.get(id) else {
            return unfit(part, format!("object {number} is of {id}, which is not there"));
        };
        let has = |wanted: usize, what: &str| match n_slots == wanted {
            true => Ok(()),
            false => unfit(
                part,
                format!(
                    "object {number} of `{}` has {n_slots} {what} where the class has {wanted}",
                    class.name
                ),
            ),
        };
        let slot = |slot: usize, name: &dyn fmt::Display, ty: Type| {
            let holder = || format!("{name} of object {number}, a `{}`,", class.name);
            self.value(GivenPart::Slot(object, slot), given.slots[slot], ty, holder)
        };
        match &class.kind {
            ClassKind::Record { fields, .. } => {
                has(fields.len(), "fields")?;
                fields.iter().enumerate().try_for_each(|(index, &field)| {
                    let field = &self.program.fields[field];
                    slot(index, &format_args!("the field `{}`", field.name), field.ty)
                })
            }
            ClassKind::Interface { .. } => {
                unfit(part, format!("object {number} is of the interface `{}`, which has none", class.name))
            }
            ClassKind::Array { element, length, above: _ } => {
                length.map_or(Ok(()), |length| has(length as usize, "elements"))?;
                (0..n_slots).try_for_each(|index| slot(index, &format_args!("the element {index}"), *element))
            }
            ClassKind::Set { element, equality: _ } => {
                (0..n_slots).try_for_each(|index| slot(index, &"an element", *element))
            }
            ClassKind::Channel { element } => {
                (0..n_slots).try_for_each(|index| slot(index, &format_args!("the message {index}"), *element))
            }
        }
    }

    /// Elements of a set come in their order and differ. Those of a set by contents are records of its own, which the
    /// set owns, and no two hold the same.
    fn elements(&self, object: ObjectId, owned: &mut HashSet<ObjectId>) -> Result<(), UnfitStart> {
        let given = &self.start.objects[object.index()];
        if !self.is_set(given.class) {
            return Ok(());
        }
        let number = shown(object);
        let unsorted = given.slots.windows(2).position(|pair| pair[0] >= pair[1]);
        if let Some(index) = unsorted {
            let part = GivenPart::Slot(object, index + 1);
            return unfit(
                part,
                format!("the elements of the set {number} are not sorted, or one comes twice"),
            );
        }
        let Some(record) = self.program.contents_of(given.class) else { return Ok(()) };
        let mut contents = HashSet::new();
        given.slots.iter().enumerate().try_for_each(|(index, value)| {
            let part = GivenPart::Slot(object, index);
            let Some(element) = value.object().filter(|&element| self.class(element) == record) else {
                let name = &self.program.classes[record].name;
                return unfit(part, format!("an element of the set {number} is no record of `{name}`"));
            };
            if !owned.insert(element) {
                return unfit(part, format!("the record {} belongs to two sets by contents", shown(element)));
            }
            if !contents.insert(&self.start.objects[element.index()].slots) {
                return unfit(part, format!("two records in the set {number} hold the same"));
            }
            Ok(())
        })
    }

    fn is_set(&self, class: ClassId) -> bool {
        match self.program.classes[class].kind {
            ClassKind::Set { .. } => true,
            ClassKind::Record { .. }
            | ClassKind::Interface { .. }
            | ClassKind::Array { .. }
            | ClassKind::Channel { .. } => false,
        }
    }

    fn class(&self, object: ObjectId) -> ClassId {
        self.start.objects[object.index()].class
    }

    fn value(
        &self,
        part: GivenPart,
        value: Value,
        ty: Type,
        holder: impl Fn() -> String,
    ) -> Result<(), UnfitStart> {
        let wanted = || format!("{} is of type `{}`", holder(), self.program.type_name(ty));
        let Some(object) = value.object() else {
            return match fits(self.program, value, ty) {
                true => Ok(()),
                false => unfit(part, format!("{} and cannot hold {}", wanted(), plain(value))),
            };
        };
        let number = shown(object);
        if !ty.is_reference() {
            return unfit(part, format!("{} and cannot hold a reference", wanted()));
        }
        let Some(referred) = self.start.objects.get(object.index()) else {
            return unfit(part, format!("{} refers to object {number}, which is not there", holder()));
        };
        let Some(class) = self.program.classes.get(referred.class) else {
            let what = format!("object {number} is of {}, which is not there", referred.class);
            return unfit(GivenPart::Object(object), what);
        };
        match self.program.is_assignable(Type::Ref(referred.class), ty) {
            true => Ok(()),
            false => {
                let what = format!("{} and cannot refer to object {number}, a `{}`", wanted(), class.name);
                unfit(part, what)
            }
        }
    }
}

/// A value that is no reference, in a message.
fn plain(value: Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => format!("the truth value {truth}"),
        Value::Int(number) => format!("the number {number}"),
        Value::Real(real) => format!("the number {real:?}"),
        Value::Decimal(decimal) => format!("the number {decimal}"),
        Value::String(_) => "a string".to_owned(),
        Value::Ref(object) => format!("object {}", shown(object)),
    }
}
