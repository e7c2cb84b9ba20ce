//! Builds procedures block by block. Used by front ends and generators.

use base::{IndexVec, Span};

use crate::instr::{Expr, Instr, Op, Site, TermOp, Terminator};
use crate::passes::keep_reachable;
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
        let block = &mut self.blocks[self.current];
        if block.terminator.is_none() {
            block.instrs.push(Instr { op: op.into(), site });
        }
    }

    /// Closes the current block, unless it is closed.
    pub fn terminate(&mut self, site: Site, op: TermOp) {
        let block = &mut self.blocks[self.current];
        block.terminator.get_or_insert(Terminator { op, site });
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
        self.finish_renumbered().0
    }

    /// The same, and the new number of each block that was kept: for front ends that remember places.
    pub fn finish_renumbered(self) -> (Proc, IndexVec<BlockId, Option<BlockId>>) {
        let Self { name, span, n_params, results, locals, blocks, current: _, observer } = self;
        let blocks = close(&name, blocks);
        let mut proc = Proc { name, n_params, results, locals, blocks, observer, span };
        let renumbered = keep_reachable(&mut proc, &[]);
        (proc, renumbered)
    }
}

/// Gives the blocks their terminators. An unreachable open block becomes a self-loop, to be dropped by the caller.
fn close(name: &str, open: IndexVec<BlockId, OpenBlock>) -> IndexVec<BlockId, Block> {
    let reachable = reachable(open.len(), |id| {
        let terminator = open[id].terminator.as_ref();
        let terminator = terminator.unwrap_or_else(|| panic!("{id} of {name} has no terminator"));
        terminator.op.targets()
    });
    let ids: Vec<BlockId> = open.ids().collect();
    let mut blocks = IndexVec::new();
    for (id, OpenBlock { instrs, terminator }) in ids.into_iter().zip(open.into_vec()) {
        debug_assert!(terminator.is_some() || !reachable[id]);
        let stay = || Terminator { op: TermOp::Goto { targets: vec![id] }, site: Site::step(None) };
        blocks.push(Block { instrs, terminator: terminator.unwrap_or_else(stay) });
    }
    blocks
}

fn reachable(len: usize, targets: impl Fn(BlockId) -> Vec<BlockId>) -> IndexVec<BlockId, bool> {
    use base::Id;
    let mut seen = IndexVec::filled(false, len);
    let mut stack = vec![BlockId::new(0)];
    while let Some(block) = stack.pop() {
        if !std::mem::replace(&mut seen[block], true) {
            stack.extend(targets(block));
        }
    }
    seen
}
