//! Implications between formulas that their syntax shows (after Somenzi and Bloem, CAV 2000).
//!
//! An answer of yes is right; an answer of no says nothing. The search stops at a depth and after a number of
//! questions, so it is cheap on every input.

use super::{Node, Normal, NormalId};

/// How deep the search goes into the operands.
const DEEPEST: u32 = 40;

impl Normal {
    /// Whether every word that satisfies `left` is seen to satisfy `right`.
    pub fn implies(&mut self, left: NormalId, right: NormalId) -> bool {
        self.implies_within(left, right, DEEPEST)
    }

    fn implies_within(&mut self, left: NormalId, right: NormalId, depth: u32) -> bool {
        if left == right || self.node(left) == &Node::False || self.node(right) == &Node::True {
            return true;
        }
        if let Some(&known) = self.implications.get(&(left, right)) {
            return known;
        }
        if depth == 0 || self.fuel == 0 {
            return false;
        }
        self.fuel -= 1;
        let (left_node, right_node) = (self.node(left).clone(), self.node(right).clone());
        let found = self.by_left(&left_node, right, depth - 1)
            || self.by_right(left, &right_node, depth - 1)
            || self.by_both(&left_node, &right_node, depth - 1)
            || self.over_time(left, &left_node, right, &right_node, depth - 1);
        self.implications.insert((left, right), found);
        found
    }

    fn by_left(&mut self, left: &Node, right: NormalId, depth: u32) -> bool {
        match left {
            Node::And(parts) => parts.iter().any(|&part| self.implies_within(part, right, depth)),
            Node::Or(parts) => parts.iter().all(|&part| self.implies_within(part, right, depth)),
            // One of the two holds at once.
            Node::Until(hold, end) => {
                self.implies_within(*end, right, depth) && self.implies_within(*hold, right, depth)
            }
            Node::Release(_, hold) => self.implies_within(*hold, right, depth),
            Node::True | Node::False | Node::Literal(..) | Node::Next(_) => false,
        }
    }

    fn by_right(&mut self, left: NormalId, right: &Node, depth: u32) -> bool {
        match right {
            Node::And(parts) => parts.iter().all(|&part| self.implies_within(left, part, depth)),
            Node::Or(parts) => parts.iter().any(|&part| self.implies_within(left, part, depth)),
            Node::Until(_, end) => self.implies_within(left, *end, depth),
            Node::Release(end, hold) => {
                self.implies_within(left, *hold, depth) && self.implies_within(left, *end, depth)
            }
            Node::True | Node::False | Node::Literal(..) | Node::Next(_) => false,
        }
    }

    /// The operators are monotonic.
    fn by_both(&mut self, left: &Node, right: &Node, depth: u32) -> bool {
        match (left, right) {
            (Node::Next(left), Node::Next(right)) => self.implies_within(*left, *right, depth),
            (Node::Until(hold, end), Node::Until(hold_right, end_right))
            | (Node::Release(end, hold), Node::Release(end_right, hold_right)) => {
                self.implies_within(*hold, *hold_right, depth) && self.implies_within(*end, *end_right, depth)
            }
            _ => false,
        }
    }

    /// Universal formulas hold later too, eventual ones earlier too.
    fn over_time(
        &mut self,
        left: NormalId,
        left_node: &Node,
        right: NormalId,
        right_node: &Node,
        depth: u32,
    ) -> bool {
        let later = match right_node {
            Node::Next(later) | Node::Release(_, later) if self.is_universal(left) => {
                self.implies_within(left, *later, depth)
            }
            _ => false,
        };
        later
            || match left_node {
                Node::Next(end) | Node::Until(_, end) if self.is_eventual(right) => {
                    self.implies_within(*end, right, depth)
                }
                _ => false,
            }
    }
}
