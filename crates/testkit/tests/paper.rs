//! The errors of the paper: each has a program that the repaired rules decide as the interpreter does, and the
//! literal rule decides wrongly.

use cutpoint_testkit::shylock::case::{Case, corpus, pushdown, word};
use cutpoint_testkit::shylock::families;
use engine_pushdown::trial::Literal;
use engine_pushdown::{PushdownEngine, PushdownOptions, Semantics};
use interp::{ExploreOptions, Locals, explore};
use ir::{Class, ClassKind, Program, Type};
use verdict::{Check, HeapCount, Limits, Property};

/// A program without errors, and one error of the paper that makes one appear.
fn check(name: &str, literal: Literal) {
    let case = Case::errors(&corpus(name));
    let exploration = explore(case.program(), ExploreOptions { max_states: 1_000, locals: Locals::Live });
    assert!(exploration.complete() && exploration.violations.is_empty(), "{name} has errors");
    for semantics in [Semantics::Canonical, Semantics::Paper] {
        assert_eq!(word(&case.ask_with(semantics)), "holds", "{name}, {semantics:?}");
    }
    let options = PushdownOptions::default();
    assert_eq!(word(&case.ask_literally(Literal::default(), &options)), "holds", "{name}");
    assert_eq!(word(&case.ask_literally(literal, &options)), "violated", "{name}, {literal:?}");
}

#[test]
fn e1_a_new_object_loses_its_fields_and_not_the_old_one() {
    check("paper/new-clears-the-new-object.shy", Literal { e1: true, ..Literal::default() });
}

#[test]
fn e2_a_new_number_is_none_of_the_callers() {
    check("paper/clash-of-two-locals.shy", Literal { e2: true, ..Literal::default() });
}

#[test]
fn e3_what_cut_variables_reach_clashes_too() {
    check("paper/clash-below-a-cut-point.shy", Literal { e3: true, ..Literal::default() });
}

#[test]
fn e4_fields_move_with_their_object() {
    check("paper/fields-of-a-renamed-object.shy", Literal { e4: true, ..Literal::default() });
}

/// A cut variable that is left behind makes no answer wrong, but pins an object that is not seen: the program needs one
/// object at a time, and two with the error.
#[test]
fn e5_the_cut_variables_of_the_callee_do_not_stay_behind() {
    let case = Case::errors(&corpus("paper/cut-variables-are-restored.shy"));
    let options = |semantics| PushdownOptions { semantics, heap_bound: Some(1), ..Default::default() };
    for semantics in [Semantics::Canonical, Semantics::Paper] {
        let answer = case.ask(options(semantics));
        assert_eq!((word(&answer), pushdown(&answer).bound_seen), ("holds", 1), "{semantics:?}");
    }
    let literal = Literal { e5: true, ..Literal::default() };
    assert_eq!(word(&case.ask_literally(literal, &options(Semantics::Paper))), "unknown");
    assert_eq!(pushdown(&case.ask_literally(literal, &PushdownOptions::default())).bound_seen, 2);
}

/// Both semantics and the interpreter, on all programs of the paper.
#[test]
fn the_programs_of_the_paper_hold() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/shylock/paper");
    let mut n_programs = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
        let case = Case::errors(&corpus(&format!("paper/{name}")));
        for semantics in [Semantics::Canonical, Semantics::Paper] {
            assert_eq!(word(&case.ask_with(semantics)), "holds", "{name}, {semantics:?}");
        }
        n_programs += 1;
    }
    assert!(n_programs >= 11, "only {n_programs} programs");
}

#[test]
fn programs_with_other_objects_are_refused() {
    let mut program = Program::default();
    let kind = ClassKind::Channel { element: Type::Bool };
    program.classes.push(Class::new("Queue", kind, None));
    let options = PushdownOptions { semantics: Semantics::Paper, ..Default::default() };
    let refused = PushdownEngine { options }.supports(&program, &Property::NoErrors);
    assert!(refused.is_err_and(|refused| refused.message.contains("records only")));
    assert!(PushdownEngine::default().supports(&program, &Property::NoErrors).is_ok());
}

// ----------------------------------------------------------------------------------------- the open question

/// Heaps up to names, heaps with numbers as a run of their own counts them, and as the count beside a canonical run.
fn heaps(text: &str) -> (u64, u64) {
    let case = Case::errors(text);
    let count_paper_heaps = true;
    let canonical = case.ask(PushdownOptions { count_paper_heaps, ..Default::default() });
    let paper = pushdown(&case.ask_with(Semantics::Paper)).heaps;
    assert_eq!(pushdown(&canonical).paper_heaps, Some(HeapCount::Exactly(paper)));
    (pushdown(&canonical).heaps, paper)
}

/// Is there one representative for each class of isomorphic heaps? No: the second object has another number than the
/// first.
#[test]
fn two_allocations_in_a_row_give_two_names_to_one_heap() {
    assert_eq!(heaps("global x\nmain :: x := new; x := new"), (2, 3));
    assert_eq!(heaps("global x\nmain :: x := new"), (2, 2));
}

/// New objects for n globals forever, in any order: `2^n` heaps. Of k objects, one was in use beside the others when
/// the last was made, so they have any k of k + 1 numbers: the sum of `C(n, k) (k + 1)!`.
#[test]
fn shuffled_globals_have_far_more_heaps_with_numbers() {
    let expected = [3, 11, 49, 261, 1631];
    for (n, expected) in (1..).zip(expected) {
        let text = families::shuffle(n);
        assert_eq!(heaps(&text), (1 << n, expected), "{n} globals");
    }
}

#[test]
fn counting_heaps_with_numbers_ends_at_a_limit() {
    let options = PushdownOptions { count_paper_heaps: true, ..Default::default() };
    let case = Case::errors(&families::shuffle(7));
    // Between the heads of the canonical run and those with numbers.
    let limits = Limits { max_states: Some(2_000), ..Default::default() };
    let answer = case.ask_within(options, &limits);
    assert_eq!(word(&answer), "holds");
    let count = pushdown(&answer).paper_heaps;
    assert!(
        matches!(count, Some(HeapCount::MoreThan(heaps)) if (1000..=2_000).contains(&heaps)),
        "{count:?}"
    );
}

/// A few thousand heads with a thousand objects each: decided at once because they are folded, but far too large to be
/// numbered.
#[test]
fn counting_heaps_with_numbers_is_given_up_when_they_are_large() {
    let options = PushdownOptions { count_paper_heaps: true, ..Default::default() };
    let answer = Case::errors(&families::reverse_all(800)).ask(options);
    assert_eq!(word(&answer), "holds");
    assert!(matches!(pushdown(&answer).paper_heaps, Some(HeapCount::MoreThan(_))));
}
