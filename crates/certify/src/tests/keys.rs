//! Tests of the keys by which the checker of summaries distinguishes states: each is read back, and what is read is the
//! state that was written, up to the names of allocated objects. What is compared with is found by search, not by
//! canonical forms.

use std::collections::{BTreeMap, HashMap};

use base::{Id, SourceFile, SourceMap};
use heap::{Canonizer, Decoder, Heap, Shapes, reachable};
use ir::{ClassId, ObjectId, Program, Value};
use verdict::{Content, Spot};

use super::corpus;
use super::isomorphism::{Form, Rooted, isomorphic};
use crate::state::{Key, Known, Path};

/// What a key says: the spots that were written, what is in them, and the heap.
fn decode(shapes: &Shapes, known: &Known<'_>, (spots, bytes): &Key) -> (BTreeMap<Spot, Value>, Heap) {
    let mut decoder = Decoder::beyond(known.classes.len(), bytes);
    let writes = spots.iter().map(|&spot| (spot, decoder.value())).collect();
    let mut heap = Heap::new();
    known.classes.iter().for_each(|&class| _ = heap.alloc(class, 0, Value::Null));
    assert!(decoder.append(shapes, &mut heap).is_empty(), "bytes behind the last object");
    (writes, heap)
}

fn rooted(writes: &BTreeMap<Spot, Value>, heap: &Heap) -> Rooted {
    (heap.clone(), writes.values().copied().collect())
}

/// Reads the key of a path back.
fn check(canonizer: &mut Canonizer, path: &Path<'_>) -> Key {
    let (mut canonical, n_known) = (path.clone(), path.known.classes.len());
    let key = canonical.canonize(canonizer);
    let (writes, heap) = decode(canonizer.shapes(), path.known, &key);
    assert!(writes.keys().eq(path.writes.keys()), "{writes:?} of {path:?}");
    let decoded = rooted(&writes, &heap);
    assert!(isomorphic(canonizer.shapes(), n_known, &rooted(&path.writes, &path.heap), &decoded), "{path:?}");
    // The path goes on with what its key says.
    assert_eq!((&canonical.writes, &canonical.heap), (&writes, &heap));
    key
}

const SMALL: &str = "class class0 record { field0: object }\nclass class1 array of object\nclass class2 set of object\nglobal g0: object\nglobal g1: \
     class2\nthread proc0\nproc proc0() {\nblock0:\n* return\n}\n";
const SET: usize = 2;

fn small() -> Program {
    let file = SourceMap::new().add(SourceFile::new("small", SMALL));
    let program = ir::read(file, SMALL).expect("a program");
    ir::verify(&program).expect("a right program");
    program
}

fn reference(object: usize) -> Value {
    Value::Ref(ObjectId::new(object))
}

/// What objects of one class can hold, if they hold up to two of these values.
fn contents(class: usize, values: &[Value]) -> Vec<Vec<Value>> {
    let pairs = values.iter().flat_map(|&one| values.iter().map(move |&other| vec![one, other]));
    let singles = values.iter().map(|&value| vec![value]);
    match class {
        0 => singles.collect(),
        1 => std::iter::once(Vec::new()).chain(singles).chain(pairs).collect(),
        _ => {
            std::iter::once(Vec::new()).chain(singles).chain(pairs.filter(|pair| pair[0] < pair[1])).collect()
        }
    }
}

/// Two objects of the pattern, of which the second is a set, and two that were allocated; what was written is up to the
/// caller.
fn for_each_small_path<'k>(known: &'k Known<'k>, mut visit: impl FnMut(&Path<'k>)) {
    let values = [Value::Null, reference(0), reference(2), reference(3)];
    let objects: Vec<(usize, Vec<Value>)> = (0..3)
        .flat_map(|class| contents(class, &values).into_iter().map(move |slots| (class, slots)))
        .collect();
    for (first, second) in objects.iter().flat_map(|one| objects.iter().map(move |other| (one, other))) {
        let mut path = Path::new(known, Id::new(0));
        for (class, slots) in [first, second] {
            path.heap.alloc_with(ClassId::new(*class), slots);
        }
        let writes = [(Spot::Global(Id::new(0)), &values[..]), (Spot::Slot(Id::new(0), 0), &values[..])];
        for mask in 0..4 {
            let chosen =
                writes.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1).map(|(_, write)| write);
            let mut all = vec![path.clone()];
            for (spot, values) in chosen {
                let longer = |path: &Path<'k>| {
                    values
                        .iter()
                        .map(|&value| {
                            let mut path = path.clone();
                            path.write(*spot, &Content::Value(value));
                            path
                        })
                        .collect::<Vec<_>>()
                };
                all = all.iter().flat_map(longer).collect();
            }
            all.iter().for_each(&mut visit);
            if first.0 == SET {
                // What the set of the pattern holds now is held by the first object.
                let holder = reference(2);
                for path in &mut all {
                    path.writes.insert(Spot::Contents(ObjectId::new(1)), holder);
                }
                all.iter().for_each(&mut visit);
            }
        }
    }
}

/// The least form of the path, over all names of the allocated objects that are reached.
fn least(path: &Path<'_>) -> (Vec<Spot>, Form) {
    let reached = reachable(&path.heap, path.writes.values().copied());
    let fresh: Vec<usize> =
        reached.iter().map(|object| object.index()).filter(|&object| object >= 2).collect();
    let named = |names: &[usize]| {
        let name = |value: &Value| match value.object() {
            Some(object) if object.index() >= 2 => {
                let at = fresh.iter().position(|&fresh| fresh == object.index()).expect("it is reached");
                reference(2 + names[at])
            }
            Some(_) | None => *value,
        };
        let mut objects = vec![(0, Vec::new()); fresh.len()];
        for (&object, &number) in fresh.iter().zip(names) {
            let class = path.heap.class(ObjectId::new(object)).index();
            let mut slots: Vec<Value> = path.heap.slots(ObjectId::new(object)).iter().map(name).collect();
            if class == SET {
                slots.sort_unstable();
            }
            objects[number] = (class, slots);
        }
        (path.writes.keys().copied().collect(), (path.writes.values().map(name).collect(), objects))
    };
    let orders: &[&[usize]] = match fresh.len() {
        0 => &[&[]],
        1 => &[&[0]],
        _ => &[&[0, 1], &[1, 0]],
    };
    orders.iter().map(|names| named(names)).min().expect("an order")
}

#[test]
fn all_small_paths_have_equal_keys_if_and_only_if_they_are_isomorphic() {
    let program = small();
    let known = Known::new(&program, HashMap::new(), vec![ClassId::new(0), ClassId::new(SET)]);
    let mut canonizer = Canonizer::new(Shapes::new(&program));
    let (mut form_of, mut key_of) = (HashMap::new(), HashMap::new());
    for_each_small_path(&known, |path| {
        let (key, form) = (check(&mut canonizer, path), least(path));
        assert_eq!(*form_of.entry(key.clone()).or_insert_with(|| form.clone()), form, "{path:?}");
        assert_eq!(*key_of.entry(form).or_insert_with(|| key.clone()), key, "{path:?}");
    });
    assert!(form_of.len() > 1_000, "{}", form_of.len());
}

/// The paths of all bodies of the corpus, up to the first call.
#[test]
fn all_keys_of_paths_of_the_corpus_decode() {
    const PATHS_OF_ONE_BODY: usize = 200;
    let mut checked = 0;
    for (program, set) in corpus::summaries() {
        let mut canonizer = Canonizer::new(Shapes::new(&program));
        let classes = set.verify(&program).expect("a right certificate");
        for (summary, classes) in set.summaries.iter().zip(classes) {
            let seen = summary.pattern.iter().map(|read| (read.spot, read.seen.clone())).collect();
            let known = Known::new(&program, seen, classes);
            let start = Path::new(&known, summary.proc);
            let same: Vec<ObjectId> = (0..known.classes.len()).map(ObjectId::new).collect();
            for effect in &summary.effects {
                let (mut path, results) = start.clone().apply(effect, &same);
                path.set_locals(&results);
                check(&mut canonizer, &path);
            }
            let mut pending = vec![start.enter(summary.proc, &[])];
            for _ in 0..PATHS_OF_ONE_BODY {
                let Some(path) = pending.pop() else { break };
                check(&mut canonizer, &path);
                checked += 1;
                // Calls and returns end the walk.
                pending.extend(path.advance().into_iter().flatten());
            }
        }
    }
    assert!(checked > 5_000, "{checked}");
}
