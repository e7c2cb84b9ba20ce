//! Automata as drawings and in the Hanoi format.

mod common;

use cutpoint_logic::{Automaton, Dot, Formulas, Hoa, Limits, parse, translate};
use expect_test::{Expect, expect};

use base::{Id, SourceId};

fn automaton(text: &str) -> (Formulas, Automaton) {
    let mut formulas = Formulas::new();
    let root = parse(&mut formulas, SourceId::new(0), 0, text).root.expect("a formula");
    let automaton = translate(&formulas, root, &Limits::default()).expect("small");
    (formulas, automaton)
}

fn check_hoa(text: &str, expected: Expect) {
    let (formulas, automaton) = automaton(text);
    expected.assert_eq(&Hoa { automaton: &automaton, atoms: formulas.atoms(), name: text }.to_string());
}

#[test]
fn hanoi_format() {
    check_hoa(
        "G (@at(l) -> F !x)",
        expect![[r#"
        HOA: v1
        name: "G (@at(l) -> F !x)"
        States: 2
        Start: 0
        AP: 2 "@at(l)" "!x"
        acc-name: Buchi
        Acceptance: 1 Inf(0)
        properties: trans-labels explicit-labels trans-acc
        --BODY--
        State: 0
        [!0] 0 {0}
        [1] 0 {0}
        [t] 1
        State: 1
        [1] 0 {0}
        [t] 1
        --END--
    "#]],
    );
    check_hoa(
        "false",
        expect![[r#"
        HOA: v1
        name: "false"
        States: 0
        AP: 0
        acc-name: Buchi
        Acceptance: 1 Inf(0)
        properties: trans-labels explicit-labels trans-acc
        --BODY--
        --END--
    "#]],
    );
    check_hoa(
        "F G `a\"b`",
        expect![[r#"
        HOA: v1
        name: "F G `a\"b`"
        States: 2
        Start: 0
        AP: 1 "`a\"b`"
        acc-name: Buchi
        Acceptance: 1 Inf(0)
        properties: trans-labels explicit-labels trans-acc
        --BODY--
        State: 0
        [t] 0
        [0] 1
        State: 1
        [0] 1 {0}
        --END--
    "#]],
    );
}

#[test]
fn drawing() {
    let (formulas, automaton) = automaton("F G (x.f* + !y)");
    let dot = Dot { automaton: &automaton, atoms: formulas.atoms() };
    expect![[r#"
        digraph automaton {
          rankdir=LR;
          node [shape=circle];
          start0 [shape=point, label=""];
          start0 -> 0;
          0;
          0 -> 0 [label="true"];
          0 -> 1 [label="x.f* + !y"];
          1;
          1 -> 1 [label="x.f* + !y", style=bold, color=blue];
        }
    "#]]
    .assert_eq(&dot.to_string());
}
