//! Verdicts, and the trait of all engines.

use std::sync::Arc;

use base::Span;
use ir::Program;
use temporal::Temporal;

use crate::boolean::BooleanProof;
use crate::limits::{Limits, Progress, StopReason};
use crate::pushdown::PushdownProof;
use crate::stats::Stats;
use crate::summary::SummarySet;
use crate::violation::Violation;

/// What is asked of a program.
#[derive(Clone, Debug)]
pub enum Property {
    /// No assertion fails, no fault happens, no deadlock and no acceptance cycle is reachable.
    NoErrors,
    /// The word of every execution satisfies a formula.
    Temporal(Arc<Temporal>),
}

/// What is known of the property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// True of every execution, on the ground that the certificate states.
    Holds { certificate: Certificate },
    /// False: each violation has a trace. There is at least one; the first is the one that the search met first.
    Violated { violations: Vec<Violation> },
    /// Not decided.
    Unknown { reason: StopReason },
}

/// Why a property holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// Every reachable state was visited, and none of them is an error. A second exploration must count the same.
    Exhaustive {
        states: u64,
        transitions: u64,
        /// Visited states were compared by 64-bit hashes only: a collision may have hidden a part of the state space.
        hash_compaction: bool,
    },
    /// All path edges (values at a place, with those at the entry of its procedure) and summary edges (values at the exit) of a Boolean program were found, as
    /// sets, and none of them leads to an error.
    Edges {
        /// Visits of blocks, each with all values that were new there.
        visits: u64,
        /// Sets of summary edges.
        summaries: u64,
    },
    /// A closed set of summaries without errors that covers the program. The crate `certify` checks it.
    Summaries(Arc<SummarySet>),
    /// All heaps that procedures see, closed under the steps of the program, and ranks that no execution decreases for ever. The
    /// crate `certify` checks it.
    Pushdown(Arc<PushdownProof>),
    /// Formulas at places of a Boolean program that every step keeps, and that exclude all errors. The crate `certify` checks them.
    Boolean(Arc<BooleanProof>),
}

/// A verdict and what it cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub verdict: Verdict,
    pub stats: Stats,
}

/// What an engine cannot decide, and where it stands in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// A sentence that stands alone.
    pub message: String,
    pub span: Option<Span>,
}

/// One way of deciding properties.
pub trait Engine {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// Whether [`check`](Self::check) can decide this at all.
    fn supports(&self, program: &Program, property: &Property) -> Result<(), Unsupported>;

    /// Decides the property of a verified program, within the limits. Never panics on a verified program, and never answers
    /// [`Verdict::Holds`] for what it has not covered.
    fn check(
        &self,
        program: &Program,
        property: &Property,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Answer;
}
