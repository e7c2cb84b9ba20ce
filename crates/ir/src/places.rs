//! Places of a program that properties speak of: labels, and where a program is stuck.

use crate::program::{BlockId, ProcId};
use base::Span;

/// Where labels and stuck places lie in the lowered program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// In order of the source.
    pub labels: Vec<LabelPlace>,
    /// Blocks that lead to themselves alone: an execution that enters one has met a closed guard. In order of
    /// procedures and blocks.
    pub stuck: Vec<(ProcId, BlockId)>,
}

/// A label and the instruction that it stands at. The instruction begins a step, so that an execution rests there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelPlace {
    pub name: String,
    pub span: Span,
    pub proc: ProcId,
    pub block: BlockId,
    /// Of the instruction in its block, or one behind the last for the terminator.
    pub index: usize,
}

impl Places {
    pub fn label(&self, name: &str) -> Option<&LabelPlace> {
        self.labels.iter().find(|label| label.name == name)
    }

    pub fn is_stuck(&self, proc: ProcId, block: BlockId) -> bool {
        self.stuck.binary_search(&(proc, block)).is_ok()
    }
}
