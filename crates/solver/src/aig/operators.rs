//! The other connectives, as conjunctions and complements.

use super::{Aig, Signal};

/// A choice between two signals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    pub condition: Signal,
    pub yes: Signal,
    pub no: Signal,
}

impl Aig {
    pub fn or(&mut self, left: Signal, right: Signal) -> Signal {
        !self.and(!left, !right)
    }

    pub fn implies(&mut self, left: Signal, right: Signal) -> Signal {
        !self.and(left, !right)
    }

    pub fn xor(&mut self, left: Signal, right: Signal) -> Signal {
        let only_left = self.and(left, !right);
        let only_right = self.and(!left, right);
        self.or(only_left, only_right)
    }

    /// Both or neither.
    pub fn equal(&mut self, left: Signal, right: Signal) -> Signal {
        !self.xor(left, right)
    }

    /// `yes` where the condition holds, `no` elsewhere.
    pub fn ite(&mut self, condition: Signal, yes: Signal, no: Signal) -> Signal {
        if yes == !no {
            return self.equal(condition, yes);
        }
        let first = self.and(condition, yes);
        let second = self.and(!condition, no);
        self.or(first, second)
    }

    /// The conjunction of many signals, as a balanced tree over the sorted signals, so that equal sets share.
    pub fn and_all(&mut self, signals: impl IntoIterator<Item = Signal>) -> Signal {
        let mut layer: Vec<Signal> = signals.into_iter().collect();
        layer.sort_unstable();
        layer.dedup();
        // A signal and its complement are neighbours, and false is the least.
        if layer.first() == Some(&Signal::FALSE) || layer.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Signal::FALSE;
        }
        while layer.len() > 1 {
            let pairs = layer.chunks(2).map(|pair| match *pair {
                [left, right] => self.and(left, right),
                [single] => single,
                _ => unreachable!("chunks have one or two elements"),
            });
            layer = pairs.collect();
        }
        layer.first().copied().unwrap_or(Signal::TRUE)
    }

    /// The disjunction of many signals.
    pub fn or_all(&mut self, signals: impl IntoIterator<Item = Signal>) -> Signal {
        let complements: Vec<Signal> = signals.into_iter().map(|signal| !signal).collect();
        !self.and_all(complements)
    }

    /// The selection whose complement a node is by its structure: one that excludes two conjunctions, of which one has
    /// the complement of an operand of the other. An exclusive or is one, too.
    pub fn as_selection(&self, node: Signal) -> Option<Selection> {
        let (first, second) = self.operands(node)?;
        if !first.is_complement() || !second.is_complement() {
            return None;
        }
        let ((a, b), (c, d)) = (self.operands(first)?, self.operands(second)?);
        let selection = |condition, yes, no| Some(Selection { condition, yes, no });
        match () {
            () if a == !c => selection(a, b, d),
            () if a == !d => selection(a, b, c),
            () if b == !c => selection(b, a, d),
            () if b == !d => selection(b, a, c),
            () => None,
        }
    }
}
