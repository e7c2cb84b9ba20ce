//! Questions about functions that make no nodes.

use base::Id;
use rustc_hash::{FxHashMap, FxHashSet};

use super::kernel::Node;
use super::{Bdd, Bdds, Variable};

impl Bdds {
    /// The value under an assignment.
    pub fn evaluate(&self, bdd: Bdd, value: impl Fn(Variable) -> bool) -> bool {
        let mut at = bdd;
        while !at.is_constant() {
            let level = self.level(at);
            let (low, high) = self.cofactors(at, level);
            at = if value(self.variable_of(level)) { high } else { low };
        }
        at == Bdd::TRUE
    }

    /// The variable at the top of a function, and the function where it is false and where it is true; none for the
    /// constants.
    pub fn branches(&self, bdd: Bdd) -> Option<(Variable, Bdd, Bdd)> {
        if bdd.is_constant() {
            return None;
        }
        let level = self.level(bdd);
        let (low, high) = self.cofactors(bdd, level);
        Some((self.variable_of(level), low, high))
    }

    /// Values of some variables that make the function true, whatever the others are; none if it is false. False is
    /// preferred, from the top of the order.
    pub fn satisfying(&self, bdd: Bdd) -> Option<Vec<(Variable, bool)>> {
        let mut values = Vec::new();
        let mut at = bdd;
        while !at.is_constant() {
            let level = self.level(at);
            let (low, high) = self.cofactors(at, level);
            let value = low == Bdd::FALSE;
            values.push((self.variable_of(level), value));
            at = if value { high } else { low };
        }
        (at == Bdd::TRUE).then_some(values)
    }

    /// The variables that the functions depend on, in the order of their numbers.
    pub fn support(&self, roots: &[Bdd]) -> Vec<Variable> {
        let levels: FxHashSet<u32> =
            self.reachable(roots).iter().map(|&node| self.nodes[node].level).collect();
        let mut support: Vec<Variable> = levels.into_iter().map(|level| self.variable_of(level)).collect();
        support.sort_unstable();
        support
    }

    /// The number of nodes that the functions share out among them, without the constant.
    pub fn size(&self, roots: &[Bdd]) -> usize {
        self.reachable(roots).len()
    }

    /// The share of all assignments that make the function true.
    pub fn density(&self, bdd: Bdd) -> f64 {
        let mut nodes = self.reachable(&[bdd]);
        // From the bottom up.
        nodes.sort_unstable_by_key(|&node| std::cmp::Reverse(self.nodes[node].level));
        let mut densities: FxHashMap<usize, f64> = FxHashMap::from_iter([(0, 1.0)]);
        let of = |densities: &FxHashMap<usize, f64>, bdd: Bdd| match densities.get(&bdd.node()) {
            Some(density) if bdd.is_complement() => 1.0 - density,
            Some(&density) => density,
            None => unreachable!("the edges of a node lead down"),
        };
        for node in nodes {
            let Node { level: _, low, high } = self.nodes[node];
            let density = (of(&densities, low) + of(&densities, high)) / 2.0;
            densities.insert(node, density);
        }
        of(&densities, bdd)
    }

    pub(super) fn variable_of(&self, level: u32) -> Variable {
        Variable::new(self.variable_at[level as usize] as usize)
    }

    /// Nodes below the roots, without the constant.
    fn reachable(&self, roots: &[Bdd]) -> Vec<usize> {
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut stack: Vec<Bdd> = roots.to_vec();
        let mut nodes = Vec::new();
        while let Some(bdd) = stack.pop() {
            if !bdd.is_constant() && seen.insert(bdd.node()) {
                nodes.push(bdd.node());
                let Node { level: _, low, high } = self.nodes[bdd.node()];
                stack.extend([low, high]);
            }
        }
        nodes
    }
}
