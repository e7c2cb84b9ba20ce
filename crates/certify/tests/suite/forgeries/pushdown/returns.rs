//! Cut points, and what callers find after a return.

use ir::Value;
use verdict::{Head, PushdownProof, SeenHeap};

use super::{Forgery, Target, at, change_heaps, drop_facts, forgery, heads, place, slots};

pub(super) const TARGETS: &[Target] = &[
    Target {
        program: TWO_BOXES,
        twin: ("assert v2 == 0", "assert v2 == 1"),
        formula: None,
        heap_bound: None,
        forgeries: FORGERIES,
    },
    Target {
        program: RESIDUE,
        twin: ("store v0.field1 = 7", "store v0.field1 = 0"),
        formula: None,
        heap_bound: None,
        forgeries: RESIDUE_FORGERIES,
    },
];

/// The caller holds two boxes, both of which its callee sees; the first is changed.
const TWO_BOXES: &str = "
class class0 record { field0: i32 }
thread proc0
proc proc0() {
  local v0: class0
  local v1: class0
  temp v2: i32
  temp v3: i32
block0:
* v0 = new class0
* v1 = new class0
* call proc1(v0, v1) -> block1
block1:
* v3 = load v1.field0
* v2 = load v0.field0
* assert v2 == 0
* assert v3 == 0
* return
}
proc proc1(v0: class0, v1: class0) {
  temp v2: i32
block0:
* store v0.field0 = 1
* v2 = load v1.field0
* assert v2 == 0
* return
}
";

/// In the callee.
fn in_callee(head: &Head, _heap: &SeenHeap) -> bool {
    place(head).is_some_and(|(proc, _)| proc == 1)
}

/// After the return, while the boxes are still of use.
fn is_after(head: &Head, heap: &SeenHeap) -> bool {
    place(head) == Some((0, 1)) && !heap.objects.is_empty()
}

fn after(proof: &PushdownProof) -> Vec<u32> {
    heads(proof, is_after)
}

fn callee(proof: &PushdownProof) -> Vec<u32> {
    heads(proof, in_callee)
}

const FORGERIES: &[Forgery] = &[
    forgery("the twin's proof", "ErrorReachable", |_| {}),
    forgery("the cut points are in another order within the callee", "Unlisted", |proof| {
        let inner = heads(proof, |head, heap| in_callee(head, heap) && head.point != at(1, 0, 0));
        change_heaps(proof, &inner, |heap| heap.cut_points.reverse());
    }),
    forgery(
        "the cut points are in another order throughout, and the caller does not know",
        "ErrorReachable",
        |proof| {
            let inner = callee(proof);
            change_heaps(proof, &inner, |heap| heap.cut_points.reverse());
        },
    ),
    forgery("the caller finds its two boxes the other way round", "Unlisted", |proof| {
        let after = heads(proof, |head, _| head.point == at(0, 1, 0));
        change_heaps(proof, &after, |heap| heap.locals.reverse());
    }),
    forgery("the caller finds its boxes as they were", "Unlisted", |proof| {
        let after = after(proof);
        change_heaps(proof, &after, |heap| slots(heap).fill(Value::Int(0)));
    }),
    forgery("one box is a cut point twice", "Unlisted", |proof| {
        let inner = callee(proof);
        change_heaps(proof, &inner, |heap| heap.cut_points[1] = heap.cut_points[0]);
    }),
    forgery("one box is a cut point twice, beside the other", "ErrorReachable", |proof| {
        let inner = callee(proof);
        change_heaps(proof, &inner, |heap| heap.cut_points.push(heap.cut_points[0]));
    }),
    forgery("the callee returns with other cut points than it had", "Unlisted", |proof| {
        let last = heads(proof, |head, _| head.point == at(1, 0, 3));
        change_heaps(proof, &last, |heap| heap.cut_points.clear());
    }),
    forgery("a cut point is lost", "Unlisted", |proof| {
        let inner = callee(proof);
        change_heaps(proof, &inner, |heap| heap.cut_points.truncate(1));
    }),
    forgery("a cut point is null", "MalformedProof", |proof| {
        let inner = callee(proof);
        change_heaps(proof, &inner, |heap| heap.cut_points[0] = Value::Null);
    }),
    forgery("a cut point is a number", "MalformedProof", |proof| {
        let inner = callee(proof);
        change_heaps(proof, &inner, |heap| heap.cut_points[0] = Value::Int(0));
    }),
    forgery("the callee never returns", "Unlisted", |proof| {
        let last = heads(proof, |head, _| head.point == at(1, 0, 3) || place(head) == Some((0, 1)));
        drop_facts(proof, &last);
    }),
    forgery("the caller never goes on", "Unlisted", |proof| {
        let after = heads(proof, |head, _| place(head) == Some((0, 1)));
        drop_facts(proof, &after);
    }),
    forgery("both parameters are one box", "Unlisted", |proof| {
        let inner = callee(proof);
        change_heaps(proof, &inner, |heap| {
            let first = heap.globals.first().or(heap.locals.first()).copied();
            heap.locals.iter_mut().for_each(|local| *local = first.unwrap_or(*local));
        });
    }),
    forgery("all that cut points reach is forgotten, where all of it is seen", "ErrorReachable", |proof| {
        proof.forget_beyond = Some(0);
    }),
];

/// What the caller keeps to itself: a box that refers to what the callee sees.
const RESIDUE: &str = "
class class0 record { field0: class1 }
class class1 record { field1: i32 }
thread proc0
proc proc0() {
  local v0: class0
  local v1: class1
  temp v2: i32
block0:
* v0 = new class0
* v1 = new class1
* store v0.field0 = v1
* call proc1(v1) -> block1
block1:
* v1 = load v0.field0
* v2 = load v1.field1
* assert v2 == 0
* return
}
proc proc1(v0: class1) {
block0:
* store v0.field1 = 7
* return
}
";

const RESIDUE_FORGERIES: &[Forgery] = &[
    forgery("the twin's proof", "Unlisted", |_| {}),
    forgery("the caller's box is forgotten with what it refers to", "SeesForgotten", |proof| {
        let after = heads(proof, |head, _| head.point == at(0, 1, 0));
        change_heaps(proof, &after, |heap| heap.objects[0] = verdict::SeenObject::Forgotten);
    }),
    forgery("what is seen by the callee is no cut point of the caller's box", "Unlisted", |proof| {
        let inner = heads(proof, |head, _| place(head).is_some_and(|(proc, _)| proc == 1));
        change_heaps(proof, &inner, |heap| heap.cut_points.clear());
    }),
    forgery("the callee leaves what the caller must not find", "Unlisted", |proof| {
        let inner = heads(proof, |head, _| head.point == at(1, 0, 1));
        change_heaps(proof, &inner, |heap| slots(heap).fill(Value::Int(7)));
    }),
    forgery("cut points alone reach what was written, and it is forgotten", "SeesForgotten", |proof| {
        proof.forget_beyond = Some(0);
        let inner = heads(proof, |head, _| head.point == at(1, 0, 1));
        change_heaps(proof, &inner, |heap| slots(heap).fill(Value::Int(7)));
    }),
];
