//! What an engine answers, and what every engine is asked.
//!
//! - [`Verdict`]: holds, violated, or unknown, and why; [`Answer`] adds the [`Stats`], what is assumed, and advice;
//! - [`Trace`], [`SharedTrace`]: the decisions that make an execution, replayed by `interp` before they are shown;
//! - [`Proof`]: [`Summary`], what a procedure reads and what it does; [`PushdownProof`], all that procedures see, with
//!   ranks; [`BooleanProof`], formulas that no step leaves; [`BooleanSummary`]: formulas for people;
//! - [`OpenCall`]: a call with unknown inputs; [`Start`]: where one execution begins; [`Path`]: what it goes
//!   through;
//! - [`PortableSet`]: summaries by names, for certificates, caches and networks, with a [`Fingerprint`] of their code;
//! - [`Execution`], [`SharedExecution`]: a replayed trace in the user's terms, ready to be shown;
//! - [`Growth`]: what grew in a run that ended at a limit;
//! - [`Coverage`], [`Uncovered`]: what executions went through, and what not;
//! - [`Exploration`]: the paths of an open procedure ([`explore`]);
//! - [`Engine`], [`Check`], [`Summarize`], [`Explore`]: what engines can be asked; [`Limits`], [`Meter`], [`Progress`]:
//!   how far they may go.

pub mod answer;
pub mod boolean;
pub mod coverage;
pub mod engine;
pub mod execution;
pub mod explore;
pub mod formulas;
pub mod growth;
pub mod limits;
pub mod meter;
pub mod open_call;
pub mod path;
pub mod portable;
pub mod pushdown;
pub mod shared;
pub mod start;
pub mod stats;
pub mod summary;
pub mod trace;
pub mod violation;

pub use answer::{Answer, Covered, EngineAnswer, LeftOut, Proof, Unsupported, Verdict};
pub use boolean::{Atom, BooleanProof, Formula, FormulaNode, Formulas, ProcProof};
pub use coverage::{Branch, Coverage, Part, StatementRun, Uncovered};
pub use engine::{
    Check, CheckCall, Engine, ProcSummaries, Property, Query, QuestionKind, Setting, Summarize, Summarized,
    SummaryForm,
};
pub use execution::{
    Binding, CallEvent, Change, Execution, FrameView, Inputs, Letter, Moment, ObjectView, Shown, Snapshot,
    ThreadStatus, ThreadView, Word,
};
pub use explore::{
    Condition, ConditionAtom, ConditionNode, ConditionRef, Exploration, Explore, ExploreQuery, ExploredPath,
    HeapTotal, Init, PathCounts, PathDetail, PathExample, PathOrder, Relation, SolverFigures, WriteTests,
};
pub use formulas::{BooleanSummary, Cases, NewValue, SummaryCase, Target};
pub use growth::Growth;
pub use limits::{Limits, Progress, Silent, StopReason, Tick};
pub use meter::{Interrupt, Meter, Ration};
pub use open_call::{OpenBody, OpenCall};
pub use path::{Path, PathEnd, PathEvent, ProgramPoint};
pub use portable::{
    Fingerprint, Fingerprints, PortableContent, PortableEffect, PortableError, PortableObject,
    PortableProblem, PortableSet, PortableSlots, PortableSpot, PortableSummary, PortableValue,
};
pub use pushdown::{Fact, Head, HeadPoint, Instance, PushdownProof, SeenHeap, SeenObject};
pub use shared::{Exit, PartMoment, Replayed, SharedExecution, SharedPart};
pub use start::{GivenObject, GivenPart, GivenStart, Start, UnfitStart};
pub use stats::{
    BooleanStats, HeapCount, OwnStats, PhaseTimes, PushdownStats, Stats, SummaryStats, SummaryUse,
};
pub use summary::{
    Content, Effect, MalformedSummary, NewObject, Read, Spot, Stage, Summary, SummarySet, fits,
};
pub use temporal::Fairness;
pub use trace::{SharedTrace, Subtrace, SubtracePart, Trace, TraceStep};
pub use violation::{Violation, ViolationKind, Witness};
