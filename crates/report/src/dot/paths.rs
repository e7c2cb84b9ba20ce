//! The paths of an open procedure as heaps: of each path all heaps that take it, drawn as one, or its example; and what
//! the path changes in them.
//!
//! A place of the summary heap may have several values, one for each case of the input: they are below each other in
//! its cell, with an arrow from each to its object. So two parameters that may be one object have arrows to one box.

use super::graph::Graph;
use super::heap::{Heap, NEW, ObjectBox, PLAIN, RAISED, Row, WRITTEN, slot_rows};
use super::page::{Extent, Size, cut_text, fit, wrap};
use crate::text::{counted, path_heading};
use crate::twin::explore::ExploreReport;
use crate::twin::explore::heap::{Field, Location, LocationKind, Named, SummaryValue, Target};
use crate::twin::explore::path::{End, Example, ExploredPath, is_unchanged};
use crate::twin::summary::Value;

const CHANGES: &str = "yellow: written, before ⇒ after, or returned   green: new   red: an error   pale: unchanged   dashed: a reference before";
const CASES: &str = "several values in one place: one of them, depending on the input";

/// All heaps that take each path, as one.
pub fn path_heaps(report: &ExploreReport, extent: Extent) -> String {
    let heap = |path: &ExploredPath| Some(summary_heap(path));
    draw(report, &[CHANGES, CASES], extent, heap)
}

/// One heap that takes each path.
pub fn path_examples(report: &ExploreReport, extent: Extent) -> String {
    let heap = |path: &ExploredPath| path.example.as_ref().map(|example| example_heap(path, example));
    draw(report, &[CHANGES], extent, heap)
}

/// A picture for each path, in rows.
fn draw(
    report: &ExploreReport,
    legend: &[&str],
    extent: Extent,
    heap: impl Fn(&ExploredPath) -> Option<Heap>,
) -> String {
    let mut pictures: Vec<(String, Heap)> = Vec::new();
    for path in &report.paths {
        let Some(mut heap) = heap(path) else { continue };
        let mut title = path_heading(path);
        if extent == Extent::Screenful {
            heap.cut();
            cut_text(&mut title);
        }
        pictures.push((title, heap));
    }
    let sizes: Vec<Size> = pictures.iter().map(|(title, heap)| heap.size().framed(title)).collect();
    let drawn = match extent {
        Extent::Screenful => fit(std::slice::from_ref(&sizes)).first().copied().unwrap_or_default(),
        Extent::Everything => pictures.len(),
    };
    let mut graph = Graph::new("paths", legend);
    // What comes first in the file is drawn last on the page.
    if drawn < pictures.len() {
        let more = counted((pictures.len() - drawn) as u64, "more path");
        graph.note_alone(&format!("{more}: -v draws all"));
    }
    let mut rest = &pictures[..drawn];
    for count in wrap(&sizes[..drawn]).into_iter().rev() {
        let (others, row) = rest.split_at(rest.len() - count);
        rest = others;
        let mut left = None;
        for (title, heap) in row {
            let picture = graph.heap(Some(title), heap);
            left.iter().for_each(|left| graph.beside(left, &picture));
            left = Some(picture);
        }
    }
    graph.finish()
}

fn summary_heap(path: &ExploredPath) -> Heap {
    let argument = |Named { name, value }: &Named| Row::new(name.clone(), values(value));
    let objects = path.after.locations.iter().enumerate().map(|(index, location)| {
        let before = path.before.locations.get(index);
        let rows = location.fields.iter().map(|field| field_row(before, location, field)).collect();
        let colour = if location.kind == LocationKind::New { NEW } else { PLAIN };
        ObjectBox::new(index as u32 + 1, title(location), colour, rows)
    });
    let heap = Heap {
        variables: path.arguments.iter().map(argument).collect(),
        objects: objects.collect(),
        ..Heap::default()
    };
    let results = path.results.iter().flat_map(values).collect();
    heap.ending(path, results)
}

/// `this.next, a Node or Sub`.
fn title(location: &Location) -> String {
    let classes: Vec<&str> = location.classes.iter().map(|class| class.class.as_str()).collect();
    match location.kind {
        LocationKind::New => location.name.clone(),
        LocationKind::Input | LocationKind::Initial => {
            format!("{}, a {}", location.name, classes.join(" or "))
        }
    }
}

fn field_row(before: Option<&Location>, location: &Location, field: &Field) -> Row {
    let Field { name, exists: _, value } = field;
    let mut row = Row { is_field: true, ..Row::new(name.clone(), values(value)) };
    if location.kind != LocationKind::New && !is_unchanged(before, location, name, value) {
        row.colour = Some(WRITTEN);
        let known = before.and_then(|before| before.fields.iter().find(|known| known.name == *name));
        row.before = known.map(|known| values(&known.value)).unwrap_or_default();
    }
    row
}

/// What a place may hold. What was not read is left out.
fn values(value: &SummaryValue) -> Vec<Value> {
    let targets = match value {
        SummaryValue::Term { text } => return vec![Value::Plain { text: text.clone() }],
        SummaryValue::References { targets } => targets,
    };
    let mut values: Vec<Value> = Vec::new();
    for target in targets {
        let value = match &target.target {
            Target::Null => Value::Null,
            Target::Location { index, .. } => Value::Object { number: *index as u32 + 1 },
            Target::Unread => continue,
        };
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

fn example_heap(path: &ExploredPath, example: &Example) -> Heap {
    let argument = |argument: &crate::twin::summary::Field| {
        Row::new(argument.name.clone(), vec![argument.value.clone()])
    };
    let objects = example.after.iter().map(|object| {
        let mut rows = slot_rows(&object.slots);
        let before = example.before.iter().find(|before| before.number == object.number);
        let before_rows = before.map(|before| slot_rows(&before.slots)).unwrap_or_default();
        for (row, before) in rows.iter_mut().zip(before_rows) {
            if row.values != before.values {
                row.colour = Some(WRITTEN);
                row.before = before.values;
            }
        }
        let colour = if before.is_some() { PLAIN } else { NEW };
        ObjectBox::new(object.number, object.class.clone(), colour, rows)
    });
    let heap = Heap {
        variables: example.arguments.iter().map(argument).collect(),
        objects: objects.collect(),
        ..Heap::default()
    };
    heap.ending(path, example.returns.clone())
}

impl Heap {
    /// With a row for what is returned, or for the error.
    fn ending(mut self, path: &ExploredPath, results: Vec<Value>) -> Self {
        self.shows_changes = self.objects.iter().any(ObjectBox::is_changed);
        match &path.end {
            End::Returns if results.is_empty() => {}
            End::Returns => {
                self.variables.push(Row { colour: Some(WRITTEN), ..Row::new("returns", results) });
            }
            End::Throws { error, .. } => {
                self.variables.push(Row { colour: Some(RAISED), ..Row::new(error.slug(), Vec::new()) });
            }
        }
        self
    }
}
