//! Properties of canonical forms of random heaps with all kinds of objects.

mod common;

use common::{
    N_RECORDS, SEQUENCE, SET, add, canonizer, check_form, form, reference, rename, shapes, shuffled,
};
use cutpoint_heap::{Decoder, Heap, garbage, isomorphic, reachable};
use ir::{Decimal, Real, Value};
use proptest::prelude::*;

/// A heap before the number of its objects is known: references are taken modulo that number.
#[derive(Clone, Debug)]
struct Plan {
    objects: Vec<(usize, Vec<Value>)>,
    roots: Vec<Value>,
}

impl Plan {
    fn build(&self) -> (Heap, Vec<Value>) {
        let fit = |value: &Value| match *value {
            Value::Ref(object) => reference(base::Id::index(object) % self.objects.len()),
            plain => plain,
        };
        let mut heap = Heap::new();
        for (class, slots) in &self.objects {
            let mut slots: Vec<Value> = slots.iter().map(fit).collect();
            if *class < N_RECORDS {
                slots.resize(*class, Value::Null);
            }
            add(&mut heap, *class, &slots);
        }
        (heap, self.roots.iter().map(fit).collect())
    }
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        8 => (0..64_usize).prop_map(reference),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::Bool),
        1 => (0..2_i64).prop_map(Value::Int),
        1 => prop_oneof![Just(i64::MIN), Just(i64::MAX), any::<i64>()].prop_map(Value::Int),
        1 => (any::<bool>(), 0..=Decimal::MAX_MAGNITUDE, 0..=Decimal::MAX_SCALE).prop_map(|(negative, magnitude, scale)| {
            Value::Decimal(Decimal::from_parts(negative, magnitude, scale).expect("a decimal"))
        }),
        1 => any::<f64>().prop_map(|number| Value::Real(Real::from(number))),
    ]
}

fn object(max_slots: usize) -> impl Strategy<Value = (usize, Vec<Value>)> {
    let class = prop_oneof![2 => 0..N_RECORDS, 1 => Just(SEQUENCE), 3 => Just(SET)];
    (class, prop::collection::vec(value(), 0..=max_slots))
}

fn plan(max_objects: usize) -> impl Strategy<Value = Plan> {
    let objects = prop::collection::vec(object(5), 1..=max_objects);
    (objects, prop::collection::vec(value(), 1..4)).prop_map(|(objects, roots)| Plan { objects, roots })
}

/// Encodes beyond fixed objects, decodes, and compares through the order of numbers.
fn check_beyond(n_fixed: usize, heap: &Heap, roots: &[Value]) -> Result<Vec<u8>, TestCaseError> {
    let mut bytes = Vec::new();
    let mut canonizer = canonizer();
    let mut encoding = canonizer.encode_beyond(n_fixed, heap, &mut bytes);
    roots.iter().for_each(|&root| encoding.value(root));
    let order = encoding.finish().to_vec();
    let mut decoded = Heap::new();
    for object in heap.objects().take(n_fixed) {
        decoded.alloc_with(heap.class(object), heap.slots(object));
    }
    let mut decoder = Decoder::beyond(n_fixed, &bytes);
    let decoded_roots: Vec<Value> = roots.iter().map(|_| decoder.value()).collect();
    prop_assert!(decoder.append(&shapes(), &mut decoded).is_empty());
    prop_assert_eq!(decoded.len(), order.len());
    let original = |value: Value| match value {
        Value::Ref(number) => Value::Ref(order[base::Id::index(number)]),
        plain => plain,
    };
    let back: Vec<Value> = decoded_roots.into_iter().map(original).collect();
    prop_assert_eq!(&back[..], roots);
    for (number, &object) in decoded.objects().zip(&order).skip(n_fixed) {
        let mut slots: Vec<Value> = decoded.slots(number).iter().map(|&value| original(value)).collect();
        if base::Id::index(heap.class(object)) == SET {
            slots.sort_unstable();
        }
        prop_assert_eq!((decoded.class(number), &slots[..]), (heap.class(object), heap.slots(object)));
    }
    Ok(bytes)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn forms_do_not_depend_on_names_and_come_back(plan in plan(14)) {
        let (heap, roots) = plan.build();
        check_form(&heap, &roots, 4);
    }

    /// Few distinct values: many ties.
    #[test]
    fn forms_of_references_alone(
        classes in prop::collection::vec(prop_oneof![1 => Just(2), 1 => Just(SEQUENCE), 2 => Just(SET)], 2..12),
        slots in prop::collection::vec(prop::collection::vec((0..64_usize).prop_map(reference), 2..4), 12),
    ) {
        let objects = classes.into_iter().zip(slots).collect();
        let roots = vec![reference(0)];
        let (mut heap, mut roots) = Plan { objects, roots }.build();
        let members: Vec<Value> = heap.objects().map(Value::Ref).collect();
        roots.push(reference(add(&mut heap, SET, &members)));
        check_form(&heap, &roots[1..], 4);
    }

    #[test]
    fn a_changed_value_changes_the_form(plan in plan(8), number in any::<i64>()) {
        let (heap, mut roots) = plan.build();
        roots.push(Value::Int(number));
        let (renamed, mut other) = rename(&heap, &roots, &shuffled(heap.len(), 7));
        prop_assert!(isomorphic(&shapes(), (&heap, &roots), (&renamed, &other)));
        other.pop();
        other.push(Value::Int(number.wrapping_add(1)));
        prop_assert!(!isomorphic(&shapes(), (&heap, &roots), (&renamed, &other)));
    }

    #[test]
    fn garbage_does_not_matter(plan in plan(8), dead in prop::collection::vec(object(4), 0..4)) {
        let (heap, roots) = plan.build();
        let mut with_garbage = heap.clone();
        for (_, slots) in dead {
            let slots: Vec<Value> = slots.into_iter().filter(|value| value.object().is_none()).collect();
            add(&mut with_garbage, SEQUENCE, &slots);
        }
        prop_assert!(isomorphic(&shapes(), (&heap, &roots), (&with_garbage, &roots)));
        let live = reachable(&with_garbage, roots.iter().copied());
        let dead = garbage(&with_garbage, roots.iter().copied());
        prop_assert_eq!(live.len() + dead.len(), with_garbage.len());
        prop_assert!(live.iter().all(|object| !dead.contains(object)));
    }

    /// What `finish` returns leads from the numbers of the decoded heap to the objects that were encoded, also after a
    /// search for ties.
    #[test]
    fn the_order_of_numbers_is_the_renaming(plan in plan(12)) {
        let (heap, roots) = plan.build();
        check_beyond(0, &heap, &roots)?;
    }

    /// Objects that are fixed keep their names; those beyond them have none.
    #[test]
    fn forms_beyond_fixed_objects_rename_the_others_alone(plan in plan(12), seed in any::<u64>()) {
        let (heap, roots) = plan.build();
        let n_fixed = heap.len() / 2;
        let bytes = check_beyond(n_fixed, &heap, &roots)?;
        let mut names: Vec<usize> = (0..n_fixed).collect();
        names.extend(shuffled(heap.len() - n_fixed, seed).into_iter().map(|name| n_fixed + name));
        let (renamed, other) = rename(&heap, &roots, &names);
        prop_assert_eq!(check_beyond(n_fixed, &renamed, &other)?, bytes);
    }

    /// The caller's numbers lie between the roots, and more than one encoding may lie in one string.
    #[test]
    fn encodings_follow_each_other(plans in prop::collection::vec(plan(6), 1..4), number in any::<u64>()) {
        let heaps: Vec<_> = plans.iter().map(Plan::build).collect();
        let mut canonizer = canonizer();
        let mut bytes = Vec::new();
        for (heap, roots) in &heaps {
            let mut encoding = canonizer.encode(heap, &mut bytes);
            encoding.number(number);
            roots.iter().for_each(|&root| encoding.value(root));
            encoding.number(u64::MAX);
            encoding.finish();
        }
        let mut rest = &bytes[..];
        let mut decoded = Heap::new();
        for (heap, roots) in &heaps {
            let mut decoder = Decoder::new(rest);
            prop_assert_eq!(decoder.number(), number);
            let decoded_roots: Vec<Value> = roots.iter().map(|_| decoder.value()).collect();
            prop_assert_eq!(decoder.number(), u64::MAX);
            rest = decoder.finish(&shapes(), &mut decoded);
            let expected = form(&mut canonizer, heap, roots);
            prop_assert_eq!(form(&mut canonizer, &decoded, &decoded_roots), expected);
        }
        prop_assert!(rest.is_empty());
    }
}
