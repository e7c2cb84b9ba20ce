//! Removes blocks that control cannot get to.
//!
//! A block with a label stays, with all that it leads to, so that a property may still name it.

use base::{Id, IndexVec};

use crate::places::Places;
use crate::program::{BlockId, Proc, ProcId, Program};

/// True if there was an unreachable block.
pub fn drop_unreachable_blocks(program: &mut Program, places: &mut Places) -> bool {
    let mut labelled: IndexVec<ProcId, Vec<BlockId>> = IndexVec::filled(Vec::new(), program.procs.len());
    places.labels.iter().for_each(|label| labelled[label.proc].push(label.block));
    let mut renumbered: IndexVec<ProcId, Renumbered> = IndexVec::new();
    for (proc, labelled) in program.procs.iter_mut().zip(labelled.iter()) {
        renumbered.push(keep_reachable(proc, labelled));
    }
    for label in &mut places.labels {
        label.block = renumbered[label.proc][label.block].expect("the block of a label is kept");
    }
    let kept = |&(proc, block): &(ProcId, BlockId)| Some((proc, renumbered[proc][block]?));
    places.stuck = places.stuck.iter().filter_map(kept).collect();
    renumbered.iter().any(|blocks| blocks.iter().any(Option::is_none))
}

/// The new number of each block that was kept.
type Renumbered = IndexVec<BlockId, Option<BlockId>>;

/// Removes what neither the entry nor the roots lead to, and renumbers the rest in its old order.
pub(crate) fn keep_reachable(proc: &mut Proc, roots: &[BlockId]) -> Renumbered {
    let keep = reachable(proc, roots);
    let mut renumbered: Renumbered = IndexVec::filled(None, keep.len());
    let mut next = IndexVec::<BlockId, ()>::new();
    for id in keep.ids() {
        if keep[id] {
            renumbered[id] = Some(next.push(()));
        }
    }
    let old = std::mem::take(&mut proc.blocks).into_vec();
    proc.blocks =
        old.into_iter().zip(keep.iter()).filter(|(_, keep)| **keep).map(|(block, _)| block).collect();
    for block in proc.blocks.iter_mut() {
        block.terminator.op.for_each_target(|target| {
            *target = renumbered[*target].expect("a reachable block leads to an unreachable one");
        });
    }
    renumbered
}

fn reachable(proc: &Proc, roots: &[BlockId]) -> IndexVec<BlockId, bool> {
    let mut seen = IndexVec::filled(false, proc.blocks.len());
    let mut stack = roots.to_vec();
    stack.extend((!proc.blocks.is_empty()).then(|| BlockId::new(0)));
    while let Some(block) = stack.pop() {
        if !std::mem::replace(&mut seen[block], true) {
            stack.extend(proc.blocks[block].successors());
        }
    }
    seen
}
