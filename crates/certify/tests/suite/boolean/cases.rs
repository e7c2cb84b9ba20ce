//! Handwritten proofs that are accepted, and others that are refused for the right reason.

use base::Id;
use cutpoint_certify::{BooleanBudget, Reason, certify_boolean, certify_boolean_within};
use ir::Place;
use verdict::{Atom, BooleanProof, Formula, FormulaNode, ProcProof};

use super::brute::is_inductive;
use super::support::{cases, outcome, proof};
use crate::support::program;

pub(super) const FILES: [&str; 5] = [
    include_str!("files/loops.cpir"),
    include_str!("files/calls.cpir"),
    include_str!("files/recursion.cpir"),
    include_str!("files/results.cpir"),
    include_str!("files/writes.cpir"),
];

#[test]
fn proofs_meet_their_fate() {
    let mut wrong = Vec::new();
    for (program, cases) in FILES.map(cases) {
        for case in cases {
            let (reason, outcome) = outcome(&program, &case.evidence);
            if reason != case.refused {
                let what = outcome.map_or_else(|refusal| refusal.to_string(), |report| format!("{report:?}"));
                wrong.push(format!("{}: {what}", case.name));
            }
            let is_formed = !matches!(reason.as_deref(), Some("MalformedProof" | "Uncut"));
            if is_formed && is_inductive(&program, &case.evidence) != case.refused.is_none() {
                wrong.push(format!("{}: all values say otherwise", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn reason(text: &str, proof: &BooleanProof) -> Reason {
    certify_boolean(&program(text), proof).expect_err("a refusal").reason
}

const SMALL: &str = "global g0 \"a\": bool\nthread proc0\nproc proc0 \"main\"() {\nblock0:\n* return\n}\n";

#[test]
fn formulas_out_of_range_are_refused() {
    let one = |formula| ProcProof { invariants: vec![(Id::new(0), formula)], summary: Formula::TRUE };
    let mut proof = BooleanProof { procs: vec![one(Formula::new(1, false))], ..BooleanProof::default() };
    assert!(matches!(reason(SMALL, &proof), Reason::MalformedProof(what) if what == "there is no formula 1"));
    let node = FormulaNode::And(Formula::new(1, true), Formula::TRUE);
    proof.formulas.nodes = vec![node];
    assert!(
        matches!(reason(SMALL, &proof), Reason::MalformedProof(what) if what.contains("formula 1 has parts"))
    );
    proof.formulas.nodes = vec![FormulaNode::And(Formula::TRUE, Formula::new(2, true)), node];
    assert!(
        matches!(reason(SMALL, &proof), Reason::MalformedProof(what) if what.contains("formula 1 has parts"))
    );
    let far = Atom::Current(Place::Global(Id::new(u32::MAX as usize)));
    proof.formulas.nodes = vec![FormulaNode::Atom(far)];
    assert!(matches!(reason(SMALL, &proof), Reason::MalformedProof(_)));
    proof.procs[0].summary = Formula::new(u32::MAX as usize >> 1, true);
    assert!(matches!(reason(SMALL, &proof), Reason::MalformedProof(_)));
}

#[test]
fn a_formula_that_is_deep_is_no_trouble() {
    let mut listed = proof("proc0 [block0=T] summary=T");
    let atom = listed.formulas.atom(Atom::Current(Place::Global(Id::new(0))));
    let mut deep = atom;
    for _ in 0..300_000 {
        deep = !listed.formulas.and(!deep, !atom);
    }
    listed.procs[0].invariants[0].1 = !deep;
    let report = certify_boolean(&program(SMALL), &listed).expect("a is false at the start");
    assert_eq!((report.procedures, report.invariants, report.nodes), (1, 1, 300_001));
    let budget = BooleanBudget { work: 200_000, ..BooleanBudget::default() };
    let refusal = certify_boolean_within(&program(SMALL), &listed, budget).expect_err("too much work");
    assert!(matches!(refusal.reason, Reason::TooLarge(_)));
}

#[test]
fn programs_of_other_kinds_are_refused() {
    let accept_all = |n_procs: usize| {
        proof(&(0..n_procs).map(|proc| format!("proc{proc} [block0=T] summary=T\n")).collect::<String>())
    };
    let text = SMALL.replace("g0 \"a\": bool", "g0 \"a\": i32");
    assert!(matches!(reason(&text, &accept_all(1)), Reason::NotBoolean(_)));
    let text = SMALL.replace("block0:", "block0:\n* accept g0");
    assert!(matches!(reason(&text, &accept_all(1)), Reason::NotBoolean(_)));
    let text = SMALL.replace("block0:", "block0:\n* spawn proc0()");
    assert!(matches!(reason(&text, &accept_all(1)), Reason::NotBoolean(_)));
    let text = SMALL.replace("block0:", "block0:\n* g0 = 1 =={i32} 2");
    assert!(matches!(reason(&text, &accept_all(1)), Reason::NotBoolean(_)));
    let text = SMALL.replace("thread proc0", "thread proc0\nthread proc0");
    assert!(matches!(reason(&text, &accept_all(1)), Reason::NotSequential(_)));
    let mut broken = program(SMALL);
    broken.threads.push(Id::new(7));
    let refusal = certify_boolean(&broken, &accept_all(1)).expect_err("a broken program");
    assert!(matches!(refusal.reason, Reason::InvalidProgram(_)));
}

/// The pigeon-hole principle is hard for every solver of this kind.
#[test]
fn a_question_that_is_too_hard_is_given_up() {
    const HOLES: usize = 9;
    let in_hole = |pigeon: usize, hole: usize| format!("g{}", pigeon * HOLES + hole);
    let mut conflicts = Vec::new();
    for hole in 0..HOLES {
        for pigeon in 0..=HOLES {
            conflicts.extend(
                (0..pigeon).map(|other| format!("({} && {})", in_hole(pigeon, hole), in_hole(other, hole))),
            );
        }
    }
    let mut text = String::new();
    for global in 0..HOLES * (HOLES + 1) {
        text += &format!("global g{global} \"g{global}\": bool\n");
    }
    text += "thread proc0\nproc proc0 \"main\"() {\nblock0:\n";
    for pigeon in 0..=HOLES {
        let anywhere =
            (1..HOLES).fold(in_hole(pigeon, 0), |any, hole| format!("({any} || {})", in_hole(pigeon, hole)));
        text += &format!("* assume {anywhere}\n");
    }
    conflicts.iter().for_each(|conflict| text += &format!("* assume !{conflict}\n"));
    text += "* fault overflow\n* return\n}\n";
    let budget = BooleanBudget { conflicts: 100, ..BooleanBudget::default() };
    let listed = proof("proc0 [block0=T] summary=T");
    let refusal = certify_boolean_within(&program(&text), &listed, budget).expect_err("too hard");
    assert!(matches!(refusal.reason, Reason::TooLarge(_)), "{refusal}");
}
