//! The walk that numbers objects and writes them. The layout is described in [`encode`](crate::encode).

use base::Id;
use ir::{ObjectId, Value};

use crate::bytes::{write_number, write_reference, write_value};
use crate::shapes::{Shape, Shapes};
use crate::store::Heap;

const UNNUMBERED: u32 = u32::MAX;

/// Which objects have numbers, and how far the walk has come.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    /// By object; [`UNNUMBERED`] where there is none.
    numbers: Vec<u32>,
    /// The objects by number.
    order: Vec<ObjectId>,
    /// How many objects of `order` are written.
    written: usize,
    /// The deferred sets in the order of their numbers.
    deferred: Vec<ObjectId>,
    /// Scratch: the numbers of a set's elements.
    elements: Vec<u32>,
}

/// A point to return to. Only taken where all numbered objects are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint {
    n_numbered: usize,
    n_deferred: usize,
}

impl Numbering {
    /// Starts anew, for this heap. The first `n_fixed` objects have their own numbers and count as written.
    pub(crate) fn reset(&mut self, heap: &Heap, n_fixed: usize) {
        assert!(heap.len() < UNNUMBERED as usize, "a heap of more objects than there are numbers");
        self.numbers.clear();
        self.numbers.extend(0..n_fixed as u32);
        self.numbers.resize(heap.len(), UNNUMBERED);
        self.order.clear();
        self.order.extend(heap.objects().take(n_fixed));
        self.deferred.clear();
        self.written = n_fixed;
    }

    /// The objects by number.
    pub(crate) fn order(&self) -> &[ObjectId] {
        &self.order
    }

    /// Takes over the numbers of another walk over the same heap.
    pub(crate) fn adopt(&mut self, order: &[ObjectId]) {
        self.order.clear();
        self.order.extend_from_slice(order);
        for (&object, number) in order.iter().zip(0..) {
            self.numbers[object.index()] = number;
        }
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        debug_assert_eq!(self.written, self.order.len());
        Checkpoint { n_numbered: self.order.len(), n_deferred: self.deferred.len() }
    }

    /// Forgets all numbers given since.
    pub(crate) fn restore(&mut self, Checkpoint { n_numbered, n_deferred }: Checkpoint) {
        for object in self.order.drain(n_numbered..) {
            self.numbers[object.index()] = UNNUMBERED;
        }
        self.written = n_numbered;
        self.deferred.truncate(n_deferred);
    }

    #[inline]
    pub(crate) fn number_of(&self, object: ObjectId) -> Option<u32> {
        let number = self.numbers[object.index()];
        (number != UNNUMBERED).then_some(number)
    }

    #[inline]
    pub(crate) fn has_deferred(&self) -> bool {
        !self.deferred.is_empty()
    }

    /// The deferred sets in the order of their numbers.
    pub(crate) fn deferred(&self) -> &[ObjectId] {
        &self.deferred
    }

    /// The number of an object, given now if it has none.
    #[inline]
    pub(crate) fn assign(&mut self, object: ObjectId) -> u32 {
        let number = &mut self.numbers[object.index()];
        if *number == UNNUMBERED {
            *number = self.order.len() as u32;
            self.order.push(object);
        }
        *number
    }

    #[inline]
    pub(crate) fn write_value(&mut self, value: Value, out: &mut Vec<u8>) {
        write_value(out, value, |object| self.assign(object));
    }

    /// Writes all numbered objects that are not written yet, and those that get their numbers on the way.
    pub(crate) fn write_objects(&mut self, heap: &Heap, shapes: &Shapes, out: &mut Vec<u8>) {
        while let Some(&object) = self.order.get(self.written) {
            self.written += 1;
            let (class, slots) = heap.class_and_slots(object);
            write_number(out, class.index() as u64);
            match shapes.shape(class) {
                Shape::Record { len } => {
                    debug_assert_eq!(slots.len(), len as usize, "fields of {object}");
                    self.write_slots(slots, out);
                }
                // One test singles out records; the rest is apart, for speed.
                shape => self.write_collection(shape, object, slots, out),
            }
        }
    }

    #[inline(always)]
    fn write_slots(&mut self, slots: &[Value], out: &mut Vec<u8>) {
        for &slot in slots {
            self.write_value(slot, out);
        }
    }

    /// Writes an object with its own length.
    #[inline(never)]
    fn write_collection(&mut self, shape: Shape, object: ObjectId, slots: &[Value], out: &mut Vec<u8>) {
        match shape {
            Shape::Sequence => {
                write_number(out, slots.len() as u64);
                self.write_slots(slots, out);
            }
            Shape::Set => self.write_set(object, slots, out),
            Shape::Record { .. } | Shape::Abstract => panic!("{object} is of a class without such objects"),
        }
    }

    fn write_set(&mut self, set: ObjectId, slots: &[Value], out: &mut Vec<u8>) {
        let unnumbered = |object: &ObjectId| self.number_of(*object).is_none();
        let mut open = slots.iter().filter_map(|value| value.object()).filter(unnumbered);
        let is_deferred = open.nth(1).is_some();
        write_number(out, (slots.len() as u64) << 1 | u64::from(is_deferred));
        if is_deferred {
            self.deferred.push(set);
        } else {
            self.write_elements(slots, out);
        }
    }

    /// Writes elements in canonical order; at most one of them has no number.
    fn write_elements(&mut self, slots: &[Value], out: &mut Vec<u8>) {
        // In value order the references come last.
        let n_plain = slots.partition_point(|value| value.object().is_none());
        let (plain, references) = slots.split_at(n_plain);
        for &value in plain {
            self.write_value(value, out);
        }
        let mut elements = std::mem::take(&mut self.elements);
        elements.clear();
        elements
            .extend(references.iter().filter_map(|value| value.object()).map(|object| self.assign(object)));
        elements.sort_unstable();
        for &number in &elements {
            write_reference(out, number);
        }
        self.elements = elements;
    }

    /// Ends an encoding with deferred sets: all their elements have numbers.
    pub(crate) fn write_deferred(&mut self, heap: &Heap, out: &mut Vec<u8>) {
        write_number(out, 0);
        for index in 0..self.deferred.len() {
            self.write_elements(heap.slots(self.deferred[index]), out);
        }
    }
}
