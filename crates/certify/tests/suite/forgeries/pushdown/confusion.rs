//! States that are taken for others.

use base::Id;
use ir::{ObjectId, Value};
use verdict::{Fact, Head, HeadPoint, Instance, PushdownProof, SeenHeap, SeenObject};

use super::{Forgery, Target, all_facts, at, change_heaps, drop_facts, forgery, heads, place, slots};

pub(super) const TARGETS: &[Target] = &[Target {
    program: PROGRAM,
    twin: ("assert v1 == 0", "assert v1 < 2"),
    formula: None,
    heap_bound: None,
    forgeries: FORGERIES,
}];

/// `check` is called with an empty set that its caller holds, too, and with the set of null, which only the global
/// holds. It asserts that the set is empty, and never returns. The set has the class 2: the byte of this number is that
/// of a reference to the first object, and that of the size 1.
const PROGRAM: &str = "
class class0 record { field0: i32 }
class class1 record { field1: i32 }
class class2 set of class0
global g0: class2
thread proc0
proc proc0() {
  local v0: class2
  temp v1: bool
block0:
* g0 = new class2
* v1 = choose bool
* branch v1, block1, block2
block1:
* v0 = g0
* call proc1(false) -> block3
block2:
* call proc1(true) -> block4
block3:
* g0 = v0
* return
block4:
* return
}
proc proc1(v0: bool) {
  temp v1: i32
block0:
* branch v0, block1, block2
block1:
* insert g0, null
* goto block2
block2:
* v1 = size g0
* assert v1 == 0
* goto block3
block3:
* goto block3
}
";

/// After the set got its element.
fn is_wrong(head: &Head, heap: &SeenHeap) -> bool {
    matches!(place(head), Some((1, 2 | 3))) && heap.cut_points.is_empty()
}

/// The same places with the empty set.
fn is_right(head: &Head, heap: &SeenHeap) -> bool {
    matches!(place(head), Some((1, 2 | 3))) && !heap.cut_points.is_empty()
}

fn wrong_heads(proof: &PushdownProof) -> Vec<u32> {
    heads(proof, is_wrong)
}

/// The instance that the set grows in.
fn wrong_instance(proof: &mut PushdownProof) -> &mut Instance {
    let wrong = wrong_heads(proof);
    let mut instances = proof.instances.iter_mut();
    instances
        .find(|instance| instance.facts.iter().any(|fact| wrong.contains(&fact.head)))
        .expect("an instance")
}

/// Puts the facts about the empty set in the place of those that are wrong.
fn confuse(proof: &mut PushdownProof) {
    let (wrong, right) = (wrong_heads(proof), heads(proof, is_right));
    let instance = wrong_instance(proof);
    instance.facts.retain(|fact| !wrong.contains(&fact.head));
    instance.facts.extend(right.iter().map(|&head| Fact { head, marked: false }));
    // A head that is in no instance would be listed twice where the two were confused.
    change_heaps(proof, &wrong, |heap| heap.in_atomic = true);
}

const FORGERIES: &[Forgery] = &[
    forgery("the twin's proof", "ErrorReachable", |_| {}),
    forgery("{} with one cut point for {null} with none", "Unlisted", confuse),
    forgery("the facts that are wrong are left out", "Unlisted", |proof| {
        let wrong = wrong_heads(proof);
        drop_facts(proof, &wrong);
    }),
    forgery("the facts after the set was measured are left out", "Unlisted", |proof| {
        let wrong = heads(proof, |head, heap| is_wrong(head, heap) && head.point != at(1, 2, 0));
        drop_facts(proof, &wrong);
    }),
    forgery("the element is taken out of the set", "Unlisted", |proof| {
        let wrong = wrong_heads(proof);
        change_heaps(proof, &wrong, |heap| slots(heap).clear());
    }),
    forgery("the size that was measured is another", "Unlisted", |proof| {
        let wrong = heads(proof, |head, heap| is_wrong(head, heap) && head.point == at(1, 2, 1));
        change_heaps(proof, &wrong, |heap| heap.locals[0] = Value::Int(0));
    }),
    forgery(
        "the element and the size are another state's, and the set a cut point twice",
        "Unlisted",
        |proof| {
            let wrong = wrong_heads(proof);
            change_heaps(proof, &wrong, |heap| {
                slots(heap).clear();
                heap.locals.iter_mut().for_each(|local| *local = Value::Int(0));
                heap.cut_points = vec![heap.globals[0]; 2];
            });
        },
    ),
    forgery("null is a cut point in the place of an element", "Unlisted", |proof| {
        let wrong = wrong_heads(proof);
        change_heaps(proof, &wrong, |heap| {
            slots(heap).clear();
            heap.locals.iter_mut().for_each(|local| *local = Value::Int(0));
            heap.cut_points = vec![Value::Null];
        });
    }),
    forgery("the state is one of the initialisation", "Unlisted", |proof| {
        let wrong = wrong_heads(proof);
        change_heaps(proof, &wrong, |heap| heap.initialising = true);
    }),
    forgery("the state is one of an atomic section", "Unlisted", |proof| {
        let wrong = wrong_heads(proof);
        change_heaps(proof, &wrong, |heap| heap.in_atomic = true);
    }),
    forgery("the state is one of another thread", "MalformedProof", |proof| {
        let wrong = wrong_heads(proof);
        change_heaps(proof, &wrong, |heap| heap.thread = -1);
    }),
    forgery("the automaton is in a state that it does not have", "Unlisted", |proof| {
        wrong_heads(proof).into_iter().for_each(|head| proof.heads[head as usize].state = 1);
    }),
    forgery("the step that fails is never made", "Unlisted", |proof| {
        for head in wrong_heads(proof) {
            if let HeadPoint::At { proc, block, index } = proof.heads[head as usize].point {
                proof.heads[head as usize].point = HeadPoint::Stays { proc, block, index };
            }
        }
    }),
    forgery("the program stands behind the assertion", "MalformedProof", |proof| {
        let wrong = heads(proof, |head, heap| is_wrong(head, heap) && head.point == at(1, 2, 1));
        for head in wrong {
            proof.heads[head as usize].point = at(1, 2, 2);
        }
    }),
    forgery("the set has an object that was forgotten", "SeesForgotten", |proof| {
        let wrong = wrong_heads(proof);
        change_heaps(proof, &wrong, |heap| heap.objects[0] = SeenObject::Forgotten);
    }),
    forgery("the set is no object at all", "MalformedProof", |proof| {
        let wrong = wrong_heads(proof);
        change_heaps(proof, &wrong, |heap| heap.globals[0] = Value::Ref(ObjectId::new(9)));
    }),
    forgery("the set is a record", "MalformedProof", |proof| {
        let wrong = wrong_heads(proof);
        change_heaps(proof, &wrong, |heap| match &mut heap.objects[0] {
            SeenObject::Object(object) => {
                (object.class, object.slots) = (Id::new(0), vec![Value::Int(0)]);
            }
            SeenObject::Tree(_) | SeenObject::Forgotten => {}
        });
    }),
    forgery("the set is of the class of all cut points", "MalformedProof", |proof| {
        let wrong = wrong_heads(proof);
        change_heaps(proof, &wrong, |heap| match &mut heap.objects[0] {
            SeenObject::Object(object) => object.class = Id::new(4),
            SeenObject::Tree(_) | SeenObject::Forgotten => {}
        });
    }),
    forgery("null is in the set twice, which makes it larger", "ErrorReachable", |proof| {
        let wrong = wrong_heads(proof);
        change_heaps(proof, &wrong, |heap| slots(heap).push(Value::Null));
    }),
    forgery("the set is a tree that is not there", "MalformedProof", |proof| {
        let wrong = wrong_heads(proof);
        change_heaps(proof, &wrong, |heap| heap.objects[0] = SeenObject::Tree(1_000));
    }),
    forgery("a local too many", "MalformedProof", |proof| {
        let wrong = wrong_heads(proof);
        change_heaps(proof, &wrong, |heap| heap.locals.insert(0, Value::Int(0)));
    }),
    forgery("a global too many", "MalformedProof", |proof| {
        let wrong = wrong_heads(proof);
        change_heaps(proof, &wrong, |heap| heap.globals.push(Value::Null));
    }),
    forgery("objects that nothing reaches, and the same state again", "MalformedProof", |proof| {
        let wrong = wrong_heads(proof);
        let copies: Vec<Head> = wrong.iter().map(|&head| proof.heads[head as usize]).collect();
        let first = proof.heads.len() as u32;
        proof.heads.extend(copies);
        let copies: Vec<u32> = (first..proof.heads.len() as u32).collect();
        change_heaps(proof, &copies, |heap| heap.objects.push(heap.objects[0].clone()));
    }),
    forgery("the instance is left out", "Unlisted", |proof| {
        let entry = wrong_instance(proof).entry;
        proof.instances.retain(|instance| instance.entry != entry);
    }),
    forgery("the instance has no facts", "MalformedProof", |proof| wrong_instance(proof).facts.clear()),
    forgery("the instance has its entry alone", "Unlisted", |proof| {
        let instance = wrong_instance(proof);
        instance.facts.retain(|fact| fact.head == instance.entry);
    }),
    forgery("the instance has the entry of the other", "MalformedProof", |proof| {
        let entry = wrong_instance(proof).entry;
        let other = heads(proof, |head, heap| head.point == at(1, 0, 0) && !heap.cut_points.is_empty())[0];
        for instance in proof.instances.iter_mut().filter(|instance| instance.entry == entry) {
            instance.entry = other;
            instance.facts.push(Fact { head: other, marked: false });
        }
    }),
    forgery("an entry that no call makes, for the call that is made", "Unlisted", |proof| {
        let entry = wrong_instance(proof).entry;
        change_heaps(proof, &[entry], |heap| heap.locals[0] = Value::Bool(false));
    }),
    forgery("a fact about a head that is not there", "MalformedProof", |proof| {
        let number = proof.heads.len() as u32;
        wrong_instance(proof).facts.push(Fact { head: number, marked: false });
    }),
    forgery("nothing happens outside", "Unlisted", |proof| proof.outside.clear()),
    forgery("nothing happens at all", "Unlisted", |proof| {
        all_facts(proof).for_each(Vec::clear);
        proof.instances.clear();
    }),
    forgery("nothing is listed", "Unlisted", |proof| *proof = PushdownProof::default()),
];
