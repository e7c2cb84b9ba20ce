//! What executions went through: first as an engine finds it, by program points, then in terms of the source.

use std::collections::BTreeSet;

use base::{IndexVec, Span};
use ir::{BlockId, ProcId, Program};

/// The program points that executions reached and the edges that they took, as far as an engine followed them.
///
/// A block is executed from its beginning, so what was reached of it is a number of instructions. Of an observer it is
/// what guards evaluated.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    procs: IndexVec<ProcId, ProcCoverage>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct ProcCoverage {
    /// How many instructions began to be executed; the terminator counts as the last.
    reached: IndexVec<BlockId, usize>,
    /// From a terminator with several targets to one of them.
    edges: BTreeSet<(BlockId, BlockId)>,
}

impl Coverage {
    /// Nothing is reached yet.
    pub fn nothing(program: &Program) -> Self {
        let proc = |proc: &ir::Proc| ProcCoverage {
            reached: IndexVec::filled(0, proc.blocks.len()),
            edges: BTreeSet::new(),
        };
        Self { procs: program.procs.iter().map(proc).collect() }
    }

    /// The first instructions of a block began to be executed: so many.
    pub fn reach(&mut self, proc: ProcId, block: BlockId, count: usize) {
        let reached = &mut self.procs[proc].reached[block];
        *reached = (*reached).max(count);
    }

    /// Control went from the end of a block to another.
    pub fn take(&mut self, proc: ProcId, from: BlockId, to: BlockId) {
        self.procs[proc].edges.insert((from, to));
    }

    /// What another run on the same program reached is reached, too.
    pub fn add(&mut self, other: &Self) {
        for (proc, others) in self.procs.iter_mut().zip(other.procs.iter()) {
            for (reached, &others) in proc.reached.iter_mut().zip(others.reached.iter()) {
                *reached = (*reached).max(others);
            }
            proc.edges.extend(&others.edges);
        }
    }

    /// Whether the instruction at this index, or the terminator behind the last, began to be executed.
    pub fn is_reached(&self, proc: ProcId, block: BlockId, index: usize) -> bool {
        self.procs[proc].reached[block] > index
    }

    pub fn is_taken(&self, proc: ProcId, from: BlockId, to: BlockId) -> bool {
        self.procs[proc].edges.contains(&(from, to))
    }
}

/// What no execution went through, in terms of the source. Each list is in order of places.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Uncovered {
    /// Every execution was followed. Otherwise some may go there that were not.
    pub is_complete: bool,
    pub statements: Part<StatementRun>,
    pub branches: Part<Branch>,
    /// Those that are false whatever the state is are no part: they mark what must not be reached.
    pub assertions: Part<Span>,
    /// Alternatives of selects.
    pub guards: Part<Span>,
}

/// How many there are of a kind, and those that were not covered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part<T> {
    pub all: u64,
    pub missed_count: u64,
    pub missed: Vec<T>,
}

impl<T> Default for Part<T> {
    fn default() -> Self {
        Self { all: 0, missed_count: 0, missed: Vec::new() }
    }
}

/// Statements that follow each other in the source, all of them never reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatementRun {
    pub first: Span,
    pub last: Span,
    pub count: u64,
}

/// A branch from a statement to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Branch {
    /// The condition, or what else decides.
    pub at: Span,
    /// The statement that it leads to; `None` if the procedure ends there.
    pub to: Option<Span>,
}
