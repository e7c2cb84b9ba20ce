//! What can be reached, and what is garbage.

use base::Id;
use ir::{ObjectId, Value};

use crate::store::Heap;

/// All objects that can be reached from these values, sorted.
pub fn reachable(heap: &Heap, roots: impl IntoIterator<Item = Value>) -> Vec<ObjectId> {
    select(heap, &marks(heap, roots), true)
}

/// All objects that cannot be reached from these values, sorted.
pub fn garbage(heap: &Heap, roots: impl IntoIterator<Item = Value>) -> Vec<ObjectId> {
    select(heap, &marks(heap, roots), false)
}

/// For each object, whether it can be reached.
fn marks(heap: &Heap, roots: impl IntoIterator<Item = Value>) -> Vec<bool> {
    let mut marked = vec![false; heap.len()];
    let mut stack: Vec<ObjectId> = roots.into_iter().filter_map(Value::object).collect();
    while let Some(object) = stack.pop() {
        if !std::mem::replace(&mut marked[object.index()], true) {
            stack.extend(heap.slots(object).iter().filter_map(|value| value.object()));
        }
    }
    marked
}

fn select(heap: &Heap, marks: &[bool], wanted: bool) -> Vec<ObjectId> {
    heap.objects().filter(|object| marks[object.index()] == wanted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::ClassId;

    /// Object `i` refers to the objects `edges[i]`.
    fn check(edges: &[&[usize]], roots: &[usize], expected: &[usize]) {
        let mut heap = Heap::new();
        let reference = |&target: &usize| Value::Ref(ObjectId::new(target));
        for targets in edges {
            let slots: Vec<Value> = targets.iter().map(reference).collect();
            heap.alloc_with(ClassId::new(0), &slots);
        }
        let roots = || roots.iter().map(reference).chain([Value::Null, Value::Int(0)]);
        let indices = |objects: Vec<ObjectId>| objects.into_iter().map(Id::index).collect::<Vec<_>>();
        assert_eq!(indices(reachable(&heap, roots())), expected);
        let rest: Vec<usize> = (0..edges.len()).filter(|index| !expected.contains(index)).collect();
        assert_eq!(indices(garbage(&heap, roots())), rest);
    }

    #[test]
    fn reachability_follows_chains_and_cycles_from_all_roots() {
        check(&[&[], &[]], &[], &[]);
        check(&[&[1], &[2], &[], &[0]], &[0], &[0, 1, 2]);
        check(&[&[1], &[0], &[3], &[2]], &[3], &[2, 3]);
        check(&[&[], &[0, 0], &[]], &[1, 2], &[0, 1, 2]);
    }
}
