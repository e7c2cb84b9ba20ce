//! Forgeries at random: several changes to the twin's proof, none of which may be accepted for the program with the
//! error.

use base::Id;
use ir::{ObjectId, Value};
use verdict::{Fact, HeadPoint, PushdownProof, SeenHeap, SeenObject};

use super::{Target, all_facts, confusion, property, ranks, returns, stages};
use crate::rng::Rng;
use crate::support::program;

/// For each target.
const ROUNDS: usize = 1_500;

fn value(rng: &mut Rng) -> Value {
    match rng.below(6) {
        0 => Value::Null,
        1 => Value::Bool(rng.below(2) == 0),
        2 | 3 => Value::Int(rng.below(3) as i64),
        _reference => Value::Ref(ObjectId::new(rng.below(3))),
    }
}

/// A list with an item more, an item less, or two in each other's place.
fn shuffle<T: Clone>(items: &mut Vec<T>, rng: &mut Rng, fresh: impl FnOnce(&mut Rng) -> T) {
    match (items.is_empty(), rng.below(3)) {
        (true, _) | (false, 0) => {
            let item = fresh(rng);
            items.insert(rng.below(items.len() + 1), item);
        }
        (false, 1) => _ = items.remove(rng.below(items.len())),
        (false, _) => {
            let (one, other) = (rng.below(items.len()), rng.below(items.len()));
            items.swap(one, other);
        }
    }
}

fn change_heap(heap: &mut SeenHeap, rng: &mut Rng) {
    match rng.below(9) {
        0 => heap.in_atomic ^= true,
        1 => heap.initialising ^= true,
        2 => heap.thread = -1 - heap.thread,
        3 | 4 => shuffle(&mut heap.cut_points, rng, value),
        5 => heap
            .globals
            .iter_mut()
            .for_each(|global| *global = if rng.below(2) == 0 { value(rng) } else { *global }),
        6 => heap
            .locals
            .iter_mut()
            .for_each(|local| *local = if rng.below(2) == 0 { value(rng) } else { *local }),
        _object => match rng.pick(&mut heap.objects) {
            Some(SeenObject::Object(object)) if rng.below(2) == 0 => shuffle(&mut object.slots, rng, value),
            Some(SeenObject::Object(object)) => {
                let other = value(rng);
                rng.pick(&mut object.slots).into_iter().for_each(|slot| *slot = other);
            }
            Some(other) => *other = SeenObject::Forgotten,
            None => {}
        },
    }
}

fn change(proof: &mut PushdownProof, rng: &mut Rng) {
    let n_heads = proof.heads.len();
    match rng.below(10) {
        // A head with a heap of its own, or all heads with this heap.
        0..=2 => {
            let head = rng.below(n_heads);
            let mut heap = proof.heaps[proof.heads[head].heap as usize].clone();
            change_heap(&mut heap, rng);
            proof.heads[head].heap = proof.heaps.len() as u32;
            proof.heaps.push(heap);
        }
        3 => rng
            .pick(&mut proof.heaps)
            .into_iter()
            .for_each(|heap| change_heap(heap, &mut Rng(n_heads as u64))),
        // A head in the place of another, in all facts or in one list of them.
        4 | 5 => {
            let (old, new) = (rng.below(n_heads) as u32, rng.below(n_heads) as u32);
            let everywhere = rng.below(2) == 0;
            for facts in all_facts(proof) {
                if everywhere || rng.below(2) == 0 {
                    facts.iter_mut().filter(|fact| fact.head == old).for_each(|fact| fact.head = new);
                }
            }
        }
        6 => {
            let which = rng.below(proof.instances.len() + 1);
            let fresh = |rng: &mut Rng| Fact { head: rng.below(n_heads) as u32, marked: rng.below(2) == 0 };
            all_facts(proof).nth(which).into_iter().for_each(|facts| shuffle(facts, rng, fresh));
        }
        7 => {
            let rank = rng.below(4) as u32;
            proof.heads[rng.below(n_heads)].rank = rank;
        }
        8 => {
            let other = proof.heads[rng.below(n_heads)].point;
            let point = match (rng.below(3), other) {
                (0, HeadPoint::At { proc, block, index }) => HeadPoint::Stays { proc, block, index },
                (1, HeadPoint::At { proc, block, .. }) => {
                    HeadPoint::At { proc, block: Id::new(1 + block.index()), index: 0 }
                }
                (_, other) => other,
            };
            proof.heads[rng.below(n_heads)].point = point;
        }
        _rest => match rng.below(3) {
            0 => proof.forget_beyond = Some(rng.below(3) as u64),
            1 if !proof.instances.is_empty() => _ = proof.instances.remove(rng.below(proof.instances.len())),
            _marks => {
                let marked = rng.below(2) == 0;
                all_facts(proof).flatten().for_each(|fact| fact.marked = marked);
            }
        },
    }
}

#[test]
fn no_proof_that_was_changed_at_random_hides_an_error() {
    let targets = [confusion::TARGETS, returns::TARGETS, ranks::TARGETS, stages::TARGETS];
    for (number, target) in targets.into_iter().flatten().enumerate() {
        let (honest, violated) = (Target::honest(target), program(target.program));
        let property = property(&violated, target.formula);
        let mut rng = Rng(number as u64);
        for round in 0..ROUNDS {
            let mut proof = honest.clone();
            (0..1 + round % 5).for_each(|_| change(&mut proof, &mut rng));
            let accepted = super::certify(&violated, &property, &proof);
            assert!(accepted.is_err(), "accepted for {}: {proof:#?}", target.program);
        }
    }
}
