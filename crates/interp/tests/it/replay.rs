//! Replay: agreement with exploration, detection of tampered traces, and what an execution shows.

use expect_test::{Expect, expect};
use interp::{Detail, DivergenceReason, ExploreOptions, explore, replay};
use ir::{FaultKind, Program};
use verdict::{
    CallEvent, Execution, Property, Snapshot, Trace, TraceStep, Violation, ViolationKind, Witness,
};

use crate::support::{number_statements, numbered, sequential, shown};

/// Two threads that race for x, one of which chooses; ends well, in an assertion, or in a deadlock.
const RACE: &str = r#"
thread proc0
thread proc1
proc proc0 "chooser"() {
  local v0 "by": i32
block0:
* v0 = choose 1..3
* g0 = g0 + v0
* assert g0 != 3, "three"
* return
}
proc proc1 "waiter"() {
block0:
* g0 = g0 + 1
* select { wait g0 == 2 -> block1; wait g0 == 3 -> block1 }
block1:
  return
}
"#;

/// Toggles forever; accepting where b is true.
const TOGGLE: &str = r#"
thread proc0
proc proc0 "toggle"() {
  local v0 "junk": i32
block0:
* g0 = 1
* goto block1
block1:
* v0 = choose 0..2
  g2 = ! g2
* accept g2
* goto block1
}
"#;

fn violations(program: &Program) -> Vec<Violation> {
    let found = explore(program, ExploreOptions::up_to(10_000));
    assert!(found.complete() && !found.violations.is_empty());
    found.violations
}

#[test]
fn every_violation_that_exploration_finds_replays() {
    let null = "thread proc0\nproc proc0() {\nblock0:\n* g2 = choose bool\n* branch g2, block1, block2\nblock1:\n* g0 = load g3.field1\nreturn\nblock2:\nreturn\n}";
    let mut kinds = Vec::new();
    for text in [RACE, TOGGLE, null] {
        let program = numbered(text);
        for violation in violations(&program) {
            kinds.push(violation.kind.slug());
            let execution = replay(&program, &Property::NoErrors, &violation, Detail { states: true });
            let execution = execution.unwrap_or_else(|divergence| panic!("{divergence}: {violation:?}"));
            let execution = execution.steps().expect("it is a plain trace");
            assert_eq!(execution.moments.iter().filter(|moment| moment.state.is_none()).count(), 0);
        }
    }
    kinds.sort_unstable();
    assert_eq!(kinds, ["acceptance-cycle", "assertion", "deadlock", "null-dereference"]);
}

/// The violation of this kind, changed by `tamper`, must diverge at this step with this message.
fn check_tampered(text: &str, slug: &str, tamper: impl Fn(&mut Violation), step: usize, message: &str) {
    let program = numbered(text);
    let all = violations(&program);
    let mut violation = all.into_iter().find(|violation| violation.kind.slug() == slug).expect("it is found");
    replay(&program, &Property::NoErrors, &violation, Detail::default())
        .expect("it replays before it is changed");
    tamper(&mut violation);
    let divergence =
        replay(&program, &Property::NoErrors, &violation, Detail::default()).expect_err("it is refused");
    assert_eq!((divergence.step, divergence.reason.to_string().as_str()), (step, message));
}

fn steps(violation: &mut Violation) -> &mut Trace {
    match &mut violation.witness {
        Witness::Steps(trace) => trace,
        Witness::Shared(_) => panic!("exploration gives plain traces"),
    }
}

#[test]
fn a_tampered_assertion_is_refused() {
    // The shortest way to the assertion: choose 3, add, assert.
    let check =
        |tamper: fn(&mut Violation), step, message| check_tampered(RACE, "assertion", tamper, step, message);
    check(|it| _ = steps(it).steps.pop(), 2, "the claimed violation does not happen");
    check(|it| steps(it).steps.clear(), 0, "the claimed violation does not happen");
    check(|it| steps(it).steps.push(step(1, &[])), 2, "the claimed violation happens before the last step");
    check(|it| steps(it).steps[0].choices = vec![1], 3, "the claimed violation does not happen");
    check(|it| steps(it).steps[0].choices = vec![3], 0, "alternative 3 of 3 does not exist");
    check(|it| steps(it).steps[0].choices.clear(), 0, "a choice among 3 alternatives is not recorded");
    check(|it| steps(it).steps[1].choices.push(0), 1, "1 choices are recorded but only 0 are met");
    check(|it| steps(it).steps[1].thread = 2, 1, "thread 2 of 2 does not exist");
    check(|it| steps(it).loop_start = Some(0), 3, "the loop of the execution is out of place");
    check(|it| it.span = None, 2, "another violation happens: assertion");
    check(|it| it.kind = ViolationKind::Deadlock, 2, "another violation happens: assertion");
    check(
        |it| it.kind = ViolationKind::Fault(FaultKind::Overflow),
        2,
        "another violation happens: assertion",
    );
    check(
        |it| it.kind = ViolationKind::Assertion { message: None },
        2,
        "another violation happens: assertion",
    );
}

#[test]
fn a_tampered_deadlock_is_refused() {
    let check =
        |tamper: fn(&mut Violation), step, message| check_tampered(RACE, "deadlock", tamper, step, message);
    check(|it| _ = steps(it).steps.pop(), 4, "the claimed violation does not happen");
    check(|it| steps(it).steps.push(step(0, &[])), 5, "thread 0 cannot move");
    check(|it| it.span = None, 5, "another violation happens: deadlock");
    check(
        |it| it.kind = ViolationKind::Fault(FaultKind::Overflow),
        5,
        "the claimed violation does not happen",
    );
}

#[test]
fn a_tampered_cycle_is_refused() {
    let check = |tamper: fn(&mut Violation), step, message| {
        check_tampered(TOGGLE, "acceptance-cycle", tamper, step, message)
    };
    let end = "the state differs from the one where the loop begins";
    check(|it| _ = steps(it).steps.pop(), 8, end);
    check(|it| steps(it).loop_start = Some(0), 9, end);
    check(|it| steps(it).loop_start = Some(9), 9, "the loop of the execution is out of place");
    check(|it| steps(it).loop_start = None, 9, "the loop of the execution is out of place");
    check(|it| it.span = None, 9, "the loop passes no accepting state as claimed");
    check(|it| it.kind = ViolationKind::Deadlock, 9, "the loop of the execution is out of place");
}

#[test]
fn a_loop_closes_whatever_its_dead_locals_hold() {
    let program = numbered(TOGGLE);
    let mut violation = violations(&program).remove(0);
    let loop_start = steps(&mut violation).loop_start.expect("a cycle has a loop");
    for step in &mut steps(&mut violation).steps[loop_start..] {
        step.choices.iter_mut().for_each(|choice| *choice = 2);
    }
    replay(&program, &Property::NoErrors, &violation, Detail::default())
        .expect("the local is written before it is read again");
}

#[test]
fn other_threads_cannot_move_into_an_atomic_section() {
    let text = "thread proc0\nthread proc0\nproc proc0() {\nblock0:\n* atomic begin\ngoto block1\nblock1:\n* g2 = choose bool\n\
                branch g2, block1, block2\nblock2:\n* assert false\natomic end\nreturn\n}";
    let program = numbered(text);
    let violation = violations(&program).remove(0);
    let mut tampered = violation.clone();
    steps(&mut tampered).steps[1].thread = 1;
    let divergence = replay(&program, &Property::NoErrors, &tampered, Detail::default())
        .expect_err("only the first thread may move");
    assert_eq!((divergence.step, divergence.reason), (1, DivergenceReason::CannotMove { thread: 1 }));
}

#[test]
fn pruned_executions_are_no_witnesses() {
    let mut program = sequential("* g2 = choose bool\nassume g2\nassert ! g2");
    number_statements(&mut program);
    let mut violation = violations(&program).remove(0);
    steps(&mut violation).steps[0].choices = vec![0];
    let divergence = replay(&program, &Property::NoErrors, &violation, Detail::default())
        .expect_err("the assumption is false");
    assert_eq!(divergence.reason, DivergenceReason::Pruned);
}

#[test]
fn a_trace_of_many_steps_replays_in_linear_time() {
    let mut program = sequential(
        "block0:\n* g0 = g0 + 1\nbranch g0 < 300000, block0, block1\nblock1:\nassert false\nreturn",
    );
    number_statements(&mut program);
    let ir::Block { instrs, .. } =
        program.procs.iter().next().expect("one procedure").blocks.iter().nth(1).expect("two blocks");
    let violation = Violation {
        kind: ViolationKind::Assertion { message: None },
        span: instrs[0].site.span,
        witness: Trace { steps: vec![step(0, &[]); 300_000], loop_start: None, ..Trace::default() }.into(),
    };
    let execution = replay(&program, &Property::NoErrors, &violation, Detail::default()).expect("it replays");
    assert_eq!(execution.steps().map(|steps| steps.moments.len()), Some(300_001));
}

fn step(thread: usize, choices: &[u64]) -> TraceStep {
    TraceStep { thread, choices: choices.to_vec() }
}

/// The first violation of the program, as text.
fn check_told(text: &str, detail: Detail, expected: Expect) {
    let program = numbered(text);
    let violation = violations(&program).remove(0);
    let execution = replay(&program, &Property::NoErrors, &violation, detail).expect("it replays");
    expected.assert_eq(&text_of(execution.steps().expect("it is a plain trace")));
}

fn text_of(execution: &Execution) -> String {
    let mut text = String::new();
    for (index, moment) in execution.moments.iter().enumerate() {
        if execution.loop_start == Some(index) {
            text += "loop:\n";
        }
        let thread = moment.thread.map_or("init".to_owned(), |number| number.to_string());
        let place = moment.span.map_or("-".to_owned(), |span| (span.start / 100).to_string());
        text += &format!("step {} thread {thread} {} @{place}", moment.trace_step, moment.proc);
        text += &(if moment.returns { " return" } else { "" }.to_owned() + &" ^".repeat(moment.depth));
        moment.calls.iter().for_each(|event| text += &format!(" {}", call_text(event)));
        moment.choices.iter().for_each(|choice| text += &format!(" [{choice}]"));
        for change in &moment.changes {
            text += &format!(" {} = {}", change.target, shown(&change.value));
        }
        moment.output.iter().for_each(|line| text += &format!(" prints {line:?}"));
        moment.operands.iter().for_each(|it| text += &format!(" because {}={}", it.name, shown(&it.value)));
        text += "\n";
        if let Some(state) = &moment.state {
            text += &snapshot_text("    | ", state);
        }
    }
    text + "last:\n" + &snapshot_text("    ", &execution.last)
}

fn call_text(event: &CallEvent) -> String {
    let values = |bindings: &[verdict::Binding]| {
        bindings.iter().map(|it| format!("{}={}", it.name, shown(&it.value))).collect::<Vec<_>>().join(",")
    };
    match event {
        CallEvent::Call { proc, args } => format!("calls {proc}({})", values(args)),
        CallEvent::Return { proc, results, exception: None } => {
            format!("leaves {proc} [{}]", results.iter().map(shown).collect::<Vec<_>>().join(","))
        }
        CallEvent::Return { proc, exception: Some(name), .. } => format!("leaves {proc} by {name}"),
        CallEvent::Start { thread, proc, args } => format!("starts {thread} {proc}({})", values(args)),
    }
}

fn snapshot_text(indent: &str, snapshot: &Snapshot) -> String {
    let bindings = |bindings: &[verdict::Binding]| {
        let shown = bindings.iter().filter(|binding| shown(&binding.value) != "null");
        shown.map(|binding| format!(" {}={}", binding.name, self::shown(&binding.value))).collect::<String>()
    };
    let mut text = String::new();
    for thread in &snapshot.threads {
        for frame in &thread.frames {
            let place = frame.span.map_or("-".to_owned(), |span| (span.start / 100).to_string());
            let locals = bindings(&frame.locals);
            text +=
                &format!("{indent}{:?} {:?} {} @{place}{locals}\n", thread.number, thread.status, frame.proc);
        }
    }
    for object in &snapshot.objects {
        text += &format!("{indent}{}#{}:{}\n", object.class, object.number, bindings(&object.slots));
    }
    text
}

#[test]
fn an_execution_tells_what_changed_in_the_users_terms() {
    let text = r#"
init proc1
thread proc0
proc proc0 "main"() {
  local v0 "node": class0
  local v1 "tone": enum0
  temp v2: i32
  local v3 "pair": class3
block0:
* v0 = new class1
  store v0.field1 = 0
  store v0.field1 = 5
* v1 = choose enum0
* store v0.field0 = v0
  store v0.field0 = v0
* v3 = new class3
  store v3[1] = v1
* atomic begin
* g0 = 1
  g0 = 0
* g10 = 1
* atomic end
* insert g5, 4
  insert g5, 4
* send g6, 11
  send g6, 14
* select { wait false -> block1; v2 = receive g6, g1 = receive g6 -> block2 }
block1:
* return
block2:
* trace "{0} of {1}", v2, g10
* trace "done", v1, v0, null
* g1 = call proc2(v2) -> block3
block3:
* goto block1, block4
block4:
* assert (v1 != 2) || (g1 == 0), "blue"
* return
}
proc proc1 "init"() {
block0:
* g5 = new class4
* g6 = new class6
* g3 = new class0
* g3 = null
* return
}
proc proc2 "inc"(v0 "n": i32) -> (i32) {
block0:
* return v0 + 1
}
"#;
    check_told(
        text,
        Detail::default(),
        expect![[r#"
            step 0 thread init init @25 bag = Bag#1
            step 0 thread init init @26 c = Chan#2
            step 0 thread init init @27 n = Node#3
            step 0 thread init init @28 n = null
            step 0 thread init init @29 return leaves init []
            step 1 thread 0 main @2 node = Leaf#4 Leaf#4.val = 5
            step 2 thread 0 main @3 [choose = blue] tone = blue
            step 3 thread 0 main @4 Leaf#4.next = Leaf#4
            step 4 thread 0 main @5 pair = Pair#5 Pair#5[1] = blue
            step 5 thread 0 main @6
            step 5 thread 0 main @7
            step 5 thread 0 main @8 text = "two words"
            step 5 thread 0 main @9
            step 6 thread 0 main @10 Bag#1 = {4}
            step 7 thread 0 main @11 Chan#2 = [11, 14]
            step 8 thread 0 main @12 [join 2 of 2] Chan#2 = [] y = 14
            step 9 thread 0 main @16 prints "11 of \"two words\""
            step 10 thread 0 main @17 prints "done blue, Leaf#4, null"
            step 11 thread 0 main @18 calls inc(n=11)
            step 12 thread 0 inc @31 return ^ leaves inc [12] y = 12
            step 13 thread 0 main @20 [branch 2 of 2]
            step 14 thread 0 main @22 because tone=blue because y=12
            last:
                Some(0) Runnable main @22 node=Leaf#4 tone=blue pair=Pair#5
                Bag#1: =4
                Chan#2:
                Leaf#4: next=Leaf#4 val=5 mark=false
                Pair#5: [0]=red [1]=blue
        "#]],
    );
}

#[test]
fn an_infinite_execution_tells_its_loop() {
    check_told(
        TOGGLE,
        Detail::default(),
        expect![[r#"
        step 0 thread 0 toggle @2 x = 1
        step 1 thread 0 toggle @3
        step 2 thread 0 toggle @5 [choose = 0] b = true
        loop:
        step 3 thread 0 toggle @6
        step 4 thread 0 toggle @7
        step 5 thread 0 toggle @5 [choose = 0] b = false
        step 6 thread 0 toggle @6
        step 7 thread 0 toggle @7
        step 8 thread 0 toggle @5 [choose = 0] b = true
        last:
            Some(0) Runnable toggle @6 junk=0
    "#]],
    );
}

#[test]
fn states_are_told_on_demand() {
    check_told(
        RACE,
        Detail { states: true },
        expect![[r#"
            step 0 thread 0 chooser @2 [choose = 3] by = 3
                | Some(0) Runnable chooser @3 by=3
                | Some(1) Runnable waiter @7
            step 1 thread 0 chooser @3 x = 3
                | Some(0) Runnable chooser @4 by=3
                | Some(1) Runnable waiter @7
            step 2 thread 0 chooser @4 because x=3
                | Some(0) Runnable chooser @4 by=3
                | Some(1) Runnable waiter @7
            last:
                Some(0) Runnable chooser @4 by=3
                Some(1) Runnable waiter @7
        "#]],
    );
}
