//! Elements that can change places: whichever comes first, the encoding is the same.
//!
//! These tests decide which objects are numbered together, so they must not depend on the names of objects:
//! each is an exact condition, and it holds for all pairs of members of a cell or the cell is not settled.
//!
//! - *Twins* have the same class and the same slots, and belong to the same sets; nothing else refers to
//!   them.
//! - *Private parts*: what a member leads to is referred to from there alone, except that sets may hold the
//!   member itself; the parts have no ties of their own, are alike, and the same sets hold the members.
//!   Lists, trees and rings that hang on the elements of a set are of this kind.
//!
//! In both cases exchanging two members, with their parts, maps heap and roots to themselves and moves
//! nothing else.

use super::View;
use super::rest::{IN_SET, Reference, Rest};

/// Scratch memory of the tests.
#[derive(Debug, Default)]
pub(super) struct Interchange {
    /// The parts of the first and of another member, in the order of a walk; places in [`Rest`].
    first_part: Vec<u32>,
    other_part: Vec<u32>,
    /// By place: which part it was last seen in, and where in that part.
    seen_in: Vec<u64>,
    position: Vec<u32>,
    /// The number of the last part.
    part: u64,
}

impl Interchange {
    /// Whether any order of these elements, all of one colour, gives the same encoding.
    pub(super) fn is_settled(&mut self, view: View<'_>, rest: &Rest, cell: &[u32]) -> bool {
        let [first, others @ ..] = cell else { return true };
        others.is_empty()
            || are_twins(view, rest, *first, others)
            || self.have_private_parts(view, rest, *first, others)
    }

    fn have_private_parts(&mut self, view: View<'_>, rest: &Rest, first: u32, others: &[u32]) -> bool {
        let mut first_part = std::mem::take(&mut self.first_part);
        let mut other_part = std::mem::take(&mut self.other_part);
        let settled = self.private_part(rest, first, &mut first_part)
            && others.iter().all(|&other| {
                self.private_part(rest, other, &mut other_part)
                    && self.are_alike(view, rest, &first_part, &other_part)
            });
        self.first_part = first_part;
        self.other_part = other_part;
        settled
    }

    /// Walks from a member. False if what it leads to is not private or has ties.
    fn private_part(&mut self, rest: &Rest, member: u32, part: &mut Vec<u32>) -> bool {
        self.part += 1;
        if self.seen_in.len() < rest.len() {
            self.seen_in.resize(rest.len(), 0);
            self.position.resize(rest.len(), 0);
        }
        part.clear();
        self.visit(member, part);
        let mut next = 0;
        while let Some(&place) = part.get(next) {
            next += 1;
            let edges = rest.edges_from(place);
            if matches!(edges, [Reference { label: IN_SET, .. }, _, ..]) {
                return false;
            }
            edges.iter().for_each(|edge| self.visit(edge.target, part));
        }
        part.iter().all(|&place| {
            let mut from_outside = self.edges_from_outside(rest, place);
            from_outside.all(|edge| place == member && edge.label == IN_SET)
        })
    }

    fn visit(&mut self, place: u32, part: &mut Vec<u32>) {
        let seen_in = &mut self.seen_in[place as usize];
        if *seen_in != self.part {
            *seen_in = self.part;
            self.position[place as usize] = part.len() as u32;
            part.push(place);
        }
    }

    /// References to an object of the current part from elsewhere.
    fn edges_from_outside<'a>(&'a self, rest: &'a Rest, place: u32) -> impl Iterator<Item = &'a Reference> {
        let is_outside =
            |edge: &&Reference| self.seen_in.get(edge.source as usize).is_none_or(|&part| part != self.part);
        rest.edges_to(place).iter().filter(is_outside)
    }

    /// Whether two private parts have the same contents and their members belong to the same sets.
    fn are_alike(&self, view: View<'_>, rest: &Rest, first: &[u32], other: &[u32]) -> bool {
        let map = |place: u32| other[self.position[place as usize] as usize];
        first.len() == other.len()
            && first.iter().zip(other).all(|(&a, &b)| maps_to(view, rest, a, b, map))
            && self.holders_are_equal(rest, first, other)
    }

    fn holders_are_equal(&self, rest: &Rest, first: &[u32], other: &[u32]) -> bool {
        // The other part is the current one; the first is known by its order.
        let in_first =
            |source: u32| first.get(self.position_of(source)).is_some_and(|&place| place == source);
        let holders =
            rest.edges_to(first[0]).iter().map(|edge| edge.source).filter(|&source| !in_first(source));
        holders.eq(self.edges_from_outside(rest, other[0]).map(|edge| edge.source))
    }

    /// Where a place was in the part where it was last seen; some number if it never was.
    fn position_of(&self, place: u32) -> usize {
        self.position.get(place as usize).map_or(usize::MAX, |&position| position as usize)
    }
}

fn are_twins(view: View<'_>, rest: &Rest, first: u32, others: &[u32]) -> bool {
    let slots = view.heap.slots(rest.object(first));
    let holders = rest.edges_to(first);
    let is_twin = |other: u32| {
        let object = rest.object(other);
        view.heap.class(object) == view.heap.class(rest.object(first))
            && view.heap.slots(object) == slots
            && are_same_holders(holders, rest.edges_to(other))
    };
    others.iter().all(|&other| is_twin(other))
}

/// Whether the same sets and nothing else refer to two objects. Both lists are sorted by source.
fn are_same_holders(first: &[Reference], other: &[Reference]) -> bool {
    let is_same =
        |(a, b): (&Reference, &Reference)| a.source == b.source && a.label == IN_SET && b.label == IN_SET;
    first.len() == other.len() && first.iter().zip(other).all(is_same)
}

/// Whether the object at `source`, with what it refers to replaced as `map` says, is that at `target`.
///
/// `map` gives places for places and must not map two to one. Objects with numbers stay.
pub(super) fn maps_to(
    view: View<'_>,
    rest: &Rest,
    source: u32,
    target: u32,
    map: impl Fn(u32) -> u32,
) -> bool {
    let (source, target) = (rest.object(source), rest.object(target));
    let mapped = |value| rest.place(value).map_or(value, |place| ir::Value::Ref(rest.object(map(place))));
    let (before, after) = (view.heap.slots(source), view.heap.slots(target));
    if view.heap.class(source) != view.heap.class(target) || before.len() != after.len() {
        return false;
    }
    if view.is_set(source) {
        before.iter().all(|&value| view.heap.set_contains(target, mapped(value)))
    } else {
        before.iter().zip(after).all(|(&value, &other)| mapped(value) == other)
    }
}
