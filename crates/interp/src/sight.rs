//! What temporal properties see of states and of the moves between them.

use logic::AtomSet;
use temporal::{End, LastStep, Running, Temporal, View};
use verdict::StopReason;

use ir::{HeapOp, NullPolicy, Op, Place, Value};

use crate::context::Context;
use crate::effect::{Effect, Stop};
use crate::enabled::{deadlock, movable_threads};
use crate::state::{Frame, Next, State, Thread};
use crate::step::StepListener;

/// Whether the initialisation is over, so that states have letters.
pub fn has_letter(state: &State) -> bool {
    state.threads.iter().all(|thread| thread.number.is_some())
}

/// The atoms that hold in a state between two moves.
pub fn letter(property: &Temporal, state: &State, end: End, last: LastStep) -> AtomSet {
    let running: Vec<Running<'_>> = state.threads.iter().map(running).collect();
    let globals = state.globals.as_slice();
    property.letter(&View { heap: &state.heap, globals, running: &running, end, last })
}

fn running(thread: &Thread) -> Running<'_> {
    let Frame { proc, block, index, locals } = thread.top();
    let number = thread.number;
    Running { number, proc: *proc, block: *block, index: *index, locals: locals.as_slice() }
}

/// Whether and how an execution ends in a state.
pub fn end(ctx: &Context<'_>, state: &State) -> Result<End, StopReason> {
    if !movable_threads(ctx, state)?.is_empty() {
        return Ok(End::GoesOn);
    }
    let waiting = deadlock(ctx, state)?;
    Ok(if waiting.is_some() { End::Stuck } else { End::Terminated })
}

/// Frames on the stacks of all threads.
pub(crate) fn n_frames(state: &State) -> usize {
    state.threads.iter().map(|thread| thread.frames.len()).sum()
}

/// What a move did, beyond the state that it reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StepEffects {
    pub last: LastStep,
    /// The least number of frames that the moving thread had on the way.
    pub lowest: usize,
}

impl StepEffects {
    /// Of a move that has done nothing yet.
    pub fn begin(state: &State, thread: usize) -> Self {
        let last = LastStep { wrote_null: false, changed: false };
        Self { last, lowest: state.threads[thread].frames.len() }
    }
}

impl StepListener for StepEffects {
    fn see(&mut self, ctx: &Context<'_>, state: &State, thread: usize, outcome: Result<&Effect, &Stop>) {
        let Ok(effect) = outcome else { return };
        self.last.changed |= changes(ctx, state, thread, effect);
        self.last.wrote_null |= writes_null(ctx, state, thread, effect);
        if let Effect::Return { .. } = effect {
            self.lowest = self.lowest.min(state.threads[thread].frames.len() - 1);
        }
    }
}

/// Whether an effect gives a global, a field or an element another value, makes an object, or belongs to an operation
/// that adds to or takes from a set or channel, whatever it does there.
fn changes(ctx: &Context<'_>, state: &State, thread: usize, effect: &Effect) -> bool {
    let is_new = |place: Place, value: Value| match place {
        Place::Global(global) => state.globals[global] != value,
        Place::Local(_) => false,
    };
    match effect {
        Effect::Write { dst, value } => is_new(*dst, *value),
        Effect::SetSlot { object, slot, value } => state.heap.get(*object, *slot) != *value,
        Effect::Return { values } => {
            let results = results(ctx, state, thread);
            results.iter().zip(values).any(|(&place, &value)| is_new(place, value))
        }
        Effect::Take { receives, .. } => !receives.is_empty(),
        Effect::Forget { fresh, known, writes } => {
            !fresh.is_empty()
                || known.iter().any(|(object, slots)| state.heap.slots(*object) != &slots[..])
                || writes.iter().any(|&(place, value)| is_new(place, value))
        }
        Effect::Allocate { .. }
        | Effect::Insert { .. }
        | Effect::InsertRecords { .. }
        | Effect::Remove { .. }
        | Effect::Send { .. } => true,
        Effect::Nothing
        | Effect::Spawn { .. }
        | Effect::AtomicBegin
        | Effect::AtomicEnd
        | Effect::Accept
        | Effect::Print { .. }
        | Effect::Output { .. }
        | Effect::Jump { .. }
        | Effect::Call { .. } => false,
    }
}

/// Where the results of the running procedure of a thread go; nowhere from the bottom frame.
fn results<'p>(ctx: &Context<'p>, state: &State, thread: usize) -> &'p [Place] {
    let frames = &state.threads[thread].frames;
    let caller = frames.len().checked_sub(2).map(|below| &frames[below]);
    caller.map_or(&[], |caller| caller.awaited_results(ctx.program))
}

/// Whether the effect is that of a store to a field of null, which does nothing.
fn writes_null(ctx: &Context<'_>, state: &State, thread: usize, effect: &Effect) -> bool {
    let Next::Instr(instr) = state.threads[thread].top().next(ctx.program) else { return false };
    *effect == Effect::Nothing && matches!(instr.op, Op::Heap(HeapOp::Store { null: NullPolicy::Total, .. }))
}
