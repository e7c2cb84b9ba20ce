//! `cutpoint run --start`: executions that begin with one call in a given state.

mod support;

use snapbox::str;
use support::{cutpoint, run, stdout};

#[test]
fn the_state_at_the_start_and_the_result_are_shown() {
    // The program starts no thread: it has no other executions.
    run("run sum.zing --seed 1", 2);
    run("run sum.zing --seed 1 --start sum.start", 0).stdout_eq(str![[r#"
state at the start:

  call of Main.Sum at line 9
    node = Node#1
  globals
    Main.count = 7
  heap
    Node#1 { val = 3, next = Node#2 }
    Node#2 { val = 4, next = null }

trace: 12 statements

  thread 0
    Main.Sum  10 | int total = 0;
              11 | while (node != null) {
              12 | total = total + node.val;     total = 3
              13 | node = node.next;             node = Node#2
              14 | count = count + 1;            Main.count = 8
              11 | while (node != null) {
              12 | total = total + node.val;     total = 7
              13 | node = node.next;             node = null
              14 | count = count + 1;            Main.count = 9
              11 | while (node != null) {
              16 | assert(total < 10, "small");
              17 | return total;                 returns 7 from Main.Sum

state at the end:

  globals
    Main.count = 9

finished: the program came to its end; --seed 1 gives the same run

"#]]);
}

#[test]
fn a_violation_shows_what_it_began_with() {
    run("run sum.zing --seed 1 --start large_sum.start", 1).stdout_eq(str![[r#"
error[assertion]: an assertion fails: small
  --> sum.zing:16:9
   |
16 |         assert(total < 10, "small");
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ false: total = 10

state at the start:

  call of Main.Sum at line 9
    node = Node#1
  globals
    Main.count = 0
  heap
    Node#1 { val = 10, next = null }

trace: 7 statements

  thread 0
    Main.Sum  10 | int total = 0;
              11 | while (node != null) {
              12 | total = total + node.val;     total = 10
              13 | node = node.next;             node = null
              14 | count = count + 1;            Main.count = 1
              11 | while (node != null) {
              16 | assert(total < 10, "small");

state at the end:

  globals
    Main.count = 1
  thread 0
    Main.Sum at line 16: assert(total < 10, "small");
      node  = null
      total = 10

violated: the run met an error; --seed 1 gives the same run

"#]]);
    let json = run("run sum.zing --seed 1 --start large_sum.start --format json", 1);
    let report: serde_json::Value = serde_json::from_str(&stdout(&json)).expect("the report is JSON");
    let inputs = &report["violation"]["trace"]["inputs"];
    assert_eq!(inputs["procedure"], "Main.Sum");
    assert_eq!(inputs["location"]["line"], 9);
    assert_eq!(inputs["arguments"][0]["value"]["number"], 1);
    assert_eq!(inputs["globals"][0]["value"]["text"], "0");
    assert_eq!(inputs["objects"][0]["slots"][0]["value"]["text"], "10");
}

#[test]
fn a_start_may_come_from_the_standard_input() {
    let output =
        cutpoint("run sum.zing --seed 1 --start - --trace none").stdin("start Main.Sum(node = null)");
    output.assert().code(0).stdout_eq(str![[r#"
finished: the program came to its end; --seed 1 gives the same run

"#]]);
}

#[test]
fn mistakes_in_a_start_are_shown_where_they_are() {
    run("run sum.zing --start unfit.start", 2).stdout_eq("").stderr_eq(str![[r#"
warning[CP0220]: The program starts no process.
 --> sum.zing:1:7
  |
1 | class Node {
  |       ^^^^ no method here or below is marked `activate`
  |
  = help: mark a static method without parameters as `activate`

error[CP0086]: The program cannot begin like this: there is no field `vale` here.
 --> unfit.start:3:15
  |
3 |   #1 = Node { vale = 3 }
  |               ^^^^ here
  |
  = help: there is `val`, `next`

error[CP0086]: The program cannot begin like this: there is no class `Nodes` here.
 --> unfit.start:4:8
  |
4 |   #2 = Nodes { }
  |        ^^^^^ here
  |
  = help: there is `Node`, `Main`


"#]]);
    let output = cutpoint("run sum.zing --start -").stdin("start Main.Sum(node = #1) {\n  #1 = Node {\n}\n");
    output.assert().code(2).stderr_eq(str![[r#"
warning[CP0220]: The program starts no process.
 --> sum.zing:1:7
  |
1 | class Node {
  |       ^^^^ no method here or below is marked `activate`
  |
  = help: mark a static method without parameters as `activate`

error[CP0085]: There is the end of the text where `global`, an object such as `#1`, or `}` must be.
 --> <stdin>:4:1
  |
4 |
  | ^ here


"#]]);
    run("run sum.zing --start nothing.start", 2).stderr_eq(str![[r#"
warning[CP0220]: The program starts no process.
 --> sum.zing:1:7
  |
1 | class Node {
  |       ^^^^ no method here or below is marked `activate`
  |
  = help: mark a static method without parameters as `activate`

error[CP0001]: There is no file `nothing.start`.


"#]]);
}

#[test]
fn a_start_can_be_guided() {
    let output = cutpoint("run sum.zing --start sum.start --interactive --trace changes").stdin("1\ns\nq\n");
    output.assert().code(0).stdout_eq(str![[r#"
state at the start:

  call of Main.Sum at line 9
    node = Node#1
  globals
    Main.count = 7
  heap
    Node#1 { val = 3, next = Node#2 }
    Node#2 { val = 4, next = null }

trace: 1 statement

  thread 0
    Main.Sum  10 | int total = 0;

stopped: no further move was chosen

"#]]);
}
