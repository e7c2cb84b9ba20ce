//! A whole state in the user's terms.

use heap::reachable;
use ir::{ClassKind, Global, GlobalId, LocalKind, ObjectId};
use verdict::{Binding, FrameView, Inputs, ObjectView, Snapshot, Start, ThreadStatus, ThreadView};

use crate::calls::arguments;
use crate::context::Context;
use crate::enabled::waiting;
use crate::show::{class_name, object_number, show, slot_name};
use crate::state::{Frame, State};

/// The state as it is shown: variables of the user, and all objects that variables reach.
pub fn snapshot(ctx: &Context<'_>, state: &State) -> Snapshot {
    Snapshot {
        globals: globals(ctx, state),
        threads: (0..state.threads.len()).map(|thread| thread_view(ctx, state, thread)).collect(),
        objects: objects(ctx, state),
    }
}

/// The state before anything has run, as the inputs of a call; nothing, where the program begins as it always does.
pub(crate) fn inputs(ctx: &Context<'_>, state: &State, start: &Start) -> Option<Inputs> {
    let Start::Given(given) = start else { return None };
    let code = &ctx.program.procs[given.proc];
    Some(Inputs {
        proc: code.name.clone(),
        span: code.span,
        args: arguments(ctx.program, &state.heap, given.proc, &given.args),
        globals: globals(ctx, state),
        objects: objects(ctx, state),
    })
}

fn globals(ctx: &Context<'_>, state: &State) -> Vec<Binding> {
    let binding = |(id, global): (GlobalId, &Global)| Binding {
        name: global.name.clone(),
        value: show(ctx.program, &state.heap, Some(global.ty), state.globals[id]),
    };
    ctx.program.globals.iter_enumerated().map(binding).collect()
}

fn objects(ctx: &Context<'_>, state: &State) -> Vec<ObjectView> {
    reachable(&state.heap, state.roots()).into_iter().map(|object| object_view(ctx, state, object)).collect()
}

fn thread_view(ctx: &Context<'_>, state: &State, thread: usize) -> ThreadView {
    let status = match waiting(ctx, state, thread) {
        Ok(Some(waiting)) if waiting.at_end => ThreadStatus::BlockedAtEnd,
        Ok(Some(_)) => ThreadStatus::Blocked,
        // A guard that takes too long to evaluate shows when the thread moves.
        Ok(None) | Err(_) => ThreadStatus::Runnable,
    };
    let live = &state.threads[thread];
    let frames = live.frames.iter().map(|frame| frame_view(ctx, state, frame)).collect();
    ThreadView { number: live.number, status, frames }
}

fn frame_view(ctx: &Context<'_>, state: &State, frame: &Frame) -> FrameView {
    let code = frame.code(ctx.program);
    let users = code.locals.iter_enumerated().filter(|(_, local)| local.kind == LocalKind::User);
    let locals = users.map(|(id, local)| Binding {
        name: local.name.clone(),
        value: show(ctx.program, &state.heap, Some(local.ty), frame.locals[id]),
    });
    FrameView { proc: code.name.clone(), span: frame.site(ctx.program).span, locals: locals.collect() }
}

fn object_view(ctx: &Context<'_>, state: &State, object: ObjectId) -> ObjectView {
    let (program, heap) = (ctx.program, &state.heap);
    let is_record = matches!(program.classes[heap.class(object)].kind, ClassKind::Record { .. });
    let binding = |(slot, &value)| {
        let (name, ty) = slot_name(program, heap, object, slot);
        let name = if is_record { name.trim_start_matches('.').to_owned() } else { name };
        Binding { name, value: show(program, heap, Some(ty), value) }
    };
    ObjectView {
        number: object_number(object),
        class: class_name(program, heap, object).to_owned(),
        slots: heap.slots(object).iter().enumerate().map(binding).collect(),
    }
}
