//! Executions as they are shown: calls, values where a statement fails, `--trace`, and executions that are guided by
//! hand.

mod support;

use snapbox::str;
use support::{cutpoint, run, stdout};

#[test]
fn calls_are_indented_and_the_failing_values_are_shown() {
    run("check calls.zing", 1).stdout_eq(str![[r#"
error[assertion]: an assertion fails
  --> calls.zing:19:9
   |
19 |         assert(b.next == null && b.count <= 2); // fails
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ false: b.next is null, b.count = 3

trace: 31 statements

  thread 0
    process Main.Run  22 | activate static void Run() {
    Main.Run          23 |   b = new Node;                              Main.b = Node#1
                      25 |   Add(6);                                    calls Main.Add(k = 6)
    Main.Add          16 |     b.count = b.count + k;                   Node#1.count = 6
                      17 |     trace("// {0}", b.count);                prints "// 6"
                      18 |     k > 5
                      18 |     raise TooMuch;                           raises TooMuch out of Main.Add
    Main.Run          25 |   Add(6);
                      27 |   TooMuch -> b.count = 0;                    Node#1.count = 0
                      29 |   int x = Fact(2);                           calls Main.Fact(n = 2)
    Main.Fact         11 |     n == 0
                      12 |     return n * Fact(n - 1);                  calls Main.Fact(n = 1)
                      11 |       n == 0
                      12 |       return n * Fact(n - 1);                calls Main.Fact(n = 0)
                      11 |         n == 0
                      11 |         return 1;                            returns 1 from Main.Fact
                      12 |       return n * Fact(n - 1);                returns 1 from Main.Fact
                      12 |     return n * Fact(n - 1);                  returns 2 from Main.Fact
    Main.Run          29 |   int x = Fact(2);                           x = 2
                      30 |   Add(1);                                    calls Main.Add(k = 1)
    Main.Add          16 |     b.count = b.count + k;                   Node#1.count = 1
                      17 |     trace("// {0}", b.count);                prints "// 1"
                      18 |     k > 5
                      19 |     assert(b.next == null && b.count <= 2);
                      20 |     return                                   from Main.Add
    Main.Run          30 |   Add(1);
                      31 |   Add(x);                                    calls Main.Add(k = 2)
    Main.Add          16 |     b.count = b.count + k;                   Node#1.count = 3
                      17 |     trace("// {0}", b.count);                prints "// 3"
                      18 |     k > 5
                      19 |     assert(b.next == null && b.count <= 2);

state at the end:

  globals
    Main.b = Node#1
  thread 0
    Main.Add at line 19: assert(b.next == null && b.count <= 2);
      k = 2
    Main.Run at line 31: Add(x);
      x = 2
    process Main.Run at line 22: activate static void Run() {
  heap
    Node#1 { next = null, count = 3 }

violated: calls.zing has 1 error
  = found by the explicit engine after 25 states and 17 transitions; its trace was replayed

"#]]);
}

#[test]
fn null_is_nil_in_shylock() {
    run("check last.shy", 1).stdout_eq(str![[r#"
error[assertion]: an assertion fails
 --> last.shy:7:5
  |
7 |     assert y.f != nil               // there is no such node
  |     ^^^^^^^^^^^^^^^^^ false: y.f is nil

trace: 5 statements

  thread 0
    main   5 | x := new;          x = Object#1
           6 | y := last(x);      calls last(l = Object#1)
    last  10 |   skip
           9 |   return           returns Object#1 from last  y = Object#1
    main   7 | assert y.f != nil

state at the end:

  thread 0
    main at line 7: assert y.f != nil
      x = Object#1
      y = Object#1
  heap
    Object#1 { f = nil }

violated: last.shy has 1 error
  = found by the explicit engine after 6 states and 4 transitions; its trace was replayed

"#]]);
}

#[test]
fn a_trace_of_changes_has_nothing_else() {
    run("check calls.zing --trace changes", 1).stdout_eq(str![[r#"
error[assertion]: an assertion fails
  --> calls.zing:19:9
   |
19 |         assert(b.next == null && b.count <= 2); // fails
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ false: b.next is null, b.count = 3

trace: 31 statements

  thread 0
    process Main.Run  22 | activate static void Run() {
    Main.Run          23 |   b = new Node;                              Main.b = Node#1
                      25 |   Add(6);
    Main.Add          16 |     b.count = b.count + k;                   Node#1.count = 6
                      17 |     trace("// {0}", b.count);
                      18 |     k > 5
                      18 |     raise TooMuch;
    Main.Run          25 |   Add(6);
                      27 |   TooMuch -> b.count = 0;                    Node#1.count = 0
                      29 |   int x = Fact(2);
    Main.Fact         11 |     n == 0
                      12 |     return n * Fact(n - 1);
                      11 |       n == 0
                      12 |       return n * Fact(n - 1);
                      11 |         n == 0
                      11 |         return 1;
                      12 |       return n * Fact(n - 1);
                      12 |     return n * Fact(n - 1);
    Main.Run          29 |   int x = Fact(2);                           x = 2
                      30 |   Add(1);
    Main.Add          16 |     b.count = b.count + k;                   Node#1.count = 1
                      17 |     trace("// {0}", b.count);
                      18 |     k > 5
                      19 |     assert(b.next == null && b.count <= 2);
                      20 |     return
    Main.Run          30 |   Add(1);
                      31 |   Add(x);
    Main.Add          16 |     b.count = b.count + k;                   Node#1.count = 3
                      17 |     trace("// {0}", b.count);
                      18 |     k > 5
                      19 |     assert(b.next == null && b.count <= 2);

violated: calls.zing has 1 error
  = found by the explicit engine after 25 states and 17 transitions; its trace was replayed

"#]]);
}

#[test]
fn no_trace_leaves_the_violation() {
    run("check calls.zing --trace none", 1).stdout_eq(str![[r#"
error[assertion]: an assertion fails
  --> calls.zing:19:9
   |
19 |         assert(b.next == null && b.count <= 2); // fails
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ false: b.next is null, b.count = 3

violated: calls.zing has 1 error
  = found by the explicit engine after 25 states and 17 transitions; its trace was replayed

"#]]);
    let text = stdout(&run("ltl spin.zing F(!@in(Main.once)) --trace none", 1));
    assert!(text.contains("violated: ") && !text.contains("trace:"), "{text}");
    let text = stdout(&run("run calls.zing --trace none --seed 1", 1));
    assert!(text.contains("error[assertion]") && !text.contains("trace:"), "{text}");
    let text = stdout(&run("run unlucky.zing --trace none --seed 1 --moves 1", 0));
    assert_eq!(text.lines().count(), 1, "{text}");
}

/// `large.cpir` moves on forever.
#[test]
fn all_statements_are_shown_on_request_and_states_too() {
    let lines =
        |arguments: &str| stdout(&run(&format!("run large.cpir --seed 1 --moves 100 {arguments}"), 0));
    let short = lines("");
    assert!(short.contains("statements not shown; --trace full shows all"), "{short}");
    let full = lines("--trace full");
    assert!(!full.contains("not shown") && full.lines().count() > 100, "{full}");
    let states = lines("--trace states");
    assert!(states.matches("  globals\n").count() > 100, "{states}");
    assert_eq!(states.contains("not shown"), lines("-v --trace full").contains("not shown"));
    assert_eq!(lines("-v").matches("globals\n").count(), states.matches("globals\n").count());
    let json = |arguments: &str| lines(&format!("--format json {arguments}"));
    assert!(
        json("--trace states").contains("\"state\": {") && !json("--trace full").contains("\"state\": {")
    );
    assert_eq!(json("--trace none"), json("--trace full"));
}

#[test]
fn quiet_shows_no_trace_of_any_kind() {
    run("check calls.zing -q --trace full", 2).stderr_eq(str![[r#"
error: the argument '--trace' cannot be used with '--quiet', which shows no trace; leave one of them out

Usage: cutpoint check [OPTIONS] <FILE>

For more information, try '--help'.

"#]]);
}

#[test]
fn json_has_calls_and_the_failing_values() {
    let json = stdout(&run("check calls.zing --format json", 1));
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let violation = &report["violations"][0];
    let values: Vec<&str> =
        violation["values"].as_array().expect("values").iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(values, ["b.next", "b.count"]);
    let events: Vec<String> = violation["trace"]["steps"]
        .as_array()
        .expect("steps")
        .iter()
        .filter_map(|step| step["call_events"].as_array())
        .flatten()
        .map(|event| {
            format!("{} {}", event["kind"].as_str().unwrap_or(""), event["procedure"].as_str().unwrap_or(""))
        })
        .collect();
    assert_eq!(events[..3], ["call Main.Run", "call Main.Add", "return Main.Add"]);
}

#[test]
fn a_guided_run_shows_states_goes_back_and_explains_itself() {
    let answers = "s\nb\n\nu\n\n2\n?\nwhat\n\nundo\n\n\n9\n\n\n";
    let output = cutpoint("run deadlock.cpir --interactive --trace changes").stdin(answers).assert().code(0);
    output
        .stderr_eq(str![[r#"

   1  thread 1 in right, line 14: * v0 = choose bool
move [Enter, ? for help]: 
  globals
    turn = 0
  thread 0, waiting
    left at line 7: * select { wait (g0 == 1) -> block1 }
  thread 1
    right at line 14: * v0 = choose bool
      b = false

   1  thread 1 in right, line 14: * v0 = choose bool
move [Enter, ? for help]: there is nothing to undo: this is the beginning

   1  thread 1 in right, line 14: * v0 = choose bool
move [Enter, ? for help]: 
   1  false
   2  true
choice [1-2, ? for help]: back at the beginning

   1  thread 1 in right, line 14: * v0 = choose bool
move [Enter, ? for help]: 
   1  false
   2  true
choice [1-2, ? for help]: 
  thread 1
    right  14 | * v0 = choose bool  b = true

   1  thread 1 in right, line 15: * branch v0, block1, block2
move [Enter, ? for help]: a number  take it; Enter takes the first
      s         show the state before the next move
      b, u      go back one move; inside a move, choose another one
      ?, h      show this help
      q         stop here and report the execution so far; so does the end of the input
move [Enter, ? for help]: `what` is no answer here: give 1, s, b or q; ? explains them
move [Enter, ? for help]: 
           15 | * branch v0, block1, block2

   1  thread 1 in right, line 17: * g0 = 1
move [Enter, ? for help]: back to where 1 move was made

   1  thread 1 in right, line 15: * branch v0, block1, block2
move [Enter, ? for help]: 
  thread 1
    right  15 | * branch v0, block1, block2

   1  thread 1 in right, line 17: * g0 = 1
move [Enter, ? for help]: 
           17 | * g0 = 1                     turn = 1

   1  thread 0 in left, line 7: * select { wait (g0 == 1) -> block1 }
   2  thread 1 in right, line 18: return
move [1-2, ? for help]: `9` is no answer here: give a number from 1 to 2, s, b or q; ? explains them
move [1-2, ? for help]: 
  thread 0
    left    7 | * select { wait (g0 == 1) -> block1 }

   1  thread 0 in left, line 9: return
   2  thread 1 in right, line 18: return
move [1-2, ? for help]: 
            9 | return

   1  thread 1 in right, line 18: return
move [Enter, ? for help]: 

"#]])
        .stdout_eq(str![[r#"
trace: 5 statements of 2 threads

  thread 1
    right  14 | * v0 = choose bool                     b = true
           15 | * branch v0, block1, block2
           17 | * g0 = 1                               turn = 1

  thread 0
    left    7 | * select { wait (g0 == 1) -> block1 }
            9 | return

stopped: no further move was chosen

"#]]);
}
