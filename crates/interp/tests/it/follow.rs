//! Calls in given states and their paths: what is an event and what is none, and every end.

use base::{Id, IndexVec};
use expect_test::{Expect, expect};
use interp::choices::Script;
use interp::{Context, Followed, NotFollowed, follow};
use ir::{ClassId, ObjectId, ProcId, Program, Value};
use verdict::{GivenObject, GivenStart, Path, PathEnd, PathEvent, ProgramPoint};

use crate::support::{program, violation_text};

pub(crate) fn int(number: i64) -> Value {
    Value::Int(number)
}

pub(crate) fn reference(number: usize) -> Value {
    Value::Ref(ObjectId::new(number))
}

pub(crate) fn object(class: usize, slots: &[Value]) -> GivenObject {
    GivenObject { class: ClassId::new(class), slots: slots.to_vec() }
}

/// A call of `proc0`, where the globals hold their defaults.
pub(crate) fn call(program: &Program, args: &[Value], objects: Vec<GivenObject>) -> GivenStart {
    let globals: IndexVec<_, _> = program.globals.iter().map(|global| Value::default_of(global.ty)).collect();
    GivenStart { proc: ProcId::new(0), args: args.to_vec(), globals, objects }
}

fn followed(program: &Program, start: &GivenStart, choices: &[u64]) -> Followed {
    follow(&Context::new(program), start, &mut Script::new(choices), 1_000).expect("the call has a path")
}

/// Follows calls of `proc0` in a program of these procedures, one for each list of arguments.
fn check(procs: &str, calls: &[(&[Value], &[u64])], expected: Expect) {
    let program = program(procs);
    let nodes =
        vec![object(0, &[reference(1), int(5)]), object(1, &[Value::Null, int(6), Value::Bool(true)])];
    let text = calls.iter().map(|(args, choices)| {
        let start = call(&program, args, nodes.clone());
        text_of(&followed(&program, &start, choices))
    });
    expected.assert_eq(&text.collect::<String>());
}

fn text_of(followed: &Followed) -> String {
    let Path { events, end, at } = &followed.path;
    let event = |event: &PathEvent| match event {
        PathEvent::Branch { proc: _, from, to } => format!("{from}-{to}"),
        PathEvent::Enter { proc } => format!("enter {proc}"),
    };
    let events: Vec<String> = events.iter().map(event).collect();
    let end = match end {
        PathEnd::Returned => format!("returned {:?}", followed.results),
        PathEnd::Failed { kind, span: _ } => violation_text(kind),
        PathEnd::Pruned => "pruned".to_owned(),
        PathEnd::Blocked => "blocked".to_owned(),
        PathEnd::Cut => "cut".to_owned(),
    };
    let ProgramPoint { proc, block, index } = at;
    format!("[{}] {end} at {proc} {block} {index}\n", events.join(", "))
}

#[test]
fn outcomes_of_branches_are_events_and_jumps_are_none() {
    let procs = "proc proc0(v0: i32) -> (i32) {
block0:
  branch v0 < 10, block1, block1
block1:
  v0 = v0 + 1
  goto block2
block2:
* branch v0 < 3, block1, block3
block3:
  switch v0 { 3 -> block4, 4 -> block4, 5 -> block5, else -> block4 }
block4:
  return v0
block5:
  return 0 - v0
}";
    let calls: &[(&[Value], &[u64])] = &[(&[int(0)], &[]), (&[int(3)], &[]), (&[int(4)], &[])];
    check(
        procs,
        calls,
        expect![[r#"
            [block2-block1, block2-block1, block2-block3, block3-block4] returned [Int(3)] at proc0 block4 0
            [block2-block3, block3-block4] returned [Int(4)] at proc0 block4 0
            [block2-block3, block3-block5] returned [Int(-5)] at proc0 block5 0
        "#]],
    );
}

#[test]
fn dispatch_is_a_branch_and_calls_enter_procedures() {
    let procs = "proc proc0(v0: class0) -> (i32) {
  temp v1: i32
block0:
  switch class v0 { class0 -> block1, class1 -> block2, else -> block1 }
block1:
* v1 = call proc1(v0) -> block3
block2:
* v1 = call proc2(v0) -> block3
block3:
  return v1
}
proc proc1(v0: class0) -> (i32) {
block0:
  v0 = load v0.field0
  branch v0 == null, block1, block2
block1:
  return 1
block2:
  return 2
}
proc proc2(v0: class0) -> (i32) {
  temp v1: i32
block0:
  v1 = load v0.field1
  return v1
}";
    let calls: &[(&[Value], &[u64])] =
        &[(&[reference(0)], &[]), (&[reference(1)], &[]), (&[Value::Null], &[])];
    check(
        procs,
        calls,
        expect![[r#"
            [block0-block1, enter proc1, block0-block2] returned [Int(2)] at proc0 block3 0
            [block0-block2, enter proc2] returned [Int(6)] at proc0 block3 0
            [] null-dereference at proc0 block0 0
        "#]],
    );
}

#[test]
fn recursive_calls_are_entered_again_and_again() {
    let procs = "proc proc0(v0: class0) -> (i32) {
  temp v1: i32
block0:
  branch v0 == null, block1, block2
block1:
  return 0
block2:
  v0 = load v0.field0
* v1 = call proc0(v0) -> block3
block3:
  return v1 + 1
}";
    check(
        procs,
        &[(&[reference(0)], &[]), (&[Value::Null], &[])],
        expect![[r#"
            [block0-block2, enter proc0, block0-block2, enter proc0, block0-block1] returned [Int(2)] at proc0 block3 0
            [block0-block1] returned [Int(0)] at proc0 block1 0
        "#]],
    );
}

#[test]
fn a_path_ends_at_the_instruction_that_fails_or_that_an_assumption_stops_at() {
    let procs = "proc proc0(v0: class0, v1: i32) {
block0:
  v1 = v1 / 2
  assume v1 != 1
  branch v1 == 2, block1, block2
block1:
  v0 = load v0.field0
  v0 = load v0.field0
  v1 = load v0.field1
  return
block2:
  assert v1 == 3, \"three\"
  return
}";
    let calls: &[(&[Value], &[u64])] = &[
        (&[Value::Null, int(2)], &[]),
        (&[Value::Null, int(4)], &[]),
        (&[reference(1), int(4)], &[]),
        (&[reference(0), int(4)], &[]),
        (&[Value::Null, int(8)], &[]),
        (&[Value::Null, int(6)], &[]),
    ];
    check(
        procs,
        calls,
        expect![[r#"
            [] pruned at proc0 block0 1
            [block0-block1] null-dereference at proc0 block1 0
            [block0-block1] null-dereference at proc0 block1 1
            [block0-block1] null-dereference at proc0 block1 2
            [block0-block2] assertion: three at proc0 block2 0
            [block0-block2] returned [] at proc0 block2 1
        "#]],
    );
}

#[test]
fn choices_of_targets_are_events_and_choices_of_values_are_none() {
    let procs = "proc proc0(v0: i32) -> (i32) {
block0:
  v0 = choose 1..3
  goto block1, block2, block1
block1:
  return v0
block2:
  return 0 - v0
}";
    let calls: &[(&[Value], &[u64])] =
        &[(&[int(0)], &[0, 0]), (&[int(0)], &[2, 0]), (&[int(0)], &[2, 2]), (&[int(0)], &[1, 1])];
    check(
        procs,
        calls,
        expect![[r#"
            [block0-block1] returned [Int(1)] at proc0 block1 0
            [block0-block1] returned [Int(3)] at proc0 block1 0
            [block0-block1] returned [Int(3)] at proc0 block1 0
            [block0-block2] returned [Int(-2)] at proc0 block2 0
        "#]],
    );
}

#[test]
fn selects_are_branches_and_may_block() {
    let procs = "proc proc0(v0: i32) {
block0:
  select { wait v0 > 1 -> block1; wait v0 > 2 -> block2 }
block1:
  return
block2:
  return
}";
    let calls: &[(&[Value], &[u64])] = &[(&[int(1)], &[]), (&[int(2)], &[]), (&[int(3)], &[1])];
    check(
        procs,
        calls,
        expect![[r#"
            [] blocked at proc0 block0 0
            [block0-block1] returned [] at proc0 block1 0
            [block0-block2] returned [] at proc0 block2 0
        "#]],
    );
}

#[test]
fn the_final_state_is_the_one_that_the_path_reaches() {
    let program = program(
        "proc proc0(v0: class0) {
block0:
  store v0.field1 = 9
  g3 = v0
  v0 = load v0.field0
  store v0.field1 = 8
  return
}",
    );
    let nodes = vec![object(0, &[reference(1), int(5)]), object(0, &[Value::Null, int(6)])];
    let whole = followed(&program, &call(&program, &[reference(0)], nodes), &[]);
    let slots = |state: &interp::State, object| state.heap.slots(ObjectId::new(object)).to_vec();
    assert_eq!(whole.path.end, PathEnd::Returned);
    assert_eq!(slots(&whole.state, 0), [reference(1), int(9)]);
    assert_eq!(slots(&whole.state, 1), [Value::Null, int(8)]);
    assert!(whole.state.threads.is_empty() && whole.state.globals.iter().any(|&value| value == reference(0)));

    let single = vec![object(0, &[Value::Null, int(5)])];
    let failed = followed(&program, &call(&program, &[reference(0)], single), &[]);
    assert_eq!((failed.path.at.index, failed.n_instructions), (3, 3));
    assert_eq!(slots(&failed.state, 0), [Value::Null, int(9)]);
    assert_eq!(failed.state.threads.len(), 1);
}

#[test]
fn init_and_the_threads_of_the_program_do_not_run() {
    let program = program(
        "init proc1\nthread proc2\nproc proc0() -> (i32) {\nblock0:\n  return self\n}
proc proc1() {\nblock0:\n  assert false\n  return\n}
proc proc2() {\nblock0:\n  assert false\n  return\n}",
    );
    let start = call(&program, &[], Vec::new());
    assert_eq!(followed(&program, &start, &[]).results, [int(0)]);
}

#[test]
fn long_paths_are_cut_and_calls_without_a_path_are_refused() {
    let program = program("proc proc0(v0: i32) {\nblock0:\n* v0 = choose 0..1\n  goto block0\n}");
    let start = call(&program, &[int(0)], Vec::new());
    let ctx = Context::new(&program);
    let follow = |start, choices: &[u64], most| follow(&ctx, start, &mut Script::new(choices), most);
    let cut = follow(&start, &[0, 1], 3).expect("the path is cut");
    assert_eq!((cut.path.end, cut.path.at.index, cut.n_instructions), (PathEnd::Cut, 1, 3));
    let refused = |start, choices, most| follow(start, choices, most).map(|_| ()).expect_err("no path");
    let undecided = |answer| NotFollowed::Undecided { answer, alternatives: 2 };
    assert_eq!(refused(&start, &[0], 3), undecided(None));
    assert_eq!(refused(&start, &[2], 3), undecided(Some(2)));
    let unfit = call(&program, &[Value::Null], Vec::new());
    let text = refused(&unfit, &[], 3).to_string();
    assert_eq!(
        text,
        "the program cannot begin as given: the parameter `` of `` is of type `i32` and cannot hold null"
    );
}
