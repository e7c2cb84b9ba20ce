//! Executions that begin with a call in a given state: replayed, run, simulated, and refused where it does not fit.

use base::{Id, Span};
use interp::simulate::Scripted;
use interp::{Context, Detail, DivergenceReason, SimulationEnd, Simulator, State, replay, run};
use ir::{FaultKind, Program, Value};
use verdict::{GivenStart, Property, Replayed, Start, Trace, TraceStep, Violation, ViolationKind};

use crate::follow::{call, int, object, reference};
use crate::support::{number_statements, program};

/// Walks along a list and fails behind its end. `init` and the threads of the program fail at once.
fn walker() -> Program {
    let mut program = program(
        "init proc1\nthread proc2\nproc proc0 \"walk\"(v0 \"node\": class0, v1 \"far\": bool) -> (i32) {
  temp v2: i32
block0:
* branch v1, block1, block2
block1:
* v0 = load v0.field0
* goto block1
block2:
* v2 = load v0.field1
  return v2
}
proc proc1() {\nblock0:\n  assert false\n  return\n}
proc proc2() {\nblock0:\n* assert false\n  return\n}",
    );
    number_statements(&mut program);
    program
}

fn list(program: &Program, far: bool) -> GivenStart {
    let nodes = vec![object(0, &[reference(1), int(5)]), object(0, &[Value::Null, int(6)])];
    call(program, &[reference(0), Value::Bool(far)], nodes)
}

fn trace(start: GivenStart, n_steps: usize) -> Trace {
    let step = TraceStep { thread: 0, choices: Vec::new() };
    Trace { start: start.into(), steps: vec![step; n_steps], loop_start: None }
}

fn null_dereference(program: &Program, trace: Trace) -> Violation {
    let span = program.procs[Id::new(0)].blocks[Id::new(1)].instrs[0].site.span;
    Violation { kind: ViolationKind::Fault(FaultKind::NullDereference), span, witness: trace.into() }
}

fn replayed(program: &Program, trace: Trace) -> Result<Replayed, DivergenceReason> {
    let violation = null_dereference(program, trace);
    replay(program, &Property::NoErrors, &violation, Detail::default()).map_err(|other| other.reason)
}

#[test]
fn a_violation_is_replayed_from_the_start_that_its_trace_names() {
    let program = walker();
    let execution = replayed(&program, trace(list(&program, true), 6)).expect("it fails behind the end");
    assert_eq!(execution.steps().map(|execution| execution.moments.len()), Some(6));
    let claim = |start, n_steps| replayed(&program, trace(start, n_steps)).expect_err("it does not fail so");
    assert_eq!(claim(list(&program, true), 5), DivergenceReason::NoViolation);
    assert_eq!(claim(list(&program, false), 2), DivergenceReason::NoViolation);
    let mut longer = list(&program, true);
    longer.objects[1].slots[0] = reference(0);
    assert_eq!(claim(longer, 6), DivergenceReason::NoViolation);
}

#[test]
fn the_program_ends_when_the_call_returns() {
    let program = walker();
    let execution = run(&program, &trace(list(&program, false), 2), Detail::default()).expect("it runs");
    assert!(execution.last.threads.is_empty());
    let more = run(&program, &trace(list(&program, false), 3), Detail::default()).expect_err("it has ended");
    assert_eq!(more.reason, DivergenceReason::NoSuchThread { thread: 0, live: 0 });
}

#[test]
fn a_start_that_does_not_fit_is_a_divergence() {
    let program = walker();
    let mut start = list(&program, true);
    start.objects[1].slots[0] = int(3);
    let text = "the program cannot begin as given: the field `next` of object #2, a `Node`, is of type `Node` and \
                cannot hold the number 3";
    let reason = replayed(&program, trace(start.clone(), 6)).expect_err("the start does not fit");
    assert_eq!(reason.to_string(), text);
    let error = run(&program, &trace(start.clone(), 6), Detail::default()).expect_err("nor here");
    assert_eq!(error.reason, reason);
    let error = Simulator::from_start(&program, start.into(), Detail::default()).expect_err("nor here");
    assert_eq!(error.to_string(), text);
}

#[test]
fn a_simulation_begins_at_a_start_and_its_trace_names_it() {
    let program = walker();
    let wanted = trace(list(&program, true), 6);
    let mut simulator = Simulator::from_start(&program, wanted.start.clone(), Detail::default())
        .expect("the start fits the program");
    let end = simulator.run(&mut Scripted::new(&wanted), 100, |_| {});
    let span: Option<Span> = null_dereference(&program, wanted.clone()).span;
    let kind = ViolationKind::Fault(FaultKind::NullDereference);
    assert_eq!(end, SimulationEnd::Violation { kind, span });
    assert_eq!(simulator.trace(), &wanted);
}

#[test]
fn the_closed_program_is_a_start_too() {
    let program = walker();
    let ctx = Context::new(&program);
    let state = State::from_start(&ctx, &Start::Program).expect("every program can begin");
    assert_eq!(state.threads, State::initial(&ctx).threads);
}
