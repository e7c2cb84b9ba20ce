//! Property-directed reachability with summaries of procedures.
//!
//! In the line of IC3 (Bradley, *SAT-based model checking without unrolling*, 2011) and its extensions to Horn clauses:
//! GPDR (Hoder and Bjørner, *Generalized property directed reachability*, 2012) and Spacer (Komuravelli, Gurfinkel and
//! Chaki, *SMT-based model checking for recursive programs*, 2014). Nothing is computed that the assertions do not ask
//! for: the search goes from errors backwards, and keeps what it learns about path edges as clauses (lemmas, from
//! above) and as cubes (facts, from below).
//!
//! - [`layout`]: which predicates about path edges there are; [`unit`], [`encode`], [`flow`]: code between cuts as a
//!   graph; [`system`]: all of it;
//! - [`known`]: lemmas and facts; [`prover`]: questions to a solver; [`lift`]: which values matter;
//! - [`search`]: obligations and levels; [`lemmas`]: how lemmas are made and raised;
//! - [`explain`]: the path to an error; [`proof`]: what excludes errors.
//!
//! The search ends at the first error.

mod encode;
mod explain;
mod flow;
mod known;
mod layout;
mod lemmas;
mod lift;
mod proof;
mod prover;
mod search;
mod system;
#[cfg(test)]
mod tests;
mod unit;

use machine::Code;
use verdict::{BooleanStats, Covered, OwnStats, Stats, StopReason};

use self::search::{Found, Search};
use crate::account::account;
use crate::engine::{Decided, Task};

/// Decides by property-directed reachability.
pub(crate) fn decide(task: &Task<'_, '_>, stats: &mut Stats) -> Result<Decided, StopReason> {
    let mut search = Search::new(task);
    let found = search.run();
    stats.peak_bytes = search.counts.peak_bytes;
    stats.own = OwnStats::Boolean(BooleanStats {
        variables: task.graph.n_variables() as u64,
        path_edges: search.counts.obligations,
        summaries: search.n_about_returns() as u64,
        nodes: search.system.n_nodes() as u64,
        sat_calls: search.counts.sat_calls,
        sat_time: search.counts.sat_time,
        ..BooleanStats::default()
    });
    let Search { system, known, .. } = &search;
    match found? {
        Found::Proof { level } => {
            let proof = task.wants_proof.then(|| proof::proof(task.graph, system, known, level));
            Ok(Decided::Holds { covered: Covered::Lemmas { obligations: search.counts.obligations }, proof })
        }
        Found::Error { fact } => {
            let (shared, check) = explain::explain(task.graph, system, known, fact);
            let violation =
                account(&Code::new(task.graph.program.source), shared, &task.graph.check(check).failure)?;
            Ok(Decided::Violated(vec![violation]))
        }
    }
}
