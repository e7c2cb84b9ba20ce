//! One call followed along its path: what an engine says of an open procedure, executed.
//!
//! The path is a [`verdict::Path`], read off the effects of instructions while they happen. Only the thread that makes
//! the call moves; threads that it starts wait, as a scheduler may let them.

use std::fmt;

use ir::{TermOp, Value};
use verdict::{GivenStart, Path, PathEnd, PathEvent, ProgramPoint, StopReason, UnfitStart};

use crate::choices::Choices;
use crate::context::Context;
use crate::effect::{Effect, Stop};
use crate::state::{Frame, Next, State};
use crate::step::{Flow, StepListener, step};

/// A call and what came of it.
#[derive(Clone, Debug)]
pub struct Followed {
    pub path: Path,
    /// What the procedure returned, if it did.
    pub results: Vec<Value>,
    /// At the end of the path: before the instruction where it ends, unless that is the return of the call.
    pub state: State,
    pub n_instructions: u64,
}

/// Why a call has no path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotFollowed {
    UnfitStart(UnfitStart),
    /// A choice got no answer, or one beyond its alternatives.
    Undecided {
        answer: Option<u64>,
        alternatives: u128,
    },
    /// The interpreter cannot go on, whatever the program means.
    GaveUp(StopReason),
}

impl fmt::Display for NotFollowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnfitStart(unfit) => unfit.fmt(f),
            Self::Undecided { answer: None, alternatives } => {
                write!(f, "a choice among {alternatives} alternatives is not decided")
            }
            Self::Undecided { answer: Some(answer), alternatives } => {
                write!(f, "alternative {answer} of {alternatives} does not exist")
            }
            Self::GaveUp(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for NotFollowed {}

/// Executes the call that a start names up to its end, or up to a number of instructions, where the path is cut.
pub fn follow(
    ctx: &Context<'_>,
    start: &GivenStart,
    choices: &mut dyn Choices,
    max_instructions: u64,
) -> Result<Followed, NotFollowed> {
    let mut state = State::from_given(ctx, start).map_err(NotFollowed::UnfitStart)?;
    let mut seen = Seen::default();
    let mut n_instructions = 0;
    let (end, at) = loop {
        let at = point(state.threads[0].top());
        if n_instructions == max_instructions {
            break (PathEnd::Cut, at);
        }
        match step(ctx, &mut state, 0, choices, &mut seen) {
            Ok(Flow::Next | Flow::Accepted(_)) => n_instructions += 1,
            Ok(Flow::Ended) => {
                n_instructions += 1;
                break (PathEnd::Returned, at);
            }
            Err(Stop::Violation { kind, span }) => break (PathEnd::Failed { kind, span }, at),
            Err(Stop::Pruned) => break (PathEnd::Pruned, at),
            Err(Stop::Blocked) => break (PathEnd::Blocked, at),
            Err(Stop::Undecided { answer, alternatives }) => {
                return Err(NotFollowed::Undecided { answer, alternatives });
            }
            Err(Stop::GaveUp(reason)) => return Err(NotFollowed::GaveUp(reason)),
        }
    };
    let Seen { events, results } = seen;
    Ok(Followed { path: Path { events, end, at }, results, state, n_instructions })
}

fn point(frame: &Frame) -> ProgramPoint {
    ProgramPoint { proc: frame.proc, block: frame.block, index: frame.index }
}

/// What instructions have done to the path.
#[derive(Default)]
struct Seen {
    events: Vec<PathEvent>,
    /// Of the bottom frame.
    results: Vec<Value>,
}

impl StepListener for Seen {
    fn see(&mut self, ctx: &Context<'_>, state: &State, thread: usize, outcome: Result<&Effect, &Stop>) {
        let Ok(effect) = outcome else { return };
        let running = &state.threads[thread];
        let frame = running.top();
        match effect {
            Effect::Jump { target } | Effect::Take { target, .. } if forks(frame.next(ctx.program)) => {
                self.events.push(PathEvent::Branch { proc: frame.proc, from: frame.block, to: *target });
            }
            Effect::Call { proc, args: _ } => self.events.push(PathEvent::Enter { proc: *proc }),
            Effect::Return { values } if running.frames.len() == 1 => self.results.clone_from(values),
            Effect::Jump { .. }
            | Effect::Take { .. }
            | Effect::Return { .. }
            | Effect::Nothing
            | Effect::Write { .. }
            | Effect::SetSlot { .. }
            | Effect::Allocate { .. }
            | Effect::Insert { .. }
            | Effect::InsertRecords { .. }
            | Effect::Remove { .. }
            | Effect::Send { .. }
            | Effect::Spawn { .. }
            | Effect::AtomicBegin
            | Effect::AtomicEnd
            | Effect::Accept
            | Effect::Print { .. }
            | Effect::Output { .. }
            | Effect::Forget { .. } => {}
        }
    }
}

/// Whether control may go to different blocks from here.
fn forks(next: Next<'_>) -> bool {
    match next {
        Next::Instr(_) => false,
        Next::Terminator(terminator) => is_fork(&terminator.op),
    }
}

fn is_fork(op: &TermOp) -> bool {
    let targets = op.targets();
    targets.iter().any(|target| *target != targets[0])
}
