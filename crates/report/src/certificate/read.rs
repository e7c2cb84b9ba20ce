//! From text to a document, and from a document to summaries of a program.
//!
//! A certificate comes from outside: everything in it may be wrong, and everything wrong has a sentence. Values are
//! read by the declared types of their places, so `"Red"` is a constant where an enum stands and an error elsewhere.

use std::collections::HashSet;
use std::fmt;

use base::Id;
use ir::{ClassKind, Decimal, ObjectId, ProcId, Program, Real, Type, Value};
use serde::Deserialize;
use serde_json::Value as Json;
use verdict::{Content, Proof, Read, Spot, SummarySet};

use super::{CertificateFile, Effect, Entry, FieldEntry, Ground, NewObject, Place, Summary};
use crate::SCHEMA_VERSION;
use crate::summary::names::Names;
use crate::summary::objects::{Objects, Slot, element_type};
use crate::summary::values;

/// What is wrong with a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CertificateError {
    /// No JSON, or no certificate.
    Syntax(String),
    /// Written in a form that this version does not know.
    Version(u64),
    /// Counts of states and nothing else.
    NotCheckable,
    /// Counts of path edges and nothing else.
    NoFormulas,
    /// A summary that says nothing of this program. Summaries are counted from 1.
    Summary { number: usize, procedure: String, problem: String },
    /// A proof that says nothing of this program.
    Proof(String),
}

impl std::error::Error for CertificateError {}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(problem) => write!(f, "it is no certificate: {problem}"),
            Self::Version(found) => {
                write!(
                    f,
                    "it has version {found} of the format, and only version {SCHEMA_VERSION} can be read"
                )
            }
            Self::NotCheckable => {
                write!(f, "it holds the counts of an exhaustive search, which only a second search can check")
            }
            Self::NoFormulas => {
                write!(f, "it holds counts of path edges, and no formulas, which would have been too large")
            }
            Self::Summary { number, procedure, problem } => {
                write!(f, "summary {number}, of `{procedure}`: {problem}")
            }
            Self::Proof(problem) => write!(f, "it is no proof of this program: {problem}"),
        }
    }
}

/// Enough to know the version.
#[derive(Deserialize)]
struct Header {
    schema_version: u64,
}

impl CertificateFile {
    /// Reads a document. Names are not looked up yet.
    pub fn parse(text: &str) -> Result<Self, CertificateError> {
        let syntax = |error: serde_json::Error| CertificateError::Syntax(error.to_string());
        let Header { schema_version } = serde_json::from_str(text).map_err(syntax)?;
        if schema_version != u64::from(SCHEMA_VERSION) {
            return Err(CertificateError::Version(schema_version));
        }
        serde_json::from_str(text).map_err(syntax)
    }

    /// What there is to check, with all names looked up in the program.
    pub fn proof(&self, program: &Program) -> Result<Proof, CertificateError> {
        let summaries = match &self.certificate {
            Ground::Exhaustive { .. } => return Err(CertificateError::NotCheckable),
            Ground::Edges { .. } => return Err(CertificateError::NoFormulas),
            Ground::Pushdown(proof) => {
                let proof = proof.read(program).map_err(CertificateError::Proof)?;
                return Ok(Proof::Pushdown(proof.into()));
            }
            Ground::Boolean(proof) => {
                let proof = proof.read(program).map_err(CertificateError::Proof)?;
                return Ok(Proof::Boolean(proof.into()));
            }
            Ground::Summaries(summaries) => summaries,
        };
        let names = Names::of(program);
        let read = |(index, summary): (usize, &Summary)| {
            summary_of(program, &names, summary).map_err(|problem| CertificateError::Summary {
                number: index + 1,
                procedure: summary.procedure.clone(),
                problem,
            })
        };
        let summaries = summaries.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(Proof::Summaries(SummarySet { summaries }.into()))
    }
}

/// What is wrong, in a few words.
type Problem = String;

fn summary_of(program: &Program, names: &Names, summary: &Summary) -> Result<verdict::Summary, Problem> {
    let Summary { procedure, uses, reads, effects } = summary;
    let proc = names.procs.id(procedure).ok_or("the program has no such procedure")?;
    let mut reader = Reader { program, names, proc, objects: Objects::new(program, &program.procs[proc]) };
    let pattern = reader.entries(reads, "read")?;
    let met = reader.objects.count();
    let effects = effects.iter().map(|effect| reader.effect(effect, met)).collect::<Result<_, _>>()?;
    let pattern = pattern.into_iter().map(|(spot, seen)| Read { spot, seen }).collect();
    Ok(verdict::Summary { proc, pattern, effects, uses: *uses })
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
    fn entries(&mut self, entries: &[Entry], verb: &str) -> Result<Vec<(Spot, Content)>, Problem> {
        let mut seen = HashSet::new();
        let mut found = Vec::with_capacity(entries.len());
        for Entry(place, content) in entries {
            let spot = self.spot(place)?;
            if !seen.insert(spot) {
                return Err(format!("{} is {verb} twice", described(place)));
            }
            let content = self
                .content(spot, content)
                .map_err(|problem| format!("the content of {}: {problem}", described(place)))?;
            self.objects.learn(spot, &content);
            found.push((spot, content));
        }
        Ok(found)
    }

    fn spot(&self, place: &Place) -> Result<Spot, Problem> {
        let unknown = |what: &str, name: &str| format!("there is no {what} `{name}`");
        Ok(match place {
            Place::Atomic => Spot::Atomic,
            Place::Thread => Spot::SelfId,
            Place::Parameter(name) => {
                let params = self.names.params(self.proc);
                Spot::Param(
                    params.and_then(|params| params.id(name)).ok_or_else(|| unknown("parameter", name))?,
                )
            }
            Place::Global(name) => {
                Spot::Global(self.names.globals.id(name).ok_or_else(|| unknown("global", name))?)
            }
            Place::Field(object, name) => {
                let field = self.names.fields.id(name).ok_or_else(|| unknown("field", name))?;
                self.slot(object, self.program.fields[field].slot, Slot::Field(field), name)?
            }
            Place::Element(object, index) => {
                self.slot(object, *index, Slot::Element, &format!("[{index}]"))?
            }
            Place::Length(object) => Spot::Length(self.known(object)?),
            Place::Class(object) => Spot::Class(self.known(object)?),
            Place::Contents(object) => Spot::Contents(self.known(object)?),
        })
    }

    /// A slot that must be what the certificate takes it for.
    fn slot(&self, name: &str, slot: u32, expected: Slot, shown: &str) -> Result<Spot, Problem> {
        let object = self.known(name)?;
        if self.objects.slot(object, slot) != expected {
            let class = self.objects.class(object).and_then(|class| self.names.classes.name(class));
            let class = class.unwrap_or("unknown class");
            return Err(format!("`{name}`, of {class}, has no `{shown}`"));
        }
        Ok(Spot::Slot(object, slot))
    }

    /// An object that was met before.
    fn known(&self, name: &str) -> Result<ObjectId, Problem> {
        let object = object(name)?;
        if self.objects.is_known(object) { Ok(object) } else { Err(format!("nothing says what `{name}` is")) }
    }

    fn content(&self, spot: Spot, content: &Json) -> Result<Content, Problem> {
        let ty = self.objects.type_of(spot);
        match spot {
            Spot::Class(_) => {
                let name = content.as_str().ok_or("the name of a class must stand here")?;
                let class = self.names.classes.id(name);
                Ok(Content::Class(class.ok_or_else(|| format!("there is no class `{name}`"))?))
            }
            Spot::Contents(_) => {
                let list = content.as_array().ok_or("a list must stand here")?;
                Ok(Content::List(self.values(ty, list)?))
            }
            Spot::Atomic
            | Spot::SelfId
            | Spot::Param(_)
            | Spot::Global(_)
            | Spot::Slot(..)
            | Spot::Length(_) => Ok(Content::Value(self.value(ty, content)?)),
        }
    }

    fn values(&self, ty: Option<Type>, values: &[Json]) -> Result<Vec<Value>, Problem> {
        values.iter().map(|value| self.value(ty, value)).collect()
    }

    fn value(&self, ty: Option<Type>, value: &Json) -> Result<Value, Problem> {
        match ty {
            Some(Type::Bool) => value.as_bool().map(Value::Bool).ok_or_else(|| wrong(value, "true or false")),
            Some(Type::Int(int)) => integer(int, value),
            Some(Type::Real(_)) => real(value).ok_or_else(|| wrong(value, "a floating-point number")),
            Some(Type::Decimal) => decimal(value).ok_or_else(|| wrong(value, "a decimal number")),
            Some(Type::Enum(of)) => self.constant(of, value),
            Some(Type::Ref(_) | Type::Object) => {
                reference(value)?.ok_or_else(|| wrong(value, "null or an object"))
            }
            None => untyped(value),
        }
    }

    fn constant(&self, of: ir::EnumId, value: &Json) -> Result<Value, Problem> {
        let number = match value {
            Json::String(name) => values::constant_number(self.program, of, name),
            // By number where two constants share a name.
            Json::Number(number) => {
                number.as_i64().filter(|&number| values::constant(self.program, of, number).is_some())
            }
            Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => None,
        };
        let name = &self.program.enums[of].name;
        number.map(Value::Int).ok_or_else(|| wrong(value, &format!("a constant of `{name}`")))
    }

    fn effect(&mut self, effect: &Effect, met: usize) -> Result<verdict::Effect, Problem> {
        let Effect { new, writes, returns } = effect;
        let outer = self.objects.clone();
        let fresh: Vec<verdict::NewObject> =
            new.iter().map(|new| self.new_object(new)).collect::<Result<_, _>>()?;
        for (index, new) in fresh.iter().enumerate() {
            self.objects.learn_new(ObjectId::new(met + index), new);
        }
        let types = &self.program.procs[self.proc].results;
        if returns.len() != types.len() {
            return Err(format!("it has {} results and returns {}", types.len(), returns.len()));
        }
        let result = |(value, &ty): (&Json, &Type)| {
            self.value(Some(ty), value).map_err(|problem| format!("a result: {problem}"))
        };
        let results = returns.iter().zip(types).map(result).collect::<Result<_, _>>()?;
        let writes = self.entries(writes, "written")?;
        self.objects = outer;
        Ok(verdict::Effect { fresh, writes, results })
    }

    fn new_object(&self, new: &NewObject) -> Result<verdict::NewObject, Problem> {
        let NewObject { class: name, fields, elements } = new;
        let class = self.names.classes.id(name).ok_or_else(|| format!("there is no class `{name}`"))?;
        let kind = &self.program.classes[class].kind;
        let slots = match (kind, fields, elements) {
            (ClassKind::Record { fields: declared, .. }, Some(given), None) => self.fields(declared, given),
            (ClassKind::Record { .. }, _, _) => Err("its fields must be given, and no elements".to_owned()),
            (ClassKind::Interface { .. }, _, _) => Err("an interface has no objects".to_owned()),
            (
                ClassKind::Array { .. } | ClassKind::Set { .. } | ClassKind::Channel { .. },
                None,
                Some(elements),
            ) => self.values(element_type(kind), elements),
            (ClassKind::Array { .. } | ClassKind::Set { .. } | ClassKind::Channel { .. }, _, _) => {
                Err("its elements must be given, and no fields".to_owned())
            }
        };
        let slots = slots.map_err(|problem| format!("a new `{name}`: {problem}"))?;
        Ok(verdict::NewObject { class, slots })
    }

    /// The values of all declared fields, in slot order. They may be given in any order, each once.
    fn fields(&self, declared: &[ir::FieldId], given: &[FieldEntry]) -> Result<Vec<Value>, Problem> {
        let mut slots: Vec<Option<Value>> = vec![None; declared.len()];
        for FieldEntry(name, value) in given {
            let field = self.names.fields.id(name);
            let position = field.and_then(|field| declared.iter().position(|&other| other == field));
            let position = position.ok_or_else(|| format!("it has no field `{name}`"))?;
            let ty = self.program.fields[declared[position]].ty;
            let value = self.value(Some(ty), value).map_err(|problem| format!("`{name}`: {problem}"))?;
            if slots[position].replace(value).is_some() {
                return Err(format!("`{name}` is given twice"));
            }
        }
        let missing = |slot: usize| {
            let name = self.names.fields.name(declared[slot]).unwrap_or_default();
            format!("the field `{name}` is missing")
        };
        let slot = |(index, value): (usize, Option<Value>)| value.ok_or_else(|| missing(index));
        slots.into_iter().enumerate().map(slot).collect()
    }
}

/// A place as the certificate has it.
fn described(place: &Place) -> String {
    serde_json::to_string(place).unwrap_or_default()
}

fn wrong(value: &Json, expected: &str) -> Problem {
    format!("{} stands where {expected} must be", crate::twin::location::excerpt(&value.to_string()))
}

/// The object of a name such as `#1`.
fn object(name: &str) -> Result<ObjectId, Problem> {
    let digits = name.strip_prefix('#').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let number =
        digits.and_then(|digits| digits.parse::<u32>().ok()).and_then(|number| number.checked_sub(1));
    let number = number.ok_or_else(|| format!("`{name}` is no object; they are called #1, #2 and so on"))?;
    Ok(ObjectId::new(number as usize))
}

/// `None` if it is neither null nor a name.
fn reference(value: &Json) -> Result<Option<Value>, Problem> {
    match value {
        Json::Null => Ok(Some(Value::Null)),
        Json::String(name) => object(name).map(|object| Some(Value::Ref(object))),
        Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => Ok(None),
    }
}

fn integer(int: ir::IntType, value: &Json) -> Result<Value, Problem> {
    let number = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
    let (least, greatest) = int.bounds();
    match number {
        // A number of an unsigned type of 64 bits is held by its bits.
        Some(number) if (least..=greatest).contains(&number) => Ok(Value::Int(number as i64)),
        Some(_) | None => Err(wrong(value, &format!("a number of type {int}"))),
    }
}

fn real(value: &Json) -> Option<Value> {
    let number: f64 = only_field(value, "real")?.parse().ok()?;
    Some(Value::Real(Real::from(number)))
}

fn decimal(value: &Json) -> Option<Value> {
    let text = only_field(value, "decimal")?;
    let number = match text.strip_prefix('-') {
        Some(digits) => Decimal::parse(digits)?.negated(),
        None => Decimal::parse(text)?,
    };
    Some(Value::Decimal(number))
}

/// The text of the one field that an object has.
fn only_field<'a>(value: &'a Json, name: &str) -> Option<&'a str> {
    value.as_object().filter(|fields| fields.len() == 1)?.get(name)?.as_str()
}

/// A value of a place whose type is not declared.
pub(super) fn untyped(value: &Json) -> Result<Value, Problem> {
    match value {
        Json::Bool(truth) => Ok(Value::Bool(*truth)),
        Json::Number(number) => number.as_i64().map(Value::Int).ok_or_else(|| wrong(value, "a whole number")),
        Json::Object(_) => real(value).or_else(|| decimal(value)).ok_or_else(|| wrong(value, "a value")),
        Json::Null | Json::String(_) | Json::Array(_) => {
            reference(value)?.ok_or_else(|| wrong(value, "a value"))
        }
    }
}
