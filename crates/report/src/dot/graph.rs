//! The drawing of heaps: variables in a table on top, objects as tables below, references as arrows.

use std::fmt::Write;

use crate::text::value_text;
use crate::twin::summary::{Place, Slots, Value};

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
}

#[derive(Clone)]
pub(super) struct ObjectBox {
    pub(super) number: u32,
    pub(super) title: String,
    pub(super) colour: &'static str,
    pub(super) rows: Vec<Row>,
}

/// A line of a table: a name, and a value or an arrow.
#[derive(Clone)]
pub(super) struct Row {
    /// The place that it shows; the outcome of a procedure has none.
    pub(super) place: Option<Place>,
    pub(super) name: String,
    pub(super) values: Vec<Value>,
    pub(super) colour: Option<&'static str>,
}

/// The values of a set or channel; a word where there are none.
pub(super) fn contents(values: &[Value]) -> Vec<Value> {
    match values {
        [] => vec![Value::Plain { text: "empty".to_owned() }],
        some => some.to_vec(),
    }
}

pub(super) fn slot_rows(slots: &Slots) -> Vec<Row> {
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

/// The text of the graph so far.
pub(super) struct Graph {
    pub(super) text: String,
    /// The number of the next cluster.
    pub(super) next: usize,
}

/// The nodes of a state that was drawn.
pub(super) struct Drawn {
    pub(super) top: String,
    pub(super) objects: Vec<String>,
}

impl Graph {
    /// A graph with a line at the bottom that explains its colours.
    pub(super) fn new(name: &str, legend: &str) -> Self {
        let text = format!(
            "digraph {name} {{
  graph [rankdir=LR, nodesep=0.2, ranksep=0.5, fontname=\"Helvetica\", fontsize=12, fontcolor=\"#404858\", style=rounded,
         color=\"#9aa0b0\", labeljust=l, labelloc=b, label={}];
  node [shape=plain, fontname=\"Helvetica\", fontsize=11];
  edge [arrowsize=0.7, color=\"#404858\"];
",
            quoted(legend)
        );
        Self { text, next: 0 }
    }

    pub(super) fn finish(self) -> String {
        self.text + "}\n"
    }

    /// A box with a title around what is drawn next, up to its [end](Self::end_box).
    pub(super) fn begin_box(&mut self, title: &str) {
        let id = self.cluster();
        self.open_cluster(id, title);
    }

    pub(super) fn end_box(&mut self) {
        self.line("}");
    }

    pub(super) fn open_cluster(&mut self, id: usize, title: &str) {
        self.line(&format!("subgraph cluster_{id} {{\n    labelloc=t; label={};", quoted(title)));
    }

    fn cluster(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    pub(super) fn line(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "  {text}");
    }

    pub(super) fn heap(&mut self, title: &str, heap: &Heap) -> Drawn {
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
    pub(super) fn beside(&mut self, left: &Drawn, right: &Drawn) {
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
