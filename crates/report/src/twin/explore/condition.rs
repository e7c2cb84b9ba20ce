//! Conditions over inputs: graphs of named atoms, and their text.
//!
//! The text is in the style of the languages that are read: `this.next != null && this.val < limit`. It is made from
//! the graph without recursion, and ends with `...` where it would be too long for people.

use ir::Program;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most atoms that one text has.
const MOST_ATOMS: usize = 40;

/// A node of a graph of conditions; nodes refer to nodes before them only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ConditionNode {
    /// An input reference is null.
    Null { input: String },
    /// An input reference refers to the object that another one refers to, or both are null.
    Same { input: String, other: String },
    /// The object of an input reference is of exactly this class.
    Class { input: String, class: String },
    /// An input of type bool is true.
    True { input: String },
    /// A comparison of numbers.
    Compare { left: String, relation: Relation, right: String },
    /// Another test of numbers.
    Test { test: String },
    /// True if there is none.
    And { of: Vec<ConditionRef> },
    /// False if there is none.
    Or { of: Vec<ConditionRef> },
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    Equal,
    Less,
    LessOrEqual,
}

impl Relation {
    fn of(relation: verdict::Relation) -> Self {
        match relation {
            verdict::Relation::Equal => Self::Equal,
            verdict::Relation::Less => Self::Less,
            verdict::Relation::LessOrEqual => Self::LessOrEqual,
        }
    }

    fn sign(self, negated: bool) -> &'static str {
        let relation = match self {
            Self::Equal => verdict::Relation::Equal,
            Self::Less => verdict::Relation::Less,
            Self::LessOrEqual => verdict::Relation::LessOrEqual,
        };
        relation.sign(negated)
    }
}

/// A node of the graph, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ConditionRef {
    /// Index among the conditions of the path.
    pub node: usize,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub negated: bool,
}

impl ConditionNode {
    pub(crate) fn of(node: &verdict::ConditionNode, program: &Program) -> Self {
        use verdict::ConditionAtom;
        let all = |of: &[verdict::ConditionRef]| of.iter().map(|&part| ConditionRef::of(part)).collect();
        match node {
            verdict::ConditionNode::And(of) => Self::And { of: all(of) },
            verdict::ConditionNode::Or(of) => Self::Or { of: all(of) },
            verdict::ConditionNode::Atom(atom) => match atom.clone() {
                ConditionAtom::Null(input) => Self::Null { input },
                ConditionAtom::Same(input, other) => Self::Same { input, other },
                ConditionAtom::Class(input, class) => {
                    Self::Class { input, class: program.classes[class].name.clone() }
                }
                ConditionAtom::True(input) => Self::True { input },
                ConditionAtom::Compare(left, relation, right) => {
                    Self::Compare { left, relation: Relation::of(relation), right }
                }
                ConditionAtom::Test(test) => Self::Test { test },
            },
        }
    }
}

impl ConditionRef {
    pub(crate) fn of(reference: verdict::ConditionRef) -> Self {
        let verdict::ConditionRef { node, negated } = reference;
        Self { node, negated }
    }

    /// Whether it is always true.
    pub(crate) fn is_true(self, nodes: &[ConditionNode]) -> bool {
        self.is(true, nodes)
    }

    /// Whether it is never true.
    pub(crate) fn is_false(self, nodes: &[ConditionNode]) -> bool {
        self.is(false, nodes)
    }

    fn is(self, value: bool, nodes: &[ConditionNode]) -> bool {
        match &nodes[self.node] {
            ConditionNode::And { of } => of.is_empty() && self.negated != value,
            ConditionNode::Or { of } => of.is_empty() && self.negated == value,
            ConditionNode::Null { .. }
            | ConditionNode::Same { .. }
            | ConditionNode::Class { .. }
            | ConditionNode::True { .. }
            | ConditionNode::Compare { .. }
            | ConditionNode::Test { .. } => false,
        }
    }
}

const AND: &str = " && ";
const OR: &str = " || ";

/// What is still to be written.
enum Piece {
    Word(&'static str),
    /// In brackets, if it is a connective and a part of a longer text.
    Condition(ConditionRef, bool),
}

/// A condition as text; in brackets if it is no atom and `is_part` of a longer text.
pub(crate) fn text(nodes: &[ConditionNode], condition: ConditionRef, is_part: bool) -> String {
    let mut text = String::new();
    let mut left = MOST_ATOMS;
    let mut stack = vec![Piece::Condition(condition, is_part)];
    while let Some(piece) = stack.pop() {
        match piece {
            Piece::Word(word) => text.push_str(word),
            Piece::Condition(..) if left == 0 => return text + "...",
            Piece::Condition(condition, is_part) => match operands(nodes, condition) {
                Some((_, of)) if of.len() == 1 => stack.push(Piece::Condition(of[0], is_part)),
                Some((sign, of)) if of.is_empty() => {
                    left -= 1;
                    text.push_str(if sign == AND { "true" } else { "false" });
                }
                Some((sign, of)) => push_operands(&mut stack, sign, &of, is_part),
                None => {
                    left -= 1;
                    text.push_str(&atom(&nodes[condition.node], condition.negated));
                }
            },
        }
    }
    text
}

/// The operands of a connective below its negation; `None` for an atom.
fn operands(nodes: &[ConditionNode], condition: ConditionRef) -> Option<(&'static str, Vec<ConditionRef>)> {
    let negate = |of: &[ConditionRef]| -> Vec<ConditionRef> {
        let part = |&ConditionRef { node, negated }: &ConditionRef| ConditionRef {
            node,
            negated: negated != condition.negated,
        };
        of.iter().map(part).collect()
    };
    match &nodes[condition.node] {
        ConditionNode::And { of } => Some((if condition.negated { OR } else { AND }, negate(of))),
        ConditionNode::Or { of } => Some((if condition.negated { AND } else { OR }, negate(of))),
        ConditionNode::Null { .. }
        | ConditionNode::Same { .. }
        | ConditionNode::Class { .. }
        | ConditionNode::True { .. }
        | ConditionNode::Compare { .. }
        | ConditionNode::Test { .. } => None,
    }
}

fn push_operands(stack: &mut Vec<Piece>, sign: &'static str, of: &[ConditionRef], is_part: bool) {
    if is_part {
        stack.push(Piece::Word(")"));
    }
    for (index, &part) in of.iter().enumerate().rev() {
        stack.push(Piece::Condition(part, true));
        if index > 0 {
            stack.push(Piece::Word(sign));
        }
    }
    if is_part {
        stack.push(Piece::Word("("));
    }
}

fn atom(node: &ConditionNode, negated: bool) -> String {
    let equals = if negated { "!=" } else { "==" };
    let not = if negated { "!" } else { "" };
    match node {
        ConditionNode::Null { input } => format!("{input} {equals} null"),
        ConditionNode::Same { input, other } => format!("{input} {equals} {other}"),
        ConditionNode::Class { input, class } if negated => format!("{input} is no {class}"),
        ConditionNode::Class { input, class } => format!("{input} is a {class}"),
        ConditionNode::True { input } => format!("{not}{input}"),
        ConditionNode::Compare { left, relation, right } => {
            format!("{left} {} {right}", relation.sign(negated))
        }
        ConditionNode::Test { test } if negated => format!("!({test})"),
        ConditionNode::Test { test } => test.clone(),
        ConditionNode::And { .. } | ConditionNode::Or { .. } => {
            unreachable!("connectives are taken apart before")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(node: usize) -> ConditionRef {
        ConditionRef { node, negated: false }
    }

    fn not(node: usize) -> ConditionRef {
        ConditionRef { node, negated: true }
    }

    fn nodes() -> Vec<ConditionNode> {
        let name = str::to_owned;
        vec![
            ConditionNode::Null { input: name("a.next") },
            ConditionNode::Same { input: name("a.next"), other: name("a") },
            ConditionNode::Compare { left: name("a.val"), relation: Relation::Less, right: name("b + 1") },
            ConditionNode::And { of: vec![not(0), plain(1)] },
            ConditionNode::Or { of: vec![plain(3), not(2)] },
            ConditionNode::And { of: Vec::new() },
            ConditionNode::Test { test: name("0 <= x <= 9") },
        ]
    }

    #[test]
    fn negations_go_down_to_the_atoms() {
        let nodes = nodes();
        let check = |condition, expected: &str| assert_eq!(text(&nodes, condition, false), expected);
        check(plain(4), "(a.next != null && a.next == a) || a.val >= b + 1");
        check(not(4), "(a.next == null || a.next != a) && a.val < b + 1");
        check(plain(5), "true");
        check(not(5), "false");
        check(not(6), "!(0 <= x <= 9)");
        assert_eq!(text(&nodes, plain(3), true), "(a.next != null && a.next == a)");
    }

    #[test]
    fn long_conditions_end() {
        let mut nodes = nodes();
        for _ in 0..100 {
            let last = nodes.len() - 1;
            nodes.push(ConditionNode::And { of: vec![plain(0), plain(last), plain(last)] });
        }
        let text = text(&nodes, plain(nodes.len() - 1), false);
        assert!(text.contains("...") && text.len() < 3_000, "{}", text.len());
    }
}
