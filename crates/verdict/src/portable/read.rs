//! From names to ids.
//!
//! A portable form comes from outside: everything in it may be wrong, and everything wrong has a sentence. What is read
//! is well-formed as far as names and types of values go; [`SummarySet::verify`] checks the rest.

use std::collections::HashSet;
use std::fmt;

use base::Id;
use ir::{ClassId, ClassKind, EnumId, FieldId, IntType, ObjectId, ProcId, Program, Type, Value};

use super::names::{Names, NoMeaning, Table};
use super::objects::{Objects, Slot, element_type};
use super::{
    PortableContent, PortableEffect, PortableObject, PortableSet, PortableSlots, PortableSpot,
    PortableSummary, PortableValue, object_name,
};
use crate::summary::{Content, Effect, NewObject, Read, Spot, Summary, SummarySet};

/// Why a portable form says nothing of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortableError {
    /// The index in the set.
    pub summary: usize,
    pub procedure: String,
    pub problem: PortableProblem,
}

/// What is wrong with a summary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PortableProblem {
    /// The program has nothing of this kind and name.
    Unknown {
        kind: &'static str,
        name: String,
    },
    /// The program has several.
    Ambiguous {
        kind: &'static str,
        name: String,
        count: usize,
    },
    /// Nothing says what this object is.
    UnknownObject(ObjectId),
    /// An object of this class, if it is known, has no such field or element.
    NoSlot {
        object: ObjectId,
        class: Option<String>,
        slot: String,
    },
    /// A place comes twice in one list.
    Twice {
        spot: PortableSpot,
        verb: &'static str,
    },
    /// A value, or what a place holds, is of another kind or type.
    Wrong {
        found: String,
        expected: String,
    },
    /// Where something is wrong.
    At {
        place: String,
        problem: Box<PortableProblem>,
    },
    /// The number of results is another one.
    Results {
        declared: usize,
        returned: usize,
    },
    /// An interface has no objects.
    Interface,
    /// A record has fields and no elements, and everything else has elements and no fields.
    Slots {
        is_record: bool,
    },
    NoField(String),
    FieldTwice(String),
    FieldMissing(String),
}

impl fmt::Display for PortableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { summary, procedure, problem } = self;
        write!(f, "summary {}, of `{procedure}`: {problem}", summary + 1)
    }
}

impl std::error::Error for PortableError {}

impl fmt::Display for PortableProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { kind, name } => write!(f, "there is no {kind} `{name}`"),
            Self::Ambiguous { kind, name, count } => {
                write!(f, "`{name}` is ambiguous: {count} entities of this kind ({kind}) have the name")
            }
            Self::UnknownObject(object) => write!(f, "nothing says what `{}` is", object_name(*object)),
            Self::NoSlot { object, class, slot } => {
                let class = class.as_deref().unwrap_or("unknown class");
                write!(f, "`{}`, of {class}, has no `{slot}`", object_name(*object))
            }
            Self::Twice { spot, verb } => write!(f, "{spot} is {verb} twice"),
            Self::Wrong { found, expected } => write!(f, "{found} where {expected} must be"),
            Self::At { place, problem } => write!(f, "{place}: {problem}"),
            Self::Results { declared, returned } => {
                write!(f, "it has {declared} results and returns {returned}")
            }
            Self::Interface => write!(f, "an interface has no objects"),
            Self::Slots { is_record: true } => write!(f, "its fields must be given, and no elements"),
            Self::Slots { is_record: false } => write!(f, "its elements must be given, and no fields"),
            Self::NoField(name) => write!(f, "it has no field `{name}`"),
            Self::FieldTwice(name) => write!(f, "`{name}` is given twice"),
            Self::FieldMissing(name) => write!(f, "the field `{name}` is missing"),
        }
    }
}

type Found<T> = Result<T, PortableProblem>;

impl PortableProblem {
    fn at(self, place: impl fmt::Display) -> Self {
        Self::At { place: place.to_string(), problem: Box::new(self) }
    }
}

impl PortableSet {
    /// What the names mean in a program that [`ir::verify()`] has passed.
    pub fn resolve(&self, program: &Program) -> Result<SummarySet, PortableError> {
        let names = Names::of(program);
        let read = |(index, summary): (usize, &PortableSummary)| {
            resolved(program, &names, summary).map_err(|problem| PortableError {
                summary: index,
                procedure: summary.procedure.clone(),
                problem,
            })
        };
        let summaries = self.summaries.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(SummarySet { summaries })
    }
}

fn resolved(program: &Program, names: &Names, summary: &PortableSummary) -> Found<Summary> {
    // Whether the summary is out of date is another question.
    let PortableSummary { procedure, fingerprint: _, uses, reads, effects } = summary;
    let proc = names.procs.find("procedure", procedure)?;
    let mut reader = Reader { program, names, proc, objects: Objects::new(program, &program.procs[proc]) };
    let pattern = reader.entries(reads, "read")?;
    let met = reader.objects.count();
    let effects = effects.iter().map(|effect| reader.effect(effect, met)).collect::<Found<_>>()?;
    let pattern = pattern.into_iter().map(|(spot, seen)| Read { spot, seen }).collect();
    Ok(Summary { proc, pattern, effects, uses: *uses })
}

impl<I: Id> Table<I> {
    /// What a name means; `kind` is for the message.
    pub fn find(&self, kind: &'static str, name: &str) -> Result<I, PortableProblem> {
        self.id(name).map_err(|no_meaning| match no_meaning {
            NoMeaning::Unknown => PortableProblem::Unknown { kind, name: name.to_owned() },
            NoMeaning::Ambiguous(count) => PortableProblem::Ambiguous { kind, name: name.to_owned(), count },
        })
    }
}

/// Looks up the names of one summary.
struct Reader<'a> {
    program: &'a Program,
    names: &'a Names,
    proc: ProcId,
    objects: Objects<'a>,
}

impl Reader<'_> {
    /// Entries one after the other; no place may occur twice.
    fn entries(
        &mut self,
        entries: &[(PortableSpot, PortableContent)],
        verb: &'static str,
    ) -> Found<Vec<(Spot, Content)>> {
        let mut seen = HashSet::new();
        let mut found = Vec::with_capacity(entries.len());
        for (place, content) in entries {
            let spot = self.spot(place)?;
            if !seen.insert(spot) {
                return Err(PortableProblem::Twice { spot: place.clone(), verb });
            }
            let content = self
                .content(spot, content)
                .map_err(|problem| problem.at(format_args!("the content of {place}")))?;
            self.objects.learn(spot, &content);
            found.push((spot, content));
        }
        Ok(found)
    }

    fn spot(&self, place: &PortableSpot) -> Found<Spot> {
        Ok(match place {
            PortableSpot::Atomic => Spot::Atomic,
            PortableSpot::SelfId => Spot::SelfId,
            PortableSpot::Parameter(name) => {
                let params = self.names.params(self.proc);
                let unknown = || PortableProblem::Unknown { kind: "parameter", name: name.clone() };
                Spot::Param(params.ok_or_else(unknown)?.find("parameter", name)?)
            }
            PortableSpot::Global(name) => Spot::Global(self.names.globals.find("global", name)?),
            PortableSpot::Field(object, name) => {
                let field = self.names.fields.find("field", name)?;
                self.slot(*object, self.program.fields[field].slot, Slot::Field(field), name.clone())?
            }
            PortableSpot::Element(object, index) => {
                self.slot(*object, *index, Slot::Element, format!("[{index}]"))?
            }
            PortableSpot::Length(object) => Spot::Length(self.known(*object)?),
            PortableSpot::Class(object) => Spot::Class(self.known(*object)?),
            PortableSpot::Contents(object) => Spot::Contents(self.known(*object)?),
        })
    }

    /// A slot that must be what the summary takes it for.
    fn slot(&self, object: ObjectId, slot: u32, expected: Slot, shown: String) -> Found<Spot> {
        let object = self.known(object)?;
        if self.objects.slot(object, slot) == expected {
            return Ok(Spot::Slot(object, slot));
        }
        let class = self.objects.class(object).and_then(|class| self.names.classes.name(class));
        Err(PortableProblem::NoSlot { object, class: class.map(str::to_owned), slot: shown })
    }

    /// An object that was met before.
    fn known(&self, object: ObjectId) -> Found<ObjectId> {
        if self.objects.is_known(object) { Ok(object) } else { Err(PortableProblem::UnknownObject(object)) }
    }

    fn class(&self, name: &str) -> Found<ClassId> {
        self.names.classes.find("class", name)
    }

    fn content(&self, spot: Spot, content: &PortableContent) -> Found<Content> {
        let ty = self.objects.type_of(spot);
        match (spot, content) {
            (Spot::Class(_), PortableContent::Class(name)) => Ok(Content::Class(self.class(name)?)),
            (Spot::Contents(_), PortableContent::List(list)) => Ok(Content::List(self.values(ty, list)?)),
            (Spot::Class(_), _) => Err(wrong_kind(content, "a class")),
            (Spot::Contents(_), _) => Err(wrong_kind(content, "a list")),
            (
                Spot::Atomic
                | Spot::SelfId
                | Spot::Param(_)
                | Spot::Global(_)
                | Spot::Slot(..)
                | Spot::Length(_),
                PortableContent::Value(value),
            ) => Ok(Content::Value(self.value(ty, value)?)),
            (
                Spot::Atomic
                | Spot::SelfId
                | Spot::Param(_)
                | Spot::Global(_)
                | Spot::Slot(..)
                | Spot::Length(_),
                PortableContent::Class(_) | PortableContent::List(_),
            ) => Err(wrong_kind(content, "a value")),
        }
    }

    fn values(&self, ty: Option<Type>, values: &[PortableValue]) -> Found<Vec<Value>> {
        values.iter().map(|value| self.value(ty, value)).collect()
    }

    fn value(&self, ty: Option<Type>, value: &PortableValue) -> Found<Value> {
        match (ty, value) {
            (Some(Type::Bool) | None, PortableValue::Bool(truth)) => Ok(Value::Bool(*truth)),
            (Some(Type::Int(int)), PortableValue::Int(number)) => integer(int, *number),
            (None, PortableValue::Int(number)) => {
                let number = i64::try_from(*number).map(Value::Int);
                number.map_err(|_| wrong(value, "a whole number of 64 bits"))
            }
            (Some(Type::Real(_)) | None, PortableValue::Real(real)) => Ok(Value::Real(*real)),
            (Some(Type::Decimal) | None, PortableValue::Decimal(number)) => Ok(Value::Decimal(*number)),
            (Some(Type::Enum(of)), PortableValue::Constant(name)) => self.constant(of, name),
            (Some(Type::String) | None, PortableValue::String(text)) => {
                let found = self.program.strings.find(text).map(Value::String);
                found.ok_or_else(|| wrong(value, "a string of the program"))
            }
            (Some(Type::Ref(_) | Type::Object) | None, PortableValue::Null) => Ok(Value::Null),
            (Some(Type::Ref(_) | Type::Object) | None, PortableValue::Object(object)) => {
                Ok(Value::Ref(*object))
            }
            (Some(Type::Bool), _) => Err(wrong(value, "true or false")),
            (Some(Type::Int(int)), _) => Err(wrong(value, &format!("a number of type {int}"))),
            (Some(Type::Real(_)), _) => Err(wrong(value, "a floating-point number")),
            (Some(Type::Decimal), _) => Err(wrong(value, "a decimal number")),
            (Some(Type::String), _) => Err(wrong(value, "a string")),
            (Some(Type::Enum(of)), _) => Err(wrong(value, &self.constant_of(of))),
            (Some(Type::Ref(_) | Type::Object), _) => Err(wrong(value, "null or an object")),
            (None, PortableValue::Constant(_)) => Err(wrong(value, "a value without an enum")),
        }
    }

    fn constant(&self, of: EnumId, name: &str) -> Found<Value> {
        let constants = self.names.constants(of);
        match constants.map(|constants| constants.id(name)) {
            Some(Ok(constant)) => Ok(Value::Int(constant.index() as i64)),
            Some(Err(NoMeaning::Ambiguous(count))) => {
                Err(PortableProblem::Ambiguous { kind: "constant", name: name.to_owned(), count })
            }
            Some(Err(NoMeaning::Unknown)) | None => {
                Err(wrong(&PortableValue::Constant(name.to_owned()), &self.constant_of(of)))
            }
        }
    }

    fn constant_of(&self, of: EnumId) -> String {
        format!("a constant of `{}`", self.names.enums.name(of).unwrap_or_default())
    }

    fn effect(&mut self, effect: &PortableEffect, met: usize) -> Found<Effect> {
        let PortableEffect { fresh, writes, results } = effect;
        let outer = self.objects.clone();
        let fresh: Vec<NewObject> = fresh.iter().map(|new| self.new_object(new)).collect::<Found<_>>()?;
        for (index, new) in fresh.iter().enumerate() {
            self.objects.learn_new(ObjectId::new(met + index), new);
        }
        let types = &self.program.procs[self.proc].results;
        if results.len() != types.len() {
            return Err(PortableProblem::Results { declared: types.len(), returned: results.len() });
        }
        let result = |(value, &ty): (&PortableValue, &Type)| {
            self.value(Some(ty), value).map_err(|problem| problem.at("a result"))
        };
        let results = results.iter().zip(types).map(result).collect::<Found<_>>()?;
        let writes = self.entries(writes, "written")?;
        self.objects = outer;
        Ok(Effect { fresh, writes, results })
    }

    fn new_object(&self, new: &PortableObject) -> Found<NewObject> {
        let PortableObject { class: name, slots } = new;
        let class = self.class(name)?;
        let kind = &self.program.classes[class].kind;
        let slots = match (kind, slots) {
            (ClassKind::Record { fields, .. }, PortableSlots::Fields(given)) => self.fields(fields, given),
            (
                ClassKind::Array { .. } | ClassKind::Set { .. } | ClassKind::Channel { .. },
                PortableSlots::Elements(elements),
            ) => self.values(element_type(kind), elements),
            (ClassKind::Interface { .. }, _) => Err(PortableProblem::Interface),
            (ClassKind::Record { .. }, PortableSlots::Elements(_)) => {
                Err(PortableProblem::Slots { is_record: true })
            }
            (
                ClassKind::Array { .. } | ClassKind::Set { .. } | ClassKind::Channel { .. },
                PortableSlots::Fields(_),
            ) => Err(PortableProblem::Slots { is_record: false }),
        };
        let slots = slots.map_err(|problem| problem.at(format_args!("a new `{name}`")))?;
        Ok(NewObject { class, slots })
    }

    /// The values of all declared fields, in slot order. They may be given in any order, each once.
    fn fields(&self, declared: &[FieldId], given: &[(String, PortableValue)]) -> Found<Vec<Value>> {
        let mut slots: Vec<Option<Value>> = vec![None; declared.len()];
        for (name, value) in given {
            let no_field = || PortableProblem::NoField(name.clone());
            let field = self.names.fields.id(name).map_err(|_| no_field())?;
            let position = declared.iter().position(|&other| other == field).ok_or_else(no_field)?;
            let ty = self.program.fields[field].ty;
            let value =
                self.value(Some(ty), value).map_err(|problem| problem.at(format_args!("`{name}`")))?;
            if slots[position].replace(value).is_some() {
                return Err(PortableProblem::FieldTwice(name.clone()));
            }
        }
        let missing = |slot: usize| {
            let name = self.names.fields.name(declared[slot]).unwrap_or_default();
            PortableProblem::FieldMissing(name.to_owned())
        };
        let slot = |(index, value): (usize, Option<Value>)| value.ok_or_else(|| missing(index));
        slots.into_iter().enumerate().map(slot).collect()
    }
}

fn wrong(value: &PortableValue, expected: &str) -> PortableProblem {
    PortableProblem::Wrong { found: value.to_string(), expected: expected.to_owned() }
}

fn wrong_kind(content: &PortableContent, expected: &str) -> PortableProblem {
    let found = match content {
        PortableContent::Value(value) => value.to_string(),
        PortableContent::Class(name) => format!("the class `{name}`"),
        PortableContent::List(list) => format!("a list of {}", list.len()),
    };
    PortableProblem::Wrong { found, expected: expected.to_owned() }
}

fn integer(int: IntType, number: i128) -> Found<Value> {
    let (least, greatest) = int.bounds();
    if (least..=greatest).contains(&number) {
        // A number of an unsigned type of 64 bits is held by its bits.
        return Ok(Value::Int(number as i64));
    }
    Err(wrong(&PortableValue::Int(number), &format!("a number of type {int}")))
}
