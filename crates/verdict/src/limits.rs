//! How far a run may go, why it ended before it decided, and how it reports where it is.
//!
//! An engine reads no clock: it ticks through its [`crate::Meter`], and the caller's [`Progress`] answers whether to go
//! on or names the reason why not. So time limits and interruption live with the command, and engines stay free of
//! clocks (a browser has none like ours).

use std::fmt;
use std::time::Duration;

use crate::answer::Unsupported;
use crate::explore::Bound;
use crate::trace::Trace;

/// Bounds of a run that every engine keeps; `None` is no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub max_states: Option<u64>,
    /// Bytes that the process may hold, or the engine, where nothing is known of the process.
    pub max_bytes: Option<u64>,
}

impl Limits {
    pub(crate) fn allow_bytes(&self, bytes: u64) -> Result<(), StopReason> {
        match self.max_bytes {
            Some(limit) if bytes > limit => Err(StopReason::MemoryLimit(limit)),
            Some(_) | None => Ok(()),
        }
    }
}

/// Why a run ended without deciding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StopReason {
    StateLimit(u64),
    DepthLimit(u64),
    MemoryLimit(u64),
    TimeLimit(Duration),
    /// A part of the work was given up after so many steps, and the engine had nothing to replace it.
    WorkLimit(u64),
    /// Another engine has decided the question.
    Superseded,
    /// The user ended the run.
    Interrupted,
    /// Nothing was found with at most so many preemptions.
    PreemptionBound(u32),
    /// Nothing was found with at most so many delays.
    DelayBound(u32),
    /// A single step went on for so many instructions that it may never end.
    StepTooLong(u64),
    /// The choices of a single step have more than so many outcomes.
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
    /// Nothing was found within this bound on paths or inputs, and some go beyond it.
    PathBound(Bound),
    /// The engine cannot decide this.
    Unsupported(Unsupported),
}

impl StopReason {
    /// What helps against a limit that every engine has.
    pub fn general_advice(&self) -> Option<String> {
        match self {
            StopReason::StateLimit(_) => Some("a larger --max-states lets the search go on".to_owned()),
            StopReason::MemoryLimit(_) => Some("a larger --memory lets the search go on".to_owned()),
            StopReason::TimeLimit(limit) => {
                let seconds = limit.as_secs_f64();
                Some(format!("the limit was {seconds} s; a longer --timeout lets the search go on"))
            }
            StopReason::DepthLimit(_)
            | StopReason::WorkLimit(_)
            | StopReason::Superseded
            | StopReason::Interrupted
            | StopReason::PreemptionBound(_)
            | StopReason::DelayBound(_)
            | StopReason::StepTooLong(_)
            | StopReason::StepTooWide(_)
            | StopReason::ObjectTooLarge(_)
            | StopReason::TraceTooLong(_)
            | StopReason::HeapBound { .. }
            | StopReason::PathBound(_)
            | StopReason::Unsupported(_) => None,
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bounded = |f: &mut fmt::Formatter<'_>, n: u32, what: &str| {
            let bound = counted(u64::from(n), what);
            write!(f, "no error with at most {bound}, but executions with more were not searched")
        };
        match self {
            StopReason::StateLimit(n) => write!(f, "the limit of {} was reached", counted(*n, "state")),
            StopReason::DepthLimit(n) => {
                write!(f, "the limit of {} on a path was reached", counted(*n, "transition"))
            }
            StopReason::MemoryLimit(n) => write!(f, "the limit of {} of memory was reached", size(*n)),
            StopReason::TimeLimit(_) => write!(f, "the time limit was reached"),
            StopReason::WorkLimit(n) => write!(f, "a part of the work did not end within {n} steps"),
            StopReason::Superseded => write!(f, "another engine has decided the question"),
            StopReason::Interrupted => write!(f, "the run was interrupted"),
            StopReason::PreemptionBound(n) => bounded(f, *n, "preemption"),
            StopReason::DelayBound(n) => bounded(f, *n, "delay"),
            StopReason::StepTooWide(n) => {
                write!(f, "the choices of a single step have more than {n} combinations")
            }
            StopReason::StepTooLong(n) => write!(f, "a single step did not end within {n} instructions"),
            StopReason::ObjectTooLarge(n) => {
                write!(f, "an array of {} is too large to be represented", counted(*n, "element"))
            }
            StopReason::TraceTooLong(n) => {
                write!(f, "an error was found, but its trace has more than {n} steps and was not replayed")
            }
            StopReason::HeapBound { bound, .. } => {
                write!(f, "more than {} visible at once", counted_are(*bound, "object"))
            }
            StopReason::PathBound(bound) => {
                write!(f, "no error was found, but {} not searched", beyond(*bound))
            }
            StopReason::Unsupported(unsupported) => f.write_str(&unsupported.message),
        }
    }
}

/// What a bound leaves out, with its verb.
fn beyond(bound: Bound) -> String {
    match bound {
        Bound::Depth(n) => {
            let references = counted(n.into(), "reference");
            format!("inputs with objects more than {references} away from the arguments were")
        }
        Bound::Objects(n) => {
            format!("inputs with more than {} of one class were", counted(n.into(), "object"))
        }
        Bound::Steps(n) => format!("paths longer than {} were", counted(n, "instruction")),
        Bound::Calls(n) => format!("paths with more than {} open at once were", counted(n.into(), "call")),
    }
}

fn counted(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

fn counted_are(n: u64, what: &str) -> String {
    format!("{} {}", counted(n, what), if n == 1 { "is" } else { "are" })
}

/// A number of bytes in the largest unit that it fills, with one decimal where it needs one.
fn size(bytes: u64) -> String {
    const UNITS: [(&str, u32); 4] = [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)];
    match UNITS.iter().find(|(_, shift)| bytes >> shift > 0) {
        Some((unit, shift)) if bytes.is_multiple_of(1 << shift) => format!("{} {unit}", bytes >> shift),
        Some((unit, shift)) => format!("{:.1} {unit}", bytes as f64 / (1_u64 << shift) as f64),
        None => counted(bytes, "byte"),
    }
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
    /// Called every few thousand transitions, from any worker. An error ends the run for that reason.
    fn tick(&self, tick: Tick) -> Result<(), StopReason>;

    /// The bytes that the whole process holds, where the system says so. Engines count what they hold, the allocator
    /// holds more, and a limit is for both.
    fn resident_bytes(&self) -> Option<u64> {
        None
    }

    /// The time since some fixed moment, for engines that say where their time goes; `None` if that is not asked for.
    fn clock(&self) -> Option<Duration> {
        None
    }
}

/// Watches nothing and never ends a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn tick(&self, _: Tick) -> Result<(), StopReason> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_named_in_fitting_units() {
        let memory = |bytes| StopReason::MemoryLimit(bytes).to_string();
        assert_eq!(memory(1 << 10), "the limit of 1 KiB of memory was reached");
        assert_eq!(memory(3 << 29), "the limit of 1.5 GiB of memory was reached");
        assert_eq!(memory(4 << 30), "the limit of 4 GiB of memory was reached");
        assert_eq!(memory(200 << 20), "the limit of 200 MiB of memory was reached");
        assert_eq!(memory(1), "the limit of 1 byte of memory was reached");
        assert_eq!(StopReason::StateLimit(1).to_string(), "the limit of 1 state was reached");
        assert_eq!(StopReason::StateLimit(0).to_string(), "the limit of 0 states was reached");
        assert_eq!(StopReason::DepthLimit(1).to_string(), "the limit of 1 transition on a path was reached");
    }
}
