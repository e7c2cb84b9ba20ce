//! What an engine answers, and what every engine is asked.
//!
//! - [`Verdict`]: holds, violated, or unknown, and why; [`Answer`] adds the [`Stats`];
//! - [`Trace`], [`SharedTrace`]: the decisions that make an execution, replayed by `interp` before anyone sees them;
//! - [`Summary`]: what a procedure reads and what it does; [`PushdownProof`]: all that procedures see, with ranks;
//!   [`BooleanProof`]: formulas that no step leaves;
//! - [`Execution`], [`SharedExecution`]: a replayed trace in the user's terms, ready to be shown;
//! - [`Limits`], [`Progress`], [`Engine`]: how an engine is run.

pub mod boolean;
pub mod engine;
pub mod execution;
pub mod limits;
pub mod pushdown;
pub mod shared;
pub mod stats;
pub mod summary;
pub mod trace;
pub mod violation;

pub use boolean::{Atom, BooleanProof, Formula, FormulaNode, Formulas, ProcProof};
pub use engine::{Answer, Certificate, Engine, Property, Unsupported, Verdict};
pub use execution::{
    Binding, Change, Execution, FrameView, Letter, Moment, ObjectView, Shown, Snapshot, ThreadStatus,
    ThreadView, Word,
};
pub use limits::{Limits, Progress, Silent, StopReason, Tick};
pub use pushdown::{Fact, Head, Instance, PushdownProof, SeenHeap, SeenObject, Standing};
pub use shared::{Exit, Passage, PassageMoment, Retold, SharedExecution};
pub use stats::{
    BooleanStats, Growth, HeapCount, PhaseTimes, PushdownStats, Stats, SummaryStats, SummaryUse,
};
pub use summary::{
    Content, Effect, MalformedSummary, NewObject, Read, Spot, Stage, Summary, SummarySet, fits,
};
pub use trace::{SharedTrace, Trace, TraceStep, Way, WayPart};
pub use violation::{Violation, ViolationKind, Witness};
