//! One move of one thread: the unit of a trace, between two places where threads may switch.
//!
//! A move begins where the thread stands and goes on to just before the next instruction marked `step`, or until
//! the thread blocks or ends. Inside an atomic section marks do not count, except where the thread may go on without
//! leaving the section: there a move ends too, so that an endless loop inside an atomic section is an endless sequence
//! of moves, and no endless move. No other thread may move at such an end.

use base::Span;
use verdict::StopReason;

use crate::choices::Choices;
use crate::context::Context;
use crate::effect::Stop;
use crate::state::{State, Thread};
use crate::step::{Flow, StepListener, step};

/// How many instructions one move may execute.
pub const TRANSITION_BUDGET: u64 = 10_000_000;

/// What is known of a move beyond the state that it reaches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transition {
    /// The places of the accepts that were true: the move is accepting if there is one.
    pub accepts: Vec<Option<Span>>,
}

impl Transition {
    pub fn is_accepting(&self) -> bool {
        !self.accepts.is_empty()
    }
}

/// Moves a thread that may move. On a stop, the state is the one before the instruction that stopped.
pub fn transition(
    ctx: &Context<'_>,
    state: &mut State,
    thread: usize,
    choices: &mut dyn Choices,
    listener: &mut dyn StepListener,
) -> Result<Transition, Stop> {
    let mut done = Transition::default();
    for executed in 0..TRANSITION_BUDGET {
        match step(ctx, state, thread, choices, listener) {
            Ok(Flow::Next) => {}
            Ok(Flow::Accepted(span)) => done.accepts.push(span),
            Ok(Flow::Ended) => return Ok(done),
            Err(Stop::Blocked) if executed > 0 => return Ok(done),
            Err(stop) => return Err(stop),
        }
        if pauses(ctx, &state.threads[thread]) {
            return Ok(done);
        }
    }
    Err(Stop::GaveUp(StopReason::StepTooLong(TRANSITION_BUDGET)))
}

/// Whether a move ends where the thread stands now.
fn pauses(ctx: &Context<'_>, thread: &Thread) -> bool {
    let frame = thread.top();
    frame.site(ctx.program).step && (!thread.is_atomic() || ctx.cuts_before(frame))
}
