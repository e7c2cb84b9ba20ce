//! Canonical keys of states, for distinguishing states and recognising them again.

use base::Id;
use heap::{Canonizer, Encoding, Shapes};
use ir::facts::{Liveness, LocalSet};
use ir::{LocalId, LocalKind, Place};

use crate::context::Context;
use crate::state::{Frame, State, Thread};

/// Which locals distinguish states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Locals {
    All,
    /// Only those that may still be read. States with equal keys then behave alike, although they may differ in what is
    /// shown of them.
    Live,
    /// Those that may still be read, and all of the user's. States with equal keys then look alike to every formula
    /// too.
    LiveAndUser,
}

/// Makes keys. Owns the scratch memory that canonical numbering needs.
#[derive(Debug)]
pub struct Keyer<'p> {
    canonizer: Canonizer,
    locals: Locals,
    /// For each procedure, unless all locals count.
    liveness: Vec<Liveness<'p>>,
}

impl<'p> Keyer<'p> {
    pub fn new(ctx: &Context<'p>, locals: Locals) -> Self {
        let program = ctx.program;
        let liveness = match locals {
            Locals::All => Vec::new(),
            Locals::Live | Locals::LiveAndUser => {
                program.procs.ids().map(|proc| Liveness::new(program, proc)).collect()
            }
        };
        Self { canonizer: Canonizer::new(Shapes::new(program)), locals, liveness }
    }

    /// The key of a state: the globals, each thread with its stack, and the objects that they reach. Equal keys
    /// mean equal states up to the names of objects. Thread numbers are part of a key only if the program or a
    /// property can ask for them, and as far as they can.
    pub fn key(&mut self, ctx: &Context<'p>, state: &State) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoding = self.canonizer.encode(&state.heap, &mut bytes);
        let counted = Counted { ctx, locals: self.locals, liveness: &self.liveness };
        state.globals.iter().for_each(|&value| encoding.value(value));
        if let Some(below) = ctx.numbers_below {
            encoding.number(state.next_number.min(below).into());
        }
        encoding.number(state.threads.len() as u64);
        for thread in &state.threads {
            counted.put_thread(&mut encoding, thread);
        }
        encoding.finish();
        bytes
    }

    /// The key of what the running procedure of a thread sees: its place, its locals, the globals, and the objects that
    /// they reach. Until it returns, it behaves alike in all states where it sees the same, if there is no other
    /// thread.
    pub fn sight(&mut self, ctx: &Context<'p>, state: &State, thread: &Thread) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoding = self.canonizer.encode(&state.heap, &mut bytes);
        let counted = Counted { ctx, locals: self.locals, liveness: &self.liveness };
        state.globals.iter().for_each(|&value| encoding.value(value));
        encoding.number(thread.atomic_depth.into());
        counted.put_frame(&mut encoding, thread.top(), true);
        encoding.finish();
        bytes
    }
}

/// Which locals count.
struct Counted<'a, 'p> {
    ctx: &'a Context<'p>,
    locals: Locals,
    liveness: &'a [Liveness<'p>],
}

impl Counted<'_, '_> {
    fn put_thread(&self, encoding: &mut Encoding<'_>, thread: &Thread) {
        encoding.number(match (thread.number, self.ctx.numbers_below) {
            (None, _) => 0,
            (Some(number), Some(below)) => 1 + u64::from(number.min(below)),
            (Some(_), None) => 1,
        });
        encoding.number(thread.atomic_depth.into());
        encoding.number(thread.frames.len() as u64);
        for (depth, frame) in thread.frames.iter().enumerate() {
            self.put_frame(encoding, frame, depth + 1 == thread.frames.len());
        }
    }

    /// Which locals count depends on the place alone, so they need no names in the key. What a call is about to write
    /// is not seen.
    fn put_frame(&self, encoding: &mut Encoding<'_>, frame: &Frame, is_top: bool) {
        encoding.number(frame.proc.index() as u64);
        encoding.number(frame.block.index() as u64);
        encoding.number(frame.index as u64);
        if self.locals == Locals::All {
            return frame.locals.iter().for_each(|&value| encoding.value(value));
        }
        let live = self.live(frame, is_top);
        let code = frame.code(self.ctx.program);
        let of_user =
            |local: LocalId| self.locals == Locals::LiveAndUser && code.locals[local].kind == LocalKind::User;
        let awaited = if is_top { &[] } else { frame.awaited_results(self.ctx.program) };
        let is_awaited = |local: LocalId| awaited.contains(&Place::Local(local));
        let counts = |&local: &LocalId| live.contains(local) || (of_user(local) && !is_awaited(local));
        frame.locals.ids().filter(counts).for_each(|local| encoding.value(frame.locals[local]));
    }

    fn live(&self, frame: &Frame, is_top: bool) -> LocalSet {
        let liveness = &self.liveness[frame.proc.index()];
        match is_top {
            true => liveness.set_before(frame.block, frame.index),
            false => liveness.live_across_call(frame.block).expect("a frame below the top stands at a call"),
        }
    }
}
