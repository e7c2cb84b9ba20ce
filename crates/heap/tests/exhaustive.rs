//! All small heaps of a kind: canonical forms are equal exactly if brute force finds the heaps isomorphic.

mod common;

use std::collections::{HashMap, HashSet};

use base::Id;
use common::{SET, add, canonizer, decode, form, reference};
use cutpoint_heap::Heap;
use ir::{ObjectId, Value};

/// A small heap as numbers. Values are 0 for null and `i + 1` for the object `i`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Object {
    /// As many of the two fields as the class has.
    Record(usize, [u8; 2]),
    /// The values whose bits are set.
    Set(u8),
}

impl Object {
    fn rename(self, names: &[u8; 7]) -> Self {
        match self {
            Object::Record(len, fields) => Object::Record(len, fields.map(|field| names[usize::from(field)])),
            Object::Set(mask) => Object::Set(bits(mask).map(|bit| 1 << names[bit]).sum()),
        }
    }

    fn targets(self) -> u8 {
        match self {
            Object::Record(_, fields) => fields.iter().fold(0, |mask, field| mask | 1 << field),
            Object::Set(mask) => mask,
        }
    }

    fn code(self) -> u64 {
        match self {
            Object::Record(len, [a, b]) => (len as u64) << 6 | u64::from(a) << 3 | u64::from(b),
            Object::Set(mask) => 3 << 6 | u64::from(mask),
        }
    }

    fn add_to(self, heap: &mut Heap) {
        let value = |number: usize| number.checked_sub(1).map_or(Value::Null, reference);
        match self {
            Object::Record(len, fields) => {
                let slots = fields.map(|field| value(usize::from(field)));
                add(heap, len, &slots[..len]);
            }
            Object::Set(mask) => {
                add(heap, SET, &bits(mask).map(value).collect::<Vec<_>>());
            }
        }
    }

    fn read_from(heap: &Heap, object: ObjectId) -> Self {
        let number = |value: &Value| value.object().map_or(0, |object| object.index() as u8 + 1);
        let mut slots = heap.slots(object).iter().map(number);
        match heap.class(object).index() {
            SET => Object::Set(slots.map(|number| 1 << number).sum()),
            len => Object::Record(len, [(); 2].map(|()| slots.next().unwrap_or(0))),
        }
    }
}

fn bits(mask: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |bit| mask >> bit & 1 == 1)
}

fn permutations(len: usize) -> Vec<Vec<u8>> {
    if len == 0 {
        return vec![Vec::new()];
    }
    let insert = |shorter: &Vec<u8>, at: usize| {
        let mut longer = shorter.clone();
        longer.insert(at, len as u8 - 1);
        longer
    };
    permutations(len - 1).iter().flat_map(|shorter| (0..len).map(move |at| insert(shorter, at))).collect()
}

fn reachable(objects: &[Object], root: usize) -> Vec<usize> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&object) = found.get(next) {
        next += 1;
        for target in bits(objects[object].targets()).filter_map(|number| number.checked_sub(1)) {
            if !found.contains(&target) {
                found.push(target);
            }
        }
    }
    found
}

/// The least code of the reachable part under all names. Equal exactly if isomorphic.
fn brute_force_form(objects: &[Object], root: usize, permutations: &[Vec<Vec<u8>>]) -> Vec<u64> {
    let reached = reachable(objects, root);
    let mut least = Vec::new();
    let mut codes = vec![0; reached.len() + 1];
    for permutation in &permutations[reached.len()] {
        let mut names = [0; 7];
        for (&object, name) in reached.iter().zip(permutation) {
            names[object + 1] = name + 1;
        }
        codes[0] = u64::from(names[root + 1]);
        for &object in &reached {
            codes[usize::from(names[object + 1])] = objects[object].rename(&names).code();
        }
        if least.is_empty() || codes < least {
            least.clone_from(&codes);
        }
    }
    least
}

/// Checks all heaps of the shapes `choices`, one list for each object, from each of the roots; returns the
/// number of isomorphism classes.
fn check_all(choices: &[Vec<Object>], roots: &[usize]) -> usize {
    let permutations: Vec<_> = (0..=choices.len()).map(permutations).collect();
    let mut canonizer = canonizer();
    let mut forms: HashMap<Vec<u8>, Vec<u64>> = HashMap::new();
    let mut brute_forms: HashSet<Vec<u64>> = HashSet::new();
    let mut heap = Heap::new();
    let mut odometer = vec![0; choices.len()];
    loop {
        let objects: Vec<Object> = choices.iter().zip(&odometer).map(|(list, &at)| list[at]).collect();
        heap.clear();
        objects.iter().for_each(|object| object.add_to(&mut heap));
        for &root in roots {
            let bytes = form(&mut canonizer, &heap, &[reference(root)]);
            let brute = brute_force_form(&objects, root, &permutations);
            if let Some(known) = forms.get(&bytes) {
                assert_eq!(*known, brute, "equal forms of different heaps: {objects:?} from {root}");
                continue;
            }
            check_decoded(&bytes, &brute, &permutations);
            assert!(brute_forms.insert(brute.clone()), "two forms of one heap: {objects:?} from {root}");
            forms.insert(bytes, brute);
        }
        let Some(wheel) = (0..odometer.len()).find(|&wheel| odometer[wheel] + 1 < choices[wheel].len())
        else {
            return forms.len();
        };
        odometer[..wheel].fill(0);
        odometer[wheel] += 1;
    }
}

fn check_decoded(bytes: &[u8], brute: &[u64], permutations: &[Vec<Vec<u8>>]) {
    let (heap, roots) = decode(bytes, 1);
    let objects: Vec<Object> = heap.objects().map(|object| Object::read_from(&heap, object)).collect();
    let root = roots[0].object().expect("the root is an object").index();
    assert_eq!(brute_force_form(&objects, root, permutations), brute, "decoding gave {objects:?}");
}

fn records(n_objects: u8, len: usize) -> Vec<Object> {
    let second = if len == 2 { 0..=n_objects } else { 0..=0 };
    (0..=n_objects).flat_map(|a| second.clone().map(move |b| Object::Record(len, [a, b]))).collect()
}

/// Sets of references to the objects from `first` to `n_objects - 1`.
fn sets(first: u8, n_objects: u8) -> Vec<Object> {
    (0..1 << (n_objects - first)).map(|mask: u8| Object::Set(mask << (first + 1))).collect()
}

/// Sets of references and null.
fn sets_with_null(n_objects: u8) -> Vec<Object> {
    (0..1 << (n_objects + 1)).map(Object::Set).collect()
}

/// A set of all objects but itself, which is object 0.
fn set_of_all(n_objects: u8) -> Vec<Object> {
    vec![Object::Set((1 << (n_objects + 1)) - 4)]
}

#[test]
fn all_heaps_of_records_with_two_fields() {
    for n_objects in 1..=3 {
        let roots: Vec<usize> = (0..n_objects).collect();
        check_all(&vec![records(n_objects as u8, 2); n_objects], &roots);
    }
    check_all(&vec![records(4, 2); 4], &[0]);
}

#[test]
fn all_heaps_of_three_records_and_sets() {
    for n_objects in 1..=3_u8 {
        let choices = [records(n_objects, 2), sets_with_null(n_objects)].concat();
        let roots: Vec<usize> = (0..usize::from(n_objects)).collect();
        check_all(&vec![choices; n_objects.into()], &roots);
    }
}

#[test]
fn all_heaps_of_four_records_and_sets() {
    let choices = [records(4, 1), sets(0, 4)].concat();
    check_all(&vec![choices; 4], &[0]);
}

#[test]
fn all_sets_of_four_records() {
    let choices: Vec<_> = std::iter::once(set_of_all(5)).chain((0..4).map(|_| records(5, 1))).collect();
    check_all(&choices, &[0]);
    // Bits 0 and 1 stand for null and the set itself.
    let to_members = |object: &Object| object.targets() & 0b11 == 0;
    let pairs: Vec<Object> = records(5, 2).into_iter().filter(to_members).collect();
    let choices: Vec<_> = std::iter::once(set_of_all(5)).chain((0..4).map(|_| pairs.clone())).collect();
    check_all(&choices, &[0]);
}

/// A set of sets of each other is a relation: their numbers up to isomorphism are known (OEIS A000595).
#[test]
fn all_sets_of_sets_of_each_other() {
    for (n_members, expected) in [(1, 2), (2, 10), (3, 104), (4, 3044)] {
        let members = (0..n_members).map(|_| sets(1, n_members + 1));
        let choices: Vec<_> = std::iter::once(set_of_all(n_members + 1)).chain(members).collect();
        assert_eq!(check_all(&choices, &[0]), expected, "relations on {n_members}");
    }
}
