//! From a state to all its successors.

use std::ops::ControlFlow;

use ir::TermOp;
use machine::{Action, Code, Failure, Machine, State, StepEnd};
use verdict::{StopReason, TraceStep, ViolationKind};

use crate::codec::Codec;
use crate::schedule::{Candidate, Schedule};

/// One step out of the expanded state.
pub(crate) struct Successor<'a, 'p> {
    pub(crate) end: SuccessorEnd<'a>,
    thread: usize,
    pub(crate) machine: &'a Machine<'p>,
}

pub(crate) enum SuccessorEnd<'a> {
    /// A state, as its canonical form.
    Reached(&'a [u8]),
    Failed(Failure),
    Stopped(StopReason),
}

impl Successor<'_, '_> {
    /// The decisions that lead here.
    pub(crate) fn trace_step(&self) -> TraceStep {
        TraceStep { thread: self.thread, choices: self.machine.tape.alternatives() }
    }
}

/// Expands states one after another, with memory of its own that it uses again. One for each worker.
pub(crate) struct Expander<'p> {
    code: &'p Code<'p>,
    schedule: Schedule,
    codec: Codec<'p>,
    /// The state that is expanded.
    pub(crate) state: State,
    /// Executes steps on a copy.
    machine: Machine<'p>,
    runnable: Vec<usize>,
    candidates: Vec<Candidate>,
    encoding: Vec<u8>,
}

impl<'p> Expander<'p> {
    pub(crate) fn new(code: &'p Code<'p>, schedule: Schedule) -> Self {
        let state = State::initial(code);
        Self {
            code,
            schedule,
            codec: Codec::new(code, schedule),
            machine: Machine::new(code, state.clone()),
            state,
            runnable: Vec::new(),
            candidates: Vec::new(),
            encoding: Vec::new(),
        }
    }

    /// Goes to a state given by its canonical form.
    pub(crate) fn load(&mut self, encoding: &[u8]) {
        self.codec.decode(encoding, &mut self.state);
    }

    /// The canonical form of the current state.
    pub(crate) fn encoding(&mut self) -> &[u8] {
        self.codec.encode(&self.state, &mut self.encoding);
        &self.encoding
    }

    /// Shows all steps out of the current state until `visit` has seen enough. If no thread can move and the program may not end
    /// here, the deadlock is returned.
    pub(crate) fn expand(
        &mut self,
        mut visit: impl FnMut(Successor<'_, 'p>) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        self.find_runnable();
        if self.runnable.is_empty() {
            return self.deadlock().map_or(Ok(()), Err);
        }
        self.schedule.candidates(&self.state, &self.runnable, &mut self.candidates);
        let candidates = std::mem::take(&mut self.candidates);
        let _ = candidates.iter().try_for_each(|&candidate| self.run_all(candidate, &mut visit));
        self.candidates = candidates;
        Ok(())
    }

    fn find_runnable(&mut self) {
        self.machine.state.clone_from(&self.state);
        self.runnable.clear();
        match self.state.atomic_thread() {
            Some(thread) => self.runnable.push(thread),
            None => {
                let (machine, threads) = (&mut self.machine, 0..self.state.threads.len());
                self.runnable.extend(threads.filter(|&thread| machine.can_move(thread)));
            }
        }
    }

    /// Runs the step of one thread once for each way its choices can fall.
    fn run_all(
        &mut self,
        candidate: Candidate,
        visit: &mut impl FnMut(Successor<'_, 'p>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.machine.tape.clear();
        loop {
            self.machine.state.clone_from(&self.state);
            let end = match self.machine.run_step(candidate.thread) {
                StepEnd::Pruned => None,
                StepEnd::Failed(failure) => Some(SuccessorEnd::Failed(failure)),
                StepEnd::Stopped(reason) => Some(SuccessorEnd::Stopped(reason)),
                StepEnd::Reached { yielded, ended } => {
                    self.machine.state.turn = self.schedule.after(candidate, yielded, ended);
                    self.codec.encode(&self.machine.state, &mut self.encoding);
                    Some(SuccessorEnd::Reached(&self.encoding))
                }
            };
            if let Some(end) = end {
                visit(Successor { end, thread: candidate.thread, machine: &self.machine })?;
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
