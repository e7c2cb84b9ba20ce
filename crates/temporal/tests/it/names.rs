//! Names and their meanings; mistakes, with their places.

use std::fmt::Write;

use cutpoint_temporal::{Operand, Proposition, Variable, codes};
use expect_test::{Expect, expect};

use crate::support::{ONE_THREAD, program, property, resolve};

const TWO_THREADS: &str = "thread proc0\nthread proc0\nproc proc0 \"main\"() {\n  local v0 \"l\": object\n  local v1 \"f\": object\nblock0:\n* return\n}\n";

fn complaints(procs: &str, text: &str) -> String {
    let resolved = resolve(&program(procs), text);
    assert_eq!(resolved.property.is_none(), resolved.diagnostics.iter().any(|found| found.is_fatal()));
    let mut shown = String::new();
    for diagnostic in &resolved.diagnostics {
        let severity = if diagnostic.is_fatal() { "error" } else { "warning" };
        let place = diagnostic.span().map_or("", |span| &text[span.range()]);
        writeln!(shown, "{severity} {} at `{place}`: {}", diagnostic.code, diagnostic.message).expect("text");
        diagnostic.help.iter().for_each(|help| writeln!(shown, "  help: {help}").expect("text"));
    }
    shown
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&complaints(ONE_THREAD, text));
}

#[test]
fn unknown_names_are_shown_with_what_may_be_meant() {
    check(
        "G (x.ff*.nil + !xx) && zz == nil && x.sizee == n",
        expect![[r#"
            error CP0073 at `ff`: `ff` is neither a variable nor a field of the program.
              help: did you mean `f`?
            error CP0073 at `xx`: `xx` is no variable of the program.
              help: did you mean `x`?
            error CP0073 at `zz`: `zz` is neither a variable nor a constant of the program.
              help: did you mean `A.z` or `B.z`?
            error CP0073 at `sizee`: `sizee` is no field of the program.
              help: did you mean `size`?
        "#]],
    );
    check(
        "F @at(strat) && F @in(mian) && F @at(nowhere)",
        expect![[r#"
            error CP0074 at `strat`: The program has no label `strat`.
              help: did you mean `start`?
            error CP0075 at `mian`: The program has no procedure `mian`.
              help: did you mean `main`?
            error CP0074 at `nowhere`: The program has no label `nowhere`.
        "#]],
    );
    check(
        "F @at(star) && F @in(A.q)",
        expect![[r#"
            error CP0074 at `star`: The program has no label `star`.
              help: did you mean `start`?
            error CP0075 at `A.q`: The program has no procedure `A.q`.
              help: did you mean `A.p`?
        "#]],
    );
}

#[test]
fn names_of_the_wrong_kind_and_common_slips_are_explained() {
    check(
        "f == x && x.n == n && null == x && G z && A == x",
        expect![[r#"
            error CP0073 at `f`: `f` is a field, but no variable of the program.
            error CP0073 at `n`: `n` is a variable, but no field of the program.
            error CP0073 at `z`: `z` is neither a variable nor a field of the program.
              help: several globals are called so: write `A.z` or `B.z`
            error CP0073 at `A`: `A` is neither a variable nor a constant of the program.
              help: after `A.` comes a name of `A`, as in `A.y`
        "#]],
    );
}

#[test]
fn path_expressions_need_references() {
    check(
        "G (n.f + !n) && F size && count == n",
        expect![[r#"
            error CP0076 at `n`: The variable `n` holds a plain value, and an object is needed here.
              help: compare it, as in `n == ...`; what is true or false is joined by `&&` and `||`
            error CP0076 at `size`: The field `size` holds a plain value, and an object is needed here.
              help: say whose it is and compare it, as in `x.size == y.size`
        "#]],
    );
    check(
        "n.f == x || x.size.f == x || reach(x.size, f, x) || reach(x, f, count)",
        expect![[r#"
            error CP0076 at `n.f`: The variable `n` holds a plain value, and an object is needed here.
            error CP0076 at `x.size.f`: The field `size` holds a plain value, and an object is needed here.
            error CP0076 at `count`: The variable `count` holds a plain value, and an object is needed here.
        "#]],
    );
}

#[test]
fn locals_belong_to_programs_with_one_thread() {
    let expected = expect![[r#"
        error CP0077 at `l`: `l` is a local variable, and the program has several threads.
          help: say whose it is: `@1.l` of thread 1, or `main@1.l` while it runs `main`
        error CP0077 at `f`: `f` is a local variable, and the program has several threads.
          help: say whose it is: `@1.f` of thread 1, or `main@1.f` while it runs `main`
    "#]];
    expected.assert_eq(&complaints(TWO_THREADS, "G (x.f == l) && F some f"));
    assert_eq!(complaints(TWO_THREADS, "G (x.f == nil)"), "");
    assert_eq!(complaints(ONE_THREAD, "G (x.f == l)"), "");
}

#[test]
fn warnings_are_rare() {
    check(
        "G (g.f + !g) && x.g == nil && F x && F x.f",
        expect![[r#"
            warning CP0078 at `g`: `g` is a variable and a field; here it is the variable.
            warning CP0079 at `x`: `x` holds where no object is visible.
              help: `some` asks for an object; `+ !x` excuses the others
        "#]],
    );
    for quiet in ["G (x.f*.nil + !x)", "G F !x", "G f*.nil", "F some x", "G (x + eps)", "F nil", "x*"] {
        assert_eq!(complaints(ONE_THREAD, quiet), "", "{quiet}");
    }
}

#[test]
fn errors_of_syntax_and_size_are_passed_on() {
    check(
        "G (a U",
        expect![[r#"
            error CP0063 at `(`: This `(` is not closed.
            error CP0061 at ``: An operand is missing.
        "#]],
    );
    let code_of = |text: &str| {
        let resolved = resolve(&program(ONE_THREAD), text);
        assert!(resolved.property.is_none());
        resolved.diagnostics.last().map(|found| (found.code.id, found.severity))
    };
    let too_large = Some(("CP0072", base::Severity::Unsupported));
    assert_eq!(code_of(&format!("x{}", ".f".repeat(2048))), too_large);
    let independent: Vec<String> =
        (0..16).map(|nest| format!("G F (@at(start) && {}x == y)", "X ".repeat(nest))).collect();
    assert_eq!(code_of(&format!("!({})", independent.join(" <-> "))), too_large);
    let unknown: Vec<String> = (0..50).map(|index| format!("q{index}")).collect();
    assert_eq!(resolve(&program(ONE_THREAD), &unknown.join(" || ")).diagnostics.len(), 20);
}

#[test]
fn names_get_the_nearest_meaning() {
    let program = program(ONE_THREAD);
    let variable = |text: &str| match property(&program, &format!("{text} == nil")).atoms.as_slice() {
        [Proposition::Compare { left: Operand::Path { path, .. }, .. }] => path.variable.clone(),
        other => panic!("{other:?}"),
    };
    let global = |name: &str| match variable(name) {
        Variable::Global(global) => program.globals[global].name.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!((global("x"), global("y"), global("`B.z`")), ("x".into(), "A.y".into(), "B.z".into()));
    let Variable::Local(locals) = variable("l") else { panic!("`l` is a local") };
    assert_eq!(format!("{locals:?}"), "[(proc0, v1), (proc1, v0)]");
}

#[test]
fn codes_are_in_order_and_explained() {
    let ids: Vec<&str> = codes::CODES.iter().map(|code| code.id).collect();
    assert!(ids.is_sorted() && ids.first() == Some(&"CP0073") && ids.last() == Some(&"CP0084"));
    assert!(codes::CODES.iter().all(|code| code.explanation.contains(' ') && !code.title.ends_with('.')));
}
