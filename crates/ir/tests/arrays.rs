//! Array classes above and below each other, exhaustively: all relations among three array classes over all choices of
//! element types, against definitions by closure.

use base::{Id, IndexVec};
use cutpoint_ir::facts::{Location, ModRef};
use cutpoint_ir::{
    Class, ClassId, ClassKind, CollectionOp, Expr, Local, LocalId, LocalKind, Op, Place, Proc, Program, Type,
};

/// Records 0 above 1; arrays 2, 3 and 4.
const RECORDS: usize = 2;
const ARRAYS: usize = 3;

fn class(number: usize) -> ClassId {
    ClassId::new(number)
}

fn record(parent: Option<ClassId>) -> ClassKind {
    ClassKind::Record { parent, interfaces: Vec::new(), fields: Vec::new() }
}

/// The array classes directly above array `of`, as bits of `edges`.
fn above(edges: usize, of: usize) -> Vec<ClassId> {
    let bits = edges >> (of * ARRAYS);
    (0..ARRAYS).filter(|at| bits >> at & 1 == 1).map(|at| class(RECORDS + at)).collect()
}

fn program(edges: usize, elements: [Type; ARRAYS]) -> Program {
    let arrays = elements.iter().enumerate().map(|(at, &element)| ClassKind::Array {
        element,
        length: None,
        above: above(edges, at),
    });
    let kinds = [record(None), record(Some(class(0)))].into_iter().chain(arrays);
    let classes = kinds.map(|kind| Class::new("", kind, None)).collect();
    Program { classes, ..Program::default() }
}

/// All programs whose array classes are related without a cycle.
fn for_each_acyclic(mut see: impl FnMut(&Program, usize, [Type; ARRAYS])) {
    let types = [Type::Bool, Type::Object, Type::Ref(class(0)), Type::Ref(class(1)), Type::Ref(class(2))];
    for edges in 0..1 << (ARRAYS * ARRAYS) {
        let closure = closure(edges);
        if (0..ARRAYS).any(|at| closure[at][at]) {
            continue;
        }
        for first in types {
            for second in types {
                for third in types {
                    let elements = [first, second, third];
                    see(&program(edges, elements), edges, elements);
                }
            }
        }
    }
}

/// Which array class is above which, by one step or more.
fn closure(edges: usize) -> [[bool; ARRAYS]; ARRAYS] {
    let mut closed = [[false; ARRAYS]; ARRAYS];
    (0..ARRAYS).for_each(|of| above(edges, of).iter().for_each(|up| closed[of][up.index() - RECORDS] = true));
    for middle in 0..ARRAYS {
        for below in 0..ARRAYS {
            for up in 0..ARRAYS {
                closed[below][up] |= closed[below][middle] && closed[middle][up];
            }
        }
    }
    closed
}

#[test]
fn an_array_class_is_below_what_is_declared_above_it_and_what_is_above_that() {
    for_each_acyclic(|program, edges, _| {
        let closed = closure(edges);
        for (below, row) in closed.iter().enumerate() {
            for (up, &expected) in row.iter().enumerate() {
                let found = program.is_subclass(class(RECORDS + below), class(RECORDS + up));
                assert_eq!(found, expected || below == up, "{program}");
            }
            let is_related = row.contains(&true) || closed.iter().any(|row| row[below]);
            assert_eq!(program.related_arrays()[class(RECORDS + below)], is_related, "{program}");
        }
    });
}

#[test]
fn the_verifier_wants_covariant_references() {
    let (mut right, mut wrong) = (0, 0);
    for_each_acyclic(|program, edges, elements| {
        let covariant = |of: usize| {
            above(edges, of).iter().all(|up| {
                let (lower, upper) = (elements[of], elements[up.index() - RECORDS]);
                lower.is_reference() && program.is_assignable(lower, upper)
            })
        };
        let expected = (0..ARRAYS).all(covariant);
        assert_eq!(cutpoint_ir::verify(program).is_ok(), expected, "{program}");
        *(if expected { &mut right } else { &mut wrong }) += 1;
    });
    assert!(right > 500 && wrong > 500, "{right} right, {wrong} wrong");
}

/// So a store that passes the check by the exact class fits every reference to the array.
#[test]
fn what_an_array_takes_every_array_above_it_takes() {
    for_each_acyclic(|program, _, _| {
        if cutpoint_ir::verify(program).is_err() {
            return;
        }
        for (lower, upper) in (0..ARRAYS).flat_map(|lower| (0..ARRAYS).map(move |upper| (lower, upper))) {
            let (lower, upper) = (class(RECORDS + lower), class(RECORDS + upper));
            if program.is_subclass(lower, upper) {
                for object in program.classes.ids().filter(|&object| program.array_takes(lower, object)) {
                    assert!(
                        program.array_takes(upper, object),
                        "{object} in {lower} and {upper} of\n{program}"
                    );
                }
            }
        }
    });
}

/// A procedure that has one parameter, an array of the class, and no blocks.
fn with_parameter(array: ClassId) -> Proc {
    let local = |ty| Local { name: String::new(), ty, kind: LocalKind::User, span: None };
    Proc {
        name: String::new(),
        n_params: 1,
        results: Vec::new(),
        locals: IndexVec::from(vec![local(Type::Ref(array)), local(Type::Object)]),
        blocks: IndexVec::new(),
        observer: false,
        labels: Vec::new(),
        span: None,
    }
}

/// A write through one reference and a read through another have a location in common exactly if the references may be
/// to one array.
#[test]
fn effects_meet_where_arrays_may_be_the_same() {
    let (array, dst) = (Expr::Local(LocalId::new(0)), Place::Local(LocalId::new(1)));
    let (index, value) = (Expr::int(0), Expr::NULL);
    let load = Op::from(CollectionOp::LoadElement { dst, array: array.clone(), index: index.clone() });
    let store = Op::from(CollectionOp::StoreElement { array, index, value });
    for_each_acyclic(|program, _, elements| {
        if elements != [Type::Object; ARRAYS] {
            return;
        }
        let arrays = || (0..ARRAYS).map(|at| class(RECORDS + at));
        for (reader, writer) in arrays().flat_map(|reader| arrays().map(move |writer| (reader, writer))) {
            let reads = ModRef::of_op(program, &with_parameter(reader), &load);
            let writes = ModRef::of_op(program, &with_parameter(writer), &store);
            let may_be = |class, of| program.is_subclass(class, of);
            let shared = arrays().any(|class| may_be(class, reader) && may_be(class, writer));
            let meet = arrays().map(Location::Contents).any(|at| reads.reads(at) && writes.writes(at));
            assert_eq!(meet, shared, "{reader} and {writer} in\n{program}");
        }
    });
}
