//! Mistakes: each is reported once, at its line, and what follows is read again.

use expect_test::{Expect, expect};

use super::{dump, in_method, problems, read};

/// Whole files, each with `code:line` of the expected problems.
fn check(cases: &[(&str, &str)]) {
    let mut failures = Vec::new();
    for &(text, expected) in cases {
        let found = problems(text, &read(text));
        if found != expected {
            failures.push(format!("{text}\n  expected {expected}\n  found    {found}"));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Statements, of which the first is on line 1; `g = 7;` stands behind them and must be read.
fn check_bodies(cases: &[(&str, &str)]) {
    let mut failures = Vec::new();
    for &(body, expected) in cases {
        let text = in_method(&format!("{body}\n g = 7;"));
        let parsed = read(&text);
        let (found, dumped) = (problems(&text, &parsed), dump::body(&parsed));
        if found != expected || !dumped.ends_with("(= g 7)") {
            failures.push(format!("{body}\n  expected {expected}\n  found    {found}\n  in       {dumped}"));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn a_missing_semicolon_is_one_problem() {
    check_bodies(&[
        ("x = 1", "CP0107:1"),
        ("x = 1\n y = 2", "CP0107:1 CP0107:2"),
        ("f(1)", "CP0107:1"),
        ("int x = 1", "CP0107:1"),
        ("int x", "CP0107:1"),
        ("return 1", "CP0107:1"),
        ("goto l", "CP0107:1"),
        ("yield", "CP0107:1"),
        ("assert(x)", "CP0107:1"),
        ("{ x = 1 }", "CP0107:1"),
        ("x = 1 if (y) { z = 2; }", "CP0107:1"),
        ("send(c, 1)", "CP0107:1"),
        ("async f()", "CP0107:1"),
    ]);
}

#[test]
fn declarations_without_their_semicolon() {
    check(&[
        ("class A { }\nclass B { }\n", "CP0107:1 CP0107:2"),
        ("enum E { a }\nclass B { };", "CP0107:1"),
        ("interface I { void f() }\nclass B { };", "CP0107:1 CP0107:1"),
        (
            "range R 1..2\nset S int\nchan C int\narray A[] int\nclass A { };",
            "CP0107:1 CP0107:2 CP0107:3 CP0107:4",
        ),
        ("class A { int x\n int y\n void f() { } int z = 1 };", "CP0107:1 CP0107:2 CP0107:3"),
        ("class A { void f() { }; int x; };", "CP0101:1"),
    ]);
}

#[test]
fn unexpected_tokens() {
    check_bodies(&[
        ("x = ;", "CP0101:1"),
        ("x = 1 + ;", "CP0101:1"),
        ("x = (1 + ;", "CP0101:1"),
        ("x = (1;", "CP0101:1"),
        ("x = f(1;", "CP0101:1"),
        ("x = a[1;", "CP0101:1"),
        ("x = f(1,);", "CP0101:1"),
        ("x = f(1 2) + 3;", "CP0101:1"),
        ("x = a[1 2] + 3;", "CP0101:1"),
        ("x = f((1 2], 3);", "CP0101:1"),
        ("x = 1);", "CP0101:1"),
        ("x = 1 2;", "CP0101:1"),
        ("x. = 1;", "CP0101:1"),
        ("if x > 1 { y = 1; }", "CP0101:1"),
        ("if (x { y = 1; }", "CP0101:1"),
        ("if () { y = 1; }", "CP0101:1"),
        ("if (x y) { y = 1; }", "CP0101:1"),
        ("while x y = 1;", "CP0101:1"),
        ("foreach (int x of s) { }", "CP0101:1"),
        ("else x = 1;", "CP0101:1"),
        ("if (x) { } else { } else { y = 1; }", "CP0101:1"),
        ("wait(x);", "CP0101:1"),
        ("send(c);", "CP0101:1"),
        ("send(c, 1, 2);", "CP0101:1"),
        ("event(1, 2);", "CP0101:1"),
        ("assert(x, y);", "CP0101:1"),
        ("trace(x);", "CP0101:1"),
        ("goto 1;", "CP0101:1"),
        ("atomic x = 1;", "CP0101:1"),
        ("select { x = 1; }", "CP0101:1"),
        ("select { wait(x) y = 1; wait(z) -> ; }", "CP0101:1"),
        ("select { wait(x) && -> ; wait(z) -> ; }", "CP0101:1"),
        ("try { } \n x = 1;", "CP0101:2"),
        ("try { } with { 1 -> ; A -> ; }", "CP0101:1"),
        ("int 5;", "CP0101:1"),
        ("int x y;", "CP0101:1"),
        ("[1] x = 1;", "CP0101:1"),
        (") x = 1;", "CP0101:1"),
        ("x = ;\n y = ;\n z = );", "CP0101:1 CP0101:2 CP0101:3"),
    ]);
}

#[test]
fn other_problems_of_statements() {
    check_bodies(&[
        ("x = y $ 2;", "CP0100:1"),
        ("x = \"abc;\n y = 1;", "CP0103:1"),
        ("x = 12abc;", "CP0104:1"),
        ("x = 99999999999999999999 + 1;", "CP0105:1"),
        ("x = 1e999;", "CP0105:1"),
        ("x = \"\\q\\z\";", "CP0106:1 CP0106:1"),
        ("int set = 1;", "CP0110:1"),
        ("Foo first;", "CP0110:1"),
        ("end = 1;", "CP0110:1"),
        ("x = first + 1;", "CP0110:1"),
        ("x.set = 1;", "CP0110:1"),
        ("f(trace);", "CP0110:1"),
        ("select end end { timeout -> ; }", "CP0112:1"),
        ("x = new Box(1, f(2));", "CP0114:1"),
        ("x = f(1)(2);", "CP0115:1"),
        ("x = 3(2);", "CP0115:1"),
        ("async work;", "CP0116:1"),
        ("async x = f();", "CP0116:1"),
        ("select { }", "CP0117:1"),
        ("try { } with { }", "CP0117:1"),
    ]);
}

#[test]
fn constructs_of_other_languages_are_named() {
    check_bodies(&[
        ("x = 'a';", "CP0111:1"),
        ("x = '\\n';", "CP0111:1"),
        ("x++;", "CP0111:1"),
        ("++x;", "CP0111:1"),
        ("x--;", "CP0111:1"),
        ("x += 1;", "CP0111:1"),
        ("x <<= y + 1;", "CP0111:1"),
        ("x = c ? a : b;", "CP0111:1"),
        ("x = (int) y;", "CP0111:1"),
        ("x = (Foo) y;", "CP0111:1"),
        ("x = p->next;", "CP0111:1"),
        ("x = typeof(y);", "CP0111:1"),
        ("int[] a;", "CP0111:1"),
        ("Foo[] a = new A[2];", "CP0111:1"),
        ("for (int i = 0; i < 3; i++) { x = 1; }", "CP0111:1"),
        ("for (;;) { x = ;\n }", "CP0111:1 CP0101:1"),
        ("switch (x) { case 1: y = 1; break; default: break; }", "CP0111:1"),
        ("do { x = 1; } while (x < 3);", "CP0111:1"),
        ("while (x) { break; }", "CP0111:1"),
        ("while (x) { continue; }", "CP0111:1"),
        ("throw new E();", "CP0111:1"),
        ("throw E;", "CP0111:1"),
        ("select { wait(x) => y = 1; }", "CP0111:1"),
    ]);
    check(&[
        ("using System;\nnamespace N {\nclass A { };\n}", "CP0111:1 CP0111:2"),
        (
            "public class A { public int x; private static Foo y; const Foo z = 1; };",
            "CP0111:1 CP0111:1 CP0111:1 CP0111:1",
        ),
        ("enum E { a = 1, b };", "CP0111:1"),
    ]);
}

#[test]
fn words_of_other_languages_are_names_where_that_makes_sense() {
    for body in
        ["for(x, y);", "switch(x);", "@throw x;", "do = 1;", "for x;", "break = continue;", "public p;"]
    {
        let text = in_method(body);
        assert_eq!(problems(&text, &read(&text)), "", "for {body}");
    }
    check(&[("class A { public x; const f() { } public public; };", "")]);
}

#[test]
fn braces() {
    check(&[
        (
            "class A {\n void f() {\n if (x) {\n y = 1;\n }\n static void g() { }\n};\nclass B { int; };",
            "CP0108:6 CP0101:8",
        ),
        ("class A {\n void f() {\n while (x) {\n }\n int g(int x) { }\n};", "CP0108:5"),
        ("class A {\n void f() { }\nclass B { };", "CP0108:3"),
        ("class A {\n void f() {\n", "CP0108:3"),
        ("class A { void f() { } }\n}\n;\nclass B { int; };", "CP0107:1 CP0101:4"),
        ("enum E { a, b\nclass A { };", "CP0108:2"),
        ("class A { void f() { select { wait(x) -> ;\nvoid g() { } };", "CP0108:2"),
    ]);
}

#[test]
fn members_and_declarations() {
    check(&[
        ("int x;\nclass A { };", "CP0101:1"),
        ("void main() { x = 1; }\nclass A { };", "CP0101:1"),
        ("class { };\nclass A { int; };", "CP0101:1 CP0101:2"),
        ("class A int x; };\nclass B { int; };", "CP0101:1 CP0101:2"),
        ("class A { int; bool y; 5 x; };\nclass B { int; };", "CP0101:1 CP0101:1 CP0101:2"),
        ("class A { void f( { } int; };", "CP0101:1 CP0101:1"),
        ("class A { void f(int) { } };", "CP0101:1"),
        ("class A { void f(x y z) { } };", "CP0101:1"),
        ("class A { void f(); int; };", "CP0101:1 CP0101:1"),
        ("class A { static static int x; };", "CP0112:1"),
        ("class A { clear() { } };", "CP0113:1"),
        ("class A { A(int x) { } };", "CP0114:1"),
        ("class set { };", "CP0110:1"),
        ("class A { int first; void end() { } };", "CP0110:1 CP0110:1"),
        ("enum E { first, b };", "CP0110:1"),
        ("enum E { a b };\nclass A { int; };", "CP0101:1 CP0101:2"),
        ("enum E { 1 };", "CP0101:1"),
        ("range R 1;", "CP0101:1"),
        ("range R 1..;", "CP0101:1"),
        ("array A int;\nclass A { int; };", "CP0101:1 CP0101:2"),
        ("array A[5 int;\nclass A { int; };", "CP0101:1 CP0101:2"),
        ("chan C;\nclass A { int; };", "CP0101:1 CP0101:2"),
        ("interface I { int x; };", "CP0101:1"),
        ("class A : { };", "CP0101:1"),
        ("class A { };;", "CP0101:1"),
        ("class A { void f() { l: }\n int; };", "CP0101:1 CP0101:2"),
        (
            "class A { void f() { trace(\"abc);\n g(\"abc);\n assert(x, \"no);\n int; } };",
            "CP0103:1 CP0103:2 CP0103:3 CP0101:4",
        ),
        ("}", "CP0101:1"),
    ]);
}

#[test]
fn a_warning_does_not_spoil_the_program() {
    let parsed = read("#warning careful\nclass A { };");
    assert_eq!((parsed.diagnostics.len(), parsed.unit.decls.len()), (1, 1));
    assert!(!parsed.diagnostics[0].is_fatal());
}

/// The whole of a message, as data.
fn check_message(text: &str, expected: Expect) {
    let parsed = read(text);
    let mut shown = String::new();
    for diagnostic in &parsed.diagnostics {
        shown.push_str(&format!("{}: {}\n", diagnostic.code, diagnostic.message));
        for label in &diagnostic.labels {
            shown.push_str(&format!("  at `{}`: {}\n", &text[label.span.range()], label.text));
        }
        if let Some(help) = &diagnostic.help {
            shown.push_str(&format!("  help: {help}\n"));
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn messages() {
    check_message(
        "class A { }",
        expect![[r#"
        CP0107: There is no `;` after a class.
          at `}`: expected `;` after this
          help: write `};` at the end of a class
    "#]],
    );
    check_message(
        "class A { void f() { x = 1 } };",
        expect![[r#"
        CP0107: There is no `;` after the statement.
          at `1`: expected `;` after this
          help: write `;` here
    "#]],
    );
    check_message(
        "class A { void f() { x = y + ; } };",
        expect![[r#"
        CP0101: Expected an expression, found `;`.
          at `;`: expected an expression
    "#]],
    );
    check_message(
        "class A { void f() { if x { } } };",
        expect![[r#"
        CP0101: Expected `(`, found `x`.
          at `x`: expected `(`
          help: conditions stand in parentheses
    "#]],
    );
    check_message(
        "class A { void f() { i += 2; } };",
        expect![[r#"
            CP0111: Zing has no operator `+=`.
              at `+=`: not part of the language
              help: write `i = i + ...`
        "#]],
    );
    check_message(
        "class A { void f() { ++i; } };",
        expect![[r#"
        CP0111: Zing has no operator `++`.
          at `++`: not part of the language
          help: write `i = i + 1`
    "#]],
    );
    check_message(
        "class A { void f() { a.b--; } };",
        expect![[r#"
        CP0111: Zing has no operator `--`.
          at `--`: not part of the language
          help: write `x = x - 1`
    "#]],
    );
    check_message(
        "class A { int first; };",
        expect![[r#"
        CP0110: `first` is a reserved word and cannot be a name.
          at `first`: reserved word
          help: choose another name, or write `@first`
    "#]],
    );
    check_message(
        "class A { void f() { for (;;) ; } };",
        expect![[r#"
        CP0111: Zing has no `for` loops.
          at `for`: not part of the language
          help: write `while`, or `foreach (T x in e)` for the elements of a set or array
    "#]],
    );
    check_message(
        "class A { void f() { if (x) { \nstatic int y; };",
        expect![[r#"
        CP0108: A `{` is not closed before `static`.
          at `static`: expected `}` before this
          at `{`: this brace is open
          help: add the missing `}`
    "#]],
    );
    check_message(
        "class A { void f() { f(1 2); } };",
        expect![[r#"
        CP0101: Expected `,` or `)`, found `2`.
          at `2`: expected `,` or `)`
    "#]],
    );
    check_message(
        "class A { clear() { } };",
        expect![[r#"
        CP0113: The method `clear` has no result type.
          at `clear`: expected a type before this name
          help: write `void clear` for a method that returns nothing
    "#]],
    );
}
