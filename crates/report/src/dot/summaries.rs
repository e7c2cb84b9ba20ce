//! Summaries: on the left what the pattern says of the state at the entry, and right of it the same heap after each effect.
//!
//! What an effect writes and what it allocates is coloured.

use super::graph::{Graph, Heap, NEW, ObjectBox, PLAIN, RAISED, Row, WRITTEN, contents, slot_rows};
use crate::text::{fact, place_text, used};
use crate::twin::summarize::{Procedure, SummarizeReport};
use crate::twin::summary::{Content, Effect, Fact, Outcome, Place, Summary, Value};

/// All summaries as one graph.
pub fn summaries(report: &SummarizeReport) -> String {
    let mut graph = Graph::new("summaries", "yellow: written   green: new   red: an exception");
    // What stands first in the file is drawn last on the page.
    for procedure in report.procedures.iter().rev() {
        for (index, summary) in procedure.summaries.iter().enumerate().rev() {
            graph.summary(procedure, index, summary);
        }
    }
    graph.finish()
}

impl Graph {
    fn summary(&mut self, procedure: &Procedure, index: usize, summary: &Summary) {
        let title = format!(
            "{}: pattern {} of {}, {}",
            procedure.procedure,
            index + 1,
            procedure.summaries.len(),
            used(summary.uses)
        );
        self.begin_box(&title);
        let entry = Heap::entry(summary);
        let left = self.heap("at the entry", &entry);
        let count = summary.effects.len();
        for (index, effect) in summary.effects.iter().enumerate() {
            let title = match count {
                1 => "at the exit".to_owned(),
                _ => format!("at the exit, {} of {count}", index + 1),
            };
            let right = self.heap(&title, &entry.exit(effect));
            self.beside(&left, &right);
        }
        if count == 0 {
            let right = self.heap("never returns", &Heap::default());
            self.beside(&left, &right);
        }
        self.end_box();
    }
}

impl Heap {
    /// The state at the entry, as far as the pattern knows it.
    fn entry(summary: &Summary) -> Self {
        let object = |object: &crate::twin::summary::Object| {
            let class = object.class.as_deref().unwrap_or("an object");
            let title = format!("#{}: {class}", object.number);
            ObjectBox { number: object.number, title, colour: PLAIN, rows: Vec::new() }
        };
        let objects = summary.objects.iter().map(object).collect();
        let mut heap = Self { variables: Vec::new(), objects };
        summary.reads.iter().for_each(|read| heap.put(read, None));
        heap
    }

    /// The state after an effect.
    fn exit(&self, effect: &Effect) -> Self {
        let Effect { new, writes, outcome } = effect;
        let mut heap = self.clone();
        for new in new {
            let title = format!("#{}: {}", new.number, new.class);
            heap.objects.push(ObjectBox {
                number: new.number,
                title,
                colour: NEW,
                rows: slot_rows(&new.slots),
            });
        }
        writes.iter().for_each(|write| heap.put(write, Some(WRITTEN)));
        heap.variables.extend(outcome_row(outcome));
        heap
    }

    fn put(&mut self, fact: &Fact, colour: Option<&'static str>) {
        let row = Row { colour, ..row(fact) };
        let owner = object_of(&fact.place);
        let rows = match self.objects.iter_mut().find(|object| Some(object.number) == owner) {
            Some(object) => &mut object.rows,
            None => &mut self.variables,
        };
        match rows.iter_mut().find(|known| known.place == row.place) {
            Some(known) => *known = row,
            None => rows.push(row),
        }
    }
}

fn object_of(place: &Place) -> Option<u32> {
    match place {
        Place::AtomicSection | Place::ThreadNumber | Place::Parameter { .. } | Place::Global { .. } => None,
        Place::Field { object, .. }
        | Place::Element { object, .. }
        | Place::Length { object }
        | Place::Class { object }
        | Place::Contents { object } => Some(*object),
    }
}

fn row(read: &Fact) -> Row {
    let Fact { place, content } = read;
    let name = match place {
        Place::AtomicSection => fact(read, "="),
        Place::ThreadNumber | Place::Parameter { .. } | Place::Global { .. } => place_text(place),
        Place::Field { name, .. } => name.clone(),
        Place::Element { index, .. } => format!("[{index}]"),
        Place::Length { .. } => "length".to_owned(),
        Place::Class { .. } => "exact class".to_owned(),
        Place::Contents { .. } => "contents".to_owned(),
    };
    let values = match content {
        Content::Value { .. } if *place == Place::AtomicSection => Vec::new(),
        Content::Value { value } => vec![value.clone()],
        Content::Class { name } => vec![Value::Plain { text: name.clone() }],
        Content::Set { elements: values } | Content::Channel { messages: values } => contents(values),
    };
    Row { place: Some(place.clone()), name, values, colour: None }
}

fn outcome_row(outcome: &Outcome) -> Option<Row> {
    let (name, values, colour) = match outcome {
        Outcome::Returns { values } if values.is_empty() => return None,
        Outcome::Returns { values } => ("returns", values.clone(), WRITTEN),
        Outcome::Raises { exception } => ("raises", vec![Value::Plain { text: exception.clone() }], RAISED),
    };
    Some(Row { place: None, name: name.to_owned(), values, colour: Some(colour) })
}
