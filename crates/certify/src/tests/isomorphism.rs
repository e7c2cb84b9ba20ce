//! For tests: whether heaps are equal up to the names of objects, found by search and without canonical forms.
//!
//! [`isomorphic`] matches objects from the roots on and tries all partners where a set leaves a choice. [`least_form`]
//! tries all names, for heaps of a few objects: two of them have the same least form exactly if they are isomorphic.

use base::Id;
use heap::{Heap, Shape, Shapes, reachable};
use ir::{ObjectId, Value};

/// A heap with the values that it is reached from.
pub(crate) type Rooted = (Heap, Vec<Value>);

/// Whether a renaming makes the two equal, garbage aside. The first `n_fixed` objects of both are the same ones; what
/// they hold is not compared.
pub(crate) fn isomorphic(shapes: &Shapes, n_fixed: usize, left: &Rooted, right: &Rooted) -> bool {
    let mut matching = Matching {
        shapes,
        left: &left.0,
        right: &right.0,
        partners: vec![None; left.0.len()],
        partners_back: vec![None; right.0.len()],
    };
    for fixed in 0..n_fixed {
        matching.partners[fixed] = Some(fixed);
        matching.partners_back[fixed] = Some(fixed);
    }
    left.1.len() == right.1.len()
        && matching.complete(left.1.iter().copied().zip(right.1.iter().copied()).collect(), Vec::new())
}

#[derive(Clone)]
struct Matching<'a> {
    shapes: &'a Shapes,
    left: &'a Heap,
    right: &'a Heap,
    /// For each object of the left heap its partner, and the other way round.
    partners: Vec<Option<usize>>,
    partners_back: Vec<Option<usize>>,
}

impl Matching<'_> {
    /// Whether the pairs, and all that follows from them, can be matched. The elements of `sets` come last.
    fn complete(mut self, mut pairs: Vec<(Value, Value)>, mut sets: Vec<(ObjectId, ObjectId)>) -> bool {
        loop {
            while let Some(pair) = pairs.pop() {
                let is_matched = match pair {
                    (Value::Ref(left), Value::Ref(right)) => {
                        self.match_objects(left, right, &mut pairs, &mut sets)
                    }
                    (left, right) => left == right,
                };
                if !is_matched {
                    return false;
                }
            }
            let Some((left, right)) = sets.pop() else { return true };
            let (open_left, open_right) = match self.open_elements(left, right) {
                None => return false,
                Some(open) => open,
            };
            if let Some(&first) = open_left.first() {
                sets.push((left, right));
                let attempt = |&other: &ObjectId| {
                    self.clone().complete(vec![(Value::Ref(first), Value::Ref(other))], sets.clone())
                };
                return open_right.iter().any(attempt);
            }
        }
    }

    fn match_objects(
        &mut self,
        left: ObjectId,
        right: ObjectId,
        pairs: &mut Vec<(Value, Value)>,
        sets: &mut Vec<(ObjectId, ObjectId)>,
    ) -> bool {
        match (self.partners[left.index()], self.partners_back[right.index()]) {
            (None, None) => {}
            (there, back) => return there == Some(right.index()) && back == Some(left.index()),
        }
        self.partners[left.index()] = Some(right.index());
        self.partners_back[right.index()] = Some(left.index());
        let (slots, other_slots) = (self.left.slots(left), self.right.slots(right));
        if self.left.class(left) != self.right.class(right) || slots.len() != other_slots.len() {
            return false;
        }
        match self.shapes.shape(self.left.class(left)) {
            Shape::Set => sets.push((left, right)),
            Shape::Record { .. } | Shape::Sequence | Shape::Abstract => {
                pairs.extend(slots.iter().copied().zip(other_slots.iter().copied()));
            }
        }
        true
    }

    /// The elements of two sets that have no partners yet; none if the others do not agree.
    fn open_elements(&self, left: ObjectId, right: ObjectId) -> Option<(Vec<ObjectId>, Vec<ObjectId>)> {
        let (slots, other_slots) = (self.left.slots(left), self.right.slots(right));
        let is_open = |partners: &[Option<usize>], value: &Value| {
            value.object().is_some_and(|object| partners[object.index()].is_none())
        };
        let open = |partners: &[Option<usize>], slots: &[Value]| -> Vec<ObjectId> {
            slots.iter().filter(|value| is_open(partners, value)).filter_map(|value| value.object()).collect()
        };
        let (open_left, open_right) = (open(&self.partners, slots), open(&self.partners_back, other_slots));
        let settled = slots.iter().filter(|value| !is_open(&self.partners, value));
        let agrees = |value: &Value| match value.object() {
            Some(object) => self.partners[object.index()]
                .is_some_and(|partner| other_slots.contains(&Value::Ref(ObjectId::new(partner)))),
            None => other_slots.contains(value),
        };
        (settled.copied().all(|value| agrees(&value)) && open_left.len() == open_right.len())
            .then_some((open_left, open_right))
    }
}

/// Roots, and for each object its class and slots; the elements of sets are sorted.
pub(crate) type Form = (Vec<Value>, Vec<(usize, Vec<Value>)>);

/// The least form of what the roots reach, over all names of its objects.
pub(crate) fn least_form(shapes: &Shapes, heap: &Heap, roots: &[Value]) -> Form {
    let reached = reachable(heap, roots.iter().copied());
    let forms = permutations(reached.len()).into_iter().map(|names| {
        let rename = |&value: &Value| match value {
            Value::Ref(object) => {
                let at =
                    reached.binary_search(&object).expect("all references are to objects that are reached");
                Value::Ref(ObjectId::new(names[at]))
            }
            plain => plain,
        };
        let mut objects = vec![(0, Vec::new()); reached.len()];
        for (&object, &name) in reached.iter().zip(&names) {
            let mut slots: Vec<Value> = heap.slots(object).iter().map(rename).collect();
            if shapes.shape(heap.class(object)) == Shape::Set {
                slots.sort_unstable();
            }
            objects[name] = (heap.class(object).index(), slots);
        }
        (roots.iter().map(rename).collect(), objects)
    });
    forms.min().expect("there is a permutation of any number of objects")
}

fn permutations(len: usize) -> Vec<Vec<usize>> {
    (0..len).fold(vec![Vec::new()], |shorter, last| {
        let insert = |names: &Vec<usize>| {
            (0..=last).map(|at| [&names[..at], &[last], &names[at..]].concat()).collect::<Vec<_>>()
        };
        shorter.iter().flat_map(insert).collect()
    })
}
