//! Values under assignments, 64 assignments at a time: bit `i` of a word belongs to assignment `i`.

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
