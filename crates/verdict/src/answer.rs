//! What an engine answers to the question whether a property holds.

use std::sync::Arc;

use base::Span;
use ir::{Proc, ProcId};

use crate::boolean::BooleanProof;
use crate::coverage::{Coverage, Uncovered};
use crate::execution::Execution;
use crate::limits::StopReason;
use crate::meter::Meter;
use crate::pushdown::PushdownProof;
use crate::shared::Replayed;
use crate::stats::Stats;
use crate::summary::SummarySet;
use crate::violation::Violation;

/// What is known of the property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// True of every execution.
    Holds {
        /// What was covered, in figures.
        covered: Covered,
        /// Why it holds, for an independent checker; only where it was asked for and could be made.
        proof: Option<Proof>,
    },
    /// False: each violation has a trace. There is at least one; the first is the one that the search met first.
    Violated { violations: Vec<Violation> },
    /// Not decided.
    Unknown { reason: StopReason },
}

/// What an engine went through before it said that a property holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Covered {
    /// Every reachable state was visited, and none of them is an error. A second exploration must count the same.
    States {
        states: u64,
        transitions: u64,
        /// Visited states were compared by 64-bit hashes only: a collision may have hidden a part of the state space.
        hash_compaction: bool,
    },
    /// Every call was covered by a summary.
    Summaries { patterns: u64, effects: u64 },
    /// Every set of path edges (values at a place, with those at the entry of its procedure) and of summary edges
    /// (values at the exit) of a Boolean program was computed, and none of them leads to an error.
    Edges {
        /// Visits of blocks, each with all values that were new there.
        visits: u64,
        /// Sets of summary edges.
        summaries: u64,
    },
    /// Lemmas about the path edges of a Boolean program exclude every error.
    Lemmas {
        /// Obligations that were met on the way.
        obligations: u64,
    },
    /// Every path was followed, with all inputs that take it, to an end that is no error.
    Paths { paths: u64 },
}

/// Why a property holds. The crate `certify` checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// A closed set of summaries without errors that covers the program.
    Summaries(Arc<SummarySet>),
    /// All heaps that procedures see, closed under the steps of the program, and ranks that no execution decreases
    /// forever.
    Pushdown(Arc<PushdownProof>),
    /// Formulas at places of a Boolean program that every step keeps, and that exclude all errors.
    Boolean(Arc<BooleanProof>),
}

/// A verdict, what it cost, and what it stands on.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub verdict: Verdict,
    pub stats: Stats,
    /// What the verdict takes for granted beyond the meaning of the program, one sentence each.
    pub assumptions: Vec<String>,
    /// How to get a verdict where there is none, one sentence each.
    pub advice: Vec<String>,
    /// What executions went through, if that was asked for and the engine knows.
    pub coverage: Option<Coverage>,
    /// Whether some assertion was evaluated; `None` if the engine does not know.
    pub has_asserted: Option<bool>,
    /// Procedures that executions do not leave as far as is known, because what comes next in them is opaque or a
    /// havoc. Empty if the engine does not say.
    pub left_out: Vec<ProcId>,
}

impl Answer {
    /// An answer without assumptions. What helps against limits that every engine has is advised.
    pub fn new(verdict: Verdict, stats: Stats) -> Self {
        let advice = match &verdict {
            Verdict::Unknown { reason } => reason.general_advice().into_iter().collect(),
            Verdict::Holds { .. } | Verdict::Violated { .. } => Vec::new(),
        };
        Self {
            verdict,
            stats,
            assumptions: Vec::new(),
            advice,
            coverage: None,
            has_asserted: None,
            left_out: Vec::new(),
        }
    }

    /// The same, where executions may have been left out.
    pub fn judged(self, meter: &Meter<'_>) -> Self {
        Self { verdict: meter.judged(self.verdict), left_out: meter.procs_left_out(), ..self }
    }

    /// The answer to a question that the engine does not support.
    pub fn unsupported(unsupported: Unsupported) -> Self {
        let reason = StopReason::Unsupported(unsupported);
        Self::new(Verdict::Unknown { reason }, Stats::default())
    }

    /// Why there is no verdict, if there is none.
    pub fn stop_reason(&self) -> Option<&StopReason> {
        match &self.verdict {
            Verdict::Unknown { reason } => Some(reason),
            Verdict::Holds { .. } | Verdict::Violated { .. } => None,
        }
    }
}

/// What an engine cannot decide, and where it is in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// A sentence that stands alone and names the construct.
    pub message: String,
    pub span: Option<Span>,
}

impl Unsupported {
    /// Of the program or the question as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), span: None }
    }

    /// What comes after an [`ir::TermOp::Opaque`].
    pub fn opaque(proc: &Proc, reason: &str) -> Self {
        Self::new(format!("An execution goes on in `{}` where it cannot be followed: {reason}.", proc.name))
    }

    pub fn at(self, span: Option<Span>) -> Self {
        Self { span, ..self }
    }
}

/// Executions that an engine does not follow to their ends, because what comes next is opaque, or a havoc.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Where they go on.
    pub proc: ProcId,
    pub why: Unsupported,
}

/// The answer of a named engine, ready to be shown.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineAnswer {
    pub engine: &'static str,
    /// The options that the engine read, by name.
    pub options: Vec<(&'static str, String)>,
    pub answer: Answer,
    /// The replayed traces of the violations, in their order.
    pub executions: Vec<Replayed>,
    /// The replayed trace of [`StopReason::HeapBound`].
    pub overflow: Option<Execution>,
    /// What no execution went through, if that was asked for.
    pub uncovered: Option<Uncovered>,
    /// Assertions of a program that holds, if none of them was evaluated.
    pub idle_assertions: Option<u64>,
}
