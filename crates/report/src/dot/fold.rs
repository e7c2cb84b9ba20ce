//! Chains of objects as one arrow: `#1 -next*12-> null`.
//!
//! An object is folded into the one before it if that holds the only reference to it, so that nothing points into a
//! chain, and if nothing is lost: both are of one class, neither was changed, and their other fields are equal or short
//! enough to be listed in one cell. What such a chain ends at is drawn as it is, be it an object, `null`, or the
//! beginning of the chain itself.

use std::collections::{BTreeMap, BTreeSet};

use super::heap::{Chain, Heap, ObjectBox, Row, object_of};
use crate::text::value_text;
use crate::twin::summary::Value;

/// A cell with the different values of a field along a chain has at most so many characters.
const LONGEST_LIST: usize = 40;

/// Folds all chains of a heap.
pub(super) fn fold_chains(heap: &mut Heap) {
    let links = links(heap);
    let inside: BTreeSet<usize> = links.values().map(|link| link.to).collect();
    let mut folded = BTreeSet::new();
    for head in 0..heap.objects.len() {
        if !inside.contains(&head) {
            fold_from(heap, &links, head, &mut folded);
        }
    }
    let mut index = 0;
    heap.objects.retain(|_| {
        index += 1;
        !folded.contains(&(index - 1))
    });
}

/// That the object at the position `to` can be folded into the one before it.
#[derive(Clone, Copy)]
struct Link {
    /// The line of the field that leads there.
    line: usize,
    to: usize,
}

/// The link of each object that has one. An object has at most one link to it, since nothing else refers to it.
fn links(heap: &Heap) -> BTreeMap<usize, Link> {
    let mut references: BTreeMap<u32, usize> = BTreeMap::new();
    let targets = heap.variables.iter().flat_map(Row::targets);
    for target in targets.chain(heap.objects.iter().flat_map(ObjectBox::targets)) {
        *references.entry(target).or_default() += 1;
    }
    let positions: BTreeMap<u32, usize> =
        heap.objects.iter().enumerate().map(|(index, object)| (object.number, index)).collect();
    let link = |(index, object): (usize, &ObjectBox)| {
        let (line, target) = only_reference(object)?;
        let to = *positions.get(&target)?;
        let is_free = to != index && references.get(&target) == Some(&1);
        (is_free && continues(object, &heap.objects[to], line)).then_some((index, Link { line, to }))
    };
    heap.objects.iter().enumerate().filter_map(link).collect()
}

/// The field that refers to an object, if there is one and all else is plain.
fn only_reference(object: &ObjectBox) -> Option<(usize, u32)> {
    let mut references =
        object.rows.iter().enumerate().filter_map(|(line, row)| Some((line, row.targets().next()?)));
    let first = references.next()?;
    references.next().is_none().then_some(first)
}

/// Whether the second object is like the first, apart from what is in their plain fields, and where a field leads.
fn continues(first: &ObjectBox, second: &ObjectBox, line: usize) -> bool {
    let is_foldable = |object: &ObjectBox| {
        object.rows.iter().all(|row| row.is_field && row.colour.is_none() && row.values.len() == 1)
    };
    let names = |object: &ObjectBox| object.rows.iter().map(|row| row.name.clone()).collect::<Vec<_>>();
    let leads_on = |row: &Row| matches!(row.values[0], Value::Object { .. } | Value::Null);
    first.class == second.class
        && first.colour == second.colour
        && is_foldable(first)
        && is_foldable(second)
        && names(first) == names(second)
        && leads_on(&second.rows[line])
        && second
            .rows
            .iter()
            .enumerate()
            .all(|(other, row)| other == line || object_of(&row.values[0]).is_none())
}

/// Folds what follows an object into it. Where lists of values get too long, the next object begins a chain of its own.
fn fold_from(heap: &mut Heap, links: &BTreeMap<usize, Link>, head: usize, folded: &mut BTreeSet<usize>) {
    let Some(&Link { line, .. }) = links.get(&head) else { return };
    let mut chain = vec![head];
    let mut lists = Lists::new(&heap.objects[head]);
    let mut at = head;
    while let Some(link) = links.get(&at) {
        at = link.to;
        if !lists.take(&heap.objects[at], line) {
            fold_into_head(heap, &chain, line, &lists);
            folded.extend(chain.drain(..).skip(1));
            lists = Lists::new(&heap.objects[at]);
        }
        chain.push(at);
    }
    fold_into_head(heap, &chain, line, &lists);
    folded.extend(chain.into_iter().skip(1));
}

fn fold_into_head(heap: &mut Heap, chain: &[usize], line: usize, lists: &Lists) {
    let [head, .., last] = chain else { return };
    let end = heap.objects[*last].rows[line].values[0].clone();
    let object = &mut heap.objects[*head];
    for (row, list) in object.rows.iter_mut().zip(&lists.0) {
        if !list.is_equal {
            row.values = vec![Value::Plain { text: list.texts.join(", ") }];
        }
    }
    let field = object.rows.remove(line).name;
    object.chain = Some(Chain { field, length: chain.len(), end });
}

/// The values of each field along a chain.
struct Lists(Vec<List>);

struct List {
    texts: Vec<String>,
    is_equal: bool,
    length: usize,
}

impl Lists {
    fn new(object: &ObjectBox) -> Self {
        let list = |text: String| List { length: text.chars().count(), texts: vec![text], is_equal: true };
        Self(texts(object).map(list).collect())
    }

    /// Adds an object, unless a list of different values would get too long. The line that the chain follows is not
    /// listed.
    fn take(&mut self, object: &ObjectBox, line: usize) -> bool {
        let fits = |(index, (list, text)): (usize, (&List, String))| index == line || list.fits(&text);
        let takes = self.0.iter().zip(texts(object)).enumerate().all(fits);
        if takes {
            self.0.iter_mut().zip(texts(object)).for_each(|(list, text)| list.push(text));
        }
        takes
    }
}

impl List {
    fn fits(&self, text: &str) -> bool {
        self.is_equal && self.texts[0] == text || self.length + text.chars().count() + 2 <= LONGEST_LIST
    }

    fn push(&mut self, text: String) {
        self.is_equal &= self.texts[0] == text;
        self.length += text.chars().count() + 2;
        self.texts.push(text);
    }
}

fn texts(object: &ObjectBox) -> impl Iterator<Item = String> {
    object.rows.iter().map(|row| value_text(&row.values[0]))
}
