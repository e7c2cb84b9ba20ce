//! Terms as gates.

use rustc_hash::FxHashMap;

use super::{Sort, Term, TermNode, Terms};
use crate::bits::Bits;
use crate::guard::{Guard, Guards};

/// The gates of terms, each made once. It belongs to one store and one graph.
#[derive(Clone, Debug, Default)]
pub struct Gates {
    /// A Boolean is a word of one bit.
    words: FxHashMap<Term, Bits>,
}

impl Gates {
    pub fn new() -> Self {
        Self::default()
    }

    /// The guard of a Boolean term.
    pub fn guard(&mut self, terms: &Terms, guards: &mut Guards, term: Term) -> Guard {
        assert_eq!(terms.sort(term), Sort::Bool, "{term:?} is a number where a Boolean must be");
        self.bits(terms, guards, term).top()
    }

    /// The bits of a term; of a Boolean, the one.
    pub fn bits(&mut self, terms: &Terms, guards: &mut Guards, term: Term) -> Bits {
        for part in terms.cone(&[term]) {
            if !self.words.contains_key(&part) {
                let word = self.translate(terms, guards, part);
                self.words.insert(part, word);
            }
        }
        self.words[&term].clone()
    }

    /// The operands have words.
    fn translate(&self, terms: &Terms, guards: &mut Guards, term: Term) -> Bits {
        let word = |operand: Term| &self.words[&operand];
        let bit = |operand: Term| self.words[&operand].top();
        match terms.node(term) {
            TermNode::Variable(Sort::Bool) => guards.input().into(),
            TermNode::Variable(Sort::Bits(width)) => Bits::fresh(guards, width),
            TermNode::Bool(value) => Guard::constant(value).into(),
            TermNode::Bits { width, pattern } => Bits::constant(width, pattern),
            TermNode::Binary(operation, sign, left, right) => {
                operation.apply(guards, sign, word(left), word(right))
            }
            TermNode::Neg(arg) => word(arg).neg(guards),
            TermNode::BitNot(arg) | TermNode::Not(arg) => !word(arg),
            TermNode::Resize { arg, sign, width } => word(arg).resize(width, sign),
            TermNode::Select(condition, yes, no) => Bits::select(guards, bit(condition), word(yes), word(no)),
            TermNode::And(left, right) => guards.and(bit(left), bit(right)).into(),
            TermNode::Or(left, right) => guards.or(bit(left), bit(right)).into(),
            TermNode::Equal(left, right) => word(left).equal(guards, word(right)).into(),
            TermNode::Less(sign, left, right) => word(left).less(guards, word(right), sign).into(),
            TermNode::LessOrEqual(sign, left, right) => {
                word(left).less_or_equal(guards, word(right), sign).into()
            }
            TermNode::Overflows(operation, sign, left, right) => {
                operation.overflows(guards, sign, word(left), word(right)).into()
            }
            TermNode::NegOverflows(sign, arg) => word(arg).neg_overflows(guards, sign).into(),
            TermNode::ConversionOverflows { arg, from, width, to } => {
                word(arg).conversion_overflows(guards, from, width, to).into()
            }
        }
    }
}
