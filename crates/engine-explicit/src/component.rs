//! What a strongly connected part of a graph has, and when an execution that stays in it counts.
//!
//! An execution that stays in a part forever may take all its edges again and again. It is *accepting* if one of them
//! is marked. It is *fair* if no thread can move forever without moving, and that is decided by positions, although a
//! position is no name of a thread: when a thread ends, those behind it move up by one, and new threads come last. Let
//! `m` be the least position at which a thread ends inside the part, or the number of live threads if none ends there
//! (then none starts either, since the number comes back to what it was).
//!
//! - The threads at positions below `m` neither end nor move up: each is the same thread at the same position in all
//!   states of the part. It is treated fairly if it moves on some edge, or cannot move in some state.
//! - Every thread at position `m` or behind ends sooner or later, since each time that a thread ends at `m`, it
//!   either is that thread or moves up by one, and it never moves down. A thread that ends is treated fairly.
//!
//! So positions below `m` are all that has to be looked at. More edges make `m` less and give threads more occasions:
//! if any execution inside a part is fair and accepting, then the one that takes all its edges is. Hence maximal
//! strongly connected components suffice, and a part that is fair and accepting before it is maximal is good enough.
//!
//! All of that is weak fairness. Under *strong* fairness a thread that can move in infinitely many states has to move.
//! The thread at a position below `m` is treated so if it moves on some edge, or can move in no state of the part; then
//! the execution that takes all edges is fair, as before. But maximal components do not suffice: more states give a
//! thread more occasions that it then has to use. What is neglected in a maximal component is the matter of
//! [`refine`](crate::refine).

use logic::Fairness;

use crate::graph::{Expansion, GraphEdge, Positions};

/// What the nodes and edges of a strongly connected part have together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Component {
    marked: bool,
    /// The least position at which a thread ends.
    first_end: Option<u32>,
    /// Live threads of one of its nodes.
    n_threads: u32,
    /// Positions at which a thread moves or, for weak fairness, cannot move.
    served: Positions,
    /// For strong fairness: positions at which a thread can move.
    enabled: Positions,
}

impl Component {
    /// A node alone.
    pub(crate) fn of<N>(node: &Expansion<N>, fair: Fairness) -> Self {
        let Expansion { edges: _, n_threads, waiting, is_bad: _ } = node;
        let alone = Self { n_threads: *n_threads, ..Self::default() };
        match fair {
            Fairness::None => alone,
            Fairness::Weak => Self { served: waiting.clone(), ..alone },
            Fairness::Strong => {
                let enabled = (0..*n_threads).filter(|&position| !waiting.contains(position)).collect();
                Self { enabled, ..alone }
            }
        }
    }

    /// Adds another part.
    pub(crate) fn join(&mut self, other: Component) {
        let Component { marked, first_end, n_threads: _, served, enabled } = other;
        self.marked |= marked;
        self.first_end = self.first_end.into_iter().chain(first_end).min();
        self.served.union_with(&served);
        self.enabled.union_with(&enabled);
    }

    /// Adds an edge between nodes of the part.
    pub(crate) fn add<N>(&mut self, edge: &GraphEdge<N>, fair: Fairness) {
        self.marked |= edge.marked;
        if let Some(moved) = edge.moved.filter(|_| fair.is_asked()) {
            self.served.insert(moved.thread);
            let end = moved.ended.then_some(moved.thread);
            self.first_end = self.first_end.into_iter().chain(end).min();
        }
    }

    /// Whether an execution that takes all its edges forever counts.
    pub(crate) fn is_accepting(&self, fair: Fairness) -> bool {
        self.marked && self.neglected(fair).next().is_none()
    }

    pub(crate) fn is_marked(&self) -> bool {
        self.marked
    }

    /// The positions of threads that never end inside the part and are not treated fairly.
    pub(crate) fn neglected(&self, fair: Fairness) -> impl Iterator<Item = u32> {
        let served = move |position: &u32| match fair {
            Fairness::None => true,
            Fairness::Weak => self.served.contains(*position),
            Fairness::Strong => self.served.contains(*position) || !self.enabled.contains(*position),
        };
        (0..self.n_lasting()).filter(move |position| !served(position))
    }

    /// The threads before this position never end inside the part.
    pub(crate) fn n_lasting(&self) -> u32 {
        self.first_end.unwrap_or(self.n_threads)
    }

    /// What an execution must meet to be accepting and fair like the whole part.
    pub(crate) fn needs(&self, fair: Fairness) -> Needs {
        let lasting = 0..self.n_lasting();
        let (end_at, unserved) = match fair {
            Fairness::None => (None, Vec::new()),
            Fairness::Weak => (self.first_end, lasting.collect()),
            Fairness::Strong => {
                (self.first_end, lasting.filter(|&position| self.enabled.contains(position)).collect())
            }
        };
        Needs { mark: true, end_at, unserved, waiting_serves: fair == Fairness::Weak }
    }
}

/// What a cycle still has to meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Needs {
    mark: bool,
    /// A thread must end here, so that those behind it end too.
    end_at: Option<u32>,
    unserved: Vec<u32>,
    /// A thread that cannot move in a state is treated fairly.
    waiting_serves: bool,
}

impl Needs {
    pub(crate) fn are_met(&self) -> bool {
        !self.mark && self.end_at.is_none() && self.unserved.is_empty()
    }

    /// Whether an edge meets one of them.
    pub(crate) fn want<N>(&self, edge: &GraphEdge<N>) -> bool {
        let wants_move = |thread: u32, ended: bool| {
            self.unserved.contains(&thread) || (ended && self.end_at == Some(thread))
        };
        (self.mark && edge.marked) || edge.moved.is_some_and(|moved| wants_move(moved.thread, moved.ended))
    }

    /// Whether one of them is met in a node.
    pub(crate) fn want_state<N>(&self, node: &Expansion<N>) -> bool {
        self.waiting_serves && self.unserved.iter().any(|&position| node.waiting.contains(position))
    }

    pub(crate) fn passes<N>(&mut self, node: &Expansion<N>) {
        let serves = self.waiting_serves;
        self.unserved.retain(|&position| !(serves && node.waiting.contains(position)));
    }

    pub(crate) fn takes<N>(&mut self, edge: &GraphEdge<N>) {
        self.mark &= !edge.marked;
        if let Some(moved) = edge.moved {
            self.unserved.retain(|&position| position != moved.thread);
            self.end_at = self.end_at.filter(|&position| !(moved.ended && position == moved.thread));
        }
    }
}
