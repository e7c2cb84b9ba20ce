//! Dominators: the blocks that every path from the entry to a block goes through.
//!
//! Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph" (1979), in the version with simple
//! path compression: O(e log n). The shorter iteration of Cooper, Harvey and Kennedy is quadratic where many blocks of
//! a long chain leave to one block (checks that all fail to the same place), which machine-made procedures do.

use base::graph::DepthFirst;
use base::{Id, IndexVec};

use super::cfg::Cfg;
use crate::program::BlockId;

/// The dominator tree of the reachable blocks.
#[derive(Clone, Debug)]
pub struct Dominators {
    immediate: IndexVec<BlockId, Option<BlockId>>,
    /// Preorder number in the dominator tree and the number of blocks dominated; unreachable blocks have none.
    interval: IndexVec<BlockId, Option<(u32, u32)>>,
}

impl Dominators {
    pub fn new(cfg: &Cfg) -> Self {
        let immediate = if cfg.is_empty() { IndexVec::new() } else { LengauerTarjan::new(cfg).run() };
        let interval = intervals(cfg, &immediate);
        Self { immediate, interval }
    }

    /// The closest dominator other than the block itself; none for the entry and for unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.immediate[block]
    }

    /// Whether every path from the entry to `below` goes through `above`. Both must be reachable, or the answer is no.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        match (self.interval[above], self.interval[below]) {
            (Some((first, size)), Some((number, _))) => (first..first + size).contains(&number),
            (None, _) | (_, None) => false,
        }
    }
}

/// Numbers the dominator tree so that each subtree is an interval. An immediate dominator comes before its
/// block in reverse post-order, so two passes over that order do.
fn intervals(
    cfg: &Cfg,
    immediate: &IndexVec<BlockId, Option<BlockId>>,
) -> IndexVec<BlockId, Option<(u32, u32)>> {
    let order = cfg.reverse_postorder();
    let mut size: IndexVec<BlockId, u32> = IndexVec::filled(1, cfg.len());
    for &block in order.iter().rev() {
        if let Some(above) = immediate[block] {
            size[above] += size[block];
        }
    }
    let mut next_free: IndexVec<BlockId, u32> = IndexVec::filled(1, cfg.len());
    let mut interval = IndexVec::filled(None, cfg.len());
    for &block in order {
        let first = immediate[block].map_or(0, |above| {
            let first = next_free[above];
            next_free[above] += size[block];
            first
        });
        next_free[block] = first + 1;
        interval[block] = Some((first, size[block]));
    }
    interval
}

const NONE: u32 = u32::MAX;

/// Works on preorder numbers of a depth-first search; the names are those of the paper.
struct LengauerTarjan<'a> {
    cfg: &'a Cfg,
    vertex: Vec<BlockId>,
    number: IndexVec<BlockId, u32>,
    parent: Vec<u32>,
    semi: Vec<u32>,
    /// The link in the forest of processed nodes, shortened by [`Self::compress`].
    ancestor: Vec<u32>,
    /// The node with the least semidominator on the compressed path.
    label: Vec<u32>,
    dom: Vec<u32>,
    path: Vec<u32>,
}

impl<'a> LengauerTarjan<'a> {
    fn new(cfg: &'a Cfg) -> Self {
        let search = DepthFirst::from(cfg.graph(), BlockId::new(0));
        let mut number = IndexVec::filled(NONE, cfg.len());
        search.preorder.iter().zip(0..).for_each(|(&block, at)| number[block] = at);
        let parent = search.preorder.iter().map(|&block| search.parent[block].map_or(NONE, |up| number[up]));
        let parent = parent.collect();
        let identity: Vec<u32> = (0..).take(search.preorder.len()).collect();
        Self {
            cfg,
            number,
            parent,
            semi: identity.clone(),
            ancestor: vec![NONE; identity.len()],
            dom: vec![0; identity.len()],
            label: identity,
            vertex: search.preorder,
            path: Vec::new(),
        }
    }

    fn run(mut self) -> IndexVec<BlockId, Option<BlockId>> {
        let len = self.vertex.len();
        // Nodes by semidominator, as linked lists.
        let mut first_of = vec![NONE; len];
        let mut next_of = vec![NONE; len];
        for w in (1..len).rev() {
            self.find_semidominator(w);
            let semi = self.semi[w] as usize;
            next_of[w] = std::mem::replace(&mut first_of[semi], w as u32);
            let parent = self.parent[w];
            self.ancestor[w] = parent;
            let mut v = std::mem::replace(&mut first_of[parent as usize], NONE);
            while v != NONE {
                let u = self.eval(v);
                self.dom[v as usize] = if self.semi[u as usize] < self.semi[v as usize] { u } else { parent };
                v = next_of[v as usize];
            }
        }
        for w in 1..len {
            if self.dom[w] != self.semi[w] {
                self.dom[w] = self.dom[self.dom[w] as usize];
            }
        }
        let mut immediate = IndexVec::filled(None, self.cfg.len());
        for w in 1..len {
            immediate[self.vertex[w]] = Some(self.vertex[self.dom[w] as usize]);
        }
        immediate
    }

    fn find_semidominator(&mut self, w: usize) {
        let cfg = self.cfg;
        for from in cfg.predecessors(self.vertex[w]) {
            let v = self.number[from];
            if v != NONE {
                let u = self.eval(v);
                self.semi[w] = self.semi[w].min(self.semi[u as usize]);
            }
        }
    }

    fn eval(&mut self, v: u32) -> u32 {
        if self.ancestor[v as usize] != NONE {
            self.compress(v);
        }
        self.label[v as usize]
    }

    /// Makes the nodes above `v` in the forest point to its root, and keeps the best label of each path.
    fn compress(&mut self, v: u32) {
        let mut at = v as usize;
        while self.ancestor[self.ancestor[at] as usize] != NONE {
            self.path.push(at as u32);
            at = self.ancestor[at] as usize;
        }
        while let Some(node) = self.path.pop() {
            let (node, above) = (node as usize, self.ancestor[node as usize] as usize);
            if self.semi[self.label[above] as usize] < self.semi[self.label[node] as usize] {
                self.label[node] = self.label[above];
            }
            self.ancestor[node] = self.ancestor[above];
        }
    }
}
