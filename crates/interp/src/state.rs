//! States: globals, a heap, and live threads with stacks of frames; where the program begins, or as they are given.

use base::IndexVec;
use heap::Heap;
use ir::{
    Block, BlockId, Environment, GlobalId, Instr, LocalId, Place, Proc, ProcId, Program, Site, TermOp,
    Terminator, Value,
};
use verdict::{GivenObject, GivenStart, Start, UnfitStart};

use crate::context::Context;

/// A state of a program.
#[derive(Clone, Debug)]
pub struct State {
    pub globals: IndexVec<GlobalId, Value>,
    pub heap: Heap,
    /// The live threads, in order of creation. A thread that ends leaves the list.
    pub threads: Vec<Thread>,
    /// The number of the thread that starts next.
    pub next_number: u32,
}

/// A live thread. It has at least one frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    /// `None` is the thread of [`Program::init`].
    pub number: Option<u32>,
    /// How many atomic sections it is inside of.
    pub atomic_depth: u32,
    /// The running frame comes last.
    pub frames: Vec<Frame>,
}

/// An activation of a procedure.
///
/// A frame that has called another stays at the call until the callee returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    pub proc: ProcId,
    pub block: BlockId,
    /// Of the next instruction; the terminator comes just behind the last.
    pub index: usize,
    pub locals: IndexVec<LocalId, Value>,
}

/// What stands at a frame's place.
#[derive(Clone, Copy, Debug)]
pub enum Next<'p> {
    Instr(&'p Instr),
    Terminator(&'p Terminator),
}

impl State {
    /// Where a program starts: with `init` alone if it has one, otherwise with its threads.
    pub fn initial(ctx: &Context<'_>) -> Self {
        let program = ctx.program;
        let globals = program.globals.iter().map(|global| Value::default_of(global.ty)).collect();
        let mut state = State { globals, heap: Heap::new(), threads: Vec::new(), next_number: 0 };
        match program.init {
            Some(init) => state.threads.push(Thread::new(None, Frame::enter(program, init, &[]))),
            None => state.start_threads(program),
        }
        state
    }

    /// Where an execution begins.
    ///
    /// # Errors
    ///
    /// If the program cannot begin as it is given.
    pub fn from_start(ctx: &Context<'_>, start: &Start) -> Result<Self, UnfitStart> {
        match start {
            Start::Program => Ok(Self::initial(ctx)),
            Start::Given(given) => Self::from_given(ctx, given),
        }
    }

    pub(crate) fn from_given(ctx: &Context<'_>, start: &GivenStart) -> Result<Self, UnfitStart> {
        start.check(ctx.program)?;
        let GivenStart { proc, args, globals, objects } = start;
        let mut heap = Heap::new();
        for GivenObject { class, slots } in objects {
            heap.alloc_with(*class, slots);
        }
        let mut state = State { globals: globals.clone(), heap, threads: Vec::new(), next_number: 0 };
        state.spawn(ctx.program, *proc, args);
        Ok(state)
    }

    /// Starts the threads of the program: the end of `init`.
    pub(crate) fn start_threads(&mut self, program: &Program) {
        for &proc in &program.threads {
            self.spawn(program, proc, &[]);
        }
    }

    pub(crate) fn spawn(&mut self, program: &Program, proc: ProcId, args: &[Value]) {
        self.threads.push(Thread::new(Some(self.next_number), Frame::enter(program, proc, args)));
        self.next_number += 1;
    }

    /// The thread that no other may interrupt.
    pub fn atomic_thread(&self) -> Option<usize> {
        self.threads.iter().position(Thread::is_atomic)
    }

    /// The value of a variable that the running frame of this thread sees.
    pub fn read(&self, thread: usize, place: Place) -> Value {
        match place {
            Place::Local(local) => self.threads[thread].top().locals[local],
            Place::Global(global) => self.globals[global],
        }
    }

    pub(crate) fn write(&mut self, thread: usize, place: Place, value: Value) {
        match place {
            Place::Local(local) => self.threads[thread].top_mut().locals[local] = value,
            Place::Global(global) => self.globals[global] = value,
        }
    }

    /// What the running frame of this thread sees.
    pub fn view(&self, thread: usize) -> View<'_> {
        let thread = &self.threads[thread];
        View { globals: &self.globals, heap: &self.heap, locals: &thread.top().locals, number: thread.number }
    }

    /// All values that stand in variables: what keeps objects alive.
    pub fn roots(&self) -> impl Iterator<Item = Value> {
        let frames = self.threads.iter().flat_map(|thread| &thread.frames);
        self.globals.iter().chain(frames.flat_map(|frame| &frame.locals)).copied()
    }
}

impl Thread {
    fn new(number: Option<u32>, frame: Frame) -> Self {
        Self { number, atomic_depth: 0, frames: vec![frame] }
    }

    /// Whether no other thread may move now. The initialisation is atomic as a whole.
    pub fn is_atomic(&self) -> bool {
        self.number.is_none() || self.atomic_depth > 0
    }

    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a live thread has a frame")
    }

    pub fn top_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a live thread has a frame")
    }
}

impl Frame {
    /// The procedure about to begin: parameters hold the arguments, all other locals their defaults.
    pub fn enter(program: &Program, proc: ProcId, args: &[Value]) -> Self {
        let code = &program.procs[proc];
        let given = args.iter().copied();
        let rest = code.locals.iter().skip(args.len()).map(|local| Value::default_of(local.ty));
        Self { proc, block: code.entry(), index: 0, locals: given.chain(rest).collect() }
    }

    pub fn code<'p>(&self, program: &'p Program) -> &'p Proc {
        &program.procs[self.proc]
    }

    fn block<'p>(&self, program: &'p Program) -> &'p Block {
        &self.code(program).blocks[self.block]
    }

    /// The instruction or terminator that comes next.
    pub fn next<'p>(&self, program: &'p Program) -> Next<'p> {
        let block = self.block(program);
        block.instrs.get(self.index).map_or(Next::Terminator(&block.terminator), Next::Instr)
    }

    pub fn site(&self, program: &Program) -> Site {
        self.block(program).site(self.index)
    }

    /// Where the results of the call belong that the frame waits for.
    pub(crate) fn awaited_results<'p>(&self, program: &'p Program) -> &'p [Place] {
        match self.next(program) {
            Next::Terminator(terminator) => match &terminator.op {
                TermOp::Call { results, .. } => results,
                TermOp::Goto { .. }
                | TermOp::Branch { .. }
                | TermOp::Switch { .. }
                | TermOp::SwitchClass { .. }
                | TermOp::Return { .. }
                | TermOp::Opaque { .. }
                | TermOp::Select { .. } => &[],
            },
            Next::Instr(_) => &[],
        }
    }

    pub(crate) fn jump(&mut self, target: BlockId) {
        self.block = target;
        self.index = 0;
    }

    /// Goes on behind the call where the frame stands, and says where its results belong.
    pub(crate) fn resume<'p>(&mut self, program: &'p Program) -> &'p [Place] {
        match &self.block(program).terminator.op {
            TermOp::Call { results, next, .. } => {
                self.jump(*next);
                results
            }
            other => panic!("a frame of {} resumes at {other:?}", self.code(program).name),
        }
    }
}

/// What an instruction can read: a frame's locals, the globals and the heap.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub globals: &'a IndexVec<GlobalId, Value>,
    pub heap: &'a Heap,
    pub locals: &'a IndexVec<LocalId, Value>,
    pub number: Option<u32>,
}

impl Environment for View<'_> {
    fn local(&self, local: LocalId) -> Value {
        self.locals[local]
    }

    fn global(&self, global: GlobalId) -> Value {
        self.globals[global]
    }

    /// The initialisation has no number; it sees -1.
    fn self_id(&self) -> i64 {
        self.number.map_or(-1, i64::from)
    }
}
