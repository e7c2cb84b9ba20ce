//! Heaps as canonical bytes.
//!
//! A heap is encoded together with its roots: the values, and plain numbers between them, that the caller
//! writes in an order of its own. An object gets the next canonical number when a reference to it is first
//! written. The objects follow in the order of their numbers, each with its class, its length unless the
//! class fixes it, and its slots; what they refer to gets its number on the way. That is a breadth-first
//! walk, made while writing, in one pass.
//!
//! The order of slots is given except in sets. A set whose references all have numbers is written sorted; so
//! is one with a single reference that has none. A set with two or more is *deferred*: only its size is
//! written, and its elements when all objects have their numbers. If the walk ends before they do, `ties`
//! chooses the elements to go on with.
//!
//! ```text
//! encoding = roots object* [ chosen* 0 elements* ]    the bracket only if a set was deferred
//! chosen   = count object*                            the walk goes on from `count` more objects
//! object   = class slot*                              record
//!          | class length slot*                       sequence
//!          | class 2*size element*                    set, sorted by value and canonical number
//!          | class 2*size+1                           deferred set
//! elements = element*                                 of one deferred set, sorted; in the order of the sets
//! ```
//!
//! Both sides know from the numbers seen so far how many objects are still to come, so there are no counts,
//! and the end of an encoding is known.

use std::sync::Arc;

use ir::{ObjectId, Value};

use crate::bytes::write_number;
use crate::numbering::Numbering;
use crate::shapes::Shapes;
use crate::store::Heap;
use crate::ties::Ties;

/// Makes canonical encodings. Owns the scratch memory, so that a worker that keeps one allocates nothing in
/// the long run.
///
/// Takes time linear in the size of the heap, except where sets hold references that nothing else orders:
/// then it is polynomial for what programs commonly build, and exponential in the worst case of highly
/// symmetric heaps.
#[derive(Debug)]
pub struct Canonizer {
    shapes: Arc<Shapes>,
    numbering: Numbering,
    ties: Ties,
}

/// An encoding under way. One that is dropped before [`finish`](Self::finish) leaves the roots in the output
/// and no more.
#[derive(Debug)]
pub struct Encoding<'a> {
    canonizer: &'a mut Canonizer,
    heap: &'a Heap,
    out: &'a mut Vec<u8>,
}

impl Canonizer {
    pub fn new(shapes: impl Into<Arc<Shapes>>) -> Self {
        Self { shapes: shapes.into(), numbering: Numbering::default(), ties: Ties::default() }
    }

    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// Starts an encoding that is appended to `out`.
    pub fn encode<'a>(&'a mut self, heap: &'a Heap, out: &'a mut Vec<u8>) -> Encoding<'a> {
        self.encode_beyond(0, heap, out)
    }

    /// Starts an encoding in which the first `n_fixed` objects of the heap are not written: they keep their own
    /// numbers, and what reads the encoding must have them. Two encodings are equal if a renaming of the other objects
    /// alone makes their heaps equal.
    pub fn encode_beyond<'a>(
        &'a mut self,
        n_fixed: usize,
        heap: &'a Heap,
        out: &'a mut Vec<u8>,
    ) -> Encoding<'a> {
        self.numbering.reset(heap, n_fixed);
        Encoding { canonizer: self, heap, out }
    }
}

impl<'a> Encoding<'a> {
    /// Writes a number that is no part of the heap: a count, a program point.
    #[inline]
    pub fn number(&mut self, number: u64) {
        write_number(self.out, number);
    }

    /// Writes a root.
    #[inline]
    pub fn value(&mut self, value: Value) {
        self.canonizer.numbering.write_value(value, self.out);
    }

    /// Writes all objects that can be reached from the roots. Returns the objects in the order of their numbers.
    pub fn finish(self) -> &'a [ObjectId] {
        let Canonizer { shapes, numbering, ties } = self.canonizer;
        numbering.write_objects(self.heap, shapes, self.out);
        if numbering.has_deferred() {
            ties.write_rest(self.heap, shapes, numbering, self.out);
        }
        numbering.order()
    }
}

/// Whether two heaps with their roots are equal up to the names of objects, garbage aside.
pub fn isomorphic(shapes: &Shapes, a: (&Heap, &[Value]), b: (&Heap, &[Value])) -> bool {
    let mut canonizer = Canonizer::new(shapes.clone());
    let [a, b] = [a, b].map(|(heap, roots)| {
        let mut out = Vec::new();
        let mut encoding = canonizer.encode(heap, &mut out);
        roots.iter().for_each(|&root| encoding.value(root));
        encoding.finish();
        out
    });
    a == b
}
