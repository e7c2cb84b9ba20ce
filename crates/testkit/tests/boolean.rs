//! Engines over sets of values against engines that visit states, on generated Boolean programs.
//!
//! The ordinary run takes 500 programs, `CUTPOINT_LONG=1` 20,000. All violations are replayed by the driver, which also compares the answers.

use base::{Id, SourceId};
use cutpoint_testkit::boolean::programs;
use cutpoint_testkit::settings;
use driver::{CheckRequest, EngineChoice, Unwatched};
use ir::Program;
use lang_boolean::{Dialect, Options};
use verdict::{Limits, Verdict};

const ORDINARY: u64 = 500;
const LONG: u64 = 20_000;

fn compile(text: &str) -> Program {
    let options = Options { dialect: Some(Dialect::Sdv), ..Options::default() };
    let compiled = lang_boolean::compile(SourceId::new(0), text, &options);
    compiled.program.unwrap_or_else(|| panic!("{:?}\n{text}", compiled.diagnostics))
}

/// Engines that decide every generated program.
const DECIDING: [&str; 3] = ["bdd", "sat", "universal"];

/// The answer that all engines give that know one; those over sets of values always do.
fn agreed(text: &str) -> &'static str {
    let program = compile(text);
    let limits = Limits { max_states: Some(20_000), max_bytes: Some(64 << 20), ..Limits::default() };
    let request = CheckRequest { engines: EngineChoice::All, limits, ..CheckRequest::default() };
    let checked =
        driver::check(&program, &request, &Unwatched).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let answer_of = |name: &str| {
        let answer = checked.answers.iter().find(|answer| answer.engine == name);
        settings::answer_name(&answer.expect("the engine was asked").answer.verdict)
    };
    let answers = DECIDING.map(answer_of);
    assert!(answers.iter().all(|&answer| answer == answers[0] && answer != "unknown"), "{answers:?}\n{text}");
    answers[0]
}

#[test]
fn engines_agree_on_generated_programs() {
    let long = cutpoint_testkit::settings::is_long_run();
    let (mut holds, mut violated) = (0, 0);
    let n_programs = if long { LONG } else { ORDINARY };
    for seed in 0..n_programs {
        match agreed(&programs::program(seed)) {
            "holds" => holds += 1,
            _ => violated += 1,
        }
    }
    assert!(
        holds > n_programs / 5 && violated > n_programs / 10,
        "a poor mix: {holds} hold, {violated} do not"
    );
}

/// A way to the error leads through three levels of calls, two of which return.
#[test]
fn a_trace_leads_through_calls_that_return_and_calls_that_do_not() {
    let text = "decl a, b;\n\
        void main() begin a := F; b := F; set(T); check(); end\n\
        void set(v) begin if v then flip(); fi end\n\
        void flip() begin a := !a; b := keep(a); end\n\
        bool keep(v) begin decl x; x := v; return x; end\n\
        void check() begin decl x; x := keep(b); assert(!x); end\n";
    assert_eq!(agreed(text), "violated");
    assert_eq!(agreed(&text.replace("assert(!x)", "assert(x)")), "holds");
}

/// As deep as there are bits, and each level twice: summaries make one of them.
#[test]
fn exponentially_many_calls_are_few_summaries() {
    let mut text = String::from("decl a;\nvoid main() begin a := F; p0(); assert(!a); end\n");
    for level in 0..40 {
        text += &format!("void p{level}() begin p{}(); p{}(); end\n", level + 1, level + 1);
    }
    text += "void p40() begin a := !a; end\n";
    let program = compile(&text);
    for name in DECIDING {
        let engine = driver::engine(name).expect("the engine is registered");
        let request = CheckRequest { engines: EngineChoice::One(engine), ..CheckRequest::default() };
        let checked = driver::check(&program, &request, &Unwatched).expect("an answer");
        let verdict = &checked.first().answer.verdict;
        assert!(matches!(verdict, Verdict::Holds { .. }), "{name}: {verdict:?}");
    }
}
