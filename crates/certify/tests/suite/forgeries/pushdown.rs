//! Forged proofs of the pushdown engine. Each begins with the engine's proof of a twin, the program without its error,
//! and changes it.
//!
//! - [`confusion`]: states that are taken for others, the first of which the checker once accepted;
//! - [`returns`]: cut points, and what callers find after a return;
//! - [`ranks`]: acceptance, formulas, and the ranks that should exclude them;
//! - [`stages`]: the initialisation, deadlocks, and what is forgotten;
//! - [`random`]: several changes at random.

mod confusion;
mod random;
mod ranks;
mod returns;
mod stages;

use base::{Id, SourceId, Span};
use cutpoint_certify::{Refusal, certify_proof};
use driver::PropertyText;
use engine_explicit::{ExplicitEngine, ExplicitOptions};
use engine_pushdown::{PushdownEngine, PushdownOptions};
use ir::{ObjectId, Program, Value};
use verdict::{
    Check, Fact, Head, HeadPoint, Meter, NewObject, Proof, Property, PushdownProof, Query, SeenHeap,
    SeenObject, Verdict,
};

use super::{AT_LEAST, name};
use crate::support::program;

/// A program with an error, a twin without it, and forgeries of the twin's proof.
struct Target {
    program: &'static str,
    /// What the twin has in the place of what.
    twin: (&'static str, &'static str),
    /// Without a formula, there must be no error.
    formula: Option<&'static str>,
    /// See [`PushdownOptions::heap_bound`].
    heap_bound: Option<u64>,
    forgeries: &'static [Forgery],
}

struct Forgery {
    attack: &'static str,
    /// The name of the reason for which it must be refused.
    refused: &'static str,
    forge: fn(&mut PushdownProof),
}

const fn forgery(attack: &'static str, refused: &'static str, forge: fn(&mut PushdownProof)) -> Forgery {
    Forgery { attack, refused, forge }
}

fn property(program: &Program, formula: Option<&str>) -> Property {
    let Some(formula) = formula else { return Property::NoErrors };
    let span = Span::new(SourceId::new(0), 0, formula.len() as u32);
    let text = PropertyText { formula: formula.to_owned(), span, fair: false.into(), expected: None };
    driver::resolve(program, &text).0.expect("a formula")
}

fn certify(program: &Program, property: &Property, proof: &PushdownProof) -> Result<(), Refusal> {
    certify_proof(program, property, proof).map(drop)
}

impl Target {
    /// The engine's proof of the twin, which is accepted.
    fn honest(&self) -> PushdownProof {
        let twin = self.program.replacen(self.twin.0, self.twin.1, 1);
        assert_ne!(twin, self.program, "the twin is the program");
        let twin = program(&twin);
        let options = PushdownOptions { heap_bound: self.heap_bound, ..PushdownOptions::default() };
        let property = property(&twin, self.formula);
        let query = Query { program: &twin, property: &property, wants_proof: true };
        let answer = PushdownEngine { options }.check(&query, &Meter::unlimited());
        let Verdict::Holds { proof: Some(Proof::Pushdown(proof)), .. } = answer.verdict else {
            panic!("the twin has no proof: {:?}", answer.verdict);
        };
        let mut proof = PushdownProof::clone(&proof);
        unfold(&mut proof);
        certify(&twin, &property, &proof).expect("the twin's proof is right");
        proof
    }

    /// Checks all forgeries; gives how many there are.
    fn check(&self, wrong: &mut Vec<String>) -> usize {
        let (honest, violated) = (self.honest(), program(self.program));
        let property = property(&violated, self.formula);
        let engine = ExplicitEngine { options: ExplicitOptions::default() };
        let query = Query { program: &violated, property: &property, wants_proof: false };
        let answer = engine.check(&query, &Meter::unlimited());
        assert!(matches!(answer.verdict, Verdict::Violated { .. }), "{:?}: {}", answer.verdict, self.program);
        for Forgery { attack, refused, forge } in self.forgeries {
            let mut proof = honest.clone();
            forge(&mut proof);
            match certify(&violated, &property, &proof) {
                Ok(()) => wrong.push(format!("ACCEPTED: {attack}")),
                Err(refusal) if name(&refusal.reason) != *refused => {
                    wrong.push(format!("{attack}: {refusal}"))
                }
                Err(_) => {}
            }
        }
        self.forgeries.len()
    }
}

#[test]
fn forged_pushdown_proofs_are_refused_for_what_they_hide() {
    let targets = [confusion::TARGETS, returns::TARGETS, ranks::TARGETS, stages::TARGETS];
    let mut wrong = Vec::new();
    let count: usize = targets.into_iter().flatten().map(|target| target.check(&mut wrong)).sum();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count >= AT_LEAST, "{count}");
}

// ---------------------------------------------------------------------------------------- tools of forgers

fn at(proc: usize, block: usize, index: u32) -> HeadPoint {
    HeadPoint::At { proc: Id::new(proc), block: Id::new(block), index }
}

/// The procedure and block of a head that is in a procedure.
fn place(head: &Head) -> Option<(usize, usize)> {
    match head.point {
        HeadPoint::Outside(_) => None,
        HeadPoint::At { proc, block, .. } | HeadPoint::Stays { proc, block, .. } => {
            Some((proc.index(), block.index()))
        }
    }
}

/// The heads that satisfy a condition, by number.
fn heads(proof: &PushdownProof, is_meant: impl Fn(&Head, &SeenHeap) -> bool) -> Vec<u32> {
    let numbered = (0..).zip(&proof.heads);
    let meant = numbered.filter(|(_, head)| is_meant(head, &proof.heaps[head.heap as usize]));
    let found: Vec<u32> = meant.map(|(number, _)| number).collect();
    assert!(!found.is_empty(), "no head is meant");
    found
}

fn all_facts(proof: &mut PushdownProof) -> impl Iterator<Item = &mut Vec<Fact>> {
    let PushdownProof { outside, instances, .. } = proof;
    std::iter::once(outside).chain(instances.iter_mut().map(|instance| &mut instance.facts))
}

/// No fact speaks of these heads any more.
fn drop_facts(proof: &mut PushdownProof, dropped: &[u32]) {
    all_facts(proof).for_each(|facts| facts.retain(|fact| !dropped.contains(&fact.head)));
}

/// Gives heads heaps of their own, changed.
fn change_heaps(proof: &mut PushdownProof, changed: &[u32], change: impl Fn(&mut SeenHeap)) {
    for &head in changed {
        let mut heap = proof.heaps[proof.heads[head as usize].heap as usize].clone();
        change(&mut heap);
        proof.heads[head as usize].heap = proof.heaps.len() as u32;
        proof.heaps.push(heap);
    }
}

/// Writes the objects of trees out, so that all of them can be changed.
fn unfold(proof: &mut PushdownProof) {
    for SeenHeap { objects, .. } in &mut proof.heaps {
        let mut next = 0;
        while next < objects.len() {
            if let SeenObject::Tree(tree) = objects[next] {
                let NewObject { class, mut slots } = proof.trees[tree as usize].clone();
                for slot in &mut slots {
                    if let Value::Ref(inside) = *slot {
                        *slot = Value::Ref(ObjectId::new(objects.len()));
                        objects.push(SeenObject::Tree(inside.index() as u32));
                    }
                }
                objects[next] = SeenObject::Object(NewObject { class, slots });
            }
            next += 1;
        }
    }
}

/// The slots of the first object.
fn slots(heap: &mut SeenHeap) -> &mut Vec<Value> {
    let mut objects = heap.objects.iter_mut();
    let found = objects.find_map(|object| match object {
        SeenObject::Object(NewObject { slots, .. }) => Some(slots),
        SeenObject::Tree(_) | SeenObject::Forgotten => None,
    });
    found.expect("an object")
}
