//! The explicit engine and the naive exploration of the interpreter agree on generated programs.
//!
//! The ordinary run takes the first few hundred seeds; with `CUTPOINT_LONG=1` it takes ten thousand. A disagreement is
//! reduced and printed in text form, with its seed. Seeds that once showed a fault are kept in [`REGRESSIONS`].

use std::collections::BTreeMap;

use cutpoint_testkit::agreement::{Agreement, Disagreement, compare};
use cutpoint_testkit::{generate, reduce};
use ir::Program;

const ORDINARY: u64 = 300;
const LONG: u64 = 10_000;
/// Larger state spaces are skipped: naive exploration keeps whole states.
const MOST_STATES: usize = 4_000;

/// Seeds beyond the ordinary run that once showed a fault.
const REGRESSIONS: &[u64] = &[];

#[test]
fn engine_and_interpreter_agree_on_generated_programs() {
    let long = std::env::var_os("CUTPOINT_LONG").is_some_and(|value| value != "0");
    let n_programs = if long { LONG } else { ORDINARY };
    let mut mix = Mix::default();
    for seed in (0..n_programs).chain(REGRESSIONS.iter().copied()) {
        let program = generate::program(seed);
        match compare(&program, MOST_STATES) {
            Ok(agreement) => mix.add(&agreement),
            Err(disagreement) => panic!("{}", explain(seed, program, &disagreement)),
        }
    }
    mix.print();
    mix.check();
}

/// Makes the program as small as it gets with the same kind of difference in the same setting.
fn explain(seed: u64, program: Program, disagreement: &Disagreement) -> String {
    let kind = std::mem::discriminant(&disagreement.difference);
    let mut last = disagreement.clone();
    let reduced = reduce::reduce(program, &mut |program| match compare(program, MOST_STATES) {
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

/// What came out, to see that the generator does not only make one kind of program.
#[derive(Default)]
struct Mix {
    too_large: u64,
    /// Programs by what they show; several errors count for each.
    outcomes: BTreeMap<&'static str, u64>,
    /// Programs by the power of two above their number of states.
    sizes: BTreeMap<u32, u64>,
    complete: u64,
}

impl Mix {
    fn add(&mut self, agreement: &Agreement) {
        match agreement {
            Agreement::TooLarge => self.too_large += 1,
            Agreement::Complete { states, errors } => {
                self.complete += 1;
                *self.sizes.entry(states.ilog2() + 1).or_default() += 1;
                if errors.is_empty() {
                    *self.outcomes.entry("holds").or_default() += 1;
                }
                for error in errors {
                    *self.outcomes.entry(error).or_default() += 1;
                }
            }
        }
    }

    #[expect(clippy::print_stdout, reason = "the mix is for whoever runs the test with --nocapture")]
    fn print(&self) {
        let Self { too_large, outcomes, sizes, complete } = self;
        println!("{complete} programs compared, {too_large} too large");
        outcomes.iter().for_each(|(name, count)| println!("{count:6} {name}"));
        sizes.iter().for_each(|(bits, count)| println!("{count:6} below {} states", 1_u64 << bits));
    }

    /// The test would pass on programs without any content, so their mix is tested too.
    fn check(&self) {
        let all = self.complete + self.too_large;
        let share = |count: u64| 100 * count / all;
        let outcome = |name: &str| self.outcomes.get(name).copied().unwrap_or(0);
        assert!(share(self.too_large) < 15, "{} of {all} programs were too large", self.too_large);
        assert!((30..85).contains(&share(outcome("holds"))), "{} of {all} programs hold", outcome("holds"));
        for name in ["assertion", "deadlock", "acceptance-cycle", "null-dereference"] {
            assert!(outcome(name) > 0, "no program shows {name}");
        }
        let trivial: u64 = self.sizes.range(..3).map(|(_, count)| count).sum();
        assert!(share(trivial) < 40, "{trivial} of {all} programs have fewer than 4 states");
    }
}
