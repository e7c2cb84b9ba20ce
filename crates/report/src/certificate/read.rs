//! From text to a document, and from a document to what it says of a program.
//!
//! A certificate comes from outside: everything in it may be wrong, and everything wrong has a sentence. Summaries are
//! read in two steps: the kinds of values and the names of objects here, without a program; what the names mean, and
//! whether values fit their places, in `verdict::portable`.

use std::fmt;

use base::Id;
use ir::{Decimal, ObjectId, Program, Real, StringId, Value};
use serde::Deserialize;
use serde_json::Value as Json;
use verdict::portable::fingerprint::NoFingerprint;
use verdict::{
    Fingerprints, PortableContent, PortableEffect, PortableError, PortableObject, PortableSet, PortableSlots,
    PortableSpot, PortableSummary, PortableValue, Proof,
};

use super::proof::all;
use super::{CertificateFile, Effect, Entry, FieldEntry, Ground, NewObject, Spot, Summary};
use crate::SCHEMA_VERSION;

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
    Summary {
        number: usize,
        procedure: String,
        problem: String,
        /// The procedure, or what it depends on, is not what it was when the summary was made.
        is_out_of_date: bool,
    },
    /// A proof that says nothing of this program.
    Proof(String),
    /// A claim about the calls of one method, which has no proofs.
    OpenCall,
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
            Self::OpenCall => write!(f, "it is about the calls of one method, and proofs are about programs"),
            Self::NoFormulas => {
                write!(f, "it holds counts of path edges, and no formulas, which would have been too large")
            }
            Self::Summary { number, procedure, problem, is_out_of_date } => {
                write!(f, "summary {number}, of `{procedure}`: {problem}")?;
                if *is_out_of_date {
                    write!(f, "; the summary was made for other code")?;
                }
                Ok(())
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
        let read = |(index, summary): (usize, &Summary)| {
            portable(summary).map_err(|problem| CertificateError::Summary {
                number: index + 1,
                procedure: summary.procedure.clone(),
                problem,
                is_out_of_date: false,
            })
        };
        let summaries = summaries.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        let set = PortableSet { summaries };
        let resolved = set.resolve(program).map_err(|error| foreign(program, &set, error))?;
        Ok(Proof::Summaries(resolved.into()))
    }
}

/// What does not fit the program may have been made for another version of it.
fn foreign(program: &Program, set: &PortableSet, error: PortableError) -> CertificateError {
    let PortableError { summary, procedure, problem } = error;
    let fingerprints = Fingerprints::of(program);
    CertificateError::Summary {
        number: summary + 1,
        procedure,
        problem: problem.to_string(),
        is_out_of_date: set.summaries.get(summary).is_some_and(|made| !fingerprints.is_current(made)),
    }
}

/// What is wrong, in a few words.
type Problem = String;

fn portable(summary: &Summary) -> Result<PortableSummary, Problem> {
    let Summary { procedure, fingerprint, uses, reads, effects } = summary;
    Ok(PortableSummary {
        procedure: procedure.clone(),
        fingerprint: fingerprint.parse().map_err(|problem: NoFingerprint| problem.to_string())?,
        uses: *uses,
        reads: all(reads, entry)?,
        effects: all(effects, effect)?,
    })
}

fn entry(Entry(place, content): &Entry) -> Result<(PortableSpot, PortableContent), Problem> {
    let in_place = |problem| format!("the content of {}: {problem}", described(place));
    let content = match (place, content) {
        (Spot::Class(_), Json::String(name)) => PortableContent::Class(name.clone()),
        (Spot::Class(_), _) => return Err(in_place("the name of a class must be here".to_owned())),
        (Spot::Contents(_), Json::Array(list)) => PortableContent::List(all(list, value).map_err(in_place)?),
        (Spot::Contents(_), _) => return Err(in_place("a list must be here".to_owned())),
        (
            Spot::Atomic
            | Spot::Thread
            | Spot::Parameter(_)
            | Spot::Global(_)
            | Spot::Field(..)
            | Spot::Element(..)
            | Spot::Length(_),
            content,
        ) => PortableContent::Value(value(content).map_err(in_place)?),
    };
    Ok((spot(place)?, content))
}

fn spot(place: &Spot) -> Result<PortableSpot, Problem> {
    Ok(match place {
        Spot::Atomic => PortableSpot::Atomic,
        Spot::Thread => PortableSpot::SelfId,
        Spot::Parameter(name) => PortableSpot::Parameter(name.clone()),
        Spot::Global(name) => PortableSpot::Global(name.clone()),
        Spot::Field(of, name) => PortableSpot::Field(object(of)?, name.clone()),
        Spot::Element(of, index) => PortableSpot::Element(object(of)?, *index),
        Spot::Length(of) => PortableSpot::Length(object(of)?),
        Spot::Class(of) => PortableSpot::Class(object(of)?),
        Spot::Contents(of) => PortableSpot::Contents(object(of)?),
    })
}

fn effect(effect: &Effect) -> Result<PortableEffect, Problem> {
    let Effect { new, writes, returns } = effect;
    let result = |returned: &Json| value(returned).map_err(|problem| format!("a result: {problem}"));
    Ok(PortableEffect {
        fresh: all(new, new_object)?,
        writes: all(writes, entry)?,
        results: all(returns, result)?,
    })
}

fn new_object(new: &NewObject) -> Result<PortableObject, Problem> {
    let NewObject { class, fields, elements } = new;
    let of_class = |problem: Problem| format!("a new `{class}`: {problem}");
    let field = |FieldEntry(name, content): &FieldEntry| {
        Ok((name.clone(), value(content).map_err(|problem| format!("`{name}`: {problem}"))?))
    };
    let slots = match (fields, elements) {
        (Some(fields), None) => PortableSlots::Fields(all(fields, field).map_err(of_class)?),
        (None, Some(elements)) => PortableSlots::Elements(all(elements, value).map_err(of_class)?),
        (None, None) | (Some(_), Some(_)) => {
            return Err(of_class("its fields or its elements must be given, and not both".to_owned()));
        }
    };
    Ok(PortableObject { class: class.clone(), slots })
}

/// A value, of the kind that it shows.
fn value(value: &Json) -> Result<PortableValue, Problem> {
    let found = match value {
        Json::Null => Some(PortableValue::Null),
        Json::Bool(truth) => Some(PortableValue::Bool(*truth)),
        Json::Number(number) => {
            let number = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
            number.map(PortableValue::Int)
        }
        Json::String(name) => Some(PortableValue::Object(object(name)?)),
        Json::Object(_) => real(value)
            .map(PortableValue::Real)
            .or_else(|| decimal(value).map(PortableValue::Decimal))
            .or_else(|| only_field(value, "constant").map(|name| PortableValue::Constant(name.to_owned())))
            .or_else(|| only_field(value, "string").map(|text| PortableValue::String(text.to_owned()))),
        Json::Array(_) => None,
    };
    found.ok_or_else(|| wrong(value, "a value"))
}

/// A place as the certificate has it.
fn described(place: &Spot) -> String {
    serde_json::to_string(place).unwrap_or_default()
}

fn wrong(value: &Json, expected: &str) -> Problem {
    format!("{} where {expected} must be", crate::twin::location::excerpt(&value.to_string()))
}

/// The object of a name such as `#1`.
fn object(name: &str) -> Result<ObjectId, Problem> {
    let digits = name.strip_prefix('#').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let number =
        digits.and_then(|digits| digits.parse::<u32>().ok()).and_then(|number| number.checked_sub(1));
    let number = number.ok_or_else(|| format!("`{name}` is no object; they are called #1, #2 and so on"))?;
    Ok(ObjectId::new(number as usize))
}

fn real(value: &Json) -> Option<Real> {
    let number: f64 = only_field(value, "real")?.parse().ok()?;
    Some(Real::from(number))
}

fn decimal(value: &Json) -> Option<Decimal> {
    let text = only_field(value, "decimal")?;
    match text.strip_prefix('-') {
        Some(digits) => Some(Decimal::parse(digits)?.negated()),
        None => Decimal::parse(text),
    }
}

/// The text of the one field that an object has.
fn only_field<'a>(value: &'a Json, name: &str) -> Option<&'a str> {
    value.as_object().filter(|fields| fields.len() == 1)?.get(name)?.as_str()
}

/// A value of a place whose type is not declared, in a proof of the pushdown engine.
pub(super) fn untyped(json: &Json) -> Result<Value, Problem> {
    match value(json)? {
        PortableValue::Null => Ok(Value::Null),
        PortableValue::Bool(truth) => Ok(Value::Bool(truth)),
        PortableValue::Int(number) => {
            i64::try_from(number).map(Value::Int).map_err(|_| wrong(json, "a whole number of 64 bits"))
        }
        PortableValue::Real(real) => Ok(Value::Real(real)),
        PortableValue::Decimal(number) => Ok(Value::Decimal(number)),
        PortableValue::Object(object) => Ok(Value::Ref(object)),
        PortableValue::String(text) => {
            let number = text.strip_prefix(StringId::PREFIX).and_then(|digits| digits.parse::<u32>().ok());
            let text = number.map(|number| Value::String(StringId::new(number as usize)));
            text.ok_or_else(|| wrong(json, "a string by its number, such as `str1`"))
        }
        PortableValue::Constant(_) => Err(wrong(json, "a value without an enum")),
    }
}
