//! Choices of any value, havoc, strings, and what is opaque: each decision is a number in a trace.

use interp::{Detail, ExploreOptions, Random, SimulationEnd, Simulator, explore, replay, run};
use ir::{Op, Program};
use verdict::{Property, Shown, Snapshot, StopReason, Trace, TraceStep, Violation, ViolationKind};

use crate::support::{check_endings, program, sequential};

fn trace(choices: &[u64]) -> Trace {
    Trace {
        steps: vec![TraceStep { thread: 0, choices: choices.to_vec() }],
        loop_start: None,
        ..Trace::default()
    }
}

fn text(value: &Shown) -> String {
    match value {
        Shown::Plain(text) => text.clone(),
        Shown::Null => "null".to_owned(),
        Shown::Object { class, number } => format!("{class}#{number}"),
    }
}

/// The objects, and the globals that the tests use.
fn shown(last: &Snapshot) -> String {
    let mut parts = Vec::new();
    for object in &last.objects {
        let slots: Vec<String> = object.slots.iter().map(|slot| text(&slot.value)).collect();
        parts.push(format!("{}#{}({})", object.class, object.number, slots.join(" ")));
    }
    let globals =
        last.globals.iter().filter(|global| ["x", "n", "ints", "o"].contains(&global.name.as_str()));
    parts.extend(globals.map(|global| format!("{}={}", global.name, text(&global.value))));
    parts.join(" ")
}

/// The state after one step with these decisions, or what is wrong with them.
fn check(program: &Program, choices: &[u64], expected: &str) {
    let found = match run(program, &trace(choices), Detail::default()) {
        Ok(execution) => shown(&execution.last),
        Err(divergence) => divergence.reason.to_string(),
    };
    assert_eq!(found, expected, "{choices:?}");
}

#[test]
fn any_value_is_one_decision() {
    let wide = sequential("g0 = choose any i32");
    check(&wide, &[0], "x=-2147483648 n=null ints=null o=null");
    check(&wide, &[(1 << 31) + 7], "x=7 n=null ints=null o=null");
    check(&wide, &[(1 << 32) - 1], "x=2147483647 n=null ints=null o=null");
    check(&wide, &[1 << 32], "alternative 4294967296 of 4294967296 does not exist");
    check_endings(&sequential("g2 = choose any bool"), &["", "b=true"]);
    check_endings(&sequential("g7 = choose any enum0"), &["", "col=green", "col=blue"]);
    check_endings(&sequential("g8 = choose any 1..3"), &["", "r=2", "r=3"]);
}

#[test]
fn a_violation_after_any_value_is_replayed_with_the_value() {
    let program = sequential("g11 = choose any u64\nassert g11 != -1");
    let assertion = program.first_op(|op| matches!(op, Op::Check(_))).expect("there is an assertion");
    let violation = Violation {
        kind: ViolationKind::Assertion { message: None },
        span: assertion.site.span,
        witness: trace(&[u64::MAX]).into(),
    };
    let replayed = replay(&program, &Property::NoErrors, &violation, Detail::default()).expect("it replays");
    let moments = &replayed.steps().expect("it has steps").moments;
    assert_eq!(moments[0].choices, ["choose = 18446744073709551615"]);
    let other = Violation { witness: trace(&[7]).into(), ..violation };
    assert!(replay(&program, &Property::NoErrors, &other, Detail::default()).is_err());
}

#[test]
fn exploration_ends_where_values_are_too_many() {
    let wide = explore(&sequential("g0 = choose any i32"), ExploreOptions::up_to(10));
    assert_eq!(wide.stopped, Some(StopReason::StepTooWide(1 << 32)));
    let all = explore(&sequential("g14 = choose any i8w"), ExploreOptions::up_to(1_000));
    assert!(all.complete() && all.states == 257, "{all:?}");
}

/// A class of one reference and one number, and a havoc of what the global leads to.
fn havoc(before: &str, op: &str) -> Program {
    sequential(&format!("{before}\n{op}"))
}

#[test]
fn a_havoc_writes_what_is_reached_field_by_field() {
    let program = havoc("g3 = new class0", "havoc g3");
    // The reference: null, the object itself, or a new object of either class; then the number.
    check(&program, &[0, 1 << 31], "Node#1(null 0) x=0 n=Node#1 ints=null o=null");
    check(&program, &[1, (1 << 31) + 5], "Node#1(Node#1 5) x=0 n=Node#1 ints=null o=null");
    let both = [2, 1 << 31, 1, (1 << 31) + 9];
    check(&program, &both, "Node#1(Node#2 0) Node#2(Node#1 9) x=0 n=Node#1 ints=null o=null");
    let leaf = [3, 1 << 31, 2, 1 << 31, 1];
    check(&program, &leaf, "Node#1(Leaf#2 0) Leaf#2(Leaf#2 0 true) x=0 n=Node#1 ints=null o=null");
    check(&program, &[4], "alternative 4 of 4 does not exist");
    check(&program, &[0], "a choice among 4294967296 alternatives is not recorded");
}

#[test]
fn a_havoc_writes_its_variables_after_what_is_reached() {
    let nothing = havoc("", "g3, g0 = havoc g3");
    check(&nothing, &[0, (1 << 31) + 3], "x=3 n=null ints=null o=null");
    // A new object for a variable is filled after all variables have their values.
    let new = [1, (1 << 31) + 3, 0, (1 << 31) + 4];
    check(&nothing, &new, "Node#1(null 4) x=3 n=Node#1 ints=null o=null");
    let arrays = havoc("", "g4 = havoc");
    check(&arrays, &[0], "x=0 n=null ints=null o=null");
    check(&arrays, &[1, 0], "Ints#1() x=0 n=null ints=Ints#1 o=null");
    let two = [1, 2, 1 << 31, (1 << 31) - 1];
    check(&arrays, &two, "Ints#1(0 -1) x=0 n=null ints=Ints#1 o=null");
    check(&arrays, &[1, 1 << 30], "an array of 1073741824 elements is too large to be represented");
}

#[test]
fn a_havoc_can_be_simulated() {
    let program = havoc("g3 = new class0", "g3, g0 = havoc g3");
    for seed in 0..50 {
        let mut simulator = Simulator::new(&program, Detail::default());
        let end = simulator.run(&mut Random::new(seed), 10, |_| ());
        assert_eq!(end, SimulationEnd::Finished, "seed {seed}");
        let last = shown(&simulator.snapshot());
        let again =
            run(&program, simulator.trace(), Detail::default()).expect("what was run can be run again");
        assert_eq!(shown(&again.last), last, "seed {seed}");
    }
}

#[test]
fn what_is_opaque_ends_an_execution_and_leaves_the_others() {
    let text = "thread proc0\nproc proc0 \"main\"() {\nblock0:\n* goto block1, block2\n\
                block1:\n* opaque \"native code\"\nblock2:\n* assert false\n  return\n}\n";
    let program = program(text);
    let found = explore(&program, ExploreOptions::up_to(100));
    assert_eq!(found.violations.len(), 1);
    assert_eq!((found.stopped, found.states), (None, 3));
    let Some(StopReason::Unsupported(unsupported)) = found.left_out else { panic!("something is left out") };
    assert_eq!(
        unsupported.message,
        "An execution goes on in `main` where it cannot be followed: native code."
    );
    assert!(unsupported.span.is_some());
    let two = Trace {
        steps: vec![trace(&[0]).steps[0].clone(), trace(&[]).steps[0].clone()],
        loop_start: None,
        ..Trace::default()
    };
    let divergence = run(&program, &two, Detail::default()).expect_err("it cannot be followed");
    assert_eq!(divergence.step, 1);
}
