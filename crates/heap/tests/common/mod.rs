//! What all tests of canonical forms share: four classes, heaps under other names, forms.

#![allow(dead_code, reason = "each test file uses a part of it")]

use base::Id;
use cutpoint_heap::{Canonizer, Decoder, Heap, Shape, Shapes};
use ir::{ClassId, ObjectId, Value};

/// Classes by shape: records of 0 to 3 fields, then a sequence and a set.
pub(crate) const N_RECORDS: usize = 4;
pub(crate) const SEQUENCE: usize = N_RECORDS;
pub(crate) const SET: usize = N_RECORDS + 1;

pub(crate) fn shapes() -> Shapes {
    let records = (0..N_RECORDS as u32).map(|len| Shape::Record { len });
    records.chain([Shape::Sequence, Shape::Set]).collect()
}

pub(crate) fn canonizer() -> Canonizer {
    Canonizer::new(shapes())
}

pub(crate) fn reference(object: usize) -> Value {
    Value::Ref(ObjectId::new(object))
}

/// Adds an object; the elements of a set may come in any order and more than once.
pub(crate) fn add(heap: &mut Heap, class: usize, slots: &[Value]) -> usize {
    let id = ClassId::new(class);
    if class != SET {
        return heap.alloc_with(id, slots).index();
    }
    let mut sorted = slots.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    heap.alloc_with(id, &sorted).index()
}

/// Adds an object that holds references only.
pub(crate) fn link(heap: &mut Heap, class: usize, targets: &[usize]) -> usize {
    let slots: Vec<Value> = targets.iter().copied().map(reference).collect();
    add(heap, class, &slots)
}

pub(crate) fn form(canonizer: &mut Canonizer, heap: &Heap, roots: &[Value]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoding = canonizer.encode(heap, &mut out);
    roots.iter().for_each(|&root| encoding.value(root));
    encoding.finish();
    out
}

pub(crate) fn decode(bytes: &[u8], n_roots: usize) -> (Heap, Vec<Value>) {
    let mut decoder = Decoder::new(bytes);
    let roots = (0..n_roots).map(|_| decoder.value()).collect();
    let mut heap = Heap::new();
    let rest = decoder.finish(&shapes(), &mut heap);
    assert!(rest.is_empty(), "{} bytes behind the encoding", rest.len());
    (heap, roots)
}

/// The same heap where the object `i` is called `names[i]`.
pub(crate) fn rename(heap: &Heap, roots: &[Value], names: &[usize]) -> (Heap, Vec<Value>) {
    let renamed = |value: &Value| match *value {
        Value::Ref(object) => reference(names[object.index()]),
        plain => plain,
    };
    let mut objects: Vec<ObjectId> = heap.objects().collect();
    objects.sort_unstable_by_key(|object| names[object.index()]);
    let mut result = Heap::new();
    for object in objects {
        let slots: Vec<Value> = heap.slots(object).iter().map(renamed).collect();
        add(&mut result, heap.class(object).index(), &slots);
    }
    (result, roots.iter().map(renamed).collect())
}

/// A permutation of `0..len` that depends on the seed alone.
pub(crate) fn shuffled(len: usize, mut seed: u64) -> Vec<usize> {
    let mut names: Vec<usize> = (0..len).collect();
    for last in (1..len).rev() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        names.swap(last, (seed >> 33) as usize % (last + 1));
    }
    names
}

/// Checks that the form does not depend on names and that it decodes to an isomorphic heap; returns it.
pub(crate) fn check_form(heap: &Heap, roots: &[Value], n_renamings: u64) -> Vec<u8> {
    let canonizer = &mut canonizer();
    let expected = form(canonizer, heap, roots);
    for seed in 0..n_renamings {
        let (renamed, new_roots) = rename(heap, roots, &shuffled(heap.len(), seed));
        assert_eq!(form(canonizer, &renamed, &new_roots), expected, "names from seed {seed} in {heap:?}");
    }
    let (decoded, decoded_roots) = decode(&expected, roots.len());
    assert_eq!(decoded.len(), cutpoint_heap::reachable(heap, roots.iter().copied()).len());
    assert_eq!(form(canonizer, &decoded, &decoded_roots), expected, "decoding {heap:?}");
    expected
}
