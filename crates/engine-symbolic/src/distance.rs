//! How far it is to what was not covered: the fewest edges of control flow to a branch that no path has taken.

use std::collections::VecDeque;

use base::IndexVec;
use ir::facts::CallGraph;
use ir::{BlockId, ProcId, Program, TermOp};

use crate::account::Account;

/// A block of a procedure.
pub(crate) type Place = (ProcId, BlockId);

/// Of a place from which no such branch is reached.
pub(crate) const FAR: u32 = 1 << 24;

pub(crate) struct Distances {
    /// The procedure that is explored and those that it may call.
    procs: Vec<ProcId>,
    /// From where control comes to a block: by an edge, or by a call to the first block of a procedure.
    sources: IndexVec<ProcId, IndexVec<BlockId, Vec<Place>>>,
    of: IndexVec<ProcId, IndexVec<BlockId, u32>>,
    /// The number of branches that were taken when the distances were computed.
    n_taken: Option<u64>,
}

impl Distances {
    pub(crate) fn new(program: &Program, entry: ProcId) -> Self {
        let lists = |proc: &ir::Proc| IndexVec::filled(Vec::new(), proc.blocks.len());
        let mut sources: IndexVec<ProcId, IndexVec<BlockId, Vec<Place>>> =
            program.procs.iter().map(lists).collect();
        for (proc, code) in program.procs.iter_enumerated() {
            for (from, block) in code.blocks.iter_enumerated() {
                block.successors().into_iter().for_each(|to| sources[proc][to].push((proc, from)));
                if let TermOp::Call { proc: callee, .. } = &block.terminator.op {
                    sources[*callee][program.procs[*callee].entry()].push((proc, from));
                }
            }
        }
        let far = |proc: &ir::Proc| IndexVec::filled(FAR, proc.blocks.len());
        Self {
            procs: CallGraph::new(program).below(entry),
            sources,
            of: program.procs.iter().map(far).collect(),
            n_taken: None,
        }
    }

    /// Computes distances anew, if branches were taken for the first time.
    pub(crate) fn update(&mut self, account: &Account) {
        if self.n_taken == Some(account.n_taken()) {
            return;
        }
        self.n_taken = Some(account.n_taken());
        self.of.iter_mut().flat_map(|blocks| blocks.iter_mut()).for_each(|distance| *distance = FAR);
        let mut queue: VecDeque<Place> = VecDeque::new();
        for &proc in &self.procs {
            for block in account.partly_taken(proc) {
                self.of[proc][block] = 0;
                queue.push_back((proc, block));
            }
        }
        while let Some((proc, block)) = queue.pop_front() {
            let next = self.of[proc][block] + 1;
            for &(from_proc, from) in &self.sources[proc][block] {
                if self.of[from_proc][from] == FAR {
                    self.of[from_proc][from] = next;
                    queue.push_back((from_proc, from));
                }
            }
        }
    }

    /// The distance from the first place, or from one that its calls return to. A path that ends there is farthest.
    pub(crate) fn of(&self, places: &[Place]) -> u32 {
        let distances = places.iter().map(|&(proc, block)| self.of[proc][block]);
        let calls = 0..=FAR;
        distances.zip(calls).map(|(distance, calls)| distance.saturating_add(calls)).min().unwrap_or(2 * FAR)
    }
}
