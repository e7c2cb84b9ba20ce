//! Summaries: for each pattern one picture of what it reads, with what an effect changes in it.
//!
//! What is written and what is allocated is coloured, with the values before and after; the rest is pale. Chains of
//! objects are one arrow. Unless everything is asked for, a procedure shows the patterns that are used most, one of
//! each shape, as far as a screen has room.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::fold::fold_chains;
use super::graph::{Drawn, Graph};
use super::heap::{Heap, NEW, ObjectBox, PLAIN, RAISED, Row, WRITTEN, contents, slot_rows};
use super::page::{Extent, Size, fit, wrap};
use crate::text::{counted, fact, spot_text, used};
use crate::twin::summarize::{Procedure, SummarizeReport};
use crate::twin::summary::{Content, Effect, Fact, Outcome, Spot, Summary, Value};

const LEGEND: [&str; 2] = [
    "yellow: written, before ⇒ after   green: new   red: does not return   pale: unchanged   dashed: a reference before",
    "next*3: a chain of three objects   alike: with other numbers and lengths",
];

/// A pattern with more effects shows the first ones.
const MOST_EFFECTS: usize = 3;

/// Summaries as one graph.
pub fn summaries(report: &SummarizeReport, extent: Extent) -> String {
    let mut graph = Graph::new("summaries", &LEGEND);
    let rows: Vec<Vec<Picture>> =
        report.procedures.iter().map(|procedure| pictures(procedure, extent)).collect();
    let drawn = match extent {
        Extent::Screenful => chosen(&report.procedures, &rows),
        Extent::Everything => rows.iter().map(Vec::len).collect(),
    };
    let undrawn: Vec<&str> = report
        .procedures
        .iter()
        .zip(&rows)
        .zip(&drawn)
        .filter(|((_, row), drawn)| **drawn == 0 && !row.is_empty())
        .map(|((procedure, _), _)| procedure.procedure.as_str())
        .collect();
    // What comes first in the file is drawn last on the page.
    if let Some(note) = left_out(report, &rows, &drawn, &undrawn) {
        graph.note_alone(&note);
    }
    for ((procedure, row), &drawn) in report.procedures.iter().zip(&rows).zip(&drawn).rev() {
        if drawn > 0 {
            graph.procedure(procedure, &row[..drawn]);
        } else if row.is_empty() {
            graph.note_alone(&format!("{}: no summary, because it is never called", procedure.procedure));
        }
    }
    graph.finish()
}

/// How many pictures of each procedure fit on a screen. Procedures that are called more often come first.
fn chosen(procedures: &[Procedure], rows: &[Vec<Picture>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(procedures[index].uses()));
    let sizes: Vec<Vec<Size>> =
        order.iter().map(|&index| rows[index].iter().map(Picture::size).collect()).collect();
    let mut drawn = vec![0; rows.len()];
    for (index, count) in order.into_iter().zip(fit(&sizes)) {
        drawn[index] = count;
    }
    drawn
}

/// The note on what is not drawn, if there is anything.
fn left_out(
    report: &SummarizeReport,
    rows: &[Vec<Picture>],
    drawn: &[usize],
    undrawn: &[&str],
) -> Option<String> {
    let mut parts = Vec::new();
    for ((procedure, row), &drawn) in report.procedures.iter().zip(rows).zip(drawn) {
        let patterns: usize = row[..drawn].iter().map(|picture| picture.alike).sum();
        if drawn > 0 && patterns < procedure.summaries.len() {
            let more = (procedure.summaries.len() - patterns) as u64;
            parts.push(format!("{} of {}", counted(more, "pattern"), procedure.procedure));
        }
    }
    if let [first, ..] = undrawn {
        let more = if undrawn.len() > 1 { format!(" and {} more", undrawn.len() - 1) } else { String::new() };
        parts.push(format!("all of {first}{more}"));
    }
    if parts.len() > 4 {
        parts.splice(3..parts.len() - 1, ["...".to_owned()]);
    }
    (!parts.is_empty()).then(|| {
        format!("Not drawn: {}. --all draws everything, --proc NAME one procedure.", parts.join(", "))
    })
}

/// The pictures of a procedure: one for each pattern or, if not everything is drawn, for each shape of patterns, the
/// most used first.
fn pictures(procedure: &Procedure, extent: Extent) -> Vec<Picture> {
    let pictures =
        procedure.summaries.iter().enumerate().map(|(index, summary)| Picture::new(index, summary, extent));
    match extent {
        Extent::Everything => pictures.collect(),
        Extent::Screenful => {
            let mut shapes: BTreeMap<String, Picture> = BTreeMap::new();
            for picture in pictures {
                match shapes.entry(picture.shape()) {
                    std::collections::btree_map::Entry::Vacant(entry) => drop(entry.insert(picture)),
                    std::collections::btree_map::Entry::Occupied(mut entry) => entry.get_mut().join(picture),
                }
            }
            let mut distinct: Vec<Picture> = shapes.into_values().collect();
            distinct.sort_by_key(|picture| (std::cmp::Reverse(picture.uses_alike), picture.index));
            distinct
        }
    }
}

/// The picture of a pattern: a heap for each effect.
struct Picture {
    index: usize,
    uses: u64,
    /// How many patterns have this shape, and how often they are used.
    alike: usize,
    uses_alike: u64,
    effects: Vec<Heap>,
    /// All effects, those that are not drawn included.
    count: usize,
}

impl Picture {
    fn new(index: usize, summary: &Summary, extent: Extent) -> Self {
        let shown = match extent {
            Extent::Screenful => MOST_EFFECTS,
            Extent::Everything => usize::MAX,
        };
        let entry = Heap::entry(summary);
        let mut effects: Vec<Heap> =
            summary.effects.iter().take(shown).map(|effect| entry.after(effect)).collect();
        if effects.is_empty() {
            effects.push(entry.without_end());
        }
        for heap in &mut effects {
            fold_chains(heap);
            if extent == Extent::Screenful {
                heap.cut();
            }
        }
        if extent == Extent::Screenful {
            let sizes: Vec<Size> = effects.iter().map(Heap::size).collect();
            effects.truncate(wrap(&sizes).first().copied().unwrap_or_default());
        }
        let Summary { uses, effects: all, .. } = summary;
        Self { index, uses: *uses, alike: 1, uses_alike: *uses, effects, count: all.len() }
    }

    /// Represents one more pattern of its shape. The one that is drawn is the most used.
    fn join(&mut self, other: Self) {
        let (alike, uses_alike) = (self.alike + 1, self.uses_alike + other.uses);
        if other.uses > self.uses {
            *self = other;
        }
        (self.alike, self.uses_alike) = (alike, uses_alike);
    }

    fn title(&self) -> String {
        let title = format!("pattern {}, {}", self.index + 1, used(self.uses));
        match self.alike - 1 {
            0 => title,
            more => format!("{title}, and {more} alike"),
        }
    }

    fn size(&self) -> Size {
        let effects = self.effects.iter().map(Heap::size);
        effects.reduce(Size::beside).unwrap_or_default().framed(&self.title())
    }

    /// What pictures have in common that differ in numbers and in the lengths of chains alone.
    fn shape(&self) -> String {
        let mut shape = format!("{}", self.count);
        for heap in &self.effects {
            let mut seen = BTreeMap::new();
            // Writing to a string cannot fail.
            let _ = write!(shape, "|{}", heap.note.is_some());
            heap.variables.iter().for_each(|row| put_row(&mut shape, row, &mut seen));
            for object in &heap.objects {
                let _ = write!(shape, "|{}{}{}", nth(object.number, &mut seen), object.class, object.colour);
                object.rows.iter().for_each(|row| put_row(&mut shape, row, &mut seen));
                if let Some(chain) = &object.chain {
                    let _ = write!(shape, ",{}*", chain.field);
                    put_value(&mut shape, &chain.end, &mut seen);
                }
            }
        }
        shape
    }
}

fn put_row(shape: &mut String, row: &Row, seen: &mut BTreeMap<u32, usize>) {
    let _ = write!(shape, ",{}{}", row.name, row.colour.unwrap_or_default());
    for value in row.before.iter().chain(&row.values) {
        put_value(shape, value, seen);
    }
}

fn put_value(shape: &mut String, value: &Value, seen: &mut BTreeMap<u32, usize>) {
    let _ = match value {
        Value::Object { number } => write!(shape, " #{}", nth(*number, seen)),
        Value::Null => write!(shape, " null"),
        Value::Plain { text } if is_numbers(text) => write!(shape, " 0"),
        Value::Plain { text } => write!(shape, " {text}"),
    };
}

/// Whether a text is a number, or several of a chain.
fn is_numbers(text: &str) -> bool {
    text.split(", ").all(|part| part.parse::<f64>().is_ok())
}

/// The number of an object in the order in which they are met.
fn nth(number: u32, seen: &mut BTreeMap<u32, usize>) -> usize {
    let next = seen.len();
    *seen.entry(number).or_insert(next)
}

impl Graph {
    fn procedure(&mut self, procedure: &Procedure, pictures: &[Picture]) {
        let patterns = counted(procedure.summaries.len() as u64, "pattern");
        let effects = counted(procedure.effects(), "effect");
        let title = format!("{}: {patterns}, {effects}, {}", procedure.procedure, used(procedure.uses()));
        self.begin_box(&title);
        let sizes: Vec<Size> = pictures.iter().map(Picture::size).collect();
        let mut rest = pictures;
        let mut rows = Vec::new();
        for count in wrap(&sizes) {
            let (row, others) = rest.split_at(count);
            rows.push(row);
            rest = others;
        }
        for row in rows {
            let mut last = None;
            for picture in row {
                last = Some(self.picture(picture, last));
            }
        }
        self.end_box();
    }

    /// Draws a pattern right of another; gives what is rightmost in it.
    fn picture(&mut self, picture: &Picture, left: Option<Drawn>) -> Drawn {
        self.begin_box(&picture.title());
        let mut last = left;
        let count = picture.count;
        for (index, heap) in picture.effects.iter().enumerate() {
            let title = (count > 1).then(|| format!("effect {} of {count}", index + 1));
            let drawn = self.heap(title.as_deref(), heap);
            self.beside_some(last, &drawn);
            last = Some(drawn);
        }
        let more = count.saturating_sub(picture.effects.len());
        if more > 0 {
            let note = self.note_alone(&counted(more as u64, "more effect"));
            self.beside_some(last, &note);
            last = Some(note);
        }
        self.end_box();
        last.unwrap_or_default()
    }

    fn beside_some(&mut self, left: Option<Drawn>, right: &Drawn) {
        if let Some(left) = left {
            self.beside(&left, right);
        }
    }
}

impl Heap {
    /// The state at the entry, as far as the pattern knows it.
    fn entry(summary: &Summary) -> Self {
        let object = |object: &crate::twin::summary::Object| {
            let class = object.class.as_deref().unwrap_or("an object");
            ObjectBox::new(object.number, class.to_owned(), PLAIN, Vec::new())
        };
        let objects = summary.objects.iter().map(object).collect();
        let mut heap = Self { objects, shows_changes: true, ..Self::default() };
        let places = heap.places();
        summary.reads.iter().for_each(|read| heap.put(read, &places, false));
        heap
    }

    /// The state after an effect, with what was there before.
    fn after(&self, effect: &Effect) -> Self {
        let Effect { new, writes, outcome } = effect;
        let mut heap = self.clone();
        for new in new {
            let rows = slot_rows(&new.slots);
            heap.objects.push(ObjectBox::new(new.number, new.class.clone(), NEW, rows));
        }
        let places = heap.places();
        writes.iter().for_each(|write| heap.put(write, &places, true));
        if new.is_empty() && writes.is_empty() && *outcome == (Outcome::Returns { values: Vec::new() }) {
            heap.variables.push(Row { colour: Some(PLAIN), ..Row::new("changes nothing", Vec::new()) });
        }
        heap.variables.extend(outcome_row(outcome));
        heap
    }

    fn without_end(&self) -> Self {
        let mut heap = self.clone();
        heap.variables.push(Row { colour: Some(RAISED), ..Row::new("does not return", Vec::new()) });
        heap
    }

    /// Where each object is.
    fn places(&self) -> BTreeMap<u32, usize> {
        self.objects.iter().enumerate().map(|(index, object)| (object.number, index)).collect()
    }

    fn put(&mut self, fact: &Fact, places: &BTreeMap<u32, usize>, is_written: bool) {
        let mut row = Row { colour: is_written.then_some(WRITTEN), ..row(fact) };
        let owner = owner_of(&fact.place).and_then(|number| places.get(&number));
        let rows = match owner {
            Some(&index) => &mut self.objects[index].rows,
            None => &mut self.variables,
        };
        match rows.iter_mut().find(|known| known.place == row.place) {
            Some(known) => {
                row.before = std::mem::take(&mut known.values);
                *known = row;
            }
            None => rows.push(row),
        }
    }
}

fn owner_of(place: &Spot) -> Option<u32> {
    match place {
        Spot::AtomicSection | Spot::ThreadNumber | Spot::Parameter { .. } | Spot::Global { .. } => None,
        Spot::Field { object, .. }
        | Spot::Element { object, .. }
        | Spot::Length { object }
        | Spot::Class { object }
        | Spot::Contents { object } => Some(*object),
    }
}

fn row(read: &Fact) -> Row {
    let Fact { place, content } = read;
    let name = match place {
        Spot::AtomicSection => fact(read, "="),
        Spot::ThreadNumber | Spot::Parameter { .. } | Spot::Global { .. } => spot_text(place),
        Spot::Field { name, .. } => name.clone(),
        Spot::Element { index, .. } => format!("[{index}]"),
        Spot::Length { .. } => "length".to_owned(),
        Spot::Class { .. } => "exact class".to_owned(),
        Spot::Contents { .. } => "contents".to_owned(),
    };
    let values = match content {
        Content::Value { .. } if *place == Spot::AtomicSection => Vec::new(),
        Content::Value { value } => vec![value.clone()],
        Content::Class { name } => vec![Value::Plain { text: name.clone() }],
        Content::Set { elements: values } | Content::Channel { messages: values } => contents(values),
    };
    let is_field = matches!(place, Spot::Field { .. });
    Row { place: Some(place.clone()), is_field, ..Row::new(name, values) }
}

fn outcome_row(outcome: &Outcome) -> Option<Row> {
    let (name, values, colour) = match outcome {
        Outcome::Returns { values } if values.is_empty() => return None,
        Outcome::Returns { values } => ("returns", values.clone(), WRITTEN),
        Outcome::Raises { exception } => ("raises", vec![Value::Plain { text: exception.clone() }], RAISED),
    };
    Some(Row { colour: Some(colour), ..Row::new(name, values) })
}
