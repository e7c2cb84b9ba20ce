//! Cut points, residues and returns, from *Interacting via the Heap in the Presence of Recursion* (Rot, de Boer,
//! Bonsangue), section 3.
//!
//! With `R` for what values reach, `H` for the objects that they are, and `F` for the objects that slots refer to; at a
//! call with `G` for the globals and arguments, `L` for the locals of the caller that count afterwards, and `C` for its
//! own cut points:
//!
//! - the callee sees `R(G)`;
//! - the *residue* is what only the caller holds, `R(L ∪ C) \ R(G)`;
//! - the *cut points* are `R(G) ∩ (H(L ∪ C) ∪ F(residue))`.
//!
//! The callee cannot touch the residue, and the residue refers to nothing that the callee sees but cut points. So
//! whatever the callee does to its heap, the caller's heap at the return is the disjoint union of the two, where
//! references to cut points are those of the callee.

use std::collections::{BTreeSet, HashMap, HashSet};

use base::Id;
use heap::{Heap, Shape, Shapes, reachable};
use ir::{ObjectId, Value};
use verdict::{HeadPoint, NewObject};

/// The parts of a heap at a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cut {
    pub(crate) cut_points: BTreeSet<ObjectId>,
    residue: Vec<ObjectId>,
}

impl Cut {
    /// `seen` is `G`, `held` is `L ∪ C`.
    pub(crate) fn new(heap: &Heap, seen: &[Value], held: &[Value]) -> Self {
        let is_seen: HashSet<ObjectId> = reachable(heap, seen.iter().copied()).into_iter().collect();
        let mut residue = reachable(heap, held.iter().copied());
        residue.retain(|object| !is_seen.contains(object));
        let by_residue = residue.iter().flat_map(|&object| heap.slots(object));
        let referred = held.iter().chain(by_residue).filter_map(|value| value.object());
        Self { cut_points: referred.filter(|object| is_seen.contains(object)).collect(), residue }
    }
}

/// A procedure that waits for its callee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Suspended {
    /// The call.
    pub(crate) waits: HeadPoint,
    pub(crate) in_atomic: bool,
    pub(crate) initialising: bool,
    pub(crate) thread: i64,
    /// The locals that count afterwards, then the cut points of the caller. A reference is the number of a cut point of
    /// the call, or, after those, of an object of the residue.
    pub(crate) held: Vec<Value>,
    residue: Vec<NewObject>,
    pub(crate) n_cut_points: usize,
}

impl Suspended {
    /// Holds nothing yet.
    pub(crate) fn new(waits: HeadPoint, in_atomic: bool, initialising: bool, thread: i64) -> Self {
        let (held, residue, n_cut_points) = (Vec::new(), Vec::new(), 0);
        Self { waits, in_atomic, initialising, thread, held, residue, n_cut_points }
    }

    /// Takes the residue of a heap aside; the cut points are numbered as they are given.
    pub(crate) fn keep(self, heap: &Heap, cut: &Cut, cut_points: &[ObjectId], held: &[Value]) -> Self {
        let all = cut_points.iter().chain(&cut.residue);
        let numbers: HashMap<ObjectId, usize> = all.zip(0..).map(|(&object, at)| (object, at)).collect();
        let rename = |&value: &Value| match value {
            Value::Ref(object) => Value::Ref(ObjectId::new(numbers[&object])),
            plain => plain,
        };
        let copy = |&object: &ObjectId| NewObject {
            class: heap.class(object),
            slots: heap.slots(object).iter().map(rename).collect(),
        };
        let residue = cut.residue.iter().map(copy).collect();
        let held = held.iter().map(rename).collect();
        Self { held, residue, n_cut_points: cut_points.len(), ..self }
    }

    /// Adds the residue to the heap that a callee leaves, with as many cut points as it had; gives what the caller
    /// holds.
    pub(crate) fn glue(&self, heap: &mut Heap, cut_points: &[Value], shapes: &Shapes) -> Vec<Value> {
        let first = heap.len();
        let rename = |&value: &Value| match value {
            Value::Ref(object) => match object.index().checked_sub(cut_points.len()) {
                None => cut_points[object.index()],
                Some(at) => Value::Ref(ObjectId::new(first + at)),
            },
            plain => plain,
        };
        for NewObject { class, slots } in &self.residue {
            let mut slots: Vec<Value> = slots.iter().map(rename).collect();
            if shapes.shape(*class) == Shape::Set {
                slots.sort_unstable();
                // Cut points that were forgotten are one object.
                slots.dedup();
            }
            heap.alloc_with(*class, &slots);
        }
        self.held.iter().map(rename).collect()
    }

    pub(crate) fn size(&self) -> usize {
        self.residue.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::ClassId;

    /// A set that only the caller holds has two elements that the callee sees. When both are forgotten, the set has one
    /// element, as a set that a proof lists.
    #[test]
    fn a_set_of_what_was_forgotten_has_no_element_twice() {
        let shapes: Shapes = [Shape::Record { len: 0 }, Shape::Set].into_iter().collect();
        let mut heap = Heap::new();
        let elements = [0, 1].map(|_| Value::Ref(heap.alloc_with(ClassId::new(0), &[])));
        let set = Value::Ref(heap.alloc_with(ClassId::new(1), &elements));
        let cut = Cut::new(&heap, &elements, &[set]);
        let cut_points: Vec<ObjectId> = cut.cut_points.iter().copied().collect();
        let frame =
            Suspended::new(HeadPoint::Outside(0), false, false, 0).keep(&heap, &cut, &cut_points, &[set]);
        let glued = |cut_points: &[Value]| {
            let mut heap = heap.clone();
            let held = frame.glue(&mut heap, cut_points, &shapes);
            held[0].object().map(|set| heap.slots(set).to_vec())
        };
        assert_eq!(glued(&elements), Some(elements.to_vec()));
        assert_eq!(glued(&[elements[0]; 2]), Some(vec![elements[0]]));
    }
}
