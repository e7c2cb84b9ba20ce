//! Unions of neighbours in a list of sets, to find a set of a range without a look at every one.
//!
//! A trace is found backwards: what came right before is in one of the sets that the search had found until then. These
//! can be as many as the trace is long. The list is the bottom row of a binary tree whose inner nodes are unions: a
//! range is covered by logarithmically many nodes, and from a node that passes a test, one path leads down to a set
//! that does. A union is made when it is needed first. Most often it is the latest set of the range, so that one is
//! tested first.

use std::ops::Range;

use solver::bdd::Bdd;
use verdict::StopReason;

use super::space::Space;

/// A list of sets, and the unions of them that were made.
pub(super) struct Unions {
    sets: Vec<Bdd>,
    /// Unions of two of them, of four, and so on. A last one without a neighbour stays alone.
    unions: Vec<Vec<Option<Bdd>>>,
    /// How many sets and unions were tested: the cost of all searches.
    pub(super) n_tests: u64,
}

/// A union: of 2^row sets, or a set alone in row 0, unless the list ends there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    row: usize,
    index: usize,
}

/// A set of the list, by its number, and the answer of the test that it passes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<T> {
    pub(super) index: usize,
    pub(super) answer: T,
}

impl Unions {
    pub(super) fn of(sets: impl IntoIterator<Item = Bdd>) -> Self {
        let sets: Vec<Bdd> = sets.into_iter().collect();
        let (mut unions, mut n_below) = (Vec::new(), sets.len());
        while n_below > 1 {
            n_below = n_below.div_ceil(2);
            unions.push(vec![None; n_below]);
        }
        Self { sets, unions, n_tests: 0 }
    }

    /// One of the sets, to be tested.
    pub(super) fn one(&mut self, index: usize) -> Bdd {
        self.n_tests += 1;
        self.sets[index]
    }

    /// Nodes that cover a range, the latest first: its last set alone, then unions as large as possible.
    pub(super) fn cover(&self, range: Range<usize>) -> Vec<Node> {
        let Range { start, mut end } = range;
        let mut nodes = Vec::new();
        while start < end {
            let aligned = if nodes.is_empty() { 0 } else { end.trailing_zeros() };
            let row = aligned.min((end - start).ilog2()) as usize;
            end -= 1 << row;
            nodes.push(Node { row, index: end >> row });
        }
        nodes
    }

    /// The union of the sets below a node. The tree is as deep as a number has digits, so this may recur.
    pub(super) fn union(&mut self, space: &mut Space<'_>, node: Node) -> Result<Bdd, StopReason> {
        if !self.is_there(node) {
            return Ok(Bdd::FALSE);
        }
        let Some(row) = node.row.checked_sub(1) else { return Ok(self.sets[node.index]) };
        if let Some(known) = self.unions[row][node.index] {
            return Ok(known);
        }
        let [first, second] = children(node);
        let (first, second) = (self.union(space, first)?, self.union(space, second)?);
        let union = space.or(first, second)?;
        self.unions[row][node.index] = Some(union);
        Ok(union)
    }

    /// The latest set below a node that passes a test. A union must pass if and only if one of its sets does.
    pub(super) fn latest_below<T>(
        &mut self,
        space: &mut Space<'_>,
        mut node: Node,
        test: impl Fn(&mut Space<'_>, Bdd) -> Result<Option<T>, StopReason>,
    ) -> Result<Option<Found<T>>, StopReason> {
        let Some(mut answer) = self.tested(space, node, &test)? else { return Ok(None) };
        while node.row > 0 {
            let [first, second] = children(node);
            (node, answer) = match self.tested(space, second, &test)? {
                Some(answer) => (second, answer),
                None => (first, self.tested(space, first, &test)?.expect("one of two sets passes")),
            };
        }
        Ok(Some(Found { index: node.index, answer }))
    }

    /// The latest set of a range that passes a test.
    pub(super) fn latest<T>(
        &mut self,
        space: &mut Space<'_>,
        range: Range<usize>,
        test: impl Fn(&mut Space<'_>, Bdd) -> Result<Option<T>, StopReason>,
    ) -> Result<Option<Found<T>>, StopReason> {
        for node in self.cover(range) {
            if let Some(found) = self.latest_below(space, node, &test)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// All unions that were made.
    pub(super) fn made(&self) -> impl Iterator<Item = Bdd> + '_ {
        self.unions.iter().flatten().copied().flatten()
    }

    /// What a test says of the sets below a node.
    fn tested<T>(
        &mut self,
        space: &mut Space<'_>,
        node: Node,
        test: impl Fn(&mut Space<'_>, Bdd) -> Result<Option<T>, StopReason>,
    ) -> Result<Option<T>, StopReason> {
        if !self.is_there(node) {
            return Ok(None);
        }
        self.n_tests += 1;
        let union = self.union(space, node)?;
        test(space, union)
    }

    fn is_there(&self, node: Node) -> bool {
        let n_nodes = node.row.checked_sub(1).map_or(self.sets.len(), |row| self.unions[row].len());
        node.index < n_nodes
    }
}

fn children(node: Node) -> [Node; 2] {
    let Node { row, index } = node;
    [2 * index, 2 * index + 1].map(|index| Node { row: row - 1, index })
}
