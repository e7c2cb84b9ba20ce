//! The pushdown engine and the explicit engine agree on generated programs: Shylock with recursion, and the core
//! language with arrays, sets, channels, atomic sections and selects.
//!
//! The ordinary run takes 500 programs of each kind, `CUTPOINT_LONG=1` 20,000. A disagreement is reduced and printed
//! in text form, with its seed.

use std::collections::BTreeMap;
use std::sync::Arc;

use base::{Id, SourceId};
use cutpoint_testkit::generate;
use cutpoint_testkit::pushdown_agreement::{PushdownAgreement, compare_pushdown, explain_pushdown};
use cutpoint_testkit::settings::{self, answer_name};
use cutpoint_testkit::shylock::programs;
use engine_pushdown::{PushdownEngine, PushdownOptions, Semantics};
use ir::Program;
use temporal::Temporal;
use verdict::{Limits, Property};

const ORDINARY: u64 = 500;
const LONG: u64 = 20_000;

/// Programs that once showed a fault, each with what it is about.
const REGRESSIONS: &[(&str, &str)] = &[
    ("a procedure that waits behind a return waits at its select", WAITS_BEHIND_A_RETURN),
    (
        "a channel that is folded away is neither empty nor full before it has been looked into",
        r#"
class class0 "Queue" channel of i32
global g0 "queue": class0
init proc1
thread proc0
proc proc0 "main"() {
  local v0 "x": i32
block0:
  select {
    v0 = receive g0 -> block1
    always -> block2
  }
block1:
  return
block2:
  select {
    wait false -> block1
  }
}
proc proc1 "init"() {
block0:
  g0 = new class0
  return
}
"#,
    ),
];

const WAITS_BEHIND_A_RETURN: &str = r#"
thread proc1
proc proc0 "helper"() {
block0:
  return
}
proc proc1 "main"() {
block0:
* call proc0() -> block1
block1:
  select {
    wait false -> block2
  }
block2:
  return
}
"#;

/// A caller gets two lists back that were hidden as one, and compares them before its step ends.
const COMPARES_WHAT_WAS_HIDDEN: &str = r#"
class class0 "Node" record { field0 "next": class0 }
global g0 "a": class0
global g1 "b": class0
thread proc0
proc proc0 "main"() {
  local v0 "l": class0
  local v1 "m": class0
block0:
* g0 = new class0
  v0 = g0
  g1 = new class0
  v1 = g1
  call proc1() -> block1
block1:
  assert v0 != v1
  store v0.field0 = v1
  return
}
proc proc1 "grow"() {
  local v0 "x": class0
block0:
* g1 = null
* v0 = new class0
  store g0.field0 = v0
  g0 = v0
* v0 = new class0
  store g0.field0 = v0
  g0 = v0
* g0 = null
  return
}
"#;

#[test]
fn what_was_hidden_is_unknown_as_soon_as_it_is_seen() {
    let program = read(COMPARES_WHAT_WAS_HIDDEN);
    for (heap_bound, expected) in [(None, "holds"), (Some(4), "holds"), (Some(2), "unknown")] {
        let options = PushdownOptions { heap_bound, ..Default::default() };
        let engine = PushdownEngine { options };
        let answer = settings::ask(&engine, &program, &Property::NoErrors, Limits::default());
        assert_eq!(answer_name(&answer.verdict), expected, "{heap_bound:?}");
    }
}

fn read(text: &str) -> Program {
    let program = ir::read(SourceId::new(0), text).unwrap_or_else(|errors| panic!("{}", errors[0].message));
    ir::verify(&program).unwrap_or_else(|errors| panic!("{}", errors[0]));
    program
}

/// The state in which it waits has a letter, and the execution stays there.
#[test]
fn what_waits_behind_a_return_is_stuck() {
    let program = read(WAITS_BEHIND_A_RETURN);
    for (formula, expected) in
        [("G !@stuck", "violated"), ("F @stuck", "holds"), ("F @terminated", "violated")]
    {
        let resolved = Temporal::new(&program, false, SourceId::new(0), 0, formula);
        let property = Property::Temporal(Arc::new(resolved.property.expect("the formula is right")));
        for semantics in [Semantics::Canonical, Semantics::Paper] {
            let options = PushdownOptions { semantics, ..Default::default() };
            let answer = settings::ask(&PushdownEngine { options }, &program, &property, Limits::default());
            assert_eq!(answer_name(&answer.verdict), expected, "{formula}, {semantics:?}");
        }
    }
}

#[test]
fn the_engines_agree_on_what_once_showed_a_fault() {
    for (about, text) in REGRESSIONS {
        let program = read(text);
        let compared =
            compare_pushdown(&program).unwrap_or_else(|difference| panic!("{about}: {difference}"));
        assert!(matches!(compared, PushdownAgreement::Holds | PushdownAgreement::Violated), "{about}");
    }
}

fn compare_all(program_of: impl Fn(u64) -> Program) -> BTreeMap<String, u64> {
    let seeds = cutpoint_testkit::settings::seeds(ORDINARY, LONG);
    let mut outcomes = BTreeMap::new();
    for seed in seeds.clone() {
        let program = program_of(seed);
        let compared = std::panic::catch_unwind(|| compare_pushdown(&program));
        match compared.unwrap_or_else(|_| panic!("seed {seed} panicked")) {
            Ok(agreement) => *outcomes.entry(format!("{agreement:?}")).or_default() += 1,
            Err(difference) => panic!("{}", explain_pushdown(seed, program, &difference)),
        }
    }
    // The test would pass if nothing were decided, so the mix is tested too.
    let n_programs = seeds.end - seeds.start;
    let share = |agreement| 100 * outcomes.get(&format!("{agreement:?}")).copied().unwrap_or(0) / n_programs;
    let (holds, violated) = (share(PushdownAgreement::Holds), share(PushdownAgreement::Violated));
    assert!(holds >= 15 && violated >= 10 && holds + violated >= 40, "{outcomes:?}");
    outcomes
}

#[test]
fn the_engines_agree_on_generated_shylock() {
    let outcomes = compare_all(|seed| {
        let text = programs::program(seed);
        let compiled = lang_shylock::compile(SourceId::new(0), &text, &Default::default());
        compiled.program.unwrap_or_else(|| panic!("{:#?}\n{text}", compiled.diagnostics))
    });
    // Recursion that only the pushdown engine comes to an end with.
    assert!(outcomes.contains_key("ExplicitUnknown"), "{outcomes:?}");
}

#[test]
fn the_engines_agree_on_generated_programs_of_the_core_language() {
    compare_all(generate::sequential_program);
}
