//! States as bytes: the canonical form that the visited set compares.
//!
//! Two states get the same bytes exactly if they differ only in the numbering of objects, in garbage, in dead
//! locals, and, where the program never asks for them, in the numbers of threads.

use base::Id;
use heap::{Canonizer, Decoder};
use ir::Value;
use machine::{Code, Frame, State, Thread, Turn};

use crate::schedule::Schedule;

/// Writes and reads states. One for each worker.
pub(crate) struct Codec<'p> {
    code: &'p Code<'p>,
    keeps_turns: bool,
    canonizer: Canonizer,
}

impl<'p> Codec<'p> {
    pub(crate) fn new(code: &'p Code<'p>, schedule: Schedule) -> Self {
        Self { code, keeps_turns: schedule.keeps_turns(), canonizer: Canonizer::new(code.shapes.clone()) }
    }

    /// Replaces `out` by the canonical form of the state.
    pub(crate) fn encode(&mut self, state: &State, out: &mut Vec<u8>) {
        out.clear();
        let code = self.code;
        let State { globals, heap, threads, next_number, accepting, turn } = state;
        let mut encoding = self.canonizer.encode(heap, out);
        if self.keeps_turns {
            encoding.number(turn.current.map_or(0, |position| u64::from(position) + 1));
            encoding.number(turn.spent.into());
        }
        if code.has_accept {
            encoding.number((*accepting).into());
        }
        if code.uses_self {
            encoding.number(*next_number as u64);
        }
        globals.iter().for_each(|&value| encoding.value(value));
        encoding.number(threads.len() as u64);
        for Thread { number, atomic: _, frames, values } in threads {
            if code.uses_self {
                encoding.number((*number + 1) as u64);
            }
            encoding.number(frames.len() as u64);
            for (index, frame) in frames.iter().enumerate() {
                encoding.number(frame.point.into());
                let locals = &values[frame.base as usize..];
                for local in code.live(frame.point, index + 1 == frames.len()) {
                    encoding.value(locals[local.index()]);
                }
            }
        }
        encoding.finish();
    }

    /// Reads a state back. Objects get their canonical numbers; dead locals are null.
    pub(crate) fn decode(&self, bytes: &[u8], state: &mut State) {
        let mut decoder = Decoder::new(bytes);
        state.turn = if self.keeps_turns { read_turn(&mut decoder) } else { Turn::default() };
        state.accepting = self.code.has_accept && decoder.number() != 0;
        state.next_number = if self.code.uses_self { decoder.number() as i32 } else { 0 };
        for global in &mut state.globals {
            *global = decoder.value();
        }
        let n_threads = decoder.number() as usize;
        state.threads.resize_with(n_threads, Thread::default);
        for thread in &mut state.threads {
            self.decode_thread(&mut decoder, thread);
        }
        decoder.finish(&self.code.shapes, &mut state.heap);
    }

    fn decode_thread(&self, decoder: &mut Decoder<'_>, thread: &mut Thread) {
        thread.number = if self.code.uses_self { decoder.number() as i32 - 1 } else { 0 };
        thread.frames.clear();
        thread.values.clear();
        let n_frames = decoder.number() as usize;
        for index in 0..n_frames {
            let point = decoder.number() as u32;
            let proc = self.code.facts(point).proc;
            let base = thread.values.len();
            thread.frames.push(Frame { proc, point, base: base as u32 });
            thread.values.resize(base + self.code.frame_defaults[proc].len(), Value::Null);
            for local in self.code.live(point, index + 1 == n_frames) {
                thread.values[base + local.index()] = decoder.value();
            }
        }
        thread.atomic = self.atomic_depth(&thread.frames);
    }

    /// Atomic sections that a stack is in: they follow from where its frames stand.
    fn atomic_depth(&self, frames: &[Frame]) -> u32 {
        let initialising = self.code.program.init.is_some_and(|init| frames[0].proc == init);
        let sections: u32 = frames.iter().map(|frame| self.code.facts(frame.point).atomic).sum();
        sections + u32::from(initialising)
    }
}

fn read_turn(decoder: &mut Decoder<'_>) -> Turn {
    let current = decoder.number().checked_sub(1).map(|position| position as u32);
    Turn { current, spent: decoder.number() as u32 }
}
