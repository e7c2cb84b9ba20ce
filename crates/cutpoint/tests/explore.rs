//! `cutpoint explore`: text and JSON, bounds and limits, bad input.

mod support;

use serde_json::Value;
use snapbox::str;
use support::{cutpoint, run, stdout};

/// The JSON of an exploration that ends with this status.
fn json(arguments: &str, status: i32) -> Value {
    let output = run(&format!("explore {arguments} --format json"), status);
    serde_json::from_str(&stdout(&output)).expect("the output is JSON")
}

fn counts(arguments: &str, status: i32) -> [u64; 6] {
    let report = json(arguments, status);
    ["paths", "control_paths", "returns", "throws", "cut", "pruned"]
        .map(|name| report["counts"][name].as_u64().expect("a number"))
}

#[test]
fn paths_have_conditions_heaps_and_examples() {
    run("explore nodes.jl Node.second", 0).stderr_eq("").stdout_eq(str![[r#"
paths of Node.second:

  this.next == null -> path 1: null-dereference at line 12: an object is needed where there is only null
  this.next != null -> path 2: returns this.next.value

path 1: null-dereference at line 12: an object is needed where there is only null
  if       this.next == null
  heap     this: Node { next = null }
  example  start Node.second(this = #1) {
             #1 = Node { next = null, value = 0 }
           }

path 2: returns this.next.value
  if       this.next != null
  heap     this: Node { next = this | this.next, value = this.value }
           this.next: Node or Sub { value = this.next.value }, if this.next != this
  then     result == this.next.value
  example  start Node.second(this = #1) {
             #1 = Node { next = #2, value = 0 }
             #2 = Sub { next = null, value = 0 }
           }
  becomes  returns 0

complete: in nodes.jl, Node.second has 2 paths: 1 returns and 1 throws
  = every input takes one of these paths: nothing was cut
  = input objects may be of the classes Node, Sub, Main

"#]]);
}

#[test]
fn effects_are_postconditions() {
    run("explore nodes.jl Node.push", 0).stdout_eq(str![[r#"
paths of Node.push:

  path 1: returns new Node

path 1: returns new Node
  if       always
  heap     this: Node
  then     result == new Node
           new Node.next == this
           new Node.value == value
  example  start Node.push(this = #1, value = 0) {
             #1 = Node { next = null, value = 0 }
           }
  becomes  returns #2
           #2 = Node { next = #1, value = 0 }

complete: in nodes.jl, Node.push has 1 path: 1 returns
  = every input takes one of these paths: nothing was cut
  = input objects may be of the classes Node, Sub, Main

"#]]);
}

#[test]
fn an_assumption_prunes_and_an_assertion_fails() {
    run("explore nodes.jl Node.positive", 0).stdout_eq(str![[r#"
paths of Node.positive:

  n > 0
    n == 7 -> path 1: assertion at line 16: an assertion fails
    n != 7 -> path 2: returns

path 1: assertion at line 16: an assertion fails
  if       n > 0
           n == 7
  heap     this: Node
  example  start Node.positive(this = #1, n = 7) {
             #1 = Node { next = null, value = 0 }
           }

path 2: returns
  if       n > 0
           n != 7
  heap     this: Node
  example  start Node.positive(this = #1, n = 1) {
             #1 = Node { next = null, value = 0 }
           }

complete: in nodes.jl, Node.positive has 2 paths: 1 returns and 1 throws
  = every input takes one of these paths: nothing was cut
  = 1 path left out because an assumption does not hold there
  = input objects may be of the classes Node, Sub, Main

"#]]);
    assert_eq!(counts("nodes.jl Node.positive", 0), [2, 2, 1, 1, 0, 1]);
}

#[test]
fn methods_of_other_languages_are_explored() {
    run("explore cell.zing Cell.Last", 0).stdout_eq(str![[r#"
paths of Cell.Last:

  this.next != null -> path 1: returns this.next.value
  this.next == null -> path 2: returns this.value

path 1: returns this.next.value
  if       this.next != null
  heap     this: Cell { value = this.value, next = this | this.next }
           this.next: Cell { value = this.next.value }, if this.next != this
  then     result == this.next.value
  example  start Cell.Last(this = #1) {
             #1 = Cell { value = 0, next = #2 }
             #2 = Cell { value = 0, next = null }
           }
  becomes  returns 0

path 2: returns this.value
  if       this.next == null
  heap     this: Cell { value = this.value, next = null }
  then     result == this.value
  example  start Cell.Last(this = #1) {
             #1 = Cell { value = 0, next = null }
           }
  becomes  returns 0

complete: in cell.zing, Cell.Last has 2 paths: 2 return
  = every input takes one of these paths: nothing was cut
  = input objects may be of the classes Cell, Main

"#]]);
}

#[test]
fn every_machine_has_the_same_control_flow_paths() {
    assert_eq!(counts("nodes.jl Node.same --init summary", 0), [3, 3, 3, 0, 0, 0]);
    for init in ["lazy", "lazier", "lazier-sharp"] {
        let [paths, control_paths, ..] = counts(&format!("nodes.jl Node.same --init {init}"), 0);
        assert!(paths > 3, "{init}: {paths}");
        assert_eq!(control_paths, 3, "{init}");
    }
    let summary = json("nodes.jl Node.same --count-heaps", 0);
    let lazy = json("nodes.jl Node.same --count-heaps --init lazy", 0);
    assert_eq!(summary["counts"]["heaps"], lazy["counts"]["heaps"]);
    assert_eq!(summary["counts"]["heaps"].as_u64(), lazy["counts"]["paths"].as_u64());
}

#[test]
fn json_has_an_entry_for_each_path() {
    let report = json("nodes.jl Node.twice", 0);
    assert_eq!(report["complete"], true);
    assert_eq!(report["receiver"], serde_json::json!(["Node"]));
    let paths = report["paths"].as_array().expect("a list");
    assert_eq!(paths.len() as u64, report["counts"]["paths"].as_u64().expect("a number"));
    let ends: Vec<&Value> = paths.iter().map(|path| &path["end"]["kind"]).collect();
    assert_eq!(ends, ["returns", "returns"]);
    for path in paths {
        let start = path["example"]["start"].as_str().expect("a text");
        assert!(start.starts_with("start Node.twice(this = #1) {"), "{start}");
        let outcome = path["outcomes"][0].as_u64().expect("an index");
        assert_eq!(report["outcomes"][outcome as usize]["text"], "((this $ next) = this)");
    }
    let without = json("nodes.jl Node.twice --counts", 0);
    assert_eq!((&without["counts"], &without["paths"]), (&report["counts"], &serde_json::json!([])));
}

#[test]
fn the_paper_has_no_field_that_refers_to_the_receiver() {
    assert_eq!(counts("nodes.jl Node.twice", 0)[0], 2);
    assert_eq!(counts("nodes.jl Node.twice --paper", 0)[0], 1);
}

#[test]
fn an_inherited_method_has_a_receiver_of_the_class_that_is_named() {
    let report = json("nodes.jl Sub.second", 0);
    assert_eq!((&report["method"], &report["receiver"]), (&"Sub.second".into(), &serde_json::json!(["Sub"])));
    let start = report["paths"][0]["example"]["start"].as_str().expect("a text");
    assert!(start.contains("#1 = Sub {"), "{start}");
}

/// A class without objects stands for those below it; each body has paths of its own.
#[test]
fn every_body_of_a_method_is_explored() {
    let report = json("shapes.cpir Shape.area", 0);
    assert_eq!(report["method"], "Shape.area");
    assert_eq!(report["receiver"], serde_json::json!(["Circle", "Rectangle", "Square"]));
    let paths = report["paths"].as_array().expect("a list");
    let of = |path: &Value| (path["number"].as_u64(), path["body"].as_str().map(str::to_owned));
    let bodies = ["Circle.area", "Circle.area", "Rectangle.area"];
    let expected: Vec<_> = (1..).zip(bodies).map(|(at, body)| (Some(at), Some(body.to_owned()))).collect();
    assert_eq!(paths.iter().map(of).collect::<Vec<_>>(), expected);
    let conditions: Vec<&Value> = paths.iter().map(|path| &path["precondition"]).collect();
    let expected = serde_json::json!([
        ["this is a Circle", "this.radius < 0"],
        ["this is a Circle", "this.radius >= 0"],
        ["this is a Rectangle || this is a Square"]
    ]);
    assert_eq!(serde_json::json!(conditions), expected);
    let outcomes = report["outcomes"].as_array().expect("a list");
    let first =
        |path: &Value| &outcomes[path["outcomes"][0].as_u64().expect("an index") as usize]["procedure"];
    assert_eq!(paths.iter().map(first).collect::<Vec<_>>(), bodies);
    assert_eq!(counts("shapes.cpir Shape.area", 0), [3, 3, 3, 0, 0, 0]);
    let few = json("shapes.cpir Shape.area --max-paths 2", 3);
    assert_eq!(few["counts"]["paths"], 2, "the limit is one for all bodies, and one has nothing left");
    assert_eq!(counts("shapes.cpir Square.area", 0), [1, 1, 1, 0, 0, 0]);
}

#[test]
fn what_bounds_cut_is_said() {
    let report = json("nodes.jl Node.walk -k 2 --max-steps 40", 3);
    assert_eq!(report["complete"], false);
    let missing = report["missing"].to_string();
    assert!(missing.contains("bounded at k = 2") && missing.contains("--max-steps"), "{missing}");
    assert_eq!(
        report["cuts"].as_array().map(Vec::len).map(|cuts| cuts as u64),
        report["counts"]["cut"].as_u64()
    );
    let few = json("nodes.jl Node.same --max-paths 2", 3);
    assert_eq!(few["counts"]["paths"], 2);
    run("explore nodes.jl Node.same --max-paths 2 -q", 3).stdout_eq(str![[r#"
incomplete: in nodes.jl, Node.same has at least 2 paths: 2 return

"#]]);
}

#[test]
fn bad_input_is_refused_with_a_remedy() {
    run("explore nodes.jl Node.secnd", 2).stdout_eq("").stderr_eq(str![[r#"
error[CP0095]: The program has no procedure `Node.secnd`.
 |
 = help: did you mean `Node.second`?


"#]]);
    run("explore nodes.jl same", 2).stderr_eq(str![[r#"
error[CP0096]: `same` may mean 2 procedures.
  --> nodes.jl:9:11
   |
 9 |     (bool same ([Node a] [Node b])
   |           ^^^^ `Node.same`
...
18 |   (class Main () ((unit main () unit) (bool same () true)))
   |                                             ---- `Main.same`
   |
   = help: name one of them: Node.same, Main.same


"#]]);
    run("explore cell.zing Cell.Start", 2).stderr_eq(str![[r#"
unsupported[CP0097]: `Cell.Start` starts threads, which cannot be explored.
  --> cell.zing:15:9
   |
15 |         async Cell.Work();
   |         ^^^^^^^^^^^^^^^^^^ here
   |
   = help: explore a procedure that it calls, or check the whole program with `cutpoint check`


"#]]);
    for (option, what) in [
        ("-k 0", "no object could be reached from an argument; the least bound is 1, the default 5"),
        ("-n 0", "there could be no input object at all; the least bound is 1"),
        ("--max-paths 0", "there would be nothing to find; the least limit is 1"),
        ("--max-steps 0", "no instruction could be executed"),
        ("--max-calls 0", "no procedure could be entered"),
        ("--timeout 0", "there would be no time to find anything"),
    ] {
        let output = cutpoint(&format!("explore nodes.jl Node.same {option}")).assert().code(2);
        let stderr = String::from_utf8(output.get_output().stderr.clone()).expect("text");
        assert!(stderr.contains(what), "{option}: {stderr}");
    }
}
