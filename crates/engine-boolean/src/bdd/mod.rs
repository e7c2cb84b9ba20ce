//! Sets of values as decision diagrams, in the way of Bebop (Ball and Rajamani, *Bebop: a symbolic model checker for Boolean programs*, 2000).
//!
//! - [`space`]: the variables of the diagrams, and what statements do to sets;
//! - [`sets`]: path edges and summary edges as diagrams; [`tools`]: what that uses again and again;
//! - [`explain`]: the way to an error, found backwards.

mod explain;
mod sets;
mod space;
mod tools;

use machine::Code;
use verdict::{BooleanStats, Stats, StopReason, Violation};

use self::explain::explain;
use self::sets::BddSets;
use crate::engine::{Decided, Task};
use crate::tabulate::Tabulation;

/// Decides by decision diagrams.
pub(crate) fn decide(task: &Task<'_, '_>, stats: &mut Stats) -> Result<Decided, StopReason> {
    let Task { graph, options, limits, progress } = *task;
    let sets = BddSets::new(graph, limits.max_bytes, progress)?;
    let mut tabulation = Tabulation::new(graph, sets, limits.max_states, options.all_errors);
    let ended = tabulation.run();
    stats.peak_bytes = tabulation.sets.space.bdds.bytes() as u64;
    stats.boolean = Some(BooleanStats {
        variables: graph.n_variables() as u64,
        path_edges: tabulation.visits,
        summaries: tabulation.n_pieces() as u64,
        nodes: tabulation.sets.space.bdds.n_nodes() as u64,
        ..BooleanStats::default()
    });
    let code = Code::new(graph.program);
    let mut violations: Vec<Violation> = Vec::new();
    for error in tabulation.errors.clone() {
        violations.push(explain(&mut tabulation, &code, &error)?);
    }
    if !violations.is_empty() {
        return Ok(Decided::Violated(violations));
    }
    ended?;
    Ok(Decided::Holds { proof: None })
}
