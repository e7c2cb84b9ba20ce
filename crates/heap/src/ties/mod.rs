//! Chooses an order for the elements of sets where the walk alone gives none.
//!
//! When the walk of [`numbering`](crate::numbering) comes to its end and deferred sets still have elements
//! without numbers, one or more of them must get the next numbers, and which ones must not depend on the
//! names of objects. The objects without numbers are coloured by what surrounds them ([`rest`]). Elements of
//! a set fall into *cells* of equal colour. A cell is *settled* if it has one member or if its members can
//! change places without any effect ([`interchange`]).
//!
//! - If an incomplete set has settled cells, their members get the next numbers, by colour.
//! - Otherwise the walk is tried from each member of the smallest cell of the first incomplete set, and the
//!   least of the resulting encodings is kept.
//!
//! Both rules look at nothing but the isomorphism class of heap and roots, which makes the encoding
//! canonical. Three things shorten the search and do not change its outcome: a member that a symmetry maps to
//! one tried before is skipped ([`symmetry`]); a walk whose bytes are already greater than the best is given
//! up; and a walk that ends in the very bytes of the best shows a symmetry, so that the search returns to
//! where the two parted.
//!
//! This is individualisation and refinement, as in McKay, *Practical graph isomorphism*, 1981, with exact
//! tests for the symmetries that programs produce instead of a general treatment of the automorphism group.
//! Refining takes polynomial time. The number of walks is exponential in the worst case: in heaps with many
//! alike elements whose symmetries the tests miss, such as strongly regular graphs put together from sets.

mod interchange;
mod rest;
mod symmetry;

use ir::{ObjectId, Value};

use self::interchange::Interchange;
use self::rest::Rest;
use self::symmetry::Symmetry;
use crate::bytes::write_number;
use crate::numbering::{Checkpoint, Numbering};
use crate::shapes::{Shape, Shapes};
use crate::store::Heap;

/// The search, with its scratch memory.
#[derive(Debug, Default)]
pub(crate) struct Ties {
    chooser: Chooser,
    /// The branching points between the start and the current walk.
    branches: Vec<Branch>,
    /// The members to try at each branching point; those of the last one at the end.
    members: Vec<ObjectId>,
    /// The least encoding found, empty if none yet, and which member it took at each branching point.
    best: Vec<u8>,
    best_path: Vec<usize>,
    /// The objects by number in the least encoding.
    best_order: Vec<ObjectId>,
}

/// A branching point.
#[derive(Clone, Copy, Debug)]
struct Branch {
    checkpoint: Checkpoint,
    /// Length of the output there.
    n_bytes: usize,
    /// Where its members begin.
    first: usize,
    /// How many of its members have been taken.
    taken: usize,
}

/// A heap with its numbers so far.
#[derive(Clone, Copy)]
struct View<'a> {
    heap: &'a Heap,
    shapes: &'a Shapes,
    numbering: &'a Numbering,
}

impl View<'_> {
    fn is_set(self, object: ObjectId) -> bool {
        self.shapes.shape(self.heap.class(object)) == Shape::Set
    }

    fn is_open(self, value: Value) -> bool {
        value.object().is_some_and(|object| self.numbering.number_of(object).is_none())
    }
}

/// A walk that writes: what changes in the course of the search.
struct Walk<'a> {
    heap: &'a Heap,
    shapes: &'a Shapes,
    numbering: &'a mut Numbering,
    out: &'a mut Vec<u8>,
}

impl Walk<'_> {
    /// Goes on from these objects.
    fn go_on(&mut self, objects: &[ObjectId]) {
        write_number(self.out, objects.len() as u64);
        for &object in objects {
            self.numbering.assign(object);
        }
        self.numbering.write_objects(self.heap, self.shapes, self.out);
    }

    fn view(&self) -> View<'_> {
        View { heap: self.heap, shapes: self.shapes, numbering: self.numbering }
    }
}

impl Ties {
    /// Writes the end of an encoding with deferred sets, after a walk that has come to its end.
    pub(crate) fn write_rest(
        &mut self,
        heap: &Heap,
        shapes: &Shapes,
        numbering: &mut Numbering,
        out: &mut Vec<u8>,
    ) {
        let start = out.len();
        let mut walk = Walk { heap, shapes, numbering, out };
        self.best.clear();
        self.branches.clear();
        self.members.clear();
        loop {
            let is_complete = self.finish_walk(&mut walk, start);
            if is_complete {
                walk.numbering.write_deferred(heap, walk.out);
                if self.branches.is_empty() && self.best.is_empty() {
                    return;
                }
                self.compare(&walk.out[start..], walk.numbering.order());
            }
            if !self.backtrack(&mut walk) {
                break;
            }
        }
        walk.out.truncate(start);
        walk.out.extend_from_slice(&self.best);
        walk.numbering.adopt(&self.best_order);
    }

    /// Chooses until all sets are complete. False if the bytes exceed the best before.
    fn finish_walk(&mut self, walk: &mut Walk<'_>, start: usize) -> bool {
        loop {
            if self.exceeds_best(&walk.out[start..]) {
                return false;
            }
            match self.chooser.choose(walk.view()) {
                Choice::Complete => return true,
                Choice::Settled => walk.go_on(&self.chooser.chosen),
                Choice::OneOf => {
                    if let [only] = self.chooser.chosen[..] {
                        walk.go_on(&[only]);
                    } else {
                        self.branch(walk);
                    }
                }
            }
        }
    }

    fn exceeds_best(&self, bytes: &[u8]) -> bool {
        !self.best.is_empty() && *bytes > self.best[..bytes.len().min(self.best.len())]
    }

    /// Opens a branching point and takes its first member.
    fn branch(&mut self, walk: &mut Walk<'_>) {
        let first = self.members.len();
        self.members.extend_from_slice(&self.chooser.chosen);
        let checkpoint = walk.numbering.checkpoint();
        self.branches.push(Branch { checkpoint, n_bytes: walk.out.len(), first, taken: 1 });
        walk.go_on(&[self.members[first]]);
    }

    /// Takes the next member of the last branching point that has one. False if there is none.
    fn backtrack(&mut self, walk: &mut Walk<'_>) -> bool {
        while let Some(branch) = self.branches.last_mut() {
            walk.numbering.restore(branch.checkpoint);
            walk.out.truncate(branch.n_bytes);
            if let Some(&member) = self.members.get(branch.first + branch.taken) {
                branch.taken += 1;
                walk.go_on(&[member]);
                return true;
            }
            self.members.truncate(branch.first);
            self.branches.pop();
        }
        false
    }

    /// Keeps a complete encoding if it is the least so far.
    fn compare(&mut self, bytes: &[u8], order: &[ObjectId]) {
        if self.best.is_empty() || *bytes < *self.best {
            self.best.clear();
            self.best.extend_from_slice(bytes);
            self.best_order.clear();
            self.best_order.extend_from_slice(order);
            self.best_path.clear();
            self.best_path.extend(self.branches.iter().map(|branch| branch.taken));
        } else if *bytes == *self.best {
            self.leave_symmetric_branches();
        }
    }

    /// After an encoding equal to the best: some symmetry maps the member taken where the two paths part to
    /// the one that led to the best, so all that is still open behind it has been seen.
    fn leave_symmetric_branches(&mut self) {
        let mut pairs = self.branches.iter().zip(&self.best_path);
        let parting = pairs.position(|(branch, &best)| branch.taken != best);
        let parting = parting.expect("two walks that are different take different members somewhere");
        if let Some(next) = self.branches.get(parting + 1) {
            self.members.truncate(next.first);
            self.branches.truncate(parting + 1);
        }
    }
}

/// How a walk can go on.
enum Choice {
    /// All elements have numbers.
    Complete,
    /// From all of `chosen`, in this order.
    Settled,
    /// From one of `chosen`: each must be tried.
    OneOf,
}

/// Finds the next objects to number.
#[derive(Debug, Default)]
struct Chooser {
    rest: Rest,
    interchange: Interchange,
    symmetry: Symmetry,
    /// Elements of one set, by colour; places in `rest`.
    elements: Vec<u32>,
    /// The smallest cell, and its members that no symmetry maps to earlier ones; places in `rest`.
    cell: Vec<u32>,
    distinct: Vec<u32>,
    /// The outcome.
    chosen: Vec<ObjectId>,
}

impl Chooser {
    fn choose(&mut self, view: View<'_>) -> Choice {
        self.rest.collect(view);
        if self.rest.is_empty() {
            return Choice::Complete;
        }
        // Mostly the first colours are enough; refining can take as many rounds as there are objects.
        if self.choose_settled(view) {
            return Choice::Settled;
        }
        self.rest.refine();
        if self.choose_settled(view) {
            return Choice::Settled;
        }
        self.symmetry.distinct_members(view, &self.rest, &self.cell, &mut self.distinct);
        self.chosen.extend(self.distinct.iter().map(|&place| self.rest.object(place)));
        Choice::OneOf
    }

    /// Chooses the settled cells of the first set that has any. If none has, finds the cell to be tried.
    fn choose_settled(&mut self, view: View<'_>) -> bool {
        self.chosen.clear();
        self.cell.clear();
        for &set in view.numbering.deferred() {
            self.rest.open_elements(view, set, &mut self.elements);
            self.take_settled_cells(view);
            if !self.chosen.is_empty() {
                return true;
            }
            if self.cell.is_empty() {
                self.keep_smallest_cell();
            }
        }
        false
    }

    fn take_settled_cells(&mut self, view: View<'_>) {
        let Self { rest, interchange, elements, chosen, .. } = self;
        for cell in cells(rest, elements) {
            if interchange.is_settled(view, rest, cell) {
                chosen.extend(cell.iter().map(|&place| rest.object(place)));
            }
        }
    }

    /// Of the current set; the first by colour if several are smallest. Nothing if the set is complete.
    fn keep_smallest_cell(&mut self) {
        let smallest = cells(&self.rest, &self.elements).min_by_key(|cell| cell.len());
        self.cell.extend_from_slice(smallest.unwrap_or_default());
    }
}

/// The cells of a set, by colour.
fn cells<'a>(rest: &'a Rest, elements: &'a [u32]) -> impl Iterator<Item = &'a [u32]> {
    elements.chunk_by(|&a, &b| rest.colour(a) == rest.colour(b))
}
