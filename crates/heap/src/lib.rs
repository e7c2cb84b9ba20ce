//! Heaps of objects: the store, reachability, and canonical forms.
//!
//! - [`store`]: a flat store of objects that is cheap to copy;
//! - [`shapes`]: what the store cannot know by itself: which classes are records, sequences or sets;
//! - [`reach`]: what can be reached from given values, and what is garbage;
//! - [`encode`] and [`decode`]: heaps as bytes. Two heaps with their roots have equal bytes if and only if
//!   they are isomorphic, that is, equal up to the names of their objects, so that a set of byte strings is
//!   an exact set of states;
//! - [`cut`]: heaps cut in two at calls, and glued together at returns;
//! - [`fold`]: heaps whose trees and list segments are folded away, which keeps large lists and trees small;
//! - [`enumerate`]: all heaps up to a number of objects, each once up to isomorphism.
//!
//! Objects have no address that a program can see, so everything here may rename them at will. The elements
//! of a set have no order either, which is what makes canonical forms hard: the module `ties` treats that
//! case.
//!
//! ```
//! use base::Id;
//! use cutpoint_heap::{Canonizer, Decoder, Heap, Shape, Shapes};
//! use ir::{ClassId, Value};
//!
//! let shapes: Shapes = [Shape::Record { len: 1 }].into_iter().collect();
//! let class = ClassId::new(0);
//! let mut heap = Heap::new();
//! heap.alloc(class, 1, Value::Null); // garbage
//! let tail = heap.alloc_with(class, &[Value::Int(7)]);
//! let head = heap.alloc_with(class, &[Value::Ref(tail)]);
//!
//! let mut bytes = Vec::new();
//! let mut canonizer = Canonizer::new(shapes.clone());
//! let mut encoding = canonizer.encode(&heap, &mut bytes);
//! encoding.value(Value::Ref(head));
//! encoding.finish();
//!
//! let mut decoder = Decoder::new(&bytes);
//! let Value::Ref(head) = decoder.value() else { panic!("the root was a reference") };
//! decoder.finish(&shapes, &mut heap);
//! assert_eq!((head.index(), heap.len()), (0, 2));
//! ```

mod bytes;
pub mod cut;
pub mod decode;
pub mod encode;
pub mod enumerate;
pub mod fold;
mod numbering;
mod parts;
pub mod reach;
pub mod shapes;
pub mod store;
mod ties;

pub use cut::Cutter;
pub use decode::Decoder;
pub use encode::{Canonizer, Encoding, isomorphic};
pub use enumerate::{Heaps, NotEnumerable, RootedHeap, Scope};
pub use fold::{Folded, Folder, Reached};
pub use parts::{NodeId, Parts, TreeId, WordId};
pub use reach::{garbage, reachable};
pub use shapes::{Shape, Shapes};
pub use store::Heap;
