//! What is known of the objects of one summary.
//!
//! A pattern says the class of an object only where the procedure looked at it. Elsewhere the declared types say
//! enough: an object that was read from a field of type `Node` is a `Node`. Knowledge grows along the pattern, in the
//! order of its reads.

use std::collections::HashMap;

use crate::summary::{Content, NewObject, Spot};
use ir::{ClassId, ClassKind, FieldId, IntType, ObjectId, Proc, Program, Type, Value};

/// The classes of a summary's objects.
#[derive(Clone, Debug)]
pub struct Objects<'p> {
    program: &'p Program,
    proc: &'p Proc,
    /// Of each object that was met, the lowest class that it is known to belong to.
    classes: HashMap<ObjectId, Option<ClassId>>,
}

/// What a slot of an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    Field(FieldId),
    /// An element of an array, or a slot of an object of unknown class.
    Element,
}

impl<'p> Objects<'p> {
    pub fn new(program: &'p Program, proc: &'p Proc) -> Self {
        Self { program, proc, classes: HashMap::new() }
    }

    /// Takes note of what is in a spot.
    pub fn learn(&mut self, spot: Spot, content: &Content) {
        let ty = self.type_of(spot);
        match (content, spot) {
            (Content::Class(class), Spot::Class(object)) => self.learn_class(object, *class),
            (Content::Class(_), _) => {}
            (Content::Value(value), _) => self.learn_value(*value, ty),
            (Content::List(values), _) => values.iter().for_each(|value| self.learn_value(*value, ty)),
        }
    }

    /// Takes note of an object that an effect allocates.
    pub fn learn_new(&mut self, object: ObjectId, new: &NewObject) {
        self.learn_class(object, new.class);
    }

    pub fn learn_value(&mut self, value: Value, ty: Option<Type>) {
        match (value, ty) {
            (Value::Ref(object), Some(Type::Ref(class))) => self.learn_class(object, class),
            (Value::Ref(object), _) => {
                self.classes.entry(object).or_insert(None);
            }
            (
                Value::Null
                | Value::Bool(_)
                | Value::Int(_)
                | Value::Real(_)
                | Value::Decimal(_)
                | Value::String(_),
                _,
            ) => {}
        }
    }

    fn learn_class(&mut self, object: ObjectId, class: ClassId) {
        let known = self.classes.entry(object).or_insert(None);
        let exists = self.program.classes.get(class).is_some();
        if exists && known.is_none_or(|known| self.program.is_subclass(class, known)) {
            *known = Some(class);
        }
    }

    /// Whether the object was met before.
    pub fn is_known(&self, object: ObjectId) -> bool {
        self.classes.contains_key(&object)
    }

    /// How many objects were met.
    pub fn count(&self) -> usize {
        self.classes.len()
    }

    /// The lowest class that the object is known to belong to.
    pub fn class(&self, object: ObjectId) -> Option<ClassId> {
        self.classes.get(&object).copied().flatten()
    }

    pub fn kind(&self, object: ObjectId) -> Option<&'p ClassKind> {
        self.program.classes.get(self.class(object)?).map(|class| &class.kind)
    }

    pub fn slot(&self, object: ObjectId, slot: u32) -> Slot {
        match self.kind(object) {
            Some(ClassKind::Record { fields, .. }) => {
                fields.get(slot as usize).map_or(Slot::Element, |&field| Slot::Field(field))
            }
            Some(
                ClassKind::Interface { .. }
                | ClassKind::Array { .. }
                | ClassKind::Set { .. }
                | ClassKind::Channel { .. },
            )
            | None => Slot::Element,
        }
    }

    /// The declared type of the value in a spot, or of each value in it; `None` where it is unknown or the spot holds a
    /// class.
    pub fn type_of(&self, spot: Spot) -> Option<Type> {
        match spot {
            Spot::Atomic => Some(Type::Bool),
            Spot::SelfId | Spot::Length(_) => Some(Type::Int(IntType::I32)),
            Spot::Param(local) => self.proc.locals.get(local).map(|local| local.ty),
            Spot::Global(global) => self.program.globals.get(global).map(|global| global.ty),
            Spot::Slot(object, slot) => match self.slot(object, slot) {
                Slot::Field(field) => self.program.fields.get(field).map(|field| field.ty),
                Slot::Element => self.element(object),
            },
            Spot::Contents(object) => self.element(object),
            Spot::Class(_) => None,
        }
    }

    fn element(&self, object: ObjectId) -> Option<Type> {
        element_type(self.kind(object)?)
    }
}

/// The type of the elements of an array, a set or a channel.
pub fn element_type(kind: &ClassKind) -> Option<Type> {
    match kind {
        ClassKind::Array { element, .. }
        | ClassKind::Set { element, .. }
        | ClassKind::Channel { element } => Some(*element),
        ClassKind::Record { .. } | ClassKind::Interface { .. } => None,
    }
}
