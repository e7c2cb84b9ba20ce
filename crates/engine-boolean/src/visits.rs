//! In which order blocks are best visited: a loop is left when nothing new comes of it.
//!
//! A weak topological order (Bourdoncle, *Efficient chaotic iteration strategies with widenings*, 1993): blocks that
//! reach each other are a loop, which stands together; its first block leads it, and the others are put in order in the
//! same way, without it. Reverse post-order alone may put what comes behind a loop before the loop.

use base::{Graph, Id, IndexVec};
use ir::BlockId;
use ir::facts::Cfg;

/// What is still to be put in order.
enum Part {
    Block(BlockId),
    /// In reverse post-order.
    Blocks(Vec<BlockId>),
}

/// The place of each block; blocks that cannot be reached have none.
pub(crate) fn visiting_order(cfg: &Cfg) -> IndexVec<BlockId, Option<u32>> {
    let mut order = IndexVec::filled(None, cfg.len());
    let mut next = 0;
    let mut parts = vec![Part::Blocks(cfg.reverse_postorder().to_vec())];
    while let Some(part) = parts.pop() {
        match part {
            Part::Block(block) => {
                order[block] = Some(next);
                next += 1;
            }
            Part::Blocks(blocks) => parts.extend(parts_of(cfg, &blocks).into_iter().rev()),
        }
    }
    order
}

/// Single blocks and loops, each before what it leads to; a loop after its first block.
fn parts_of(cfg: &Cfg, blocks: &[BlockId]) -> Vec<Part> {
    let mut numbers: IndexVec<BlockId, Option<BlockId>> = IndexVec::filled(None, cfg.len());
    blocks.iter().enumerate().for_each(|(number, &block)| numbers[block] = Some(Id::new(number)));
    let inside: Graph<BlockId> = Graph::new(blocks.len(), |number: BlockId| {
        let successors = cfg.successors(blocks[number.index()]).iter();
        successors.filter_map(|&to| numbers[to]).collect::<Vec<BlockId>>()
    });
    let components = inside.components();
    let mut parts = Vec::new();
    for component in components.iter().rev() {
        let mut members = component.to_vec();
        members.sort_unstable();
        let mut members = members.into_iter().map(|number| blocks[number.index()]);
        parts.extend(members.next().map(Part::Block));
        let others: Vec<BlockId> = members.collect();
        if !others.is_empty() {
            parts.push(Part::Blocks(others));
        }
    }
    parts
}
