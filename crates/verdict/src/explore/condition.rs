//! Conditions over inputs, as people read them: a graph of named atoms.
//!
//! A condition of a path can be exponentially larger as a tree than as a graph, so it is kept as a graph, and what
//! shows it decides where to share.

use ir::ClassId;

/// Nodes that refer to nodes before them only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Condition {
    pub nodes: Vec<ConditionNode>,
}

/// A node or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConditionRef {
    pub node: usize,
    pub negated: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConditionNode {
    Atom(ConditionAtom),
    /// True if there is none.
    And(Vec<ConditionRef>),
    /// False if there is none.
    Or(Vec<ConditionRef>),
}

/// What is not taken apart. Inputs are named by access paths from parameters, as in `this.next.val`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ConditionAtom {
    /// An input reference is null.
    Null(String),
    /// An input reference refers to the object that another one refers to, or both are null.
    Same(String, String),
    /// The object of an input reference is of exactly this class.
    Class(String, ClassId),
    /// An input of type bool is true.
    True(String),
    /// A comparison of numbers, as in `this.val < that.val`.
    Compare(String, Relation, String),
    /// Another test of numbers, as in `x + y overflows` and `0 <= x <= 9`.
    Test(String),
}

/// How two numbers are compared. The others are complements of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relation {
    Equal,
    Less,
    LessOrEqual,
}

impl Relation {
    /// The sign between the numbers.
    pub fn sign(self, negated: bool) -> &'static str {
        match (self, negated) {
            (Relation::Equal, false) => "==",
            (Relation::Equal, true) => "!=",
            (Relation::Less, false) => "<",
            (Relation::Less, true) => ">=",
            (Relation::LessOrEqual, false) => "<=",
            (Relation::LessOrEqual, true) => ">",
        }
    }
}

impl Condition {
    pub const fn new() -> Self {
        Self { nodes: Vec::new() }
    }

    /// A node as it stands.
    pub fn push(&mut self, node: ConditionNode) -> ConditionRef {
        self.nodes.push(node);
        ConditionRef { node: self.nodes.len() - 1, negated: false }
    }

    pub fn node(&self, reference: ConditionRef) -> &ConditionNode {
        &self.nodes[reference.node]
    }

    /// Whether a reference is the constant true or the constant false.
    pub fn constant(&self, reference: ConditionRef) -> Option<bool> {
        match self.node(reference) {
            ConditionNode::And(parts) if parts.is_empty() => Some(!reference.negated),
            ConditionNode::Or(parts) if parts.is_empty() => Some(reference.negated),
            ConditionNode::Atom(_) | ConditionNode::And(_) | ConditionNode::Or(_) => None,
        }
    }
}

impl std::ops::Not for ConditionRef {
    type Output = Self;
    fn not(self) -> Self {
        Self { negated: !self.negated, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_empty_connectives() {
        let mut condition = Condition::new();
        let truth = condition.push(ConditionNode::And(Vec::new()));
        let falsity = condition.push(ConditionNode::Or(Vec::new()));
        let atom = condition.push(ConditionNode::Atom(ConditionAtom::Null("this.next".to_owned())));
        let both = condition.push(ConditionNode::And(vec![atom, !atom]));
        let constants: Vec<_> = [truth, !truth, falsity, !falsity, atom, both]
            .map(|reference| condition.constant(reference))
            .to_vec();
        assert_eq!(constants, [Some(true), Some(false), Some(false), Some(true), None, None]);
    }
}
