//! Builds procedures block by block. Used by front ends and generators.

use base::{IndexVec, Span};

use crate::instr::{Expr, Instr, Op, Site, TermOp, Terminator};
use crate::labels::{Label, LabelKind};
use crate::program::{Block, BlockId, Local, LocalId, LocalKind, Proc};
use crate::types::Type;

mod guarded;

/// A procedure under construction.
///
/// Blocks may be made before they are filled. There is always a current block; after [`terminate`](Self::terminate) it
/// is closed, and what is pushed before [`switch_to`](Self::switch_to) is unreachable and dropped.
#[derive(Debug)]
pub struct ProcBuilder {
    name: String,
    span: Option<Span>,
    n_params: usize,
    results: Vec<Type>,
    locals: IndexVec<LocalId, Local>,
    blocks: IndexVec<BlockId, OpenBlock>,
    current: BlockId,
    labels: Vec<Label>,
    /// Temporaries that are taken, and those that may be taken again: see [`take_temp`](ProcBuilder::take_temp).
    taken: Vec<LocalId>,
    free: Vec<LocalId>,
    /// Labels of the next instruction that begins a step.
    next_labels: Vec<(String, Option<Span>)>,
    observer: bool,
}

#[derive(Debug, Default)]
struct OpenBlock {
    instrs: Vec<Instr>,
    terminator: Option<Terminator>,
}

impl ProcBuilder {
    pub fn new(name: impl Into<String>, span: impl Into<Option<Span>>) -> Self {
        let mut blocks = IndexVec::new();
        let current = blocks.push(OpenBlock::default());
        Self {
            name: name.into(),
            span: span.into(),
            n_params: 0,
            results: Vec::new(),
            locals: IndexVec::new(),
            blocks,
            current,
            labels: Vec::new(),
            taken: Vec::new(),
            free: Vec::new(),
            next_labels: Vec::new(),
            observer: false,
        }
    }

    /// Declares a parameter; all parameters come before all other locals.
    pub fn param(&mut self, name: impl Into<String>, ty: Type, span: impl Into<Option<Span>>) -> LocalId {
        assert_eq!(self.n_params, self.locals.len(), "a parameter of {} after a local", self.name);
        self.n_params += 1;
        self.local(name, ty, span)
    }

    /// Declares a user's variable.
    pub fn local(&mut self, name: impl Into<String>, ty: Type, span: impl Into<Option<Span>>) -> LocalId {
        self.locals.push(Local { name: name.into(), ty, kind: LocalKind::User, span: span.into() })
    }

    /// Declares a temporary.
    pub fn temp(&mut self, ty: Type) -> LocalId {
        self.locals.push(Local { name: String::new(), ty, kind: LocalKind::Temp, span: None })
    }

    /// A temporary that is taken until [`release_temps`](Self::release_temps). Temporaries are reused, the oldest
    /// first, so that frames stay small.
    pub fn take_temp(&mut self, ty: Type) -> LocalId {
        let reused = self.free.iter().rposition(|&temp| self.locals[temp].ty == ty);
        let temp = reused.map(|at| self.free.remove(at)).unwrap_or_else(|| self.temp(ty));
        self.taken.push(temp);
        temp
    }

    pub fn n_taken_temps(&self) -> usize {
        self.taken.len()
    }

    /// Nothing is in the temporaries any more, but in those that were taken first, so many.
    pub fn release_temps(&mut self, kept: usize) {
        self.free.extend(self.taken.drain(kept..));
        self.free.sort_unstable_by(|a, b| b.cmp(a));
    }

    pub fn is_temp(&self, local: LocalId) -> bool {
        self.locals[local].kind == LocalKind::Temp
    }

    pub fn local_type(&self, local: LocalId) -> Type {
        self.locals[local].ty
    }

    /// Declares one more result.
    pub fn result(&mut self, ty: Type) {
        self.results.push(ty);
    }

    pub fn results(&self) -> &[Type] {
        &self.results
    }

    pub fn set_observer(&mut self) {
        self.observer = true;
    }

    pub fn new_block(&mut self) -> BlockId {
        self.blocks.push(OpenBlock::default())
    }

    pub fn current(&self) -> BlockId {
        self.current
    }

    /// Where the next instruction or terminator will stand: the current block and an index in it.
    pub fn next_place(&self) -> (BlockId, usize) {
        (self.current, self.blocks[self.current].instrs.len())
    }

    /// Goes on at the end of this block.
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Whether the current block has no terminator yet.
    pub fn is_open(&self) -> bool {
        self.blocks[self.current].terminator.is_none()
    }

    pub fn push(&mut self, site: Site, op: impl Into<Op>) {
        self.place_labels(site);
        let block = &mut self.blocks[self.current];
        if block.terminator.is_none() {
            block.instrs.push(Instr { op: op.into(), site });
        }
    }

    /// Closes the current block, unless it is closed.
    pub fn terminate(&mut self, site: Site, op: TermOp) {
        self.place_labels(site);
        let block = &mut self.blocks[self.current];
        block.terminator.get_or_insert(Terminator { op, site });
    }

    /// The next instruction that begins a step has this label. In code that nothing leads to, there is none.
    pub fn label_next(&mut self, name: impl Into<String>, span: impl Into<Option<Span>>) {
        self.next_labels.push((name.into(), span.into()));
    }

    /// Whether a label waits for an instruction to stand at.
    pub fn awaits_label(&self) -> bool {
        !self.next_labels.is_empty()
    }

    fn place_labels(&mut self, site: Site) {
        if !site.step || self.next_labels.is_empty() {
            return;
        }
        let (is_open, (block, index)) = (self.is_open(), self.next_place());
        for (name, span) in self.next_labels.drain(..).filter(|_| is_open) {
            self.labels.push(Label { kind: LabelKind::Named(name), span, block, index });
        }
    }

    /// Closes the current block, in which nothing is yet: an execution that comes here is stuck.
    pub fn stick(&mut self, span: Span) {
        let (block, index) = self.next_place();
        debug_assert_eq!(index, 0, "something is done in the sink {block} of {}", self.name);
        self.terminate(Site::step(span), TermOp::Goto { targets: vec![block] });
        self.labels.push(Label { kind: LabelKind::Stuck, span: Some(span), block, index });
    }

    /// Goes to `target` within the same step.
    pub fn goto(&mut self, target: BlockId) {
        self.terminate(Site::default(), TermOp::Goto { targets: vec![target] });
    }

    pub fn branch(&mut self, site: Site, condition: impl Into<Expr>, then_to: BlockId, else_to: BlockId) {
        self.terminate(site, TermOp::Branch { condition: condition.into(), then_to, else_to });
    }

    /// Finishes: panics if a reachable block is open, which is a mistake of the front end. Unreachable blocks are
    /// dropped.
    pub fn finish(self) -> Proc {
        let Self {
            name,
            span,
            n_params,
            results,
            locals,
            blocks,
            current: _,
            labels,
            taken: _,
            free: _,
            next_labels: _,
            observer,
        } = self;
        // An open block leads nowhere, as no closed one does.
        let nowhere = || Terminator { op: TermOp::Goto { targets: Vec::new() }, site: Site::default() };
        let close = |OpenBlock { instrs, terminator }: OpenBlock| {
            let terminator = terminator.unwrap_or_else(nowhere);
            Block { instrs, terminator }
        };
        let blocks: IndexVec<BlockId, Block> = blocks.into_vec().into_iter().map(close).collect();
        let mut proc = Proc { name, n_params, results, locals, blocks, labels, observer, span };
        proc.labels.sort_by_key(Label::place);
        proc.drop_unreachable_blocks();
        let is_open =
            |block: &Block| matches!(&block.terminator.op, TermOp::Goto { targets } if targets.is_empty());
        if let Some((id, _)) = proc.blocks.iter_enumerated().find(|(_, block)| is_open(block)) {
            panic!("{id} of {} has no terminator", proc.name);
        }
        proc
    }
}
