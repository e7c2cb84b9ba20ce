//! Labels: places of procedures that properties speak of.
//!
//! They are part of a procedure, so that whatever changes its code has to keep them, and the text form has them. An
//! execution rests at a label: it stands at an instruction or a terminator that begins a step.

use base::Span;

use crate::instr::{Instr, TermOp};
use crate::passes::keep_reachable;
use crate::program::{Block, BlockId, Proc, ProcId, Program};

/// A label and the instruction that it stands at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub kind: LabelKind,
    pub span: Option<Span>,
    pub block: BlockId,
    /// Of the instruction in its block, or one behind the last for the terminator.
    pub index: usize,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LabelKind {
    /// A name of the source. Several places may have the same, in one procedure or in many.
    Named(String),
    /// An execution that comes here has met a closed guard, and stays: the block leads to itself alone. Not every such
    /// block is one, since a program may also loop without doing anything.
    Stuck,
}

impl Label {
    /// Where it stands in its procedure.
    pub fn place(&self) -> (BlockId, usize) {
        (self.block, self.index)
    }

    /// Whether its block can have it: a step begins there, and in a stuck block there is no other.
    pub(crate) fn fits(&self, block: &Block) -> bool {
        let begins_step = self.index <= block.instrs.len() && block.site(self.index).step;
        begins_step
            && match self.kind {
                LabelKind::Named(_) => true,
                LabelKind::Stuck => block.instrs.is_empty() && is_jump_to(self.block, &block.terminator.op),
            }
    }

    pub fn name(&self) -> Option<&str> {
        match &self.kind {
            LabelKind::Named(name) => Some(name),
            LabelKind::Stuck => None,
        }
    }
}

impl Program {
    /// All labels with a name, in order of procedures and places.
    pub fn named_labels(&self) -> impl Iterator<Item = (ProcId, &str, &Label)> {
        let labels =
            self.procs.iter_enumerated().flat_map(|(id, proc)| proc.labels.iter().map(move |l| (id, l)));
        labels.filter_map(|(proc, label)| label.name().map(|name| (proc, name, label)))
    }

    /// The labels that are meant by `L`, or by `P.L`: those in the procedure or class `P`.
    pub fn labels_called(&self, asked: &str) -> impl Iterator<Item = (ProcId, &Label)> {
        let is_meant = move |&(proc, name, _): &(ProcId, &str, &Label)| {
            let Some(before) = asked.strip_suffix(name) else { return false };
            before.is_empty() || before.strip_suffix('.').is_some_and(|p| is_in(&self.procs[proc].name, p))
        };
        self.named_labels().filter(is_meant).map(|(proc, _, label)| (proc, label))
    }

    /// The blocks in which an execution is stuck, in order.
    pub fn stuck_blocks(&self) -> Vec<(ProcId, BlockId)> {
        let mut stuck = Vec::new();
        for (id, proc) in self.procs.iter_enumerated() {
            let labels = proc.labels.iter().filter(|label| label.kind == LabelKind::Stuck);
            stuck.extend(labels.map(|label| (id, label.block)));
        }
        stuck
    }
}

fn is_jump_to(block: BlockId, op: &TermOp) -> bool {
    match op {
        TermOp::Goto { targets } => *targets == [block],
        TermOp::Branch { .. }
        | TermOp::Switch { .. }
        | TermOp::SwitchClass { .. }
        | TermOp::Call { .. }
        | TermOp::Return { .. }
        | TermOp::Opaque { .. }
        | TermOp::Select { .. } => false,
    }
}

/// Whether a procedure `A.B.c` is `A.B.c`, or is called `c` or `B.c` for short, or belongs to `A` or `A.B`.
fn is_in(proc: &str, owner: &str) -> bool {
    let is_part = |rest: &str, sign: fn(&str) -> bool| rest.is_empty() || sign(rest);
    proc.strip_suffix(owner).is_some_and(|rest| is_part(rest, |rest| rest.ends_with('.')))
        || proc.strip_prefix(owner).is_some_and(|rest| is_part(rest, |rest| rest.starts_with('.')))
}

impl Proc {
    /// Puts instructions before the one at this index, or before the terminator. Labels go with what they stand at.
    pub fn insert_instrs(&mut self, block: BlockId, index: usize, instrs: impl IntoIterator<Item = Instr>) {
        let code = &mut self.blocks[block].instrs;
        let before = code.len();
        code.splice(index..index, instrs);
        let n_new = code.len() - before;
        for label in self.labels.iter_mut().filter(|label| label.block == block && label.index >= index) {
            label.index += n_new;
        }
    }

    /// Takes an instruction out. Its labels stand at what follows it, if that begins a step; otherwise they are gone.
    pub fn remove_instr(&mut self, block: BlockId, index: usize) -> Instr {
        let removed = self.blocks[block].instrs.remove(index);
        for label in self.labels.iter_mut().filter(|label| label.block == block && label.index > index) {
            label.index -= 1;
        }
        self.drop_stray_labels();
        removed
    }

    /// Drops the labels that no longer fit, and all but the first of equal ones at one place.
    pub fn drop_stray_labels(&mut self) {
        let blocks = &self.blocks;
        self.labels.retain(|label| blocks.get(label.block).is_some_and(|block| label.fits(block)));
        self.labels.sort_by(|a, b| (a.place(), &a.kind).cmp(&(b.place(), &b.kind)));
        self.labels.dedup_by(|a, b| (a.place(), &a.kind) == (b.place(), &b.kind));
    }

    /// Removes the blocks that nothing leads to, with their labels, and renumbers the others in their old order.
    pub fn drop_unreachable_blocks(&mut self) {
        keep_reachable(self, &[]);
    }
}

#[cfg(test)]
mod tests;
