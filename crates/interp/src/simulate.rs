//! One execution, step by step: random with a seed, guided by a person, or after a script.

use base::Span;
use ir::{Program, TermOp};
use verdict::{Inputs, Moment, Snapshot, Start, StopReason, Trace, TraceStep, UnfitStart, ViolationKind};

use crate::choices::{Alternatives, Choices};
use crate::context::Context;
use crate::effect::Stop;
use crate::enabled::{deadlock, movable_threads};
use crate::printed::Printed;
use crate::record::{Detail, Recorder};
use crate::snapshot::{inputs, snapshot};
use crate::state::{Next, State};
use crate::transition::transition;

/// A thread that may move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate<'p> {
    /// Among the live threads.
    pub position: usize,
    /// `None` is the initialisation.
    pub number: Option<u32>,
    pub proc: &'p str,
    /// What it does next.
    pub span: Option<Span>,
    /// That is to return from the procedure.
    pub returns: bool,
}

/// Decides what a program leaves open. An answer of `None` ends the execution; one out of range does too.
pub trait Decider {
    /// Which of the candidates moves. There is at least one; asked even if there is no other.
    fn thread(&mut self, candidates: &[Candidate<'_>]) -> Option<usize>;
    /// Which alternative is taken, of two or more.
    fn choice(&mut self, alternatives: &Alternatives<'_>) -> Option<u64>;
}

/// Why an execution goes no further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SimulationEnd {
    /// No thread is left, or all that are wait at a valid end.
    Finished,
    /// A violation; a deadlock has the span of the first select that waits.
    Violation {
        kind: ViolationKind,
        span: Option<Span>,
    },
    /// An assumption was false.
    Pruned,
    /// So many steps were made.
    StepLimit(u64),
    /// The decider had no answer.
    Undecided,
    GaveUp(StopReason),
}

/// A place in an execution under way, between two moves.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    state: State,
    recorder: Recorder,
    n_moves: usize,
}

impl Checkpoint {
    /// How many moves had been made.
    pub fn n_moves(&self) -> usize {
        self.n_moves
    }
}

/// An execution under way.
#[derive(Debug)]
pub struct Simulator<'p> {
    ctx: Context<'p>,
    state: State,
    inputs: Option<Inputs>,
    recorder: Recorder,
    trace: Trace,
}

impl<'p> Simulator<'p> {
    /// At the start of a program.
    pub fn new(program: &'p Program, detail: Detail) -> Self {
        let ctx = Context::new(program);
        let state = State::initial(&ctx);
        Self { ctx, state, inputs: None, recorder: Recorder::new(detail), trace: Trace::default() }
    }

    /// At any start.
    ///
    /// # Errors
    ///
    /// If the program cannot begin there.
    pub fn from_start(program: &'p Program, start: Start, detail: Detail) -> Result<Self, UnfitStart> {
        let ctx = Context::new(program);
        let state = State::from_start(&ctx, &start)?;
        let inputs = inputs(&ctx, &state, &start);
        let trace = Trace { start, ..Trace::default() };
        Ok(Self { ctx, state, inputs, recorder: Recorder::new(detail), trace })
    }

    pub fn program(&self) -> &'p Program {
        self.ctx.program
    }

    /// What the execution began with, unless it began where the program does.
    pub fn inputs(&self) -> Option<&Inputs> {
        self.inputs.as_ref()
    }

    /// The threads that may move now, in order.
    pub fn candidates(&self) -> Result<Vec<Candidate<'p>>, StopReason> {
        let movable = movable_threads(&self.ctx, &self.state)?;
        Ok(movable.into_iter().map(|position| self.candidate(position)).collect())
    }

    fn candidate(&self, position: usize) -> Candidate<'p> {
        let thread = &self.state.threads[position];
        let frame = thread.top();
        let proc = &frame.code(self.ctx.program).name;
        let returns = match frame.next(self.ctx.program) {
            Next::Terminator(terminator) => matches!(terminator.op, TermOp::Return { .. }),
            Next::Instr(_) => false,
        };
        let span = frame.site(self.ctx.program).span;
        Candidate { position, number: thread.number, proc, span, returns }
    }

    /// Makes one move and gives its statements; or says why there is no next move. What was executed of a move that
    /// failed is still to be had from [`take_moments`](Self::take_moments).
    pub fn step(&mut self, decider: &mut dyn Decider) -> Result<Vec<Moment>, SimulationEnd> {
        let candidates = self.candidates().map_err(SimulationEnd::GaveUp)?;
        if candidates.is_empty() {
            return Err(self.end_of_moves());
        }
        let chosen = decider.thread(&candidates).and_then(|index| candidates.get(index));
        let thread = chosen.ok_or(SimulationEnd::Undecided)?.position;
        self.move_thread(thread, decider)?;
        Ok(self.take_moments())
    }

    /// Moves on until the end or so many steps, handing on each statement as soon as it is complete.
    pub fn run(
        &mut self,
        decider: &mut dyn Decider,
        max_steps: u64,
        mut see: impl FnMut(Moment),
    ) -> SimulationEnd {
        for _ in 0..max_steps {
            match self.step(decider) {
                Ok(moments) => moments.into_iter().for_each(&mut see),
                Err(end) => {
                    self.take_moments().into_iter().for_each(see);
                    return end;
                }
            }
        }
        // The limit matters only to an execution that could go on.
        match self.candidates() {
            Ok(candidates) if candidates.is_empty() => self.end_of_moves(),
            Ok(_) => SimulationEnd::StepLimit(max_steps),
            Err(reason) => SimulationEnd::GaveUp(reason),
        }
    }

    /// Statements executed since they were last taken.
    pub fn take_moments(&mut self) -> Vec<Moment> {
        self.recorder.take_moments()
    }

    /// The decisions so far: with the violation that ended the execution, they can be replayed.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// What the program has written to its output so far.
    pub fn printed(&self) -> &Printed {
        self.recorder.printed()
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn snapshot(&self) -> Snapshot {
        snapshot(&self.ctx, &self.state)
    }

    /// Where the execution is now, to come back to.
    pub fn checkpoint(&self) -> Checkpoint {
        let (state, recorder) = (self.state.clone(), self.recorder.clone());
        Checkpoint { state, recorder, n_moves: self.trace.steps.len() }
    }

    /// Goes to a place that an execution of this program has passed.
    pub fn rewind(&mut self, to: &Checkpoint) {
        let Checkpoint { state, recorder, n_moves } = to.clone();
        self.state = state;
        self.recorder = recorder;
        self.trace.steps.truncate(n_moves);
    }

    fn move_thread(&mut self, thread: usize, decider: &mut dyn Decider) -> Result<(), SimulationEnd> {
        self.recorder.begin_step(&self.ctx, &self.state, self.trace.steps.len());
        let mut choices = Recording { decider, taken: Vec::new() };
        let result = transition(&self.ctx, &mut self.state, thread, &mut choices, &mut self.recorder);
        self.trace.steps.push(TraceStep { thread, choices: choices.taken });
        self.recorder.close(&self.ctx, &self.state);
        match result {
            Ok(_) => Ok(()),
            Err(Stop::Violation { kind, span }) => Err(SimulationEnd::Violation { kind, span }),
            Err(Stop::Pruned) => Err(SimulationEnd::Pruned),
            Err(Stop::Blocked) => unreachable!("a candidate is not blocked where it stands"),
            Err(Stop::Undecided { .. }) => Err(SimulationEnd::Undecided),
            Err(Stop::GaveUp(reason)) => Err(SimulationEnd::GaveUp(reason)),
        }
    }

    fn end_of_moves(&self) -> SimulationEnd {
        match deadlock(&self.ctx, &self.state) {
            Ok(Some(waiting)) => {
                SimulationEnd::Violation { kind: ViolationKind::Deadlock, span: waiting.span }
            }
            Ok(None) => SimulationEnd::Finished,
            Err(reason) => SimulationEnd::GaveUp(reason),
        }
    }
}

/// Passes choices on to a decider and keeps the answers.
struct Recording<'a> {
    decider: &'a mut dyn Decider,
    taken: Vec<u64>,
}

impl Choices for Recording<'_> {
    fn choose(&mut self, alternatives: &Alternatives<'_>) -> Option<u64> {
        let answer = self.decider.choice(alternatives);
        self.taken.extend(answer);
        answer
    }
}

/// Decides at random. Equal seeds decide equally, on every machine.
///
/// SplitMix64 (Steele, Lea, Flood 2014): small, fast, and good enough to pick moves.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    fn next(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.seed;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `count`, which is neither 0 nor more than 2^64.
    fn below(&mut self, count: u128) -> u64 {
        let number = self.next();
        u64::try_from(count).map_or(number, |count| ((u128::from(number) * u128::from(count)) >> 64) as u64)
    }
}

impl Decider for Random {
    fn thread(&mut self, candidates: &[Candidate<'_>]) -> Option<usize> {
        Some(self.below(candidates.len() as u128) as usize)
    }

    fn choice(&mut self, alternatives: &Alternatives<'_>) -> Option<u64> {
        Some(self.below(alternatives.count()))
    }
}

/// Decides as a trace did, and ends where the trace does.
#[derive(Clone, Debug)]
pub struct Scripted<'a> {
    steps: std::slice::Iter<'a, TraceStep>,
    choices: std::slice::Iter<'a, u64>,
}

impl<'a> Scripted<'a> {
    pub fn new(trace: &'a Trace) -> Self {
        Self { steps: trace.steps.iter(), choices: [].iter() }
    }
}

impl Decider for Scripted<'_> {
    fn thread(&mut self, candidates: &[Candidate<'_>]) -> Option<usize> {
        let step = self.steps.next()?;
        self.choices = step.choices.iter();
        candidates.iter().position(|candidate| candidate.position == step.thread)
    }

    fn choice(&mut self, _: &Alternatives<'_>) -> Option<u64> {
        self.choices.next().copied()
    }
}
