//! A state as a procedure sees it at its entry, and the names of its objects.
//!
//! Patterns name objects by numbers, given in the order in which the objects are first met. So two states match the
//! same pattern if reading the same spots in the same order gives the same contents, and different numbers are
//! different objects.

use base::Id;
use heap::Heap;
use ir::{ClassKind, ObjectId, Program, Value};
use verdict::{Content, Spot};

/// What a procedure can see at its entry.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) program: &'a Program,
    pub(super) globals: &'a [Value],
    pub(super) params: &'a [Value],
    pub(super) heap: &'a Heap,
    pub(super) atomic: bool,
    pub(super) number: i32,
}

impl View<'_> {
    /// What is in a spot, with the objects' own names.
    pub(super) fn content(self, spot: Spot) -> Content {
        match spot {
            Spot::Atomic => Content::Value(Value::Bool(self.atomic)),
            Spot::SelfId => Content::Value(Value::Int(self.number.into())),
            Spot::Param(local) => Content::Value(self.params[local.index()]),
            Spot::Global(global) => Content::Value(self.globals[global.index()]),
            Spot::Slot(object, slot) => Content::Value(self.heap.get(object, slot as usize)),
            Spot::Length(object) => Content::Value(Value::Int(self.heap.slots(object).len() as i64)),
            Spot::Class(object) => Content::Class(self.heap.class(object)),
            Spot::Contents(object) => Content::List(self.heap.slots(object).to_vec()),
        }
    }

    fn is_set(self, object: ObjectId) -> bool {
        matches!(self.program.classes[self.heap.class(object)].kind, ClassKind::Set { .. })
    }
}

const UNNAMED: u32 = u32::MAX;

/// Numbers of objects, in the order in which they were met.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    objects: Vec<ObjectId>,
    /// By object.
    numbers: Vec<u32>,
}

/// What a spot holds, in numbers.
pub(super) struct Seen {
    pub(super) content: Content,
    /// Objects met for the first time, in the order of the numbers that `content` gives them.
    pub(super) met: Vec<ObjectId>,
    /// They are elements of a set: every order is as good.
    pub(super) unordered: bool,
}

impl Names {
    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.objects.capacity() * size_of::<ObjectId>() + self.numbers.capacity() * size_of::<u32>()
    }

    pub(super) fn len(&self) -> usize {
        self.objects.len()
    }

    pub(super) fn clear(&mut self) {
        self.truncate(0);
    }

    /// Forgets the numbers from here on.
    pub(super) fn truncate(&mut self, len: usize) {
        for object in self.objects.drain(len..) {
            self.numbers[object.index()] = UNNAMED;
        }
    }

    pub(super) fn object(&self, number: ObjectId) -> ObjectId {
        self.objects[number.index()]
    }

    pub(super) fn number(&self, object: ObjectId) -> Option<ObjectId> {
        match self.numbers.get(object.index()) {
            Some(&UNNAMED) | None => None,
            Some(&number) => Some(ObjectId::new(number as usize)),
        }
    }

    /// Gives the next numbers to these objects.
    pub(super) fn meet(&mut self, objects: &[ObjectId]) {
        for &object in objects {
            if self.numbers.len() <= object.index() {
                self.numbers.resize(object.index() + 1, UNNAMED);
            }
            self.numbers[object.index()] = self.objects.len() as u32;
            self.objects.push(object);
        }
    }

    /// The spot with the object's own name in place of its number.
    pub(super) fn resolve(&self, spot: Spot) -> Spot {
        match spot {
            Spot::Atomic | Spot::SelfId | Spot::Param(_) | Spot::Global(_) => spot,
            Spot::Slot(number, slot) => Spot::Slot(self.object(number), slot),
            Spot::Length(number) => Spot::Length(self.object(number)),
            Spot::Class(number) => Spot::Class(self.object(number)),
            Spot::Contents(number) => Spot::Contents(self.object(number)),
        }
    }

    /// The spot with the object's number in place of its own name. The object must have one.
    pub(super) fn rename(&self, spot: Spot) -> Spot {
        let number = |object| self.number(object).expect("an object is met before its parts are read");
        match spot {
            Spot::Atomic | Spot::SelfId | Spot::Param(_) | Spot::Global(_) => spot,
            Spot::Slot(object, slot) => Spot::Slot(number(object), slot),
            Spot::Length(object) => Spot::Length(number(object)),
            Spot::Class(object) => Spot::Class(number(object)),
            Spot::Contents(object) => Spot::Contents(number(object)),
        }
    }

    /// Reads a spot, given by the objects' own names.
    pub(super) fn look(&self, view: View<'_>, spot: Spot) -> Seen {
        match view.content(spot) {
            Content::Value(value) => {
                let mut met = Vec::new();
                let value = self.name(value, &mut met);
                Seen { content: Content::Value(value), met, unordered: false }
            }
            Content::Class(class) => {
                Seen { content: Content::Class(class), met: Vec::new(), unordered: false }
            }
            Content::List(values) => {
                let unordered = matches!(spot, Spot::Contents(object) if view.is_set(object));
                let mut met = Vec::new();
                let mut values: Vec<Value> =
                    values.into_iter().map(|value| self.name(value, &mut met)).collect();
                if unordered {
                    values.sort_unstable();
                }
                Seen { content: Content::List(values), unordered: unordered && met.len() > 1, met }
            }
        }
    }

    fn name(&self, value: Value, met: &mut Vec<ObjectId>) -> Value {
        let Value::Ref(object) = value else { return value };
        Value::Ref(self.number(object).unwrap_or_else(|| {
            let index = met.iter().position(|&other| other == object).unwrap_or_else(|| {
                met.push(object);
                met.len() - 1
            });
            ObjectId::new(self.objects.len() + index)
        }))
    }
}
