//! What a drawing shows of a state: variables on top, objects below.
//!
//! A state after a procedure is that before it with what was changed: a row keeps the values that were there before.

use crate::text::value_text;
use crate::twin::summary::{Slots, Spot, Value};

pub(super) const PLAIN: &str = "#e8eaf0";
pub(super) const WRITTEN: &str = "#ffe9a8";
pub(super) const NEW: &str = "#bfe3c4";
pub(super) const RAISED: &str = "#f4c2c2";
pub(super) const CUT: &str = "#c3d7f5";

/// What is drawn of one state: variables on top, objects below.
#[derive(Clone, Default)]
pub(super) struct Heap {
    pub(super) variables: Vec<Row>,
    pub(super) objects: Vec<ObjectBox>,
    /// Whether parts without a change are drawn in a pale colour.
    pub(super) shows_changes: bool,
    /// What is left out.
    pub(super) note: Option<String>,
}

#[derive(Clone)]
pub(super) struct ObjectBox {
    pub(super) number: u32,
    /// Its class, or what else it is.
    pub(super) class: String,
    pub(super) colour: &'static str,
    pub(super) rows: Vec<Row>,
    /// The objects that follow it, folded into one arrow.
    pub(super) chain: Option<Chain>,
}

/// A row of objects, each of which the one before alone refers to.
#[derive(Clone)]
pub(super) struct Chain {
    pub(super) field: String,
    /// The number of objects, the one that is drawn included.
    pub(super) length: usize,
    /// What the last one refers to.
    pub(super) end: Value,
}

/// A line of a table: a name, and a value or an arrow.
#[derive(Clone)]
pub(super) struct Row {
    /// The place that it shows; the outcome of a procedure has none.
    pub(super) place: Option<Spot>,
    pub(super) name: String,
    pub(super) values: Vec<Value>,
    /// The values that were here before, where that is known.
    pub(super) before: Vec<Value>,
    pub(super) colour: Option<&'static str>,
    /// Whether it is a field, along which chains lead.
    pub(super) is_field: bool,
}

impl Row {
    pub(super) fn new(name: impl Into<String>, values: Vec<Value>) -> Self {
        Self { place: None, name: name.into(), values, before: Vec::new(), colour: None, is_field: false }
    }

    /// The objects that it refers to, before and now.
    pub(super) fn targets(&self) -> impl Iterator<Item = u32> {
        self.before.iter().chain(&self.values).filter_map(object_of)
    }
}

impl ObjectBox {
    pub(super) fn new(number: u32, class: String, colour: &'static str, rows: Vec<Row>) -> Self {
        Self { number, class, colour, rows, chain: None }
    }

    /// Whether it is new, or a part of it was written.
    pub(super) fn is_changed(&self) -> bool {
        self.colour == NEW || self.rows.iter().any(|row| row.colour.is_some())
    }

    /// The objects that it refers to.
    pub(super) fn targets(&self) -> impl Iterator<Item = u32> {
        let end = self.chain.iter().filter_map(|chain| object_of(&chain.end));
        self.rows.iter().flat_map(Row::targets).chain(end)
    }
}

pub(super) fn object_of(value: &Value) -> Option<u32> {
    match value {
        Value::Object { number } => Some(*number),
        Value::Null | Value::Plain { .. } => None,
    }
}

/// The values of a set or channel; a word where there are none.
pub(super) fn contents(values: &[Value]) -> Vec<Value> {
    match values {
        [] => vec![Value::Plain { text: "empty".to_owned() }],
        some => some.to_vec(),
    }
}

pub(super) fn slot_rows(slots: &Slots) -> Vec<Row> {
    match slots {
        Slots::Record { fields } => {
            let field = |field: &crate::twin::summary::Field| Row {
                is_field: true,
                ..Row::new(field.name.clone(), vec![field.value.clone()])
            };
            fields.iter().map(field).collect()
        }
        Slots::Array { elements } => {
            let element =
                |(index, value): (usize, &Value)| Row::new(format!("[{index}]"), vec![value.clone()]);
            elements.iter().enumerate().map(element).collect()
        }
        Slots::Set { elements: values } | Slots::Channel { messages: values } => {
            vec![Row::new("contents", contents(values))]
        }
    }
}

/// The texts of the cells of a row: one for each value, and one before them if several values were here before.
pub(super) fn cells(row: &Row) -> Vec<String> {
    match (row.before.as_slice(), row.values.as_slice()) {
        ([], values) => values.iter().map(value_text).collect(),
        ([before], [now]) => vec![format!("{} ⇒ {}", value_text(before), value_text(now))],
        (before, values) => {
            let before: Vec<String> = before.iter().map(value_text).collect();
            let first = format!("{} ⇒", before.join(", "));
            std::iter::once(first).chain(values.iter().map(value_text)).collect()
        }
    }
}
