//! Twins of verdicts, of what they stand on, and of stop reasons.

use base::SourceMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::twin::execution::Execution;
use crate::twin::explore::BoundKind;
use crate::twin::location::Location;
use crate::twin::question::{Expectation, Question};
use crate::twin::violation::Violation;

/// What summaries and certificates speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Property {
    /// No assertion fails, no fault happens, no deadlock and no acceptance cycle is reachable.
    NoErrors,
}

/// What is known of the property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// True of every execution, on the ground that the certificate states.
    Holds { certificate: Certificate },
    /// False. There is at least one violation; each was replayed step by step.
    Violated { violations: Vec<Violation> },
    /// Not decided.
    Unknown {
        reason: Reason,
        /// The reason in words.
        message: String,
    },
}

/// Why a property holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Certificate {
    /// Every reachable state was visited, and none of them is an error.
    Exhaustive {
        states: u64,
        transitions: u64,
        /// Visited states were compared by 64-bit hashes only: a collision may have hidden a part of the state space.
        hash_compaction: bool,
    },
    /// All path edges and summary edges of a Boolean program were found, as sets.
    Edges {
        /// Visits of blocks, each with all values that were new there.
        visits: u64,
        /// Sets of summary edges.
        summaries: u64,
    },
    /// Lemmas about path edges exclude every error of a Boolean program.
    Lemmas {
        /// Obligations that were met on the way.
        obligations: u64,
    },
    /// Every path was followed, with all inputs that take it, to an end that is no error.
    Paths { paths: u64 },
    /// A closed set of procedure summaries covers the program, and none of them reaches an error.
    Summaries { patterns: u64, summaries: u64 },
    /// All that procedures see is listed, closed under the steps of the program, and nothing in it is an error.
    Pushdown { heaps: u64, heads: u64, facts: u64 },
    /// Formulas at places of a Boolean program that every step keeps, and that exclude all errors.
    Boolean {
        procedures: u64,
        /// Places with a formula.
        invariants: u64,
        /// Parts of all formulas.
        nodes: u64,
    },
}

/// Why nothing was decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    StateLimit {
        states: u64,
    },
    DepthLimit {
        transitions: u64,
    },
    MemoryLimit {
        bytes: u64,
    },
    TimeLimit,
    /// A part of the work was given up after so many steps.
    WorkLimit {
        steps: u64,
    },
    /// Another engine has decided the question.
    Superseded,
    /// The user ended the run.
    Interrupted,
    /// Nothing was found with at most so many preemptions.
    PreemptionBound {
        preemptions: u32,
    },
    /// Nothing was found with at most so many delays.
    DelayBound {
        delays: u32,
    },
    /// The choices of a single step have more combinations than this.
    StepTooWide {
        combinations: u64,
    },
    /// A single step went on for so many instructions that it may never end.
    StepTooLong {
        instructions: u64,
    },
    ObjectTooLarge {
        elements: u64,
    },
    /// An error was found, but the trace that leads to it has more than so many steps.
    TraceTooLong {
        steps: u64,
    },
    /// More objects than the bound allows are visible at once.
    HeapBound {
        bound: u64,
        /// An execution that leads there, replayed.
        trace: Box<Execution>,
    },
    /// Nothing was found within the bound, and some inputs or paths go beyond it.
    PathBound {
        bound: BoundKind,
        at_most: u64,
    },
    /// The engine cannot decide this.
    Unsupported {
        what: String,
        /// Where it is in the source, if it has a place.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        location: Option<Location>,
    },
}

impl Verdict {
    pub fn of(answer: &verdict::EngineAnswer, question: &Question, sources: &SourceMap) -> Self {
        let verdict::EngineAnswer { answer, executions, overflow, .. } = answer;
        match &answer.verdict {
            verdict::Verdict::Holds { covered, proof } => {
                Self::Holds { certificate: Certificate::of(covered, proof.as_ref()) }
            }
            verdict::Verdict::Violated { violations } => {
                assert_eq!(violations.len(), executions.len(), "every violation has its replayed trace");
                let pairs = violations.iter().zip(executions);
                Self::Violated {
                    violations: pairs
                        .map(|(violation, run)| Violation::of(violation, question, run, sources))
                        .collect(),
                }
            }
            verdict::Verdict::Unknown { reason } => {
                let reason_twin = Reason::of(reason, overflow.as_ref(), sources);
                Self::Unknown { reason: reason_twin, message: reason.to_string() }
            }
        }
    }
}

impl Verdict {
    /// The answer in a word.
    pub fn answer(&self) -> Expectation {
        match self {
            Self::Holds { .. } => Expectation::Holds,
            Self::Violated { .. } => Expectation::Violated,
            Self::Unknown { .. } => Expectation::Unknown,
        }
    }
}

impl Certificate {
    /// What the proof says, or where there is none, what was covered.
    fn of(covered: &verdict::Covered, proof: Option<&verdict::Proof>) -> Self {
        match (proof, covered) {
            (Some(verdict::Proof::Pushdown(proof)), _) => Self::Pushdown {
                heaps: proof.heaps.len() as u64,
                heads: proof.heads.len() as u64,
                facts: proof.n_facts() as u64,
            },
            (Some(verdict::Proof::Boolean(proof)), _) => Self::Boolean {
                procedures: proof.procs.len() as u64,
                invariants: proof.n_invariants() as u64,
                nodes: proof.formulas.nodes.len() as u64,
            },
            (_, &verdict::Covered::States { states, transitions, hash_compaction }) => {
                Self::Exhaustive { states, transitions, hash_compaction }
            }
            (_, &verdict::Covered::Edges { visits, summaries }) => Self::Edges { visits, summaries },
            (_, &verdict::Covered::Lemmas { obligations }) => Self::Lemmas { obligations },
            (_, &verdict::Covered::Paths { paths }) => Self::Paths { paths },
            (_, &verdict::Covered::Summaries { patterns, effects }) => {
                Self::Summaries { patterns, summaries: effects }
            }
        }
    }
}

impl Reason {
    pub(crate) fn of(
        reason: &verdict::StopReason,
        overflow: Option<&verdict::Execution>,
        sources: &SourceMap,
    ) -> Self {
        use verdict::StopReason;
        match reason {
            &StopReason::StateLimit(states) => Self::StateLimit { states },
            &StopReason::DepthLimit(transitions) => Self::DepthLimit { transitions },
            &StopReason::MemoryLimit(bytes) => Self::MemoryLimit { bytes },
            StopReason::TimeLimit(_) => Self::TimeLimit,
            &StopReason::WorkLimit(steps) => Self::WorkLimit { steps },
            StopReason::Superseded => Self::Superseded,
            StopReason::Interrupted => Self::Interrupted,
            &StopReason::PreemptionBound(preemptions) => Self::PreemptionBound { preemptions },
            &StopReason::DelayBound(delays) => Self::DelayBound { delays },
            &StopReason::StepTooWide(combinations) => Self::StepTooWide { combinations },
            &StopReason::StepTooLong(instructions) => Self::StepTooLong { instructions },
            &StopReason::ObjectTooLarge(elements) => Self::ObjectTooLarge { elements },
            &StopReason::TraceTooLong(steps) => Self::TraceTooLong { steps },
            &StopReason::HeapBound { bound, .. } => {
                let overflow = overflow.expect("the trace of an overflow is replayed");
                Self::HeapBound { bound, trace: Box::new(Execution::of(overflow, sources)) }
            }
            &StopReason::PathBound(bound) => {
                let (bound, at_most) = BoundKind::of(bound);
                Self::PathBound { bound, at_most }
            }
            StopReason::Unsupported(verdict::Unsupported { message, span }) => Self::Unsupported {
                what: message.clone(),
                location: span.map(|span| Location::of(span, sources)),
            },
        }
    }
}
