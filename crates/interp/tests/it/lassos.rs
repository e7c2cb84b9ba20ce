//! Replay of infinite executions: correct ones are shown with their words, wrong ones are refused, each for its reason.

use std::sync::Arc;

use base::{Id, SourceId};
use interp::{Detail, Divergence, DivergenceReason, replay, run};
use ir::Program;
use logic::Fairness;
use temporal::Temporal;
use verdict::{Execution, Property, Trace, TraceStep, Violation, ViolationKind, Word};

use crate::support::{program, sequential, shown};

/// `x` changes between 0 and 1 forever, beside `y`, which stays 0. Every other step is a jump.
const TOGGLE: &str = "block0:\n* g0 = 1 - g0\n* goto block0";

/// The moves of a thread without choices, so many times.
fn moves(thread: usize, count: usize) -> Vec<TraceStep> {
    vec![TraceStep { thread, choices: Vec::new() }; count]
}

fn property(program: &Program, formula: &str, fair: impl Into<Fairness>) -> Property {
    let resolved = Temporal::new(program, fair, SourceId::new(0), 0, formula);
    let property = resolved.property.unwrap_or_else(|| panic!("{formula}: {:#?}", resolved.diagnostics));
    Property::Temporal(Arc::new(property))
}

fn violation(steps: &[TraceStep], loop_start: usize) -> Violation {
    let trace = Trace { steps: steps.to_vec(), loop_start: Some(loop_start), ..Trace::default() };
    Violation { kind: ViolationKind::Formula, span: None, witness: trace.into() }
}

fn replay_formula(
    program: &Program,
    formula: &str,
    fair: impl Into<Fairness>,
    steps: &[TraceStep],
    loop_start: usize,
) -> Result<Execution, Divergence> {
    let property = property(program, formula, fair);
    let replayed = replay(program, &property, &violation(steps, loop_start), Detail::default())?;
    Ok(replayed.steps().expect("it is a plain trace").clone())
}

/// The lasso violates the formula; its letters, in which `1` is an atom that holds, stand in the order of the formula,
/// with a bar where the loop begins.
fn check(
    program: &Program,
    formula: &str,
    steps: &[TraceStep],
    loop_start: usize,
    letters: &str,
) -> Execution {
    let execution = replay_formula(program, formula, false, steps, loop_start);
    let execution = execution.unwrap_or_else(|divergence| panic!("{formula}: {divergence}"));
    assert_eq!(letters_of(word(&execution)), letters, "{formula}");
    execution
}

fn check_refused(
    program: &Program,
    formula: &str,
    steps: &[TraceStep],
    loop_start: usize,
    at: usize,
    reason: DivergenceReason,
) {
    let divergence = replay_formula(program, formula, false, steps, loop_start).expect_err("it is refused");
    assert_eq!((divergence.step, without_span(divergence.reason)), (at, reason), "{formula}");
}

fn without_span(reason: DivergenceReason) -> DivergenceReason {
    match reason {
        DivergenceReason::OtherViolation { kind, span: _ } => {
            DivergenceReason::OtherViolation { kind, span: None }
        }
        other => other,
    }
}

fn word(execution: &Execution) -> &Word {
    execution.word.as_ref().expect("a violation of a formula has a word")
}

fn letters_of(word: &Word) -> String {
    let letter =
        |letter: &verdict::Letter| letter.holds.iter().map(|&holds| if holds { '1' } else { '0' }).collect();
    let letters: Vec<String> = word.letters.iter().map(letter).collect();
    let Some(loop_start) = word.loop_start else { return letters.join(" ") };
    let (stem, cycle) = letters.split_at(loop_start);
    format!("{}|{}", stem.join(" "), cycle.join(" "))
}

#[test]
fn a_loop_through_equal_states() {
    let toggle = sequential(TOGGLE);
    let execution = check(&toggle, "G x == y", &moves(0, 4), 0, "|1 0 0 1");
    assert_eq!((execution.loop_start, execution.moments.len()), (Some(0), 4));
    let Word { atoms, first_step, letters, loop_start, growth } = word(&execution);
    assert_eq!(
        (atoms.as_slice(), *first_step, *loop_start, *growth),
        (&["x == y".to_owned()][..], 0, Some(0), 0)
    );
    assert!(letters.iter().all(|letter| letter.frames == 1));
    let execution = check(&toggle, "F G x == y", &moves(0, 7), 3, "1 0 0|1 1 0 0");
    assert_eq!((execution.loop_start, execution.moments.len()), (Some(3), 7));

    let refused = |formula, steps: usize, start, at, reason| {
        check_refused(&toggle, formula, &moves(0, steps), start, at, reason);
    };
    refused("G F x == y", 4, 0, 4, DivergenceReason::FormulaHolds);
    refused("G x == y", 4, 1, 4, DivergenceReason::LoopNotClosed);
    refused("G x == y", 2, 0, 2, DivergenceReason::LoopNotClosed);
    refused("G x == y", 4, 5, 4, DivergenceReason::BadLoop);
    refused("G x == y", 4, 4, 4, DivergenceReason::GoesOn { thread: 0 });
}

/// The replay of a trace without a loop.
fn replay_prefix(program: &Program, formula: &str, steps: &[TraceStep]) -> Result<Execution, Divergence> {
    let mut finite = violation(steps, 0);
    finite.witness = Trace { steps: steps.to_vec(), loop_start: None, ..Trace::default() }.into();
    let replayed = replay(program, &property(program, formula, false), &finite, Detail::default())?;
    Ok(replayed.steps().expect("it is a plain trace").clone())
}

#[test]
fn a_beginning_that_nothing_can_save_needs_no_loop() {
    let toggle = sequential(TOGGLE);
    let execution = replay_prefix(&toggle, "G x == y", &moves(0, 1)).expect("x differs after one step");
    assert_eq!((letters_of(word(&execution)).as_str(), execution.loop_start), ("1 0", None));
    let longer = replay_prefix(&toggle, "G (x != y -> X x == y)", &moves(0, 2));
    assert_eq!(letters_of(word(&longer.expect("two steps later, x differs still"))), "1 0 0");
    // No letter at all would be needed, but an execution without letters has no word.
    assert!(replay_prefix(&toggle, "false", &[]).is_ok());

    let refused = |program: &Program, formula, steps, reason| {
        let divergence = replay_prefix(program, formula, &moves(0, steps)).expect_err("it is refused");
        assert_eq!((divergence.step, divergence.reason), (steps, reason), "{formula}");
    };
    refused(&toggle, "G x == y", 0, DivergenceReason::PrefixMayBeContinued);
    refused(&toggle, "F x != x", 4, DivergenceReason::PrefixMayBeContinued);
    refused(&toggle, "G F x == y", 4, DivergenceReason::PrefixMayBeContinued);
    let pruned = sequential("block0:\n* g0 = 1 - g0\n* assume false\n* goto block0");
    refused(&pruned, "G x == y", 1, DivergenceReason::MayBeDiscarded);
}

#[test]
fn an_execution_that_ends_repeats_its_last_letter() {
    let ends = sequential("block0:\n* g0 = 1\n* return");
    let execution = check(&ends, "F (@terminated && x == y)", &moves(0, 2), 2, "01 00|10");
    assert_eq!((execution.loop_start, execution.moments.len()), (Some(2), 2));
    check_refused(&ends, "F @terminated", &moves(0, 2), 2, 2, DivergenceReason::FormulaHolds);
    check_refused(&ends, "G x == y", &moves(0, 1), 1, 1, DivergenceReason::GoesOn { thread: 0 });
    check_refused(&ends, "G x == y", &[], 0, 0, DivergenceReason::GoesOn { thread: 0 });
}

#[test]
fn an_execution_that_fails_stays_before_the_step_that_fails() {
    let fails = sequential("* g0 = 1\n* g0 = 2\nassert false, \"two\"");
    let execution = check(&fails, "F @terminated || F @stuck", &moves(0, 2), 2, "00|00");
    assert_eq!(shown(&execution.last.globals[0].value), "1");
    assert_eq!((execution.loop_start, execution.moments.len()), (Some(3), 3));
    let failure = DivergenceReason::OtherViolation {
        kind: ViolationKind::Assertion { message: Some("two".to_owned()) },
        span: None,
    };
    let refused = |steps: usize, start, at, reason| {
        check_refused(&fails, "F @terminated", &moves(0, steps), start, at, reason);
    };
    refused(2, 1, 1, failure.clone());
    refused(3, 3, 1, failure);
    refused(1, 1, 1, DivergenceReason::GoesOn { thread: 0 });
    check_refused(&fails, "G (x == y || X G x != y)", &moves(0, 2), 2, 2, DivergenceReason::FormulaHolds);
    let blocks =
        sequential("block0:\n* atomic begin\nselect { wait false -> block1 }\nblock1:\natomic end\nreturn");
    check(&blocks, "F @stuck", &moves(0, 1), 1, "|0");
}

#[test]
fn a_program_that_waits_for_ever_is_stuck_unless_it_may_end_there() {
    let waits = |end: &str| {
        sequential(&format!("block0:\n* select {end} {{ wait g0 == 1 -> block1 }}\nblock1:\n* return"))
    };
    check(&waits(""), "G (!@stuck && !@terminated)", &[], 0, "|10");
    check(&waits("end"), "G (!@stuck && !@terminated)", &[], 0, "|01");
    check_refused(&waits(""), "G (@stuck || x == y)", &[], 0, 0, DivergenceReason::FormulaHolds);
    let moves_on = DivergenceReason::CannotMove { thread: 0 };
    check_refused(&waits(""), "G @stuck", &moves(0, 1), 1, 0, moves_on);
}

#[test]
fn a_sink_is_stuck_though_it_moves() {
    let blocks: String = (1..9).map(|block| format!("block{block}:\ngoto block{}\n", block + 1)).collect();
    let sink =
        sequential(&format!("block0:\n* g0 = 1\n* goto block1\n{blocks}block9:\nstuck\n* goto block9"));
    check(&sink, "G !@stuck", &moves(0, 3), 2, "0 0|1");
}

#[test]
fn a_stack_may_grow_with_each_turn() {
    let text = "thread proc0\nproc proc0 \"p\"() {\n  local v0 \"l\": class0\nblock0:\n* v0 = new class0\n* call proc0() -> block1\n\
                block1:\n* return\n}";
    let grows = program(text);
    let execution = check(&grows, "F @terminated || G !l", &moves(0, 2), 0, "|01 00");
    assert_eq!(word(&execution).growth, 1);
    let execution = check(&grows, "F @terminated", &moves(0, 7), 3, "0 0 0|0 0 0 0");
    let frames: Vec<usize> = word(&execution).letters.iter().map(|letter| letter.frames).collect();
    assert_eq!((frames, word(&execution).growth), (vec![1, 1, 2, 2, 3, 3, 4], 2));
    check_refused(&grows, "G F !l", &moves(0, 2), 0, 2, DivergenceReason::FormulaHolds);
    check_refused(&grows, "F @terminated", &moves(0, 3), 0, 3, DivergenceReason::LoopNotClosed);
}

/// `p` sees the same each time that it is called; `main` counts the calls, or does not.
fn caller(count: &str) -> Program {
    program(&format!(
        "thread proc0\nproc proc0 \"main\"() {{\n  local v0 \"k\": i64w\nblock0:\n* {count}\n* call proc1() -> block0\n}}\n\
         proc proc1 \"p\"() {{\nblock0:\n* return\n}}"
    ))
}

#[test]
fn a_loop_that_returns_must_repeat_the_whole_state() {
    let counts = caller("v0 = v0 + 1");
    check_refused(&counts, "F @terminated", &moves(0, 5), 2, 5, DivergenceReason::LoopReturns);
    check(&caller("v0 = 1"), "F @terminated", &moves(0, 5), 2, "0 0|0 0 0");
}

#[test]
fn a_return_is_seen_inside_a_move() {
    // One move leads from the first call of `p` to the second.
    let twice = program(
        "thread proc0\nproc proc0 \"main\"() {\nblock0:\n* call proc1() -> block1\nblock1:\n  call proc1() -> block2\nblock2:\n* return\n}\n\
         proc proc1 \"p\"() {\nblock0:\n* return\n}",
    );
    check_refused(&twice, "F @terminated", &moves(0, 2), 1, 2, DivergenceReason::LoopReturns);
}

#[test]
fn dead_locals_matter_where_the_formula_sees_them() {
    let text = "thread proc0\nproc proc0 \"main\"() {\n  local v0 \"l\": class0\nblock0:\n* v0 = new class0\n* goto block0\n}";
    let dead = program(text);
    check(&dead, "F @terminated", &moves(0, 2), 0, "|0 0");
    check_refused(&dead, "G l == nil", &moves(0, 2), 0, 2, DivergenceReason::LoopNotClosed);
    check(&dead, "G l == nil", &moves(0, 4), 2, "1 0|0 0");
    check_refused(&dead, "G !(some eps)", &moves(0, 2), 0, 2, DivergenceReason::LoopNotClosed);
    check(&dead, "G !(some eps)", &moves(0, 4), 2, "0 1|1 1");
}

#[test]
fn the_word_begins_when_the_initialisation_has_ended() {
    let with_init = |init: &str| {
        program(&format!(
            "init proc1\nthread proc0\nproc proc0 \"main\"() {{\nblock0:\n* goto block0\n}}\nproc proc1 \"init\"() {{\n{init}\n}}"
        ))
    };
    let sets = with_init("block0:\n* g1 = 1\n* store total g3.field1 = 3\n* return");
    let execution = check(&sets, "F x == y || F (unchanged && @nullwrite)", &moves(0, 3), 2, "000|010");
    assert_eq!(word(&execution).first_step, 1);
    check_refused(&sets, "F x == y", &moves(0, 1), 0, 1, DivergenceReason::LoopNotClosed);
    let loops = with_init("block0:\n* goto block0");
    check_refused(&loops, "F x != y", &moves(0, 1), 0, 1, DivergenceReason::NoWord);
    let fails = with_init("block0:\n* assert false\n* return");
    check_refused(&fails, "F x != y", &moves(0, 1), 1, 1, DivergenceReason::NoWord);
}

#[test]
fn a_loop_must_repeat_what_the_last_step_did() {
    let toggle = sequential(TOGGLE);
    check_refused(&toggle, "G unchanged", &moves(0, 4), 0, 4, DivergenceReason::LetterChanges { letter: 0 });
    check(&toggle, "G unchanged", &moves(0, 5), 1, "0|0 1 0 1");
}

#[test]
fn what_counts_as_a_change_and_as_a_write_to_nil() {
    // Each line is one step; beside it: whether `unchanged` holds after it, and `@nullwrite`.
    let body = [
        ("g0 = 0", "10"),
        ("g0 = 1", "00"),
        ("v0 = 7", "10"),
        ("store total g3.field1 = 3", "11"),
        ("v1 = load total g3.field0", "10"),
        ("g3 = new class0", "00"),
        ("v1 = new class0", "00"),
        ("store total g3.field1 = 0", "10"),
        ("store g3.field1 = 2", "00"),
        ("store g3.field0 = g3", "00"),
        ("store g3.field0 = g3", "10"),
        ("g0 = load g3.field1", "00"),
        ("g0 = load g3.field1", "10"),
        ("g4 = new class2[2]", "00"),
        ("store g4[1] = 0", "10"),
        ("store g4[1] = 1", "00"),
        ("g5 = new class4", "00"),
        ("insert g5, 4", "00"),
        ("insert g5, 4", "00"),
        ("remove g5, 9", "00"),
        ("union g5, g5", "00"),
        ("difference g5, g5", "00"),
        ("g2 = contains g5, 4", "10"),
        ("g6 = new class6", "00"),
        ("send g6, 1", "00"),
        ("trace \"x\"", "10"),
        ("g0 = 5\n  g0 = 2", "00"),
    ];
    let steps: String = body.iter().map(|(step, _)| format!("* {step}\n")).collect();
    let rest = "* select { v0 = receive g6 -> block1 }\nblock1:\n* select { always -> block2 }\nblock2:\n* g0 = call proc1(2) -> block3\n\
                block3:\n* g0 = call proc1(3) -> block4\nblock4:\n* return\n";
    let effects = program(&format!(
        "thread proc0\nproc proc0 \"main\"() {{\n  local v0 \"i\": i32\n  local v1 \"l\": class0\nblock0:\n{steps}{rest}}}\n\
         proc proc1 \"id\"(v0 \"v\": i32) -> (i32) {{\nblock0:\n* return v0\n}}\n"
    ));
    // Receive, nothing, call, the same result, call, another result, and the end, which stays as it is.
    let rest = ["00", "10", "10", "10", "10", "00", "10"];
    let mut expected: Vec<&str> = vec!["00"];
    expected.extend(body.iter().map(|(_, letter)| *letter).chain(rest));
    let n_steps = expected.len() - 1;
    let last = expected.pop().expect("letters");
    let letters = format!("{}|{last}", expected.join(" "));
    check(&effects, "false && unchanged && @nullwrite", &moves(0, n_steps), n_steps, &letters);
}

#[test]
fn a_fair_loop_neglects_no_thread_that_can_move() {
    let beside = |other: &str| {
        program(&format!(
            "thread proc0\nthread proc1\nproc proc0 \"main\"() {{\n{TOGGLE}\n}}\nproc proc1 \"other\"() {{\n{other}\n}}"
        ))
    };
    let check = |program: &Program, formula: &str, steps: &[TraceStep], unfair: Option<u32>| {
        replay_formula(program, formula, false, steps, 0).expect("without fairness it counts");
        let fair = replay_formula(program, formula, true, steps, 0);
        let reason = fair.err().map(|divergence| divergence.reason);
        assert_eq!(reason, unfair.map(|number| DivergenceReason::Unfair { number: Some(number) }));
    };
    let toggles = moves(0, 4);
    check(&beside("block0:\n* return"), "F !@in(other)", &toggles, Some(1));
    // It cannot move where x is 0, so that only strong fairness asks it to move where x is 1.
    let waits = "block0:\n* select { wait g0 == 1 -> block1 }\nblock1:\n* return";
    check(&beside(waits), "F !@in(other)", &toggles, None);
    let strong = |body: &str| {
        let replayed = replay_formula(&beside(body), "F !@in(other)", Fairness::Strong, &toggles, 0);
        replayed.err().map(|divergence| divergence.reason)
    };
    assert_eq!(strong(waits), Some(DivergenceReason::Unfair { number: Some(1) }));
    assert_eq!(strong("block0:\n* select { wait g0 == 2 -> block1 }\nblock1:\n* return"), None);
    let both = [moves(0, 4), moves(1, 1)].concat();
    check(&beside("block0:\n* goto block0"), "F !@in(other)", &both, None);
    check(&beside("block0:\n* goto block0"), "F !@in(other)", &moves(1, 1), Some(0));

    // Each thread starts another and ends: the others move up.
    let text = "thread proc0\nthread proc0\nproc proc0 \"hand\"() {\nblock0:\n* spawn proc0()\n* return\n}";
    let relay = program(text);
    check(&relay, "F @terminated", &moves(0, 2), None);
    check(&relay, "F @terminated", &moves(1, 2), Some(0));

    // The other cannot move while the first is in its atomic section.
    let atomic = "thread proc0\nthread proc1\nproc proc0 \"main\"() {\nblock0:\n* atomic begin\ngoto block1\nblock1:\n* g2 = choose bool\n\
                  branch g2, block1, block2\nblock2:\n* atomic end\ngoto block0\n}\nproc proc1 \"other\"() {\nblock0:\n* goto block0\n}";
    let choose = |choice| TraceStep { thread: 0, choices: vec![choice] };
    let section = [moves(0, 1), vec![choose(0)]].concat();
    check(&program(atomic), "F @terminated", &section, None);
}

#[test]
fn an_execution_that_has_stopped_is_fair() {
    let text = "thread proc0\nthread proc1\nproc proc0 \"fails\"() {\nblock0:\n* assert false\n* return\n}\nproc proc1 \"other\"() {\nblock0:\n* return\n}";
    replay_formula(&program(text), "F @terminated", true, &moves(0, 1), 1).expect("nothing moves any more");
}

#[test]
fn a_choice_by_name_is_found_again_in_the_next_turn() {
    // The set has one node that `n` refers to and one that nothing refers to. Each turn puts a new node in the place of
    // the former: in the first turn it is the first of the set, in all others the last.
    let text = "init proc1\nthread proc0\nproc proc0 \"main\"() {\n  local v0 \"chosen\": class0\nblock0:\n* v0 = choose in g12\nassume v0 == g3\n\
                remove g12, v0\ng3 = new class0\ninsert g12, g3\nv0 = null\n* goto block0\n}\n\
                proc proc1 \"init\"() {\n  temp v0: class0\nblock0:\n* g12 = new class5\ng3 = new class0\ninsert g12, g3\nv0 = new class0\ninsert g12, v0\n\
                return\n}";
    let choose = TraceStep { thread: 0, choices: vec![0] };
    let steps = [moves(0, 1), vec![choose], moves(0, 1)].concat();
    check(&program(text), "F @terminated", &steps, 1, "|0 0");
}

#[test]
fn a_violation_belongs_to_its_property() {
    let fails = sequential("* assert false");
    let refused = |property: &Property, violation: &Violation| {
        replay(&fails, property, violation, Detail::default()).expect_err("it is refused").reason
    };
    let formula = violation(&moves(0, 1), 1);
    assert_eq!(refused(&Property::NoErrors, &formula), DivergenceReason::OtherProperty);
    let mut assertion = formula;
    assertion.span = fails.procs.iter().next().and_then(|main| main.blocks.iter().next()?.site(0).span);
    assertion.kind = ViolationKind::Assertion { message: None };
    assertion.witness = Trace { steps: moves(0, 1), loop_start: None, ..Trace::default() }.into();
    let temporal = property(&fails, "F @terminated", false);
    assert_eq!(refused(&temporal, &assertion), DivergenceReason::OtherProperty);
    replay(&fails, &Property::NoErrors, &assertion, Detail::default()).expect("an assertion fails");
}

#[test]
fn every_divergence_is_told_in_words() {
    let text_of = |reason: DivergenceReason| Divergence { step: 3, subtrace: None, reason }.to_string();
    let cases = [
        (DivergenceReason::OtherProperty, "the violation is none of the property that was checked"),
        (DivergenceReason::NoWord, "the initialisation has not ended, so that the execution has no word"),
        (
            DivergenceReason::GoesOn { thread: 1 },
            "thread 1 can move where the execution is said to stay forever",
        ),
        (DivergenceReason::LoopReturns, "the loop returns from the procedure that it begins in"),
        (
            DivergenceReason::LetterChanges { letter: 2 },
            "letter 2 of the word is another one when the loop is repeated",
        ),
        (DivergenceReason::FormulaHolds, "the word of the execution satisfies the formula"),
        (
            DivergenceReason::Unfair { number: Some(1) },
            "the loop is not fair: thread number 1 could move and never does",
        ),
    ];
    for (reason, text) in cases {
        assert_eq!(text_of(reason), format!("at step 3 of the trace, {text}"));
    }
}

#[test]
fn a_finite_trace_is_told_without_a_violation() {
    let fails = sequential("* g0 = 1\n* g0 = 2\n* assert false");
    let trace = |count, loop_start| Trace { steps: moves(0, count), loop_start, ..Trace::default() };
    let execution = run(&fails, &trace(2, None), Detail::default()).expect("it runs");
    assert_eq!((execution.moments.len(), execution.loop_start, &execution.word), (2, None, &None));
    assert_eq!(shown(&execution.last.globals[0].value), "2");
    let refused = |trace: Trace| {
        let divergence = run(&fails, &trace, Detail::default()).expect_err("it is refused");
        (divergence.step, without_span(divergence.reason))
    };
    let kind = ViolationKind::Assertion { message: None };
    assert_eq!(refused(trace(3, None)), (2, DivergenceReason::OtherViolation { kind, span: None }));
    assert_eq!(refused(trace(2, Some(1))), (2, DivergenceReason::BadLoop));
    let mut second = trace(2, None);
    second.steps[1].thread = 1;
    assert_eq!(refused(second), (1, DivergenceReason::NoSuchThread { thread: 1, live: 1 }));
}

#[test]
fn a_long_lasso_replays_in_linear_time() {
    let text = "block0:\n* g3 = new class0\n* branch g0 < 100000, block1, block0\nblock1:\n* g0 = g0 + 1\n* goto block0";
    let n_stem = 4 * 100_000;
    let allocates = sequential(text);
    let formula = "G (n.next.nil + !n) && F G (x == y || unchanged) && G (some n -> F @terminated)";
    let steps = moves(0, n_stem + 3);
    let execution = replay_formula(&allocates, formula, false, &steps, n_stem + 1).expect("it replays");
    assert_eq!(word(&execution).letters.len(), n_stem + 3);
}
