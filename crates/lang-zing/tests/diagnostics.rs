//! Every static rule, by programs that break it.
//!
//! A case is a piece of Zing, marked as in [`diagnosing`]. Bare statements stand in a method of a class with some
//! declarations to use.

#[path = "../../testkit/tests/front_end/defining.rs"]
mod defining;
#[path = "../../testkit/tests/front_end/diagnosing.rs"]
mod diagnosing;

use cutpoint_lang_zing::Zing;
use diagnosing::Diagnosed;
use expect_test::{Expect, expect};
use ir::FrontEnd;

/// What statements may use.
const PRELUDE: &str = "
enum Colour { red, green }; enum Quarter { spring, summer, winter }; range Small 1..5; struct Point { int x; int y; }; chan Ints int; set Bag int; set Bags Bag;
array List[] int; array Fixed[3] int; array ByColour[Colour] int; interface Shape { int area(); void scale(int by); };
class Box : Shape { int v; static int count; Box next; int area() { return v; } void scale(int by) { v = v * by; } bool full() { return v > 0; } };
class Other { };
class Main {
  static int g; static Bag bag; static Box box; int field; void instance() { }
  static int twice(int x) { return 2 * x; } static void nothing() { } static void give(out int x) { x = 1; }
  activate static void main() {
    int i; bool b; byte small; uint u; ulong w; long l; double d; float f; decimal m; string s; object o; Colour c; Quarter q; Small r; Point p; Ints ch; Bag t; Bags tt; List a; ByColour bc; Box x; Other y; Shape h;
";

fn diagnosed(text: &str) -> Diagnosed {
    Diagnosed::new(text, cutpoint_lang_zing::compile)
}

fn in_prelude(statements: &str) -> String {
    format!("{PRELUDE}{statements}\n}} }};")
}

fn check_statements(cases: &str) {
    diagnosing::check_cases(cases, |statements| diagnosed(&in_prelude(statements)));
}

const STATEMENTS: &str = include_str!("diagnostics/statements.txt");
const PROGRAMS: &str = include_str!("diagnostics/programs.txt");

#[test]
fn the_prelude_is_correct() {
    check_statements("");
}

#[test]
fn statements_that_break_a_rule() {
    check_statements(STATEMENTS);
}

#[test]
fn statements_that_break_no_rule() {
    check_statements(include_str!("diagnostics/accepted.txt"));
}

#[test]
fn programs_that_break_a_rule() {
    diagnosing::check_cases(PROGRAMS, diagnosed);
}

#[test]
fn every_code_has_a_case() {
    diagnosing::check_codes(&Zing::codes(), &[STATEMENTS, PROGRAMS].concat(), |id| id < "CP0150");
}

fn check_messages(statements: &str, expected: Expect) {
    let text = in_prelude(statements);
    expected.assert_eq(&diagnosed(&text).messages());
}

#[test]
fn messages_name_what_is_wrong_and_what_to_do() {
    check_messages(
        "i = g + valu; b = i; twise(1); small = 300; Boz z; x.nxt = x; twice(1, b); c = Colour.gren;",
        expect![[r#"
            CP0151: Nothing named `valu` is known here.
              `valu`: unknown name
            CP0160: The assigned value must be of type `bool`, but is of type `int`.
              `i`: expected `bool`, found `int`
              help: compare it with 0, as in `x != 0`
            CP0151: No method named `twise` is known here.
              `twise`: unknown method
              help: did you mean `twice`?
            CP0162: 300 is not a value of type `byte`.
              `300`: does not fit
              note: `byte` holds the numbers from 0 to 255
            CP0150: There is no type `Boz`.
              `Boz`: not declared
              help: did you mean `Box`?
            CP0152: `Box` has no member `nxt`.
              `nxt`: unknown member
              help: did you mean `next`?
            CP0164: `twice` takes 1 argument, but gets 2 arguments.
              `twice(1, b)`: 2 arguments given
              `twice`: declared here
            CP0152: `Colour` has no member `gren`.
              `gren`: unknown member
              help: did you mean `green`?
        "#]],
    );
    check_messages(
        "m = d; b = m < f;",
        expect![[r#"
            CP0160: The assigned value must be of type `decimal`, but is of type `double`.
              `d`: expected `decimal`, found `double`
              help: `decimal` does not mix with `float` and `double`; a decimal number is written with `m`, as in `1.5m`
            CP0161: The operator `<` is not defined for operands of types `decimal` and `float`.
              `<`: `decimal` < `float`
              help: `decimal` does not mix with `float` and `double`; a decimal number is written with `m`, as in `1.5m`
        "#]],
    );
    check_messages(
        "m = 1e29m; m = 123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890m;",
        expect![[r#"
            CP0105: The number `1e29m` is too large.
              `1e29m`: does not fit into a `decimal`
            CP0105: The number `123456789012345678901234567890123456789012345678901234567890...` is too large.
              `123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890m`: does not fit into a `decimal`
        "#]],
    );
    check_messages(
        "s = s + \"a\"; b = b == c; bag = t + 1; give(i); select { wait(twice(choose(Small)) > 0) -> ; }",
        expect![[r#"
            CP0163: Strings have no operator `+` with `string` and `string`.
              `+`: not defined for strings
              note: strings can only be assigned and compared with `==` and `!=` to other strings
            CP0161: The operator `==` is not defined for operands of types `bool` and `Colour`.
              `==`: `bool` == `Colour`
            CP0186: `+` on sets must update a set in place.
              `t + 1`: makes no new set
              `bag`: assigned to this
              `t`: but computed from this
              help: write `s = s + e;` with the same set on both sides
            CP0165: The argument `x` needs `out` before it.
              `i`: needs `out` before it
              `x`: declared here
            CP0193: What a `select` looks at must be free of effects, but this makes a choice.
              `choose(Small)`: makes a choice
        "#]],
    );
}

#[test]
fn messages_about_enums_name_their_constants() {
    check_messages(
        "b = c == 2; b = 5 > q; c = 1; c = 7; c = i; c = q; if (q) ; b = c < q; bc[0] = 1; bc[q] = 1; send(ch, c); w = w + c;",
        expect![[r#"
            CP0221: The enum `Colour` has no constant 2: this comparison is always false.
              `2`: no value of `Colour`
              note: the constants of `Colour` go from `red`, 0, to `green`, 1
              help: compare with a constant by its name, as in `Colour.green`
            CP0221: The enum `Quarter` has no constant 5: this comparison is always true.
              `5`: no value of `Quarter`
              note: the constants of `Quarter` go from `spring`, 0, to `winter`, 2
              help: compare with a constant by its name, as in `Quarter.winter`
            CP0160: The assigned value must be of type `Colour`, but is of type `int`.
              `1`: expected `Colour`, found `int`
              help: write `Colour.green`
            CP0160: The assigned value must be of type `Colour`, but is of type `int`.
              `7`: expected `Colour`, found `int`
              help: write a constant by its name, as in `Colour.green`
            CP0160: The assigned value must be of type `Colour`, but is of type `int`.
              `i`: expected `Colour`, found `int`
              help: an integer does not become a value of an enum; set a variable of type `Colour` by tests, as in `if (n == 1) e = Colour.green;`
            CP0160: The assigned value must be of type `Colour`, but is of type `Quarter`.
              `q`: expected `Colour`, found `Quarter`
              help: different enums do not mix; write a constant of `Colour`
            CP0160: The condition must be of type `bool`, but is of type `Quarter`.
              `q`: expected `bool`, found `Quarter`
              help: compare it with a constant, as in `x == Quarter.winter`
            CP0161: The operator `<` mixes the enums `Colour` and `Quarter`.
              `<`: `Colour` < `Quarter`
              note: values of an enum become integers, but not values of another enum
              help: if the numbers are meant, assign one side to an `int` variable and use that
            CP0191: The index must be a value of `Colour`, but is of type `int`.
              `0`: of type `int`
              help: write `Colour.red`
            CP0191: The index must be a value of `Colour`, but is of type `Quarter`.
              `q`: of type `Quarter`
              help: different enums do not mix; write a constant of `Colour`
            CP0184: The channel carries `int`, but `Colour` is sent.
              `c`: expected `int`, found `Colour`
              help: if its number is meant, send it from a variable of type `int`
            CP0161: The operator `+` is not defined for operands of types `ulong` and `Colour`.
              `+`: `ulong` + `Colour`
        "#]],
    );
}

#[test]
fn names_are_declared_where_they_are_introduced() {
    let text = "enum Colour { red, green }; range Small 1..5; set Bag int; chan Ints int; array List[] int;
interface Shape { int area(int scale); };
struct Point { int x, y; };
class Main : Shape {
  static int count, more = 1; Point field;
  Main() { }
  int area(int by) { Colour c; here: foreach (int i in new List[2]) { int @set; } return by; }
  activate static void main() { here: { int x; } }
};";
    expect![[r#"
        Type Colour, Constant Colour.red, Constant Colour.green, Type Small, Type Bag, Type Ints, Type List
        Type Shape, Procedure Shape.area, Parameter Shape.area.scale
        Type Point, Field Point.x, Field Point.y
        Type Main
        Global Main.count, Global Main.more, Field Main.field
        Procedure Main.Main
        Procedure Main.area, Parameter Main.area.by, Local Main.area.c, Label Main.area.here, Local Main.area.i, Local Main.area.set
        Procedure Main.main, Label Main.main.here, Local Main.main.x

    "#]].assert_eq(&defining::shown(text, cutpoint_lang_zing::compile));
}

#[test]
fn what_is_wrong_has_definitions_as_far_as_it_is_read() {
    let text = "class A { int x; void m() { int y; y = ; } };
class B { + };
class C { int z; };";
    expect![[r#"
        Type A, Field A.x, Procedure A.m, Local A.m.y
        Type B
        Type C, Field C.z
    "#]]
    .assert_eq(&defining::shown(text, cutpoint_lang_zing::compile));
}
