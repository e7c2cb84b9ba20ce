//! Heaps cut in two where a procedure is called, and glued together where it returns.
//!
//! From *Interacting via the Heap in the Presence of Recursion* (Rot, de Boer, Bonsangue), section 3. The callee sees
//! what globals and arguments reach. What the caller holds and the callee does not see is the *residue*. The *cut
//! points* are the objects that the callee sees and that the caller holds, or that the residue refers to: whatever the
//! callee does to its heap, there the residue is attached in the end.
//!
//! DIVERGENCE: the paper keeps the caller's whole heap and renames objects at the return. A residue has numbers of its
//! own, and cut points are just the first of them, so that nothing can clash.

use base::Id;
use ir::{ClassId, ObjectId, Value};

use crate::encode::Canonizer;
use crate::shapes::{Shape, Shapes};
use crate::store::Heap;

/// Cuts and glues, with memory that is used again.
#[derive(Debug, Default)]
pub struct Cutter {
    /// By object, which part it belongs to.
    parts: Vec<Part>,
    /// The objects that were reached, in order.
    reached: Vec<ObjectId>,
    cut_points: Vec<Value>,
    residue: Heap,
    slots: Vec<Value>,
    bytes: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Part {
    #[default]
    Unreached,
    Seen,
    /// Seen, and a cut point.
    CutPoint,
    Residue,
    /// A cut point or an object of the residue, with its number there.
    Numbered(u32),
}

impl Cutter {
    /// Cuts a heap into what `seen` reaches and the rest of what `held` reaches. Afterwards the values of `held` refer
    /// to objects of the [`residue`](Self::residue).
    pub fn cut(&mut self, heap: &Heap, seen: &[Value], held: &mut [Value], canonizer: &mut Canonizer) {
        self.start(heap);
        seen.iter().for_each(|&value| self.reach(value, Part::Seen));
        self.walk(heap, 0, Part::Seen);
        let n_seen = self.reached.len();
        held.iter().for_each(|&value| self.reach(value, Part::Residue));
        self.walk(heap, n_seen, Part::Residue);
        self.number_cut_points(heap, seen, n_seen, canonizer);
        self.copy_residue(heap, n_seen, canonizer.shapes());
        for value in held {
            *value = self.numbered(*value);
        }
    }

    /// The cut points of the last cut: references into the heap that was cut, in the order of what was seen.
    pub fn cut_points(&self) -> &[Value] {
        &self.cut_points
    }

    /// The residue of the last cut. Its first objects stand for the cut points and have no slots.
    pub fn residue(&self) -> &Heap {
        &self.residue
    }

    /// Adds a residue to a heap. The first objects of the residue are the cut points, which the heap has already; the
    /// values of `held` refer to objects of the residue, and thereafter to those of the heap.
    pub fn glue(
        &mut self,
        heap: &mut Heap,
        cut_points: &[Value],
        residue: &Heap,
        held: &mut [Value],
        shapes: &Shapes,
    ) {
        let (n_cuts, n_before) = (cut_points.len(), heap.len());
        let glued = |value: Value| match value {
            Value::Ref(object) => match cut_points.get(object.index()) {
                Some(&cut_point) => cut_point,
                None => Value::Ref(ObjectId::new(object.index() - n_cuts + n_before)),
            },
            plain => plain,
        };
        for object in residue.objects().skip(n_cuts) {
            self.slots.clear();
            self.slots.extend(residue.slots(object).iter().map(|&value| glued(value)));
            add(heap, residue.class(object), &mut self.slots, shapes);
        }
        for value in held {
            *value = glued(*value);
        }
    }

    /// The objects among some values that others do not reach.
    pub fn beyond<'a>(
        &'a mut self,
        heap: &Heap,
        seen: &[Value],
        values: &'a mut [Value],
    ) -> impl Iterator<Item = &'a mut Value> {
        self.start(heap);
        seen.iter().for_each(|&value| self.reach(value, Part::Seen));
        self.walk(heap, 0, Part::Seen);
        let parts = &self.parts;
        values
            .iter_mut()
            .filter(|value| value.object().is_some_and(|object| parts[object.index()] == Part::Unreached))
    }

    fn start(&mut self, heap: &Heap) {
        self.parts.clear();
        self.parts.resize(heap.len(), Part::Unreached);
        self.reached.clear();
    }

    fn reach(&mut self, value: Value, part: Part) {
        let Value::Ref(object) = value else { return };
        let known = &mut self.parts[object.index()];
        match *known {
            Part::Unreached => {
                *known = part;
                self.reached.push(object);
            }
            Part::Seen if part == Part::Residue => *known = Part::CutPoint,
            Part::Seen | Part::CutPoint | Part::Residue | Part::Numbered(_) => {}
        }
    }

    /// Follows the references of all objects reached from this one on.
    fn walk(&mut self, heap: &Heap, mut next: usize, part: Part) {
        while let Some(&object) = self.reached.get(next) {
            next += 1;
            heap.slots(object).iter().for_each(|&value| self.reach(value, part));
        }
    }

    /// Numbers the cut points in the order of what was seen, and the residue behind them.
    fn number_cut_points(&mut self, heap: &Heap, seen: &[Value], n_seen: usize, canonizer: &mut Canonizer) {
        self.cut_points.clear();
        let is_cut_point = |parts: &[Part], object: ObjectId| parts[object.index()] == Part::CutPoint;
        if !self.reached[..n_seen].iter().any(|&object| is_cut_point(&self.parts, object)) {
            return self.number_residue(n_seen);
        }
        // A walk is canonical as long as no set is met, whose elements have no order.
        if canonizer.shapes().iter().any(|shape| shape == Shape::Set) {
            self.bytes.clear();
            let mut encoding = canonizer.encode(heap, &mut self.bytes);
            seen.iter().for_each(|&value| encoding.value(value));
            self.reached[..n_seen].copy_from_slice(encoding.finish());
        }
        for &object in &self.reached[..n_seen] {
            if is_cut_point(&self.parts, object) {
                self.parts[object.index()] = Part::Numbered(self.cut_points.len() as u32);
                self.cut_points.push(Value::Ref(object));
            }
        }
        self.number_residue(n_seen);
    }

    fn number_residue(&mut self, n_seen: usize) {
        for (&object, number) in self.reached[n_seen..].iter().zip(self.cut_points.len() as u32..) {
            self.parts[object.index()] = Part::Numbered(number);
        }
    }

    fn copy_residue(&mut self, heap: &Heap, n_seen: usize, shapes: &Shapes) {
        let mut residue = std::mem::take(&mut self.residue);
        residue.clear();
        for _ in &self.cut_points {
            residue.alloc_with(ClassId::new(0), &[]);
        }
        let mut slots = std::mem::take(&mut self.slots);
        for &object in &self.reached[n_seen..] {
            slots.clear();
            slots.extend(heap.slots(object).iter().map(|&value| self.numbered(value)));
            add(&mut residue, heap.class(object), &mut slots, shapes);
        }
        self.slots = slots;
        self.residue = residue;
    }

    /// A value as the residue has it.
    fn numbered(&self, value: Value) -> Value {
        match value {
            Value::Ref(object) => match self.parts[object.index()] {
                Part::Numbered(number) => Value::Ref(ObjectId::new(number as usize)),
                Part::Unreached | Part::Seen | Part::CutPoint | Part::Residue => {
                    panic!("{object} is held, and neither a cut point nor in the residue")
                }
            },
            plain => plain,
        }
    }
}

/// Adds an object whose references were renamed, which may have changed the order of a set.
fn add(heap: &mut Heap, class: ClassId, slots: &mut [Value], shapes: &Shapes) {
    if shapes.shape(class) == Shape::Set {
        slots.sort_unstable();
    }
    heap.alloc_with(class, slots);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::isomorphic;

    fn shapes() -> Shapes {
        [Shape::Record { len: 2 }, Shape::Set].into_iter().collect()
    }

    fn reference(object: usize) -> Value {
        Value::Ref(ObjectId::new(object))
    }

    /// Object `i` has the slots `edges[i]`; what is behind the last object is null. The first `n_sets` objects are
    /// sets.
    fn heap(edges: &[[usize; 2]], n_sets: usize) -> Heap {
        let mut heap = Heap::new();
        for (index, targets) in edges.iter().enumerate() {
            let value = |&target: &usize| if target < edges.len() { reference(target) } else { Value::Null };
            let mut slots: Vec<Value> = targets.iter().map(value).collect();
            if index < n_sets {
                slots.sort_unstable();
                slots.dedup();
            }
            heap.alloc_with(ClassId::new(usize::from(index < n_sets)), &slots);
        }
        heap
    }

    fn cut(heap: &Heap, seen: &[Value], held: &mut [Value]) -> Cutter {
        let mut cutter = Cutter::default();
        cutter.cut(heap, seen, held, &mut Canonizer::new(shapes()));
        cutter
    }

    #[test]
    fn what_is_held_directly_or_from_the_residue_is_a_cut_point() {
        const NIL: usize = 9;
        // seen -> 0 -> 1 -> 2; held -> 3 -> 2, and held -> 0.
        let heap = heap(&[[1, NIL], [2, NIL], [NIL, NIL], [2, 3]], 0);
        let mut held = [reference(3), reference(0), Value::Null];
        let cutter = cut(&heap, &[reference(0)], &mut held);
        assert_eq!(cutter.cut_points(), [reference(0), reference(2)]);
        assert_eq!(held, [reference(2), reference(0), Value::Null]);
        assert_eq!(cutter.residue().len(), 3);
        assert_eq!(cutter.residue().slots(ObjectId::new(2)), [reference(1), reference(2)]);
    }

    #[test]
    fn without_anything_held_there_is_nothing_to_keep() {
        let heap = heap(&[[1, 0], [1, 1]], 0);
        let cutter = cut(&heap, &[reference(0)], &mut [Value::Null]);
        assert!(cutter.cut_points().is_empty() && cutter.residue().is_empty());
    }

    /// All heaps of three objects, the first of them a set or not: glued together they are what they were before.
    #[test]
    fn glue_undoes_a_cut() {
        let mut n_cut_points = 0;
        for code in 0..4usize.pow(6) * 2 {
            let digit = |place: u32| code / 2 / 4usize.pow(place) % 4;
            let edges = [[digit(0), digit(1)], [digit(2), digit(3)], [digit(4), digit(5)]];
            let mut heap = heap(&edges, code % 2);
            let before = heap.clone();
            let (seen, held) = ([reference(0)], [reference(1), reference(2)]);
            let mut after = held;
            let mut cutter = cut(&heap, &seen, &mut after);
            n_cut_points += cutter.cut_points().len();
            let (cut_points, residue) = (cutter.cut_points().to_vec(), cutter.residue().clone());
            cutter.glue(&mut heap, &cut_points, &residue, &mut after, &shapes());
            let roots = |held: [Value; 2]| [seen[0], held[0], held[1]];
            let (before, after) = ((&before, &roots(held)[..]), (&heap, &roots(after)[..]));
            assert!(isomorphic(&shapes(), before, after), "{edges:?}");
        }
        assert!(n_cut_points > 4000, "{n_cut_points} cut points are too few for a test");
    }
}
