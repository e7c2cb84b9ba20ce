//! Which threads may move, and what it means that none can.

use base::Span;
use ir::TermOp;
use verdict::StopReason;

use crate::context::Context;
use crate::select;
use crate::state::{Next, State};

/// How a thread waits at a select without an open join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The program may end here.
    pub at_end: bool,
    /// Of the select.
    pub span: Option<Span>,
}

/// How the thread waits, if it does. A thread in an atomic section never waits: that it cannot go on is a fault,
/// which happens when it moves.
pub fn waiting(ctx: &Context<'_>, state: &State, thread: usize) -> Result<Option<Waiting>, StopReason> {
    let running = &state.threads[thread];
    let Next::Terminator(terminator) = running.top().next(ctx.program) else { return Ok(None) };
    let TermOp::Select { joins, first: _, end } = &terminator.op else { return Ok(None) };
    if running.is_atomic() || select::is_open(ctx.program, &state.view(thread), joins)? {
        return Ok(None);
    }
    Ok(Some(Waiting { at_end: *end, span: terminator.site.span }))
}

/// The positions of the threads that may move, in order.
pub fn movable_threads(ctx: &Context<'_>, state: &State) -> Result<Vec<usize>, StopReason> {
    if let Some(alone) = state.atomic_thread() {
        return Ok(vec![alone]);
    }
    let mut movable = Vec::new();
    for thread in 0..state.threads.len() {
        if waiting(ctx, state, thread)?.is_none() {
            movable.push(thread);
        }
    }
    Ok(movable)
}

/// Whether this thread may move; it is live.
pub fn may_move(ctx: &Context<'_>, state: &State, thread: usize) -> Result<bool, StopReason> {
    match state.atomic_thread() {
        Some(alone) => Ok(alone == thread),
        None => Ok(waiting(ctx, state, thread)?.is_none()),
    }
}

/// The first thread that waits where the program may not end, in a state where no thread can move. `None` if some
/// thread can, or if all that are left wait at a valid end.
pub fn deadlock(ctx: &Context<'_>, state: &State) -> Result<Option<Waiting>, StopReason> {
    let mut stuck = None;
    for thread in 0..state.threads.len() {
        match waiting(ctx, state, thread)? {
            None => return Ok(None),
            Some(waiting) if !waiting.at_end => {
                stuck.get_or_insert(waiting);
            }
            Some(_) => {}
        }
    }
    Ok(stuck)
}
