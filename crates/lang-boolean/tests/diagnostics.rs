//! Every rule, by programs that break it: marked as in [`diagnosing`].

#[path = "../../testkit/tests/front_end/diagnosing.rs"]
mod diagnosing;

use cutpoint_lang_boolean::{Dialect, Options, compile};
use diagnosing::Diagnosed;
use expect_test::{Expect, expect};

const CASES: &str = include_str!("diagnostics/programs.txt");

fn diagnosed(text: &str, options: &Options) -> Diagnosed {
    Diagnosed::new(text, |file, text| {
        let compiled = compile(file, text, options);
        (compiled.program, compiled.diagnostics)
    })
}

#[test]
fn programs_that_break_a_rule() {
    let failures: Vec<String> =
        CASES.split("\n\n").filter_map(|text| diagnosed(text, &Options::default()).failure()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn every_code_has_a_case() {
    // A file of 4 GiB is too large for a test, too; nests have tests of their own, and so has what options ask for.
    let elsewhere = ["CP0403", "CP0404", "CP0431", "CP0433"];
    for code in cutpoint_lang_boolean::codes() {
        assert!(elsewhere.contains(&code.id) || CASES.contains(code.id), "no case for {code}");
    }
}

fn check_messages(text: &str, expected: Expect) {
    expected.assert_eq(&diagnosed(text, &Options::default()).messages());
}

#[test]
fn messages_name_what_is_wrong_and_what_to_do() {
    check_messages(
        "decl count, other;
void main() begin
    count = T;
    if count skip; fi
    count := 2;
    other := get() | count;
    module;
    end_ count;
    print(\"x);
end",
        expect![[r#"
            CP0401: Expected `:=`, found `=`.
              `=`: expected `:=`
              help: assignment is `:=`; `=` compares
            CP0401: Expected `then`, found `skip`.
              `skip`: expected `then`
            CP0401: Expected an expression, found `2`.
              `2`: expected an expression
              help: the only numbers are `0` and `1`
            CP0407: `get` is called inside an expression.
              `get`: a call is a statement
              help: assign the result first: `x := get(..);`
            CP0406: `module` is not supported: it belongs to Remopla, the language of Moped.
              `module`: not part of the language that is read here
              help: write `void` or `bool` before a procedure
            CP0401: Expected `:=`, found `count`.
              `count`: expected `:=`
            CP0402: A text is not closed.
              `"x);`: the text begins here
              help: write `"` before the end of the line
        "#]],
    );
    check_messages(
        "decl count, x;
void main() begin
    cuont := T;
    worker(F);
    wroker(T);
    x := choose(x, x);
    goto outt;
    out: assert(x');
    x$ := F;
    x, x := wroker();
end
bool wroker() begin return T, F; end",
        expect![[r#"
            CP0422: There is no variable `cuont`.
              `cuont`: not declared
            CP0423: There is no procedure `worker`.
              `worker`: not declared
              help: did you mean `wroker`?
            CP0425: `wroker` takes no argument, but gets 1 argument.
              `wroker(T)`: 1 argument given
              `wroker`: declared here
              help: give one argument for each parameter; `*` is any value
            CP0423: There is no procedure `choose`.
              `choose`: not declared
              help: SLAM's `choose(a, b)` is written `schoose[a, b]`
            CP0424: There is no label `outt` in this procedure.
              `outt`: no such label
              help: did you mean `out`?
            CP0428: The next value of `x` has no meaning here.
              `x`: nothing is assigned here
              help: next values stand behind `constrain`: `x := * constrain x' | a;`
            CP0429: The passive variable `x$` is not supported.
              `x$`: in Boom's dialect, the value of a local variable in all other threads
              help: use a global variable that all threads share
            CP0426: `wroker` has 1 result, but 2 results must be assigned.
              `x, x := wroker()`: 2 results wanted
              `wroker`: declared here
              help: write `_` for a result that is not wanted
            CP0427: `x` is assigned twice at once.
              `x`: assigned again
              `x`: first assigned here
              help: write `_` for a value that is not wanted
            CP0426: `wroker` has 1 result, but returns 2 values.
              `return T, F`: 2 values returned
              `wroker`: declared here
              help: `void` has no results, `bool` one, `bool<3>` three
        "#]],
    );
    check_messages(
        "decl a, b, c;
void main() begin
    a := a & b = c;
    assert(a | b != c);
    b := (a = b) & c;
end",
        expect![[r#"
            CP0409: It depends on the dialect what `=` and `!=` compare here.
              `=`: read as in SDV and Getafix: more tightly than `&`, `^` and `|`
              note: the file has one more such place
              help: write parentheses, or say --dialect sdv or --dialect boppo
        "#]],
    );
}

#[test]
fn a_dialect_that_is_said_needs_no_warning() {
    let text = "decl a, b; void main() begin assert(a & b = a); end";
    assert_eq!(diagnosed(text, &Options::default()).diagnostics.len(), 1);
    for dialect in [Dialect::Sdv, Dialect::Boppo] {
        let options = Options { dialect: Some(dialect), ..Options::default() };
        assert_eq!(diagnosed(text, &options).diagnostics, []);
    }
}

#[test]
fn error_labels_that_are_asked_for_must_be_there() {
    let text = "void main() begin BAD: skip; end";
    let codes = |labels: &[&str]| {
        let error_labels = labels.iter().map(|&label| label.to_owned()).collect();
        let options = Options { error_labels, ..Options::default() };
        diagnosed(text, &options).diagnostics.iter().map(|diagnostic| diagnostic.code.id).collect::<Vec<_>>()
    };
    assert_eq!(codes(&["BAD"]), [""; 0]);
    assert_eq!(codes(&["BAD", "WORSE"]), ["CP0433"]);
    assert_eq!(codes(&["WORSE"]), ["CP0433", "CP0434"]);
}

#[test]
fn threads_start_at_a_bounded_number_of_labels() {
    let starts = |count: usize| {
        let body: String = (0..count).map(|n| format!("start_thread goto {n}; {n}: assert(T); ")).collect();
        diagnosed(&format!("void main() begin {body} end"), &Options::default()).diagnostics
    };
    assert_eq!(starts(64), []);
    let refused = starts(65);
    assert_eq!(refused.iter().map(|diagnostic| diagnostic.code.id).collect::<Vec<_>>(), ["CP0431"]);
}
