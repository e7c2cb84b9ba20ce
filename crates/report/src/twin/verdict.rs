//! Twins of verdicts, certificates and stop reasons.

use base::SourceMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::twin::violation::Violation;

/// What was asked of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Property {
    /// No assertion fails, no fault happens, no deadlock and no acceptance cycle is reachable.
    NoErrors,
}

impl Property {
    pub fn of(property: verdict::Property) -> Self {
        match property {
            verdict::Property::NoErrors => Self::NoErrors,
        }
    }

    /// What it says, without a full stop.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::NoErrors => {
                "no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle"
            }
        }
    }
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
    /// A closed set of procedure summaries covers the program, and none of them reaches an error.
    Summaries { patterns: u64, summaries: u64 },
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
    /// Nothing was found with at most so many preemptions.
    PreemptionBound {
        preemptions: u32,
    },
    /// Nothing was found with at most so many delays.
    DelayBound {
        delays: u32,
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
    /// The engine cannot decide this.
    Unsupported {
        what: String,
    },
}

impl Verdict {
    /// `executions` are the replayed traces of the violations, in the same order.
    pub fn of(verdict: &verdict::Verdict, executions: &[verdict::Execution], sources: &SourceMap) -> Self {
        match verdict {
            verdict::Verdict::Holds { certificate } => {
                Self::Holds { certificate: Certificate::of(certificate) }
            }
            verdict::Verdict::Violated { violations } => {
                assert_eq!(violations.len(), executions.len(), "every violation has its replayed trace");
                let pairs = violations.iter().zip(executions);
                Self::Violated {
                    violations: pairs
                        .map(|(violation, run)| Violation::of(violation, run, sources))
                        .collect(),
                }
            }
            verdict::Verdict::Unknown { reason } => {
                Self::Unknown { reason: Reason::of(reason), message: reason.to_string() }
            }
        }
    }
}

impl Certificate {
    fn of(certificate: &verdict::Certificate) -> Self {
        match certificate {
            &verdict::Certificate::Exhaustive { states, transitions, hash_compaction } => {
                Self::Exhaustive { states, transitions, hash_compaction }
            }
            verdict::Certificate::Summaries(set) => Self::Summaries {
                patterns: set.summaries.len() as u64,
                summaries: set.summaries.iter().map(|summary| summary.effects.len() as u64).sum(),
            },
        }
    }
}

impl Reason {
    fn of(reason: &verdict::StopReason) -> Self {
        use verdict::StopReason;
        match reason {
            &StopReason::StateLimit(states) => Self::StateLimit { states },
            &StopReason::DepthLimit(transitions) => Self::DepthLimit { transitions },
            &StopReason::MemoryLimit(bytes) => Self::MemoryLimit { bytes },
            StopReason::TimeLimit => Self::TimeLimit,
            &StopReason::PreemptionBound(preemptions) => Self::PreemptionBound { preemptions },
            &StopReason::DelayBound(delays) => Self::DelayBound { delays },
            &StopReason::StepTooLong(instructions) => Self::StepTooLong { instructions },
            &StopReason::ObjectTooLarge(elements) => Self::ObjectTooLarge { elements },
            &StopReason::TraceTooLong(steps) => Self::TraceTooLong { steps },
            StopReason::Unsupported(what) => Self::Unsupported { what: what.clone() },
        }
    }
}
