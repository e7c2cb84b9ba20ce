//! Sets of values as decision diagrams, in the way of Bebop (Ball and Rajamani, *Bebop: a symbolic model checker for
//! Boolean programs*, 2000).
//!
//! - [`space`]: the variables of the diagrams, and what statements do to sets; [`relation`]: what whole blocks do;
//! - [`sets`]: path edges and summary edges as diagrams; [`tools`]: what that uses again and again;
//! - [`walk`], [`calls`]: backwards from one place to another, within procedures and through calls; [`lists`],
//!   [`unions`]: how they find what came before among many sets; [`points`]: where there is nothing to find;
//!   [`mod@explain`]: the paths to an error;
//! - [`mod@summaries`]: what procedures do, for people; [`mod@proof`]: what was learnt, as formulas.

mod calls;
mod explain;
mod lists;
mod points;
mod proof;
mod relation;
mod sets;
mod space;
mod summaries;
#[cfg(test)]
mod tests;
mod tools;
mod unions;
mod walk;

use machine::Code;
use verdict::{BooleanStats, BooleanSummary, Coverage, OwnStats, Stats, StopReason, Violation};

use self::explain::explain;
use self::proof::proof;
use self::sets::BddSets;
use self::summaries::summaries;
use self::walk::Bdds;
use crate::account::account;
use crate::agenda::{Order, StepCounts};
use crate::engine::{Decided, MethodOptions, Seen, Task, edges};
use crate::tabulate::Tabulation;

/// The search for a nearest error may take so many times the steps of the search for any error, and so many more.
const TIMES_AS_MANY_STEPS: u64 = 1;
const MORE_STEPS: u64 = 4_000_000;

/// Decides by decision diagrams.
pub(crate) fn decide(task: &Task<'_, '_>, stats: &mut Stats, seen: &mut Seen) -> Result<Decided, StopReason> {
    let mut tabulation = begin(task)?;
    if task.options.coverage {
        tabulation.coverage = Some(Coverage::nothing(task.graph.program.source));
    }
    let decided = decided(task, &mut tabulation, stats);
    seen.coverage = tabulation.coverage.take();
    if matches!(decided, Ok(Decided::Holds { .. })) {
        // Beyond a limit it is not known.
        seen.has_asserted = tabulation.has_asserted().ok();
    }
    decided
}

/// The same, and all summaries. If a limit ends the search, they are those that were found.
pub(crate) fn summarize(
    task: &Task<'_, '_>,
    stats: &mut Stats,
) -> (Result<Decided, StopReason>, Vec<BooleanSummary>) {
    let mut tabulation = match begin(task) {
        Ok(tabulation) => tabulation,
        Err(reason) => return (Err(reason), Vec::new()),
    };
    let decided = decided(task, &mut tabulation, stats);
    match summaries(&mut tabulation) {
        Ok(summaries) => (decided, summaries),
        Err(reason) => (decided.and(Err(reason)), Vec::new()),
    }
}

fn begin<'a, 'p>(task: &Task<'a, 'p>) -> Result<Bdds<'a, 'p>, StopReason> {
    let Task { graph, options, meter, wants_proof: _ } = *task;
    let sets = BddSets::new(graph, meter)?;
    Ok(Tabulation::new(graph, sets, meter, options.all_errors))
}

fn decided(
    task: &Task<'_, '_>,
    tabulation: &mut Bdds<'_, '_>,
    stats: &mut Stats,
) -> Result<Decided, StopReason> {
    let graph = task.graph;
    let MethodOptions { all_errors, shortest, coverage: _ } = *task.options;
    let ended = tabulation.run();
    stats.peak_bytes = tabulation.sets.space.bdds.bytes() as u64;
    stats.own = OwnStats::Boolean(BooleanStats {
        variables: graph.n_variables() as u64,
        path_edges: tabulation.visits,
        summaries: tabulation.n_pieces() as u64,
        nodes: tabulation.sets.space.bdds.n_nodes() as u64,
        ..BooleanStats::default()
    });
    if tabulation.errors.is_empty() {
        ended?;
        let proof = if task.wants_proof { proof(graph, &tabulation.sets) } else { None };
        return Ok(Decided::Holds { covered: edges(tabulation), proof });
    }
    let code = Code::new(graph.program.source);
    if shortest && !all_errors && !tabulation.has_one_length() {
        look_for_nearest(tabulation, &code);
        stats.peak_bytes = stats.peak_bytes.max(tabulation.sets.space.bdds.bytes() as u64);
    }
    let errors = match tabulation.nearest_error() {
        Some(error) if !all_errors => vec![error],
        _ => tabulation.errors.clone(),
    };
    let mut violations: Vec<Violation> = Vec::new();
    for error in errors {
        let shared = explain(tabulation, &error)?;
        violations.push(account(&code, shared, &graph.check(error.check).failure)?);
    }
    Ok(Decided::Violated(violations))
}

/// Searches again in the order of steps, when it is known that there is an error, and executions differ in length.
///
/// If that ends, the error is one of those that are fewest steps away from the start of the program, and the way to it
/// has no more steps: sets are carried on in the order of their distance, and the walk back looks for steps of exactly
/// the right length only. (Where calls stand in atomic sections, steps of callees are counted as if they did not.) If
/// it costs too much, all stays as it was: then the way is one that the first search has found, which joins paths of
/// different lengths.
fn look_for_nearest(tabulation: &mut Bdds<'_, '_>, code: &Code<'_>) {
    let found = tabulation.found().into_iter().copied().collect();
    let earlier = tabulation.begin_again(Order::Nearest(StepCounts::new(code)));
    tabulation.sets.forget(found);
    let steps = tabulation.sets.space.bdds.n_steps();
    tabulation.sets.space.most_steps =
        steps.saturating_mul(1 + TIMES_AS_MANY_STEPS).saturating_add(MORE_STEPS);
    tabulation.limits_visits = false;
    let ended = tabulation.run();
    tabulation.sets.space.most_steps = u64::MAX;
    if ended.is_err() || tabulation.errors.is_empty() {
        tabulation.restore(earlier);
        tabulation.sets.forget(Vec::new());
        tabulation.collect_garbage();
    }
}
