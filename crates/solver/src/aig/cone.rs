//! Cones: what signals depend on.

use rustc_hash::FxHashSet;

use super::{Aig, Node, Signal};

impl Aig {
    /// All nodes that the roots depend on, themselves included, as signals without complement; operands come first.
    ///
    /// Operands have smaller numbers than their node, so the numbers are an order in which they come first.
    pub fn cone(&self, roots: &[Signal]) -> Vec<Signal> {
        let mut seen: FxHashSet<Signal> = FxHashSet::default();
        let mut stack: Vec<Signal> = roots.iter().map(|root| root.regular()).collect();
        while let Some(signal) = stack.pop() {
            if !seen.insert(signal) {
                continue;
            }
            if let Some((first, second)) = self.operands(signal) {
                stack.extend([first.regular(), second.regular()]);
            }
        }
        let mut cone: Vec<Signal> = seen.into_iter().collect();
        cone.sort_unstable();
        cone
    }

    /// The inputs that the roots depend on by their structure, in order.
    pub fn support(&self, roots: &[Signal]) -> Vec<Signal> {
        let mut cone = self.cone(roots);
        cone.retain(|&signal| matches!(self.node(signal), Node::Input(_)));
        cone
    }

    /// The number of conjunctions in the cones of the roots.
    pub fn n_conjunctions(&self, roots: &[Signal]) -> usize {
        self.cone(roots).into_iter().filter(|&signal| matches!(self.node(signal), Node::And(..))).count()
    }
}
