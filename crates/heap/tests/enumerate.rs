//! All small heaps: known numbers of structures, and brute force over all heaps with named objects.

use std::collections::BTreeSet;

use base::{Id, IndexVec};
use cutpoint_heap::{Canonizer, Heap, Heaps, NotEnumerable, RootedHeap, Scope, Shapes, garbage};
use ir::{
    Class, ClassId, ClassKind, EnumDef, EnumId, Equality, Field, FieldId, IntType, ObjectId, Program, Type,
    Value,
};

fn class(index: usize) -> ClassId {
    ClassId::new(index)
}

fn to(index: usize) -> Type {
    Type::Ref(class(index))
}

fn add_class(program: &mut Program, kind: ClassKind) {
    let name = format!("C{}", program.classes.len());
    program.classes.push(Class::new(name, kind, None));
}

/// Adds a record that inherits the fields of its parent.
fn add_record(program: &mut Program, parent: Option<ClassId>, interfaces: &[ClassId], own: &[Type]) {
    let id = class(program.classes.len());
    let mut fields: Vec<FieldId> = parent.map_or(Vec::new(), |parent| match &program.classes[parent].kind {
        ClassKind::Record { fields, .. } => fields.clone(),
        other => panic!("{other:?} as a parent"),
    });
    for &ty in own {
        let slot = fields.len() as u32;
        fields.push(program.fields.push(Field { name: format!("f{slot}"), class: id, ty, slot, span: None }));
    }
    add_class(program, ClassKind::Record { parent, interfaces: interfaces.to_vec(), fields });
}

/// One class of records whose fields are references to such records.
fn nodes(n_fields: usize) -> Program {
    let mut program = Program::default();
    add_record(&mut program, None, &[], &vec![to(0); n_fields]);
    program
}

fn heaps<'p>(program: &'p Program, roots: &[Type], scope: &Scope) -> Heaps<'p> {
    Heaps::new(program, roots, scope).expect("the scope can be enumerated")
}

/// The heaps of so many nodes.
fn of_size(
    program: &Program,
    roots: &[Type],
    size: usize,
    unreachable: bool,
) -> impl Iterator<Item = RootedHeap> {
    let scope = Scope { unreachable, ..Scope::new(program, size) };
    heaps(program, roots, &scope).filter(move |made| made.heap.len() == size)
}

fn has_null(made: &RootedHeap) -> bool {
    made.heap.objects().any(|object| made.heap.slots(object).contains(&Value::Null))
}

#[test]
fn one_field_makes_lists_and_lists_that_end_in_a_cycle() {
    let program = nodes(1);
    assert_eq!(heaps(&program, &[to(0)], &Scope::new(&program, 0)).count(), 1);
    for size in 1..=8 {
        assert_eq!(of_size(&program, &[to(0)], size, false).count(), 1 + size, "{size} nodes");
        let (all, scope) = (1 + size * (size + 3) / 2, Scope::new(&program, size));
        assert_eq!(heaps(&program, &[to(0)], &scope).count(), all, "up to {size} nodes");
    }
}

/// Nodes as states, fields as letters, null as a missing transition: initially connected deterministic automata without
/// final states. With `null` there are (n + 1)^(k n) structures with named states; those where the first reaches j
/// states only are taken off; the other states have (n - 1)! orders of names (Liskovets 1969). The complete ones are
/// listed by Almeida, Moreira and Reis, *Enumeration and generation with a string automata representation*, 2007.
#[test]
fn records_with_two_fields_are_connected_automata() {
    let program = nodes(2);
    for (size, partial, complete) in [(1, 4, 1), (2, 45, 12), (3, 816, 216), (4, 20_225, 5_248)] {
        assert_eq!(partial, connected_automata(2, size), "{size} nodes by the formula");
        let found: Vec<RootedHeap> = of_size(&program, &[to(0)], size as usize, false).collect();
        assert_eq!(found.len() as u64, partial, "{size} nodes");
        assert_eq!(
            found.iter().filter(|made| !has_null(made)).count(),
            complete,
            "{size} nodes without null"
        );
    }
    let program = nodes(3);
    assert_eq!(of_size(&program, &[to(0)], 3, false).count() as u64, connected_automata(3, 3));
}

fn connected_automata(n_fields: u32, n_nodes: u64) -> u64 {
    let binomial = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    let mut named = vec![0];
    for n in 1..=n_nodes {
        let smaller = (1..n)
            .map(|j| binomial(n - 1, j - 1) * named[j as usize] * (n + 1).pow(n_fields * (n - j) as u32));
        let smaller: u64 = smaller.sum();
        named.push((n + 1).pow(n_fields * n as u32) - smaller);
    }
    named[n_nodes as usize] / (1..n_nodes).product::<u64>()
}

/// Heaps in which nothing is shared are binary trees: the Catalan numbers.
#[test]
fn heaps_without_sharing_are_trees() {
    let program = nodes(2);
    for (size, trees) in [(1, 1), (2, 2), (3, 5), (4, 14)] {
        let is_tree = |made: &RootedHeap| {
            let RootedHeap { heap, roots } = made;
            let slots = heap.objects().flat_map(|object| heap.slots(object)).chain(roots);
            slots.filter(|value| value.object().is_some()).count() == heap.len()
        };
        assert_eq!(of_size(&program, &[to(0)], size, false).filter(is_tree).count(), trees, "{size} nodes");
    }
}

/// Without roots, records with one field are partial functions up to isomorphism (OEIS A126285), total ones where
/// nothing is null (OEIS A001372).
#[test]
fn heaps_without_roots_are_partial_functions() {
    let program = nodes(1);
    for (size, partial, total) in [(1, 2, 1), (2, 6, 3), (3, 16, 7), (4, 45, 19), (5, 121, 47)] {
        let found: Vec<RootedHeap> = of_size(&program, &[], size, true).collect();
        assert_eq!(found.len(), partial, "{size} nodes");
        assert_eq!(found.iter().filter(|made| !has_null(made)).count(), total, "{size} nodes without null");
    }
}

/// Objects of no fields that nothing refers to: only how many there are counts.
#[test]
fn objects_that_look_the_same_are_counted_once() {
    let program = nodes(0);
    let scope = Scope { unreachable: true, ..Scope::new(&program, 20) };
    assert_eq!(heaps(&program, &[], &scope).count(), 21);
    assert_eq!(heaps(&program, &[to(0)], &scope).count(), 21 + 20);
}

/// All lists of values, one of each choice.
fn product(choices: &[Vec<Value>]) -> Vec<Vec<Value>> {
    choices.iter().fold(vec![Vec::new()], |lists, choice| {
        let extend = |list: &Vec<Value>| {
            choice.iter().map(|&value| [&list[..], &[value]].concat()).collect::<Vec<_>>()
        };
        lists.iter().flat_map(extend).collect()
    })
}

/// The classes and numbers of slots of all objects of one kind.
fn object_kinds(program: &Program, scope: &Scope) -> Vec<(ClassId, Vec<Type>)> {
    let kinds = program.classes.iter_enumerated().flat_map(|(id, class)| match &class.kind {
        ClassKind::Record { fields, .. } => {
            vec![(id, fields.iter().map(|&field| program.fields[field].ty).collect())]
        }
        &ClassKind::Array { element, length, .. } => {
            let lengths = length.map_or(0..=scope.length, |length| length as usize..=length as usize);
            lengths.map(|length| (id, vec![element; length])).collect()
        }
        ClassKind::Interface { .. } | ClassKind::Set { .. } | ClassKind::Channel { .. } => Vec::new(),
    });
    kinds.collect()
}

/// All heaps of the scope with named objects.
fn with_names(program: &Program, roots: &[Type], scope: &Scope, mut see: impl FnMut(RootedHeap)) {
    let kinds = object_kinds(program, scope);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    let mut next = 0;
    while next < rows.len() {
        let row = rows[next].clone();
        next += 1;
        if row.len() < scope.objects {
            rows.extend((0..kinds.len()).map(|kind| [&row[..], &[kind]].concat()));
        }
        let n_of = |class: ClassId| row.iter().filter(|&&kind| kinds[kind].0 == class).count();
        if program.classes.ids().any(|class| n_of(class) > scope.of_class[class]) {
            continue;
        }
        let candidates = |&ty: &Type| match ty {
            Type::Ref(_) | Type::Object => {
                let fits = |object: &usize| program.is_assignable(Type::Ref(kinds[row[*object]].0), ty);
                let objects = (0..row.len()).filter(fits).map(|object| Value::Ref(ObjectId::new(object)));
                std::iter::once(Value::Null).chain(objects).collect()
            }
            plain => scope.values[&plain].clone(),
        };
        let slots = row.iter().flat_map(|&kind| &kinds[kind].1).chain(roots);
        for values in product(&slots.map(candidates).collect::<Vec<_>>()) {
            let mut rest = &values[..];
            let mut heap = Heap::new();
            for &kind in &row {
                let (class, types) = &kinds[kind];
                let (slots, others) = rest.split_at(types.len());
                heap.alloc_with(*class, slots);
                rest = others;
            }
            see(RootedHeap { heap, roots: rest.to_vec() });
        }
    }
}

/// The canonical form of a heap where all is reachable.
fn canonical(canonizer: &mut Canonizer, made: &RootedHeap) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoding = canonizer.encode(&made.heap, &mut out);
    made.roots.iter().for_each(|&root| encoding.value(root));
    encoding.finish();
    out
}

/// What is the same for heaps that are the same under other names, unreachable objects included: the least of all
/// words for it.
fn least_form(made: &RootedHeap) -> Vec<Vec<Value>> {
    let n_objects = made.heap.len();
    let permutations = (0..n_objects).fold(vec![Vec::new()], |shorter: Vec<Vec<usize>>, last| {
        let insert = |list: &Vec<usize>| {
            let at = |at| [&list[..at], &[last], &list[at..]].concat();
            (0..=list.len()).map(at).collect::<Vec<_>>()
        };
        shorter.iter().flat_map(insert).collect()
    });
    let written = |order: &Vec<usize>| {
        let name = |value: &Value| match *value {
            Value::Ref(object) => {
                Value::Ref(ObjectId::new(order.iter().position(|&o| o == object.index()).unwrap()))
            }
            plain => plain,
        };
        let object = |&object: &usize| {
            let object = ObjectId::new(object);
            let class = Value::Int(made.heap.class(object).index() as i64);
            std::iter::once(class).chain(made.heap.slots(object).iter().map(name)).collect()
        };
        let roots = made.roots.iter().map(name).collect();
        std::iter::once(roots).chain(order.iter().map(object)).collect::<Vec<Vec<Value>>>()
    };
    permutations.iter().map(written).min().expect("there is a permutation")
}

/// Compares with brute force, first without and then with unreachable objects.
fn check(program: &Program, roots: &[Type], scope: &Scope) {
    let canonizer = &mut Canonizer::new(Shapes::new(program));
    let (mut reachable, mut all) = (BTreeSet::new(), BTreeSet::new());
    with_names(program, roots, scope, |made| {
        if garbage(&made.heap, made.roots.iter().copied()).is_empty() {
            reachable.insert(canonical(canonizer, &made));
        }
        all.insert(least_form(&made));
    });
    let context = || format!("{:?} from {roots:?} in {scope:?}", program.classes);
    for made in heaps(program, roots, scope) {
        assert!(
            reachable.remove(&canonical(canonizer, &made)),
            "{made:?} twice or not in scope: {}",
            context()
        );
    }
    assert!(reachable.is_empty(), "{} heaps are missing: {}", reachable.len(), context());
    let scope = Scope { unreachable: true, ..scope.clone() };
    for made in heaps(program, roots, &scope) {
        assert!(all.remove(&least_form(&made)), "{made:?} twice or not in scope: {}", context());
    }
    assert!(all.is_empty(), "{} heaps are missing: {all:?} of {}", all.len(), context());
}

/// An interface and two classes, the second below the first or not, either of the interface or not, with all fields.
#[test]
fn all_heaps_of_two_objects_of_all_small_hierarchies() {
    let types = [to(0), to(1), to(2), Type::Object, Type::Bool];
    let singles = types.iter().map(|&ty| vec![ty]);
    let lists: Vec<Vec<Type>> = std::iter::once(Vec::new()).chain(singles).collect();
    let pairs = types.iter().map(|&ty| vec![ty, Type::Object]);
    let firsts: Vec<Vec<Type>> = lists.iter().cloned().chain(pairs).collect();
    for (first, second) in firsts.iter().flat_map(|first| lists.iter().map(move |second| (first, second))) {
        for (parent, interfaces) in [(None, vec![]), (None, vec![class(0)]), (Some(class(1)), vec![class(0)])]
        {
            let mut program = Program::default();
            add_class(&mut program, ClassKind::Interface { extends: Vec::new() });
            add_record(&mut program, None, &[], first);
            add_record(&mut program, parent, &interfaces, second);
            check(&program, &[to(1)], &Scope::new(&program, 2));
            check(&program, &[to(0), Type::Object], &Scope::new(&program, 1));
        }
    }
}

#[test]
fn all_heaps_of_three_objects() {
    for n_fields in 0..=1 {
        let program = nodes(n_fields);
        check(&program, &[to(0), to(0)], &Scope::new(&program, 3));
        check(&program, &[to(0)], &Scope::new(&program, 4));
    }
    check(&nodes(2), &[to(0)], &Scope::new(&nodes(2), 3));
    // A list of pairs of different classes.
    let mut program = Program::default();
    add_record(&mut program, None, &[], &[to(0), Type::Object]);
    add_record(&mut program, None, &[], &[to(0)]);
    let mut scope = Scope::new(&program, 3);
    scope.of_class[class(1)] = 1;
    check(&program, &[to(0)], &scope);
}

#[test]
fn all_heaps_with_plain_values() {
    let mut program = Program::default();
    let constants = ["Red", "Blue"].map(str::to_owned).to_vec();
    program.enums.push(EnumDef { name: "Colour".into(), constants, span: None });
    let colour = Type::Enum(EnumId::new(0));
    add_record(&mut program, None, &[], &[to(0), colour, IntType::I32.into()]);
    let mut scope = Scope::new(&program, 2);
    scope.values.insert(IntType::I32.into(), [0, 1, 2].map(Value::Int).to_vec());
    check(&program, &[Type::Bool, to(0)], &scope);
    check(&program, &[IntType::I32.into(), colour], &scope);
}

#[test]
fn all_heaps_with_arrays() {
    for length in [None, Some(2)] {
        let mut program = Program::default();
        add_record(&mut program, None, &[], &[to(1)]);
        add_class(&mut program, ClassKind::Array { element: to(0), length, above: Vec::new() });
        add_class(&mut program, ClassKind::Array { element: Type::Bool, length, above: Vec::new() });
        for root in [to(0), Type::Object] {
            check(&program, &[root], &Scope { length: 2, ..Scope::new(&program, 2) });
        }
    }
}

/// A list of messages is a word, so there are as many channels of Booleans as words of that length at most.
#[test]
fn messages_of_channels_have_an_order() {
    let mut program = Program::default();
    add_class(&mut program, ClassKind::Channel { element: Type::Bool });
    let scope = Scope { length: 3, ..Scope::new(&program, 1) };
    assert_eq!(heaps(&program, &[to(0)], &scope).count(), 1 + (1 + 2 + 4 + 8));
}

#[test]
fn what_cannot_be_enumerated_is_refused() {
    let mut program = Program::default();
    add_record(&mut program, None, &[], &[to(1), IntType::I32.into()]);
    let (element, equality) = (to(0), Equality::Identity);
    add_class(&mut program, ClassKind::Set { element, equality });
    let mut scope = Scope::new(&program, 1);
    let refused = |scope: &Scope| {
        Heaps::new(&program, &[to(0)], scope).err().map(|reason| (reason, reason.describe(&program)))
    };
    let int = Type::from(IntType::I32);
    let no_values =
        (NotEnumerable::NoValues(int), "the scope has no candidates for values of `i32`".to_owned());
    assert_eq!(refused(&scope), Some(no_values));
    scope.values.insert(int, vec![Value::Int(7)]);
    let set =
        (NotEnumerable::Set(class(1)), "heaps with sets are not enumerated, and `C1` is one".to_owned());
    assert_eq!(refused(&scope), Some(set));
    // References to sets are null where the scope has none.
    scope.of_class = IndexVec::from_iter([1, 0]);
    assert_eq!(refused(&scope), None);
    assert_eq!(heaps(&program, &[to(0)], &scope).count(), 2);
}

/// Enumeration is lazy, and the same each time.
#[test]
fn the_first_heaps_of_a_large_scope_are_found_at_once() {
    let program = nodes(3);
    let scope = Scope { unreachable: true, ..Scope::new(&program, 1_000) };
    let first = || heaps(&program, &[to(0)], &scope).take(20).collect::<Vec<_>>();
    assert_eq!(first(), first());
    assert_eq!(first().len(), 20);
}
