//! Large and deep texts: reading takes time linear in the text, and depth costs no stack.

use std::fmt::Write;

use base::{Id, SourceId};
use cutpoint_lang_javalite::ast::MAX_NESTING;
use cutpoint_lang_javalite::compile;

fn codes(text: &str) -> Vec<&'static str> {
    compile(SourceId::new(0), text).diagnostics.iter().map(|found| found.code.id).collect()
}

fn method(body: &str) -> String {
    format!("(((class A ([A next]) ((int m () {body}))))\n(A m))")
}

#[test]
fn deep_nests_are_one_clear_error() {
    let deep = 100_000;
    for (open, middle, close) in [
        ("(", "", ")"),
        ("(", "1", ")"),
        ("(1 + ", "1", ")"),
        ("(begin ", "1", ")"),
        ("(var int x := 1 in ", "x", ")"),
        ("(if true 1 else ", "1", ")"),
        ("[", "1", "]"),
        ("(- ", "1", ")"),
        ("(this @ m ", "1", ")"),
        ("{", "1", "}"),
    ] {
        let nest = format!("{}{middle}{}", open.repeat(deep), close.repeat(deep));
        assert!(codes(&method(&nest)).contains(&"CP0504"), "{open}");
        let unclosed = open.repeat(deep);
        assert!(codes(&method(&unclosed)).contains(&"CP0504"), "{open}");
        codes(&nest);
        codes(&unclosed);
        codes(&close.repeat(2_000));
    }
    assert!(codes(&"(class ".repeat(2_000)).contains(&"CP0502"));
}

#[test]
fn nests_up_to_the_limit_are_lowered() {
    // Around a body stand the program, its classes, the class, its methods and the method.
    let allowed = MAX_NESTING - 5;
    for (open, middle, close) in [
        ("(1 + ", "1", ")"),
        ("(begin ", "1", ")"),
        ("(var int x := 1 in ", "x", ")"),
        ("(if true 1 else ", "1", ")"),
        ("(if (if true false else true) 1 else ", "1", ")"),
        ("(1 + (if (this = null) 1 else ", "1", "))"),
    ] {
        let lists = open.matches('(').count() - open.matches(')').count();
        let nest = |depth: usize| format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
        let fits = method(&nest((allowed - 1) / lists));
        assert_eq!(codes(&fits), [""; 0], "{open}");
        let program = compile(SourceId::new(0), &fits).program.expect("it compiles");
        assert!(ir::verify(&program).is_ok(), "{open}");
        let found = codes(&method(&nest(allowed / lists + 1)));
        assert!(!found.is_empty() && found.iter().all(|&code| code == "CP0504"), "{open}: {found:?}");
    }
}

/// Twice the text has twice the instructions, and 60,000 parts, methods or classes are read at once: a step that is
/// quadratic in one of them would not end within the patience of a test run.
#[test]
fn long_texts_are_read_in_linear_time() {
    let number = 60_000;
    let part = "(this $ next := (if (this = null) (this $ next) else this)) ";
    assert_eq!(codes(&method(&format!("(begin {} 1)", part.repeat(number)))), [""; 0]);
    let mut methods = String::new();
    let mut classes = String::new();
    for index in 0..number {
        writeln!(methods, "(int m{index} () (this @ m{} ()))", (index + 1) % number)
            .expect("a string takes all");
        writeln!(classes, "(class C{index} extends A ([int f{index}]) ())").expect("a string takes all");
    }
    assert_eq!(codes(&format!("(((class A () (\n{methods})))\n(A m0))")), [""; 0]);
    assert_eq!(codes(&format!("((\n(class A () ((int m () 1)))\n{classes})\n(C7 m))")), [""; 0]);
    // Mistakes on every line, and the names that are nearest to them.
    let wrong = "(nxet := (thsi $ nxet)) ".repeat(number);
    assert_eq!(codes(&method(&format!("(begin {wrong} 1)"))).len(), 2 * number);
    let damaged = "(class A ([int x) ()) ".repeat(20_000);
    assert!(codes(&format!("(({damaged}) (A m))")).len() >= 20_000);
}
