//! Starts that fit a program, and everything that can be wrong with one.

use base::{Id, IndexVec, SourceId};
use expect_test::{Expect, expect};
use ir::{ClassId, GlobalId, ObjectId, ProcId, Program, Value};

use super::{GivenObject, GivenStart, read};

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

/// The program and the start as a text and back.
fn round_trip(program: &Program, start: &GivenStart) -> String {
    assert_eq!(start.check(program), Ok(()));
    let text = start.text(program);
    assert_eq!(read(program, SourceId::new(1), &text).as_ref(), Ok(start), "{text}");
    text
}

#[test]
fn starts_are_written_by_names_and_read_back() {
    let text = round_trip(&program(), &good());
    expect![[r#"
        start link(head = #1, leaf = #2) {
          global any = #5
          #1 = Node { next = #2, size = 3 }
          #2 = Leaf { next = #1, size = 1 }
          #3 = Pair [true, false]
          #4 = Ints {-128, 127}
          #5 = Points {#6, #7}
          #6 = Point { x = 0.5 }
          #7 = Point { x = 1.5 }
        }
    "#]]
    .assert_eq(&text);
}

/// Every type of values, and names that are no words or that several have.
#[test]
fn names_and_values_of_all_kinds_are_read_back() {
    let program = ir::read(
        SourceId::new(0),
        r#"
enum enum0 "string" { "", "two words", "x" }
enum enum1 "Twice" { "a", "a", "b" }
class class0 "Node" record { field0 "next": class0; field1 "next": u64; field2 "": enum0 }
class class1 "int[]" array of f64
class class2 "queue" channel of decimal
class class3 "g1" record { }
global g0 "x": enum0
global g1 "x": f32
global g2 "g0": enum1
global g3 "C.y": enum1
global g4 "1.5": -3..3
proc proc0 "C.f(int)"(v0 "this": class0, v1: i64, v2 "other": bool) {
block0:
  return
}
"#,
    )
    .expect("the program is correct");
    let int = |number| Value::Int(number);
    let number = |text| ir::Decimal::parse(text).expect("it is a decimal");
    let decimal = |text| Value::Decimal(number(text));
    let start = GivenStart {
        proc: ProcId::new(0),
        args: vec![reference(3), int(i64::MIN), Value::Bool(true)],
        globals: IndexVec::from(vec![int(1), real(f64::from(0.1_f32)), int(1), int(2), int(-3)]),
        objects: vec![
            object(1, &[real(0.1), real(f64::NAN), real(f64::NEG_INFINITY), real(-0.0), real(1e300)]),
            object(2, &[decimal("1.50"), Value::Decimal(number("2").negated()), decimal("7")]),
            object(3, &[]),
            object(0, &[Value::Null, int(-1), int(0)]),
        ],
    };
    let text = round_trip(&program, &start);
    expect![[r#"
        start "C.f(int)"(this = #4, v1 = -9223372036854775808, other = true) {
          global g0 = "two words"
          global g1 = 0.10000000149011612
          global "g0" = 1
          global C.y = b
          global "1.5" = -3
          #1 = "int[]" [0.1, nan, -inf, -0.0, 1e300]
          #2 = queue [1.5m, -2m, 7m]
          #3 = g1 {}
          #4 = Node { field0 = null, field1 = 18446744073709551615, field2 = "" }
        }
    "#]]
    .assert_eq(&text);
}

#[test]
fn what_is_left_out_holds_its_default_and_sets_need_no_order() {
    let text = "start proc0(leaf = null, head = #1) { #1 = Node { } #2 = Ints { 3, -1,\n2 } }";
    let start = read(&program(), SourceId::new(1), text).expect("the start fits");
    assert_eq!(start.args, [reference(0), Value::Null]);
    assert_eq!(start.globals.as_slice(), [Value::Null]);
    assert_eq!(start.objects, [object(0, &[Value::Null, int(1)]), object(3, &[int(-1), int(2), int(3)])]);
}

/// The mistakes in a text, each with what it points at.
fn check_text(text: &str, expected: Expect) {
    let errors = read(&program(), SourceId::new(1), text).expect_err("the text is wrong");
    let shown = errors.iter().map(|error| {
        let place = error.span().map_or("nowhere", |span| &text[span.range()]);
        format!("`{place}`: {}\n", error.message)
    });
    expected.assert_eq(&shown.collect::<String>());
}

#[test]
fn mistakes_in_texts_are_reported_where_they_are() {
    check_text(
        "start link(head = null",
        expect![[r#"
            ``: There is the end of the text where `)` must be.
        "#]],
    );
    check_text(
        "begin link",
        expect![[r#"
            `begin`: There is `begin` where `start` must be.
        "#]],
    );
    check_text(
        "start link(head = null, leaf = null) { local x = 3 }",
        expect![[r#"
            `local`: There is `local` where `global`, an object such as `#1`, or `}` must be.
        "#]],
    );
    check_text(
        "start link(head = , leaf = null)",
        expect![[r#"
            `,`: There is `,` where a value must be.
        "#]],
    );
    check_text(
        "start link(head = null, leaf = null) { #0 = Node {} }",
        expect![[r#"
            `0`: There is the number 0 where the number of an object, from 1 on, must be.
        "#]],
    );
    check_text(
        "start lnk()",
        expect![[r#"
            `lnk`: The program cannot begin like this: there is no procedure `lnk` here.
        "#]],
    );
    check_text(
        "start proc7()",
        expect![[r#"
            `proc7`: The program cannot begin like this: there is no procedure proc7 here.
        "#]],
    );
    check_text(
        "start link(head = null, tail = 3, head = @ null)",
        expect![[r#"
            `link`: The program cannot begin like this: the parameter `leaf` has no value.
            `tail`: The program cannot begin like this: there is no parameter `tail` here.
            `head`: The program cannot begin like this: this is given twice.
            `@`: the character '@' has no meaning here
        "#]],
    );
    check_text(
        "start link(head = #1, leaf = null) {\n  #1 = Node { next = 5, size = 2 }\n}",
        expect![[r#"
            `next`: The program cannot begin like this: the field `next` of object #1, a `Node`, is of type `Node` and cannot hold the number 5.
        "#]],
    );
    check_text(
        "start link(head = #1, leaf = null) {\n  #2 = Node { nxt = 5, size = 99999999999999999999 }\n}",
        expect![[r#"
            `#2`: The program cannot begin like this: object #2 stands where #1 must be.
            `nxt`: The program cannot begin like this: there is no field `nxt` here.
            `99999999999999999999`: the number does not fit 64 bits
        "#]],
    );
    check_text(
        "start link(head = #1, leaf = null) {\n  #1 = Node { size = -9223372036854775809 }\n}",
        expect![[r#"
            `-9223372036854775809`: The program cannot begin like this: the number -9223372036854775809 does not fit `1..3`.
        "#]],
    );
    check_text(
        "start link(head = #1, leaf = null) { #1 = Ints {1, 2} }",
        expect![[r#"
            `head`: The program cannot begin like this: the parameter `head` of `link` is of type `Node` and cannot refer to object #1, a `Ints`.
        "#]],
    );
    check_text(
        "start link(head = null, leaf = null) { #1 = Ints {1, 1} }",
        expect![[r#"
            `1`: The program cannot begin like this: the elements of the set #1 are not sorted, or one comes twice.
        "#]],
    );
    check_text(
        "start link(head = null, leaf = null) { #1 = Pair [true] }",
        expect![[r#"
            `#1`: The program cannot begin like this: object #1 of `Pair` has 1 elements where the class has 2.
        "#]],
    );
    check_text(
        "start link(head = null, leaf = null) { #1 = Pair {true} }",
        expect![[r#"
            `{`: There is `{` where `[` must be.
        "#]],
    );
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
    check(of_head(reference(9)), "the parameter `head` of `link` refers to object #10, which is not there");
    check(
        of_head(reference(2)),
        "the parameter `head` of `link` is of type `Node` and cannot refer to object #3, a `Pair`",
    );
    check(
        |start| start.args[1] = reference(0),
        "the parameter `leaf` of `link` is of type `Leaf` and cannot refer to object #1, a `Node`",
    );
    check(
        |start| start.globals[GlobalId::new(0)] = Value::Bool(true),
        "the global `any` is of type `object` and cannot hold the truth value true",
    );
    check(
        |start| start.objects[0].slots[1] = int(4),
        "the field `size` of object #1, a `Node`, is of type `1..3` and cannot hold the number 4",
    );
    check(
        |start| start.objects[3].slots[1] = int(128),
        "an element of object #4, a `Ints`, is of type `i8` and cannot hold the number 128",
    );
    check(
        |start| start.objects[3].slots[1] = reference(0),
        "an element of object #4, a `Ints`, is of type `i8` and cannot hold a reference",
    );
    check(
        |start| start.objects[5].slots[0] = real(0.1),
        "the field `x` of object #6, a `Point`, is of type `f32` and cannot hold the number 0.1",
    );
}

#[test]
fn objects_must_be_as_their_classes_have_them() {
    check(
        |start| start.objects[0].slots.push(int(1)),
        "object #1 of `Node` has 3 fields where the class has 2",
    );
    check(
        |start| _ = start.objects[2].slots.pop(),
        "object #3 of `Pair` has 1 elements where the class has 2",
    );
    check(
        |start| start.objects.push(object(6, &[])),
        "object #8 is of the interface `Shape`, which has none",
    );
    check(|start| start.objects.push(object(7, &[])), "object #8 is of class7, which is not there");
    check(|start| start.objects[0] = object(7, &[]), "object #1 is of class7, which is not there");
}

#[test]
fn elements_of_sets_are_sorted_and_differ() {
    let unsorted = "the elements of the set #4 are not sorted, or one comes twice";
    check(|start| start.objects[3].slots.reverse(), unsorted);
    check(|start| start.objects[3].slots[0] = int(127), unsorted);
    check(
        |start| start.objects[4].slots[0] = Value::Null,
        "an element of the set #5 is no record of `Point`",
    );
    check(|start| start.objects[6].slots[0] = real(0.5), "two records in the set #5 hold the same");
    check(
        |start| start.objects.push(object(4, &[reference(6)])),
        "the record #7 belongs to two sets by contents",
    );
}
