//! Summaries as drawings of heaps, in the language of Graphviz.
//!
//! Each summary is a box. In it stands, on the left, what the pattern says of the state at the entry, and right of it the same heap after each
//! effect. What an effect writes and what it allocates is coloured. `dot -Tsvg` makes a picture of it.

use std::fmt::Write;

use crate::text::{fact, place_text, value_text};
use crate::twin::summarize::{Procedure, SummarizeReport};
use crate::twin::summary::{Content, Effect, Fact, Outcome, Place, Slots, Summary, Value};

const PLAIN: &str = "#e8eaf0";
const WRITTEN: &str = "#ffe9a8";
const NEW: &str = "#bfe3c4";
const RAISED: &str = "#f4c2c2";

/// All summaries as one graph.
pub fn summaries(report: &SummarizeReport) -> String {
    let mut graph = Graph { text: PREAMBLE.to_owned(), next: 0, above: None };
    for procedure in &report.procedures {
        for (index, summary) in procedure.summaries.iter().enumerate() {
            graph.summary(procedure, index, summary);
        }
    }
    graph.text + "}\n"
}

/// `newrank` lets the tops of all heaps of a summary stand in one line though they are in clusters of their own.
const PREAMBLE: &str = "\
digraph summaries {
  graph [newrank=true, nodesep=0.35, ranksep=0.45, fontname=\"Helvetica\", fontsize=11, style=rounded, color=\"#9aa0b0\",
         label=\"yellow: written   green: new   red: an exception\", labelloc=b, fontcolor=\"#606878\"];
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
    /// An invisible point below the summary before, which keeps the next one under it.
    above: Option<String>,
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
            "{}: pattern {} of {}, used {} times",
            procedure.procedure,
            index + 1,
            procedure.summaries.len(),
            summary.uses
        );
        self.line(&format!("subgraph cluster_{id} {{\n    label={};", quoted(&title)));
        let entry = Heap::entry(summary);
        let mut heaps = vec![self.heap("at the entry", &entry)];
        let count = summary.effects.len();
        for (index, effect) in summary.effects.iter().enumerate() {
            let title = match count {
                1 => "at the exit".to_owned(),
                _ => format!("at the exit, {} of {count}", index + 1),
            };
            heaps.push(self.heap(&title, &entry.exit(effect)));
        }
        if count == 0 {
            heaps.push(self.heap("never returns", &Heap::default()));
        }
        let tops: Vec<&str> = heaps.iter().map(|heap| heap.top.as_str()).collect();
        self.line(&format!("  {{ rank=same; {} [style=invis]; }}", tops.join(" -> ")));
        self.line("}");
        self.below(&heaps);
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
        self.line(&format!("subgraph cluster_{id} {{\n    label={};", quoted(title)));
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
                    self.line(&format!("  {from}:p{line}_{column} -> {top}_{number};"));
                }
            }
        }
    }

    /// Puts a summary under the one before, and the next one under it.
    fn below(&mut self, heaps: &[Drawn]) {
        if let Some(above) = self.above.take() {
            heaps.iter().for_each(|heap| self.line(&format!("{above} -> {} [style=invis];", heap.top)));
        }
        let point = format!("end{}", self.cluster());
        self.line(&format!("{point} [shape=point, style=invis];"));
        for node in heaps.iter().flat_map(|heap| heap.objects.iter().chain([&heap.top])) {
            self.line(&format!("{node} -> {point} [style=invis];"));
        }
        self.above = Some(point);
    }
}

/// A table with a title and a port for each value.
fn table(title: Option<(&String, &&str)>, rows: &[Row]) -> String {
    let mut text = String::from(
        "<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\" color=\"#9aa0b0\">",
    );
    let columns = 1 + rows.iter().map(|row| row.values.len()).max().unwrap_or(0);
    if let Some((title, colour)) = title {
        text += &format!(
            "<tr><td colspan=\"{columns}\" bgcolor=\"{colour}\"><b>{}</b></td></tr>",
            escaped(title)
        );
    } else if rows.is_empty() {
        text += "<tr><td border=\"0\"><i>nothing</i></td></tr>";
    }
    for (line, row) in rows.iter().enumerate() {
        let colour = row.colour.map(|colour| format!(" bgcolor=\"{colour}\"")).unwrap_or_default();
        text += &format!("<tr><td align=\"left\"{colour}>{}</td>", escaped(&row.name));
        let last = row.values.len().saturating_sub(1);
        for (column, value) in row.values.iter().enumerate() {
            // The last cell fills what longer rows have more.
            let span = if column == last { columns - 1 - last } else { 1 };
            let value = escaped(&value_text(value));
            text += &format!("<td port=\"p{line}_{column}\" colspan=\"{span}\"{colour}>{value}</td>");
        }
        text += "</tr>";
    }
    text + "</table>"
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
