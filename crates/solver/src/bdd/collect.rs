//! Garbage: nodes that no root needs.
//!
//! Nothing is collected on its own. The holder of functions names all of them when there is time for it; numbers of
//! nodes stay, so the functions that were named mean what they meant. Results in the cache stay as well, as long as
//! they mention nodes that do.

use super::kernel::{FREE, Node};
use super::{Bdd, Bdds};

impl Bdds {
    /// Frees all nodes that these functions, cubes and substitutions do not need, and says how many. All other
    /// functions lose their meaning.
    pub fn collect(&mut self, roots: impl IntoIterator<Item = Bdd>) -> usize {
        let is_needed = self.mark(roots);
        let mut n_freed = 0;
        for (number, node) in self.nodes.iter_mut().enumerate().skip(1) {
            if !is_needed[number] && node.level != FREE {
                *node = Node { level: FREE, low: Bdd::TRUE, high: Bdd::TRUE };
                self.free.push(number as u32);
                n_freed += 1;
            }
        }
        self.cache.retain(|bdd| is_needed[bdd.node()]);
        self.rebuild();
        n_freed
    }

    /// Which nodes the roots and what the manager keeps need.
    pub(super) fn mark(&self, roots: impl IntoIterator<Item = Bdd>) -> Vec<bool> {
        let mut is_needed = vec![false; self.nodes.len()];
        is_needed[0] = true;
        let kept = self.cubes.iter().chain(self.substitutions.iter().flatten()).copied();
        let mut stack: Vec<usize> = kept.chain(roots).map(Bdd::node).collect();
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut is_needed[node], true) {
                let Node { level: _, low, high } = self.nodes[node];
                stack.extend([low.node(), high.node()]);
            }
        }
        is_needed
    }
}
