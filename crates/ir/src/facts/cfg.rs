//! The control-flow graph of one procedure.

use base::graph::{DepthFirst, group};
use base::{Graph, Id, IndexVec};

use crate::program::{BlockId, Proc};

/// An edge: the `number`th of [`crate::TermOp::targets`] of the block `from`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CfgEdge {
    pub from: BlockId,
    pub number: u32,
}

/// Successors, predecessors and reverse post-order.
#[derive(Clone, Debug)]
pub struct Cfg {
    graph: Graph<BlockId>,
    edge_starts: Vec<usize>,
    edges: Vec<CfgEdge>,
    reverse_postorder: Vec<BlockId>,
    position: IndexVec<BlockId, Option<u32>>,
}

impl Cfg {
    pub fn new(proc: &Proc) -> Self {
        let graph = Graph::new(proc.blocks.len(), |block| proc.blocks[block].successors());
        let (edge_starts, edges) = group(graph.len(), || {
            graph.nodes().flat_map(|from| {
                let successors = graph.successors(from).iter();
                successors.zip(0..).map(move |(&to, number)| (to, CfgEdge { from, number }))
            })
        });
        let mut reverse_postorder = match graph.is_empty() {
            true => Vec::new(),
            false => DepthFirst::from(&graph, BlockId::new(0)).postorder,
        };
        reverse_postorder.reverse();
        let mut position = IndexVec::filled(None, graph.len());
        reverse_postorder.iter().zip(0..).for_each(|(&block, at)| position[block] = Some(at));
        Self { graph, edge_starts, edges, reverse_postorder, position }
    }

    pub fn graph(&self) -> &Graph<BlockId> {
        &self.graph
    }

    pub fn len(&self) -> usize {
        self.graph.len()
    }

    pub fn is_empty(&self) -> bool {
        self.graph.is_empty()
    }

    /// Where control may go next, in order, with repetitions.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        self.graph.successors(block)
    }

    /// The edges into a block, from unreachable blocks too.
    pub fn edges_into(&self, block: BlockId) -> &[CfgEdge] {
        &self.edges[self.edge_starts[block.index()]..self.edge_starts[block.index() + 1]]
    }

    /// The blocks that lead to a block, in ascending order, with one repetition for each edge.
    pub fn predecessors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.edges_into(block).iter().map(|edge| edge.from)
    }

    /// The reachable blocks, each before its successors but for edges that close cycles.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.reverse_postorder
    }

    /// The place in the reverse post-order.
    pub fn position(&self, block: BlockId) -> Option<usize> {
        self.position[block].map(|at| at as usize)
    }

    /// Whether some path leads from the entry to the block.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.position[block].is_some()
    }
}

/// The blocks on some cycle, also of irreducible control flow.
pub fn cyclic_blocks(proc: &Proc) -> IndexVec<BlockId, bool> {
    let graph = Graph::new(proc.blocks.len(), |block| proc.blocks[block].successors());
    let components = graph.components();
    graph.nodes().map(|block| components.is_cyclic(block)).collect()
}
