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

use crate::graph::{Edge, Expansion, Positions};

/// What the nodes and edges of a strongly connected part have together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Component {
    marked: bool,
    /// The least position at which a thread ends.
    first_end: Option<u32>,
    /// Live threads of one of its nodes.
    n_threads: u32,
    /// Positions at which a thread moves or cannot move.
    served: Positions,
}

impl Component {
    /// A node alone.
    pub(crate) fn of<N>(node: &Expansion<N>) -> Self {
        let Expansion { edges: _, n_threads, waiting, is_bad: _ } = node;
        Self { n_threads: *n_threads, served: waiting.clone(), ..Self::default() }
    }

    /// Adds another part.
    pub(crate) fn join(&mut self, other: Component) {
        let Component { marked, first_end, n_threads: _, served } = other;
        self.marked |= marked;
        self.first_end = self.first_end.into_iter().chain(first_end).min();
        self.served.union_with(&served);
    }

    /// Adds an edge between nodes of the part.
    pub(crate) fn add<N>(&mut self, edge: &Edge<N>, fair: bool) {
        self.marked |= edge.marked;
        if let Some(moved) = edge.moved.filter(|_| fair) {
            self.served.insert(moved.thread);
            let end = moved.ended.then_some(moved.thread);
            self.first_end = self.first_end.into_iter().chain(end).min();
        }
    }

    /// Whether an execution that takes all its edges forever counts.
    pub(crate) fn is_accepting(&self, fair: bool) -> bool {
        self.marked && (!fair || (0..self.n_lasting()).all(|position| self.served.contains(position)))
    }

    /// The threads before this position never end inside the part.
    pub(crate) fn n_lasting(&self) -> u32 {
        self.first_end.unwrap_or(self.n_threads)
    }

    /// What an execution must meet to be accepting and fair like the whole part.
    pub(crate) fn needs(&self, fair: bool) -> Needs {
        if !fair {
            return Needs { mark: true, end_at: None, unserved: Vec::new() };
        }
        Needs { mark: true, end_at: self.first_end, unserved: (0..self.n_lasting()).collect() }
    }
}

/// What a cycle still has to meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Needs {
    mark: bool,
    /// A thread must end here, so that those behind it end too.
    end_at: Option<u32>,
    unserved: Vec<u32>,
}

impl Needs {
    pub(crate) fn are_met(&self) -> bool {
        !self.mark && self.end_at.is_none() && self.unserved.is_empty()
    }

    /// Whether an edge meets one of them.
    pub(crate) fn want<N>(&self, edge: &Edge<N>) -> bool {
        let wants_move = |thread: u32, ended: bool| {
            self.unserved.contains(&thread) || (ended && self.end_at == Some(thread))
        };
        (self.mark && edge.marked) || edge.moved.is_some_and(|moved| wants_move(moved.thread, moved.ended))
    }

    /// Whether one of them is met in a node.
    pub(crate) fn want_state<N>(&self, node: &Expansion<N>) -> bool {
        self.unserved.iter().any(|&position| node.waiting.contains(position))
    }

    pub(crate) fn passes<N>(&mut self, node: &Expansion<N>) {
        self.unserved.retain(|&position| !node.waiting.contains(position));
    }

    pub(crate) fn takes<N>(&mut self, edge: &Edge<N>) {
        self.mark &= !edge.marked;
        if let Some(moved) = edge.moved {
            self.unserved.retain(|&position| position != moved.thread);
            self.end_at = self.end_at.filter(|&position| !(moved.ended && position == moved.thread));
        }
    }
}
