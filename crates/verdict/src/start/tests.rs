//! Starts that fit a program, and everything that can be wrong with one.

use base::{Id, IndexVec, SourceId};
use ir::{ClassId, GlobalId, ObjectId, ProcId, Program, Value};

use super::{GivenObject, GivenStart};

const PROGRAM: &str = r#"
class class0 "Node" record { field0 "next": class0; field1 "size": 1..3 }
class class1 "Leaf" record extends class0 { field0; field1 }
class class2 "Pair" array[2] of bool
class class3 "Ints" set of i8
class class4 "Points" set of class5 by contents
class class5 "Point" record { field2 "x": f32 }
class class6 "Shape" interface
global g0 "any": object
init proc1
proc proc0 "link"(v0 "head": class0, v1 "leaf": class1) {
block0:
  return
}
proc proc1 "begin"() {
block0:
  return
}
"#;

fn program() -> Program {
    let program = ir::read(SourceId::new(0), PROGRAM).expect("the program is correct");
    ir::verify(&program).expect("the program is correct");
    program
}

fn object(class: usize, slots: &[Value]) -> GivenObject {
    GivenObject { class: ClassId::new(class), slots: slots.to_vec() }
}

fn reference(number: usize) -> Value {
    Value::Ref(ObjectId::new(number))
}

fn int(number: i64) -> Value {
    Value::Int(number)
}

fn real(number: f64) -> Value {
    Value::Real(number.into())
}

/// Two nodes in a circle, and one object of each other kind.
fn good() -> GivenStart {
    GivenStart {
        proc: ProcId::new(0),
        args: vec![reference(0), reference(1)],
        globals: IndexVec::from(vec![reference(4)]),
        objects: vec![
            object(0, &[reference(1), int(3)]),
            object(1, &[reference(0), int(1)]),
            object(2, &[Value::Bool(true), Value::Bool(false)]),
            object(3, &[int(-128), int(127)]),
            object(4, &[reference(5), reference(6)]),
            object(5, &[real(0.5)]),
            object(5, &[real(1.5)]),
        ],
    }
}

/// What is wrong with the start after a change.
fn check(change: impl FnOnce(&mut GivenStart), expected: &str) {
    let mut start = good();
    change(&mut start);
    let error = start.check(&program()).expect_err("the start does not fit");
    assert_eq!(error.what, expected);
}

#[test]
fn a_start_that_fits_is_accepted() {
    assert_eq!(good().check(&program()), Ok(()));
}

#[test]
fn procedures_arguments_and_globals_must_be_there() {
    check(|start| start.proc = ProcId::new(2), "there is no proc2");
    check(
        |start| start.proc = ProcId::new(1),
        "`begin` is the initialisation, and no call can begin with it",
    );
    check(|start| _ = start.args.pop(), "`link` has 2 parameters, and 1 arguments are given");
    check(|start| start.globals = IndexVec::new(), "the program has 1 globals, and values are given for 0");
}

#[test]
fn values_must_be_of_their_types() {
    let of_head = |value| move |start: &mut GivenStart| start.args[0] = value;
    check(of_head(int(1)), "the parameter `head` of `link` is of type `Node` and cannot hold the number 1");
    check(of_head(reference(9)), "the parameter `head` of `link` refers to object #9, which is not there");
    check(
        of_head(reference(2)),
        "the parameter `head` of `link` is of type `Node` and cannot refer to object #2, a `Pair`",
    );
    check(
        |start| start.args[1] = reference(0),
        "the parameter `leaf` of `link` is of type `Leaf` and cannot refer to object #0, a `Node`",
    );
    check(
        |start| start.globals[GlobalId::new(0)] = Value::Bool(true),
        "the global `any` is of type `object` and cannot hold the truth value true",
    );
    check(
        |start| start.objects[0].slots[1] = int(4),
        "the field `size` of object #0, a `Node`, is of type `1..3` and cannot hold the number 4",
    );
    check(
        |start| start.objects[3].slots[1] = int(128),
        "an element of object #3, a `Ints`, is of type `i8` and cannot hold the number 128",
    );
    check(
        |start| start.objects[3].slots[1] = reference(0),
        "an element of object #3, a `Ints`, is of type `i8` and cannot hold a reference",
    );
    check(
        |start| start.objects[5].slots[0] = real(0.1),
        "the field `x` of object #5, a `Point`, is of type `f32` and cannot hold the number 0.1",
    );
}

#[test]
fn objects_must_be_as_their_classes_have_them() {
    check(
        |start| start.objects[0].slots.push(int(1)),
        "object #0 of `Node` has 3 fields where the class has 2",
    );
    check(
        |start| _ = start.objects[2].slots.pop(),
        "object #2 of `Pair` has 1 elements where the class has 2",
    );
    check(
        |start| start.objects.push(object(6, &[])),
        "object #7 is of the interface `Shape`, which has none",
    );
    check(|start| start.objects.push(object(7, &[])), "object #7 is of class7, which is not there");
    check(|start| start.objects[0] = object(7, &[]), "object #0 is of class7, which is not there");
}

#[test]
fn elements_of_sets_are_sorted_and_differ() {
    let unsorted = "the elements of the set #3 are not sorted, or one comes twice";
    check(|start| start.objects[3].slots.reverse(), unsorted);
    check(|start| start.objects[3].slots[0] = int(127), unsorted);
    check(
        |start| start.objects[4].slots[0] = Value::Null,
        "an element of the set #4 is no record of `Point`",
    );
    check(|start| start.objects[6].slots[0] = real(0.5), "two records in the set #4 hold the same");
    check(
        |start| start.objects.push(object(4, &[reference(6)])),
        "the record #6 belongs to two sets by contents",
    );
}
