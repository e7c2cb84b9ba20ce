//! Replay of shared traces: what is shown, agreement with the same execution step by step, and every way to be wrong.

use base::Id;
use expect_test::expect;
use interp::{Detail, Divergence, DivergenceReason, replay};
use ir::Program;
use verdict::{
    Binding, Property, Replayed, SharedExecution, SharedPart, SharedTrace, Subtrace, SubtracePart, Trace,
    TraceStep, Violation, ViolationKind, Witness,
};

use crate::support::{number_statements, numbered, shown};

const FLIPS: &str = r#"
global g0 "odd": bool
global g1 "unseen": bool
init proc4
thread proc0
proc proc0 "main"() {
block0:
* call proc1(true) -> block1
block1:
* g1 = true
* call proc1(true) -> block2
block2:
* assert !g0, "even"
* return
}
proc proc1 "twice"(v0 "x": bool) {
block0:
* g0 = call proc2() -> block1
block1:
* g0 = call proc2() -> block2
block2:
* branch v0, block3, block4
block3:
* g0 = call proc3() -> block4
block4:
* return
}
proc proc2 "flip"() -> (bool) {
block0:
* return ! g0
}
proc proc3 "any"() -> (bool) {
  local v0 "y": bool
block0:
* v0 = choose bool
* return v0
}
proc proc4 "start"() {
block0:
  g0 = choose bool
  return
}
"#;

fn read(text: &str) -> Program {
    let mut program = ir::read(Id::new(0), text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    ir::verify(&program).unwrap_or_else(|errors| panic!("{errors:#?}"));
    number_statements(&mut program);
    program
}

fn subtrace(proc: usize, parts: &[SubtracePart]) -> Subtrace {
    Subtrace { proc: Id::new(proc), parts: parts.to_vec() }
}

fn choices(choices: &[u64]) -> SubtracePart {
    SubtracePart::Choices(choices.to_vec())
}

/// `flip`, `any` with true, `twice`, `main`, `start`.
fn flips() -> SharedTrace {
    use SubtracePart::Call;
    let subtraces = vec![
        subtrace(2, &[]),
        subtrace(3, &[choices(&[1])]),
        subtrace(1, &[Call(0), Call(0), Call(1)]),
        subtrace(0, &[Call(2), Call(2)]),
        subtrace(4, &[choices(&[1])]),
    ];
    SharedTrace { subtraces, stages: vec![4, 3] }
}

fn violation(program: &Program, witness: Witness) -> Violation {
    let main = &program.procs[program.threads[0]];
    let assert = main.blocks.iter().flat_map(|block| &block.instrs).find(|instr| {
        instr.site.span.is_some() && matches!(instr.op, ir::Op::Check(ir::CheckOp::Assert { .. }))
    });
    let span = assert.expect("main asserts").site.span;
    Violation { kind: ViolationKind::Assertion { message: Some("even".into()) }, span, witness }
}

fn replayed(program: &Program, shared: SharedTrace, detail: Detail) -> Result<SharedExecution, Divergence> {
    let violation = violation(program, Witness::Shared(shared));
    match replay(program, &Property::NoErrors, &violation, detail)? {
        Replayed::Shared(execution) => Ok(execution),
        Replayed::Steps(_) => panic!("a shared trace has parts"),
    }
}

fn bindings(bindings: &[Binding]) -> String {
    let text = |binding: &Binding| format!("{}={}", binding.name, shown(&binding.value));
    bindings.iter().map(text).collect::<Vec<_>>().join(" ")
}

fn text_of(part: &SharedPart) -> String {
    let SharedPart { proc, entry, moments, exit, uses, statements } = part;
    let mut text = format!("{proc} [{}] x{uses}, {statements} statements\n", bindings(entry));
    for moment in moments {
        let changes = moment.moment.changes.iter().map(|it| format!("{}={}", it.target, shown(&it.value)));
        let place = moment.moment.span.map_or("-".to_owned(), |span| span.start.to_string());
        let changes: Vec<String> = changes.chain(moment.moment.choices.iter().cloned()).collect();
        text += &format!("  @{place} {:?} {}\n", moment.calls, changes.join(" "));
    }
    match exit {
        None => text + "fails\n",
        Some(exit) => {
            let results: Vec<String> = exit.results.iter().map(shown).collect();
            text + &format!("returns [{}] {}\n", bindings(&exit.globals), results.join(" "))
        }
    }
}

#[test]
fn each_way_is_executed_once_for_each_state_that_it_is_entered_in() {
    let program = read(FLIPS);
    let execution = replayed(&program, flips(), Detail::default()).expect("it replays");
    let text: String =
        execution.parts.iter().enumerate().map(|(index, it)| format!("{index}: {}", text_of(it))).collect();
    expect![[r#"
        0: start [odd=false] x1, 1 statements
          @2400 [] odd=true choose = true
        returns [odd=true] 
        1: flip [odd=true] x2, 1 statements
          @2000 [] 
        returns [odd=true] false
        2: flip [odd=false] x2, 1 statements
          @2000 [] 
        returns [odd=false] true
        3: any [] x2, 2 statements
          @2200 [] y=true choose = true
          @2300 [] 
        returns [] true
        4: twice [x=true odd=true] x2, 9 statements
          @1000 [1] odd=false
          @1200 [2] odd=true
          @1400 [] 
          @1600 [3] 
          @1800 [] 
        returns [odd=true] 
        5: main [odd=true unseen=false] x1, 22 statements
          @200 [4] 
          @400 [] unseen=true
          @500 [4] 
          @700 [] 
        fails
    "#]]
    .assert_eq(&text);
    assert_eq!((execution.stages, execution.statements), (vec![0, 5], 23));
}

#[test]
fn the_same_execution_step_by_step_ends_in_the_same_state() {
    let program = read(FLIPS);
    let step = |choices: &[u64]| TraceStep { thread: 0, choices: choices.to_vec() };
    let mut steps = vec![step(&[1])];
    // Calls and returns up to the choice in `any`, two returns, and a statement of `main`.
    for _ in 0..2 {
        steps.extend(vec![step(&[]); 7]);
        steps.extend([step(&[1]), step(&[]), step(&[]), step(&[])]);
    }
    let plain = violation(&program, Trace { steps, loop_start: None, ..Trace::default() }.into());
    let plain = replay(&program, &Property::NoErrors, &plain, Detail::default()).expect("it replays");
    let shared = replayed(&program, flips(), Detail::default()).expect("it replays");
    let plain = plain.steps().expect("it is a plain trace");
    assert_eq!(plain.last, shared.last);
    assert_eq!(plain.moments.len() as u64, shared.statements);
}

/// The third call is entered in the state of the first, and is not executed again.
#[test]
fn what_a_known_passage_did_is_done_again() {
    let calls = |call: &str| {
        format!(
            "global g0 \"odd\": bool\nthread proc0\nproc proc0 \"main\"() {{\nblock0:\n* {call} -> block1\nblock1:\n* {call} -> block2\n\
             block2:\n* {call} -> block3\nblock3:\n* assert !g0, \"even\"\n* return\n}}\n"
        )
    };
    let by_global = calls("call proc1()") + "proc proc1 \"flip\"() {\nblock0:\n* g0 = !g0\n* return\n}\n";
    let by_result =
        calls("g0 = call proc1()") + "proc proc1 \"flip\"() -> (bool) {\nblock0:\n* return !g0\n}\n";
    for text in [by_global, by_result] {
        let subtraces = vec![subtrace(1, &[]), subtrace(0, &vec![SubtracePart::Call(0); 3])];
        let shared = SharedTrace { subtraces, stages: vec![1] };
        let execution = replayed(&read(&text), shared, Detail::default()).expect("an odd number of flips");
        assert_eq!(execution.parts.iter().map(|part| part.uses).collect::<Vec<_>>(), [2, 1, 1]);
        let main = &execution.parts[2];
        let changes: Vec<usize> = main.moments.iter().map(|moment| moment.moment.changes.len()).collect();
        assert_eq!(changes, [1, 1, 1, 0]);
    }
}

#[test]
fn states_show_what_the_procedure_sees() {
    let program = read(FLIPS);
    let execution = replayed(&program, flips(), Detail { states: true }).expect("it replays");
    let flip = execution.parts.iter().find(|part| part.proc == "flip").expect("it is called");
    let state = flip.moments[0].moment.state.as_ref().expect("states are asked for");
    assert_eq!(bindings(&state.globals), "odd=true");
    assert_eq!(state.threads[0].frames.iter().map(|frame| frame.proc.as_str()).collect::<Vec<_>>(), ["flip"]);
    let main = execution.parts.last().expect("the stage comes last");
    let state = main.moments[0].moment.state.as_ref().expect("states are asked for");
    assert_eq!(bindings(&state.globals), "odd=true unseen=false");
    assert_eq!(state.threads[0].frames[0].proc, "main");
}

/// Two to the 200 calls.
#[test]
fn numbers_stay_at_the_largest() {
    let mut text =
        "global g0 \"odd\": bool\nthread proc0\nproc proc0 \"main\"() {\nblock0:\n* call proc1() -> block1\n\
                    block1:\n* assert g0, \"even\"\n* return\n}\n"
            .to_owned();
    let mut subtraces = vec![subtrace(201, &[])];
    for level in 1..=200 {
        text += &format!(
            "proc proc{level}() {{\nblock0:\n* call proc{}() -> block1\nblock1:\n* call proc{} () -> block2\nblock2:\n* return\n}}\n",
            level + 1,
            level + 1
        );
        subtraces
            .push(subtrace(201 - level, &[SubtracePart::Call(level - 1), SubtracePart::Call(level - 1)]));
    }
    text += "proc proc201() {\nblock0:\n* g0 = ! g0\n* return\n}\n";
    subtraces.push(subtrace(0, &[SubtracePart::Call(200)]));
    let program = read(&text);
    let execution = replayed(&program, SharedTrace { subtraces, stages: vec![201] }, Detail::default());
    let execution = execution.expect("an even number of flips");
    assert_eq!((execution.statements, execution.parts[0].uses), (u64::MAX, u64::MAX));
}

/// The trace, changed by `tamper`, must diverge at this part of this subtrace.
fn refused(tamper: impl Fn(&mut SharedTrace), at: (Option<usize>, usize), message: &str) {
    let program = read(FLIPS);
    let mut shared = flips();
    tamper(&mut shared);
    let divergence = replayed(&program, shared, Detail::default()).expect_err(message);
    assert_eq!(
        ((divergence.subtrace, divergence.step), divergence.reason.to_string().as_str()),
        (at, message)
    );
}

#[test]
fn a_tampered_trace_is_refused() {
    use SubtracePart::Call;
    refused(
        |it| it.subtraces[1].parts = vec![choices(&[2])],
        (Some(1), 0),
        "alternative 2 of 2 does not exist",
    );
    refused(
        |it| it.subtraces[1].parts.clear(),
        (Some(1), 0),
        "a choice among 2 alternatives is not recorded",
    );
    refused(
        |it| it.subtraces[1].parts = vec![choices(&[])],
        (Some(1), 1),
        "a choice among 2 alternatives is not recorded",
    );
    refused(
        |it| it.subtraces[1].parts = vec![choices(&[1, 0])],
        (Some(1), 0),
        "2 choices are recorded but only 1 are met",
    );
    refused(
        |it| it.subtraces[3].parts.insert(0, choices(&[0])),
        (Some(3), 0),
        "1 choices are recorded but only 0 are met",
    );
    refused(
        |it| it.subtraces[3].parts.push(choices(&[0])),
        (Some(3), 2),
        "1 choices are recorded but only 0 are met",
    );
    refused(
        |it| it.subtraces[2].parts[0] = Call(1),
        (Some(2), 1),
        "a subtrace of `any` is listed where `flip` runs",
    );
    refused(
        |it| _ = it.subtraces[2].parts.pop(),
        (Some(2), 2),
        "`any` is called, and the subtrace has no call",
    );
    refused(
        |it| it.subtraces[2].parts.push(Call(0)),
        (Some(2), 3),
        "the procedure returns before the call that goes subtrace 0",
    );
    refused(
        |it| it.subtraces[3].parts.push(Call(0)),
        (Some(3), 2),
        "the claimed violation happens before the last step",
    );
    refused(|it| it.subtraces[2].parts[1] = Call(2), (Some(2), 1), "there is no subtrace 2 before");
    refused(|it| it.subtraces[2].parts[1] = Call(7), (Some(2), 1), "there is no subtrace 7 before");
    refused(|it| it.subtraces[0].proc = Id::new(9), (Some(0), 0), "the procedure does not exist");
    refused(|it| it.stages[1] = 9, (None, 1), "there is no subtrace 9 before");
    refused(|it| it.stages[0] = 3, (None, 0), "a subtrace of `main` is listed where `start` runs");
    refused(|it| it.stages.truncate(1), (None, 1), "the claimed violation does not happen");
    refused(|it| it.stages.push(3), (Some(3), 2), "the claimed violation happens before the last step");
    refused(
        |it| it.subtraces[1].parts = vec![choices(&[0])],
        (None, 2),
        "the claimed violation does not happen",
    );
}

#[test]
fn another_violation_is_refused() {
    let program = read(FLIPS);
    let refused = |tamper: fn(&mut Violation)| {
        let mut violation = violation(&program, Witness::Shared(flips()));
        tamper(&mut violation);
        replay(&program, &Property::NoErrors, &violation, Detail::default())
            .expect_err("it is refused")
            .reason
    };
    let kind = ViolationKind::Assertion { message: Some("even".into()) };
    assert!(
        matches!(refused(|it| it.span = None), DivergenceReason::OtherViolation { kind: found, .. } if found == kind)
    );
    assert!(matches!(
        refused(|it| it.kind = ViolationKind::Deadlock),
        DivergenceReason::OtherViolation { .. }
    ));
    assert_eq!(refused(|it| it.kind = ViolationKind::Formula), DivergenceReason::OtherProperty);
}

#[test]
fn endless_loops_and_false_assumptions_are_no_witnesses() {
    let loops = "thread proc0\nproc proc0 \"main\"() {\nblock0:\n* goto block0\nblock1:\n* assert false, \"even\"\n* return\n}\n";
    let shared = SharedTrace { subtraces: vec![subtrace(0, &[])], stages: vec![0] };
    let reason = |text: &str| {
        replayed(&read(text), shared.clone(), Detail::default())
            .expect_err("it is refused")
            .reason
            .to_string()
    };
    assert_eq!(reason(loops), "a single step did not end within 10000000 instructions");
    assert_eq!(
        reason(&loops.replace("* goto block0", "* assume false\n* goto block1")),
        "an assumption is false"
    );
}

/// There, a procedure depends on more than values.
#[test]
fn programs_with_threads_or_a_heap_have_no_shared_traces() {
    let main = "proc proc0 \"main\"() {\nblock0:\n* assert false, \"even\"\n* return\n}\n";
    let shared = SharedTrace { subtraces: vec![subtrace(0, &[])], stages: vec![0] };
    let reason = |program: &Program| {
        replayed(program, shared.clone(), Detail::default()).map_err(|divergence| divergence.reason)
    };
    assert!(reason(&read(&format!("thread proc0\n{main}"))).is_ok());
    let heap = numbered(&format!("thread proc0\n{main}"));
    assert_eq!(reason(&heap), Err(DivergenceReason::NotShareable));
    let threads = read(&format!("thread proc0\nthread proc0\n{main}"));
    assert_eq!(reason(&threads), Err(DivergenceReason::NotShareable));
    let select = main.replace("* return", "* select { wait true -> block1 }\nblock1:\nreturn");
    assert_eq!(reason(&read(&format!("thread proc0\n{select}"))), Err(DivergenceReason::NotShareable));
    let number = main.replace("* return", "* assert self == 0\n* return");
    assert_eq!(reason(&read(&format!("thread proc0\n{number}"))), Err(DivergenceReason::NotShareable));
}
