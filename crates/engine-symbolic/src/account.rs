//! What a search has met: control-flow paths, cuts, program points and edges.
//!
//! A control-flow path is a node of a tree whose edges are events, so that equal paths are found exactly. A node has as
//! many children as a terminator has targets, and they are looked through: that is faster than a table.

use base::{Id, IndexVec};
use ir::{BlockId, ProcId, Program};
use rustc_hash::FxHashSet;
use verdict::explore::{Bound, Cut};
use verdict::{Coverage, ExploreQuery, PathDetail, PathEvent, ProgramPoint};

use crate::executor::{End, FailureId};
use crate::state::{State, span_of};

base::typed_id!(
    /// The events from the beginning of a path.
    PathNode,
    "path"
);

/// The events up to a node; children are a list.
#[derive(Clone, Copy, Debug)]
struct TreeNode {
    event: PathEvent,
    first_child: Option<PathNode>,
    next_sibling: Option<PathNode>,
    /// The first end that was found here; others are in a table.
    end: Option<(ProgramPoint, EndKind)>,
}

#[derive(Debug)]
struct BlockAccount {
    /// How many instructions began to be executed.
    reached: usize,
    /// The different blocks that control went to.
    taken: Vec<BlockId>,
    /// Control can go to different blocks from here: so many.
    n_targets: usize,
}

impl BlockAccount {
    fn is_fork(&self) -> bool {
        self.n_targets > 1
    }
}

/// How a path ends, without what it returns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum EndKind {
    Returned,
    Failed(FailureId),
}

impl TreeNode {
    fn new(event: PathEvent) -> Self {
        Self { event, first_child: None, next_sibling: None, end: None }
    }
}

#[derive(Debug)]
pub(crate) struct Account {
    blocks: IndexVec<ProcId, IndexVec<BlockId, BlockAccount>>,
    /// The number of different pairs of a block and one that control went to from there.
    n_taken: u64,
    tree: IndexVec<PathNode, TreeNode>,
    n_ends: u64,
    further_ends: FxHashSet<(PathNode, ProgramPoint, EndKind)>,
    cut_places: FxHashSet<(PathNode, ProgramPoint)>,
    pub(crate) cuts: Vec<Cut>,
    keeps_events: bool,
}

impl Account {
    pub(crate) fn new(program: &Program, query: &ExploreQuery) -> Self {
        let block = |block: &ir::Block| {
            let mut targets = block.terminator.op.targets();
            targets.sort_unstable();
            targets.dedup();
            BlockAccount { reached: 0, taken: Vec::new(), n_targets: targets.len() }
        };
        Self {
            blocks: program.procs.iter().map(|proc| proc.blocks.iter().map(block).collect()).collect(),
            n_taken: 0,
            tree: IndexVec::filled(TreeNode::new(PathEvent::Enter { proc: query.entry }), 1),
            n_ends: 0,
            further_ends: FxHashSet::default(),
            cut_places: FxHashSet::default(),
            cuts: Vec::new(),
            keeps_events: query.detail != PathDetail::Counts,
        }
    }

    #[inline]
    pub(crate) fn reach(&mut self, point: ProgramPoint) {
        let block = &mut self.blocks[point.proc][point.block];
        block.reached = block.reached.max(point.index + 1);
    }

    #[inline]
    pub(crate) fn take(&mut self, proc: ProcId, from: BlockId, to: BlockId) {
        let taken = &mut self.blocks[proc][from].taken;
        if !taken.contains(&to) {
            taken.push(to);
            self.n_taken += 1;
        }
    }

    #[inline]
    pub(crate) fn is_fork(&self, proc: ProcId, block: BlockId) -> bool {
        self.blocks[proc][block].is_fork()
    }

    pub(crate) fn n_taken(&self) -> u64 {
        self.n_taken
    }

    /// Blocks from which control can go where it has not gone yet.
    pub(crate) fn partly_taken(&self, proc: ProcId) -> impl Iterator<Item = BlockId> + '_ {
        let blocks = self.blocks[proc].iter_enumerated();
        let is_part = |block: &BlockAccount| block.is_fork() && block.taken.len() < block.n_targets;
        blocks.filter(move |(_, block)| is_part(block)).map(|(id, _)| id)
    }

    pub(crate) fn root() -> PathNode {
        PathNode::new(0)
    }

    /// The path that goes on with an event.
    pub(crate) fn child(&mut self, node: PathNode, event: PathEvent) -> PathNode {
        let mut last = None;
        let mut child = self.tree[node].first_child;
        while let Some(known) = child {
            if self.tree[known].event == event {
                return known;
            }
            last = child;
            child = self.tree[known].next_sibling;
        }
        let new = self.tree.push(TreeNode::new(event));
        match last {
            Some(last) => self.tree[last].next_sibling = Some(new),
            None => self.tree[node].first_child = Some(new),
        }
        new
    }

    /// A path ends.
    pub(crate) fn end(&mut self, state: &State, end: &End) {
        let kind = match end {
            End::Returned(_) => EndKind::Returned,
            End::Failed(failure) => EndKind::Failed(*failure),
            End::Pruned | End::Cut(_) | End::Unsupported(_) => return,
        };
        let (node, point) = (state.path_node(), state.point());
        let is_new = match &mut self.tree[node].end {
            Some(known) => *known != (point, kind) && self.further_ends.insert((node, point, kind)),
            none => {
                *none = Some((point, kind));
                true
            }
        };
        self.n_ends += u64::from(is_new);
    }

    /// A bound removes a heap, or the rest of a path.
    pub(crate) fn cut(&mut self, program: &Program, state: &State, bound: Bound) {
        let at = state.point();
        if self.cut_places.insert((state.path_node(), at)) {
            let events = if self.keeps_events { state.events().to_vec() } else { Vec::new() };
            self.cuts.push(Cut { bound, events, at, span: span_of(program, at) });
        }
    }

    pub(crate) fn n_control_paths(&self) -> u64 {
        self.n_ends
    }

    pub(crate) fn coverage(&self, program: &Program) -> Coverage {
        let mut coverage = Coverage::nothing(program);
        for (proc, blocks) in self.blocks.iter_enumerated() {
            for (from, block) in blocks.iter_enumerated() {
                coverage.reach(proc, from, block.reached);
                if block.is_fork() {
                    block.taken.iter().for_each(|&to| coverage.take(proc, from, to));
                }
            }
        }
        coverage
    }

    pub(crate) fn bytes(&self) -> usize {
        const BYTES_OF_AN_END: usize = size_of::<(PathNode, ProgramPoint, EndKind)>() * 8 / 7 + 1;
        let events: usize = self.cuts.iter().map(|cut| cut.events.capacity()).sum();
        self.tree.len() * size_of::<TreeNode>()
            + (self.further_ends.capacity() + self.cut_places.capacity()) * BYTES_OF_AN_END
            + self.cuts.capacity() * size_of::<Cut>()
            + events * size_of::<PathEvent>()
    }
}
