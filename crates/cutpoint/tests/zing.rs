//! The command on programs in Zing.

mod support;

use std::fs;

use snapbox::str;
use support::{cutpoint, folder, run, stdout};

#[test]
fn a_trace_shows_source_lines() {
    run("check unlucky.zing --summaries off", 1)
        .stdout_eq(str![[r#"
error[assertion]: an assertion fails: seven is unlucky
  --> unlucky.zing:37:9
   |
37 |         assert(k != 7, "seven is unlucky");
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ false in thread 0: k = 7

trace: 14 statements

  thread 0
    Main.producer  27 | queue = new Queue;                   Main.queue = Queue#1
                   28 | a = new Ints;                        a = Ints#2
                   29 | node = new Node;                     node = Node#3
                   30 | node.val = choose(Small);            [choose = 3]  Node#3.val = 3
                   31 | node.next = list;
                   31 | list = node;                         Main.list = Node#3
                   32 | a[1] = twice(node.val);              calls Main.twice(x = 3)
    Main.twice     20 |   return x + x;                      returns 6 from Main.twice
    Main.producer  32 | a[1] = twice(node.val);              Ints#2[1] = 6
                   33 | k = a[1] + 1;                        k = 7
                   34 | send(queue, k);                      Queue#1 = [7]
                   35 | count = count + 1;                   Main.count = 1
                   36 | trace("made {0}", count);            prints "made 1"
                   37 | assert(k != 7, "seven is unlucky");

state at the end:

  globals
    Main.list  = Node#3
    Main.count = 1
    Main.queue = Queue#1
  thread 0
    Main.producer at line 37: assert(k != 7, "seven is unlucky");
      node = Node#3
      a    = Ints#2
      k    = 7
  thread 1
    Main.consumer at line 42: select {
      got = 0
  heap
    Queue#1 [ 7 ]
    Ints#2 [ 0, 6, 0 ]
    Node#3 { val = 3, next = null }

violated: unlucky.zing has 1 error
  = found by the explicit engine after 108 states and 158 transitions; its trace was replayed

"#]])
        .stderr_eq("");
}

#[test]
fn every_error_has_its_place() {
    run("check unlucky.zing --all-errors -q", 1).stdout_eq(str![[r#"
unlucky.zing:37:9: error[assertion]: an assertion fails: seven is unlucky
violated: unlucky.zing has 1 error

"#]]);
}

#[test]
fn mistakes_are_shown_with_their_lines() {
    let folder = folder("zing_mistakes");
    let program = "class Main {\n    activate static void main() {\n        int count;\n        coutn = 1;\n    }\n};\n";
    fs::write(folder.join("typo.zing"), program).unwrap();
    let output = cutpoint("check typo.zing").current_dir(&folder).assert().code(2);
    output.stdout_eq("").stderr_eq(str![[r#"
error[CP0151]: Nothing named `coutn` is known here.
 --> typo.zing:4:9
  |
4 |         coutn = 1;
  |         ^^^^^ unknown name
  |
  = help: did you mean `count`?


"#]]);
}

#[test]
fn the_core_of_a_program_can_be_checked_by_itself() {
    let core = stdout(&run("ir unlucky.zing", 0));
    let output = cutpoint("check - --lang core -q").stdin(core).assert().code(1);
    output.stdout_eq(str![[r#"
<stdin>:45:3: error[assertion]: an assertion fails: seven is unlucky
violated: <stdin> has 1 error

"#]]);
}
