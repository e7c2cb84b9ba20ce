//! One instruction or terminator of one thread, executed.

use base::{Id, Span};
use ir::{FaultKind, ObjectId, Value};
use verdict::{StopReason, ViolationKind};

use crate::choices::Choices;
use crate::context::Context;
use crate::effect::{Effect, Stop, effect};
use crate::state::State;

/// How a thread goes on after an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// At its next instruction.
    Next,
    /// The same, and the accept at this place was true.
    Accepted(Option<Span>),
    /// Not at all: it has ended and left the list of threads.
    Ended,
}

/// Sees every instruction just before it takes effect.
pub trait StepListener {
    /// `thread` is about to do this, or stops; the state is the one before.
    fn see(&mut self, ctx: &Context<'_>, state: &State, thread: usize, outcome: Result<&Effect, &Stop>);
}

/// Sees nothing.
impl StepListener for () {
    fn see(&mut self, _: &Context<'_>, _: &State, _: usize, _: Result<&Effect, &Stop>) {}
}

/// Sees if it is there.
impl<W: StepListener> StepListener for Option<W> {
    fn see(&mut self, ctx: &Context<'_>, state: &State, thread: usize, outcome: Result<&Effect, &Stop>) {
        if let Some(listener) = self {
            listener.see(ctx, state, thread, outcome);
        }
    }
}

/// Both see, one after the other.
impl<A: StepListener, B: StepListener> StepListener for (&mut A, &mut B) {
    fn see(&mut self, ctx: &Context<'_>, state: &State, thread: usize, outcome: Result<&Effect, &Stop>) {
        self.0.see(ctx, state, thread, outcome);
        self.1.see(ctx, state, thread, outcome);
    }
}

/// Executes the next instruction or terminator of a live thread. On a stop the state is as before.
pub fn step(
    ctx: &Context<'_>,
    state: &mut State,
    thread: usize,
    choices: &mut dyn Choices,
    listener: &mut dyn StepListener,
) -> Result<Flow, Stop> {
    let running = &state.threads[thread];
    let place = running.top().site(ctx.program).span;
    let outcome = effect(ctx.program, running.top(), &state.view(thread), choices);
    let outcome = outcome.map_err(|stop| match stop {
        Stop::Violation { kind, span: _ } => Stop::Violation { kind, span: place },
        Stop::GaveUp(StopReason::Unsupported(unsupported)) => {
            Stop::GaveUp(StopReason::Unsupported(unsupported.at(place)))
        }
        Stop::Blocked if running.is_atomic() => {
            let kind = ViolationKind::Fault(FaultKind::BlockingInAtomic);
            Stop::Violation { kind, span: place }
        }
        other => other,
    });
    listener.see(ctx, state, thread, outcome.as_ref());
    Ok(apply(ctx, state, thread, outcome?))
}

fn apply(ctx: &Context<'_>, state: &mut State, thread: usize, effect: Effect) -> Flow {
    match effect {
        Effect::Jump { target } => state.threads[thread].top_mut().jump(target),
        Effect::Take { join: _, receives, target } => {
            for receive in receives {
                let message = state.heap.pop_front(receive.channel);
                let message = message.expect("an open join finds as many messages as it receives");
                state.write(thread, receive.dst, message);
            }
            state.threads[thread].top_mut().jump(target);
        }
        Effect::Call { proc, args } => {
            let callee = crate::state::Frame::enter(ctx.program, proc, &args);
            state.threads[thread].frames.push(callee);
        }
        Effect::Return { values } => return leave(ctx, state, thread, values),
        of_instr => return apply_instr(ctx, state, thread, of_instr),
    }
    Flow::Next
}

fn apply_instr(ctx: &Context<'_>, state: &mut State, thread: usize, effect: Effect) -> Flow {
    let site = state.threads[thread].top().site(ctx.program);
    state.threads[thread].top_mut().index += 1;
    match effect {
        Effect::Nothing | Effect::Print { .. } | Effect::Output { .. } => {}
        Effect::Write { dst, value } => state.write(thread, dst, value),
        Effect::SetSlot { object, slot, value } => state.heap.set(object, slot, value),
        Effect::Allocate { dst, class, slots } => {
            let object = state.heap.alloc_with(class, &slots);
            state.write(thread, dst, Value::Ref(object));
        }
        Effect::Insert { set, elements } => {
            for element in elements {
                state.heap.set_insert(set, element);
            }
        }
        Effect::InsertRecords { set, class, records } => {
            for fields in records {
                state.heap.insert_record(set, class, &fields);
            }
        }
        Effect::Remove { set, elements } => {
            for element in elements {
                state.heap.set_remove(set, element);
            }
        }
        Effect::Send { channel, message } => state.heap.push_back(channel, message),
        Effect::Forget { fresh, known, writes } => {
            for (class, slots) in fresh {
                state.heap.alloc_with(class, &slots);
            }
            for (object, slots) in known {
                for (slot, value) in slots.into_iter().enumerate() {
                    state.heap.set(object, slot, value);
                }
            }
            for (place, value) in writes {
                state.write(thread, place, value);
            }
        }
        Effect::Spawn { proc, args } => state.spawn(ctx.program, proc, &args),
        Effect::AtomicBegin => state.threads[thread].atomic_depth += 1,
        // An end without a begin does nothing.
        Effect::AtomicEnd => {
            let depth = &mut state.threads[thread].atomic_depth;
            *depth = depth.saturating_sub(1);
        }
        Effect::Accept => return Flow::Accepted(site.span),
        Effect::Jump { .. } | Effect::Take { .. } | Effect::Call { .. } | Effect::Return { .. } => {
            unreachable!("effects of terminators are applied elsewhere")
        }
    }
    Flow::Next
}

/// Returns from the running frame. The bottom frame's results are dropped, and its thread ends; the end of the
/// initialisation starts the program's threads.
pub(crate) fn leave(ctx: &Context<'_>, state: &mut State, thread: usize, values: Vec<Value>) -> Flow {
    let frames = &mut state.threads[thread].frames;
    frames.pop();
    if let Some(caller) = frames.last_mut() {
        for (&place, value) in caller.resume(ctx.program).iter().zip(values) {
            state.write(thread, place, value);
        }
        return Flow::Next;
    }
    let ended = state.threads.remove(thread);
    if ended.number.is_none() {
        state.start_threads(ctx.program);
    }
    Flow::Ended
}

/// The object that the next allocation makes.
pub(crate) fn next_object(state: &State) -> ObjectId {
    ObjectId::new(state.heap.len())
}
