//! `cutpoint automaton`.

mod support;

use snapbox::str;
use support::cutpoint;

#[test]
fn a_formula_becomes_an_automaton() {
    cutpoint("automaton --to hoa")
        .arg("G F !x")
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
HOA: v1
name: "G F !x"
States: 1
Start: 0
AP: 1 "!x"
acc-name: Buchi
Acceptance: 1 Inf(0)
properties: trans-labels explicit-labels trans-acc
--BODY--
State: 0
[0] 0 {0}
[t] 0
--END--

"#]])
        .stderr_eq("");
}

#[test]
fn a_drawing_has_bold_transitions_where_it_accepts() {
    let drawn = cutpoint("automaton").arg("F @terminated").assert().code(0);
    let text = String::from_utf8(drawn.get_output().stdout.clone()).expect("text");
    assert!(text.starts_with("digraph automaton {") && text.contains("@terminated"), "{text}");
    assert!(text.contains("style=bold"), "{text}");
}

#[test]
fn a_formula_that_cannot_be_read_is_shown_with_its_mistakes() {
    let refused = cutpoint("automaton --to hoa").arg("G (a U").assert().code(2).stdout_eq("");
    let text = String::from_utf8(refused.get_output().stderr.clone()).expect("text");
    for part in ["error[CP0063]", "error[CP0061]", " --> formula:1:3", "1 | G (a U"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn options_about_programs_are_not_known_here() {
    for option in ["--dialect sdv", "--fair", "--engine explicit", "--max-states 4", "--blocked prune"] {
        let refused = cutpoint(&format!("automaton {option}")).arg("G x").assert().code(2).stdout_eq("");
        let text = String::from_utf8(refused.get_output().stderr.clone()).expect("text");
        assert!(text.starts_with("error: unexpected argument '--"), "{option}: {text}");
    }
    cutpoint("automaton --format json").arg("G x").assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the argument '--format json' cannot be used here: an automaton is written for Graphviz or in HOA (--to)

Usage: cutpoint automaton [OPTIONS] <FORMULA>

For more information, try '--help'.

"#]]);
}
