//! States as bytes: the canonical form that the visited set compares.
//!
//! Two states get the same bytes exactly if they differ only in the numbering of objects, in garbage, in locals that
//! do not count (see [`Code`]), and, where neither the program nor a property asks for them, in the numbers of
//! threads. Where a property asks what the last step did, that is part of a state too.

use base::Id;
use heap::{Canonizer, Decoder};
use ir::Value;
use machine::{Code, Frame, State, Thread, Turn};
use temporal::LastStep;

use crate::schedule::Schedule;

/// Writes and reads states. One for each worker.
pub(crate) struct Codec<'p> {
    code: &'p Code<'p>,
    keeps_turns: bool,
    keeps_last_step: bool,
    canonizer: Canonizer,
}

impl<'p> Codec<'p> {
    pub(crate) fn new(code: &'p Code<'p>, schedule: Schedule, keeps_last_step: bool) -> Self {
        Self {
            code,
            keeps_turns: schedule.keeps_turns(),
            keeps_last_step,
            canonizer: Canonizer::new(code.shapes.clone()),
        }
    }

    /// Replaces `out` by the canonical form of the state.
    pub(crate) fn encode(&mut self, state: &State, last: LastStep, out: &mut Vec<u8>) {
        out.clear();
        let code = self.code;
        let State { globals, heap, threads, next_number, turn } = state;
        let mut encoding = self.canonizer.encode(heap, out);
        if self.keeps_turns {
            encoding.number(turn.current.map_or(0, |position| u64::from(position) + 1));
            encoding.number(turn.spent.into());
        }
        if self.keeps_last_step {
            encoding.number(u64::from(last.wrote_null) << 1 | u64::from(last.changed));
        }
        if let Some(below) = code.numbers_below {
            encoding.number((*next_number).min(below) as u64);
        }
        globals.iter().for_each(|&value| encoding.value(value));
        encoding.number(threads.len() as u64);
        for Thread { number, atomic: _, frames, values } in threads {
            if let Some(below) = code.numbers_below {
                encoding.number(((*number).min(below) as i64 + 1) as u64);
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

    /// Reads a state back, and what the last step did. Objects get their canonical numbers; locals that do not count
    /// are null.
    pub(crate) fn decode(&self, bytes: &[u8], state: &mut State) -> LastStep {
        let mut decoder = Decoder::new(bytes);
        state.turn = if self.keeps_turns { read_turn(&mut decoder) } else { Turn::default() };
        let last = if self.keeps_last_step { read_last_step(&mut decoder) } else { LastStep::default() };
        state.next_number = if self.code.numbers_below.is_some() { decoder.number() as i32 } else { 0 };
        for global in &mut state.globals {
            *global = decoder.value();
        }
        let n_threads = decoder.number() as usize;
        state.threads.resize_with(n_threads, Thread::default);
        for thread in &mut state.threads {
            self.decode_thread(&mut decoder, thread);
        }
        decoder.finish(&self.code.shapes, &mut state.heap);
        last
    }

    fn decode_thread(&self, decoder: &mut Decoder<'_>, thread: &mut Thread) {
        thread.number = if self.code.numbers_below.is_some() { decoder.number() as i32 - 1 } else { 0 };
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

fn read_last_step(decoder: &mut Decoder<'_>) -> LastStep {
    let bits = decoder.number();
    LastStep { wrote_null: bits & 2 != 0, changed: bits & 1 != 0 }
}

fn read_turn(decoder: &mut Decoder<'_>) -> Turn {
    let current = decoder.number().checked_sub(1).map(|position| position as u32);
    Turn { current, spent: decoder.number() as u32 }
}
