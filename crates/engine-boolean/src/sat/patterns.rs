//! Values of all nodes of a graph under 64 assignments, some of which are models that a solver found.
//!
//! Guards of edges that follow each other differ by little. What satisfies one often satisfies the next, whatever new
//! inputs are, so that most guards are seen to be satisfiable without a solver.

use solver::aig::{Aig, Node, Signal};

/// Bit `i` of a word is the value under assignment `i`.
pub(crate) struct Patterns {
    /// For each node there is, up to some node.
    words: Vec<u64>,
    random: u64,
    /// Where the next model goes.
    next: u32,
}

/// A model fills so many patterns: they differ in the inputs that come later.
const COPIES: u32 = 8;

impl Patterns {
    pub(crate) fn new() -> Self {
        Self { words: Vec::new(), random: 0x9e37_79b9_7f4a_7c15, next: 0 }
    }

    /// Whether all signals are true under one of the assignments.
    pub(crate) fn satisfy(&mut self, aig: &Aig, signals: &[Signal]) -> bool {
        self.extend(aig);
        let mut common = u64::MAX;
        signals.iter().all(|&signal| {
            common &= self.word(signal);
            common != 0
        })
    }

    /// Puts a model among the assignments.
    pub(crate) fn add_model(&mut self, aig: &Aig, value: impl Fn(Signal) -> Option<bool>) {
        self.extend(aig);
        let mask = ((1_u64 << COPIES) - 1) << self.next;
        self.next = (self.next + COPIES) % u64::BITS;
        for &input in aig.inputs() {
            let word = match value(input) {
                Some(value) => {
                    if value {
                        u64::MAX
                    } else {
                        0
                    }
                }
                None => self.random(),
            };
            let known = &mut self.words[input.node()];
            *known = *known & !mask | word & mask;
        }
        let n_nodes = self.words.len();
        self.compute(aig, 0..n_nodes);
    }

    /// Gives words to new nodes; inputs get random ones.
    fn extend(&mut self, aig: &Aig) {
        let known = self.words.len();
        self.words.resize(aig.n_nodes(), 0);
        let new_inputs = aig.inputs().partition_point(|input| input.node() < known);
        for &input in &aig.inputs()[new_inputs..] {
            self.words[input.node()] = self.random();
        }
        self.compute(aig, known..aig.n_nodes());
    }

    fn compute(&mut self, aig: &Aig, nodes: std::ops::Range<usize>) {
        for node in nodes {
            if let Node::And(first, second) = aig.node(Signal::of_node(node)) {
                self.words[node] = self.word(first) & self.word(second);
            }
        }
    }

    fn word(&self, signal: Signal) -> u64 {
        let word = self.words[signal.node()];
        if signal.is_complement() { !word } else { word }
    }

    /// By xorshift.
    fn random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }
}
