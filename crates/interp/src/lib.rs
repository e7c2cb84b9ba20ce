//! The reference interpreter: the definition of the core language, written for reading and not for speed.
//!
//! An engine that disagrees with this crate is wrong. It is laid out from the smallest thing that can happen to
//! the largest:
//!
//! - [`state`]: what a state is;
//! - [`mod@effect`]: what one instruction or terminator would do, found by reading the state alone;
//! - [`select`], [`observer`]: which joins of a select are open, and the predicates that guards may call;
//! - [`mod@step`]: one instruction executed;
//! - [`mod@transition`]: one move of one thread, the unit of a [`verdict::Trace`];
//! - [`enabled`]: which threads may move, and when the program has deadlocked;
//! - [`mod@successors`]: all moves of a state, for all combinations of its choices.
//!
//! On top of the definition stand its uses:
//!
//! - [`mod@explore`]: naive exhaustive exploration, the oracle of every engine, over the canonical [`key`]s of states;
//! - [`mod@replay`]: re-executes a trace, checks the violation that it claims, and gives it in the user's terms;
//!   `player` makes the moves, [`divergence`] says what is wrong with a trace;
//! - `shared`: the same for executions that are too long to be listed step by step; `cursor`: a place in such a trace;
//! - `record`: statements, calls and changes while they happen; `reading`: what expressions read, by names of the
//!   source; `failing` and `guards`: the values that make an instruction fail; `calls`: calls and returns;
//! - `lasso`: the same for infinite executions that violate a formula; `sight`: what formulas see of states and moves;
//!   `closing`: when a loop can be repeated forever; `fairness`: whether it neglects a thread;
//!   `prefix`: whether the beginning of an execution is enough;
//! - [`simulate`]: one execution, random or guided;
//! - [`mod@follow`]: one call in a given state, and its path.

mod calls;
pub mod choices;
mod closing;
pub mod context;
mod cursor;
pub mod divergence;
pub mod effect;
pub mod enabled;
pub mod explore;
mod failing;
mod fairness;
pub mod follow;
mod guards;
mod havoc;
pub mod key;
mod lasso;
pub mod observer;
mod player;
mod prefix;
pub mod printed;
mod reading;
mod record;
pub mod replay;
pub mod select;
mod shared;
mod show;
pub mod sight;
pub mod simulate;
mod snapshot;
pub mod state;
pub mod step;
pub mod successors;
pub mod transition;

pub use choices::{Alternatives, Choices, Script, Target};
pub use context::Context;
pub use divergence::{Divergence, DivergenceReason};
pub use effect::{Effect, Stop};
pub use enabled::{Waiting, deadlock, movable_threads};
pub use explore::{Exploration, ExploreOptions, explore};
pub use follow::{Followed, NotFollowed, follow};
pub use key::{Keyer, Locals};
pub use printed::Printed;
pub use record::Detail;
pub use replay::{replay, run};
pub use simulate::{Candidate, Checkpoint, Decider, Random, Scripted, SimulationEnd, Simulator};
pub use snapshot::snapshot;
pub use state::{Frame, State, Thread};
pub use step::{Flow, StepListener, step};
pub use successors::{Outcome, Successor, Successors, successors};
pub use transition::{Transition, transition};
