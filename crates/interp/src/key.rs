//! Canonical keys of states, for telling states apart and recognising them again.

use base::Id;
use heap::{Canonizer, Encoding, Shapes};
use ir::facts::Liveness;

use crate::context::Context;
use crate::state::{Frame, State, Thread};

/// Which locals tell states apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Locals {
    All,
    /// Only those that may still be read. States with equal keys then behave alike, although they may differ in what is
    /// shown of them.
    Live,
}

/// Makes keys. Owns the scratch memory that canonical numbering needs.
#[derive(Debug)]
pub struct Keyer<'p> {
    canonizer: Canonizer,
    /// For each procedure, if only live locals count.
    liveness: Option<Vec<Liveness<'p>>>,
}

impl<'p> Keyer<'p> {
    pub fn new(ctx: &Context<'p>, locals: Locals) -> Self {
        let program = ctx.program;
        let liveness = match locals {
            Locals::All => None,
            Locals::Live => Some(program.procs.ids().map(|proc| Liveness::new(program, proc)).collect()),
        };
        Self { canonizer: Canonizer::new(Shapes::new(program)), liveness }
    }

    /// The key of a state: the globals, each thread with its stack, and the objects that they reach. Equal keys
    /// mean equal states up to the names of objects. Thread numbers are part of a key only if the program can ask for them.
    pub fn key(&mut self, ctx: &Context<'p>, state: &State) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoding = self.canonizer.encode(&state.heap, &mut bytes);
        state.globals.iter().for_each(|&value| encoding.value(value));
        if ctx.numbers_matter {
            encoding.number(state.next_number.into());
        }
        encoding.number(state.threads.len() as u64);
        for thread in &state.threads {
            put_thread(&mut encoding, ctx, thread, self.liveness.as_deref());
        }
        encoding.finish();
        bytes
    }
}

fn put_thread(
    encoding: &mut Encoding<'_>,
    ctx: &Context<'_>,
    thread: &Thread,
    liveness: Option<&[Liveness<'_>]>,
) {
    encoding.number(match thread.number {
        None => 0,
        Some(number) if ctx.numbers_matter => 1 + u64::from(number),
        Some(_) => 1,
    });
    encoding.number(thread.atomic_depth.into());
    encoding.number(thread.frames.len() as u64);
    for (depth, frame) in thread.frames.iter().enumerate() {
        encoding.number(frame.proc.index() as u64);
        encoding.number(frame.block.index() as u64);
        encoding.number(frame.index as u64);
        let is_top = depth + 1 == thread.frames.len();
        match liveness {
            None => frame.locals.iter().for_each(|&value| encoding.value(value)),
            Some(liveness) => put_live(encoding, frame, is_top, &liveness[frame.proc.index()]),
        }
    }
}

/// Which locals are live depends on the place alone, so they need no names in the key.
fn put_live(encoding: &mut Encoding<'_>, frame: &Frame, is_top: bool, liveness: &Liveness<'_>) {
    let live = match is_top {
        true => liveness.set_before(frame.block, frame.index),
        false => liveness.live_across_call(frame.block).expect("a frame below the top stands at a call"),
    };
    live.iter().for_each(|local| encoding.value(frame.locals[local]));
}
