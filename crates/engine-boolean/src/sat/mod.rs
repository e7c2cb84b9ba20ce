//! Path edges and summary edges by symbolic execution: figure 1 of *SAT-based Summarization for Boolean Programs*
//! (Basler, Kroening, Weissenbacher, 2007).
//!
//! - [`edges`]: what an edge is; [`space`]: signals, and questions about them;
//! - [`sets`]: edges as a representation of sets; [`assume`]: conditions; [`merge`]: two edges as one; [`apply`]:
//!   summary edges at calls; [`inclusion`]: whether an edge is new; [`simplify`], [`compact`], [`patterns`]: what makes
//!   edges smaller, and questions fewer;
//! - [`history`]: where edges come from, and the path to an error; [`proof`], [`project`]: what was found, for a
//!   who checks it.

mod apply;
mod assume;
mod compact;
pub(crate) mod edges;
pub(crate) mod history;
mod inclusion;
mod merge;
mod patterns;
mod project;
mod proof;
pub(crate) mod sets;
mod simplify;
mod space;

use machine::Code;
use verdict::{BooleanStats, OwnStats, Stats, StopReason, Violation};

use self::sets::SatSets;
use crate::account::account;
use crate::engine::{Decided, Task, edges};
use crate::tabulate::Tabulation;

/// Decides by symbolic execution.
pub(crate) fn decide(task: &Task<'_, '_>, stats: &mut Stats) -> Result<Decided, StopReason> {
    let sets = SatSets::new(task.graph, task.meter);
    search(sets, task, stats)
}

/// Searches with what is known already.
pub(crate) fn search(
    sets: SatSets<'_, '_>,
    task: &Task<'_, '_>,
    stats: &mut Stats,
) -> Result<Decided, StopReason> {
    let Task { graph, options, wants_proof, meter } = *task;
    let mut tabulation = Tabulation::new(graph, sets, meter, options.all_errors);
    let ended = tabulation.run();
    let figures = tabulation.sets.space.figures;
    stats.peak_bytes = figures.peak_bytes;
    stats.own = OwnStats::Boolean(BooleanStats {
        variables: graph.n_variables() as u64,
        path_edges: tabulation.visits,
        summaries: tabulation.n_pieces() as u64,
        nodes: tabulation.sets.space.aig.n_nodes() as u64,
        sat_calls: figures.sat_calls,
        qbf_calls: figures.qbf_calls,
        sat_time: figures.sat_time,
        qbf_time: figures.qbf_time,
    });
    let code = Code::new(graph.program.source);
    let mut violations: Vec<Violation> = Vec::new();
    for error in &tabulation.errors {
        let trace = tabulation.sets.failures.remove(&error.check);
        let trace = trace.expect("the path to an error is kept");
        violations.push(account(&code, trace, &graph.check(error.check).failure)?);
    }
    if !violations.is_empty() {
        return Ok(Decided::Violated(violations));
    }
    ended?;
    let proof = if wants_proof { tabulation.sets.proof() } else { None };
    Ok(Decided::Holds { covered: edges(&tabulation), proof })
}
