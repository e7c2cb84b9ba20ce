//! The initialisation, deadlocks, and what is forgotten.

use base::Id;
use ir::Value;
use verdict::{HeadPoint, PushdownProof, SeenObject};

use super::{Forgery, Target, at, change_heaps, drop_facts, forgery, heads, place, slots};

pub(super) const TARGETS: &[Target] = &[
    Target {
        program: INITIALISED,
        twin: ("g0 = choose 0..1", "g0 = choose 0..0"),
        formula: None,
        heap_bound: None,
        forgeries: INITIALISED_FORGERIES,
    },
    Target {
        program: WAITING,
        twin: ("select {", "select end {"),
        formula: None,
        heap_bound: None,
        forgeries: WAITING_FORGERIES,
    },
];

const INITIALISED: &str = "
global g0: i32
init proc1
thread proc0
proc proc0() {
block0:
* assert g0 == 0
* return
}
proc proc1() {
block0:
* g0 = choose 0..1
* goto block1
block1:
* branch self == 0, block2, block3
block2:
* fault overflow
* return
block3:
* return
}
";

const INITIALISED_FORGERIES: &[Forgery] = &[
    forgery("the twin's proof", "Unlisted", |_| {}),
    forgery("the initialisation is left out", "Unlisted", |proof| {
        let inner = heads(proof, |head, _| place(head).is_some_and(|(proc, _)| proc == 1));
        drop_facts(proof, &inner);
        proof.instances.retain(|instance| !inner.contains(&instance.entry));
    }),
    forgery("the program begins after the initialisation", "Unlisted", |proof| {
        let first = heads(proof, |head, _| head.point == HeadPoint::Outside(0));
        drop_facts(proof, &first);
    }),
    forgery("the program ends after the initialisation", "Unlisted", |proof| {
        let later = heads(proof, |head, _| head.point == HeadPoint::Outside(1));
        drop_facts(proof, &later);
    }),
    forgery("a stage too many", "MalformedProof", |proof| {
        let last = heads(proof, |head, _| head.point == HeadPoint::Outside(2));
        proof.heads[last[0] as usize].point = HeadPoint::Outside(3);
    }),
    forgery("the initialisation runs as thread 0", "Unlisted", |proof| {
        let inner = heads(proof, |head, _| place(head).is_some_and(|(proc, _)| proc == 1));
        change_heaps(proof, &inner, |heap| heap.thread = 0);
    }),
    forgery("the initialisation is not atomic", "Unlisted", |proof| {
        let inner = heads(proof, |head, _| place(head).is_some_and(|(proc, _)| proc == 1));
        change_heaps(proof, &inner, |heap| heap.in_atomic = false);
    }),
    forgery("the program begins with cut points", "Unlisted", |proof| {
        let first = heads(proof, |head, _| head.point == HeadPoint::Outside(0));
        change_heaps(proof, &first, |heap| heap.cut_points.push(Value::Null));
    }),
    forgery("the program begins with another value", "Unlisted", |proof| {
        let first = heads(proof, |head, _| head.point == HeadPoint::Outside(0));
        change_heaps(proof, &first, |heap| heap.globals[0] = Value::Int(1));
    }),
    forgery("the thread begins in the middle", "Unlisted", |proof| {
        let entries = heads(proof, |head, _| head.point == at(0, 0, 0));
        proof.heads[entries[0] as usize].point = at(0, 0, 1);
        let doubled = heads(proof, |head, _| head.point == at(0, 0, 1));
        for head in doubled.into_iter().filter(|head| *head != entries[0]) {
            proof.heads[head as usize].state = 9;
        }
    }),
];

/// Waits for a second message.
const WAITING: &str = "
class class0 channel of i32
global g0: class0
thread proc0
proc proc0() {
  local v0: i32
block0:
* g0 = new class0
* send g0, 1
* call proc1() -> block1
block1:
* call proc1() -> block2
block2:
* return
}
proc proc1() {
  local v0: i32
block0:
* select {
    v0 = receive g0 -> block1
  }
block1:
* return
}
";

/// The second receiver.
fn waiting(proof: &PushdownProof) -> Vec<u32> {
    let is_empty =
        |object: &SeenObject| matches!(object, SeenObject::Object(object) if object.slots.is_empty());
    heads(proof, |head, heap| head.point == at(1, 0, 0) && heap.objects.iter().all(is_empty))
}

const WAITING_FORGERIES: &[Forgery] = &[
    forgery("the twin's proof, where the program may end while it waits", "ErrorReachable", |_| {}),
    forgery("the second receiver is never called", "Unlisted", |proof| {
        let waiting = waiting(proof);
        proof.instances.retain(|instance| !waiting.contains(&instance.entry));
    }),
    forgery("the second receiver stays where it is", "Unlisted", |proof| {
        let stays = HeadPoint::Stays { proc: Id::new(1), block: Id::new(0), index: 0 };
        waiting(proof).into_iter().for_each(|head| proof.heads[head as usize].point = stays);
    }),
    forgery("the second receiver finds a message", "Unlisted", |proof| {
        let waiting = waiting(proof);
        change_heaps(proof, &waiting, |heap| slots(heap).push(Value::Int(2)));
    }),
    forgery("there is no channel", "Unlisted", |proof| {
        let waiting = waiting(proof);
        change_heaps(proof, &waiting, |heap| heap.globals[0] = Value::Null);
    }),
];
