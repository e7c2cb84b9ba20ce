//! Random Javalite programs: each compiles, the engines and the interpreter say the same of what it is lowered to, and
//! that is what an evaluator finds that goes by the tree of the program.

use std::collections::BTreeMap;

use base::{Id, SourceFile, SourceId};
use cutpoint_testkit::agreement::{Agreement, compare};
use cutpoint_testkit::javalite::{End, evaluate};
use cutpoint_testkit::pushdown_agreement::compare_pushdown;
use cutpoint_testkit::{javalite, settings};
use driver::{Language, LoadOptions, load};
use interp::{ExploreOptions, Locals, explore};
use ir::Program;

/// Larger state spaces are skipped: naive exploration keeps whole states.
const MOST_STATES: usize = 4_000;

fn compiled(seed: u64, text: &str) -> Program {
    let loaded = load(SourceFile::new("random", text), Language::Javalite, &LoadOptions::default());
    let loaded = loaded.unwrap_or_else(|error| panic!("seed {seed}: {error:?}\n{text}"));
    loaded.program.unwrap_or_else(|| {
        panic!("seed {seed}: {:?}\n{text}", loaded.diagnostics.first().map(|found| &found.message))
    })
}

#[test]
fn interpreter_and_engines_agree_on_random_programs() {
    let mut too_large = 0;
    let seeds = settings::seeds(600, 20_000);
    for seed in seeds.clone() {
        let text = javalite::program(seed, None);
        let program = compiled(seed, &text);
        match compare(&program, MOST_STATES) {
            Ok(Agreement::Complete { .. }) => {}
            Ok(Agreement::TooLarge) => too_large += 1,
            Err(disagreement) => panic!("seed {seed}: {disagreement}\n{text}"),
        }
        if seed % 3 == 0
            && let Err(difference) = compare_pushdown(&program)
        {
            panic!("seed {seed}: pushdown engine: {difference}\n{text}");
        }
    }
    let number = (seeds.end - seeds.start) as usize;
    assert!(too_large * 4 < number, "{too_large} programs are too large");
}

/// What the interpreter finds: an error and where it begins.
fn explored(seed: u64, text: &str) -> Option<(&'static str, u32)> {
    let program = compiled(seed, text);
    let exploration = explore(&program, ExploreOptions { max_states: 20_000, locals: Locals::Live });
    assert!(exploration.complete(), "seed {seed} is too large\n{text}");
    let errors = exploration.errors();
    errors.first().map(|(kind, span)| (*kind, span.expect("an error has a place").start))
}

/// The same error at the same place; without an error, the same number as the value of the program.
#[test]
fn lowered_programs_end_as_their_trees_do() {
    let mut outcomes: BTreeMap<&'static str, usize> = BTreeMap::new();
    let seeds = settings::seeds(3_000, 40_000);
    for seed in seeds.clone() {
        let text = javalite::program(seed, None);
        let end = evaluate(&mut lang_javalite::parse::parse(SourceId::new(0), &text));
        let (name, expected) = match end {
            End::Returned(_) => ("returned", None),
            End::Discarded => ("discarded", None),
            End::Failed(error, place) => (error, Some((error, place))),
        };
        assert_eq!(explored(seed, &text), expected, "seed {seed}\n{text}");
        if let End::Returned(Some(number)) = end {
            let right = javalite::program(seed, Some(number));
            assert_eq!(explored(seed, &right), None, "seed {seed}\n{right}");
            let wrong = explored(seed, &javalite::program(seed, Some(number ^ 1)));
            assert!(wrong.is_some_and(|(error, _)| error == "assertion"), "seed {seed}: {wrong:?}\n{right}");
        }
        *outcomes.entry(name).or_default() += 1;
    }
    let number = (seeds.end - seeds.start) as usize;
    for outcome in ["discarded", "assertion", "null-dereference", "division-by-zero", "failed-cast"] {
        assert!(outcomes.get(outcome).is_some_and(|&times| times * 200 > number), "{outcome}: {outcomes:?}");
    }
    assert!(outcomes["returned"] * 5 > number, "few programs end well: {outcomes:?}");
}
