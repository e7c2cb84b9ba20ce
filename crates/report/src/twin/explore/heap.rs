//! Heaps before and after a path: one heap stands for all concrete ones that lead to it.

use ir::Program;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::condition::ConditionRef;

/// Locations, whose fields hold terms over inputs, or sets of locations under conditions. Conditions are simplified by
/// the condition of the path, those of an object or a field also by its own existence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Heap {
    pub locations: Vec<Location>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub globals: Vec<Named>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Location {
    /// The access path where an input object is found first; `new C`, with a number where there are several, for
    /// others.
    pub name: String,
    pub kind: LocationKind,
    /// The classes that it may have.
    pub classes: Vec<GuardedClass>,
    /// When there is such an object.
    pub exists: ConditionRef,
    /// What was neither read nor written is left out.
    pub fields: Vec<Field>,
    /// Elements of an array, by index.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<SummaryValue>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LocationKind {
    /// An object of the unknown heap.
    Input,
    /// Made by the initialiser of the program.
    Initial,
    /// Made on the path.
    New,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GuardedClass {
    pub class: String,
    pub condition: ConditionRef,
}

/// A field with its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Field {
    pub name: String,
    /// When there is such a field: the object exists and is of a class that has it.
    pub exists: ConditionRef,
    pub value: SummaryValue,
}

/// A parameter or global with its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Named {
    pub name: String,
    pub value: SummaryValue,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SummaryValue {
    /// A number or a truth value over inputs, as text: `(this.val + 1)`.
    Term { text: String },
    /// Exactly one of the conditions is true for each of the inputs that take the path.
    References { targets: Vec<GuardedTarget> },
}

/// Where a reference leads under a condition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GuardedTarget {
    pub condition: ConditionRef,
    pub target: Target,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Target {
    Null,
    /// One of the locations, by its index and its name.
    Location {
        index: usize,
        name: String,
    },
    /// What an input field holds that was not read.
    Unread,
}

impl Heap {
    pub(crate) fn of(heap: &verdict::explore::SummaryHeap, program: &Program) -> Self {
        let verdict::explore::SummaryHeap { locations, globals } = heap;
        let global = |(id, value): &(ir::GlobalId, verdict::explore::SummaryValue)| Named {
            name: program.globals[*id].name.clone(),
            value: SummaryValue::of(value, heap),
        };
        Self {
            locations: locations.iter().map(|location| Location::of(location, heap, program)).collect(),
            globals: globals.iter().map(global).collect(),
        }
    }
}

impl Location {
    fn of(
        location: &verdict::explore::SummaryLocation,
        heap: &verdict::explore::SummaryHeap,
        program: &Program,
    ) -> Self {
        let verdict::explore::SummaryLocation { name, kind, classes, exists, fields, elements } = location;
        let class = |(class, condition): &(ir::ClassId, verdict::ConditionRef)| GuardedClass {
            class: program.classes[*class].name.clone(),
            condition: ConditionRef::of(*condition),
        };
        let field = |field: &verdict::explore::SummaryField| Field {
            name: program.fields[field.field].name.clone(),
            exists: ConditionRef::of(field.exists),
            value: SummaryValue::of(&field.value, heap),
        };
        Self {
            name: name.clone(),
            kind: match kind {
                verdict::explore::LocationKind::Input => LocationKind::Input,
                verdict::explore::LocationKind::Initial => LocationKind::Initial,
                verdict::explore::LocationKind::New => LocationKind::New,
            },
            classes: classes.iter().map(class).collect(),
            exists: ConditionRef::of(*exists),
            fields: fields.iter().map(field).collect(),
            elements: elements.iter().map(|element| SummaryValue::of(element, heap)).collect(),
        }
    }
}

impl SummaryValue {
    pub(crate) fn of(value: &verdict::explore::SummaryValue, heap: &verdict::explore::SummaryHeap) -> Self {
        let target =
            |&verdict::explore::GuardedTarget { condition, target }: &verdict::explore::GuardedTarget| {
                GuardedTarget {
                    condition: ConditionRef::of(condition),
                    target: match target {
                        verdict::explore::Target::Null => Target::Null,
                        verdict::explore::Target::Unread => Target::Unread,
                        verdict::explore::Target::Location(index) => {
                            Target::Location { index, name: heap.locations[index].name.clone() }
                        }
                    },
                }
            };
        match value {
            verdict::explore::SummaryValue::Term(text) => Self::Term { text: text.clone() },
            verdict::explore::SummaryValue::References(targets) => {
                Self::References { targets: targets.iter().map(target).collect() }
            }
        }
    }
}
