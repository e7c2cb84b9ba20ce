//! Summaries in a portable form: by names, and not by the ids of one program.
//!
//! What leaves a run, in a certificate, in a cache or over a network, is in this form. It can be read by people,
//! survives changes of the program that do not concern it, and says for which code it was made.
//!
//! - [`names`]: a name for each procedure, global, class, field, parameter and constant, which means one thing;
//! - [`objects`]: what is known of the objects of a summary, as far as it decides how places and values are named;
//! - `write`: from ids to names ([`PortableSet::of`]); `read`: from names to ids ([`PortableSet::resolve`]);
//! - [`fingerprint`]: whether the code of a procedure, and what it depends on, is still as it was.
//!
//! Two different well-formed summaries of a program have different portable forms, since each is read back as what it
//! was. What is read is well-formed as far as names and types go; whether it is *true* is for the checker, and whether
//! it is *current* for [`Fingerprints::is_current`].

pub mod fingerprint;
pub mod names;
pub mod objects;
mod read;
mod write;

use std::fmt;

use ir::{Decimal, ObjectId, Real};

pub use fingerprint::{Fingerprint, Fingerprints};
pub use read::{PortableError, PortableProblem};

/// A set of summaries.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PortableSet {
    pub summaries: Vec<PortableSummary>,
}

/// The summary of a procedure for one pattern; see [`crate::Summary`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortableSummary {
    pub procedure: String,
    /// Of the procedure and all that it depends on, when the summary was made.
    pub fingerprint: Fingerprint,
    pub uses: u64,
    /// The pattern, in the order of reading.
    pub reads: Vec<(PortableSpot, PortableContent)>,
    pub effects: Vec<PortableEffect>,
}

/// A place of a state. Objects have their numbers in the summary.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PortableSpot {
    Atomic,
    SelfId,
    Parameter(String),
    Global(String),
    /// A field, with the class that declares it.
    Field(ObjectId, String),
    Element(ObjectId, u32),
    Length(ObjectId),
    Class(ObjectId),
    Contents(ObjectId),
}

/// What is in a spot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PortableContent {
    Value(PortableValue),
    Class(String),
    List(Vec<PortableValue>),
}

/// A value; its kind can be seen without a program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PortableValue {
    Null,
    Bool(bool),
    /// The number that is meant, whatever its bits are.
    Int(i128),
    Real(Real),
    Decimal(Decimal),
    /// A constant of an enum.
    Constant(String),
    /// A string by its text.
    String(String),
    Object(ObjectId),
}

/// How a procedure can end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PortableEffect {
    pub fresh: Vec<PortableObject>,
    pub writes: Vec<(PortableSpot, PortableContent)>,
    pub results: Vec<PortableValue>,
}

/// An object that an effect allocates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortableObject {
    pub class: String,
    pub slots: PortableSlots,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PortableSlots {
    /// Of a record: each field once, with the class that declares it.
    Fields(Vec<(String, PortableValue)>),
    /// Of an array, a set or a channel.
    Elements(Vec<PortableValue>),
}

/// An object as people see it: counted from 1.
pub fn object_name(object: ObjectId) -> String {
    format!("#{}", base::Id::index(object) as u64 + 1)
}

impl fmt::Display for PortableValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(truth) => write!(f, "{truth}"),
            Self::Int(number) => write!(f, "{number}"),
            Self::Real(real) => write!(f, "{:?}", real.get()),
            Self::Decimal(number) => write!(f, "{number}m"),
            Self::Constant(name) => write!(f, "`{name}`"),
            Self::String(text) => write!(f, "{text:?}"),
            Self::Object(object) => f.write_str(&object_name(*object)),
        }
    }
}

impl fmt::Display for PortableSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Atomic => f.write_str("whether the caller is in an atomic section"),
            Self::SelfId => f.write_str("the number of the thread"),
            Self::Parameter(name) => write!(f, "the parameter `{name}`"),
            Self::Global(name) => write!(f, "the global `{name}`"),
            Self::Field(object, name) => write!(f, "the field `{name}` of {}", object_name(*object)),
            Self::Element(object, index) => write!(f, "{}[{index}]", object_name(*object)),
            Self::Length(object) => write!(f, "the length of {}", object_name(*object)),
            Self::Class(object) => write!(f, "the class of {}", object_name(*object)),
            Self::Contents(object) => write!(f, "the contents of {}", object_name(*object)),
        }
    }
}

#[cfg(test)]
mod tests;
