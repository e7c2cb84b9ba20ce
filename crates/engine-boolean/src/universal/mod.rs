//! Universal summaries: figures 2 and 3 of *SAT-based Summarization for Boolean Programs* (Basler, Kroening,
//! Weissenbacher, 2007).
//!
//! A procedure that is not recursive is unrolled once, from any values at its entry, until states come again. What
//! comes of that is a summary for all calls, wherever they are: no formula with two quantifiers has to be decided for
//! it. Callees come first. Recursive procedures, those that call any that have no universal summary, and the program
//! itself are searched as by `sat`, and so are those that grow too large or unroll for too long.
//!
//! What is exact. A universal summary has exactly the pairs of entry and exit values that executions have, with these
//! repairs of the paper:
//! - Callees are replaced by their own universal summaries, in what is applied and in what is unrolled. The paper lets
//!   callees change globals at will when it looks for states that come again, and says nothing about what is applied.
//!   With exact callees, states that come again are those of the procedure itself, which are fewer.
//! - States differ if some variable differs, and unrolling ends when equation (9) *cannot* be satisfied.
//! - An edge is compared with those states that its executions have passed, see [`unroll`].
//! - Assertions: the paper forgets those in callees. Here a summary says as well which instructions can fail, and for
//!   which values at the entry.
//!
//! So an error that is found is one, and what is not found is not there.

mod unroll;

use ir::ProcId;
use verdict::{Stats, StopReason};

use crate::engine::{Decided, Task};
use crate::program::{Block, End};
use crate::sat::search;
use crate::sat::sets::SatSets;

/// Decides by universal summaries, and as `sat` where there are none.
pub(crate) fn decide(task: &Task<'_, '_>, stats: &mut Stats) -> Result<Decided, StopReason> {
    let mut sets = SatSets::new(task.graph, task.meter);
    for proc in callees_first(task) {
        if is_candidate(&sets, proc) {
            sets.ready[proc] = sets.unrolled(proc)?;
        }
    }
    search(sets, task, stats)
}

fn callees_first(task: &Task<'_, '_>) -> Vec<ProcId> {
    let mut procs: Vec<ProcId> = task.graph.program.procs.ids().collect();
    let entry = |proc: ProcId| task.graph.program.procs[proc].entry();
    procs.sort_by_key(|&proc| task.graph.priority(proc, entry(proc)));
    procs
}

/// Whether a procedure is called, not recursive, and calls only procedures that have universal summaries.
fn is_candidate(sets: &SatSets<'_, '_>, proc: ProcId) -> bool {
    let graph = sets.graph;
    let is_ready = |block: &Block| match block.end {
        End::Call(call) => sets.ready[graph.call(call).callee].is_some(),
        End::Goto(_) | End::Branch { .. } | End::Return(_) => true,
    };
    graph.knows_entry(proc)
        && !graph.procs[proc].is_recursive
        && graph.program.procs[proc].blocks.iter().all(is_ready)
}
