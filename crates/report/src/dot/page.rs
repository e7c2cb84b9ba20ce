//! What fits on a screen: how large pictures get, about, and which of them to draw.
//!
//! Graphviz has the last word on places, so all sizes are estimates, in points.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::heap::{Heap, ObjectBox, Row, cells};
use crate::text::counted;
use crate::twin::summary::Value;

/// How much is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// At most a screenful, with notes on what is left out.
    Screenful,
    Everything,
}

/// Room for pictures on a screen of about 1600 x 1200 pixels, at 96 pixels to the inch.
const WIDEST: usize = 1050;
const HIGHEST: usize = 740;

/// A picture with more objects, or a table with more lines, is cut.
const MOST_OBJECTS: usize = 12;
const MOST_LINES: usize = 10;
const MOST_VALUES: usize = 8;
/// Longer texts are cut.
const LONGEST_TEXT: usize = 48;

const LINE: usize = 22;
const CHARACTER: usize = 7;
/// Between columns of objects, and above and below what is in a box.
const GAP: usize = 45;
const FRAME: usize = 40;

/// The size of a picture: a width for each column of tables, since Graphviz lines up the columns of a whole page.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Size {
    columns: Vec<usize>,
    height: usize,
}

impl Size {
    fn width(&self) -> usize {
        self.columns.iter().map(|column| column + GAP).sum()
    }

    pub(super) fn beside(mut self, right: Self) -> Self {
        if let Some(last) = self.columns.last_mut() {
            *last += FRAME;
        }
        self.columns.extend(right.columns);
        Self { columns: self.columns, height: self.height.max(right.height) }
    }

    /// The size with a box around it that has a title.
    pub(super) fn framed(mut self, title: &str) -> Self {
        let missing = (title.chars().count() * CHARACTER).saturating_sub(self.width());
        if let Some(last) = self.columns.last_mut() {
            *last += missing;
        }
        self.height += FRAME;
        self
    }

    fn above(&self, below: &Self) -> Self {
        let column =
            |index: usize| [self, below].map(|size| size.columns.get(index).copied().unwrap_or_default());
        let columns = self.columns.len().max(below.columns.len());
        let columns = (0..columns).map(|index| column(index).into_iter().max().unwrap_or_default());
        Self { columns: columns.collect(), height: self.height + below.height }
    }

    fn fits(&self) -> bool {
        self.width() <= WIDEST && self.height <= HIGHEST
    }
}

/// How many pictures of each list to draw, at least one in all. Lists that are too wide go on in further lines, after
/// the first lines of all.
pub(super) fn fit(lists: &[Vec<Size>]) -> Vec<usize> {
    let mut lines: Vec<(usize, usize, Vec<Size>)> = Vec::new();
    for (list, sizes) in lists.iter().enumerate() {
        let mut rest = sizes.as_slice();
        for (line, count) in wrap(sizes).into_iter().enumerate() {
            let (these, others) = rest.split_at(count);
            lines.push((line, list, these.to_vec()));
            rest = others;
        }
    }
    lines.sort_by_key(|&(line, list, _)| (line, list));
    let rows: Vec<&[Size]> = lines.iter().map(|(_, _, sizes)| sizes.as_slice()).collect();
    let mut drawn = vec![0; lists.len()];
    let mut is_cut = vec![false; lists.len()];
    for ((_, list, sizes), count) in lines.iter().zip(fit_rows(&rows)) {
        if !is_cut[*list] {
            drawn[*list] += count;
        }
        is_cut[*list] |= count < sizes.len();
    }
    drawn
}

/// How many pictures of each row to draw: the first of each row that has room, then the second ones, and so on.
fn fit_rows(rows: &[&[Size]]) -> Vec<usize> {
    let mut drawn = vec![0; rows.len()];
    let mut sizes = vec![Size::default(); rows.len()];
    let mut page = Size::default();
    for round in 0..rows.iter().map(|row| row.len()).max().unwrap_or_default() {
        let before = page.clone();
        for (index, row) in rows.iter().enumerate() {
            let Some(picture) = row.get(round).filter(|_| drawn[index] == round) else { continue };
            let wider = match round {
                0 => picture.clone().framed(""),
                _ => sizes[index].clone().beside(picture.clone()),
            };
            let others = Size { height: page.height - sizes[index].height, ..page.clone() };
            let larger = others.above(&wider);
            if page == Size::default() || larger.fits() {
                page = larger;
                drawn[index] += 1;
                sizes[index] = wider;
            }
        }
        if page == before {
            break;
        }
    }
    drawn
}

/// Breaks a row of pictures into rows that are not too wide. Gives the number of pictures in each.
pub(super) fn wrap(row: &[Size]) -> Vec<usize> {
    let mut rows: Vec<usize> = Vec::new();
    let mut width = 0;
    for size in row {
        width += size.width();
        match rows.last_mut() {
            Some(count) if width <= WIDEST => *count += 1,
            _ => {
                rows.push(1);
                width = size.width();
            }
        }
    }
    rows
}

impl Heap {
    /// About the size of its picture: a column of tables for each distance from the variables.
    pub(super) fn size(&self) -> Size {
        let mut columns: Vec<Area> = vec![table(&self.variables, 0)];
        let depths = self.depths();
        for object in &self.objects {
            let depth = depths.get(&object.number).copied().unwrap_or(1);
            // The end of a chain is in the next column, and a label makes room for itself.
            let last = depth + usize::from(object.chain.is_some());
            columns.resize(columns.len().max(last + 1), Area::default());
            let area = table(&object.rows, object.class.chars().count() + 5);
            columns[depth].width = columns[depth].width.max(area.width + object.chain_width());
            columns[depth].height += area.height + LINE;
        }
        Size {
            height: columns.iter().map(|column| column.height).max().unwrap_or_default(),
            columns: columns.into_iter().map(|column| column.width.max(CHARACTER)).collect(),
        }
    }

    /// The number of arrows from the variables to each object.
    fn depths(&self) -> BTreeMap<u32, usize> {
        let objects: BTreeMap<u32, &ObjectBox> =
            self.objects.iter().map(|object| (object.number, object)).collect();
        let mut depths: BTreeMap<u32, usize> = BTreeMap::new();
        let roots = self.variables.iter().flat_map(Row::targets).map(|target| (target, 1));
        let mut pending: VecDeque<(u32, usize)> = roots.collect();
        while let Some((number, depth)) = pending.pop_front() {
            let Some(object) = objects.get(&number).filter(|_| !depths.contains_key(&number)) else {
                continue;
            };
            depths.insert(number, depth);
            pending.extend(object.targets().map(|target| (target, depth + 1)));
        }
        depths
    }

    /// Leaves out what makes a picture too large, least of all what was changed; a note says how much.
    pub(super) fn cut(&mut self) {
        let mut lines = cut_rows(&mut self.variables);
        for object in &mut self.objects {
            lines += cut_rows(&mut object.rows);
            cut_text(&mut object.class);
        }
        let mut order: Vec<usize> = (0..self.objects.len()).collect();
        order.sort_by_key(|&index| !self.objects[index].is_changed());
        let kept: BTreeSet<usize> = order.into_iter().take(MOST_OBJECTS).collect();
        let objects = self.objects.len() - kept.len();
        let mut index = 0;
        self.objects.retain(|_| {
            index += 1;
            kept.contains(&(index - 1))
        });
        let parts = [(objects, "more object"), (lines, "more line")];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|&(count, noun)| counted(count as u64, noun)).collect();
        if !parts.is_empty() {
            self.note = Some(parts.join(" and "));
        }
    }
}

impl ObjectBox {
    fn chain_width(&self) -> usize {
        self.chain.as_ref().map_or(0, |chain| (chain.field.chars().count() + 10) * CHARACTER)
    }
}

/// The area of a table.
#[derive(Clone, Copy, Default)]
struct Area {
    width: usize,
    height: usize,
}

fn table(rows: &[Row], title: usize) -> Area {
    let cells: Vec<Vec<String>> = rows.iter().map(cells).collect();
    let names = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or_default();
    let values = cells.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or_default();
    let lines: usize = cells.iter().map(|cells| cells.len().max(1)).sum();
    let title_line = usize::from(title > 0);
    Area {
        width: (names + values).max(title) * CHARACTER + GAP / 2,
        height: (lines + title_line).max(1) * LINE,
    }
}

/// Cuts rows and their values; gives the number of lines that are left out.
fn cut_rows(rows: &mut Vec<Row>) -> usize {
    let before = rows.len();
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&index| rows[index].colour.is_none());
    let kept: BTreeSet<usize> = order.into_iter().take(MOST_LINES).collect();
    let mut index = 0;
    rows.retain(|_| {
        index += 1;
        kept.contains(&(index - 1))
    });
    let mut left_out = before - rows.len();
    for row in rows {
        left_out += row.values.len().saturating_sub(MOST_VALUES);
        row.values.truncate(MOST_VALUES);
        row.before.truncate(MOST_VALUES);
        cut_text(&mut row.name);
        row.values.iter_mut().chain(&mut row.before).for_each(|value| {
            if let Value::Plain { text } = value {
                cut_text(text);
            }
        });
    }
    left_out
}

pub(super) fn cut_text(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(LONGEST_TEXT) {
        text.truncate(end);
        text.push('…');
    }
}
