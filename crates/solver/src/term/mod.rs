//! Terms over machine integers and Booleans, before they become gates: for printing and for other solvers.
//!
//! Engines compute with [`crate::bits`] directly. A term keeps what was computed, so that it can be printed as SMT-LIB
//! ([`smt_lib`]) and be compared, circuit by circuit, with a solver that has its own idea of arithmetic; `translate`
//! makes gates of it.
//!
//! Terms lie in one store, equal ones once, operands first: walks are loops over the store.

pub mod smt_lib;
mod translate;

use rustc_hash::FxHashMap;

pub use self::translate::Gates;
use crate::bits::{MOST_BITS, Operation, Sign};

base::typed_id!(
    /// A term in a [`Terms`].
    Term,
    "t"
);

/// What the values of a term are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    Bool,
    /// Patterns of so many bits.
    Bits(usize),
}

/// A term by its operands. Two operands of one node have the same sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TermNode {
    /// An unknown of its own.
    Variable(Sort),
    Bool(bool),
    Bits {
        width: usize,
        pattern: u64,
    },
    /// The result, modulo the width.
    Binary(Operation, Sign, Term, Term),
    Neg(Term),
    BitNot(Term),
    /// The same number in another width, if it has room there.
    Resize {
        arg: Term,
        sign: Sign,
        width: usize,
    },
    /// The first where the condition holds.
    Select(Term, Term, Term),
    Not(Term),
    And(Term, Term),
    Or(Term, Term),
    /// Of numbers, or of Booleans.
    Equal(Term, Term),
    Less(Sign, Term, Term),
    LessOrEqual(Sign, Term, Term),
    /// The exact result does not fit.
    Overflows(Operation, Sign, Term, Term),
    NegOverflows(Sign, Term),
    /// The number, read with the first sign, is none of this width with the second sign.
    ConversionOverflows {
        arg: Term,
        from: Sign,
        width: usize,
        to: Sign,
    },
}

impl TermNode {
    /// The operands, in order.
    pub fn operands(self) -> impl Iterator<Item = Term> {
        let operands = match self {
            Self::Variable(_) | Self::Bool(_) | Self::Bits { .. } => [None; 3],
            Self::Neg(arg)
            | Self::BitNot(arg)
            | Self::Not(arg)
            | Self::Resize { arg, .. }
            | Self::NegOverflows(_, arg)
            | Self::ConversionOverflows { arg, .. } => [Some(arg), None, None],
            Self::Binary(_, _, left, right)
            | Self::And(left, right)
            | Self::Or(left, right)
            | Self::Equal(left, right)
            | Self::Less(_, left, right)
            | Self::LessOrEqual(_, left, right)
            | Self::Overflows(_, _, left, right) => [Some(left), Some(right), None],
            Self::Select(condition, yes, no) => [Some(condition), Some(yes), Some(no)],
        };
        operands.into_iter().flatten()
    }
}

/// A store of terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: base::IndexVec<Term, (TermNode, Sort)>,
    known: FxHashMap<TermNode, Term>,
}

impl Terms {
    pub fn new() -> Self {
        Self::default()
    }

    /// A new unknown.
    pub fn variable(&mut self, sort: Sort) -> Term {
        if let Sort::Bits(width) = sort {
            assert!((1..=MOST_BITS).contains(&width), "a variable of {width} bits");
        }
        self.nodes.push((TermNode::Variable(sort), sort))
    }

    /// The term of a node that is no variable. Panics if sorts clash.
    pub fn term(&mut self, node: TermNode) -> Term {
        if let Some(&term) = self.known.get(&node) {
            return term;
        }
        let sort = self.sort_of(node);
        let term = self.nodes.push((node, sort));
        self.known.insert(node, term);
        term
    }

    pub fn node(&self, term: Term) -> TermNode {
        self.nodes[term].0
    }

    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term].1
    }

    /// The bits of a number.
    pub fn width(&self, term: Term) -> usize {
        match self.sort(term) {
            Sort::Bits(width) => width,
            Sort::Bool => panic!("{term:?} is a Boolean where a number must be"),
        }
    }

    fn sort_of(&self, node: TermNode) -> Sort {
        let same = |left: Term, right: Term| {
            assert_eq!(self.sort(left), self.sort(right), "operands of different sorts in {node:?}");
            self.sort(left)
        };
        let number = |sort: Sort| {
            assert!(sort != Sort::Bool, "a Boolean where a number must be in {node:?}");
            sort
        };
        let boolean =
            |term: Term| assert_eq!(self.sort(term), Sort::Bool, "a number where a Boolean must be");
        match node {
            TermNode::Variable(_) => panic!("a variable is made by a function of its own"),
            TermNode::Bool(_) => Sort::Bool,
            TermNode::Bits { width, .. } => Sort::Bits(width),
            TermNode::Binary(_, _, left, right) => number(same(left, right)),
            TermNode::Neg(arg) | TermNode::BitNot(arg) => number(self.sort(arg)),
            TermNode::Resize { arg, width, .. } => {
                number(self.sort(arg));
                Sort::Bits(width)
            }
            TermNode::Select(condition, yes, no) => {
                boolean(condition);
                same(yes, no)
            }
            TermNode::Not(arg) => {
                boolean(arg);
                Sort::Bool
            }
            TermNode::And(left, right) | TermNode::Or(left, right) => {
                boolean(left);
                same(left, right)
            }
            TermNode::Equal(left, right) => {
                same(left, right);
                Sort::Bool
            }
            TermNode::Less(_, left, right)
            | TermNode::LessOrEqual(_, left, right)
            | TermNode::Overflows(_, _, left, right) => {
                number(same(left, right));
                Sort::Bool
            }
            TermNode::NegOverflows(_, arg) | TermNode::ConversionOverflows { arg, .. } => {
                number(self.sort(arg));
                Sort::Bool
            }
        }
    }

    /// All terms that the roots are made of, operands first.
    pub fn cone(&self, roots: &[Term]) -> Vec<Term> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                stack.extend(self.node(term).operands());
            }
        }
        let mut cone: Vec<Term> = seen.into_iter().collect();
        cone.sort_unstable();
        cone
    }
}
