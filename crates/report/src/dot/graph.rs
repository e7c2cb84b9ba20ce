//! The drawing of heaps: variables in a table on top, objects as tables below, references as arrows.
//!
//! Where changes are shown, what did not change is pale, and dashed arrows are references that were there before.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::heap::{Chain, Heap, NEW, ObjectBox, Row, cells, object_of};
use crate::text::value_text;

/// The colour of text and arrows, and of those that did not change.
const DARK: &str = "#404858";
const PALE: &str = "#9198a8";

/// The text of the graph so far.
pub(super) struct Graph {
    pub(super) text: String,
    /// The number of the next cluster.
    pub(super) next: usize,
}

/// The nodes of a state that was drawn.
#[derive(Default)]
pub(super) struct Drawn {
    pub(super) top: String,
    pub(super) objects: Vec<String>,
}

impl Graph {
    /// A graph with lines at the bottom that explain its signs.
    pub(super) fn new(name: &str, legend: &[&str]) -> Self {
        let text = format!(
            "digraph {name} {{
  graph [rankdir=LR, nodesep=0.2, ranksep=0.5, fontname=\"Helvetica\", fontsize=12, fontcolor=\"#404858\", style=rounded,
         color=\"#9aa0b0\", labeljust=l, labelloc=b, label=\"{}\"];
  node [shape=plain, fontname=\"Helvetica\", fontsize=11];
  edge [arrowsize=0.7, color=\"#404858\"];
",
            legend.iter().map(|line| format!("{line}\\l")).collect::<String>()
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

    /// Draws a heap, in a box of its own if it has a title.
    pub(super) fn heap(&mut self, title: Option<&str>, heap: &Heap) -> Drawn {
        let id = self.cluster();
        let top = format!("h{id}");
        if let Some(title) = title {
            self.open_cluster(id, title);
        }
        let artist = Artist::new(&top, heap);
        let mut drawn = Drawn { top: top.clone(), objects: Vec::new() };
        let variables = table(None, &heap.variables, artist.is_pale_without_changes);
        self.line(&format!("  {top} [label=<{variables}>];"));
        for object in &heap.objects {
            let node = artist.node(object.number);
            self.line(&format!("  {node} [label=<{}>];", artist.object(object)));
            drawn.objects.push(node);
        }
        artist.arrows(self, &top, &heap.variables);
        for object in &heap.objects {
            let node = artist.node(object.number);
            artist.arrows(self, &node, &object.rows);
            drawn
                .objects
                .extend(object.chain.as_ref().and_then(|chain| artist.chain(self, &node, object, chain)));
        }
        if let Some(note) = &heap.note {
            let node = format!("{top}_more");
            self.note(&node, note);
            drawn.objects.push(node);
        }
        if title.is_some() {
            self.line("}");
        }
        drawn
    }

    /// What a picture leaves out.
    pub(super) fn note(&mut self, node: &str, text: &str) {
        self.line(&format!(
            "  {node} [shape=note, margin=0.1, fontcolor=\"{DARK}\", color=\"#9aa0b0\", label={}];",
            quoted(text)
        ));
    }

    /// A note that belongs to no heap.
    pub(super) fn note_alone(&mut self, text: &str) -> Drawn {
        let top = format!("note{}", self.cluster());
        self.note(&top, text);
        Drawn { top, objects: Vec::new() }
    }

    /// Keeps a state right of another: every node of the one is a step before the top of the other.
    pub(super) fn beside(&mut self, left: &Drawn, right: &Drawn) {
        for node in left.objects.iter().chain([&left.top]) {
            self.line(&format!("  {node} -> {} [style=invis];", right.top));
        }
    }
}

/// Draws the parts of one heap.
struct Artist<'h> {
    top: &'h str,
    is_pale_without_changes: bool,
    /// The numbers of the objects that are drawn.
    numbers: BTreeSet<u32>,
}

impl<'h> Artist<'h> {
    fn new(top: &'h str, heap: &Heap) -> Self {
        let numbers = heap.objects.iter().map(|object| object.number).collect();
        Self { top, is_pale_without_changes: heap.shows_changes, numbers }
    }

    fn node(&self, number: u32) -> String {
        format!("{}_{number}", self.top)
    }

    fn object(&self, object: &ObjectBox) -> String {
        let title = format!("#{}: {}", object.number, object.class);
        let is_pale = self.is_pale_without_changes && !object.is_changed();
        table(
            Some((&painted(&title, is_pale), object.colour)),
            &object.rows,
            self.is_pale_without_changes && object.colour != NEW,
        )
    }

    fn arrows(&self, graph: &mut Graph, from: &str, rows: &[Row]) {
        for (line, row) in rows.iter().enumerate() {
            let first = cells(row).len() - row.values.len();
            let before = row.before.iter().map(|value| (0, value, true));
            let now = row.values.iter().enumerate().map(|(index, value)| (first + index, value, false));
            for (column, value, was_before) in before.chain(now) {
                if let Some(number) = object_of(value).filter(|number| self.numbers.contains(number)) {
                    let look = match (was_before, self.is_pale_without_changes && row.colour.is_none()) {
                        (true, _) => format!(" [style=dashed, color=\"{PALE}\"]"),
                        (false, true) => format!(" [color=\"{PALE}\"]"),
                        (false, false) => String::new(),
                    };
                    graph.line(&format!("  {from}:p{line}_{column}:e -> {}{look};", self.node(number)));
                }
            }
        }
    }

    /// The arrow that a chain of objects is; the node of its end, unless that is an object that is drawn.
    fn chain(&self, graph: &mut Graph, from: &str, object: &ObjectBox, chain: &Chain) -> Option<String> {
        let Chain { field, length, end } = chain;
        let is_pale = self.is_pale_without_changes && !object.is_changed();
        let colour = if is_pale { PALE } else { DARK };
        let drawn = object_of(end).filter(|number| self.numbers.contains(number));
        let (to, end_node) = match drawn {
            Some(number) => (self.node(number), None),
            None => {
                let node = format!("{from}_end");
                let text = painted(&value_text(end), is_pale);
                graph.line(&format!("  {node} [label=<{text}>];"));
                (node.clone(), Some(node))
            }
        };
        let label = quoted(&format!("{field}*{length}"));
        graph.line(&format!(
            "  {from} -> {to} [label={label}, fontname=\"Helvetica\", fontsize=10, fontcolor=\"{colour}\", color=\"{colour}\"];"
        ));
        end_node
    }
}

/// A table with a title and a port for each value. Several values of one place are below each other.
fn table(title: Option<(&str, &str)>, rows: &[Row], is_pale_without_changes: bool) -> String {
    let mut text = String::from(
        "<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\" color=\"#9aa0b0\">",
    );
    if let Some((title, colour)) = title {
        text += &format!("<tr><td colspan=\"2\" bgcolor=\"{colour}\"><b>{title}</b></td></tr>");
    } else if rows.is_empty() {
        text += "<tr><td border=\"0\"><i>nothing</i></td></tr>";
    }
    for (line, row) in rows.iter().enumerate() {
        text += &row_cells(line, row, is_pale_without_changes && row.colour.is_none());
    }
    text + "</table>"
}

fn row_cells(line: usize, row: &Row, is_pale: bool) -> String {
    let colour = row.colour.map(|colour| format!(" bgcolor=\"{colour}\"")).unwrap_or_default();
    let cells = cells(row);
    let room = match cells.len() {
        0 => "colspan=\"2\"".to_owned(),
        values => format!("rowspan=\"{values}\""),
    };
    let mut text = format!("<tr><td align=\"left\" {room}{colour}>{}</td>", painted(&row.name, is_pale));
    for (index, cell) in cells.iter().enumerate() {
        text += if index > 0 { "</tr><tr>" } else { "" };
        text += &format!("<td port=\"p{line}_{index}\"{colour}>{}</td>", painted(cell, is_pale));
    }
    text + "</tr>"
}

/// A text of a table.
fn painted(text: &str, is_pale: bool) -> String {
    let text = escaped(text);
    if is_pale { format!("<font color=\"{PALE}\">{text}</font>") } else { text }
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
pub(super) fn quoted(text: &str) -> String {
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
