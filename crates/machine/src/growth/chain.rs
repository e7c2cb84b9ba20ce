//! The longest chain of objects that repeats its own fields.

use std::collections::HashMap;

use heap::Heap;
use ir::{ClassId, ClassKind, ObjectId, Program, Value};
use verdict::Growth;

/// Shorter chains are nothing that grows.
const SHORTEST: u64 = 16;

/// A step of a chain: from an object of this class through this slot (none for elements).
type Link = (ClassId, Option<u32>);

/// The chain of the longest shortest path from these values, if it repeats itself.
pub(super) fn longest_chain(
    program: &Program,
    heap: &Heap,
    values: impl Iterator<Item = Value>,
) -> Option<Growth> {
    let (last, depth, parents) = deepest(program, heap, values)?;
    if depth < SHORTEST {
        return None;
    }
    let mut links = Vec::new();
    let mut object = last;
    while let Some(&(parent, slot)) = parents.get(&object) {
        links.push((heap.class(parent), slot));
        object = parent;
    }
    links.reverse();
    let cycle = repeated(&links)?;
    Some(Growth::Chain { cycle: cycle.iter().map(|&link| named(program, link)).collect(), length: depth })
}

type Parents = HashMap<ObjectId, (ObjectId, Option<u32>)>;

/// The object farthest from the values, how many objects the way to it has, and how every object was reached.
fn deepest(
    program: &Program,
    heap: &Heap,
    values: impl Iterator<Item = Value>,
) -> Option<(ObjectId, u64, Parents)> {
    let mut parents = Parents::new();
    let mut depths: HashMap<ObjectId, u64> = HashMap::new();
    let mut queue: Vec<ObjectId> = Vec::new();
    for object in values.filter_map(Value::object) {
        if depths.insert(object, 1).is_none() {
            queue.push(object);
        }
    }
    let mut next = 0;
    while let Some(&object) = queue.get(next) {
        next += 1;
        let is_record = matches!(program.classes[heap.class(object)].kind, ClassKind::Record { .. });
        for (slot, value) in heap.slots(object).iter().enumerate() {
            let Some(target) = value.object() else { continue };
            if !depths.contains_key(&target) {
                depths.insert(target, depths[&object] + 1);
                parents.insert(target, (object, is_record.then_some(slot as u32)));
                queue.push(target);
            }
        }
    }
    let last = *queue.last()?;
    Some((last, depths[&last], parents))
}

/// The shortest period at the end of the chain that covers at least half of it.
fn repeated(links: &[Link]) -> Option<&[Link]> {
    let half = links.len() / 2;
    (1..=half).find_map(|period| {
        let tail = &links[half..];
        let repeats = tail.len() > period && tail[period..].iter().zip(tail).all(|(a, b)| a == b);
        repeats.then(|| &links[links.len() - period..])
    })
}

fn named(program: &Program, (class, slot): Link) -> (String, Option<String>) {
    let field = slot.and_then(|slot| field_name(program, class, slot));
    (program.classes[class].name.clone(), field)
}

fn field_name(program: &Program, class: ClassId, slot: u32) -> Option<String> {
    let ClassKind::Record { fields, .. } = &program.classes[class].kind else { return None };
    fields
        .iter()
        .map(|&field| &program.fields[field])
        .find(|field| field.slot == slot)
        .map(|f| f.name.clone())
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;
    #[test]
    fn the_shortest_period_is_found() {
        let [a, b, c] = [0, 1, 2].map(|class| (ClassId::new(class), Some(0)));
        assert_eq!(repeated(&[a, b, b, b, b]), Some(&[b][..]));
        assert_eq!(repeated(&[c, a, b, a, b, a, b]), Some(&[a, b][..]));
        assert_eq!(repeated(&[a, b, c, b]), None);
    }
}
