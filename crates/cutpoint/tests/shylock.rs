//! The command on programs in Shylock.

mod support;

use std::fs;

use snapbox::str;
use support::{cutpoint, folder, run, stdout};

#[test]
fn a_trace_shows_source_lines() {
    run("check reverse.shy --summaries off", 1).stdout_eq(str![[r#"
error[assertion]: an assertion fails: the old first node is the last
  --> reverse.shy:10:5
   |
10 |     assert h.f = nil, "the old first node is the last"
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ false: h.f = Object#2

trace: 15 statements

  thread 0
    main      8 | h := build();
    build    13 |   l := new;                                   l = Object#1
             14 |   skip + (l.f := new; (skip + l.f.f := new))  [branch 2 of 2]  Object#1.f = Object#2
             14 |   skip + l.f.f := new                         [branch 1 of 2]
             12 |   return                                      returns Object#1 from build  h = Object#1
    main      9 | reverse(h);                                   calls reverse(h = Object#1)
    reverse  17 |   if (h.f = nil)
             18 |   t := h.f                                    t = Object#2
             18 |   reverse(t)                                  calls reverse(h = Object#2)
             17 |     if (h.f = nil)
             17 |     r := h                                    r = Object#2
             16 |     return                                    from reverse
             18 |   t.f := h                                    Object#2.f = Object#1
             16 |   return                                      from reverse
    main     10 | assert h.f = nil, "the old first node is the last"

state at the end:

  globals
    r = Object#2
  thread 0
    main at line 10: assert h.f = nil, "the old first node is the last"
      h = Object#1
  heap
    Object#1 { f = Object#2 }
    Object#2 { f = Object#1 }

violated: reverse.shy has 1 error
  = found by the explicit engine after 34 states and 34 transitions; its trace was replayed

"#]]);
}

#[test]
fn the_mended_program_holds_and_has_summaries() {
    let folder = folder("shylock_mended");
    let program = fs::read_to_string(support::models().join("reverse.shy")).unwrap();
    fs::write(folder.join("mended.shy"), program.replace("t.f := h }", "t.f := h; h.f := nil }")).unwrap();
    let output = cutpoint("check mended.shy -q").current_dir(&folder).assert().code(0);
    output.stdout_eq(str![[r#"
holds: in mended.shy, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle

"#]]);
    let output = cutpoint("summarize mended.shy --proc reverse").current_dir(&folder).assert().code(0);
    output.stdout_eq(str![[r#"
reverse: 3 patterns, 3 effects, used 5 times
  reads   h -> #1, #1.f = null
  does    r := #1
  used 2 times

  reads   h -> #1, #1.f -> #2, #2.f = null
  does    r := #2; #1.f := null; #2.f := #1
  used 2 times

  reads   h -> #1, #1.f -> #2, #2.f -> #3, #3.f = null
  does    r := #3; #1.f := null; #2.f := #1; #3.f := #2
  used once

holds: in mended.shy, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
  = every call is covered by a summary

"#]]);
}

#[test]
fn mistakes_are_shown_with_their_lines() {
    let folder = folder("shylock_mistakes");
    fs::write(folder.join("typo.shy"), "main :: x := new;\n    revers(x)\nreverse(h) :: h.f := nil\n")
        .unwrap();
    let output = cutpoint("check typo.shy").current_dir(&folder).assert().code(2);
    output.stdout_eq("").stderr_eq(str![[r#"
error[CP0321]: There is no procedure `revers`.
 --> typo.shy:2:5
  |
2 |     revers(x)
  |     ^^^^^^ not declared
  |
  = help: did you mean `reverse`?


"#]]);
}

#[test]
fn the_core_of_a_program_can_be_checked_by_itself() {
    let core = stdout(&run("ir reverse.shy", 0));
    cutpoint("check - --lang core -q").stdin(core).assert().code(1);
    let text = fs::read_to_string(support::models().join("reverse.shy")).unwrap();
    cutpoint("check - --lang shylock -q").stdin(text).assert().code(1);
}
