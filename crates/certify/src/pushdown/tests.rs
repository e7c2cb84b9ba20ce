//! Tests of the keys by which the checker of pushdown proofs distinguishes states: each is read back, and what is read
//! is the state that was written, up to the names of objects. What is compared with is found by search, not by
//! canonical forms.

use std::collections::HashMap;

use base::{Id, SourceFile, SourceMap};
use heap::{Canonizer, Decoder, Heap, Shape, Shapes, reachable};
use ir::{ClassId, ObjectId, Program, Value};
use temporal::{LastStep, Temporal};
use verdict::HeadPoint;

use super::run::End;
use super::setting::{Setting, State};
use crate::tests::corpus::proofs;
use crate::tests::isomorphism::{Form, Rooted, isomorphic, least_form};

/// Flags of a state, as its bytes begin.
const N_FLAGS: usize = 5;

/// What is in the bytes of [`Setting::encode`]: flags, how many of the roots are seen, roots and heap.
fn decode(shapes: &Shapes, bytes: &[u8]) -> ([bool; N_FLAGS], usize, Rooted) {
    let (flags, rest) = bytes.split_first_chunk::<N_FLAGS>().expect("flags");
    assert!(flags.iter().all(|&flag| flag < 2), "{flags:?}");
    let mut decoder = Decoder::new(rest);
    let (n_seen, n_cut_points) = (decoder.number() as usize, decoder.number() as usize);
    let roots = (0..n_seen + n_cut_points).map(|_| decoder.value()).collect();
    let mut heap = Heap::new();
    assert!(decoder.finish(shapes, &mut heap).is_empty(), "bytes behind the last object");
    (flags.map(|flag| flag == 1), n_seen, (heap, roots))
}

/// What is in the bytes of [`Setting::entry_key`]: flags, roots and heap; the last root is the set of cut points.
fn decode_entry(shapes: &Shapes, n_seen: usize, bytes: &[u8]) -> ([bool; N_FLAGS], Rooted) {
    let (flags, rest) = bytes.split_first_chunk::<N_FLAGS>().expect("flags");
    let mut decoder = Decoder::new(rest);
    let roots = (0..=n_seen).map(|_| decoder.value()).collect();
    let mut heap = Heap::new();
    assert!(decoder.finish(shapes, &mut heap).is_empty(), "bytes behind the last object");
    (flags.map(|flag| flag == 1), (heap, roots))
}

/// The flags that distinguish states.
fn flags_of(setting: &Setting<'_>, state: &State) -> [bool; N_FLAGS] {
    let State { in_atomic, initialising, thread, last, .. } = *state;
    let uses_last = setting.temporal.is_some_and(Temporal::uses_last_step);
    let LastStep { wrote_null, changed } = if uses_last { last } else { LastStep::default() };
    [in_atomic, initialising, wrote_null, changed, thread < 0]
}

fn assert_decodes(setting: &Setting<'_>, state: &State, seen: &[Value], bytes: &[u8]) {
    let (flags, n_seen, decoded) = decode(&setting.shapes, bytes);
    assert_eq!((flags, n_seen), (flags_of(setting, state), seen.len()), "{state:?}");
    let original = (state.heap.clone(), seen.iter().chain(&state.cut_points).copied().collect());
    assert!(isomorphic(&setting.shapes, 0, &original, &decoded), "{state:?} became {decoded:?}");
}

/// Reads the key of a state back.
fn check_key(setting: &Setting<'_>, canonizer: &mut Canonizer, state: &State) -> Vec<u8> {
    let mut state = state.clone();
    let (point, bytes) = setting.key(&mut state, canonizer).expect("nothing forgotten is seen");
    assert_eq!(point, state.point);
    // What is forgotten is forgotten by now.
    assert_decodes(setting, &state, &setting.roots(&state), &bytes);
    bytes
}

/// Reads the key of an entry back.
fn check_entry_key(setting: &Setting<'_>, canonizer: &mut Canonizer, state: &State) -> Vec<u8> {
    let ((point, bytes), order) = setting.entry_key(state, canonizer);
    assert_eq!(point, state.point);
    let roots = setting.roots(state);
    let (flags, decoded) = decode_entry(&setting.shapes, roots.len(), &bytes);
    assert_eq!(flags, flags_of(setting, state));
    let original = with_bundle(setting, state, roots);
    assert!(isomorphic(&setting.shapes, 0, &original, &decoded), "{state:?} became {decoded:?}");
    let all = reachable(&original.0, original.1.iter().copied());
    assert_eq!(order.len(), all.len(), "the order has all objects that are reached");
    assert!(all.iter().all(|object| order.contains(object)), "{order:?}");
    bytes
}

/// A heap with one more object, the set of its cut points, which is a root.
fn with_bundle(setting: &Setting<'_>, state: &State, mut roots: Vec<Value>) -> Rooted {
    let (mut heap, mut cut_points) = (state.heap.clone(), state.cut_points.clone());
    cut_points.sort_unstable();
    cut_points.dedup();
    let bundle = heap.alloc_with(ClassId::new(setting.forgotten.index() + 1), &cut_points);
    roots.push(Value::Ref(bundle));
    (heap, roots)
}

// ---------------------------------------------------------------------------------------- all small states

/// A record, an array and a set, so that the set has the class 2.
const SMALL: &str = "class class0 record { field0: object }\nclass class1 array of object\nclass class2 set of object\nglobal g0: object\nthread \
     proc0\nproc proc0() {\nblock0:\n* return\n}\nproc proc1(v0: object) {\nblock0:\n* g0 = v0\n* return\n}\n";
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

/// A state at the entry of the second procedure.
fn state(heap: Heap, global: Value, local: Value, cut_points: Vec<Value>) -> State {
    State {
        point: HeadPoint::At { proc: Id::new(1), block: Id::new(0), index: 0 },
        heap,
        globals: vec![global],
        locals: vec![local],
        cut_points,
        in_atomic: false,
        initialising: false,
        thread: 0,
        last: LastStep::default(),
    }
}

fn lists(values: &[Value], longest: usize) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    let mut first = 0;
    for _ in 0..longest {
        let longer: Vec<Vec<Value>> = all[first..]
            .iter()
            .flat_map(|list| values.iter().map(|&value| [&list[..], &[value]].concat()))
            .collect();
        first = all.len();
        all.extend(longer);
    }
    all
}

/// All that one object can be.
fn objects(values: &[Value]) -> Vec<(usize, Vec<Value>)> {
    let subset = |mask: usize| {
        values.iter().enumerate().filter(move |(at, _)| mask >> at & 1 == 1).map(|(_, &value)| value)
    };
    let records = values.iter().map(|&value| (0, vec![value]));
    let arrays = lists(values, 2).into_iter().map(|list| (1, list));
    let sets = (0..1_usize << values.len()).map(|mask| (SET, subset(mask).collect()));
    records.chain(arrays).chain(sets).collect()
}

/// All heaps of so many objects.
fn heaps(n_objects: usize) -> Vec<Heap> {
    let values: Vec<Value> = std::iter::once(Value::Null).chain((0..n_objects).map(reference)).collect();
    let objects = objects(&values);
    (0..n_objects).fold(vec![Heap::new()], |heaps, _| {
        let longer = |heap: &Heap| {
            objects
                .iter()
                .map(|(class, slots)| {
                    let mut heap = heap.clone();
                    heap.alloc_with(ClassId::new(*class), slots);
                    heap
                })
                .collect::<Vec<_>>()
        };
        heaps.iter().flat_map(longer).collect()
    })
}

/// All states of up to two objects, with up to two cut points.
fn small_states() -> impl Iterator<Item = State> {
    (0..3).flat_map(|n_objects| {
        let values: Vec<Value> = std::iter::once(Value::Null).chain((0..n_objects).map(reference)).collect();
        heaps(n_objects)
            .into_iter()
            .flat_map(move |heap| {
                let pairs = lists(&values, 2).into_iter().filter(|list| list.len() == 2);
                let cut_points = lists(&values, 2);
                pairs
                    .flat_map(move |pair| {
                        let heap = heap.clone();
                        cut_points
                            .clone()
                            .into_iter()
                            .map(move |list| state(heap.clone(), pair[0], pair[1], list))
                    })
                    .collect::<Vec<_>>()
            })
            .collect::<Vec<_>>()
    })
}

/// Keys and forms, each of which must have one of the other.
#[derive(Default)]
struct Pairs<F> {
    form_of: HashMap<Vec<u8>, F>,
    key_of: HashMap<F, Vec<u8>>,
}

impl<F: Clone + Eq + std::hash::Hash + std::fmt::Debug> Pairs<F> {
    fn insert(&mut self, key: Vec<u8>, form: F, state: &State) {
        let known_form = self.form_of.entry(key.clone()).or_insert_with(|| form.clone());
        assert_eq!(*known_form, form, "different states have the same key; one is {state:?}");
        let known_key = self.key_of.entry(form).or_insert_with(|| key.clone());
        assert_eq!(*known_key, key, "one state has two keys: {state:?}");
    }
}

#[test]
fn all_small_states_have_equal_keys_if_and_only_if_they_are_isomorphic() {
    let program = small();
    let setting = Setting::new(&program, None, None, usize::MAX);
    let mut canonizer = Canonizer::new(setting.shapes.clone());
    let mut pairs: Pairs<(usize, Form)> = Pairs::default();
    for state in small_states() {
        let key = check_key(&setting, &mut canonizer, &state);
        let roots: Vec<Value> = setting.roots(&state).iter().chain(&state.cut_points).copied().collect();
        pairs.insert(key, (state.cut_points.len(), least_form(&setting.shapes, &state.heap, &roots)), &state);
    }
    assert!(pairs.form_of.len() > 10_000, "{}", pairs.form_of.len());
}

#[test]
fn all_small_entries_have_equal_keys_if_and_only_if_they_differ_in_the_order_of_cut_points() {
    let program = small();
    let setting = Setting::new(&program, None, None, usize::MAX);
    let mut canonizer = Canonizer::new(setting.shapes.clone());
    let mut pairs: Pairs<Form> = Pairs::default();
    for state in small_states() {
        let key = check_entry_key(&setting, &mut canonizer, &state);
        let (heap, roots) = with_bundle(&setting, &state, setting.roots(&state));
        pairs.insert(key, least_form(&setting.shapes, &heap, &roots), &state);
    }
    assert!(pairs.form_of.len() > 5_000, "{}", pairs.form_of.len());
}

/// How many results and cut points an exit has must show: here the values of both are the same.
#[test]
fn all_small_exits_have_equal_keys_if_and_only_if_they_are_isomorphic() {
    let program = small();
    let setting = Setting::new(&program, None, None, usize::MAX);
    let mut canonizer = Canonizer::new(setting.shapes.clone());
    let mut pairs: Pairs<(usize, Form)> = Pairs::default();
    for state in small_states() {
        let all: Vec<Value> =
            state.globals.iter().chain(&state.locals).chain(&state.cut_points).copied().collect();
        for n_seen in 1..=all.len() {
            let exit = State { cut_points: all[n_seen..].to_vec(), ..state.clone() };
            let key = setting.encode(&exit, &all[..n_seen], &mut canonizer);
            assert_decodes(&setting, &exit, &all[..n_seen], &key);
            pairs.insert(key, (n_seen, least_form(&setting.shapes, &exit.heap, &all)), &exit);
        }
    }
}

#[test]
fn flags_are_a_part_of_every_key() {
    let program = small();
    let setting = Setting::new(&program, None, None, usize::MAX);
    let mut canonizer = Canonizer::new(setting.shapes.clone());
    let mut keys = std::collections::HashSet::new();
    for number in 0..8 {
        let flag = |bit: u8| number >> bit & 1 == 1;
        let mut state = state(Heap::new(), Value::Null, Value::Null, Vec::new());
        (state.in_atomic, state.initialising) = (flag(0), flag(1));
        state.thread = if flag(2) { -1 } else { 0 };
        keys.insert(check_key(&setting, &mut canonizer, &state));
        keys.insert(check_entry_key(&setting, &mut canonizer, &state));
    }
    assert_eq!(keys.len(), 16, "entries have a form of their own");
}

// -------------------------------------------------------------------------------------------- forgetting

/// What a state is when what cut points alone reach is forgotten, if it is more than the bound: the cut points that are
/// still known, and the form of the rest.
fn forgotten_form(setting: &Setting<'_>, state: &State, bound: usize) -> (Vec<Option<Value>>, Form) {
    let seen = setting.roots(state);
    let visible = reachable(&state.heap, seen.iter().copied());
    let all = reachable(&state.heap, seen.iter().chain(&state.cut_points).copied());
    let forgets = all.len() - visible.len() > bound;
    let is_known = |value: &&Value| !forgets || value.object().is_none_or(|object| visible.contains(&object));
    let known: Vec<Value> = state.cut_points.iter().filter(is_known).copied().collect();
    let shown = state.cut_points.iter().map(|value| is_known(&value).then_some(Value::Null)).collect();
    let roots: Vec<Value> = seen.iter().chain(&known).copied().collect();
    (shown, least_form(&setting.shapes, &state.heap, &roots))
}

#[test]
fn all_small_states_have_equal_keys_if_and_only_if_they_agree_in_what_is_not_forgotten() {
    let program = small();
    for bound in 0..2 {
        let setting = Setting::new(&program, None, Some(bound as u64), usize::MAX);
        let mut canonizer = Canonizer::new(setting.shapes.clone());
        let mut pairs = Pairs::default();
        for state in small_states() {
            let key = check_key(&setting, &mut canonizer, &state);
            pairs.insert(key, forgotten_form(&setting, &state, bound), &state);
        }
    }
}

// ---------------------------------------------------------------------------------------------- witness

/// The number of the set's class is the byte of a reference to it, and the size of `{null}` that of its class: without
/// the number of cut points, the bytes were equal.
#[test]
fn an_empty_set_that_is_a_cut_point_is_not_the_set_of_null() {
    let program = small();
    let setting = Setting::new(&program, None, None, usize::MAX);
    assert_eq!(setting.shapes.shape(ClassId::new(SET)), Shape::Set);
    let mut canonizer = Canonizer::new(setting.shapes.clone());
    let mut key = |elements: &[Value], cut_points: Vec<Value>| {
        let mut heap = Heap::new();
        let set = Value::Ref(heap.alloc_with(ClassId::new(SET), elements));
        let state = state(heap, set, set, cut_points);
        (check_key(&setting, &mut canonizer, &state), check_entry_key(&setting, &mut canonizer, &state))
    };
    let (empty, of_null) = (key(&[], vec![reference(0)]), key(&[Value::Null], vec![]));
    assert_ne!(empty.0, of_null.0);
    assert_ne!(empty.1, of_null.1);
}

// ----------------------------------------------------------------------------------------------- corpus

/// Every state of every proof of the corpus, what follows from it, and how procedures are entered and left.
#[test]
fn all_keys_of_proofs_of_the_corpus_decode() {
    let (mut states, mut entries, mut exits) = (0, 0, 0);
    for (program, proof) in proofs() {
        let setting = Setting::new(&program, None, proof.forget_beyond, usize::MAX);
        let mut canonizer = Canonizer::new(setting.shapes.clone());
        for &head in &proof.heads {
            let state = setting.load(&proof, head).expect("a right proof");
            check_key(&setting, &mut canonizer, &state);
            states += 1;
            for made in setting.moves(&state).expect("a right proof") {
                match made.end {
                    End::Rests(next) => drop(check_key(&setting, &mut canonizer, &next)),
                    End::Calls(call) => {
                        check_entry_key(&setting, &mut canonizer, &call.entry);
                        entries += 1;
                    }
                    End::Returns(mut exit, results) => {
                        let seen: Vec<Value> = exit.globals.iter().chain(&results).copied().collect();
                        setting.forget(&mut exit, &seen).expect("a right proof");
                        let key = setting.encode(&exit, &seen, &mut canonizer);
                        assert_decodes(&setting, &exit, &seen, &key);
                        exits += 1;
                    }
                    End::Waits { .. } | End::Fails(_) => {}
                }
            }
        }
    }
    assert!(
        states > 5_000 && entries > 500 && exits > 500,
        "{states} states, {entries} entries, {exits} exits"
    );
}
