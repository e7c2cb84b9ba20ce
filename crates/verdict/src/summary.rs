//! Procedure summaries: what a procedure reads of the state that it is called in, and what it does to it.
//!
//! A [`Summary`] is a *pattern* and the *effects* of the procedure on every state that matches the pattern. The pattern
//! is the list of all that was read before it was written, in the order in which it was read, on any path of the
//! procedure and of what it calls. Source: the paper on summaries for heap programs (sections 5 and 6); there a pattern
//! is a set, but only an ordered list can be matched: an object must be known before its fields are looked at.
//!
//! # Names of objects
//!
//! Inside one summary, objects have numbers. The objects that the pattern meets are numbered from 0 in the order in
//! which they first occur as a value in it; call their number `n`. Different numbers are different objects, so aliasing
//! and its absence are part of the pattern. An object that an effect allocates has a number from `n` on: `n` is the
//! first of [`Effect::fresh`].
//!
//! # Matching
//!
//! A state at the entry of the procedure matches if reading the [`Spot`]s of the pattern in order, and numbering
//! objects as they first occur, gives exactly the values that the pattern lists. Elements of a set have no order: the
//! state matches if they can be numbered in one way that makes the rest match.
//!
//! # What a summary claims
//!
//! From every state that matches, no execution of the procedure reaches an error (unless the summary is of a run that
//! found one), and every execution that returns leaves the state that one of the effects makes: the fresh objects are
//! allocated, then every spot of `writes` gets its value, all else is as it was, and the results are returned.
//! Executions that do not return have no effect in the list. A write that leaves what the pattern says was there is
//! left out of the effect.

mod well_formed;

use ir::{ClassId, GlobalId, LocalId, ObjectId, Place, ProcId, Value};

pub use well_formed::{MalformedSummary, fits};

/// The summary of a procedure for one pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    pub proc: ProcId,
    pub pattern: Vec<Read>,
    /// Different from each other, in the order in which they were found. None at all if no execution returns.
    pub effects: Vec<Effect>,
    /// How many calls took this summary.
    pub uses: u64,
}

/// Something that was read, and what was there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Read {
    pub spot: Spot,
    pub seen: Content,
}

/// A place of a state that a procedure can read or write. Objects are named by their numbers in the summary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot {
    /// Whether the caller is in an atomic section: a bool. Read where a select blocks, never written.
    Atomic,
    /// The number of the running thread. Never written.
    SelfId,
    /// The value of a parameter at the entry. Never written: what a procedure does to its parameters is its own affair.
    Param(LocalId),
    Global(GlobalId),
    /// A field of a record or an element of an array, by the index of the slot.
    Slot(ObjectId, u32),
    /// The length of an array. Never written.
    Length(ObjectId),
    /// The exact class. Never written.
    Class(ObjectId),
    /// All elements of a set, or all messages of a channel.
    Contents(ObjectId),
}

impl Spot {
    /// The object that it is a part of.
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Spot::Atomic | Spot::SelfId | Spot::Param(_) | Spot::Global(_) => None,
            Spot::Slot(of, _) | Spot::Length(of) | Spot::Class(of) | Spot::Contents(of) => Some(of),
        }
    }

    /// The same spot with another name for its object.
    pub fn rename(self, name: impl FnOnce(ObjectId) -> ObjectId) -> Spot {
        match self {
            Spot::Atomic | Spot::SelfId | Spot::Param(_) | Spot::Global(_) => self,
            Spot::Slot(object, slot) => Spot::Slot(name(object), slot),
            Spot::Length(object) => Spot::Length(name(object)),
            Spot::Class(object) => Spot::Class(name(object)),
            Spot::Contents(object) => Spot::Contents(name(object)),
        }
    }
}

impl From<Place> for Spot {
    /// Where a variable is: a local counts as a parameter, whether it is one or not.
    fn from(place: Place) -> Self {
        match place {
            Place::Local(local) => Spot::Param(local),
            Place::Global(global) => Spot::Global(global),
        }
    }
}

/// What is in a spot.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Content {
    /// Of all spots but the two below.
    Value(Value),
    /// Of [`Spot::Class`].
    Class(ClassId),
    /// Of [`Spot::Contents`]: for a set sorted, for a channel from the oldest message.
    List(Vec<Value>),
}

impl Content {
    /// The values in it.
    pub fn values(&self) -> &[Value] {
        match self {
            Content::Value(value) => std::slice::from_ref(value),
            Content::Class(_) => &[],
            Content::List(list) => list,
        }
    }

    /// The same content with other names for its objects. The elements of a set are put in the order of the new names.
    pub fn rename(&self, is_set: bool, name: impl Fn(ObjectId) -> ObjectId) -> Content {
        let rename = |&value: &Value| value.object().map_or(value, |object| Value::Ref(name(object)));
        match self {
            Content::Value(value) => Content::Value(rename(value)),
            Content::Class(class) => Content::Class(*class),
            Content::List(list) => {
                let mut renamed: Vec<Value> = list.iter().map(rename).collect();
                if is_set {
                    renamed.sort_unstable();
                }
                Content::List(renamed)
            }
        }
    }
}

/// One way in which a procedure can end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Effect {
    /// What is allocated and can still be reached from `writes` or `results`; numbered in this order.
    pub fresh: Vec<NewObject>,
    /// Sorted by spot, each spot once; spots of objects that the pattern knows, and globals.
    pub writes: Vec<(Spot, Content)>,
    /// What the procedure returns, exceptions included: they are results of the core language.
    pub results: Vec<Value>,
}

/// An object that an effect allocates, with its contents at the end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NewObject {
    pub class: ClassId,
    /// Fields, elements or messages; sorted if it is a set.
    pub slots: Vec<Value>,
}

/// A closed set of summaries: whatever the body of a procedure calls in a state that matches its pattern is covered by
/// a summary of the set.
///
/// It covers a program if it has a summary for every call of [`stages`](Self::stages), made one after the other from
/// the state with all globals at their defaults and an empty heap: first `init` (inside an atomic section, as thread
/// -1), then the one thread (as thread 0).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SummarySet {
    pub summaries: Vec<Summary>,
}

impl SummarySet {
    /// What a sequential program calls from the outside, in order: `init` if it has one, then its thread if it has one.
    pub fn stages(program: &ir::Program) -> Vec<Stage> {
        let init = program.init.map(|proc| Stage { proc, atomic: true, number: -1 });
        let thread = program.threads.first().map(|&proc| Stage { proc, atomic: false, number: 0 });
        init.into_iter().chain(thread).collect()
    }
}

/// A call that is made from outside of all procedures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    pub proc: ProcId,
    pub atomic: bool,
    /// The number of the thread that runs it.
    pub number: i64,
}

#[cfg(test)]
mod tests;
