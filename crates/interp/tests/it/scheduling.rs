//! Threads: steps, interleaving, atomic sections, initialisation, numbers, ends and deadlocks.

use interp::{Context, ExploreOptions, State, explore, movable_threads, transition};
use verdict::StopReason;

use crate::support::{check_endings, endings, program, sequential};

#[test]
fn threads_interleave_between_steps_and_never_inside_one() {
    let increments = |second: &str| {
        format!(
            r#"
thread proc0
thread proc0
proc proc0 "inc"() {{
  local v0: i32
block0:
* v0 = g0
{second} g0 = v0 + 1
  return
}}
"#
        )
    };
    check_endings(&program(&increments("*")), &["x=1", "x=2"]);
    check_endings(&program(&increments(" ")), &["x=2"]);
}

#[test]
fn nothing_interleaves_inside_an_atomic_section_even_through_calls() {
    let text = |begin: &str, end: &str| {
        format!(
            r#"
thread proc0
thread proc0
proc proc0 "inc"() {{
  local v0: i32
block0:
* {begin}
* v0 = call proc1() -> block1
block1:
* g0 = v0 + 1
* {end}
* return
}}
proc proc1 "get"() -> (i32) {{
block0:
* atomic begin
* g1 = 7
* atomic end
* return g0
}}
"#
        )
    };
    check_endings(&program(&text("atomic begin", "atomic end")), &["x=2 y=7"]);
    check_endings(&program(&text("yield", "yield")), &["x=1 y=7", "x=2 y=7"]);
}

#[test]
fn blocking_inside_an_atomic_section_is_a_fault() {
    let text = |begin: &str, end: &str, mark: &str| {
        format!("block0:\n{begin}\n{mark} select {{ wait false -> block1 }}\nblock1:\n{end}\nreturn")
    };
    for mark in ["*", " "] {
        check_endings(&sequential(&text("atomic begin", "atomic end", mark)), &["blocking-in-atomic"]);
        check_endings(&sequential(&text("yield", "yield", mark)), &["deadlock"]);
    }
}

#[test]
fn a_move_that_ends_before_a_blocked_select_in_an_atomic_loop_is_followed_by_the_fault() {
    let text = "block0:\n* atomic begin\ngoto block1\nblock1:\n* select { wait g0 == 0 -> block2 }\n\
                block2:\n* g0 = 1\nbranch g2, block3, block1\nblock3:\n* atomic end\nreturn";
    check_endings(&sequential(text), &["blocking-in-atomic"]);
}

#[test]
fn an_unmarked_select_goes_on_in_the_same_step_or_stops_there() {
    let text = r#"
thread proc0
thread proc1
proc proc0 "waiter"() {
block0:
* g1 = 1
  select { wait g0 == 1 -> block1 }
block1:
  g1 = g1 + 1
  return
}
proc proc1 "setter"() {
block0:
* g0 = 1
  return
}
"#;
    let program = program(text);
    check_endings(&program, &["x=1 y=2"]);
    // Waiter first: it stops at the select, cannot move, and goes on after the setter.
    let ctx = Context::new(&program);
    let mut state = State::initial(&ctx);
    let step = |state: &mut State, thread| {
        transition(&ctx, state, thread, &mut interp::Script::new(&[]), &mut ()).expect("the thread can move");
        movable_threads(&ctx, state).expect("guards end")
    };
    assert_eq!(step(&mut state, 0), [1]);
    assert_eq!(step(&mut state, 1), [0]);
    assert_eq!(step(&mut state, 0), [0_usize; 0]);
    // Setter first: the waiter needs one step for all.
    let mut state = State::initial(&ctx);
    assert_eq!(step(&mut state, 1), [0]);
    assert_eq!(step(&mut state, 0), [0_usize; 0]);
}

#[test]
fn init_runs_alone_and_first() {
    let text = r#"
init proc1
thread proc0
thread proc0
proc proc0 "worker"() {
block0:
* assert g0 == 3
* g1 = g1 + 1
* return
}
proc proc1 "init"() {
block0:
* g0 = 1
* g0 = 2
* g0 = 3
* g9 = new class0
* return
}
"#;
    check_endings(&program(text), &["x=3 y=2 o=Node#1"]);
    let blocks = "init proc0\nproc proc0 \"init\"() {\nblock0:\n* select end { wait false -> block1 }\nblock1:\nreturn\n}";
    check_endings(&program(blocks), &["blocking-in-atomic"]);
}

#[test]
fn threads_are_numbered_in_order_of_creation() {
    let text = r#"
init proc2
thread proc0
thread proc1
proc proc0 "first"() {
block0:
* assert self == 0
  spawn proc3(10, 2)
* assert self == 0
  return
}
proc proc1 "second"() {
block0:
* assert self == 1
  return
}
proc proc2 "init"() {
block0:
* assert self == -1
  return
}
proc proc3 "child"(v0 "a": i32, v1 "number": i32) {
block0:
* assert self == v1, "the number of the child"
  g0 = g0 + v0
  branch v1 == 2, block1, block2
block1:
* spawn proc3(20, 3)
  return
block2:
* return
}
"#;
    check_endings(&program(text), &["x=30"]);
}

#[test]
fn a_finished_thread_leaves_nothing_behind_unless_numbers_matter() {
    let text = |condition: &str| {
        format!(
            r#"
thread proc0
proc proc0 "parent"() {{
block0:
* spawn proc1()
* select {{ wait g2 -> block1 }}
block1:
  g2 = false
  goto block0
}}
proc proc1 "child"() {{
block0:
* g2 = {condition}
  return
}}
"#
        )
    };
    let found = explore(&program(&text("true")), ExploreOptions::up_to(1000));
    assert_eq!((found.states, found.complete()), (3, true));
    let found = explore(&program(&text("self >= 0")), ExploreOptions::up_to(1000));
    assert_eq!((found.states, found.complete()), (1000, false));
}

#[test]
fn a_program_ends_when_all_threads_have_or_wait_at_a_valid_end() {
    let text = |server_end: &str, client_end: &str| {
        format!(
            r#"
thread proc0
thread proc1
proc proc0 "server"() {{
block0:
* select {server_end} {{ wait g2 -> block0 }}
}}
proc proc1 "client"() {{
block0:
* select {client_end} {{ wait g0 == 1 -> block1 }}
block1:
  return
}}
"#
        )
    };
    check_endings(&program(&text("end", "end")), &[""]);
    check_endings(&program(&text("end", "")), &["deadlock"]);
    check_endings(&program(&text("", "end")), &["deadlock"]);
    check_endings(&program(""), &[""]);
}

#[test]
fn a_loop_inside_an_atomic_section_is_cut_into_moves_of_the_same_thread() {
    let text = |body: &str| {
        format!(
            r#"
thread proc0
thread proc1
proc proc0 "looper"() {{
block0:
* atomic begin
* goto block1
block1:
* branch g0 < 3, block2, block3
block2:
* {body}
* goto block1
block3:
* atomic end
* return
}}
proc proc1 "other"() {{
block0:
* assert g0 == 0 | g0 == 3
  return
}}
"#
        )
        .replace("g0 == 0 | g0 == 3", "(g0 == 0) || (g0 == 3)")
    };
    let counting = program(&text("g0 = g0 + 1"));
    check_endings(&counting, &["x=3"]);
    let found = explore(&counting, ExploreOptions::up_to(1000));
    assert!(found.complete() && found.violations.is_empty());
    // An endless loop has finitely many states, and the other thread never gets its turn.
    let endless = explore(&program(&text("g1 = 0")), ExploreOptions::up_to(1000));
    assert!(endless.complete() && endless.violations.is_empty());
}

#[test]
fn recursion_inside_an_atomic_section_is_cut_into_moves() {
    let text = r#"
thread proc0
proc proc0 "main"() {
block0:
* atomic begin
* call proc1() -> block1
block1:
* atomic end
* return
}
proc proc1 "down"() {
block0:
* call proc1() -> block1
block1:
* return
}
"#;
    let found = explore(&program(text), ExploreOptions::up_to(100));
    assert_eq!((found.states, found.stopped), (100, Some(StopReason::StateLimit(100))));
}

#[test]
fn a_choice_too_wide_for_a_trace_is_given_up() {
    let text = "block0:\ng0 = convert{i64 -> i32}(0)\nreturn";
    check_endings(&sequential(text), &[""]);
    let wide = "local v0: i64\nblock0:\nv0 = choose -9000000000..9000000000\nreturn";
    let found = endings(&sequential(wide));
    assert!(found.iter().all(|end| end.starts_with("gave up")), "{found:?}");
}
