//! Families of Boolean programs: every engine that knows an answer gives the one that the program was made for.
//!
//! The verdict of a family is argued where it is written; here the small instances are decided by all engines of the
//! registry, so an engine that is added is tested without a change here. The engine that visits states, or the one
//! with decision diagrams, must decide each of them, so that the argument is confirmed in a second way.

use base::{Id, SourceId};
use cutpoint_testkit::boolean::families::{self, Instance};
use cutpoint_testkit::patience::Patience;
use cutpoint_testkit::settings::answer_name;
use driver::{ENGINES, EngineChoice, EngineEntry, Request, Silent};
use ir::Program;
use lang_boolean::{Dialect, Options};
use verdict::{Limits, Property};

/// Engines that are trusted to confirm a verdict.
const REFERENCES: [&str; 2] = ["explicit", "bdd"];

fn compile(instance: Instance) -> Program {
    let options = Options { dialect: Some(Dialect::Sdv), ..Options::default() };
    let compiled = lang_boolean::compile(SourceId::new(0), &instance.text(), &options);
    compiled.program.unwrap_or_else(|| panic!("{}: {:?}", instance.name(), compiled.diagnostics))
}

/// How often an engine may ask whether to go on. One that has no answer by then has none for this test; it is no claim
/// about speed.
const PATIENCE: u64 = 2_000;
/// Symbolic execution follows one path after the other, and most of these programs have endless ones.
const PATIENCE_OF_SYMBOLIC: u64 = 20;

fn patience(engine: &str) -> u64 {
    if engine == "symbolic" { PATIENCE_OF_SYMBOLIC } else { PATIENCE }
}

/// The word of an engine's answer. Violations are replayed by the driver.
fn answer(instance: Instance, program: &Program, engine: &'static EngineEntry) -> &'static str {
    let limits = Limits { max_states: Some(100_000), max_bytes: Some(64 << 20) };
    let request = Request { engines: EngineChoice::One(engine), limits, ..Request::default() };
    let checked =
        driver::check(program, &Property::NoErrors, &request, &Patience::new(patience(engine.name)))
            .unwrap_or_else(|error| panic!("{} by {}: {error}", instance.name(), engine.name));
    answer_name(&checked.first().answer.verdict)
}

#[test]
fn engines_find_the_verdicts_by_construction() {
    for instance in families::small() {
        let program = compile(instance);
        let mut confirmed = false;
        for engine in ENGINES {
            let found = answer(instance, &program, engine);
            if found != "unknown" {
                assert_eq!(found, instance.expected(), "{} by {}", instance.name(), engine.name);
                confirmed |= REFERENCES.contains(&engine.name);
            }
        }
        assert!(confirmed, "no engine decides {}", instance.name());
    }
}

/// The engines for Boolean programs are made for these: they decide all that is small.
#[test]
fn decision_diagrams_decide_every_small_instance() {
    let bdd = driver::engine("bdd").expect("the engine is registered");
    for instance in families::small() {
        assert_eq!(answer(instance, &compile(instance), bdd), instance.expected(), "{}", instance.name());
    }
}

/// The default has an answer for the small ones, too.
#[test]
fn the_default_decides_every_small_instance() {
    for instance in families::small() {
        let program = compile(instance);
        let checked =
            driver::check(&program, &Property::NoErrors, &Request::default(), &Silent).expect("an answer");
        let found = answer_name(&checked.first().answer.verdict);
        assert_eq!(found, instance.expected(), "{}", instance.name());
    }
}
