//! Counterexamples of the engine `bdd` are as short as those of a breadth-first search of all states, wherever that
//! finds one.

use base::{Id, SourceId};
use cutpoint_testkit::boolean::programs;
use cutpoint_testkit::settings;
use driver::{EngineChoice, EngineOptions, Request, Silent};
use engine_explicit::{ExplicitOptions, Summaries};
use ir::Program;
use lang_boolean::{Dialect, Options};
use verdict::{Limits, Property, Verdict};

const ORDINARY: u64 = 500;
const LONG: u64 = 20_000;

fn compile(text: &str, dialect: Dialect) -> Option<Program> {
    let options = Options { dialect: Some(dialect), ..Options::default() };
    lang_boolean::compile(SourceId::new(0), text, &options).program
}

/// The number of steps to an error, if the engine finds one as a plain trace.
fn steps(program: &Program, engine: &str, max_states: u64) -> Option<usize> {
    let request = Request {
        engines: EngineChoice::One(driver::engine(engine).expect("the engine is registered")),
        options: EngineOptions {
            explicit: ExplicitOptions { summaries: Summaries::Off, ..ExplicitOptions::default() },
            ..EngineOptions::default()
        },
        limits: Limits { max_states: Some(max_states), max_bytes: Some(64 << 20) },
        ..Request::default()
    };
    let checked = driver::check(program, &Property::NoErrors, &request, &Silent).ok()?;
    match &checked.first().answer.verdict {
        Verdict::Violated { violations } => violations[0].witness.steps().map(|trace| trace.steps.len()),
        Verdict::Holds { .. } | Verdict::Unknown { .. } => None,
    }
}

/// Whether there was something to compare.
fn agree(name: &str, program: &Program) -> bool {
    let Some(shortest) = steps(program, "explicit", 20_000) else { return false };
    assert_eq!(steps(program, "bdd", 1_000_000), Some(shortest), "{name}");
    true
}

#[test]
fn traces_of_generated_programs_are_shortest() {
    let seeds = settings::seeds(ORDINARY, LONG);
    let n_programs = seeds.end - seeds.start;
    let mut n_compared = 0;
    for seed in seeds {
        let text = programs::program(seed);
        let program = compile(&text, Dialect::Sdv).expect("generated programs are correct");
        n_compared += u64::from(agree(&format!("program {seed}:\n{text}"), &program));
    }
    assert!(n_compared > n_programs / 10, "only {n_compared} programs have errors");
}

#[test]
fn traces_of_the_corpus_are_shortest() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/boolean");
    let mut n_compared = 0;
    for directory in std::fs::read_dir(root).expect("the corpus is there") {
        for file in std::fs::read_dir(directory.expect("a directory").path()).expect("a directory") {
            let path = file.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            let dialect = if text.contains("--dialect boppo") { Dialect::Boppo } else { Dialect::Sdv };
            let Some(program) = compile(&text, dialect).filter(Program::is_sequential) else { continue };
            n_compared += u64::from(agree(&path.display().to_string(), &program));
        }
    }
    assert!(n_compared > 20, "only {n_compared} programs have errors");
}

/// The first search finds the way through `far` before the way through `near`, and the callee is entered from both.
#[test]
fn a_short_way_through_calls_is_preferred_to_the_one_that_was_found_first() {
    let text = "decl a, b;\n\
        void main() begin a, b := F, F; if * then far(); else near(); fi check(); end\n\
        void far() begin skip; skip; skip; set(); skip; end\n\
        void near() begin set(); end\n\
        void set() begin a := T; if * then skip; skip; b := T; else b := T; fi end\n\
        void check() begin assert(!(a & b)); end\n";
    let program = compile(text, Dialect::Sdv).expect("a program");
    assert!(agree("calls", &program));
}
