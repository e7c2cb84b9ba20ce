//! Acceptance, formulas, and the ranks that should exclude them.

use verdict::{Head, PushdownProof};

use super::{Forgery, Target, all_facts, at, change_heaps, drop_facts, forgery, heads, place};

pub(super) const TARGETS: &[Target] = &[
    Target {
        program: ACCEPTING,
        twin: ("accept true", "accept false"),
        formula: None,
        heap_bound: None,
        forgeries: ACCEPTING_FORGERIES,
    },
    Target {
        program: ENDLESS,
        twin: ("* goto block1, block2", "* goto block2, block2"),
        formula: Some("F @terminated"),
        heap_bound: None,
        forgeries: ENDLESS_FORGERIES,
    },
];

/// A loop accepts within a call.
const ACCEPTING: &str = "
global g0: bool
thread proc0
proc proc0() {
block0:
* g0 = true
* goto block1
block1:
* call proc1() -> block2
block2:
* goto block1
}
proc proc1() {
block0:
* accept true
* goto block1
block1:
* return
}
";

/// Sets the ranks of all heads.
fn rank(proof: &mut PushdownProof, rank_of: impl Fn(usize, &Head) -> u32) {
    for number in 0..proof.heads.len() {
        proof.heads[number].rank = rank_of(number, &proof.heads[number]);
    }
}

fn mark(proof: &mut PushdownProof, marked: bool) {
    all_facts(proof).flatten().for_each(|fact| fact.marked = marked);
}

/// Ranks that decrease where the callee accepts, and nowhere in the caller.
fn decrease_in_callee(proof: &mut PushdownProof) {
    rank(proof, |_, head| match (head.point == at(1, 0, 0), place(head)) {
        (true, _) => 1,
        (false, Some((1, _))) => 0,
        (false, _) => 2,
    });
}

const ACCEPTING_FORGERIES: &[Forgery] = &[
    forgery("the twin's proof, whose ranks are all 0", "Rank", |_| {}),
    forgery("ranks in the order of the listing", "Unmarked", |proof| {
        let n_heads = proof.heads.len() as u32;
        rank(proof, |number, _| n_heads - number as u32);
    }),
    forgery("ranks in the order of the listing, and marks everywhere", "Rank", |proof| {
        let n_heads = proof.heads.len() as u32;
        rank(proof, |number, _| n_heads - number as u32);
        mark(proof, true);
    }),
    forgery("ranks that increase", "Rank", |proof| rank(proof, |number, _| number as u32)),
    forgery("the greatest of all ranks", "Rank", |proof| rank(proof, |_, _| u32::MAX)),
    forgery("the callee has lower ranks than the caller", "Rank", |proof| {
        rank(proof, |_, head| u32::from(place(head).is_some_and(|(proc, _)| proc == 0)) * 9);
    }),
    forgery("the callee's ranks decrease, and its marks are left out", "Unmarked", decrease_in_callee),
    forgery("the callee's ranks decrease, and all is marked, the return too", "Rank", |proof| {
        decrease_in_callee(proof);
        mark(proof, true);
    }),
    forgery("the caller's ranks decrease, and the loop is left out of the facts", "Unlisted", |proof| {
        decrease_in_callee(proof);
        mark(proof, true);
        let again = heads(proof, |head, _| place(head) == Some((0, 2)));
        again.iter().for_each(|&head| proof.heads[head as usize].rank = 1);
        drop_facts(proof, &again);
    }),
];

/// The program need not end.
const ENDLESS: &str = "
global g0: bool
thread proc0
proc proc0() {
block0:
* g0 = true
* goto block1
block1:
* goto block1, block2
block2:
* return
}
";

const ENDLESS_FORGERIES: &[Forgery] = &[
    forgery("the twin's proof", "Rank", |_| {}),
    forgery("no ranks", "Rank", |proof| rank(proof, |_, _| 0)),
    forgery("ranks that decrease without end", "Rank", |proof| {
        let n_heads = proof.heads.len() as u32;
        rank(proof, |number, _| n_heads - number as u32);
    }),
    forgery("no marks", "Unmarked", |proof| mark(proof, false)),
    forgery("the automaton is in states that it does not have", "Unlisted", |proof| {
        proof.heads.iter_mut().for_each(|head| head.state += 100);
    }),
    forgery("the loop is left out of the facts", "Unlisted", |proof| {
        let in_loop = heads(proof, |head, _| place(head) == Some((0, 1)));
        drop_facts(proof, &in_loop);
    }),
    forgery("the program has ended while it loops", "MalformedProof", |proof| {
        let in_loop = heads(proof, |head, _| place(head) == Some((0, 1)));
        for head in in_loop {
            proof.heads[head as usize].point = verdict::HeadPoint::Outside(1);
        }
    }),
    forgery("the loop belongs to the initialisation, where no letter is read", "Unlisted", |proof| {
        let in_loop = heads(proof, |head, _| place(head) == Some((0, 1)));
        change_heaps(proof, &in_loop, |heap| heap.initialising = true);
    }),
];
