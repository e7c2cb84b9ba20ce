//! What an engine answers, and what every engine is asked.
//!
//! - [`Verdict`]: holds, violated, or unknown, and why; [`Answer`] adds the [`Stats`];
//! - [`Trace`]: the decisions that make an execution, replayed by `interp` before anyone sees them;
//! - [`Summary`]: what a procedure reads and what it does;
//! - [`Execution`]: a replayed trace in the user's terms, ready to be shown;
//! - [`Limits`], [`Progress`], [`Engine`]: how an engine is run.

pub mod engine;
pub mod execution;
pub mod limits;
pub mod stats;
pub mod summary;
pub mod trace;
pub mod violation;

pub use engine::{Answer, Certificate, Engine, Property, Unsupported, Verdict};
pub use execution::{
    Binding, Change, Execution, FrameView, Moment, ObjectView, Shown, Snapshot, ThreadStatus, ThreadView,
};
pub use limits::{Limits, Progress, Silent, StopReason, Tick};
pub use stats::{Growth, PhaseTimes, Stats, SummaryStats, SummaryUse};
pub use summary::{Content, Effect, MalformedSummary, NewObject, Read, Spot, Stage, Summary, SummarySet};
pub use trace::{Trace, TraceStep};
pub use violation::{Violation, ViolationKind};
