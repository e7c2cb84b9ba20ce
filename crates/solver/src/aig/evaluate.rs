//! Values under assignments: under 64 of them at a time, where bit `i` of a word belongs to assignment `i`; or under
//! one, with no more nodes than that takes.

use rustc_hash::FxHashMap;

use super::{Aig, Node, Signal};

/// Values of inputs, and of all nodes that were asked for.
#[derive(Clone, Debug, Default)]
pub struct Values {
    words: FxHashMap<usize, u64>,
}

impl Values {
    /// All inputs are false until they are set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives an input its values. What was computed before must not be asked for again.
    pub fn set(&mut self, input: Signal, word: u64) {
        let word = if input.is_complement() { !word } else { word };
        self.words.insert(input.node(), word);
    }

    /// The values of a signal.
    pub fn word(&mut self, aig: &Aig, signal: Signal) -> u64 {
        let mut stack = vec![signal.node()];
        while let Some(&node) = stack.last() {
            if self.words.contains_key(&node) {
                stack.pop();
                continue;
            }
            match aig.node(Signal::of_node(node)) {
                Node::Constant | Node::Input(_) => {
                    self.words.insert(node, 0);
                }
                Node::And(first, second) => match (self.known(first), self.known(second)) {
                    (Some(first), Some(second)) => {
                        self.words.insert(node, first & second);
                    }
                    (None, _) => stack.push(first.node()),
                    (_, None) => stack.push(second.node()),
                },
            }
        }
        self.known(signal).unwrap_or(0)
    }

    fn known(&self, signal: Signal) -> Option<u64> {
        let word = *self.words.get(&signal.node())?;
        Some(if signal.is_complement() { !word } else { word })
    }
}

impl Aig {
    /// The value of a signal under one assignment; inputs that it leaves out are false.
    pub fn evaluate(&self, signal: Signal, assignment: impl IntoIterator<Item = (Signal, bool)>) -> bool {
        let mut values = Values::new();
        for (input, value) in assignment {
            values.set(input, if value { u64::MAX } else { 0 });
        }
        values.word(self, signal) & 1 == 1
    }
}

/// Values of signals under one assignment. An operand of a conjunction is evaluated only if the other one leaves its
/// value open, and inputs come first, so that a chain of selections costs no more than the part of it that is selected.
#[derive(Clone, Debug, Default)]
pub struct LazyValues {
    values: FxHashMap<usize, bool>,
}

impl LazyValues {
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a signal. The assignment must be the same each time.
    pub fn value(&mut self, aig: &Aig, signal: Signal, assignment: impl Fn(Signal) -> bool) -> bool {
        let mut stack = vec![signal.node()];
        while let Some(&node) = stack.last() {
            if self.values.contains_key(&node) {
                stack.pop();
                continue;
            }
            let value = match aig.node(Signal::of_node(node)) {
                Node::Constant => Ok(false),
                Node::Input(_) => Ok(assignment(Signal::of_node(node))),
                Node::And(first, second) => match (self.known(first), self.known(second)) {
                    (Some(false), _) | (_, Some(false)) => Ok(false),
                    (Some(true), Some(true)) => Ok(true),
                    (Some(true), None) => Err(second),
                    (None, Some(true)) => Err(first),
                    (None, None) if matches!(aig.node(second), Node::Input(_)) => Err(second),
                    (None, None) => Err(first),
                },
            };
            match value {
                Ok(value) => {
                    self.values.insert(node, value);
                }
                Err(operand) => stack.push(operand.node()),
            }
        }
        self.known(signal).expect("the walk ends when the signal has a value")
    }

    /// How many nodes were evaluated.
    pub fn n_evaluated(&self) -> usize {
        self.values.len()
    }

    fn known(&self, signal: Signal) -> Option<bool> {
        let value = *self.values.get(&signal.node())?;
        Some(value != signal.is_complement())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_selected_is_not_evaluated() {
        let mut aig = Aig::new();
        let (mut chain, mut selectors) = (Signal::FALSE, Vec::new());
        for _ in 0..1000 {
            let (selector, value) = (aig.input(), aig.input());
            chain = aig.ite(selector, chain, value);
            selectors.push(selector);
        }
        let mut newest = LazyValues::new();
        assert!(newest.value(&aig, chain, |input| !selectors.contains(&input)));
        assert!(newest.n_evaluated() < 10, "{}", newest.n_evaluated());
        assert!(!LazyValues::new().value(&aig, chain, |_| true), "the oldest value");
    }

    #[test]
    fn lazy_values_are_those_of_all_operands() {
        let mut aig = Aig::new();
        let inputs = aig.new_inputs(4);
        let mut signals = inputs.clone();
        for index in 0..40 {
            let (first, second) = (signals[index * 7 % signals.len()], signals[index * 5 % signals.len()]);
            let new = aig.and(first.complement_if(index % 3 == 0), second.complement_if(index % 4 == 1));
            signals.push(new);
            signals.push(aig.xor(new, inputs[index % 4]));
        }
        for assignment in 0..16_usize {
            let bit = |input: Signal| {
                inputs.iter().position(|&known| known == input).is_some_and(|at| assignment >> at & 1 == 1)
            };
            let mut values = LazyValues::new();
            for &signal in &signals {
                let expected = aig.evaluate(signal, inputs.iter().map(|&input| (input, bit(input))));
                assert_eq!(values.value(&aig, signal, bit), expected);
            }
        }
    }
}
