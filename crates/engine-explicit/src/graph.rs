//! What the search for accepting lassos sees of a product of a program and an automaton: nodes, edges with marks, and
//! who moves.

use std::hash::Hash;

use verdict::StopReason;

/// A graph that is explored from its roots.
pub(crate) trait Graph {
    type Node: Copy + Eq + Hash;
    /// A node without its state of the automaton: two executions are the same if they pass the same places by the same
    /// moves.
    type Place: Copy + Eq;

    fn roots(&mut self) -> Vec<Self::Node>;

    /// Replaces `out` by what is known of a node. The same for the same node whenever it is asked.
    fn expand(&mut self, node: Self::Node, out: &mut Expansion<Self::Node>) -> Result<(), StopReason>;

    fn place(&self, node: Self::Node) -> Self::Place;

    /// Bytes held.
    fn bytes(&self) -> u64;
}

/// What is known of a node.
#[derive(Clone, Debug)]
pub(crate) struct Expansion<N> {
    pub(crate) edges: Vec<GraphEdge<N>>,
    /// Live threads.
    pub(crate) n_threads: u32,
    /// Positions of those that cannot move. Filled only where fairness is asked for.
    pub(crate) waiting: Positions,
    /// Every execution through the node is one that is looked for, however it goes on. There is one.
    pub(crate) is_bad: bool,
}

impl<N> Default for Expansion<N> {
    fn default() -> Self {
        Self { edges: Vec::new(), n_threads: 0, waiting: Positions::default(), is_bad: false }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GraphEdge<N> {
    pub(crate) target: N,
    /// An execution is looked for that takes marked edges again and again.
    pub(crate) marked: bool,
    /// `None` if no thread moves: the execution stays where it is.
    pub(crate) moved: Option<Moved>,
}

/// A step of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moved {
    /// Position among the live threads, before the step.
    pub(crate) thread: u32,
    /// The thread ended with this step.
    pub(crate) ended: bool,
    /// The step executed an accept that was true.
    pub(crate) accepted: bool,
}

/// A set of positions of threads. Does not allocate while it is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Positions {
    words: Vec<u64>,
}

impl Positions {
    pub(crate) fn clear(&mut self) {
        self.words.clear();
    }

    pub(crate) fn insert(&mut self, position: u32) {
        let word = position as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (position % 64);
    }

    pub(crate) fn contains(&self, position: u32) -> bool {
        self.words.get(position as usize / 64).is_some_and(|word| word >> (position % 64) & 1 == 1)
    }

    pub(crate) fn union_with(&mut self, other: &Positions) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(mine, theirs)| *mine |= theirs);
    }
}

impl FromIterator<u32> for Positions {
    fn from_iter<It: IntoIterator<Item = u32>>(positions: It) -> Self {
        let mut set = Self::default();
        positions.into_iter().for_each(|position| set.insert(position));
        set
    }
}
