//! Summaries as drawings of heaps, in the language of Graphviz.
//!
//! Each summary is a box. In it stands, on the left, what the pattern says of the state at the entry, and right of it the same heap after each
//! effect. What an effect writes and what it allocates is coloured. `dot -Tsvg` makes a picture of it.

use std::fmt::Write;

use crate::text::{fact, place_text, used, value_text};
use crate::twin::summarize::{Procedure, SummarizeReport};
use crate::twin::summary::{Content, Effect, Fact, Outcome, Place, Slots, Summary, Value};

const PLAIN: &str = "#e8eaf0";
const WRITTEN: &str = "#ffe9a8";
const NEW: &str = "#bfe3c4";
const RAISED: &str = "#f4c2c2";

/// All summaries as one graph.
pub fn summaries(report: &SummarizeReport) -> String {
    let mut graph = Graph { text: PREAMBLE.to_owned(), next: 0 };
    // What stands first in the file is drawn last on the page.
    for procedure in report.procedures.iter().rev() {
        for (index, summary) in procedure.summaries.iter().enumerate().rev() {
            graph.summary(procedure, index, summary);
        }
    }
    graph.text + "}\n"
}

const PREAMBLE: &str = "\
digraph summaries {
  graph [rankdir=LR, nodesep=0.2, ranksep=0.5, fontname=\"Helvetica\", fontsize=12, fontcolor=\"#404858\", style=rounded,
         color=\"#9aa0b0\", labeljust=l, labelloc=b, label=\"yellow: written   green: new   red: an exception\"];
  node [shape=plain, fontname=\"Helvetica\", fontsize=11];
  edge [arrowsize=0.7, color=\"#404858\"];
";

/// What is drawn of one state: variables on top, objects below.
#[derive(Clone, Default)]
struct Heap {
    variables: Vec<Row>,
    objects: Vec<ObjectBox>,
}

#[derive(Clone)]
struct ObjectBox {
    number: u32,
    title: String,
    colour: &'static str,
    rows: Vec<Row>,
}

/// A line of a table: a name, and a value or an arrow.
#[derive(Clone)]
struct Row {
    /// The place that it shows; the outcome of a procedure has none.
    place: Option<Place>,
    name: String,
    values: Vec<Value>,
    colour: Option<&'static str>,
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

/// The values of a set or channel; a word where there are none.
fn contents(values: &[Value]) -> Vec<Value> {
    match values {
        [] => vec![Value::Plain { text: "empty".to_owned() }],
        some => some.to_vec(),
    }
}

fn slot_rows(slots: &Slots) -> Vec<Row> {
    let one =
        |name: String, value: &Value| Row { place: None, name, values: vec![value.clone()], colour: None };
    match slots {
        Slots::Record { fields } => {
            fields.iter().map(|field| one(field.name.clone(), &field.value)).collect()
        }
        Slots::Array { elements } => {
            elements.iter().enumerate().map(|(index, value)| one(format!("[{index}]"), value)).collect()
        }
        Slots::Set { elements: values } | Slots::Channel { messages: values } => {
            vec![Row { place: None, name: "contents".to_owned(), values: contents(values), colour: None }]
        }
    }
}

fn outcome_row(outcome: &Outcome) -> Option<Row> {
    let (name, values, colour) = match outcome {
        Outcome::Returns { values } if values.is_empty() => return None,
        Outcome::Returns { values } => ("returns", values.clone(), WRITTEN),
        Outcome::Raises { exception } => ("raises", vec![Value::Plain { text: exception.clone() }], RAISED),
    };
    Some(Row { place: None, name: name.to_owned(), values, colour: Some(colour) })
}

/// The text of the graph so far.
struct Graph {
    text: String,
    /// The number of the next cluster.
    next: usize,
}

/// The nodes of a state that was drawn.
struct Drawn {
    top: String,
    objects: Vec<String>,
}

impl Graph {
    fn summary(&mut self, procedure: &Procedure, index: usize, summary: &Summary) {
        let id = self.cluster();
        let title = format!(
            "{}: pattern {} of {}, {}",
            procedure.procedure,
            index + 1,
            procedure.summaries.len(),
            used(summary.uses)
        );
        self.open_cluster(id, &title);
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
        self.line("}");
    }

    fn open_cluster(&mut self, id: usize, title: &str) {
        self.line(&format!("subgraph cluster_{id} {{\n    labelloc=t; label={};", quoted(title)));
    }

    fn cluster(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    fn line(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "  {text}");
    }

    fn heap(&mut self, title: &str, heap: &Heap) -> Drawn {
        let id = self.cluster();
        let top = format!("h{id}");
        self.open_cluster(id, title);
        self.line(&format!("  {top} [label=<{}>];", table(None, &heap.variables)));
        for object in &heap.objects {
            let ObjectBox { number, title, colour, rows } = object;
            self.line(&format!("  {top}_{number} [label=<{}>];", table(Some((title, colour)), rows)));
        }
        self.arrows(&top, &top, &heap.variables, heap);
        for object in &heap.objects {
            self.arrows(&top, &format!("{top}_{}", object.number), &object.rows, heap);
        }
        self.line("}");
        let objects = heap.objects.iter().map(|object| format!("{top}_{}", object.number)).collect();
        Drawn { top, objects }
    }

    fn arrows(&mut self, top: &str, from: &str, rows: &[Row], heap: &Heap) {
        for (line, row) in rows.iter().enumerate() {
            for (column, value) in row.values.iter().enumerate() {
                if let Value::Object { number } = value
                    && heap.objects.iter().any(|object| object.number == *number)
                {
                    self.line(&format!("  {from}:p{line}_{column}:e -> {top}_{number};"));
                }
            }
        }
    }

    /// Keeps a state right of another: every node of the one is a step before the top of the other.
    fn beside(&mut self, left: &Drawn, right: &Drawn) {
        for node in left.objects.iter().chain([&left.top]) {
            self.line(&format!("  {node} -> {} [style=invis];", right.top));
        }
    }
}

/// A table with a title and a port for each value. Several values of one place stand below each other.
fn table(title: Option<(&String, &&str)>, rows: &[Row]) -> String {
    let mut text = String::from(
        "<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\" color=\"#9aa0b0\">",
    );
    if let Some((title, colour)) = title {
        text += &format!("<tr><td colspan=\"2\" bgcolor=\"{colour}\"><b>{}</b></td></tr>", escaped(title));
    } else if rows.is_empty() {
        text += "<tr><td border=\"0\"><i>nothing</i></td></tr>";
    }
    for (line, row) in rows.iter().enumerate() {
        text += &row_cells(line, row);
    }
    text + "</table>"
}

fn row_cells(line: usize, row: &Row) -> String {
    let colour = row.colour.map(|colour| format!(" bgcolor=\"{colour}\"")).unwrap_or_default();
    let room = match row.values.len() {
        0 => "colspan=\"2\"".to_owned(),
        values => format!("rowspan=\"{values}\""),
    };
    let mut text = format!("<tr><td align=\"left\" {room}{colour}>{}</td>", escaped(&row.name));
    for (index, value) in row.values.iter().enumerate() {
        text += if index > 0 { "</tr><tr>" } else { "" };
        text += &format!("<td port=\"p{line}_{index}\"{colour}>{}</td>", escaped(&value_text(value)));
    }
    text + "</tr>"
}

/// Text inside a label in angle brackets. Control characters would end the file for some readers.
fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            control if control.is_control() => shown.extend(control.escape_default()),
            plain => shown.push(plain),
        }
    }
    shown
}

/// Text inside quotes.
fn quoted(text: &str) -> String {
    let mut shown = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => shown.extend(['\\', character]),
            control if control.is_control() => shown.extend(control.escape_default().flat_map(doubled)),
            plain => shown.push(plain),
        }
    }
    shown + "\""
}

/// A backslash as the two that stand for one.
fn doubled(character: char) -> impl Iterator<Item = char> {
    std::iter::repeat_n(character, if character == '\\' { 2 } else { 1 })
}
