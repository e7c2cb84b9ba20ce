//! Every rule, by programs that break it: marked as in [`diagnosing`].

#[path = "../../testkit/tests/front_end/defining.rs"]
mod defining;
#[path = "../../testkit/tests/front_end/diagnosing.rs"]
mod diagnosing;

use cutpoint_lang_boolean::{Boolean, Dialect, Options, compile};
use diagnosing::Diagnosed;
use expect_test::{Expect, expect, expect_file};
use ir::FrontEnd;

const CASES: &str = include_str!("diagnostics/programs.txt");

fn diagnosed(text: &str, options: &Options) -> Diagnosed {
    Diagnosed::new(text, |file, text| compile(file, text, options))
}

#[test]
fn programs_that_break_a_rule() {
    diagnosing::check_cases(CASES, |text| diagnosed(text, &Options::default()));
}

#[test]
fn every_code_has_a_case() {
    // A file of 4 GiB is too large for a test, too; nests have tests of their own, and so has what options ask for.
    let elsewhere = ["CP0403", "CP0404", "CP0431", "CP0433"];
    diagnosing::check_codes(&Boolean::codes(), CASES, |id| elsewhere.contains(&id));
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
              help: write `if c then .. elsif c then .. else .. fi`
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
              help: did you mean `count`?
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
            CP0438: `x$` has no meaning: `x` is a global variable, which all threads share.
              `x$`: only local variables are passive in other threads
              help: write `x`
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
              help: write parentheses, or say --dialect sdv, --dialect getafix or --dialect boppo
        "#]],
    );
}

#[test]
fn messages_about_constructs_of_other_tools() {
    check_messages(
        "void main() {
    if (x) { x = T; }
}",
        expect![[r#"
            CP0410: `{` stands where `begin` is meant.
              `{`: a brace begins a name here, not a block
              note: more braces of this kind in the file have no message of their own
              help: write `begin .. end`; braces are around names: `{x > 0}`
            CP0401: Expected `:=`, found `=`.
              `=`: expected `:=`
              help: assignment is `:=`; `=` compares
        "#]],
    );
    check_messages(
        "decl g, atomic;
void init() begin g := F; end
void main() begin
    decl flag;
    L: M: L: L: g := T;
    start_thread main();
    flag$ := T;
    flg$ := flag$;
    g$ := T;
    assert(g);
end",
        expect![[r#"
            CP0439: The global variable `atomic` does not forbid thread switches unless the dialect is Getafix's.
              `atomic`: read as a variable without a meaning of its own
              help: say --dialect getafix if no thread switch may happen while it is true, else --dialect sdv
            CP0436: The procedure `init` is never executed: the program starts in `main`, which does not call it.
              `init`: no other procedure calls it
              help: say --dialect getafix if the program is to start in `init`; else call it, or remove it
            CP0435: The label `L` stands twice on one statement.
              `L`: the same label again
              `L`: first here
              note: the statement has one more repeated label
              help: remove one of them
            CP0429: The passive variable `flag$` is not supported in a program that starts threads.
              `flag$`: in Boom's dialect, a local variable of all other threads
              help: use a global variable that all threads share
            CP0422: There is no variable `flg$`.
              `flg$`: not declared
              help: did you mean `flag$`?
            CP0438: The passive variable `flag$` cannot be read here.
              `flag$`: the variable `flag` of all other threads, which has many values
              help: passive variables can only be assigned: `flag$ := T;`
            CP0438: `g$` has no meaning: `g` is a global variable, which all threads share.
              `g$`: only local variables are passive in other threads
              help: write `g`
        "#]],
    );
    check_messages(
        "void main() begin
    decl flag;
    flag$ := T;
    flag$ := !flag$;
    assert(!flag);
end",
        expect![[r#"
            CP0437: The assignment to the passive variable `flag$` has no effect: the program has one thread.
              `flag$`: in Boom's dialect, a local variable of all other threads
              note: the file has 2 more such places
              help: remove the assignment, or start threads
        "#]],
    );
}

#[test]
fn a_dialect_that_is_said_needs_no_warning() {
    let text = "decl a, b; void main() begin assert(a & b = a); end";
    assert_eq!(diagnosed(text, &Options::default()).diagnostics.len(), 1);
    for dialect in [Dialect::Sdv, Dialect::Getafix, Dialect::Boppo] {
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

#[test]
fn statements_with_very_many_labels_are_read_in_linear_time() {
    let codes = |labels: String| {
        let text = format!("void main() begin {labels} assert(T); goto l0; end");
        let found = diagnosed(&text, &Options::default()).diagnostics;
        found.iter().map(|diagnostic| diagnostic.code.id).collect::<Vec<_>>()
    };
    assert_eq!(codes("l0: ".repeat(100_000)), ["CP0435"]);
    assert_eq!(codes((0..100_000).map(|n| format!("l{n}: ")).collect()), [""; 0]);
    assert_eq!(codes((0..100_000).map(|n| format!("l{}: ", n % 50_000)).collect()), ["CP0435"]);
}

#[test]
fn a_program_of_getafix_starts_in_init_without_a_warning() {
    let text = "decl g, atomic; void init() begin g, atomic := F, F; end
        void main() begin assert(!g); end void other() begin g := F; end";
    let codes = |dialect| {
        let options = Options { dialect, ..Options::default() };
        let found = diagnosed(text, &options).diagnostics;
        found.iter().map(|diagnostic| diagnostic.code.id).collect::<Vec<_>>()
    };
    assert_eq!(codes(Some(Dialect::Getafix)), [""; 0]);
    assert_eq!(codes(Some(Dialect::Sdv)), ["CP0436"]);
    assert_eq!(codes(Some(Dialect::Boppo)), ["CP0436"]);
    assert_eq!(codes(None), ["CP0436"]);
}

/// Programs as users of other languages write them: each says what is wrong, once, and what to do. A program is more
/// than its first mistake.
#[test]
fn habits_of_other_languages_are_understood() {
    let programs: Vec<&str> = include_str!("diagnostics/habits.txt").split("---\n").collect();
    assert!(programs.len() >= 40);
    let shown: Vec<String> = programs
        .iter()
        .map(|program| format!("{program}\n{}", diagnosed(program, &Options::default()).messages()))
        .collect();
    expect_file!["diagnostics/habits.expected"].assert_eq(&shown.join("\n---\n"));
}

#[test]
fn names_are_declared_where_they_are_introduced() {
    let text = "decl g, {[x > 0]} := T;
bool f(x, y) begin decl z; L: 17: z := x; return z; end
decl late;
void main() begin g := f(g, late); L: skip; end";
    expect![[r#"
        Global g, Global {[x > 0]}
        Procedure f, Parameter f.x, Parameter f.y, Local f.z, Label f.L, Label f.17
        Global late
        Procedure main, Label main.L
    "#]]
    .assert_eq(&defining::shown(text, |file, text| compile(file, text, &Options::default())));
}

#[test]
fn what_is_wrong_has_definitions_as_far_as_it_is_read() {
    let text = "decl g;
void f(x) begin decl y; y := ; L: skip; end
void main() begin M: skip; end";
    expect![[r#"
        Global g
        Procedure f, Parameter f.x, Local f.y, Label f.L
        Procedure main, Label main.M
    "#]]
    .assert_eq(&defining::shown(text, |file, text| compile(file, text, &Options::default())));
}
