//! A running state, laid out flat so that copying one into another of the same shape allocates nothing.

use heap::Heap;
use ir::{ProcId, Value};
use verdict::{GivenObject, GivenStart, Start, UnfitStart};

use crate::code::{Code, Point};

/// A procedure that runs or waits for its callee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    pub proc: ProcId,
    /// The next action; for a caller, the call that it waits for.
    pub point: Point,
    /// Where its locals begin in [`Thread::values`].
    pub base: u32,
}

/// A live thread.
#[derive(Debug, Default)]
pub struct Thread {
    /// Its number; -1 is the initialisation.
    pub number: i32,
    /// Atomic sections that it is in, through all frames.
    pub atomic: u32,
    pub frames: Vec<Frame>,
    /// Locals of all frames, the running one last.
    pub values: Vec<Value>,
}

impl Clone for Thread {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &Self) {
        let Self { number, atomic, frames, values } = from;
        self.number = *number;
        self.atomic = *atomic;
        self.frames.clone_from(frames);
        self.values.clone_from(values);
    }
}

impl Thread {
    #[inline]
    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a live thread has a frame")
    }

    #[inline]
    pub fn top_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a live thread has a frame")
    }

    /// Locals of the running procedure.
    #[inline]
    pub fn locals(&self) -> &[Value] {
        &self.values[self.top().base as usize..]
    }

    /// Enters a procedure; the caller fills in the parameters.
    pub fn push_frame(&mut self, code: &Code<'_>, proc: ProcId) {
        let base = self.values.len() as u32;
        self.values.extend_from_slice(&code.frame_defaults[proc]);
        self.frames.push(Frame { proc, point: code.entry_point(proc), base });
    }

    pub fn pop_frame(&mut self) -> Frame {
        let frame = self.frames.pop().expect("a live thread has a frame");
        self.values.truncate(frame.base as usize);
        frame
    }
}

/// What a scheduler remembers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Turn {
    /// Whose turn it is, by position among the live threads.
    pub current: Option<u32>,
    /// Preemptions or delays so far.
    pub spent: u32,
}

/// A whole state.
#[derive(Debug, Default)]
pub struct State {
    pub globals: Vec<Value>,
    pub heap: Heap,
    /// Live threads in order of creation.
    pub threads: Vec<Thread>,
    /// The number of the next thread.
    pub next_number: i32,
    /// Whose turn it is, where the scheduler keeps turns.
    pub turn: Turn,
}

impl Clone for State {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &Self) {
        let Self { globals, heap, threads, next_number, turn } = from;
        self.globals.clone_from(globals);
        self.heap.clone_from(heap);
        self.threads.clone_from(threads);
        self.next_number = *next_number;
        self.turn = *turn;
    }
}

impl State {
    /// The state before anything has run.
    pub fn initial(code: &Code<'_>) -> Self {
        let mut state = Self {
            globals: code.program.globals.iter().map(|global| Value::default_of(global.ty)).collect(),
            ..Self::default()
        };
        match code.program.init {
            Some(init) => {
                let mut thread = Thread { number: -1, atomic: 1, ..Thread::default() };
                thread.push_frame(code, init);
                state.threads.push(thread);
            }
            None => state.start_threads(code),
        }
        state
    }

    /// Where an execution begins.
    ///
    /// # Errors
    ///
    /// If the program cannot begin as it is given.
    pub fn from_start(code: &Code<'_>, start: &Start) -> Result<Self, UnfitStart> {
        let given = match start {
            Start::Program => return Ok(Self::initial(code)),
            Start::Given(given) => given,
        };
        given.check(code.program)?;
        let GivenStart { proc, args, globals, objects } = &**given;
        let mut state = Self { globals: globals.iter().copied().collect(), ..Self::default() };
        for GivenObject { class, slots } in objects {
            state.heap.alloc_with(*class, slots);
        }
        state.spawn(code, *proc).values[..args.len()].copy_from_slice(args);
        Ok(state)
    }

    /// Starts the program's own threads.
    pub fn start_threads(&mut self, code: &Code<'_>) {
        for &proc in &code.program.threads {
            self.spawn(code, proc);
        }
    }

    /// Starts a thread; the caller fills in the parameters.
    pub fn spawn(&mut self, code: &Code<'_>, proc: ProcId) -> &mut Thread {
        let mut thread = Thread { number: self.next_number, ..Thread::default() };
        self.next_number += 1;
        thread.push_frame(code, proc);
        self.threads.push(thread);
        self.threads.last_mut().expect("just pushed")
    }

    /// Whether `init` has not ended: it is the first thread, and no other procedure's.
    pub fn is_initialising(&self, code: &Code<'_>) -> bool {
        let bottom = self.threads.first().map(|thread| thread.frames[0].proc);
        code.program.init.is_some_and(|init| bottom == Some(init))
    }

    /// The thread in an atomic section: no other may move.
    pub fn atomic_thread(&self) -> Option<usize> {
        self.threads.iter().position(|thread| thread.atomic > 0)
    }
}
