//! The explicit engine on temporal properties: generated programs and formulas against the naive oracle, and what its
//! options change.
//!
//! Programs with expected answers are in the corpus folder `zing/ltl`.

use std::sync::Arc;

use base::{Id, SourceId};
use certify::certify_proof;
use cutpoint_testkit::rng::Rng;
use cutpoint_testkit::{formulas, generate, lassos, loops, settings};
use engine_explicit::{ExplicitEngine, ExplicitOptions, Schedule, Summaries};
use engine_pushdown::{PushdownEngine, PushdownOptions};
use interp::Detail;
use ir::Program;
use logic::Fairness;
use temporal::Temporal;
use verdict::{Answer, Check, Covered, Limits, Proof, Property, StopReason, SummaryUse, Verdict};

const ORDINARY: u64 = 300;
const LONG: u64 = 5_000;
const FORMULAS: usize = 6;
/// Larger state spaces are skipped: the oracle keeps the whole product.
const MOST_STATES: usize = 300;

fn property(program: &Program, formula: &str, fair: impl Into<Fairness>) -> Option<Temporal> {
    Temporal::new(program, fair, SourceId::new(0), 0, formula).property
}

fn check_with(program: &Program, property: &Property, options: ExplicitOptions, limits: &Limits) -> Answer {
    settings::ask(&ExplicitEngine { options }, program, property, *limits)
}

/// The answer of the engine; a violation is replayed.
fn check(program: &Program, property: &Property) -> Result<&'static str, String> {
    let answer = check_with(program, property, ExplicitOptions::default(), &Limits::default());
    replay(program, property, &answer)?;
    Ok(settings::answer_name(&answer.verdict))
}

fn replay(program: &Program, property: &Property, answer: &Answer) -> Result<(), String> {
    let Verdict::Violated { violations } = &answer.verdict else { return Ok(()) };
    for violation in violations {
        let replayed = interp::replay(program, property, violation, Detail::default());
        replayed.map_err(|divergence| format!("{:?} does not replay: {divergence}", violation.witness))?;
    }
    Ok(())
}

/// How many answers of each kind there were.
#[derive(Default, Debug)]
struct Mix {
    holds: u32,
    violated: u32,
    /// Only fairness excludes the violations.
    fairness_matters: u32,
    /// Only strong fairness does.
    strong_fairness_matters: u32,
    too_large: u32,
}

#[test]
fn engine_and_oracle_agree_on_generated_programs_and_formulas() {
    let mut mix = Mix::default();
    for seed in cutpoint_testkit::settings::seeds(ORDINARY, LONG) {
        let program = match seed % 3 {
            0 => generate::sequential_program(seed),
            1 => generate::program(seed),
            _ => loops::program(seed),
        };
        let mut rng = Rng::new(seed);
        for index in 0..FORMULAS {
            let formula = formulas::formula(&mut rng, &program);
            // What happens in the end is what fairness decides.
            let formula = if index % 2 == 0 { format!("F ({formula})") } else { formula };
            // Whether a thread gets to its end is what strong fairness decides.
            let formula = if seed % 3 == 2 && index < 3 { format!("F !@in(thread{index})") } else { formula };
            if let Err(problem) = compare(&program, &formula, &mut mix) {
                panic!("seed {seed}, {formula}: {problem}\n{}", ir::print(&program));
            }
        }
    }
    let Mix { holds, violated, fairness_matters, strong_fairness_matters, too_large: _ } = mix;
    let matters = fairness_matters > 5 && strong_fairness_matters > 3;
    assert!(holds > 100 && violated > 100 && matters, "the mix is poor: {mix:?}");
}

/// The same over data: literals, truth values, orders, elements, local variables of threads by their numbers.
/// Sequential programs are asked of the pushdown engine too, and what it proves is checked again.
#[test]
fn engines_and_oracle_agree_on_formulas_over_data() {
    let mut mix = Mix::default();
    let mut by_pushdown = Mix::default();
    let mut refused = 0;
    for seed in cutpoint_testkit::settings::seeds(ORDINARY, LONG) {
        let program = match seed % 3 {
            0 => generate::sequential_program(seed),
            1 => generate::program(seed),
            _ => loops::program(seed),
        };
        let mut rng = Rng::new(seed);
        for index in 0..FORMULAS {
            let formula = formulas::data_formula(&mut rng, &program);
            let formula = if index % 2 == 0 { format!("F ({formula})") } else { formula };
            let context =
                |problem: String| format!("seed {seed}, {formula}: {problem}\n{}", ir::print(&program));
            refused += u32::from(property(&program, &formula, false).is_none());
            if let Err(problem) = compare(&program, &formula, &mut mix) {
                panic!("{}", context(problem));
            }
            if let Err(problem) = compare_pushdown(&program, &formula, &mut by_pushdown) {
                panic!("{}", context(problem));
            }
        }
    }
    assert!(mix.holds > 100 && mix.violated > 100 && mix.fairness_matters > 5, "the mix is poor: {mix:?}");
    assert!(by_pushdown.holds > 20 && by_pushdown.violated > 20, "the mix is poor: {by_pushdown:?}");
    let asked = (mix.holds + mix.violated) / 2;
    assert!(refused < asked, "most formulas have no meaning: {refused} and {asked}");
}

/// The automaton of its violations has no states, and neither has the proof.
#[test]
fn a_formula_that_is_always_true_has_a_proof() {
    let mut mix = Mix::default();
    let text = "thread proc0\nproc proc0 \"main\"() {\nblock0:\n* return\n}\n";
    let program = ir::read(SourceId::new(0), text).expect("the program is well formed");
    assert_eq!(compare_pushdown(&program, "F (@nullwrite -> @nullwrite)", &mut mix), Ok(()));
    assert_eq!(mix.holds, 1);
}

fn compare_pushdown(program: &Program, formula: &str, mix: &mut Mix) -> Result<(), String> {
    let Some(temporal) = property(program, formula, false) else { return Ok(()) };
    let Some(violated) = lassos::is_violated(program, &temporal, MOST_STATES) else { return Ok(()) };
    let property = Property::Temporal(Arc::new(temporal));
    let engine = PushdownEngine { options: PushdownOptions::default() };
    if engine.supports(program, &property).is_err() {
        return Ok(());
    }
    let limits = Limits { max_states: Some(20_000), ..Limits::default() };
    let answer = settings::ask(&engine, program, &property, limits);
    replay(program, &property, &answer)?;
    match &answer.verdict {
        Verdict::Holds { covered: _, proof } => {
            if violated {
                return Err("the pushdown engine says holds, the oracle violated".to_owned());
            }
            mix.holds += 1;
            let Some(Proof::Pushdown(proof)) = proof else { return Err("there is no proof".to_owned()) };
            certify_proof(program, &property, proof)
                .map_err(|reason| format!("the proof is refused: {reason:?}"))?;
        }
        Verdict::Violated { .. } if !violated => {
            return Err("the pushdown engine says violated, the oracle holds".to_owned());
        }
        Verdict::Violated { .. } => mix.violated += 1,
        Verdict::Unknown { .. } => mix.too_large += 1,
    }
    Ok(())
}

/// A program whose two threads differ in nothing but their numbers.
#[test]
fn thread_numbers_are_part_of_a_state_where_a_formula_names_one() {
    let text = r#"
global g0 "go": bool
thread proc0
thread proc0
proc proc0 "worker"() {
block0:
* goto block1, block2
block1:
* g0 = true
* return
block2:
* g0 = g0
* goto block2
}
"#;
    let program = ir::read(SourceId::new(0), text).expect("the program is well formed");
    let cases = [
        // Once one thread has ended, which of the two is left is seen by its number only.
        ("G (@in(worker) -> @0.in(worker))", "violated"),
        ("G (@in(worker) -> @1.in(worker))", "violated"),
        ("G (@in(worker) -> @0.in(worker) || @1.in(worker))", "holds"),
        ("G (!@0.in(worker) -> G !@0.in(worker))", "holds"),
        (
            "F (!@0.in(worker) && @1.in(worker)) || F (@0.in(worker) && !@1.in(worker)) || G (@0.in(worker) && @1.in(worker))",
            "holds",
        ),
    ];
    for (text, expected) in cases {
        let temporal = property(&program, text, false).expect("the formula has a meaning");
        let oracle = lassos::is_violated(&program, &temporal, MOST_STATES);
        assert_eq!(oracle, Some(expected == "violated"), "{text}");
        let property = Property::Temporal(Arc::new(temporal));
        assert_eq!(check(&program, &property).as_deref(), Ok(expected), "{text}");
    }
    let states = |text: &str| {
        let property = formula(&program, text, false);
        let answer = check_with(&program, &property, ExplicitOptions::default(), &Limits::default());
        answer.stats.states
    };
    assert!(states("G (go == go || @0.in(worker))") > states("G (go == go || @in(worker))"));
}

/// Threads beyond those that a formula names need not be distinguished, so that a program that starts threads forever
/// is finite still.
#[test]
fn numbers_of_other_threads_do_not_count() {
    let text = r#"
thread proc0
proc proc0 "relay"() {
block0:
* spawn proc0()
  return
}
"#;
    let program = ir::read(SourceId::new(0), text).expect("the program is well formed");
    let answer = |text: &str| {
        let temporal = property(&program, text, false).expect("the formula has a meaning");
        check(&program, &Property::Temporal(Arc::new(temporal)))
    };
    // One ends where the next begins: there are as many states as numbers that the formula distinguishes.
    assert_eq!(answer("F @2.in(relay)").as_deref(), Ok("holds"));
    assert_eq!(answer("G !@2.in(relay)").as_deref(), Ok("violated"));
}

fn compare(program: &Program, formula: &str, mix: &mut Mix) -> Result<(), String> {
    let mut weaker = false;
    for fair in [Fairness::None, Fairness::Weak, Fairness::Strong] {
        let Some(temporal) = property(program, formula, fair) else { return Ok(()) };
        let Some(violated) = lassos::is_violated(program, &temporal, MOST_STATES) else {
            mix.too_large += 1;
            return Ok(());
        };
        let engine = check(program, &Property::Temporal(Arc::new(temporal)))?;
        let oracle = if violated { "violated" } else { "holds" };
        if engine != oracle {
            return Err(format!("{fair:?}: the engine says {engine}, the oracle {oracle}"));
        }
        mix.holds += u32::from(!violated);
        mix.violated += u32::from(violated);
        let matters = u32::from(weaker && !violated);
        match fair {
            Fairness::None => {}
            Fairness::Weak => mix.fairness_matters += matters,
            Fairness::Strong => mix.strong_fairness_matters += matters,
        }
        weaker = violated;
    }
    Ok(())
}

/// A thread that toggles `g0` forever, and one that may fail.
const TOGGLE: &str = r#"
global g0 "on": bool
global g1 "yes": bool
init proc2
thread proc0
thread proc1
proc proc0 "toggle"() {
block0:
* g0 = !g0
  goto block0
}
proc proc1 "other"() {
block0:
* assert g0
* return
}
proc proc2 "init"() {
block0:
  g1 = true
  return
}
"#;

fn toggle() -> Program {
    ir::read(SourceId::new(0), TOGGLE).expect("the program is well formed")
}

fn formula(program: &Program, text: &str, fair: impl Into<Fairness>) -> Property {
    Property::Temporal(Arc::new(property(program, text, fair).expect("the formula has a meaning")))
}

#[test]
fn answers_in_a_program_with_an_initialisation_and_a_failing_step() {
    let program = toggle();
    let cases = [
        // The first letter is that of the state after the initialisation.
        ("on != yes && X (on == yes || on != yes)", false, "holds"),
        ("yes == yes", false, "holds"),
        // The failing step stays in a state where `on` is false, forever.
        ("G F on == yes", false, "violated"),
        ("G F on == yes || F G on != yes", false, "holds"),
        ("G F on == yes", true, "violated"),
        ("F G on == yes", true, "violated"),
        ("G F (on == yes || @in(other))", false, "holds"),
        // No step led to the first state.
        ("unchanged", false, "violated"),
        ("!(unchanged)", false, "holds"),
        ("G !(@terminated)", false, "holds"),
    ];
    for (text, fair, expected) in cases {
        assert_eq!(check(&program, &formula(&program, text, fair)).as_deref(), Ok(expected), "{text}");
    }
}

/// The last step of `init` changes nothing, but it is not the last step before the first letter: there is none.
#[test]
fn no_step_leads_to_the_first_letter() {
    let init = "init proc1\nproc proc1 \"init\"() {\nblock0:\n  return\n}\n";
    let text = format!("thread proc0\nproc proc0 \"main\"() {{\nblock0:\n* goto block0\n}}\n{init}");
    let program = ir::read(SourceId::new(0), &text).expect("the program is well formed");
    for (text, expected) in [("!(unchanged) && X G unchanged", "holds"), ("unchanged", "violated")] {
        assert_eq!(check(&program, &formula(&program, text, false)).as_deref(), Ok(expected), "{text}");
    }
}

/// An initialisation that fails, or never ends, leads to no letter: nothing is violated.
#[test]
fn an_initialisation_without_end_has_no_word() {
    for code in ["* assert false\n  return", "* goto block0"] {
        let text = format!(
            "thread proc0\ninit proc1\nproc proc0 \"main\"() {{\nblock0:\n* return\n}}\n\
            proc proc1 \"init\"() {{\nblock0:\n{code}\n}}\n"
        );
        let program = ir::read(SourceId::new(0), &text).expect("the program is well formed");
        assert_eq!(check(&program, &formula(&program, "false", false)).as_deref(), Ok("holds"), "{code}");
    }
}

/// Numbers grow without end beside a thread that may do something wrong, so that no loop is ever found.
const ENDLESS: &str = r#"
global g0 "bad": bool
global g1 "yes": bool
global g2 "count": i32
init proc1
thread proc0
proc proc0 "count"() {
block0:
* goto block1, block2
block1:
* g2 = g2 + 1
  goto block0
block2:
* g2 = g2 + 1
* g0 = true
  goto block0
}
proc proc1 "init"() {
block0:
  g1 = true
  return
}
"#;

/// A bad prefix is found among infinitely many states, and the shortest one by the explicit engine.
#[test]
fn bad_prefixes_of_endless_programs_are_violations() {
    let other = "proc proc2 \"other\"() {\nblock0:\n* goto block0\n}\n";
    let two_threads = ENDLESS.replace("thread proc0\n", "thread proc0\nthread proc2\n") + other;
    let cases = [
        ("G bad != yes", 4),
        ("G (bad == yes -> X bad != yes)", 5),
        ("bad != yes W (unchanged && bad == yes)", 4),
        // Another violation is a loop, if there is one, but this one is near.
        ("G bad != yes && F @terminated", 4),
        ("X X X bad == yes", 4),
    ];
    for text in [ENDLESS, &two_threads] {
        let program = ir::read(SourceId::new(0), text).unwrap_or_else(|errors| panic!("{errors:?}"));
        for (formula_text, steps) in cases {
            for fair in [Fairness::None, Fairness::Weak, Fairness::Strong] {
                let property = formula(&program, formula_text, fair);
                let limits = Limits { max_states: Some(2_000), ..Limits::default() };
                let explicit = check_with(&program, &property, ExplicitOptions::default(), &limits);
                let trace = prefix(&program, &property, &explicit);
                assert_eq!(trace, (steps, None), "{formula_text}");
                let pushdown = PushdownEngine { options: PushdownOptions::default() };
                if pushdown.supports(&program, &property).is_ok() {
                    let answer = settings::ask(&pushdown, &program, &property, limits);
                    assert_eq!(prefix(&program, &property, &answer).1, None, "{formula_text}");
                }
            }
        }
        if !program.is_sequential() {
            continue;
        }
        let undecided = formula(&program, "F bad == yes", false);
        let limits = Limits { max_states: Some(2_000), ..Limits::default() };
        let answer = check_with(&program, &undecided, ExplicitOptions::default(), &limits);
        assert_eq!(settings::answer_name(&answer.verdict), "unknown");
    }
}

/// The length of the trace of a violation that replays, and where its loop begins.
fn prefix(program: &Program, property: &Property, answer: &Answer) -> (usize, Option<usize>) {
    assert_eq!(replay(program, property, answer), Ok(()));
    let Verdict::Violated { violations } = &answer.verdict else { panic!("{:?}", answer.verdict) };
    let trace = violations[0].witness.steps().expect("it is a plain trace");
    (trace.steps.len(), trace.loop_start)
}

#[test]
fn a_search_that_leaves_something_out_never_says_that_the_formula_holds() {
    let program = toggle();
    let holds = formula(&program, "G !(@terminated)", false);
    let bounded = |schedule, max_depth, limits: Limits| {
        let options = ExplicitOptions { schedule, max_depth, ..ExplicitOptions::default() };
        check_with(&program, &holds, options, &limits).verdict
    };
    let answer = |schedule, limits| bounded(schedule, None, limits);
    let unknown = |reason| Verdict::Unknown { reason };
    let all = Limits::default();
    assert_eq!(answer(Schedule::PreemptionBound(1), all), unknown(StopReason::PreemptionBound(1)));
    assert_eq!(answer(Schedule::DelayBound(1), all), unknown(StopReason::DelayBound(1)));
    let few = Limits { max_states: Some(2), ..all };
    assert_eq!(answer(Schedule::Full, few), unknown(StopReason::StateLimit(2)));
    assert_eq!(bounded(Schedule::Full, Some(1), all), unknown(StopReason::DepthLimit(1)));
    let little = Limits { max_bytes: Some(1), ..all };
    assert_eq!(answer(Schedule::Full, little), unknown(StopReason::MemoryLimit(1)));
    let Verdict::Holds { covered: Covered::States { states, transitions, .. }, .. } =
        answer(Schedule::Full, all)
    else {
        panic!("a full search decides");
    };
    assert!(states > 2 && transitions > states);
}

#[test]
fn bounded_schedules_find_violations_that_replay() {
    let program = toggle();
    let violated = formula(&program, "G F on == yes", false);
    for schedule in [Schedule::Cooperative, Schedule::PreemptionBound(2), Schedule::DelayBound(2)] {
        let options = ExplicitOptions { schedule, ..ExplicitOptions::default() };
        let answer = check_with(&program, &violated, options, &Limits::default());
        assert_eq!(replay(&program, &violated, &answer), Ok(()), "{schedule:?}");
    }
}

#[test]
fn options_that_make_no_sense_for_formulas_are_refused() {
    let program = toggle();
    let supports = |options: ExplicitOptions, fair| {
        let property = formula(&program, "G F on == yes", fair);
        ExplicitEngine { options }.supports(&program, &property).is_ok()
    };
    let compact = ExplicitOptions { hash_compaction: true, ..ExplicitOptions::default() };
    assert!(!supports(compact, false));
    for schedule in [Schedule::Cooperative, Schedule::PreemptionBound(1), Schedule::DelayBound(1)] {
        let options = ExplicitOptions { schedule, ..ExplicitOptions::default() };
        assert!(supports(options.clone(), false) && !supports(options, true), "{schedule:?}");
    }
    assert!(supports(ExplicitOptions { workers: 4, ..ExplicitOptions::default() }, true));
}

#[test]
fn summaries_stay_out_of_it() {
    let program = toggle();
    let property = formula(&program, "G !(@terminated)", false);
    let used = |summaries| {
        let options = ExplicitOptions { summaries, ..ExplicitOptions::default() };
        check_with(&program, &property, options, &Limits::default()).stats.summaries().clone()
    };
    assert_eq!(used(Summaries::Patterns), SummaryUse::Off);
    assert!(matches!(used(Summaries::Visible), SummaryUse::Refused(_)));
}
