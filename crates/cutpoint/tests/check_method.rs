//! `cutpoint check --entry`: one method for all inputs, under preconditions and within bounds.

mod support;

use serde_json::Value;
use snapbox::str;
use support::{cutpoint, folder, run, stdout};

/// The JSON of a check of a method of `guarded.jl` that ends with this status.
fn json(arguments: &str, status: i32) -> Value {
    let output = run(&format!("check guarded.jl {arguments} --format json"), status);
    serde_json::from_str(&stdout(&output)).expect("the output is JSON")
}

#[test]
fn a_violation_shows_its_inputs_and_then_the_trace() {
    run("check guarded.jl --entry Cell.square --color never", 1).stderr_eq("").stdout_eq(str![[r#"
...
state at the start:

  call of Cell.square at line 12
    this = Cell#1
  heap
    Cell#1 { next = null, value = [..] }

trace: [..]
...
violated: in guarded.jl, a call of `Cell.square` ends with an error
  = found by the symbolic engine after [..]; its trace was replayed

"#]]);
}

#[test]
fn a_precondition_restricts_the_inputs() {
    run("check guarded.jl --entry Cell.square --pre Cell.small", 0).stdout_eq(str![[r#"
holds: in guarded.jl, every call of `Cell.square` with inputs that satisfy `Cell.small` ends without an error
  = the symbolic engine followed every path to its end: 1 path

"#]]);
    let report = json("--entry Cell.square --pre Cell.small --pre Cell.makes", 0);
    let call = &report["property"]["no-errors-in"];
    assert_eq!(call["method"], "Cell.square");
    assert_eq!(call["preconditions"], serde_json::json!(["Cell.small", "Cell.makes"]));
    assert_eq!(report["answer"]["certificate"], serde_json::json!({"kind": "paths", "paths": 1}));
}

#[test]
fn all_errors_are_listed_once_each() {
    run("check guarded.jl --entry Cell.both --all-errors -q", 1).stdout_eq(str![[r#"
guarded.jl:[..]: error[assertion]: an assertion fails
guarded.jl:[..]: error[assertion]: an assertion fails
guarded.jl:[..]: error[null-dereference]: an object is needed where there is only null
violated: in guarded.jl, calls of `Cell.both` end with 3 errors

"#]]);
}

#[test]
fn bounds_are_part_of_the_answer() {
    run("check guarded.jl --entry Cell.walk -k 2 -q", 3).stdout_eq(str![[r#"
unknown: guarded.jl: whether every call of `Cell.walk`, whatever its inputs are, ends without an error: no error was found, but inputs with objects more than 2 references away from the arguments were not searched

"#]]);
    let reason = json("--entry Cell.walk -k 1 --max-steps 50", 3)["answer"]["reason"].clone();
    assert_eq!(reason["kind"], "path-bound");
    let objects = json("--entry Cell.walk -n 1 -k 3 --max-steps 50", 3)["answer"]["reason"].clone();
    assert_eq!(objects["kind"], "path-bound", "{objects}");
}

#[test]
fn a_precondition_that_changes_its_inputs_is_refused() {
    run("check guarded.jl --entry Cell.fresh --pre Cell.writes", 3).stdout_eq(str![[r#"
error[unsupported]: A precondition may not change what it looks at, and `Cell.writes` writes to an object of the input.
...
"#]]);
    // It may make objects of its own, and what it cannot look at is not meant.
    run("check guarded.jl --entry Cell.fresh --pre Cell.makes -q", 0);
    let explored = run("explore guarded.jl Cell.fresh --pre Cell.makes --format json", 0);
    let report: Value = serde_json::from_str(&stdout(&explored)).expect("the output is JSON");
    let made = &report["paths"][0]["example"]["after"];
    assert_eq!(made.as_array().map(Vec::len), Some(2), "the receiver and the result: {made}");
    run("check guarded.jl --entry Cell.fresh --pre Cell.fails -q", 0);
}

#[test]
fn a_precondition_without_an_end_is_cut() {
    run("check guarded.jl --entry Cell.fresh --pre Cell.endless --max-steps 500 -q", 3).stdout_eq(str![[r#"
unknown: guarded.jl: whether every call of `Cell.fresh` with inputs that satisfy `Cell.endless` ends without an error: no error was found, but paths longer than 500 instructions were not searched

"#]]);
}

#[test]
fn a_method_that_subclasses_have_is_checked_for_each() {
    run("check guarded.jl --entry Square.area -q", 1);
    run("check guarded.jl --entry Shape.area -q", 0);
}

#[test]
fn the_method_that_the_program_begins_with_has_no_unknown_inputs() {
    run("check guarded.jl --entry Main.main -q", 0).stdout_eq(str![[r#"
holds: in guarded.jl, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle

"#]]);
    run("check guarded.jl --entry Main.main -k 3", 2).stderr_eq(str![[r#"
error[CP0088]: The option --depth is about unknown inputs, and the program begins with `Main.main`.
  |
  = help: leave --depth out

"#]]);
    run("check guarded.jl --entry Cell.walk --search dfs", 2).stderr_eq(str![[r#"
error[CP0088]: The option --search is about whole programs, and `Cell.walk` is called with unknown inputs.
  |
  = help: leave --search out

"#]]);
}

#[test]
fn mistakes_are_named() {
    let refused = |arguments: &str, message: &str| {
        let output = run(&format!("check guarded.jl {arguments}"), 2);
        let text = String::from_utf8(output.get_output().stderr.clone()).expect("the output is text");
        assert!(text.contains(message), "{arguments}: {text}");
    };
    refused("--entry Cell.sqare", "did you mean `Cell.square`?");
    refused("--entry Cell.walk --pre Cell.smal", "did you mean `Cell.small`?");
    refused("--entry Cell.walk --pre Cell.number", "`Cell.number` cannot be a precondition");
    refused("--entry Cell.walk --pre Cell.other", "it has parameters of its own");
    refused("--entry Shape.area --pre Cell.small", "No argument of `Shape.area` is an object");
    refused("--entry Cell.walk -k 0", "the least bound is 1");
    refused("--entry Cell.walk --engine explicit", "The option --engine explicit is about whole programs");
    refused("--pre Cell.small", "--entry");
}

#[test]
fn there_is_no_certificate_of_a_method() {
    let target = folder("check-method").join("proof.json");
    let arguments = format!("check guarded.jl --entry Cell.fresh -q --certificate {}", target.display());
    let output = run(&arguments, 0);
    let text = String::from_utf8(output.get_output().stderr.clone()).expect("the output is text");
    assert!(text.contains("has no certificate"), "{text}");
    assert!(!target.exists());
}

#[test]
fn limits_end_a_check_of_a_method() {
    let output =
        cutpoint("check guarded.jl --entry Cell.walk -k 4000 --timeout 1s --format json").assert().code(3);
    let report: Value = serde_json::from_str(&stdout(&output)).expect("the output is JSON");
    assert_eq!(report["answer"]["reason"]["kind"], "time-limit", "{report}");
}
