//! Every rule, by programs that break it: marked as in [`diagnosing`].

#[path = "../../testkit/tests/front_end/defining.rs"]
mod defining;
#[path = "../../testkit/tests/front_end/diagnosing.rs"]
mod diagnosing;

use cutpoint_lang_shylock::{Options, Shylock, compile};
use diagnosing::Diagnosed;
use expect_test::{Expect, expect, expect_file};
use ir::FrontEnd;

const CASES: &str = include_str!("diagnostics/programs.txt");

fn diagnosed(text: &str) -> Diagnosed {
    Diagnosed::new(text, |file, text| compile(file, text, &Options::default()))
}

#[test]
fn programs_that_break_a_rule() {
    diagnosing::check_cases(CASES, diagnosed);
}

#[test]
fn every_code_has_a_case() {
    // A file of 4 GiB is too large for a test, too; nests have tests of their own.
    let elsewhere = ["CP0304", "CP0305"];
    diagnosing::check_codes(&Shylock::codes(), CASES, |id| elsewhere.contains(&id));
}

fn check_messages(text: &str, expected: Expect) {
    expected.assert_eq(&diagnosed(text).messages());
}

#[test]
fn messages_name_what_is_wrong_and_what_to_do() {
    check_messages(
        "main :: x = new; if x = y skip; z := 1; while (a) skip; nil := x; f.g; [x = y] (p q)",
        expect![[r#"
            CP0301: Expected `:=`, found `=`.
              `=`: expected `:=`
              help: assignment is `:=`; `=` compares, in conditions only
            CP0301: Expected `(`, found `x`.
              `x`: expected `(`
              help: a condition stands in parentheses, as in `if (x = y)`
            CP0300: The character `1` has no meaning in Shylock.
              `1`: not part of the language
              help: Shylock has no numbers: objects are its only values
            CP0301: Expected `=` or `!=`, found `)`.
              `)`: expected `=` or `!=`
              help: there are no truth values to store: compare with `nil`, as in `x != nil`
            CP0308: `nil` cannot be assigned to.
              `nil`: a constant
              help: assign to a variable or to a field
            CP0301: Expected `:=`, found `;`.
              `;`: expected `:=`
              help: a method is called with parentheses: `x.m()`
            CP0301: Expected `;`, `+` or `)`, found `q`.
              `q`: expected `;`, `+` or `)`
            CP0301: Expected a statement, found `)`.
              `)`: expected a statement
              help: a statement that does nothing is written `skip`
        "#]],
    );
    check_messages(
        "global head, queue
field next
main :: x := hed; x.nxt := x; revers(x); queue; a, b := reverse(x); x.reverse(x); y := main; l: l: skip
reverse(h) -> r :: local t; t := h; r := tt",
        expect![[r#"
            CP0332: The local variable `hed` is read but never assigned: it is always nil.
              `hed`: read here
              note: a variable that is not declared as `global` is local to the procedure that uses it
              help: did you mean `head`?
            CP0325: There is no field `nxt`.
              `nxt`: not declared
              note: a file that declares fields has no others; without any `field` line, fields need no declaration
              help: did you mean `next`?
            CP0321: There is no procedure `revers`.
              `revers`: not declared
              help: did you mean `reverse`?
            CP0321: `queue` is a variable and cannot be called.
              `queue`: not a procedure
              help: a variable alone is no statement; an assignment is written `x := y`
            CP0327: `reverse` has 1 result, but 2 results must be assigned.
              `a, b := reverse(x)`: 2 results wanted
              `reverse`: declared here
              help: results are declared behind the parameters: `p(x) -> r :: ...`
            CP0326: `reverse` takes 1 argument, but gets 2 arguments.
              `x.reverse(x)`: 2 arguments given
              `reverse`: declared here
              note: the object of a method call is its first argument
            CP0323: `main` is a procedure, but stands where a variable is wanted.
              `main`: not a variable
              `main`: declared here as a procedure
              help: call it with parentheses to use its result: `main()`
            CP0329: The label `l` stands at two places.
              `l`: here again
              `l`: first here
              help: properties name a place by its label alone, so it must be one in the whole file
            CP0324: There is no variable `tt`.
              `tt`: not declared
              note: a procedure with a `local` line has no other locals; without one, locals need no declaration
              help: did you mean `t`?
        "#]],
    );
}

/// Programs as users of other languages write them: each says what is wrong, once, and what to do. A program is more
/// than its first mistake.
#[test]
fn habits_of_other_languages_are_understood() {
    let programs: Vec<&str> = include_str!("diagnostics/habits.txt").split("---\n").collect();
    assert!(programs.len() >= 40);
    let shown: Vec<String> =
        programs.iter().map(|program| format!("{program}\n{}", diagnosed(program).messages())).collect();
    expect_file!["diagnostics/habits.expected"].assert_eq(&shown.join("\n---\n"));
}

#[test]
fn names_are_declared_where_they_are_introduced() {
    let text = "global a, b; field next, val;
heap { a = o; o.next = nil }
f(x, y) -> r :: local z; here: r := x;
main :: a := f(a, b)";
    expect![[r#"
        Global a, Global b, Field next, Field val

        Procedure f, Parameter f.x, Parameter f.y, Local f.r, Local f.z, Label f.here
        Procedure main
    "#]]
    .assert_eq(&defining::shown(text, |file, text| compile(file, text, &Options::default())));
}

#[test]
fn what_is_wrong_has_definitions_as_far_as_it_is_read() {
    let text = "global g;
f(x) -> r :: r := x := ;
main :: l: skip";
    expect![[r#"
        Global g
        Procedure f, Parameter f.x, Local f.r
        Procedure main, Label main.l
    "#]]
    .assert_eq(&defining::shown(text, |file, text| compile(file, text, &Options::default())));
}
