//! Encodings back into heaps. The layout is described in [`encode`](crate::encode).

use base::Id;
use ir::{ClassId, ObjectId, Value};

use crate::bytes::Reader;
use crate::shapes::{Shape, Shapes};
use crate::store::Heap;

/// Reads an encoding: first what the caller of the encoder wrote, in the same order, then the objects.
///
/// Encodings are made by this program alone, so a malformed one is a contradiction inside it: the decoder
/// panics.
#[derive(Clone, Copy, Debug)]
pub struct Decoder<'a> {
    reader: Reader<'a>,
    /// How many objects are known to follow: one more than the greatest reference seen.
    known: usize,
}

impl<'a> Decoder<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self::beyond(0, bytes)
    }

    /// Reads an encoding that left out the first `n_fixed` objects.
    pub fn beyond(n_fixed: usize, bytes: &'a [u8]) -> Self {
        Self { reader: Reader::new(bytes), known: n_fixed }
    }

    #[inline]
    pub fn number(&mut self) -> u64 {
        self.reader.number()
    }

    /// A root. A reference names the object by the id that it will have in the decoded heap.
    #[inline]
    pub fn value(&mut self) -> Value {
        let mut value = Value::Null;
        self.fill(std::slice::from_mut(&mut value));
        value
    }

    /// Reads values into their places. Works on a copy of the reader, so that it stays in registers.
    #[inline(always)]
    fn fill(&mut self, places: &mut [Value]) {
        let Self { mut reader, mut known } = *self;
        for place in places {
            reader.value_into(place);
            if let Value::Ref(object) = place {
                known = known.max(object.index() + 1);
            }
        }
        *self = Self { reader, known };
    }

    /// Fills the heap with the objects: each gets its canonical number as its id. What the heap held before
    /// is lost, its memory is used again. Returns the bytes behind the encoding.
    pub fn finish(self, shapes: &Shapes, heap: &mut Heap) -> &'a [u8] {
        heap.clear();
        self.append(shapes, heap)
    }

    /// Adds the objects to a heap that holds the objects which the encoding left out, and no others.
    pub fn append(mut self, shapes: &Shapes, heap: &mut Heap) -> &'a [u8] {
        let mut deferred = Vec::new();
        loop {
            while heap.len() < self.known {
                self.object(shapes, heap, &mut deferred);
            }
            if deferred.is_empty() {
                break;
            }
            match self.number() {
                0 => break,
                chosen => self.known += chosen as usize,
            }
        }
        for set in deferred {
            self.fill(heap.slots_mut(set));
        }
        self.reader.rest()
    }

    #[inline]
    fn object(&mut self, shapes: &Shapes, heap: &mut Heap, deferred: &mut Vec<ObjectId>) {
        let class = ClassId::new(self.number() as usize);
        match shapes.shape(class) {
            Shape::Record { len } => self.fill(heap.alloc_slots(class, len as usize)),
            // One test singles out records; the rest is apart, for speed.
            shape => *self = self.collection(shape, class, heap, deferred),
        }
    }

    /// Reads an object with its own length.
    #[inline(never)]
    fn collection(
        mut self,
        shape: Shape,
        class: ClassId,
        heap: &mut Heap,
        deferred: &mut Vec<ObjectId>,
    ) -> Self {
        let size = self.number();
        let (len, is_deferred) = match shape {
            Shape::Sequence => (size, false),
            Shape::Set => (size >> 1, size & 1 == 1),
            Shape::Record { .. } | Shape::Abstract => panic!("{class} has no objects with their own lengths"),
        };
        if is_deferred {
            deferred.push(heap.alloc(class, len as usize, Value::Null));
        } else {
            self.fill(heap.alloc_slots(class, len as usize));
        }
        self
    }
}
