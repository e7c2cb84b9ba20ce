//! Atomic sections: how many of them a point lies in, and where an endless loop inside them is cut.
//!
//! No other thread moves inside an atomic section, so a thread could run through it in one go. An endless loop
//! there would be an endless step; so inside sections a step ends at marks that together lie on every cycle. A section
//! *inside* a loop is no such cycle: the loop passes marks outside the section, and those do.

use base::{Graph, IndexVec};

use super::cfg::cyclic_blocks;
use crate::instr::{Op, ThreadOp};
use crate::program::{Block, BlockId, Proc};

/// The atomic sections of one procedure. Depths count from its entry: a caller may be in sections of its own.
#[derive(Clone, Debug)]
pub struct AtomicSections {
    /// For each block the depth at its beginning, then each change: from this index on, this depth.
    depths: IndexVec<BlockId, Vec<(usize, u32)>>,
    /// On some cycle.
    cyclic: IndexVec<BlockId, bool>,
    /// On some cycle that passes no mark outside the procedure's own sections.
    enclosed: IndexVec<BlockId, bool>,
}

impl AtomicSections {
    /// The sections of a procedure in which they are balanced on all paths, as [`mod@crate::verify`] ensures.
    pub fn new(proc: &Proc) -> Self {
        let depths = depths(proc);
        let marks_outside = |block: BlockId| {
            let points = 0..=proc.blocks[block].instrs.len();
            points
                .into_iter()
                .any(|index| proc.blocks[block].site(index).step && depth(&depths[block], index) == 0)
        };
        let outside: IndexVec<BlockId, bool> = proc.blocks.ids().map(marks_outside).collect();
        let cyclic = cyclic_blocks(proc);
        let enclosed = on_cycles(proc, |block| !outside[block]);
        Self { depths, cyclic, enclosed }
    }

    /// Sections that are open before an instruction, or before the terminator just behind the last.
    pub fn depth_before(&self, block: BlockId, index: usize) -> u32 {
        depth(&self.depths[block], index)
    }

    /// Whether a step ends before this point, if it is marked, even while the thread is in an atomic section.
    pub fn cuts_before(&self, block: BlockId, index: usize) -> bool {
        if self.depth_before(block, index) == 0 { self.cyclic[block] } else { self.enclosed[block] }
    }
}

fn depth(changes: &[(usize, u32)], index: usize) -> u32 {
    changes[changes.partition_point(|change| change.0 <= index) - 1].1
}

fn depths(proc: &Proc) -> IndexVec<BlockId, Vec<(usize, u32)>> {
    let mut depths = IndexVec::filled(Vec::new(), proc.blocks.len());
    let mut stack = vec![(proc.entry(), 0)];
    while let Some((block, depth)) = stack.pop() {
        if depths[block].is_empty() {
            depths[block] = changes(&proc.blocks[block], depth);
            let after = depths[block].last().map_or(depth, |change| change.1);
            stack.extend(proc.blocks[block].successors().into_iter().map(|next| (next, after)));
        }
    }
    // Blocks that cannot be reached.
    depths.iter_mut().filter(|changes| changes.is_empty()).for_each(|changes| changes.push((0, 0)));
    depths
}

fn changes(block: &Block, mut depth: u32) -> Vec<(usize, u32)> {
    let mut changes = vec![(0, depth)];
    for (index, instr) in block.instrs.iter().enumerate() {
        if instr.op == Op::Thread(ThreadOp::AtomicBegin) {
            depth += 1;
        } else if instr.op == Op::Thread(ThreadOp::AtomicEnd) {
            depth = depth.saturating_sub(1);
        } else {
            continue;
        }
        changes.push((index + 1, depth));
    }
    changes
}

/// The blocks on some cycle of blocks that count.
fn on_cycles(proc: &Proc, counts: impl Fn(BlockId) -> bool) -> IndexVec<BlockId, bool> {
    let graph = Graph::new(proc.blocks.len(), |block| {
        let successors = if counts(block) { proc.blocks[block].successors() } else { Vec::new() };
        successors.into_iter().filter(|&next| counts(next)).collect::<Vec<_>>()
    });
    let components = graph.components();
    graph.nodes().map(|block| components.is_cyclic(block)).collect()
}

#[cfg(test)]
mod tests {
    use base::{Id, SourceFile, SourceMap};

    use super::*;

    /// Where a step is cut, as `block.index`, and the depths at those places.
    fn cuts(body: &str) -> Vec<String> {
        let text = format!("global g0: bool\nproc proc0() {{\n{body}\n}}");
        let file = SourceMap::new().add(SourceFile::new("test", text.as_str()));
        let program = crate::read(file, &text).expect("the text is well-formed");
        let proc = program.procs.iter().next().expect("there is a procedure");
        let sections = AtomicSections::new(proc);
        let mut cuts = Vec::new();
        for (id, block) in proc.blocks.iter_enumerated() {
            for index in 0..=block.instrs.len() {
                if block.site(index).step && sections.cuts_before(id, index) {
                    cuts.push(format!("{}.{index}@{}", id.index(), sections.depth_before(id, index)));
                }
            }
        }
        cuts
    }

    #[test]
    fn a_loop_inside_a_section_is_cut_at_its_marks() {
        let body = "block0:\n* atomic begin\n  goto block1\nblock1:\n* branch g0, block1, block2\nblock2:\n  atomic end\n  return";
        assert_eq!(cuts(body), ["1.0@1"]);
    }

    #[test]
    fn a_section_inside_a_loop_is_one_step() {
        let body = "block0:\n* atomic begin\n* g0 = true\n* g0 = false\n  atomic end\n* branch g0, block0, block1\nblock1:\n  return";
        assert_eq!(cuts(body), ["0.0@0", "0.4@0"]);
    }

    #[test]
    fn a_loop_whose_only_marks_lie_in_a_section_is_cut_there() {
        let body = "block0:\n  atomic begin\n* g0 = true\n  atomic end\n  branch g0, block0, block1\nblock1:\n  return";
        assert_eq!(cuts(body), ["0.1@1"]);
    }

    #[test]
    fn straight_code_is_never_cut() {
        assert!(cuts("block0:\n* atomic begin\n* g0 = true\n  atomic end\n* return").is_empty());
    }
}
