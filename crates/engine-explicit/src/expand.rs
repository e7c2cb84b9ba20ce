//! From a state to all its successors.

use std::ops::ControlFlow;

use ir::TermOp;
use machine::{Action, Code, Failure, Machine, Marks, NoListener, State, StepEnd, Tape};
use temporal::{End, LastStep};
use verdict::{LeftOut, StopReason, TraceStep, ViolationKind};

use crate::codec::Codec;
use crate::remember::Remember;
use crate::schedule::{Candidate, Schedule};

/// One step out of the expanded state.
pub(crate) struct Successor<'a, 'p, W = NoListener> {
    pub(crate) end: SuccessorEnd<'a>,
    /// Position of the thread that moves.
    pub(crate) thread: usize,
    pub(crate) machine: &'a Machine<'p, W>,
    /// What is remembered of the step.
    pub(crate) last: LastStep,
}

pub(crate) enum SuccessorEnd<'a> {
    /// A state, as its canonical form. The thread may have ended.
    Reached {
        encoding: &'a [u8],
        ended: bool,
    },
    Failed(Failure),
    Stopped(StopReason),
    /// What comes next cannot be followed.
    LeftOut(LeftOut),
}

impl<W> Successor<'_, '_, W> {
    /// The decisions that lead here.
    pub(crate) fn trace_step(&self) -> TraceStep {
        let choices = Tape::decisions(&self.machine.tape.alternatives());
        TraceStep { thread: self.thread, choices }
    }
}

/// Expands states one after another, with memory of its own that it uses again. One for each worker.
pub(crate) struct Expander<'p, W = NoListener> {
    code: &'p Code<'p>,
    schedule: Schedule,
    codec: Codec<'p>,
    /// The state that is expanded.
    pub(crate) state: State,
    /// What is remembered of the step that led to it.
    pub(crate) last: LastStep,
    /// Executes steps on a copy.
    machine: Machine<'p, W>,
    runnable: Vec<usize>,
    candidates: Vec<Candidate>,
    encoding: Vec<u8>,
    /// What was executed, if that is asked for.
    marks: Option<Marks>,
}

impl<'p, W: Remember> Expander<'p, W> {
    pub(crate) fn new(code: &'p Code<'p>, schedule: Schedule) -> Self {
        let state = State::initial(code);
        Self {
            code,
            schedule,
            codec: Codec::new(code, schedule, W::KEEPS),
            machine: Machine::new(code, state.clone()),
            state,
            last: LastStep::default(),
            runnable: Vec::new(),
            candidates: Vec::new(),
            encoding: Vec::new(),
            marks: None,
        }
    }

    /// Keeps account of what is executed from now on.
    pub(crate) fn keep_marks(&mut self) {
        self.marks = Some(Marks::new(self.code));
    }

    pub(crate) fn marks(&self) -> Option<&Marks> {
        self.marks.as_ref()
    }

    /// Whether an assertion was evaluated.
    pub(crate) fn has_asserted(&self) -> bool {
        self.machine.has_asserted
    }

    /// Goes to a state given by its canonical form.
    pub(crate) fn load(&mut self, encoding: &[u8]) {
        self.last = self.codec.decode(encoding, &mut self.state);
    }

    /// The canonical form of the current state.
    pub(crate) fn encoding(&mut self) -> &[u8] {
        self.codec.encode(&self.state, self.last, &mut self.encoding);
        &self.encoding
    }

    /// Shows all steps out of the current state until `visit` has seen enough. If no thread can move and the program
    /// may not end here, the deadlock is returned.
    pub(crate) fn expand(
        &mut self,
        visit: impl FnMut(Successor<'_, 'p, W>) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        self.find_runnable();
        if self.runnable.is_empty() {
            return self.deadlock().map_or(Ok(()), Err);
        }
        self.run_runnable(visit);
        Ok(())
    }

    /// Whether an execution goes on from the current state. Finds out which threads can move.
    pub(crate) fn end(&mut self) -> End {
        self.find_runnable();
        match (self.runnable.is_empty(), self.deadlock()) {
            (false, _) => End::GoesOn,
            (true, Some(_)) => End::Stuck,
            (true, None) => End::Terminated,
        }
    }

    /// The positions of the threads that can move, once [`end`](Self::end) has found them.
    pub(crate) fn runnable(&self) -> &[usize] {
        &self.runnable
    }

    /// Shows all steps of the threads that can move, which are known.
    pub(crate) fn run_runnable(&mut self, mut visit: impl FnMut(Successor<'_, 'p, W>) -> ControlFlow<()>) {
        self.schedule.candidates(&self.state, &self.runnable, &mut self.candidates);
        let candidates = std::mem::take(&mut self.candidates);
        let _ = candidates.iter().try_for_each(|&candidate| self.run_all(candidate, &mut visit));
        self.candidates = candidates;
    }

    fn find_runnable(&mut self) {
        self.machine.state.clone_from(&self.state);
        self.runnable.clear();
        match self.state.atomic_thread() {
            Some(thread) => self.runnable.push(thread),
            None => {
                let (machine, threads) = (&mut self.machine, 0..self.state.threads.len());
                match &mut self.marks {
                    None => self.runnable.extend(threads.filter(|&thread| machine.can_move(thread))),
                    Some(marks) => {
                        let can_move = |&thread: &usize| machine.can_move_covered(thread, marks);
                        self.runnable.extend(threads.filter(can_move));
                    }
                }
            }
        }
    }

    /// Runs the step of one thread once for each way its choices can fall.
    fn run_all(
        &mut self,
        candidate: Candidate,
        visit: &mut impl FnMut(Successor<'_, 'p, W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.machine.tape.clear();
        loop {
            self.machine.state.clone_from(&self.state);
            self.machine.listener = W::default();
            let mut last = LastStep::default();
            let end = match &mut self.marks {
                None => self.machine.run_step(candidate.thread),
                Some(marks) => self.machine.run_step_covered(candidate.thread, marks),
            };
            let end = match end {
                StepEnd::Pruned => None,
                StepEnd::Failed(failure) => Some(SuccessorEnd::Failed(failure)),
                StepEnd::Stopped(reason) => Some(SuccessorEnd::Stopped(reason)),
                StepEnd::LeftOut(left_out) => Some(SuccessorEnd::LeftOut(left_out)),
                StepEnd::Reached { yielded, ended } => {
                    self.machine.state.turn = self.schedule.after(candidate, yielded, ended);
                    // The state after `init` is the first that a property sees: no step led to it.
                    if W::KEEPS && !self.state.is_initialising(self.code) {
                        last = self.machine.listener.last_step();
                    }
                    self.codec.encode(&self.machine.state, last, &mut self.encoding);
                    Some(SuccessorEnd::Reached { encoding: &self.encoding, ended })
                }
            };
            if let Some(end) = end {
                visit(Successor { end, thread: candidate.thread, machine: &self.machine, last })?;
            }
            if !self.machine.tape.advance() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// The deadlock of a state in which no thread can move, at the first select that may not be the end.
    fn deadlock(&self) -> Option<Failure> {
        self.state.threads.iter().find_map(|thread| match self.code.facts(thread.top().point).action {
            Action::Term(ir::Terminator { op: TermOp::Select { end: false, .. }, site }) => {
                Some(Failure { kind: ViolationKind::Deadlock, span: site.span })
            }
            Action::Term(_) | Action::Instr(_) => None,
        })
    }
}
