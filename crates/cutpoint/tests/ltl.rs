//! `cutpoint ltl`.

mod support;

use snapbox::str;
use support::{cutpoint, folder, models, run, stdout};

#[test]
fn an_execution_that_violates_a_formula_is_shown_with_what_holds_and_its_loop() {
    cutpoint("ltl queue.shy")
        .arg("G (last == head) || F @terminated")
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[formula]: an execution does not satisfy `G (last == head) || F @terminated`

trace: 8 statements, the last 5 forever

  thread 0
             |   holds: last == head
    main   9 | head := new            head = Object#1
             |   holds: nothing (no longer: last == head)
           9 | last := head           last = Object#1
             |   holds: last == head (new)
           9 | more := new            more = Object#2

  --- the loop begins here ---

  thread 0
             |   holds: last == head
    main  10 | while (more != nil) {
          11 | last.next := new       Object#1.next = Object#3
          11 | last := last.next      last = Object#3
             |   holds: nothing (no longer: last == head)
          12 | head := head.next;     head = Object#3
             |   holds: last == head (new)
          13 | (skip + more := nil)   [branch 1 of 2]

  --- back to the beginning of the loop, forever ---

state at the end:

  globals
    head = Object#3
    last = Object#3
  thread 0
    main at line 10: while (more != nil) {
      more = Object#2
  heap
    Object#2 { next = nil }
    Object#3 { next = nil }

violated: in queue.shy, an execution that goes on forever does not satisfy `G (last == head) || F @terminated`
  = found by the pushdown engine after 23 states and 25 transitions; its trace was replayed

"#]])
        .stderr_eq("");
}

#[test]
fn a_formula_that_holds() {
    cutpoint("ltl queue.shy")
        .arg("G (@terminated -> head.next*.nil + !head)")
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
holds: in queue.shy, every execution satisfies `G (@terminated -> head.next*.nil + !head)`
  = the pushdown engine visited every reachable state together with the automaton of violations: 13 states and 14 transitions

"#]]);
    cutpoint("ltl queue.shy -q --max-states 3").arg("F @terminated").assert().code(3).stdout_eq(str![[r#"
unknown: queue.shy: whether every execution satisfies `F @terminated`: the limit of 3 states was reached

"#]]);
}

#[test]
fn only_fair_executions_count_where_that_is_asked_for() {
    let neglected = || cutpoint("ltl spin.zing -q").arg("F !@in(Main.once)");
    neglected().assert().code(1).stdout_eq(str![[r#"
violated: in spin.zing, an execution that stays at one statement forever does not satisfy `F !@in(Main.once)`

"#]]);
    neglected().arg("--fair").assert().code(0).stdout_eq(str![[r#"
holds: in spin.zing, every fair execution satisfies `F !@in(Main.once)`

"#]]);
    for weak in ["--fair=weak", "--fair weak", "--fair"] {
        let line = format!("ltl {weak} spin.zing -q");
        cutpoint(&line).arg("F !@in(Main.once)").assert().code(0);
    }
    for strong in ["--fair=strong", "--fair strong"] {
        cutpoint(&format!("ltl spin.zing -q {strong}")).arg("F !@in(Main.once)").assert().code(0).stdout_eq(
            str![[r#"
holds: in spin.zing, every strongly fair execution satisfies `F !@in(Main.once)`

"#]],
        );
    }
    run("ltl spin.zing --fair=very x", 2);
    run("check spin.zing -q", 0).stdout_eq(str![[r#"
holds: in spin.zing, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
spin.zing:2:10: violated: F !@in(Main.once), as expected
spin.zing:3:17: holds: F !@in(Main.once) (fair), as expected
holds: no errors, 2 of 2 properties as expected

"#]]);
}

#[test]
fn properties_of_a_file_are_checked_with_it() {
    run("check queue.shy", 0)
        .stdout_eq(str![[r#"
holds: in queue.shy, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
  = the explicit engine covered every call by a summary: 1 pattern with 1 effect

properties of queue.shy

  holds     line 2  G (@terminated -> head.next*.nil + !head)  as expected
  violated  line 3  F @terminated                              as expected

holds: no errors, 2 of 2 properties as expected

"#]])
        .stderr_eq("");
    run("check queue.shy -q", 0).stdout_eq(str![[r#"
holds: in queue.shy, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
queue.shy:2:10: holds: G (@terminated -> head.next*.nil + !head), as expected
queue.shy:3:10: violated: F @terminated, as expected
holds: no errors, 2 of 2 properties as expected

"#]]);
    let json = stdout(&run("check queue.shy --format json", 0));
    for part in
        ["\"properties\": [", "\"expected\": \"violated\"", "\"as_expected\": true", "\"ends\": \"loops\""]
    {
        assert!(json.contains(part), "{part} is not in {json}");
    }
}

/// Checks a queue whose file states other properties.
fn check_stating(name: &str, properties: &str, status: i32) -> snapbox::cmd::OutputAssert {
    let folder = folder(&format!("ltl_{name}"));
    let program = std::fs::read_to_string(models().join("queue.shy")).unwrap();
    let program: String =
        program.lines().filter(|line| !line.starts_with("//@")).map(|l| format!("{l}\n")).collect();
    std::fs::write(folder.join("queue.shy"), format!("{properties}\n{program}")).unwrap();
    cutpoint("check queue.shy -q").current_dir(&folder).assert().code(status)
}

#[test]
fn the_exit_status_is_that_of_the_worst_answer_that_is_not_expected() {
    check_stating("met", "//@ ltl: F @terminated => violated\n//@ ltl: G true => holds\n//@ ltl: G true", 0);
    check_stating("broken", "//@ ltl: G true => holds\n//@ ltl: F @terminated => holds", 1);
    check_stating("unstated", "//@ ltl: F @terminated", 1);
    check_stating("better", "//@ ltl: G true => violated", 1).stdout_eq(str![[r#"
holds: in queue.shy, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
queue.shy:1:10: holds: G true, but `violated` is expected
violated: no errors, 0 of 1 property as expected

"#]]);
}

#[test]
fn a_surprise_is_shown_and_pointed_to() {
    let folder = folder("ltl_surprise");
    let program = std::fs::read_to_string(models().join("queue.shy")).unwrap();
    std::fs::write(folder.join("queue.shy"), program.replace("=> violated", "=> holds")).unwrap();
    let output = cutpoint("check queue.shy").current_dir(&folder).assert().code(1);
    let text = stdout(&output);
    for part in [" --> queue.shy:3:10", "--- the loop begins here ---", "but `holds` is expected"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn mistakes_in_formulas_have_their_places() {
    cutpoint("ltl queue.shy").arg("F (heda == last) && @at(top)").assert().code(2).stdout_eq("").stderr_eq(
        str![[r#"
error[CP0073]: `heda` is neither a variable nor a constant of the program.
 --> formula:1:4
  |
1 | F (heda == last) && @at(top)
  |    ^^^^ unknown here
  |
  = help: did you mean `head`?

error[CP0074]: The program has no label `top`.
 --> formula:1:25
  |
1 | F (heda == last) && @at(top)
  |                         ^^^ no such label


"#]],
    );
    check_stating("mistake", "//@ ltl: F (heda == last) => holds", 2).stdout_eq("").stderr_eq(str![[r#"
error[CP0073]: `heda` is neither a variable nor a constant of the program.
 --> queue.shy:1:13
  |
1 | //@ ltl: F (heda == last) => holds
  |             ^^^^ unknown here
  |
  = help: did you mean `head`?


"#]]);
    check_stating("malformed", "//@ ltl: F @terminated => maybe", 2).stdout_eq("").stderr_eq(str![[r#"
error[CP0080]: A property expects `maybe`, which is no answer.
 --> queue.shy:1:27
  |
1 | //@ ltl: F @terminated => maybe
  |                           ^^^^^ not an answer
  |
  = help: write `//@ ltl: FORMULA => holds`, or `violated`, or `unknown`


"#]]);
}

#[test]
fn a_file_and_a_formula_are_needed() {
    let missing = |words: &str| {
        let refused = cutpoint(words).assert().code(2).stdout_eq("");
        String::from_utf8(refused.get_output().stderr.clone()).expect("text")
    };
    assert!(missing("ltl queue.shy").contains("<FORMULA>"));
    assert!(missing("ltl").contains("<FILE>"));
}

/// `x := new` is one step. With the rules of the paper, the choice, the sequence and the guard come before it.
#[test]
fn steps_of_shylock_have_two_meanings() {
    let folder = folder("ltl_steps");
    let text = "global x\nmain :: (([x = nil] (x := new)); x := nil) + [x != nil] skip";
    std::fs::write(folder.join("steps.shy"), text).unwrap();
    let is_set_first_after = |options: &str, steps: usize| {
        for (x, status) in [("x == nil", 1), ("x != nil", 0)] {
            let command = cutpoint(&format!("ltl steps.shy -q {options}"));
            let formula = format!("{}({x})", "X ".repeat(steps));
            command.arg(formula).current_dir(&folder).assert().code(status);
        }
        let before = format!("{}(x == nil)", "X ".repeat(steps - 1));
        cutpoint(&format!("ltl steps.shy -q {options}")).arg(before).current_dir(&folder).assert().code(0);
    };
    is_set_first_after("", 1);
    is_set_first_after("--steps statements", 1);
    is_set_first_after("--steps paper", 4);
}

#[test]
fn guards_and_choices_of_shylock_have_two_meanings() {
    let folder = folder("ltl_options");
    std::fs::write(folder.join("guard.shy"), "main :: x := new; ([x = nil] skip + [x != nil] skip)").unwrap();
    let check = |options: &str, formula: &str, status| {
        let command = cutpoint(&format!("ltl guard.shy -q {options}")).arg(formula);
        command.current_dir(&folder).assert().code(status);
    };
    check("", "F @terminated", 0);
    check("--choice blind", "F @terminated", 1);
    check("--choice blind", "F (@terminated || @stuck)", 0);
    check("--choice blind --blocked prune", "F @terminated", 0);
    run("check spin.zing --choice blind", 2).stderr_eq(str![[r#"
error[CP0056]: The option --choice is about Shylock, but `spin.zing` is in the language zing.
 |
 = help: leave --choice out


"#]]);
}

/// `p` sees the object of `g`, and that a caller holds on to it; not `l`, and not the object of `l`.
#[test]
fn a_proof_is_drawn() {
    let folder = folder("drawn_proof");
    let text =
        "global g\nfield f\nmain :: l := new; g := new; l.f := g; p; g := l.f\np :: g.f := new; g := nil\n";
    std::fs::write(folder.join("cut.shy"), text).unwrap();
    let run_in = |arguments: &str, status| cutpoint(arguments).current_dir(&folder).assert().code(status);
    run_in("check cut.shy --engine pushdown --certificate proof.json -q", 0);
    let drawing = stdout(&run_in("certify cut.shy proof.json --dot --all", 0));
    let (_, call_of_p) = drawing.split_once("label=\"a call of p\"").expect("a box of p");
    let call_of_p = call_of_p.split("label=\"a call of main\"").next().unwrap_or_default();
    for part in ["line 4: g.f := new", "line 4: g := nil", "at the end of p", "cut point 0", "f*2"] {
        assert!(call_of_p.contains(part), "{part} is missing in {drawing}");
    }
    assert!(!call_of_p.contains("#3: Object") && !call_of_p.contains(">l<"), "{drawing}");
    assert_eq!(drawing.matches('{').count(), drawing.matches('}').count());
    run_in("check cut.shy --engine explicit --certificate summaries.json -q", 0);
    run_in("certify cut.shy summaries.json --dot", 2).stdout_eq("").stderr_eq(str![[r#"
error[CP0055]: The certificate `summaries.json` holds summaries, and is not drawn.
 |
 = help: `cutpoint summarize FILE --dot` draws summaries


"#]]);
}

#[test]
fn a_formula_that_holds_has_a_certificate_that_can_be_checked_again() {
    let folder = folder("proofs");
    for name in ["reverse.shy", "queue.shy"] {
        std::fs::copy(models().join(name), folder.join(name)).expect("a copy");
    }
    let run_in = |arguments: &str, formula: Option<&str>, status: i32| {
        cutpoint(arguments).args(formula).current_dir(&folder).assert().code(status)
    };
    const FORMULA: &str = "G (@terminated -> head.next*.nil + !head)";
    run_in("ltl queue.shy --certificate proof.json -q", Some(FORMULA), 0).stderr_eq("");
    let accepted = run_in("certify queue.shy proof.json", None, 0);
    let text = String::from_utf8(accepted.get_output().stdout.clone()).expect("text");
    assert!(text.starts_with("certificate accepted: "), "{text}");
    assert!(text.ends_with(&format!("in queue.shy, every execution satisfies `{FORMULA}`\n")), "{text}");
    // A proof of a formula proves nothing of another formula, or of another program.
    let proof = std::fs::read_to_string(folder.join("proof.json")).expect("a proof");
    std::fs::write(folder.join("other.json"), proof.replace(FORMULA, "F @terminated")).expect("a file");
    let refused = run_in("certify queue.shy other.json", None, 1);
    let text = String::from_utf8(refused.get_output().stdout.clone()).expect("text");
    assert!(text.contains("certificate refused"), "{text}");
    run_in("certify reverse.shy proof.json", None, 2).stdout_eq("");
    // So does one of the absence of errors.
    run_in("check queue.shy --engine pushdown --certificate errors.json -q", None, 0);
    run_in("certify queue.shy errors.json", None, 0);
    run_in("ltl queue.shy --certificate none.json -q", Some("F @terminated"), 1).stderr_eq(str![[r#"
warning[CP0052]: No certificate was written to `none.json`: an execution does not satisfy the formula.


"#]]);
}

/// The pushdown engine, and the checker of its proofs, would read the first letter too late.
#[test]
fn a_thread_that_begins_inside_a_step_is_left_to_other_engines() {
    let folder = folder("ltl_inside_a_step");
    let text =
        "global g0 \"x\": bool\nthread proc0\nproc proc0 \"main\"() {\nblock0:\n  g0 = true\n* return\n}\n";
    std::fs::write(folder.join("inside.cpir"), text).unwrap();
    let ltl =
        |options: &str| cutpoint(&format!("ltl inside.cpir {options} G(x)")).current_dir(&folder).assert();
    ltl("").code(1);
    let refused = stdout(&ltl("--engine pushdown").code(3));
    assert!(refused.contains("does not begin with a step"), "{refused}");
    // With a step at its beginning, the program has a proof that the one without must not take over.
    std::fs::write(folder.join("twin.cpir"), text.replace("  g0 = true", "* g0 = true")).unwrap();
    let proof =
        cutpoint("ltl twin.cpir --engine pushdown --certificate proof.json F(x)").current_dir(&folder);
    proof.assert().code(0);
    let certify =
        |program: &str| cutpoint(&format!("certify {program} proof.json")).current_dir(&folder).assert();
    certify("twin.cpir").code(0);
    let refused = stdout(&certify("inside.cpir").code(1));
    assert!(refused.contains("does not begin with a step"), "{refused}");
}

/// The counter grows forever, and the assumption may discard executions: the execution that goes on from the bad prefix
/// has to be looked for.
#[test]
fn a_bad_prefix_that_goes_on_is_found_by_default() {
    let folder = folder("ltl_goes_on");
    let text = "class Main {\n    static bool bad;\n    static int n;\n    activate static void Run() {\n        \
                while (choose(bool)) { n = n + 1; }\n        bad = true;\n        assume(n >= 0);\n    }\n};\n";
    std::fs::write(folder.join("prune.zing"), text).unwrap();
    let text = stdout(&cutpoint("ltl prune.zing G(!bad)").current_dir(&folder).assert().code(1));
    assert!(text.contains("an execution that ends does not satisfy"), "{text}");
}

#[test]
fn what_grows_is_named_for_formulas_too() {
    for engine in ["pushdown", "explicit"] {
        let ended =
            run(&format!("ltl endless/counter.zing --engine {engine} --max-states 5000 G(Main.n>=0)"), 3);
        let text = stdout(&ended);
        assert!(
            text.contains("Main.n grew to") && text.contains("no larger limit helps"),
            "{engine}: {text}"
        );
    }
}
