//! Twins of summaries: what a procedure reads and what it does, in names and numbers of objects.

use std::collections::BTreeSet;

use base::Id;
use ir::{ClassKind, ObjectId, Program, Type};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use verdict::portable::objects::{Objects, Slot, element_type};

use crate::summary::{object_number, values};

/// What a procedure does in every state that matches a pattern.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// How many calls took this summary.
    pub uses: u64,
    /// The objects of the pattern, in the order in which it meets them. Different numbers are different objects.
    pub objects: Vec<Object>,
    /// The pattern: what was read before it was written, in the order of reading.
    pub reads: Vec<Fact>,
    /// The exits of the procedure; none if it never returns.
    pub effects: Vec<Effect>,
}

/// An object of a pattern.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Object {
    pub number: u32,
    /// The lowest class that it is known to belong to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
}

/// A place of the state and what is in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    pub place: Spot,
    pub content: Content,
}

/// A place of the state that a procedure can read or write.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Spot {
    /// Whether the caller is in an atomic section.
    AtomicSection,
    /// The number of the running thread.
    ThreadNumber,
    /// A parameter, as it was given.
    Parameter {
        name: String,
    },
    Global {
        name: String,
    },
    Field {
        object: u32,
        name: String,
    },
    Element {
        object: u32,
        index: u32,
    },
    /// The length of an array.
    Length {
        object: u32,
    },
    /// The exact class.
    Class {
        object: u32,
    },
    /// All elements of a set, or all messages of a channel.
    Contents {
        object: u32,
    },
}

/// What is in a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Content {
    Value {
        value: Value,
    },
    Class {
        name: String,
    },
    /// The elements of a set.
    Set {
        elements: Vec<Value>,
    },
    /// The messages of a channel, the oldest first.
    Channel {
        messages: Vec<Value>,
    },
}

/// A value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Value {
    /// A number, a truth value, or an enum constant, as it stands in the source.
    Plain { text: String },
    /// The null reference.
    Null,
    /// A reference to an object of the summary.
    Object { number: u32 },
}

/// One way in which a procedure can end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Effect {
    /// Objects that are allocated and can still be reached, with their contents at the end.
    pub new: Vec<NewObject>,
    /// Places with another content than before.
    pub writes: Vec<Fact>,
    pub outcome: Outcome,
}

/// An object that an effect allocates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NewObject {
    pub number: u32,
    pub class: String,
    pub slots: Slots,
}

/// What is in a new object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Slots {
    Record {
        fields: Vec<Field>,
    },
    Array {
        elements: Vec<Value>,
    },
    Set {
        elements: Vec<Value>,
    },
    /// The messages of a channel, the oldest first.
    Channel {
        messages: Vec<Value>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Field {
    pub name: String,
    pub value: Value,
}

/// How control leaves the procedure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Outcome {
    /// It returns these values: the result, then those of `out` parameters.
    Returns { values: Vec<Value> },
    /// An exception leaves it.
    Raises { exception: String },
}

impl Summary {
    pub fn of(summary: &verdict::Summary, program: &Program) -> Self {
        let verdict::Summary { proc, pattern, effects, uses } = summary;
        let proc = &program.procs[*proc];
        let mut writer = Writer { program, proc, objects: Objects::new(program, proc) };
        let reads: Vec<Fact> = pattern.iter().map(|read| writer.fact(read.spot, &read.seen)).collect();
        let met: BTreeSet<ObjectId> = pattern.iter().flat_map(|read| objects_in(&read.seen)).collect();
        Self {
            uses: *uses,
            objects: met.iter().map(|&object| writer.object(object)).collect(),
            effects: effects.iter().map(|effect| writer.effect(effect, met.len())).collect(),
            reads,
        }
    }
}

fn objects_in(content: &verdict::Content) -> Vec<ObjectId> {
    match content {
        verdict::Content::Value(value) => value.object().into_iter().collect(),
        verdict::Content::Class(_) => Vec::new(),
        verdict::Content::List(values) => values.iter().filter_map(|value| value.object()).collect(),
    }
}

/// Puts names to one summary, learning the classes of its objects on the way.
struct Writer<'p> {
    program: &'p Program,
    proc: &'p ir::Proc,
    objects: Objects<'p>,
}

impl Writer<'_> {
    fn object(&self, object: ObjectId) -> Object {
        let class = self.objects.class(object).map(|class| self.program.classes[class].name.clone());
        Object { number: object_number(object), class }
    }

    fn fact(&mut self, spot: verdict::Spot, content: &verdict::Content) -> Fact {
        let fact = Fact { place: self.spot(spot), content: self.content(spot, content) };
        self.objects.learn(spot, content);
        fact
    }

    fn spot(&self, spot: verdict::Spot) -> Spot {
        match spot {
            verdict::Spot::Atomic => Spot::AtomicSection,
            verdict::Spot::SelfId => Spot::ThreadNumber,
            verdict::Spot::Param(local) => {
                Spot::Parameter { name: name_or_id(&self.proc.locals[local].name, local) }
            }
            verdict::Spot::Global(global) => {
                Spot::Global { name: name_or_id(&self.program.globals[global].name, global) }
            }
            verdict::Spot::Slot(object, slot) => self.slot(object, slot),
            verdict::Spot::Length(object) => Spot::Length { object: object_number(object) },
            verdict::Spot::Class(object) => Spot::Class { object: object_number(object) },
            verdict::Spot::Contents(object) => Spot::Contents { object: object_number(object) },
        }
    }

    fn slot(&self, object: ObjectId, slot: u32) -> Spot {
        let number = object_number(object);
        match self.objects.slot(object, slot) {
            Slot::Field(field) => {
                Spot::Field { object: number, name: name_or_id(&self.program.fields[field].name, field) }
            }
            Slot::Element => Spot::Element { object: number, index: slot },
        }
    }

    fn content(&self, spot: verdict::Spot, content: &verdict::Content) -> Content {
        let ty = self.objects.type_of(spot);
        match content {
            verdict::Content::Value(content) => Content::Value { value: value(self.program, ty, *content) },
            verdict::Content::Class(class) => {
                Content::Class { name: name_or_id(&self.program.classes[*class].name, *class) }
            }
            verdict::Content::List(values) => {
                let values = values_of(self.program, ty, values);
                if self.is_set(spot) {
                    Content::Set { elements: values }
                } else {
                    Content::Channel { messages: values }
                }
            }
        }
    }

    fn is_set(&self, spot: verdict::Spot) -> bool {
        let verdict::Spot::Contents(object) = spot else { return false };
        matches!(self.objects.kind(object), Some(ClassKind::Set { .. }))
    }

    /// `met` objects belong to the pattern; new ones are numbered from there.
    fn effect(&mut self, effect: &verdict::Effect, met: usize) -> Effect {
        let verdict::Effect { fresh, writes, results } = effect;
        let fresh_objects = || (met..).map(ObjectId::new).zip(fresh);
        // An effect of its own: what one effect allocates is nothing to the next, which uses the same numbers.
        let outer = self.objects.clone();
        fresh_objects().for_each(|(object, new)| self.objects.learn_new(object, new));
        let effect = Effect {
            new: fresh_objects().map(|(object, new)| new_object(self.program, object, new)).collect(),
            writes: writes.iter().map(|(spot, content)| self.fact(*spot, content)).collect(),
            outcome: self.outcome(results),
        };
        self.objects = outer;
        effect
    }

    fn outcome(&self, results: &[ir::Value]) -> Outcome {
        let types = &self.proc.results;
        let (ordinary, last) = match (types.split_last(), results.split_last()) {
            (Some((&ty, _)), Some((&last, ordinary))) if values::is_exception(self.program, ty) => {
                (ordinary, Some((ty, last)))
            }
            _ => (results, None),
        };
        match last {
            Some((ty, raised)) if raised != ir::Value::Int(0) => {
                Outcome::Raises { exception: values::text(self.program, Some(ty), raised) }
            }
            Some(_) | None => {
                let result = |(&result, &ty): (&ir::Value, &Type)| value(self.program, Some(ty), result);
                Outcome::Returns { values: ordinary.iter().zip(types).map(result).collect() }
            }
        }
    }
}

pub(crate) fn name_or_id(name: &str, id: impl Id) -> String {
    if name.is_empty() { id.to_string() } else { name.to_owned() }
}

pub(crate) fn value(program: &Program, ty: Option<Type>, value: ir::Value) -> Value {
    match value {
        ir::Value::Null => Value::Null,
        ir::Value::Ref(object) => Value::Object { number: object_number(object) },
        ir::Value::Bool(_)
        | ir::Value::Int(_)
        | ir::Value::Real(_)
        | ir::Value::Decimal(_)
        | ir::Value::String(_) => Value::Plain { text: values::text(program, ty, value) },
    }
}

fn values_of(program: &Program, ty: Option<Type>, values: &[ir::Value]) -> Vec<Value> {
    values.iter().map(|&one| value(program, ty, one)).collect()
}

/// The fields, elements or messages of an object.
pub(crate) fn slots(program: &Program, object: &verdict::NewObject) -> Slots {
    let verdict::NewObject { class, slots } = object;
    let kind = &program.classes[*class].kind;
    let values = values_of(program, element_type(kind), slots);
    match kind {
        ClassKind::Record { fields, .. } => {
            let field = |(&field, &slot): (&ir::FieldId, &ir::Value)| {
                let ir::Field { name, ty, .. } = &program.fields[field];
                Field { name: name_or_id(name, field), value: value(program, Some(*ty), slot) }
            };
            Slots::Record { fields: fields.iter().zip(slots).map(field).collect() }
        }
        ClassKind::Array { .. } | ClassKind::Interface { .. } => Slots::Array { elements: values },
        ClassKind::Set { .. } => Slots::Set { elements: values },
        ClassKind::Channel { .. } => Slots::Channel { messages: values },
    }
}

pub(crate) fn new_object(program: &Program, object: ObjectId, new: &verdict::NewObject) -> NewObject {
    let class = program.classes[new.class].name.clone();
    NewObject { number: object_number(object), class, slots: slots(program, new) }
}
