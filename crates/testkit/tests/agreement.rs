//! The explicit engine and the naive exploration of the interpreter agree on generated programs.
//!
//! The ordinary run takes the first thousand seeds; with `CUTPOINT_LONG=1` it takes ten thousand. A disagreement is
//! reduced and printed in text form, with its seed. What once showed a fault is kept in [`REGRESSIONS`], reduced: the
//! programs of seeds change with the generator.

use std::collections::BTreeMap;

use base::{Id, SourceId};
use cutpoint_testkit::agreement::{Agreement, compare, explain};
use cutpoint_testkit::{generate, settings};
use engine_explicit::ExplicitOptions;
use verdict::{Limits, StopReason, Verdict};

const ORDINARY: u64 = 1_000;
const LONG: u64 = 10_000;
/// Larger state spaces are skipped: naive exploration keeps whole states.
const MOST_STATES: usize = 4_000;

/// Programs that once showed a fault, each with what it is about.
const REGRESSIONS: &[(&str, &str)] = &[
    (
        "all operands are evaluated before the object is looked at",
        r#"
class class0 "Queue" channel of 0..3
global g0 "queue": class0
thread proc0
proc proc0 "main"() {
block0:
* send g0, 2 <<{0..3} 1
  return
}
"#,
    ),
    (
        "threads start after an initialisation that spawned one",
        r#"
init proc2
thread proc1
proc proc0 "task"() {
block0:
  return
}
proc proc1 "main"() {
block0:
* assert false
  return
}
proc proc2 "init"() {
block0:
  spawn proc0()
  return
}
"#,
    ),
    (
        "the initialisation has a number of its own",
        r#"
global g0 "number": i32
init proc0
thread proc1
proc proc0 "init"() {
block0:
  g0 = self
  return
}
proc proc1 "main"() {
block0:
* assert self == 0
  assert g0 == 0
  return
}
"#,
    ),
    (
        "an observer that fails in an atomic section leaves none open",
        r#"
class class0 "Queue" channel of i32
thread proc1
proc proc0 "observer"() -> (bool) observer {
  local v0 "queue": class0
  local v1 "size": i32
block0:
  atomic begin
  v1 = size v0
  atomic end
  return false
}
proc proc1 "main"() {
block0:
  select {
    wait call proc0() -> block1
    always -> block2
  }
block1:
  return
block2:
* goto block1
}
"#,
    ),
];

#[test]
fn engine_and_interpreter_agree_on_what_once_showed_a_fault() {
    let problems: Vec<String> = REGRESSIONS.iter().filter_map(|(about, text)| problem(about, text)).collect();
    assert!(problems.is_empty(), "{problems:#?}");
}

fn problem(about: &str, text: &str) -> Option<String> {
    let program = match ir::read(SourceId::new(0), text) {
        Ok(program) => program,
        Err(errors) => return Some(format!("{about}: {}", errors[0].message)),
    };
    if let Err(errors) = ir::verify(&program) {
        return Some(format!("{about}: {}", errors[0]));
    }
    match compare(&program, MOST_STATES) {
        Ok(Agreement::Complete { .. }) => None,
        Ok(Agreement::TooLarge) => Some(format!("{about}: too large to be compared")),
        Err(disagreement) => Some(format!("{about}: {disagreement}")),
    }
}

#[test]
fn engine_and_interpreter_agree_on_generated_programs() {
    let seeds = cutpoint_testkit::settings::seeds(ORDINARY, LONG);
    let mut mix = Mix::default();
    for seed in seeds {
        let program = generate::program(seed);
        match compare(&program, MOST_STATES) {
            Ok(agreement) => mix.add(&agreement),
            Err(disagreement) => {
                panic!("{}", explain(seed, program, &disagreement, |p| compare(p, MOST_STATES)))
            }
        }
    }
    mix.print();
    mix.check();
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

    #[expect(clippy::print_stdout, reason = "the mix is shown with --nocapture")]
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

/// The colours of the nested search count as memory, in the figures and against the limit.
#[test]
fn the_search_for_cycles_keeps_to_the_memory_limit() {
    let text = r#"
global g0 "n": 0..3000
thread proc0
proc proc0 "main"() {
block0:
* g0 = (g0 +{0..3000} 1) %{0..3000} 3000
  accept false
  goto block0
}
"#;
    let program = ir::read(SourceId::new(0), text).expect("the program reads");
    let check = |max_bytes| {
        let limits = Limits { max_bytes, ..Limits::default() };
        settings::check(&program, &ExplicitOptions::default(), &limits).expect("nothing is unsupported")
    };
    let free = check(None);
    assert!(matches!(free.verdict, Verdict::Holds { .. }), "{:?}", free.verdict);
    let tight = check(Some(free.stats.peak_bytes - 1));
    let reason = StopReason::MemoryLimit(free.stats.peak_bytes - 1);
    assert_eq!(tight.verdict, Verdict::Unknown { reason });
    assert_eq!(tight.stats.states, free.stats.states, "the search for errors had room");
}
