//! Proofs that were changed at random are accepted if and only if trying all values says that they are still proofs.

use base::Id;
use cutpoint_certify::{Reason, certify_boolean};
use ir::{Place, Program};
use verdict::{Atom, BooleanProof, Formula, FormulaNode};

use super::brute::is_inductive;
use super::cases::FILES;
use super::support::cases;
use crate::rng::Rng;

const ROUNDS: usize = 400;

/// One change; none if there is nothing to change at the place that the random source names.
fn change(proof: &mut BooleanProof, rng: &mut Rng) -> Option<()> {
    let kind = rng.below(8);
    let at = rng.below(proof.procs.len());
    let nodes = &mut proof.formulas.nodes;
    match kind {
        // A conjunct is dropped, or negated.
        0 | 1 => {
            let FormulaNode::And(left, right) = rng.pick(nodes)? else { return None };
            let side = if rng.below(2) == 0 { left } else { right };
            *side = if kind == 0 { Formula::TRUE } else { !*side };
        }
        2 => {
            let FormulaNode::Atom(atom) = rng.pick(nodes)? else { return None };
            *atom = other_atom(rng);
        }
        3 => *root(proof, at, rng) = Formula::TRUE,
        4 => *root(proof, at, rng) = Formula::FALSE,
        5 => {
            let negated = !*root(proof, at, rng);
            *root(proof, at, rng) = negated;
        }
        6 => {
            let other = rng.below(proof.procs.len());
            let summary = proof.procs[other].summary;
            proof.procs[other].summary = std::mem::replace(&mut proof.procs[at].summary, summary);
        }
        _ => {
            let listed = &mut proof.procs[at].invariants;
            listed.remove(rng.below(listed.len()));
        }
    }
    Some(())
}

/// A formula at some place, or the summary.
fn root<'a>(proof: &'a mut BooleanProof, at: usize, rng: &mut Rng) -> &'a mut Formula {
    let listed = &mut proof.procs[at];
    let index = rng.below(listed.invariants.len() + 1);
    listed.invariants.get_mut(index).map_or(&mut listed.summary, |(_, formula)| formula)
}

fn other_atom(rng: &mut Rng) -> Atom {
    let place = if rng.below(2) == 0 {
        Place::Global(Id::new(rng.below(2)))
    } else {
        Place::Local(Id::new(rng.below(2)))
    };
    match rng.below(3) {
        0 => Atom::Entry(place),
        1 => Atom::Current(place),
        _ => Atom::Result(rng.below(2) as u32),
    }
}

/// How a changed proof fares: accepted, refused, or no proof by its form.
fn fate(program: &Program, proof: &BooleanProof) -> usize {
    match certify_boolean(program, proof).map_err(|refusal| refusal.reason) {
        Ok(_) => 0,
        Err(Reason::MalformedProof(_) | Reason::Uncut(_)) => 2,
        Err(_) => 1,
    }
}

#[test]
fn changed_proofs_are_accepted_if_and_only_if_they_are_proofs() {
    let mut rng = Rng(7);
    let mut counts = [0; 3];
    for (program, cases) in FILES.map(cases) {
        for case in cases.iter().filter(|case| case.refused.is_none()) {
            for round in 0..ROUNDS {
                let mut proof = case.evidence.clone();
                for _ in 0..=round % 3 {
                    if proof.procs.iter().all(|listed| !listed.invariants.is_empty()) {
                        // Where there is nothing to change, the round is lost.
                        let _ = change(&mut proof, &mut rng);
                    }
                }
                let fate = fate(&program, &proof);
                counts[fate] += 1;
                if fate < 2 {
                    assert_eq!(fate == 0, is_inductive(&program, &proof), "{} {proof:#?}", case.name);
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > ROUNDS / 4), "a poor mix: {counts:?}");
}
