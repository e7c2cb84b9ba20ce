//! Natural loops: what an edge back to a dominating block closes.
//!
//! Loops with the same header are one. Cycles of irreducible control flow are no natural loops;
//! [`super::cyclic_blocks`] has them all. A block is stored only with its innermost loop, so that deep nests take
//! linear space.

use base::{Id, IndexVec};

use super::cfg::Cfg;
use super::dominators::Dominators;
use crate::program::BlockId;

base::typed_id!(
    /// A natural loop of a procedure.
    LoopId,
    "loop"
);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The block that dominates all others of the loop.
    pub header: BlockId,
    /// The next larger loop around this one.
    pub parent: Option<LoopId>,
    /// The blocks with an edge back to the header, in ascending order.
    pub latches: Vec<BlockId>,
}

/// The natural loops of a procedure; inner loops come before the loops around them.
#[derive(Clone, Debug)]
pub struct Loops {
    loops: IndexVec<LoopId, Loop>,
    innermost: IndexVec<BlockId, Option<LoopId>>,
}

impl Loops {
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Self {
        let mut finder = Finder {
            cfg,
            loops: IndexVec::new(),
            innermost: IndexVec::filled(None, cfg.len()),
            outermost: IndexVec::new(),
        };
        // The header of an inner loop comes after that of the loop around it in reverse post-order.
        for &header in cfg.reverse_postorder().iter().rev() {
            let mut latches: Vec<BlockId> =
                cfg.predecessors(header).filter(|&from| dominators.dominates(header, from)).collect();
            latches.dedup();
            if !latches.is_empty() {
                finder.add(header, latches);
            }
        }
        Self { loops: finder.loops, innermost: finder.innermost }
    }

    pub fn loops(&self) -> &IndexVec<LoopId, Loop> {
        &self.loops
    }

    /// The smallest loop that the block belongs to.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block]
    }

    /// All loops that the block belongs to, from the inside out.
    pub fn around(&self, block: BlockId) -> impl Iterator<Item = LoopId> {
        std::iter::successors(self.innermost[block], |&id| self.loops[id].parent)
    }

    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        self.around(block).any(|around| around == id)
    }
}

struct Finder<'a> {
    cfg: &'a Cfg,
    loops: IndexVec<LoopId, Loop>,
    innermost: IndexVec<BlockId, Option<LoopId>>,
    /// Union-find: leads to the outermost loop found so far.
    outermost: IndexVec<LoopId, LoopId>,
}

impl Finder<'_> {
    /// Adds a loop: all blocks from which a latch is reached without passing the header. A loop found before is
    /// entered as a whole, and left through its header.
    fn add(&mut self, header: BlockId, latches: Vec<BlockId>) {
        let id = self.loops.push(Loop { header, parent: None, latches: latches.clone() });
        self.outermost.push(id);
        self.innermost[header] = Some(id);
        let cfg = self.cfg;
        let mut pending = latches;
        while let Some(block) = pending.pop() {
            let entered = match self.innermost[block] {
                None => {
                    self.innermost[block] = Some(id);
                    block
                }
                Some(inner) => {
                    let found = self.outermost(inner);
                    if found == id {
                        continue;
                    }
                    self.loops[found].parent = Some(id);
                    self.outermost[found] = id;
                    self.loops[found].header
                }
            };
            pending.extend(cfg.predecessors(entered).filter(|&from| cfg.is_reachable(from)));
        }
    }

    fn outermost(&mut self, id: LoopId) -> LoopId {
        let mut at = id;
        while self.outermost[at] != at {
            // Path halving keeps the chains short.
            self.outermost[at] = self.outermost[self.outermost[at]];
            at = self.outermost[at];
        }
        debug_assert!(at.index() < self.loops.len());
        at
    }
}
