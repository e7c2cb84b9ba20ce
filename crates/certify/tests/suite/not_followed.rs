//! Programs that go on where a proof cannot follow: no proof of theirs is accepted, of whatever kind.

use cutpoint_certify::{Reason, check};
use driver::{EngineChoice, EngineOptions, ExplicitOptions, Request, Silent, Summaries};
use ir::Program;
use verdict::{Proof, Property, Verdict};

use crate::support::program;

/// A Boolean program that calls a procedure with this end.
fn with_end(end: &str) -> Program {
    program(&format!(
        "global g0 \"b\": bool\nthread proc0\n\
         proc proc0 \"main\"() {{\nblock0:\n* g0 = choose bool\n* branch g0, block1, block2\n\
         block1:\n* call proc1() -> block2\nblock2:\n* assert g0 || !g0\n  return\n}}\n\
         proc proc1 \"native\"() {{\nblock0:\n* {end}\n}}\n"
    ))
}

/// The proof of an engine that the program holds.
fn proof(program: &Program, engine: &str) -> Proof {
    let engines = EngineChoice::One(driver::engine(engine).expect("the engine is registered"));
    let explicit = ExplicitOptions { summaries: Summaries::Patterns, ..ExplicitOptions::default() };
    let options = EngineOptions { explicit, ..EngineOptions::default() };
    let request = Request { engines, options, wants_proof: true, ..Request::default() };
    let checked = driver::check(program, &Property::NoErrors, &request, &Silent).expect("no contradiction");
    match checked.first().answer.verdict.clone() {
        Verdict::Holds { proof: Some(proof), .. } => proof,
        other => panic!("{engine}: {other:?}"),
    }
}

#[test]
fn no_proof_speaks_of_what_comes_after_opaque_code_or_a_havoc() {
    let twin = with_end("return");
    for engine in ["explicit", "pushdown", "bdd", "pdr"] {
        let proof = proof(&twin, engine);
        assert!(check(&twin, &Property::NoErrors, &proof).is_ok(), "{engine}");
        for end in ["opaque \"native code\"", "g0 = havoc\n* return", "havoc null\n* return"] {
            let refusal = check(&with_end(end), &Property::NoErrors, &proof).expect_err(end);
            assert!(matches!(refusal.reason, Reason::NotFollowed(_)), "{engine}, {end}: {refusal}");
        }
    }
}

#[test]
fn what_is_never_called_needs_no_proof() {
    let text =
        ir::print(&with_end("opaque \"native code\"")).replace("call proc1() -> block2", "goto block2");
    let program = program(&text);
    for engine in ["explicit", "pushdown", "bdd", "sat", "universal", "pdr"] {
        let proof = proof(&program, engine);
        assert!(check(&program, &Property::NoErrors, &proof).is_ok(), "{engine}");
    }
}
