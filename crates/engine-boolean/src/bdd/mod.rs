//! Sets of values as decision diagrams, in the way of Bebop (Ball and Rajamani, *Bebop: a symbolic model checker for Boolean programs*, 2000).
//!
//! - [`space`]: the variables of the diagrams, and what statements do to sets;
//! - [`tabulate`]: path edges and summary edges, until nothing new is found; [`tools`]: what that uses again and again;
//! - [`explain`]: the way to an error, found backwards; [`mod@summaries`]: what procedures do, for people.

mod explain;
mod space;
mod summaries;
mod tabulate;
mod tools;

use machine::Code;
use verdict::{BooleanStats, BooleanSummary, Stats, StopReason, Violation};

use self::explain::explain;
use self::space::Space;
use self::summaries::summaries;
use self::tabulate::Tabulation;
use crate::engine::{Decided, Task};

/// Decides by decision diagrams.
pub(crate) fn decide(task: &Task<'_, '_>, stats: &mut Stats) -> Result<Decided, StopReason> {
    let mut tabulation = begin(task, task.options.all_errors)?;
    decided(task, &mut tabulation, stats)
}

/// The same without an end at the first error, and all summaries. If a limit ends the search, they are those that were found.
pub(crate) fn summarize(
    task: &Task<'_, '_>,
    stats: &mut Stats,
) -> (Result<Decided, StopReason>, Vec<BooleanSummary>) {
    let mut tabulation = match begin(task, true) {
        Ok(tabulation) => tabulation,
        Err(reason) => return (Err(reason), Vec::new()),
    };
    let decided = decided(task, &mut tabulation, stats);
    match summaries(&mut tabulation) {
        Ok(summaries) => (decided, summaries),
        Err(reason) => (decided.and(Err(reason)), Vec::new()),
    }
}

fn begin<'a, 'p>(task: &Task<'a, 'p>, all_errors: bool) -> Result<Tabulation<'a, 'p>, StopReason> {
    let Task { graph, options: _, limits, progress } = *task;
    let space = Space::new(graph, limits.max_bytes, progress)?;
    Tabulation::new(graph, space, limits.max_states, all_errors)
}

fn decided(
    task: &Task<'_, '_>,
    tabulation: &mut Tabulation<'_, '_>,
    stats: &mut Stats,
) -> Result<Decided, StopReason> {
    let graph = task.graph;
    let ended = tabulation.run();
    stats.peak_bytes = tabulation.space.bdds.bytes() as u64;
    stats.boolean = Some(BooleanStats {
        variables: graph.n_variables() as u64,
        path_edges: tabulation.space.tick.states,
        summaries: tabulation.n_pieces() as u64,
        nodes: tabulation.space.bdds.n_nodes() as u64,
        ..BooleanStats::default()
    });
    let code = Code::new(graph.program);
    let mut violations: Vec<Violation> = Vec::new();
    for error in tabulation.errors.clone() {
        violations.push(explain(tabulation, &code, &error)?);
    }
    if !violations.is_empty() {
        return Ok(Decided::Violated(violations));
    }
    ended?;
    Ok(Decided::Holds { proof: None })
}
