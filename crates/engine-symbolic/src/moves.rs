//! From a path to a trace: the instructions of an execution, cut into the moves of its thread.
//!
//! The events of a path and the numbers of the instructions that make choices determine every instruction in order. A
//! move ends before the next one that begins a step, as in `interp`: inside atomic sections only where the thread could
//! stay in the section forever. The initialiser is one atomic section.

use base::{Id, IndexVec};
use ir::facts::{AtomicSections, CallGraph};
use ir::{BlockId, Op, ProcId, Program, TermOp, ThreadOp};
use verdict::{PathEvent, Start, StopReason, Trace, TraceStep};

use crate::executor::{End, Executor};

/// Longer traces are not made.
const MOST_STEPS: usize = 2_000_000;

/// What one thread executes.
struct Run<'a> {
    proc: ProcId,
    events: &'a [PathEvent],
    /// Instructions that are complete; one more is the last.
    n_steps: u64,
    /// How choices fall, with the numbers of their instructions.
    decisions: &'a [(u64, u64)],
    /// Sections that are open from the beginning.
    atomic: u32,
}

impl Executor<'_> {
    /// The present path as a call in a given state.
    pub(crate) fn trace_of_call(&mut self, end: &End) -> Result<Trace, StopReason> {
        let example = self.example(end)?;
        let decisions = self.state.decisions.iter().map(|decision| decision.step);
        let decisions: Vec<(u64, u64)> = decisions.zip(example.choices).collect();
        let mut cutter = Cutter::new(self.program);
        cutter.cut(self.run(&decisions))?;
        Ok(Trace { start: Start::from(example.start), steps: cutter.steps, loop_start: None })
    }

    /// The present path as an execution of the whole program.
    pub(crate) fn trace_of_program(&mut self) -> Result<Trace, StopReason> {
        let [of_init, decisions] = self.decisions()?;
        let mut cutter = Cutter::new(self.program);
        if let Some(init) = self.program.init {
            let crate::example::InitialState { events, n_steps, .. } = &self.initial;
            cutter.cut(Run { proc: init, events, n_steps: *n_steps, decisions: &of_init, atomic: 1 })?;
        }
        cutter.cut(self.run(&decisions))?;
        Ok(Trace { start: Start::Program, steps: cutter.steps, loop_start: None })
    }

    fn run<'a>(&'a self, decisions: &'a [(u64, u64)]) -> Run<'a> {
        let events = self.state.events();
        Run { proc: self.query.entry, events, n_steps: self.state.n_steps, decisions, atomic: 0 }
    }
}

struct Cutter<'p> {
    program: &'p Program,
    calls: CallGraph,
    /// Made where they are needed.
    sections: IndexVec<ProcId, Option<AtomicSections>>,
    steps: Vec<TraceStep>,
}

#[derive(Clone, Copy)]
struct Point {
    proc: ProcId,
    block: BlockId,
    index: usize,
}

impl Point {
    fn entry(proc: ProcId) -> Self {
        Self { proc, block: BlockId::new(0), index: 0 }
    }
}

impl<'p> Cutter<'p> {
    fn new(program: &'p Program) -> Self {
        let sections = program.procs.iter().map(|_| None).collect();
        Self { program, calls: CallGraph::new(program), sections, steps: Vec::new() }
    }

    fn cut(&mut self, run: Run<'_>) -> Result<(), StopReason> {
        let Run { proc, events, n_steps, decisions, mut atomic } = run;
        let mut events = events.iter();
        let mut decisions = decisions.iter().peekable();
        let mut callers: Vec<Point> = Vec::new();
        let mut at = Point::entry(proc);
        let mut choices = Vec::new();
        for step in 0..=n_steps {
            while let Some(&(_, choice)) = decisions.next_if(|decision| decision.0 == step) {
                choices.push(choice);
            }
            if step == n_steps {
                break;
            }
            at = self.after(at, &mut events, &mut callers, &mut atomic);
            if self.begins_move(at, atomic) {
                self.add(std::mem::take(&mut choices))?;
            }
        }
        self.add(choices)
    }

    fn add(&mut self, choices: Vec<u64>) -> Result<(), StopReason> {
        if self.steps.len() >= MOST_STEPS {
            return Err(StopReason::TraceTooLong(MOST_STEPS as u64));
        }
        self.steps.push(TraceStep { thread: 0, choices });
        Ok(())
    }

    /// Where control is after an instruction.
    fn after<'e>(
        &self,
        at: Point,
        events: &mut impl Iterator<Item = &'e PathEvent>,
        callers: &mut Vec<Point>,
        atomic: &mut u32,
    ) -> Point {
        let block = &self.program.procs[at.proc].blocks[at.block];
        if let Some(instr) = block.instrs.get(at.index) {
            match instr.op {
                Op::Thread(ThreadOp::AtomicBegin) => *atomic += 1,
                Op::Thread(ThreadOp::AtomicEnd) => *atomic = atomic.saturating_sub(1),
                _ => {}
            }
            return Point { index: at.index + 1, ..at };
        }
        let mut event = || *events.next().expect("a path has an event for each fork and call");
        let to = match &block.terminator.op {
            TermOp::Call { .. } => {
                let PathEvent::Enter { proc } = event() else { panic!("a call enters a procedure") };
                callers.push(at);
                return Point::entry(proc);
            }
            TermOp::Return { .. } => {
                let caller = callers.pop().expect("the last return is the last instruction");
                let call = &self.program.procs[caller.proc].blocks[caller.block].terminator.op;
                let TermOp::Call { next, .. } = call else { panic!("{call:?} is returned to") };
                return Point { block: *next, index: 0, ..caller };
            }
            other => match other.targets()[..] {
                [first, ref rest @ ..] if rest.iter().all(|target| *target == first) => first,
                _ => match event() {
                    PathEvent::Branch { to, .. } => to,
                    PathEvent::Enter { .. } => panic!("a fork goes to a block"),
                },
            },
        };
        Point { block: to, index: 0, ..at }
    }

    fn begins_move(&mut self, at: Point, atomic: u32) -> bool {
        let proc = &self.program.procs[at.proc];
        if !proc.blocks[at.block].site(at.index).step {
            return false;
        }
        let sections = &mut self.sections[at.proc];
        atomic == 0
            || self.calls.is_recursive(at.proc)
            || sections.get_or_insert_with(|| AtomicSections::new(proc)).cuts_before(at.block, at.index)
    }
}
