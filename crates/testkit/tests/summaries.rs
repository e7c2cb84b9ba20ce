//! Procedure summaries, by visible states and by patterns, and the naive exploration of the interpreter agree on
//! generated sequential programs.
//!
//! The ordinary run takes 500 seeds; with `CUTPOINT_LONG=1` it takes 20,000. A disagreement is reduced and printed in
//! text form, with its seed.

use std::collections::BTreeMap;

use base::SourceFile;
use cutpoint_testkit::agreement::{Agreement, compare_summaries, explain};
use cutpoint_testkit::figure_ten::figure_ten;
use cutpoint_testkit::patience::Patience;
use cutpoint_testkit::transactions::{TransactionOptions, transaction_manager};
use cutpoint_testkit::{generate, settings};
use driver::Language;
use engine_explicit::{ExplicitEngine, ExplicitOptions, Summaries};
use ir::Program;
use verdict::{
    Growth, Limits, Meter, ProcSummaries, Property, Silent, StopReason, Summarize, Summarized, SummaryUse,
    Verdict,
};

const ORDINARY: u64 = 500;
const LONG: u64 = 20_000;
/// Larger state spaces are skipped: naive exploration keeps whole states.
const MOST_STATES: usize = 4_000;

/// Programs that once showed a fault, each with what it is about.
const REGRESSIONS: &[(&str, &str)] = &[(
    "the path to an error leads through a caller that has not yet read what its callee has",
    r#"
class class0 "Cells" array of i32
class class1 "Group" set of class0
class class2 "Tuple" record { field0 "f0": class0; field1 "f1": class0 }
class class3 "Tuples" set of class2 by contents
global g0 "g0": class0
global g1 "g1": class1
global g2 "g2": class3
init proc2
thread proc1
proc proc0 "helper"() -> (i32) {
block0:
  insert g2, record(null, g0)
  return 0 %{i32} 0
}
proc proc1 "thread"() {
  local v0 "x": i32
block0:
  branch true, block1, block2
block1:
* v0 = call proc0() -> block3
block2:
  g0 = choose in g1
  return
block3:
  return
}
proc proc2 "init"() {
block0:
  g0 = new class0[0]
  g2 = new class3
  return
}
"#,
)];

#[test]
fn summaries_and_interpreter_agree_on_what_once_showed_a_fault() {
    for (about, text) in REGRESSIONS {
        let program = ir::read(base::Id::new(0), text)
            .unwrap_or_else(|errors| panic!("{about}: {}", errors[0].message));
        ir::verify(&program).unwrap_or_else(|errors| panic!("{about}: {}", errors[0]));
        match compare_summaries(&program, MOST_STATES) {
            Ok(Agreement::Complete { .. }) => {}
            Ok(Agreement::TooLarge) => panic!("{about}: too large to be compared"),
            Err(disagreement) => panic!("{about}: {disagreement}"),
        }
    }
}

#[test]
fn summaries_and_interpreter_agree_on_generated_programs() {
    let seeds = cutpoint_testkit::settings::seeds(ORDINARY, LONG);
    let mut outcomes: BTreeMap<&'static str, u64> = BTreeMap::new();
    for seed in seeds.clone() {
        let program = generate::sequential_program(seed);
        let compared = std::panic::catch_unwind(|| compare_summaries(&program, MOST_STATES));
        match compared.unwrap_or_else(|_| panic!("seed {seed} panicked")) {
            Ok(Agreement::TooLarge) => *outcomes.entry("too large").or_default() += 1,
            Ok(Agreement::Complete { errors, .. }) if errors.is_empty() => {
                *outcomes.entry("holds").or_default() += 1;
            }
            Ok(Agreement::Complete { errors, .. }) => {
                errors.into_iter().for_each(|error| *outcomes.entry(error).or_default() += 1);
            }
            Err(disagreement) => {
                panic!("{}", explain(seed, program, &disagreement, |p| compare_summaries(p, MOST_STATES)))
            }
        }
    }
    check_mix(&outcomes, seeds.end - seeds.start);
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

fn compile(text: &str) -> Program {
    let loaded =
        driver::load(SourceFile::new("test.zing", text), Language::Zing, &driver::LoadOptions::default())
            .expect("no internal error");
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

fn engine(summaries: Summaries) -> ExplicitEngine {
    ExplicitEngine { options: ExplicitOptions { summaries, ..ExplicitOptions::default() } }
}

fn summarize(program: &Program, summaries: Summaries, limits: &Limits) -> Summarized {
    engine(summaries).summarize(program, &Meter::new(*limits, &Silent))
}

/// Two patterns for each depth: the last depth reads less, and the first is called in one state only.
#[test]
fn patterns_of_figure_ten_grow_with_its_depth() {
    for depth in [1, 2, 5, 10, 40, 160] {
        let program = compile(&figure_ten(depth));
        let Summarized { answer, summaries } = summarize(&program, Summaries::Patterns, &Limits::default());
        let ProcSummaries::Patterns(set) = summaries else { panic!("patterns were asked for") };
        assert!(matches!(answer.verdict, Verdict::Holds { .. }), "{:?}", answer.verdict);
        let of_m = set.summaries.iter().filter(|summary| program.procs[summary.proc].name == "Main.M");
        assert_eq!(of_m.count(), 2 * depth, "patterns for depth {depth}");
    }
}

/// A program of a thousand lines: what it is called in differs more than what its procedures read.
#[test]
fn patterns_of_a_transaction_manager_are_few() {
    let options = TransactionOptions { rounds: 2, ..TransactionOptions::default() };
    let program = compile(&transaction_manager(&options));
    let count = |summaries| {
        let answer = summarize(&program, summaries, &Limits::default()).answer;
        assert!(matches!(answer.verdict, Verdict::Holds { .. }), "{:?}", answer.verdict);
        match answer.stats.summaries() {
            SummaryUse::Used(figures) => figures.summaries,
            other => panic!("{other:?}"),
        }
    };
    let (visible, patterns) = (count(Summaries::Visible), count(Summaries::Patterns));
    assert!(visible > 10 * patterns, "{visible} summaries of visible states, {patterns} of patterns");
}

/// A class and the field that leads on.
type Link = (&'static str, Option<&'static str>);

#[test]
fn what_grows_is_named() {
    let cases: &[(&str, &[Link])] = &[
        (
            "class Node { Node next; }; class Main { static Node head;
             activate static void main() { while (true) { Node n = new Node; n.next = head; head = n; } } };",
            &[("Node", Some("next"))],
        ),
        (
            "class Node { Node next; }; class Main {
             activate static void main() { grow(null); }
             static void grow(Node tail) { Node n = new Node; n.next = tail; grow(n); read(n); }
             static void read(Node n) { if (n != null) { read(n.next); } } };",
            &[],
        ),
        (
            "class Tree { Trees kids; }; array Trees[1] Tree; class Main { static Tree root;
             activate static void main() {
               while (true) { Tree t = new Tree; t.kids = new Trees; t.kids[0] = root; root = t; } } };",
            &[("Trees", None), ("Tree", Some("kids"))],
        ),
        (
            "class Main { activate static void main() { int i = 0; while (true) { i = (i + 1) % 1000000; } } };",
            &[],
        ),
    ];
    for (text, expected) in cases {
        let limits = Limits { max_states: Some(500), ..Limits::default() };
        let answer = summarize(&compile(text), Summaries::Patterns, &limits).answer;
        let cycle = match &answer.stats.growth {
            Some(Growth::Chain { cycle, length }) => {
                assert!(*length >= 16, "{length} objects are no chain that grows");
                cycle.clone()
            }
            Some(
                Growth::Calls { .. }
                | Growth::Threads { .. }
                | Growth::Elements { .. }
                | Growth::Objects { .. }
                | Growth::Number { .. },
            )
            | None => Vec::new(),
        };
        let mut shown: Vec<(&str, Option<&str>)> =
            cycle.iter().map(|(class, field)| (class.as_str(), field.as_deref())).collect();
        let mut expected = expected.to_vec();
        // A cycle may begin anywhere.
        shown.sort_unstable();
        expected.sort_unstable();
        assert_eq!(shown, expected, "{text}");
    }
}

#[test]
fn programs_that_cannot_be_summarised_are_searched_and_say_so() {
    let threads = "class Main { activate static void a() { } activate static void b() { } };";
    let spawns = "class Main { activate static void a() { async b(); } static void b() { } };";
    let accepts = "class Main { activate static void a() { accept(false); } };";
    for (text, why) in [(threads, "thread"), (spawns, "thread"), (accepts, "accepting")] {
        let program = compile(text);
        let engine = engine(Summaries::Patterns);
        let answer = settings::ask(&engine, &program, &Property::NoErrors, Limits::default());
        assert!(matches!(answer.verdict, Verdict::Holds { .. }), "{text}: {:?}", answer.verdict);
        match answer.stats.summaries() {
            SummaryUse::Refused(reason) => assert!(reason.contains(why), "{text}: {reason}"),
            other => panic!("{text}: {other:?}"),
        }
        assert!(engine.can_summarize(&program).is_err());
    }
}

/// A chain of calls makes no transition, and ends at the limits all the same.
#[test]
fn endless_recursion_ticks() {
    let program =
        compile("class Main { activate static void main() { F(0); } static void F(int n) { F(n + 1); } };");
    let (patience, limits) = (Patience::new(20), Limits { max_states: Some(1_000_000), ..Limits::default() });
    for summaries in [Summaries::Patterns, Summaries::Visible] {
        let answer = engine(summaries).summarize(&program, &Meter::new(limits, &patience)).answer;
        let reason = answer.stop_reason();
        assert!(matches!(reason, Some(StopReason::TimeLimit(_))), "{reason:?}");
        assert!(answer.stats.states < 100_000, "{} states between two ticks", answer.stats.states);
    }
}

#[test]
fn a_run_without_summaries_does_not_speak_of_them() {
    let program = compile("class Main { activate static void a() { } };");
    let answer = settings::ask(&engine(Summaries::Off), &program, &Property::NoErrors, Limits::default());
    assert_eq!(answer.stats.summaries(), &SummaryUse::Off);
}
