//! Procedure summaries, by visible states and by patterns, and the naive exploration of the interpreter agree on generated sequential programs.
//!
//! The ordinary run takes 500 seeds; with `CUTPOINT_LONG=1` it takes 20,000. A disagreement is reduced and printed in text form, with
//! its seed.

use std::collections::BTreeMap;

use cutpoint_testkit::agreement::{Agreement, Disagreement, compare_summaries};
use cutpoint_testkit::{generate, reduce};
use ir::Program;

const ORDINARY: u64 = 500;
const LONG: u64 = 20_000;
/// Larger state spaces are skipped: naive exploration keeps whole states.
const MOST_STATES: usize = 4_000;

#[test]
fn summaries_and_interpreter_agree_on_generated_programs() {
    let long = std::env::var_os("CUTPOINT_LONG").is_some_and(|value| value != "0");
    let n_programs = if long { LONG } else { ORDINARY };
    let mut outcomes: BTreeMap<&'static str, u64> = BTreeMap::new();
    for seed in 0..n_programs {
        let program = generate::sequential_program(seed);
        match compare_summaries(&program, MOST_STATES) {
            Ok(Agreement::TooLarge) => *outcomes.entry("too large").or_default() += 1,
            Ok(Agreement::Complete { errors, .. }) if errors.is_empty() => {
                *outcomes.entry("holds").or_default() += 1;
            }
            Ok(Agreement::Complete { errors, .. }) => {
                errors.into_iter().for_each(|error| *outcomes.entry(error).or_default() += 1);
            }
            Err(disagreement) => panic!("{}", explain(seed, program, &disagreement)),
        }
    }
    check_mix(&outcomes, n_programs);
}

/// The test would pass on programs without any content, so their mix is tested too.
fn check_mix(outcomes: &BTreeMap<&'static str, u64>, n_programs: u64) {
    let share = |name: &str| 100 * outcomes.get(name).copied().unwrap_or(0) / n_programs;
    assert!(share("too large") < 15, "{outcomes:?}");
    assert!((25..85).contains(&share("holds")), "{outcomes:?}");
    for name in ["assertion", "deadlock", "null-dereference"] {
        assert!(outcomes.contains_key(name), "no program shows {name}: {outcomes:?}");
    }
}

/// Makes the program as small as it gets with the same kind of difference in the same setting.
fn explain(seed: u64, program: Program, disagreement: &Disagreement) -> String {
    let kind = std::mem::discriminant(&disagreement.difference);
    let mut last = disagreement.clone();
    let reduced = reduce::reduce(program, &mut |program| match compare_summaries(program, MOST_STATES) {
        Err(found) if found.setting == disagreement.setting => {
            let same = std::mem::discriminant(&found.difference) == kind;
            if same {
                last = found;
            }
            same
        }
        Ok(_) | Err(_) => false,
    });
    format!("seed {seed} disagrees, {disagreement}\n\nreduced, {last}:\n{}", ir::print(&reduced))
}
