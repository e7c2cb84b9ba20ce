//! The object store: one vector of headers and one of slots.
//!
//! Exploring a program copies its heap once for each step, so the store is flat: `clone_from` is two copies
//! of plain memory and allocates nothing once the target is large enough.
//!
//! An object whose slots outgrow their room moves to the end of the slot vector with twice the room. The hole
//! it leaves is not used again: at most half of what the object ever held, and gone when the heap is encoded
//! and decoded.

use std::fmt;

use base::Id;
use ir::{ClassId, ObjectId, Value};

/// Objects by id. Ids are given in the order of allocation, from 0, and are never used again.
///
/// What the slots of an object mean (fields, elements, messages) is known to its class; the elements of a set
/// are kept sorted by the order of [`Value`].
#[derive(Default)]
pub struct Heap {
    headers: Vec<Header>,
    slots: Vec<Value>,
}

/// Where an object's slots lie: the first `len` of `capacity` from `start`.
#[derive(Clone, Copy)]
struct Header {
    class: ClassId,
    start: u32,
    len: u32,
    capacity: u32,
}

impl Header {
    #[inline]
    fn start(self) -> usize {
        self.start as usize
    }

    #[inline]
    fn end(self) -> usize {
        self.start as usize + self.len as usize
    }
}

/// A position or length as it is held in a header.
#[inline]
fn narrow(size: usize) -> u32 {
    u32::try_from(size).expect("a heap of more than 2^32 slots")
}

impl Heap {
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes all objects and keeps the memory.
    pub fn clear(&mut self) {
        self.headers.clear();
        self.slots.clear();
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.headers.capacity() * size_of::<Header>() + self.slots.capacity() * size_of::<Value>()
    }

    /// The number of objects.
    #[inline]
    pub fn len(&self) -> usize {
        self.headers.len()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.headers.is_empty()
    }

    pub fn objects(&self) -> impl DoubleEndedIterator<Item = ObjectId> + ExactSizeIterator + use<> {
        (0..self.headers.len()).map(ObjectId::new)
    }

    /// A new object with `len` slots, all of them `fill`.
    pub fn alloc(&mut self, class: ClassId, len: usize, fill: Value) -> ObjectId {
        self.push_header(class, len);
        self.slots.resize(self.slots.len() + len, fill);
        self.last()
    }

    /// A new object with these slots. Those of a set must be sorted and without duplicates.
    pub fn alloc_with(&mut self, class: ClassId, slots: &[Value]) -> ObjectId {
        self.push_header(class, slots.len());
        self.slots.extend_from_slice(slots);
        self.last()
    }

    /// A new object with `len` slots, all null, to be filled by the caller.
    #[inline]
    pub(crate) fn alloc_slots(&mut self, class: ClassId, len: usize) -> &mut [Value] {
        let start = self.push_header(class, len);
        self.slots.resize(start + len, Value::Null);
        &mut self.slots[start..]
    }

    /// Announces `len` slots at the end of the slot vector, for a new object; returns where they begin.
    #[inline]
    fn push_header(&mut self, class: ClassId, len: usize) -> usize {
        let start = self.slots.len();
        narrow(start + len);
        self.headers.push(Header { class, start: start as u32, len: len as u32, capacity: len as u32 });
        start
    }

    fn last(&self) -> ObjectId {
        ObjectId::new(self.headers.len() - 1)
    }

    #[inline]
    pub fn class(&self, object: ObjectId) -> ClassId {
        self.headers[object.index()].class
    }

    /// Fields in slot order, elements of an array by index, elements of a set in value order, messages oldest
    /// first.
    #[inline]
    pub fn slots(&self, object: ObjectId) -> &[Value] {
        let header = self.headers[object.index()];
        &self.slots[header.start()..header.end()]
    }

    #[inline]
    pub(crate) fn class_and_slots(&self, object: ObjectId) -> (ClassId, &[Value]) {
        let header = self.headers[object.index()];
        (header.class, &self.slots[header.start()..header.end()])
    }

    #[inline]
    pub(crate) fn slots_mut(&mut self, object: ObjectId) -> &mut [Value] {
        let header = self.headers[object.index()];
        &mut self.slots[header.start()..header.end()]
    }

    #[inline]
    pub fn get(&self, object: ObjectId, slot: usize) -> Value {
        self.slots(object)[slot]
    }

    /// Writes a field or an element of an array. Not for sets, whose order it could break.
    #[inline]
    pub fn set(&mut self, object: ObjectId, slot: usize, value: Value) {
        self.slots_mut(object)[slot] = value;
    }

    /// Adds an element to a set; false if it was there.
    pub fn set_insert(&mut self, object: ObjectId, value: Value) -> bool {
        let Err(place) = self.slots(object).binary_search(&value) else { return false };
        self.push_back(object, value);
        self.slots_mut(object)[place..].rotate_right(1);
        true
    }

    /// Removes an element from a set; false if it was not there.
    pub fn set_remove(&mut self, object: ObjectId, value: Value) -> bool {
        let Ok(place) = self.slots(object).binary_search(&value) else { return false };
        self.remove_slot(object, place);
        true
    }

    #[inline]
    pub fn set_contains(&self, object: ObjectId, value: Value) -> bool {
        self.slots(object).binary_search(&value).is_ok()
    }

    /// The element of a set of records whose fields hold these values.
    pub fn find_record(&self, set: ObjectId, fields: &[Value]) -> Option<Value> {
        let holds_fields =
            |element: &&Value| element.object().is_some_and(|record| self.slots(record) == fields);
        self.slots(set).iter().find(holds_fields).copied()
    }

    /// Adds a new record with these fields to a set; false if there is one.
    pub fn insert_record(&mut self, set: ObjectId, class: ClassId, fields: &[Value]) -> bool {
        if self.find_record(set, fields).is_some() {
            return false;
        }
        let record = self.alloc_with(class, fields);
        self.set_insert(set, Value::Ref(record))
    }

    /// Removes the record with these fields from a set; false if there is none.
    pub fn remove_record(&mut self, set: ObjectId, fields: &[Value]) -> bool {
        self.find_record(set, fields).is_some_and(|record| self.set_remove(set, record))
    }

    /// Sends a message to a channel.
    pub fn push_back(&mut self, object: ObjectId, value: Value) {
        self.make_room(object);
        let header = &mut self.headers[object.index()];
        header.len += 1;
        let last = header.end() - 1;
        self.slots[last] = value;
    }

    /// Takes the oldest message of a channel.
    pub fn pop_front(&mut self, object: ObjectId) -> Option<Value> {
        let first = *self.slots(object).first()?;
        self.remove_slot(object, 0);
        Some(first)
    }

    /// Gives a set or channel other slots. Those of a set must be sorted and without duplicates.
    pub fn replace_slots(&mut self, object: ObjectId, slots: &[Value]) {
        self.headers[object.index()].len = 0;
        slots.iter().for_each(|&value| self.push_back(object, value));
    }

    /// Gives a set or channel the slots of another.
    pub fn copy_slots(&mut self, from: ObjectId, to: ObjectId) {
        self.headers[to.index()].len = 0;
        for index in 0..self.slots(from).len() {
            let value = self.get(from, index);
            self.push_back(to, value);
        }
    }

    /// Makes something else of an object: another class, other slots.
    pub(crate) fn redefine(&mut self, object: ObjectId, class: ClassId, slots: &[Value]) {
        let header = &mut self.headers[object.index()];
        header.class = class;
        header.len = slots.len() as u32;
        if header.len > header.capacity {
            header.start = narrow(self.slots.len());
            header.capacity = header.len;
            self.slots.extend_from_slice(slots);
            narrow(self.slots.len());
        } else {
            let start = header.start();
            self.slots[start..start + slots.len()].copy_from_slice(slots);
        }
    }

    fn remove_slot(&mut self, object: ObjectId, slot: usize) {
        let header = self.headers[object.index()];
        let gap = header.start() + slot;
        self.slots.copy_within(gap + 1..header.end(), gap);
        self.headers[object.index()].len -= 1;
    }

    /// Makes sure that one more slot fits: in place where the object is the last one, otherwise by moving it.
    fn make_room(&mut self, object: ObjectId) {
        let header = &mut self.headers[object.index()];
        if header.len < header.capacity {
            return;
        }
        let (old, size) = (*header, self.slots.len());
        header.capacity = header.capacity.saturating_mul(2).max(4);
        if old.end() != size {
            header.start = narrow(size);
            self.slots.extend_from_within(old.start()..old.end());
        }
        let end = header.start() + header.capacity as usize;
        narrow(end);
        self.slots.resize(end, Value::Null);
    }
}

impl Clone for Heap {
    fn clone(&self) -> Self {
        let Self { headers, slots } = self;
        Self { headers: headers.clone(), slots: slots.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { headers, slots } = source;
        self.headers.clone_from(headers);
        self.slots.clone_from(slots);
    }
}

/// The same objects under the same ids, wherever their slots lie.
impl PartialEq for Heap {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self.objects().all(|object| {
                self.class(object) == other.class(object) && self.slots(object) == other.slots(object)
            })
    }
}

impl Eq for Heap {}

impl fmt::Debug for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.objects().map(|object| (object, (self.class(object), self.slots(object)))))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(numbers: &[i64]) -> Vec<Value> {
        numbers.iter().copied().map(Value::Int).collect()
    }

    #[test]
    fn records_keep_their_fields_apart() {
        let mut heap = Heap::new();
        let class = ClassId::new(1);
        let first = heap.alloc(class, 2, Value::Null);
        let second = heap.alloc_with(class, &ints(&[7, 8]));
        heap.set(first, 1, Value::Ref(second));
        heap.set(second, 0, Value::Bool(true));
        assert_eq!(heap.slots(first), [Value::Null, Value::Ref(second)]);
        assert_eq!(heap.slots(second), [Value::Bool(true), Value::Int(8)]);
        assert_eq!(
            format!("{heap:?}"),
            "{#0: (class1, [Null, Ref(#1)]), #1: (class1, [Bool(true), Int(8)])}"
        );
    }

    #[test]
    fn sets_stay_sorted_and_without_duplicates() {
        let mut heap = Heap::new();
        let set = heap.alloc(ClassId::new(0), 0, Value::Null);
        let behind = heap.alloc_with(ClassId::new(0), &ints(&[99]));
        for (number, fresh) in [(5, true), (1, true), (3, true), (5, false), (9, true), (0, true), (1, false)]
        {
            assert_eq!(heap.set_insert(set, Value::Int(number)), fresh, "inserting {number}");
        }
        assert_eq!(heap.slots(set), ints(&[0, 1, 3, 5, 9]));
        assert!(heap.set_remove(set, Value::Int(3)) && !heap.set_remove(set, Value::Int(3)));
        assert!(heap.set_contains(set, Value::Int(9)) && !heap.set_contains(set, Value::Int(3)));
        assert_eq!(heap.slots(set), ints(&[0, 1, 5, 9]));
        assert_eq!(heap.slots(behind), ints(&[99]));
    }

    #[test]
    fn records_in_sets_are_told_apart_by_their_fields() {
        let mut heap = Heap::new();
        let (set_class, class) = (ClassId::new(0), ClassId::new(1));
        let set = heap.alloc(set_class, 0, Value::Null);
        assert!(heap.insert_record(set, class, &ints(&[1, 2])));
        assert!(heap.insert_record(set, class, &ints(&[2, 1])));
        assert!(!heap.insert_record(set, class, &ints(&[1, 2])));
        assert_eq!((heap.slots(set).len(), heap.len()), (2, 3));
        assert!(heap.find_record(set, &ints(&[2, 2])).is_none() && !heap.remove_record(set, &ints(&[2, 2])));
        assert!(heap.remove_record(set, &ints(&[1, 2])) && !heap.remove_record(set, &ints(&[1, 2])));
        let left = heap.find_record(set, &ints(&[2, 1])).expect("it was not removed");
        assert_eq!(heap.slots(set), [left]);
        assert!(heap.insert_record(set, class, &ints(&[1, 2])));
        assert!(heap.slots(set).is_sorted());
    }

    #[test]
    fn channels_are_queues_that_grow_without_touching_their_neighbours() {
        let mut heap = Heap::new();
        let channels = [0, 1].map(|_| heap.alloc(ClassId::new(0), 0, Value::Null));
        let mut expected = [const { std::collections::VecDeque::new() }; 2];
        for number in 0..200 {
            let which = usize::from(number % 3 == 0);
            heap.push_back(channels[which], Value::Int(number));
            expected[which].push_back(Value::Int(number));
            if number % 5 == 0 {
                assert_eq!(heap.pop_front(channels[1]), expected[1].pop_front());
            }
        }
        for (channel, expected) in channels.into_iter().zip(expected) {
            assert_eq!(heap.slots(channel), Vec::from(expected));
        }
    }

    #[test]
    fn a_clone_into_a_used_heap_is_an_equal_heap() {
        let mut heap = Heap::new();
        let object = heap.alloc_with(ClassId::new(0), &ints(&[1, 2]));
        let mut copy = Heap::new();
        copy.alloc(ClassId::new(3), 9, Value::Null);
        copy.clone_from(&heap);
        assert_eq!(copy, heap);
        copy.set(object, 0, Value::Int(2));
        assert_ne!(copy, heap);
        heap.push_back(object, Value::Int(3));
        assert_eq!(heap.clone(), heap);
        copy.clear();
        assert!(copy.is_empty() && !heap.is_empty());
    }
}
