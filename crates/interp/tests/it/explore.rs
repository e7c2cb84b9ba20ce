//! Exploration: exact counts of states, identity of states, acceptance cycles, limits.

use interp::{ExploreOptions, Locals, explore};
use ir::Program;
use verdict::StopReason;

use crate::support::{program, sequential};

/// States and transitions of a program without violations.
fn check_counts(program: &Program, locals: Locals, expected: (usize, u64)) {
    let found = explore(program, ExploreOptions { max_states: 100_000, locals });
    assert!(found.complete() && found.violations.is_empty(), "{found:?}");
    assert_eq!((found.states, found.transitions), expected, "of\n{}", ir::print(program));
}

#[test]
fn interleavings_of_independent_steps_form_a_grid() {
    let two = "thread proc0\nthread proc0\nproc proc0() {\nblock0:\n* yield\n* yield\n* yield\n* return\n}";
    // Both alive: 4 x 4 places. One alive: 4 places, since the two are alike. None: 1.
    check_counts(&program(two), Locals::All, (21, 2 * 4 * 4 + 4));
    let numbered = two.replace("* return", "  assert self >= 0\n* return");
    check_counts(&program(&numbered), Locals::All, (25, 2 * 4 * 4 + 2 * 4));
}

#[test]
fn states_are_equal_up_to_the_names_of_objects_and_garbage() {
    let allocates = "block0:\n* g3 = new class0\ngoto block0";
    check_counts(&sequential(allocates), Locals::All, (2, 2));
    let grows = "local v0: class0\nblock0:\n* v0 = new class0\nstore v0.field0 = g3\ng3 = v0\nassume g3 == null\ngoto block0";
    check_counts(&sequential(grows), Locals::All, (1, 0));
    let either = "local v0: class0\nlocal v1: class0\nblock0:\n* v0 = new class0\nv1 = new class0\n* g2 = choose bool\n\
                  branch g2, block1, block2\nblock1:\ng3 = v0\ngoto block3\nblock2:\ng3 = v1\ng2 = true\ngoto block3\n\
                  block3:\nv0 = null\nv1 = null\n* return";
    check_counts(&sequential(either), Locals::All, (4, 4));
}

#[test]
fn dead_locals_need_not_tell_states_apart() {
    let text = "local v0: i32\nblock0:\n* v0 = choose 1..10\n* g0 = v0 - v0\n* return";
    check_counts(&sequential(text), Locals::All, (1 + 10 + 10 + 1, 10 + 10 + 10));
    check_counts(&sequential(text), Locals::Live, (1 + 10 + 1 + 1, 10 + 10 + 1));
}

#[test]
fn locals_of_callers_live_only_if_they_are_read_after_the_call() {
    let text = r#"
thread proc0
proc proc0 "main"() {
  local v0: i32
  local v1: i32
block0:
* v0 = choose 1..3
* v1 = call proc1(v0 - v0) -> block1
block1:
* return
}
proc proc1 "id"(v0 "n": i32) -> (i32) {
block0:
* return v0
}
"#;
    check_counts(&program(text), Locals::All, (1 + 3 + 3 + 3 + 1, 3 + 3 + 3 + 3));
    check_counts(&program(text), Locals::Live, (1 + 3 + 1 + 1 + 1, 3 + 3 + 1 + 1));
}

#[test]
fn every_error_is_found_once() {
    let text = "block0:\n* g0 = choose 0..3\n* assert g0 != 1\n* assert g0 != 2, \"two\"\n* g1 = 1 /{i32} g0\nreturn";
    let found = explore(&sequential(text), ExploreOptions::up_to(1000));
    let kinds: Vec<&str> = found.violations.iter().map(|violation| violation.kind.slug()).collect();
    assert_eq!(kinds, ["assertion", "assertion", "division-by-zero"]);
    assert!(found.complete());
}

#[test]
fn an_acceptance_cycle_needs_a_cycle_through_an_accepting_move() {
    let check = |text: &str, expected: bool| {
        let found = explore(&sequential(text), ExploreOptions::up_to(1000));
        assert!(found.complete());
        assert_eq!(found.has_acceptance_cycle(), expected, "of {text}");
    };
    check("block0:\n* accept true\n* g2 = ! g2\ngoto block0", true);
    check("block0:\n* accept g2\n* g2 = ! g2\ngoto block0", true);
    check("block0:\n* accept g0 == 1\n* g2 = ! g2\ngoto block0", false);
    // Accepting only on the way to the loop, or where the execution ends.
    check("block0:\n* accept true\ngoto block1\nblock1:\n* g2 = ! g2\ngoto block1", false);
    check("block0:\n* accept true\nreturn", false);
    // Never twice in the same state.
    check("block0:\n* g0 = g0 + 1\naccept true\nassume g0 < 9\ngoto block0", false);
    // One branch of a choice loops.
    check("block0:\n* accept true\n* goto block0, block1\nblock1:\n* return", true);
}

#[test]
fn limits_stop_and_say_so() {
    let counts = "block0:\n* g0 = g0 + 1\ngoto block0";
    let found = explore(&sequential(counts), ExploreOptions::up_to(50));
    assert_eq!((found.states, found.stopped), (50, Some(StopReason::StateLimit(50))));
    let wide = "block0:\n* g0 = choose 0..1000000000\n* return";
    let found = explore(&sequential(wide), ExploreOptions::up_to(50));
    assert_eq!((found.states, found.complete()), (50, false));
}

#[test]
fn a_move_that_does_not_end_is_given_up() {
    use ir::{ProcBuilder, Site};
    let mut program = Program::default();
    let mut main = ProcBuilder::new("main", None);
    let here = main.current();
    main.push(Site::step(None), ir::Op::Thread(ir::ThreadOp::Yield));
    main.goto(here);
    let mut proc = main.finish();
    // Without its mark: the verifier refuses that, the interpreter survives it.
    proc.blocks.iter_mut().for_each(|block| block.instrs[0].site.step = false);
    program.threads.push(program.procs.push(proc));
    let found = explore(&program, ExploreOptions::up_to(10));
    assert_eq!(found.stopped, Some(StopReason::StepTooLong(10_000_000)));
}
