//! Certificates as files: why a property holds, in a form that another program can check.
//!
//! A certificate of summaries names procedures, globals, classes, fields and parameters, never ids, so that it can be
//! read by people and survives changes of the program that do not concern it: it is the portable form of the crate
//! `verdict`, in JSON. Objects are `#1`, `#2` and so on, as `cutpoint summarize` shows them.
//!
//! - [`CertificateFile`] is the document; [`CertificateFile::of_proof`] makes one, [`CertificateFile::text`] has one
//!   line for each summary;
//! - [`CertificateFile::parse`] reads the text, [`CertificateFile::proof`] finds what the names mean in a program.
//!   Every mistake in a file is a [`CertificateError`].
//!
//! - [`proof`]: what the pushdown engine writes;
//! - [`formulas`]: what the engines for Boolean programs write.
//!
//! What is read is what was written, exactly. Whether it is *true* is the business of the crate `certify`.

pub mod formulas;
pub mod proof;
mod read;
mod write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

pub use read::CertificateError;

use crate::twin::question::Question;
use formulas::FormulaProof;
use proof::Proof;

/// Why a property of a program holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Certificate")]
#[serde(deny_unknown_fields)]
pub struct CertificateFile {
    pub schema_version: u32,
    /// The program.
    pub file: String,
    pub language: String,
    pub property: Question,
    pub certificate: Ground,
}

/// What the verdict stands on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ground {
    /// Every reachable state was visited, and none of them is an error. Only a second exploration can check that.
    Exhaustive {
        states: u64,
        transitions: u64,
        /// Visited states were compared by 64-bit hashes only.
        hash_compaction: bool,
    },
    /// All path edges and summary edges of a Boolean program were found, as sets; only their numbers are kept.
    Edges { visits: u64, summaries: u64 },
    /// A closed set of procedure summaries covers the program, and none of them reaches an error.
    Summaries(Vec<Summary>),
    /// All that procedures see is listed, closed under the steps of the program.
    Pushdown(Box<Proof>),
    /// Formulas at places of a Boolean program that every step keeps, and that exclude all errors.
    Boolean(Box<FormulaProof>),
}

/// What a procedure does in every state that matches a pattern.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// By its name; names that several procedures share are numbered, `push~1`, `push~2`, like all names here.
    pub procedure: String,
    /// Of the code that the summary was made for: 32 hexadecimal digits.
    pub fingerprint: String,
    /// How many calls took this summary.
    pub uses: u64,
    /// The pattern: what was read before it was written, in the order of reading. Objects are numbered as they first
    /// occur.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reads: Vec<Entry>,
    /// The exits of the procedure; none if it never returns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

/// A place of the state and what is in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Entry(pub Spot, #[schemars(with = "ContentForm")] pub Json);

/// A place of the state that a procedure can read or write. Objects are `#1`, `#2` and so on.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// Whether the caller is in an atomic section.
    Atomic,
    /// The number of the running thread.
    Thread,
    /// A parameter, as it was given.
    Parameter(String),
    Global(String),
    /// An object and a field with the class that declares it: `["#1", "Node.next"]`.
    Field(String, String),
    /// An array and an index.
    Element(String, u32),
    /// The length of an array.
    Length(String),
    /// The exact class of an object.
    Class(String),
    /// All elements of a set, or all messages of a channel.
    Contents(String),
}

/// One way in which a procedure can end.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// The objects that are allocated and can still be reached, numbered behind those of the pattern.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new: Vec<NewObject>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<Entry>,
    /// Results, those of `out` parameters, and the exception, where there are such.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<ValueForm>")]
    pub returns: Vec<Json>,
}

/// An object that an effect allocates, with its contents at the end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewObject {
    pub class: String,
    /// Of a record: each field, with the class that declares it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fields: Option<Vec<FieldEntry>>,
    /// Of an array, a set or a channel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<ValueForm>>")]
    pub elements: Option<Vec<Json>>,
}

/// A field and its value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FieldEntry(pub String, #[schemars(with = "ValueForm")] pub Json);

/// What values look like. For the schema only.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes values in the schema; they are read as JSON values")]
enum ValueForm {
    /// The null reference.
    Null,
    Bool(bool),
    Number(i64),
    /// An object: `#1`.
    Object(String),
    /// A constant of an enum, by its name.
    Constant {
        constant: String,
    },
    /// A floating-point number in decimal digits, `inf`, `-inf` or `NaN`.
    Real {
        real: String,
    },
    /// A decimal number, with or without a sign and a point.
    Decimal {
        decimal: String,
    },
    /// A string: its text, or in proofs of the pushdown engine its number in the program, as `str1`.
    String {
        string: String,
    },
}

/// What places hold. For the schema only.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes contents in the schema; they are read as JSON values")]
enum ContentForm {
    /// Of all places but the two below; of `class` the name of the class.
    Value(ValueForm),
    /// Of `contents`: the elements of a set in order, or the messages of a channel from the oldest.
    List(Vec<ValueForm>),
}
