//! Heaps before and after a path: locations whose fields hold sets of locations under conditions, and terms.
//!
//! This is the symbolic heap of the paper, made for pictures and reports: one heap stands for all concrete heaps that
//! lead to the path.

use ir::{ClassId, FieldId, GlobalId};

use super::condition::ConditionRef;

/// A heap; its conditions are in the graph of its path. They are what is true under the condition of the path, and
/// those of an object or a field where there is that object or field.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SummaryHeap {
    pub locations: Vec<SummaryLocation>,
    /// Globals that the program declares, in order.
    pub globals: Vec<(GlobalId, SummaryValue)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SummaryLocation {
    /// The access path of an input object; `new C`, with a number where there are several, for others.
    pub name: String,
    pub kind: LocationKind,
    /// The classes that it may have, each with its condition. An object with one class has it under every condition.
    pub classes: Vec<(ClassId, ConditionRef)>,
    /// When there is such an object.
    pub exists: ConditionRef,
    /// Fields, in slot order. What was neither read nor written is left out.
    pub fields: Vec<SummaryField>,
    /// Elements of an array, by index; empty for records.
    pub elements: Vec<SummaryValue>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SummaryField {
    pub field: FieldId,
    /// When there is such a field: the object exists and is of a class that has it.
    pub exists: ConditionRef,
    pub value: SummaryValue,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocationKind {
    /// An object of the unknown heap.
    Input,
    /// Made by the initialiser of the program.
    Initial,
    /// Made on the path.
    New,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SummaryValue {
    /// A number or a truth value over inputs, as text: `this.val + 1`.
    Term(String),
    /// Exactly one of the conditions is true for each of the inputs that take the path.
    References(Vec<GuardedTarget>),
}

/// Where a reference leads under a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuardedTarget {
    pub condition: ConditionRef,
    pub target: Target,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    Null,
    /// By its index in [`SummaryHeap::locations`].
    Location(usize),
    /// What an input field holds that was not read.
    Unread,
}
