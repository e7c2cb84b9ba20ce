//! Selects: guards, joins, receives, observers, blocking.

use base::Id;

use crate::support::{check_endings, numbered, program, sequential};

/// One thread with a channel of the messages 1, 2, 3, and this select; `block1` ends with x plus 10, `block2` with x
/// plus 20.
fn with_messages(select: &str) -> ir::Program {
    sequential(&format!(
        "local v0 \"a\": i32\nlocal v1 \"other\": class6\nblock0:\ng6 = new class6\nsend g6, 1\nsend g6, 2\nsend g6, 3\n\
         v1 = new class6\n{select}\n\
         block1:\ng0 = g0 + 10\ng1 = size g6\nreturn\nblock2:\ng0 = g0 + 20\ng1 = size g6\nreturn"
    ))
}

fn check(select: &str, expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|text| text.replace(" c", " c=Chan#1")).collect();
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    check_endings(&with_messages(select), &expected);
}

#[test]
fn a_join_is_open_when_all_its_guards_are() {
    check("select { wait g0 == 0 -> block1; wait g0 == 1 -> block2 }", &["x=10 y=3 c"]);
    check("select { wait g0 == 0, wait g0 == 1 -> block1; always -> block2 }", &["x=20 y=3 c"]);
    check("select { wait true -> block1; always -> block2 }", &["x=10 y=3 c", "x=20 y=3 c"]);
    check("select first { wait true -> block1; always -> block2 }", &["x=10 y=3 c"]);
    check("select first { wait false -> block1; always -> block2 }", &["x=20 y=3 c"]);
    check("select { wait false -> block1; wait g0 == 1 -> block2 }", &["deadlock"]);
    check("select end { wait false -> block1; wait g0 == 1 -> block2 }", &["c=Chan#1"]);
}

#[test]
fn receives_take_the_oldest_messages() {
    check("select { g0 = receive g6 -> block1 }", &["x=11 y=2 c"]);
    check("select { v0 = receive g6, g0 = receive g6 -> block1 }", &["x=12 y=1 c"]);
    check("select { g0 = receive v1 -> block1; always -> block2 }", &["x=20 y=3 c"]);
    check("select { g0 = receive v1 -> block1 }", &["deadlock"]);
    check(
        "select { g0 = receive g6 -> block1; g0 = receive g6, g0 = receive g6 -> block2 }",
        &["x=11 y=2 c", "x=22 y=1 c"],
    );
}

#[test]
fn a_join_needs_as_many_messages_as_it_receives() {
    let three = "v0 = receive g6, v0 = receive g6, g0 = receive g6";
    check(&format!("select {{ {three} -> block1 }}"), &["x=13 c"]);
    check(&format!("select {{ {three}, v0 = receive g6 -> block1; always -> block2 }}"), &["x=20 y=3 c"]);
    check(&format!("v1 = g6\nselect {{ {three}, v0 = receive v1 -> block1 }}"), &["deadlock"]);
}

#[test]
fn channels_are_found_before_messages_are_written() {
    // The first receive writes the number that the wait behind it reads.
    check("select { g0 = receive g6, wait g0 == 0, g0 = receive g6 -> block1 }", &["x=12 y=1 c"]);
}

#[test]
fn a_fault_in_a_guard_opens_the_join_and_happens_when_it_is_taken() {
    let fault = "wait (1 /{i32} g0) == 1";
    check(&format!("select {{ {fault} -> block1 }}"), &["division-by-zero"]);
    check(&format!("select {{ {fault} -> block1; always -> block2 }}"), &["division-by-zero", "x=20 y=3 c"]);
    check(&format!("select first {{ always -> block2; {fault} -> block1 }}"), &["x=20 y=3 c"]);
    check(&format!("select {{ wait false, {fault} -> block1; always -> block2 }}"), &["x=20 y=3 c"]);
    check(
        &format!("select {{ {fault}, wait false -> block1; always -> block2 }}"),
        &["division-by-zero", "x=20 y=3 c"],
    );
    check("g6 = null\nselect { g0 = receive g6 -> block1 }", &["null-dereference"]);
}

#[test]
fn a_fault_leaves_the_thread_movable_until_it_moves() {
    // The other thread may repair the guard first.
    let text = r#"
thread proc0
thread proc1
proc proc0 "waiter"() {
block0:
* select { wait (1 /{i32} g0) == 1 -> block1 }
block1:
  g1 = 1
  return
}
proc proc1 "repairer"() {
block0:
* g0 = 1
  return
}
"#;
    check_endings(&program(text), &["division-by-zero", "x=1 y=1"]);
}

#[test]
fn observers_run_to_completion_without_effect() {
    let text = |argument: i64| {
        format!(
            r#"
thread proc0
proc proc0 "main"() {{
block0:
  g3 = new class0
  store g3.field1 = 4
* select {{ wait call proc1({argument}) -> block1 }}
block1:
  g0 = 1
  return
}}
proc proc1 "holds"(v0 "wanted": i32) -> (bool) observer {{
  local v1 "got": i32
block0:
* v1 = call proc2(g3) -> block1
block1:
* branch v1 > 0, block2, block3
block2:
  v1 = v1 - 1
  v0 = v0 - 1
  goto block1
block3:
  assert v0 < 7
  return v0 == 0
}}
proc proc2 "value"(v0 "node": class0) -> (i32) observer {{
  local v1: i32
block0:
* v1 = load v0.field1
  return v1
}}
"#
        )
    };
    check_endings(&program(&text(4)), &["x=1 n=Node#1"]);
    check_endings(&program(&text(3)), &["deadlock"]);
    check_endings(&program(&text(11)), &["assertion"]);
}

#[test]
fn an_observer_that_does_not_end_is_given_up() {
    let text = r#"
thread proc0
proc proc0 "main"() {
block0:
* select { wait call proc1() -> block1 }
block1:
  return
}
proc proc1 "endless"() -> (bool) observer {
block0:
* goto block0
}
"#;
    let found = interp::explore(&program(text), interp::ExploreOptions::up_to(10));
    assert_eq!(found.stopped, Some(verdict::StopReason::StepTooLong(1_000_000)));
}

#[test]
fn a_fault_in_a_guard_is_the_fault_of_the_select() {
    let text = r#"
thread proc0
proc proc0 "main"() {
block0:
* g2 = choose bool
  branch g2, block1, block2
block1:
* select { wait (1 /{i32} g0) == 1 -> block3 }
block2:
* select { wait call proc1() -> block3 }
block3:
  return
}
proc proc1 "wrong"() -> (bool) observer {
block0:
* assert g0 == 1
  return true
}
"#;
    let program = numbered(text);
    let main = program.procs.iter().next().expect("one procedure");
    let select = |block| Some(main.blocks[ir::BlockId::new(block)].terminator.site.span);
    let found = interp::explore(&program, interp::ExploreOptions::up_to(100)).errors();
    let spans: Vec<_> = found.iter().map(|&(slug, span)| (slug, Some(span))).collect();
    assert_eq!(spans, [("assertion", select(2)), ("division-by-zero", select(1))]);
}
