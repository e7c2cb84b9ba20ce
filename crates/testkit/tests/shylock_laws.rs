//! How many heaps the families of Shylock have, and what is true of them.

use cutpoint_testkit::shylock::case::{Case, pushdown, word};
use cutpoint_testkit::shylock::families;
use engine_pushdown::{PushdownOptions, Semantics};
use interp::Detail;
use verdict::{Limits, StopReason, Verdict};

/// The answers to formulas, with both semantics.
fn check(text: &str, expected: &[(&str, &str)]) {
    for (formula, answer) in expected {
        let case = Case::formula(text, formula);
        for semantics in [Semantics::Canonical, Semantics::Paper] {
            assert_eq!(word(&case.ask_with(semantics)), *answer, "{formula}, {semantics:?}\n{text}");
        }
    }
}

/// Heaps of a program without errors.
fn heaps(text: &str) -> u64 {
    let answer = Case::errors(text).ask(PushdownOptions::default());
    assert_eq!(word(&answer), "holds", "{text}");
    pushdown(&answer).heaps
}

/// Heaps and the most objects at once, where locals are looked at.
fn heaps_with_locals(text: &str) -> (u64, u64) {
    let answer = Case::formula(text, "G (eps)").ask(PushdownOptions::default());
    let stats = pushdown(&answer);
    (stats.heaps, stats.bound_seen)
}

#[test]
fn an_object_for_each_of_infinitely_many_frames_takes_two_heaps() {
    let text = families::endless_locals();
    assert_eq!(heaps_with_locals(&text), (2, 1));
    check(&text, &[("F @terminated", "violated"), ("G F !x", "holds")]);
    let bounded = PushdownOptions { heap_bound: Some(1), ..Default::default() };
    assert_eq!(word(&Case::formula(&text, "G F !x").ask(bounded)), "holds");
    let bounded = PushdownOptions { heap_bound: Some(0), ..Default::default() };
    assert_eq!(word(&Case::formula(&text, "G F !x").ask(bounded)), "unknown");
}

#[test]
fn shuffled_globals_have_a_heap_for_each_set_of_them() {
    for n in 1..=8 {
        assert_eq!(heaps(&families::shuffle(n)), 1 << n, "{n} globals");
    }
    check(&families::shuffle(3), &[("G (x0.x0 + !x0)", "holds"), ("F @terminated", "violated")]);
}

#[test]
fn saving_and_restoring_takes_four_heaps() {
    let text = families::save_restore();
    assert_eq!(heaps(&text), 4);
    check(&text, &[("F @terminated", "violated"), ("G (@terminated -> !g)", "holds")]);
}

#[test]
fn heaps_of_recursive_reversal_grow_linearly() {
    let count = |n| heaps(&families::reverse_recursive(n, false));
    let [one, two, four] = [10, 20, 40].map(count);
    assert_eq!(four - two, 2 * (two - one), "{one} {two} {four}");
    let r_ends = "G (@terminated -> r.f*.nil + !r)";
    for n in [1, 2, 5] {
        check(&families::reverse_recursive(n, false), &[("F @terminated", "holds"), (r_ends, "holds")]);
        let answer = if n == 1 { "holds" } else { "violated" };
        check(&families::reverse_recursive(n, true), &[("F @terminated", "holds"), (r_ends, answer)]);
    }
}

#[test]
fn heaps_of_iterative_reversal_grow_quadratically() {
    let count = |n| heaps(&families::reverse_iterative(n)) as i64;
    let counts = [10, 20, 30, 40, 50].map(count);
    let differences = |of: &[i64]| of.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>();
    let second = differences(&differences(&counts));
    assert!(second[0] > 0 && second.iter().all(|&difference| difference == second[0]), "{counts:?}");
    check(&families::reverse_iterative(5), &[("F @terminated", "holds"), ("G (g.f*.nil + !g)", "holds")]);
}

#[test]
fn trees_are_traversed() {
    for depth in 1..=3 {
        let formulas = [("F @terminated", "holds"), ("G (@terminated -> !a)", "holds")];
        check(&families::traverse(depth), &formulas);
        let formulas = [("F @terminated", "holds"), ("G (r.(lf+rt)*.nil + !r)", "holds")];
        check(&families::schorr_waite(depth), &formulas);
        heaps(&families::traverse(depth));
        heaps(&families::schorr_waite(depth));
    }
}

/// There is no answer for any bound, but an execution that exceeds it.
#[test]
fn a_chain_exceeds_every_bound() {
    for property in [None, Some("G (g.f*.nil + !g)")] {
        let text = families::chain();
        let case = property.map_or_else(|| Case::errors(&text), |formula| Case::formula(&text, formula));
        for (bound, semantics) in (1..=8).flat_map(|k| [(k, Semantics::Canonical), (k, Semantics::Paper)]) {
            let options = PushdownOptions { heap_bound: Some(bound), semantics, ..Default::default() };
            let answer = case.ask(options);
            let Verdict::Unknown { reason: StopReason::HeapBound { bound: seen, overflow } } = answer.verdict
            else {
                panic!("{bound} objects are enough: {:?}", answer.verdict);
            };
            assert_eq!(seen, bound);
            let replayed = interp::run(case.program(), &overflow, Detail::default());
            assert!(replayed.is_ok(), "{bound}, {semantics:?}: {overflow:?} {replayed:?}");
            // What is made last is one too many: three statements and a call for each object, but for the first the
            // call.
            assert!(overflow.steps.len() as u64 > 4 * bound, "{bound}, {semantics:?}: {overflow:?}");
        }
    }
}

/// What a local of a waiting procedure holds grows without bound, and is not seen. Hidden, it is no matter; kept,
/// there is no end of it.
#[test]
fn a_pinned_list_is_no_matter_when_it_is_hidden() {
    let case = Case::errors(&families::pinned());
    let options = PushdownOptions::default();
    let limits = Limits { max_states: Some(20_000), ..Limits::default() };
    assert_eq!(word(&case.ask_within(options.clone(), &limits)), "holds");
    let tight = PushdownOptions { heap_bound: Some(2), ..options.clone() };
    let few = Limits { max_states: Some(100), ..Limits::default() };
    assert_eq!(word(&case.ask_within(tight, &few)), "holds");
    let kept = case.ask_without_hiding(&options, &limits);
    assert!(
        matches!(kept.verdict, Verdict::Unknown { reason: StopReason::StateLimit(20_000) }),
        "{:?}",
        kept.verdict
    );
    let formula = Case::formula(&families::pinned(), "F @terminated");
    assert_eq!(word(&formula.ask_within(options, &limits)), "violated");
}
