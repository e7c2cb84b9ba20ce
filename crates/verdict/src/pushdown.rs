//! The proof that a pushdown engine hands over: everything that procedures of a sequential program ever see, and why no
//! execution goes wrong.
//!
//! From *Interacting via the Heap in the Presence of Recursion* (Rot, de Boer, Bonsangue) and *Efficient algorithms for
//! model checking pushdown systems* (Esparza, Hansel, Rossmanith, Schwoon). The set of facts is the automaton of post*:
//! an [`Instance`] is one of its states, a [`Fact`] one of its transitions. Calls and returns are not listed, since
//! executing the program finds them again.
//!
//! # What a procedure sees
//!
//! A [`SeenHeap`] holds the globals, the locals that count, the *cut points* (what the callers attach their own parts
//! of the heap to, see the crate `certify`), and the objects that can be reached from all of these. A local counts at a
//! place if the program may still read it there; for a formula that looks at locals, all of the user's locals count
//! everywhere.
//!
//! # What a proof claims
//!
//! - In each instance, every step from a fact leads to a fact, every call to the entry of an instance, and every return
//!   of that instance to a fact of the caller again; and the program begins with the facts of
//!   [`PushdownProof::outside`].
//! - No step from a fact is an error; or, for a formula, the rank of a head is never less than that of the head that
//!   follows, and greater if an accepting transition of the automaton of violations is taken on the way. Then no
//!   execution takes one infinitely often.

use ir::{BlockId, ProcId, Value};

use crate::summary::NewObject;

/// A closed set of facts about what procedures see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PushdownProof {
    /// Where cut points alone reach more objects than this, what they reach was forgotten.
    pub forget_beyond: Option<u64>,
    /// A reference among the slots of a tree is the number of a smaller tree, so that equal trees are written once.
    /// Each occurrence stands for objects of its own.
    pub trees: Vec<NewObject>,
    pub heaps: Vec<SeenHeap>,
    pub heads: Vec<Head>,
    /// What is reached outside of all procedures.
    pub outside: Vec<Fact>,
    pub instances: Vec<Instance>,
}

/// A heap as a procedure sees it. References are indices of `objects`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeenHeap {
    /// A caller is in an atomic section.
    pub in_atomic: bool,
    /// `init` has not ended.
    pub initialising: bool,
    /// The last step, or the step under way, wrote to a field of nil. Where the property does not ask, this and the
    /// next are false.
    pub wrote_null: bool,
    /// It gave a global, a field or an element another value, made an object, or used a set or channel.
    pub changed: bool,
    /// The number of the running thread; 0 if the program does not ask for it.
    pub thread: i64,
    pub globals: Vec<Value>,
    /// The locals that count, in the order of their declaration.
    pub locals: Vec<Value>,
    pub cut_points: Vec<Value>,
    pub objects: Vec<SeenObject>,
}

/// An object of a heap.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SeenObject {
    Object(NewObject),
    /// The root of a tree that nothing else refers into.
    Tree(u32),
    /// It was forgotten; only cut points reach it.
    Forgotten,
}

/// Where an execution is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HeadPoint {
    /// Outside of all procedures, with so many of [`SummarySet::stages`](crate::SummarySet::stages) made.
    Outside(u32),
    /// Before this instruction of a block, or before the terminator after the last one.
    At { proc: ProcId, block: BlockId, index: u32 },
    /// The same, and forever: the next step would fail, so it is not made.
    Stays { proc: ProcId, block: BlockId, index: u32 },
}

/// A heap and a place, with a state of the automaton of violations; the state is 0 if there is no formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Head {
    /// An index of [`PushdownProof::heaps`].
    pub heap: u32,
    pub point: HeadPoint,
    pub state: u32,
    pub rank: u32,
}

/// A call of a procedure: an entry, and what is reached from it before it returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// An index of [`PushdownProof::heads`].
    pub entry: u32,
    /// Each head once. The entry is one of them.
    pub facts: Vec<Fact>,
}

/// A head that is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// An index of [`PushdownProof::heads`].
    pub head: u32,
    /// Since the instance was entered, an execution may have been accepting: an `accept` was true, or a transition of
    /// the automaton.
    pub marked: bool,
}

impl PushdownProof {
    /// The number of facts.
    pub fn n_facts(&self) -> usize {
        self.outside.len() + self.instances.iter().map(|instance| instance.facts.len()).sum::<usize>()
    }
}
