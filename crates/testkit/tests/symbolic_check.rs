//! Symbolic execution of closed programs: it decides what the interpreter decides, on generated programs, and what the
//! explicit engine decides where data are chosen from narrow integers.
//!
//! The ordinary run takes 200 and 60 programs; with `CUTPOINT_LONG=1` it takes 5,000 and 1,000.

use std::collections::BTreeSet;
use std::fmt::Write;

use base::Id;
use cutpoint_testkit::agreement::{compare_symbolic, explain};
use cutpoint_testkit::rng::Rng;
use cutpoint_testkit::symbolic::open_programs::{OpenProgramOptions, open_program};
use cutpoint_testkit::{generate, settings};
use driver::{EngineChoice, EngineOptions, ExplicitOptions, Request, Silent, Summaries, SymbolicOptions};
use ir::Program;
use verdict::{Property, Verdict};

const ORDINARY: u64 = 200;
const LONG: u64 = 5_000;
const ORDINARY_NARROW: u64 = 60;
const LONG_NARROW: u64 = 1_000;
const MOST_STATES: usize = 2_000;

#[test]
fn closed_programs_have_the_errors_of_the_interpreter() {
    let (mut n_compared, mut n_complete) = (0, 0);
    for seed in settings::seeds(ORDINARY, LONG) {
        let program = generate::sequential_program(seed);
        let compared = std::panic::catch_unwind(|| compare_symbolic(&program, MOST_STATES));
        match compared.unwrap_or_else(|_| panic!("seed {seed} panicked")) {
            Ok(None) => {}
            Ok(Some(found_all)) => {
                n_compared += 1;
                n_complete += u64::from(found_all);
            }
            Err(disagreement) => {
                let compare = |program: &Program| {
                    compare_symbolic(program, MOST_STATES)
                        .map(|_| cutpoint_testkit::agreement::Agreement::TooLarge)
                };
                panic!("{}", explain(seed, program, &disagreement, compare))
            }
        }
    }
    assert!(n_compared >= 100 && 10 * n_complete >= 4 * n_compared, "{n_complete} of {n_compared}");
}

/// A random program behind a procedure that chooses its numbers freely: one among 256, the other among four.
fn narrow_program(seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let mut text = open_program(&mut rng, &OpenProgramOptions::default());
    text.push_str("\nthread proc2\nproc proc2 \"main\"() {\n");
    text.push_str("  local v0 \"this\": class3\n  local v1 \"b\": class4\n  local v2 \"a\": class0\n");
    text.push_str("  local v3 \"n\": i8w\n  local v4 \"result\": class0\n");
    text.push_str("block0:\n* v0 = new class3\n* v1 = new class4\n* v2 = new class0\n");
    for place in ["v0.field0", "v1.field4", "v2.field0"] {
        let value = rng.pick(&["v0", "v2", "null"]);
        let _ = writeln!(text, "* store {place} = {value}");
    }
    let (wide, narrow) = ("any i8w", "0..3");
    let options = [wide, narrow];
    let first = rng.pick(&options);
    let _ = writeln!(text, "* v3 = choose {first}");
    let (this, number) = (rng.pick(&["v0", "v2"]), "v3");
    let _ = writeln!(text, "* v4, v3 = call proc0({this}, v1, {number}) -> block1");
    text.push_str("block1:\n* assert v3 != 7\n  return\n}\n");
    ir::read(Id::new(0), &text).unwrap_or_else(|errors| panic!("seed {seed}: {errors:?}\n{text}"))
}

/// The kinds and places of all errors; `None`: not decided.
fn errors(program: &Program, engine: &str) -> Option<BTreeSet<String>> {
    let explicit =
        ExplicitOptions { all_errors: true, summaries: Summaries::Off, ..ExplicitOptions::default() };
    let symbolic = SymbolicOptions { all_errors: true, max_steps: Some(2_000), ..SymbolicOptions::default() };
    let request = Request {
        engines: EngineChoice::One(driver::engine(engine).expect("the engine is registered")),
        options: EngineOptions { explicit, symbolic, ..EngineOptions::default() },
        ..Request::default()
    };
    let checked = driver::check(program, &Property::NoErrors, &request, &Silent).expect("no contradiction");
    match &checked.first().answer.verdict {
        Verdict::Holds { .. } => Some(BTreeSet::new()),
        Verdict::Violated { violations } => {
            Some(violations.iter().map(|found| format!("{:?} {:?}", found.kind, found.span)).collect())
        }
        Verdict::Unknown { .. } => None,
    }
}

#[test]
fn narrow_integers_have_the_errors_of_the_explicit_engine() {
    let mut found = [0; 2];
    for seed in settings::seeds(ORDINARY_NARROW, LONG_NARROW) {
        let program = narrow_program(seed);
        let (explicit, symbolic) = (errors(&program, "explicit"), errors(&program, "symbolic"));
        let explicit = explicit.expect("the program is finite");
        assert_eq!(symbolic.as_ref(), Some(&explicit), "seed {seed}\n{}", ir::print(&program));
        found[usize::from(explicit.is_empty())] += 1;
    }
    assert!(found.iter().all(|&count| count >= 5), "{found:?}");
}
