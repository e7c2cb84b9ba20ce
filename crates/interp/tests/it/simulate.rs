//! Simulation: every way to end, determinism, and agreement with replay.

use interp::{Alternatives, Candidate, Decider, Detail, Random, Scripted, SimulationEnd, Simulator, replay};
use ir::Program;
use verdict::{Moment, Property, StopReason, Violation, ViolationKind};

use crate::support::{numbered, sequential};

/// Always the first candidate and the last alternative.
struct FirstThread;

impl Decider for FirstThread {
    fn thread(&mut self, candidates: &[Candidate<'_>]) -> Option<usize> {
        assert!(!candidates.is_empty());
        Some(0)
    }

    fn choice(&mut self, alternatives: &Alternatives<'_>) -> Option<u64> {
        u64::try_from(alternatives.count() - 1).ok()
    }
}

fn run(program: &Program, decider: &mut dyn Decider, max_steps: u64) -> (SimulationEnd, Vec<Moment>) {
    let mut moments = Vec::new();
    let end =
        Simulator::new(program, Detail::default()).run(decider, max_steps, |moment| moments.push(moment));
    (end, moments)
}

#[test]
fn a_run_says_how_it_ended() {
    let check = |body: &str, expected: SimulationEnd| {
        assert_eq!(run(&sequential(body), &mut FirstThread, 20).0, expected, "of {body}");
    };
    let violation = |kind| SimulationEnd::Violation { kind, span: None };
    let without_spans = |body: &str| sequential(body).without_spans();
    check("g0 = 1", SimulationEnd::Finished);
    check("block0:\n* select end { wait false -> block0 }", SimulationEnd::Finished);
    check("block0:\n* yield\ngoto block0", SimulationEnd::StepLimit(20));
    check("* g2 = choose bool\nassume ! g2", SimulationEnd::Pruned);
    for (body, kind) in [
        ("block0:\n* select { wait false -> block0 }", ViolationKind::Deadlock),
        ("* assert false", ViolationKind::Assertion { message: None }),
        ("* g0 = load g3.field1", ViolationKind::Fault(ir::FaultKind::NullDereference)),
    ] {
        assert_eq!(run(&without_spans(body), &mut FirstThread, 20).0, violation(kind), "of {body}");
    }
    let long = StopReason::ObjectTooLarge(99_999_999);
    check("* g4 = new class2[99999999]", SimulationEnd::GaveUp(long));
}

#[test]
fn the_limit_matters_only_to_what_could_go_on() {
    let program = sequential("* yield\n* yield");
    assert_eq!(run(&program, &mut FirstThread, 2).0, SimulationEnd::Finished);
    assert_eq!(run(&program, &mut FirstThread, 1).0, SimulationEnd::StepLimit(1));
}

/// Philosophers who take the left fork first: runs end well or in a deadlock.
const FORKS: &str = r#"
thread proc0
thread proc1
proc proc0 "left"() {
block0:
* select { wait g0 == 0 -> block1 }
block1:
  g0 = 1
* select { wait g1 == 0 -> block2 }
block2:
  g1 = 1
* g1 = 0
* g0 = 0
  return
}
proc proc1 "right"() {
block0:
* select { wait g1 == 0 -> block1 }
block1:
  g1 = 1
* select { wait g0 == 0 -> block2 }
block2:
  g0 = 1
* g0 = choose 0..0
* g1 = 0
  return
}
"#;

#[test]
fn random_runs_are_determined_by_their_seed_and_reach_every_end() {
    let program = numbered(FORKS);
    let (mut finished, mut deadlocked) = (0, 0);
    for seed in 0..60 {
        let mut simulator = Simulator::new(&program, Detail::default());
        let mut moments = Vec::new();
        let end = simulator.run(&mut Random::new(seed), 100, |moment| moments.push(moment));
        assert_eq!(run(&program, &mut Random::new(seed), 100), (end.clone(), moments.clone()));
        assert_eq!(run(&program, &mut Scripted::new(simulator.trace()), 100), (end.clone(), moments.clone()));
        match end {
            SimulationEnd::Finished => finished += 1,
            SimulationEnd::Violation { kind, span } => {
                deadlocked += 1;
                let violation = Violation { kind, span, witness: simulator.trace().clone().into() };
                let execution = replay(&program, &Property::NoErrors, &violation, Detail::default())
                    .expect("a run replays");
                let execution = execution.steps().expect("it is a plain trace");
                assert_eq!((&execution.moments, &execution.last), (&moments, &simulator.snapshot()));
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(finished > 5 && deadlocked > 5, "{finished} and {deadlocked} of 60");
}

#[test]
fn choices_are_recorded_only_where_there_are_several_alternatives() {
    let program = sequential("* g0 = choose 7..7\n* g1 = choose 1..3\ng7 = choose enum0");
    let mut simulator = Simulator::new(&program, Detail::default());
    simulator.run(&mut FirstThread, 10, |_| {});
    let choices: Vec<&[u64]> = simulator.trace().steps.iter().map(|step| step.choices.as_slice()).collect();
    assert_eq!(choices, [&[][..], &[2, 2]]);
}

#[test]
fn a_decider_without_an_answer_ends_the_run() {
    let program = sequential("* g0 = choose 1..3\n* yield");
    let trace = verdict::Trace::default();
    assert_eq!(run(&program, &mut Scripted::new(&trace), 10).0, SimulationEnd::Undecided);
}

#[test]
fn candidates_say_what_comes_next() {
    let program = numbered(FORKS);
    let mut simulator = Simulator::new(&program, Detail::default());
    let names = |simulator: &Simulator<'_>| -> Vec<String> {
        let candidates = simulator.candidates().expect("guards end");
        candidates.iter().map(|it| format!("{}:{:?}:{}", it.position, it.number, it.proc)).collect()
    };
    assert_eq!(names(&simulator), ["0:Some(0):left", "1:Some(1):right"]);
    for _ in 0..2 {
        simulator.step(&mut FirstThread).expect("it can move");
    }
    assert_eq!(names(&simulator), ["0:Some(0):left"]);
}
