//! Removes blocks that control cannot get to.
//!
//! A block with a label that has a name stays, with all that it leads to, so that a property may still name it.

use base::IndexVec;

use crate::program::{BlockId, Proc, Program};

/// True if there was an unreachable block.
pub fn drop_unreachable_blocks(program: &mut Program) -> bool {
    let mut has_changed = false;
    for proc in program.procs.iter_mut() {
        let named = proc.labels.iter().filter(|label| label.name().is_some()).map(|label| label.block);
        let named: Vec<BlockId> = named.collect();
        has_changed |= keep_reachable(proc, &named);
    }
    has_changed
}

/// Removes what neither the entry nor the roots lead to, with its labels, and renumbers the rest in its old order. True
/// if there was anything.
pub(crate) fn keep_reachable(proc: &mut Proc, roots: &[BlockId]) -> bool {
    let keep = reachable(proc, roots);
    if keep.iter().all(|&is_kept| is_kept) {
        return false;
    }
    let mut renumbered: IndexVec<BlockId, Option<BlockId>> = IndexVec::filled(None, keep.len());
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
    proc.labels.retain_mut(|label| {
        let kept = renumbered[label.block];
        label.block = kept.unwrap_or(label.block);
        kept.is_some()
    });
    true
}

fn reachable(proc: &Proc, roots: &[BlockId]) -> IndexVec<BlockId, bool> {
    let mut seen = IndexVec::filled(false, proc.blocks.len());
    let mut stack = roots.to_vec();
    stack.extend((!proc.blocks.is_empty()).then(|| proc.entry()));
    while let Some(block) = stack.pop() {
        if !std::mem::replace(&mut seen[block], true) {
            stack.extend(proc.blocks[block].successors());
        }
    }
    seen
}
