//! Every engine, on every small Boolean program, against brute force.
//!
//! The ordinary run takes all programs of at most three statements, and of a smaller language all with at most five
//! where `f` calls itself or `main` calls it twice; `CUTPOINT_LONG=1` takes one statement more. Engines are those of
//! the registry, so an engine that is added is tested without a change here.

#![expect(clippy::print_stdout, reason = "the numbers of worlds are printed with --nocapture")]

use base::{Id, SourceId};
use cutpoint_testkit::boolean::small_worlds::{Calls, Language, World, count, oracle, worlds};
use cutpoint_testkit::patience::Patience;
use cutpoint_testkit::settings::{answer_name, is_long_run};
use driver::{ENGINES, EngineChoice, Request};
use lang_boolean::{Dialect, Options};
use verdict::{Limits, Property};

/// Engines that must always have an answer here. One that visits states need not: recursion may be endless.
fn must_decide(engine: &str) -> bool {
    ["bdd", "sat", "universal", "pdr"].contains(&engine)
}

/// How often an engine may ask. Symbolic execution follows one path after the other, and most worlds have endless ones.
fn patience(engine: &str) -> u64 {
    if engine == "symbolic" { 0 } else { 5_000 }
}

/// Checks a world with every engine, and returns whether it violates an assertion.
fn check(world: &World) -> bool {
    let text = world.text();
    let options = Options { dialect: Some(Dialect::Sdv), ..Options::default() };
    let program = lang_boolean::compile(SourceId::new(0), &text, &options).program.expect("worlds compile");
    let can_fail = oracle::can_fail(world);
    let expected = if can_fail { "violated" } else { "holds" };
    let limits = Limits { max_states: Some(1_000), max_bytes: Some(8 << 20) };
    for engine in ENGINES {
        let engines = EngineChoice::One(engine);
        let request = Request { engines, limits, ..Request::default() };
        let checked =
            driver::check(&program, &Property::NoErrors, &request, &Patience::new(patience(engine.name)))
                .unwrap_or_else(|error| panic!("{}: {error}\n{text}", engine.name));
        let found = answer_name(&checked.first().answer.verdict);
        let is_right = found == expected || found == "unknown" && !must_decide(engine.name);
        assert!(is_right, "{} says {found}, brute force says {expected}\n{text}", engine.name);
    }
    can_fail
}

/// Checks all worlds of these sizes. They must be as many as theory says, and of both kinds.
fn check_all(name: &str, language: &Language, sizes: std::ops::RangeInclusive<usize>, calls: Calls) -> usize {
    let (mut holds, mut violated, mut counted) = (0, 0, 0);
    for size in sizes {
        counted += count::n_worlds(language, size, calls);
        for world in worlds(language, size, calls) {
            *(if check(&world) { &mut violated } else { &mut holds }) += 1;
        }
    }
    println!("{name}: {} worlds, {holds} hold, {violated} do not", holds + violated);
    assert_eq!(holds + violated, counted, "{name}");
    assert!(holds > counted / 20 && violated > counted / 20, "{name}: {holds} hold, {violated} do not");
    counted
}

#[test]
fn engines_are_right_about_all_small_programs() {
    let long = is_long_run();
    let sizes = if long { 1..=4 } else { 1..=3 };
    let n = check_all("small programs", &Language::rich(), sizes, Calls::Any);
    assert_eq!(n, if long { 76_666 } else { 2_444 });
}

#[test]
fn engines_are_right_about_all_small_recursive_programs() {
    let long = is_long_run();
    let sizes = if long { 3..=6 } else { 3..=5 };
    let n = check_all("small recursive programs", &Language::lean(), sizes, Calls::Recursive);
    assert_eq!(n, if long { 255_818 } else { 8_332 });
}

/// The second call may find a summary that says nothing of its values.
#[test]
fn engines_are_right_about_all_small_programs_with_two_calls() {
    let long = is_long_run();
    let sizes = if long { 3..=6 } else { 3..=5 };
    let n = check_all("small programs with two calls", &Language::lean(), sizes, Calls::Twice);
    assert_eq!(n, if long { 141_452 } else { 3_992 });
}
