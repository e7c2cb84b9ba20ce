//! One of the orders in which objects that no root reaches can be numbered.
//!
//! Such objects are numbered from one of them on at a time: it and what it reaches, breadth first. Each order of these
//! first objects gives the heap other numbers. The heap is written as one key an object, in the order of the numbers:
//! its class, then its slots with references as numbers. The least of these words is chosen.
//!
//! A heap with the least word, cut off before one of the first objects, has the least word too: a lesser one of the
//! part, continued, would be a lesser one of the whole, as words of the same objects have the same length. So a
//! search that continues only heaps with least words misses none (*orderly generation*, Read, *Every one a winner*,
//! 1978; Faradžev, 1978).

use std::cmp::Ordering;

use base::Id;
use ir::{ObjectId, Value};

use crate::store::Heap;

/// Whether the numbers that the objects have make the least word; the first `n_reachable` have no others.
///
/// Of first objects that an automorphism exchanges, one is tried. Other ties are tried all, which takes exponential
/// time in the worst case.
pub(super) fn is_least(heap: &Heap, n_reachable: usize) -> bool {
    let mut ties = vec![heap.objects().take(n_reachable).collect::<Vec<_>>()];
    while let Some(tie) = ties.pop() {
        let mut has_closed = false;
        for first in heap.objects().skip(n_reachable) {
            if tie.contains(&first) {
                continue;
            }
            let mut order = tie.clone();
            match compare_from(heap, first, &mut order) {
                Ordering::Less => return false,
                Ordering::Equal => {
                    let is_closed = is_closed(heap, &order, tie.len());
                    if !(is_closed && has_closed) {
                        ties.push(order);
                    }
                    has_closed |= is_closed;
                }
                Ordering::Greater => {}
            }
        }
    }
    true
}

/// Whether no object beyond `order` refers to the objects from `start` in it. Two such parts with the same keys can be
/// exchanged, and nothing else in the heap changes.
fn is_closed(heap: &Heap, order: &[ObjectId], start: usize) -> bool {
    let part = &order[start..];
    let beyond = heap.objects().filter(|object| !order.contains(object));
    let mut targets = beyond.flat_map(|object| heap.slots(object)).filter_map(|slot| slot.object());
    !targets.any(|target| part.contains(&target))
}

/// Numbers an object and what it reaches after the objects in `order`, and compares their keys with those of the
/// objects that have these numbers.
fn compare_from(heap: &Heap, first: ObjectId, order: &mut Vec<ObjectId>) -> Ordering {
    let mut written = order.len();
    order.push(first);
    while let Some(&object) = order.get(written) {
        let slots: Vec<Value> = heap.slots(object).iter().map(|&slot| renamed(slot, order)).collect();
        let other = ObjectId::new(written);
        let keys = (heap.class(object), &slots[..]).cmp(&(heap.class(other), heap.slots(other)));
        if keys != Ordering::Equal {
            return keys;
        }
        written += 1;
    }
    Ordering::Equal
}

/// A value under the names of an order, which grows by the objects that are not in it.
fn renamed(value: Value, order: &mut Vec<ObjectId>) -> Value {
    let Some(object) = value.object() else { return value };
    let number = order.iter().position(|&known| known == object).unwrap_or(order.len());
    if number == order.len() {
        order.push(object);
    }
    Value::Ref(ObjectId::new(number))
}
