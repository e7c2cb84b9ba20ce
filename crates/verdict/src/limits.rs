//! How far a run may go, and how it tells the outside where it is.
//!
//! An engine reads no clock: it calls [`Progress::tick`] now and then, and whoever runs it answers whether to go on. Thus
//! time limits and interruption live with the command, and engines stay free of clocks (a browser has none like ours).

use std::fmt;
use std::time::Duration;

use crate::trace::Trace;

/// Bounds of a run; `None` is no bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub max_states: Option<u64>,
    /// Longest path, in transitions.
    pub max_depth: Option<u64>,
    /// Bytes that the engine may hold for its states.
    pub max_bytes: Option<u64>,
}

/// Why a run ended without deciding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StopReason {
    StateLimit(u64),
    DepthLimit(u64),
    MemoryLimit(u64),
    /// Whoever ran the engine said stop: the time was up.
    TimeLimit,
    /// Nothing was found with at most so many preemptions.
    PreemptionBound(u32),
    /// Nothing was found with at most so many delays.
    DelayBound(u32),
    /// A single step went on for so many instructions that it may never end.
    StepTooLong(u64),
    /// The choices of a single step can fall in more than so many ways.
    StepTooWide(u64),
    /// An array of so many elements is more than the engine represents.
    ObjectTooLarge(u64),
    /// An error was found, but the trace that leads to it has more than so many steps.
    TraceTooLong(u64),
    /// A procedure sees more objects than the bound allows; the trace leads there.
    HeapBound {
        bound: u64,
        overflow: Trace,
    },
    /// The engine cannot decide this; the sentence says what.
    Unsupported(String),
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::StateLimit(n) => write!(f, "the limit of {n} states was reached"),
            StopReason::DepthLimit(n) => write!(f, "the limit of {n} transitions on a path was reached"),
            StopReason::MemoryLimit(n) => write!(f, "the limit of {} MiB of memory was reached", n >> 20),
            StopReason::TimeLimit => write!(f, "the time limit was reached"),
            StopReason::PreemptionBound(n) => {
                write!(
                    f,
                    "no error with at most {}, but executions with more were not searched",
                    count(*n, "preemption")
                )
            }
            StopReason::DelayBound(n) => {
                write!(
                    f,
                    "no error with at most {}, but executions with more were not searched",
                    count(*n, "delay")
                )
            }
            StopReason::StepTooWide(n) => {
                write!(f, "the choices of a single step can fall in more than {n} ways")
            }
            StopReason::StepTooLong(n) => write!(f, "a single step did not end within {n} instructions"),
            StopReason::ObjectTooLarge(n) => {
                write!(f, "an array of {n} elements is too large to be represented")
            }
            StopReason::TraceTooLong(n) => {
                write!(f, "an error was found, but its trace has more than {n} steps and was not replayed")
            }
            StopReason::HeapBound { bound, .. } => {
                write!(f, "more than {bound} objects are visible at once")
            }
            StopReason::Unsupported(what) => f.write_str(what),
        }
    }
}

fn count(n: u32, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// Where a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tick {
    pub states: u64,
    pub transitions: u64,
    pub frontier: u64,
    pub depth: u64,
    pub bytes: u64,
}

/// Watches a run, and may end it.
pub trait Progress: Sync {
    /// Called every few thousand transitions, from any worker. `false` ends the run with [`StopReason::TimeLimit`].
    fn tick(&self, tick: Tick) -> bool;

    /// The time since some fixed moment, for engines that tell where their time goes; `None` if nobody wants to know.
    fn clock(&self) -> Option<Duration> {
        None
    }
}

/// Watches nothing and never ends a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn tick(&self, _: Tick) -> bool {
        true
    }
}
