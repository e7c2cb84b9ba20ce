//! What is to be visited next: the order of the search for path edges.
//!
//! In the first order, callees come before callers and blocks in reverse post-order, so that what meets at a join goes
//! on together: few visits, and no matter how long the paths are. In the other order, whatever is fewer steps away from
//! the start of the program comes first; that is the order of Dijkstra (1959) and, since a call adds the length of a
//! summary edge, of its generalisation by Knuth (1977). The length of a path inside a procedure is kept apart from how
//! far away its entry is, since summary edges are taken by other callers, too.

use std::collections::BTreeMap;

use base::IndexVec;
use ir::{BlockId, ProcId};
use machine::Code;

use crate::graph::Graph;
use crate::representation::At;

/// How far path edges are from the start of the program. In the first order they are not counted: then all lengths are
/// zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Reach {
    /// Steps to the entry of the procedure.
    pub(crate) entered: u64,
    /// Steps from there.
    pub(crate) within: u64,
}

impl Reach {
    pub(crate) fn total(self) -> u64 {
        self.entered.saturating_add(self.within)
    }

    /// More steps in the same procedure.
    pub(crate) fn after(self, steps: u64) -> Self {
        Self { within: self.within.saturating_add(steps), ..self }
    }

    /// At the entry of a procedure that is called here.
    pub(crate) fn of_callee(self) -> Self {
        Self { entered: self.total(), within: 0 }
    }
}

/// Where sets wait.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Stop {
    Entry(ProcId),
    Block(At),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Turn {
    pub(crate) when: (u64, u64),
    pub(crate) stop: Stop,
    /// From the start to the end of a block, or to an entry.
    pub(crate) reach: Reach,
}

/// Which sets come first.
pub(crate) enum Order {
    CalleesFirst,
    Nearest(StepCounts),
}

/// Sets that wait for their turn.
pub(crate) struct Agenda<S> {
    pub(crate) order: Order,
    pub(crate) waiting: BTreeMap<Turn, S>,
}

impl<S> Agenda<S> {
    pub(crate) fn new(order: Order) -> Self {
        Self { order, waiting: BTreeMap::new() }
    }

    /// The turn of sets that have come so far.
    pub(crate) fn turn(&self, graph: &Graph<'_>, stop: Stop, reach: Reach) -> Turn {
        let (proc, block) = match stop {
            Stop::Entry(proc) => (proc, graph.program.procs[proc].entry()),
            Stop::Block(at) => (at.proc, at.block),
        };
        let (rank, place) = graph.priority(proc, block);
        let when = match self.order {
            Order::CalleesFirst => (u64::from(rank), u64::from(place)),
            Order::Nearest(_) => (reach.total(), u64::from(place)),
        };
        Turn { when, stop, reach }
    }

    /// Steps that begin in a block, before the point at an index or altogether.
    pub(crate) fn steps(&self, at: At, before: Option<usize>) -> u64 {
        match &self.order {
            Order::CalleesFirst => 0,
            Order::Nearest(counts) => counts.of(at, before),
        }
    }
}

/// For each block, how many steps begin before each of its points; at last, the sum.
///
/// Inside an atomic section no step begins. Where calls stand in atomic sections, steps of the callee are counted as if
/// they did not.
pub(crate) struct StepCounts {
    sums: IndexVec<ProcId, IndexVec<BlockId, Vec<u64>>>,
    /// The most in a block.
    pub(crate) longest: u64,
}

impl StepCounts {
    pub(crate) fn new(code: &Code<'_>) -> Self {
        let mut longest = 0;
        let mut of_block = |proc: ProcId, block: BlockId, n_points: usize| -> Vec<u64> {
            let first = code.block_point(proc, block) as usize;
            let mut sums = vec![0];
            for point in first..first + n_points {
                let facts = code.facts(point as u32);
                let begins = if facts.atomic == 0 { facts.begins_step } else { facts.cuts_atomic };
                sums.push(sums[sums.len() - 1] + u64::from(begins));
            }
            longest = longest.max(sums[n_points]);
            sums
        };
        let mut all = IndexVec::new();
        for (proc, body) in code.program.procs.iter_enumerated() {
            let blocks = body.blocks.iter_enumerated();
            all.push(blocks.map(|(id, block)| of_block(proc, id, block.instrs.len() + 1)).collect());
        }
        Self { sums: all, longest }
    }

    fn of(&self, at: At, before: Option<usize>) -> u64 {
        let sums = &self.sums[at.proc][at.block];
        sums[before.unwrap_or(sums.len() - 1)]
    }
}
