//! From ids to names.

use base::Id;
use ir::{ClassId, ClassKind, FieldId, ObjectId, ProcId, Program, Type, Value};

use super::fingerprint::Fingerprints;
use super::names::Names;
use super::objects::{Objects, Slot, element_type};
use super::{
    PortableContent, PortableEffect, PortableObject, PortableSet, PortableSlots, PortableSpot,
    PortableSummary, PortableValue,
};
use crate::summary::{Content, Effect, MalformedSummary, NewObject, Spot, Summary, SummarySet};

impl PortableSet {
    /// The portable form of summaries of a program that [`ir::verify()`] has passed. Only what is well-formed has one.
    pub fn of(program: &Program, set: &SummarySet) -> Result<Self, MalformedSummary> {
        set.verify(program)?;
        let (names, fingerprints) = (Names::of(program), Fingerprints::of(program));
        let summary =
            |summary: &Summary| Writer::new(program, &names, summary.proc).summary(summary, &fingerprints);
        Ok(Self { summaries: set.summaries.iter().map(summary).collect() })
    }
}

/// Puts names to one well-formed summary: everything in it exists.
struct Writer<'a> {
    program: &'a Program,
    names: &'a Names,
    proc: ProcId,
    objects: Objects<'a>,
}

impl<'a> Writer<'a> {
    fn new(program: &'a Program, names: &'a Names, proc: ProcId) -> Self {
        Self { program, names, proc, objects: Objects::new(program, &program.procs[proc]) }
    }

    fn summary(mut self, summary: &Summary, fingerprints: &Fingerprints) -> PortableSummary {
        let Summary { proc, pattern, effects, uses } = summary;
        let reads = pattern.iter().map(|read| self.entry(read.spot, &read.seen)).collect();
        let met = self.objects.count();
        PortableSummary {
            procedure: named(self.names.procs.name(*proc), proc),
            fingerprint: fingerprints.of_proc(*proc),
            uses: *uses,
            reads,
            effects: effects.iter().map(|effect| self.effect(effect, met)).collect(),
        }
    }

    fn entry(&mut self, spot: Spot, content: &Content) -> (PortableSpot, PortableContent) {
        let entry = (self.spot(spot), self.content(spot, content));
        self.objects.learn(spot, content);
        entry
    }

    fn spot(&self, spot: Spot) -> PortableSpot {
        match spot {
            Spot::Atomic => PortableSpot::Atomic,
            Spot::SelfId => PortableSpot::SelfId,
            Spot::Param(local) => {
                let name = self.names.params(self.proc).and_then(|params| params.name(local));
                PortableSpot::Parameter(named(name, &local))
            }
            Spot::Global(global) => PortableSpot::Global(named(self.names.globals.name(global), &global)),
            Spot::Slot(object, slot) => match self.objects.slot(object, slot) {
                Slot::Field(field) => PortableSpot::Field(object, self.field(field)),
                Slot::Element => PortableSpot::Element(object, slot),
            },
            Spot::Length(object) => PortableSpot::Length(object),
            Spot::Class(object) => PortableSpot::Class(object),
            Spot::Contents(object) => PortableSpot::Contents(object),
        }
    }

    fn field(&self, field: FieldId) -> String {
        named(self.names.fields.name(field), &field)
    }

    fn class(&self, class: ClassId) -> String {
        named(self.names.classes.name(class), &class)
    }

    fn content(&self, spot: Spot, content: &Content) -> PortableContent {
        let ty = self.objects.type_of(spot);
        match content {
            Content::Value(value) => PortableContent::Value(self.value(ty, *value)),
            Content::Class(class) => PortableContent::Class(self.class(*class)),
            Content::List(values) => PortableContent::List(self.values(ty, values)),
        }
    }

    fn values(&self, ty: Option<Type>, values: &[Value]) -> Vec<PortableValue> {
        values.iter().map(|&value| self.value(ty, value)).collect()
    }

    fn value(&self, ty: Option<Type>, value: Value) -> PortableValue {
        match value {
            Value::Null => PortableValue::Null,
            Value::Bool(truth) => PortableValue::Bool(truth),
            Value::Int(number) => self.number(ty, number),
            Value::Real(real) => PortableValue::Real(real),
            Value::Decimal(number) => PortableValue::Decimal(number),
            Value::String(text) => {
                PortableValue::String(self.program.strings.get(text).unwrap_or_default().to_owned())
            }
            Value::Ref(object) => PortableValue::Object(object),
        }
    }

    fn number(&self, ty: Option<Type>, number: i64) -> PortableValue {
        match ty {
            Some(Type::Enum(of)) => {
                let constants = self.names.constants(of);
                let index = usize::try_from(number).ok();
                let name = constants.and_then(|constants| constants.name(Id::new(index?)));
                PortableValue::Constant(named(name, &of))
            }
            Some(Type::Int(int)) => PortableValue::Int(int.decode(number)),
            Some(_) | None => PortableValue::Int(number.into()),
        }
    }

    fn effect(&mut self, effect: &Effect, met: usize) -> PortableEffect {
        let Effect { fresh, writes, results } = effect;
        let outer = self.objects.clone();
        for (index, new) in fresh.iter().enumerate() {
            self.objects.learn_new(ObjectId::new(met + index), new);
        }
        let types = &self.program.procs[self.proc].results;
        let effect = PortableEffect {
            fresh: fresh.iter().map(|new| self.new_object(new)).collect(),
            writes: writes.iter().map(|(spot, content)| self.entry(*spot, content)).collect(),
            results: types.iter().zip(results).map(|(&ty, &value)| self.value(Some(ty), value)).collect(),
        };
        self.objects = outer;
        effect
    }

    fn new_object(&self, new: &NewObject) -> PortableObject {
        let NewObject { class, slots } = new;
        let kind = &self.program.classes[*class].kind;
        let slots = match kind {
            ClassKind::Record { fields, .. } => {
                let field = |(&field, &value): (&FieldId, &Value)| {
                    (self.field(field), self.value(Some(self.program.fields[field].ty), value))
                };
                PortableSlots::Fields(fields.iter().zip(slots).map(field).collect())
            }
            ClassKind::Array { .. }
            | ClassKind::Set { .. }
            | ClassKind::Channel { .. }
            | ClassKind::Interface { .. } => PortableSlots::Elements(self.values(element_type(kind), slots)),
        };
        PortableObject { class: self.class(*class), slots }
    }
}

/// The name of something that a well-formed summary speaks of.
fn named(name: Option<&str>, of: &impl std::fmt::Debug) -> String {
    name.unwrap_or_else(|| panic!("{of:?} of a well-formed summary has no name")).to_owned()
}
