//! Replay: re-executes a trace decision by decision, checks the violation that it claims, and tells it.
//!
//! Nothing of the engine that found the trace is trusted. The time is linear in the number of instructions that the
//! trace executes; no state is copied, unless states are asked for.

use std::fmt;

use base::Span;
use ir::Program;
use verdict::{Execution, Moment, StopReason, TraceStep, Violation, ViolationKind};

use crate::choices::Script;
use crate::context::Context;
use crate::effect::Stop;
use crate::enabled::{deadlock, may_move};
use crate::key::{Keyer, Locals};
use crate::record::{Detail, Recorder};
use crate::snapshot::snapshot;
use crate::state::State;
use crate::transition::{Transition, transition};

/// Where a trace and the program part, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divergence {
    /// The step of the trace; the number of steps for what is wrong after the last.
    pub step: usize,
    pub reason: DivergenceReason,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DivergenceReason {
    NoSuchThread {
        thread: usize,
        live: usize,
    },
    /// The thread is blocked, or another is in an atomic section.
    CannotMove {
        thread: usize,
    },
    /// The trace says nothing about a choice, or takes an alternative that is not there.
    BadChoice {
        answer: Option<u32>,
        alternatives: u64,
    },
    /// The trace records more choices than the step meets.
    UnusedChoices {
        used: usize,
        recorded: usize,
    },
    /// An assumption is false.
    Pruned,
    /// Another violation than the claimed one.
    OtherViolation {
        kind: ViolationKind,
        span: Option<Span>,
    },
    /// The claimed violation, but steps follow it.
    TooEarly,
    /// The execution ends without the claimed violation.
    NoViolation,
    /// The loop of an infinite execution is missing, out of place, or claimed for a finite one.
    BadLoop,
    /// The state after the last step is not the one before the loop.
    LoopNotClosed,
    /// No accept at the claimed place is true on the loop.
    LoopNotAccepting,
    /// The interpreter could not go on.
    GaveUp(StopReason),
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at step {} of the trace, {}", self.step, self.reason)
    }
}

impl fmt::Display for DivergenceReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchThread { thread, live } => write!(f, "thread {thread} of {live} does not exist"),
            Self::CannotMove { thread } => write!(f, "thread {thread} cannot move"),
            Self::BadChoice { answer: None, alternatives } => {
                write!(f, "a choice among {alternatives} alternatives is not recorded")
            }
            Self::BadChoice { answer: Some(answer), alternatives } => {
                write!(f, "alternative {answer} of {alternatives} does not exist")
            }
            Self::UnusedChoices { used, recorded } => {
                write!(f, "{recorded} choices are recorded but only {used} are met")
            }
            Self::Pruned => f.write_str("an assumption is false"),
            Self::OtherViolation { kind, .. } => write!(f, "another violation happens: {}", kind.slug()),
            Self::TooEarly => f.write_str("the claimed violation happens before the last step"),
            Self::NoViolation => f.write_str("the claimed violation does not happen"),
            Self::BadLoop => f.write_str("the loop of the execution is out of place"),
            Self::LoopNotClosed => f.write_str("the state differs from the one where the loop begins"),
            Self::LoopNotAccepting => f.write_str("the loop passes no accepting state as claimed"),
            Self::GaveUp(reason) => reason.fmt(f),
        }
    }
}

/// Re-executes the trace of a violation. The execution that results is told in the user's terms; anything that does not happen
/// as claimed is a divergence.
pub fn replay(program: &Program, violation: &Violation, detail: Detail) -> Result<Execution, Divergence> {
    let ctx = Context::new(program);
    let state = State::initial(&ctx);
    let mut replay = Replay { ctx: &ctx, violation, state, recorder: Recorder::new(detail) };
    replay.run()?;
    replay.recorder.close(&ctx, &replay.state);
    let moments = replay.recorder.take_moments();
    let loop_start = violation.trace.loop_start.map(|step| first_moment_of(&moments, step));
    Ok(Execution { moments, loop_start, last: snapshot(&ctx, &replay.state) })
}

fn first_moment_of(moments: &[Moment], step: usize) -> usize {
    moments.partition_point(|moment| moment.trace_step < step)
}

struct Replay<'a> {
    ctx: &'a Context<'a>,
    violation: &'a Violation,
    state: State,
    recorder: Recorder,
}

/// How one step of the trace ended.
enum Ended {
    Moved(Transition),
    Violated,
}

impl<'a> Replay<'a> {
    fn run(&mut self) -> Result<(), Divergence> {
        let steps = &self.violation.trace.steps;
        let fail = |step| move |reason| Divergence { step, reason };
        let loop_start = self.loop_start().map_err(fail(steps.len()))?;
        let mut cycle = loop_start.map(|start| Cycle::new(self.ctx, start));
        for (index, step) in steps.iter().enumerate() {
            if let Some(cycle) = &mut cycle {
                cycle.before_step(self.ctx, &self.state, index);
            }
            self.recorder.begin_step(self.ctx, &self.state, index);
            match self.step(step).map_err(fail(index))? {
                Ended::Moved(transition) => {
                    if let Some(cycle) = &mut cycle {
                        cycle.after_step(index, &transition);
                    }
                }
                Ended::Violated if index + 1 == steps.len() => return Ok(()),
                Ended::Violated => return Err(fail(index)(DivergenceReason::TooEarly)),
            }
        }
        self.check_end(cycle).map_err(fail(steps.len()))
    }

    /// Where the loop begins, if the violation needs one.
    fn loop_start(&self) -> Result<Option<usize>, DivergenceReason> {
        let trace = &self.violation.trace;
        match (&self.violation.kind, trace.loop_start) {
            (ViolationKind::AcceptanceCycle, Some(start)) if start < trace.steps.len() => Ok(Some(start)),
            (ViolationKind::AcceptanceCycle, _) => Err(DivergenceReason::BadLoop),
            (ViolationKind::Assertion { .. } | ViolationKind::Fault(_) | ViolationKind::Deadlock, None) => {
                Ok(None)
            }
            (_, Some(_)) => Err(DivergenceReason::BadLoop),
        }
    }

    fn step(&mut self, step: &TraceStep) -> Result<Ended, DivergenceReason> {
        let (thread, live) = (step.thread, self.state.threads.len());
        if thread >= live {
            return Err(DivergenceReason::NoSuchThread { thread, live });
        }
        if !may_move(self.ctx, &self.state, thread).map_err(DivergenceReason::GaveUp)? {
            return Err(DivergenceReason::CannotMove { thread });
        }
        let mut script = Script::new(&step.choices);
        let result = transition(self.ctx, &mut self.state, thread, &mut script, &mut self.recorder);
        let ended = match result {
            Ok(transition) => Ended::Moved(transition),
            Err(Stop::Violation { kind, span }) if self.is_claimed(&kind, span) => Ended::Violated,
            Err(Stop::Violation { kind, span }) => {
                return Err(DivergenceReason::OtherViolation { kind, span });
            }
            Err(Stop::Pruned) => return Err(DivergenceReason::Pruned),
            Err(Stop::Blocked) => return Err(DivergenceReason::CannotMove { thread }),
            Err(Stop::Undecided { answer, alternatives }) => {
                return Err(DivergenceReason::BadChoice { answer, alternatives });
            }
            Err(Stop::GaveUp(reason)) => return Err(DivergenceReason::GaveUp(reason)),
        };
        let (used, recorded) = (script.used(), step.choices.len());
        if used < recorded {
            return Err(DivergenceReason::UnusedChoices { used, recorded });
        }
        Ok(ended)
    }

    fn is_claimed(&self, kind: &ViolationKind, span: Option<Span>) -> bool {
        self.violation.kind == *kind && self.violation.span == span
    }

    /// Checks what must hold after the last step of a trace that did not fail.
    fn check_end(&self, cycle: Option<Cycle<'a>>) -> Result<(), DivergenceReason> {
        match &self.violation.kind {
            ViolationKind::Assertion { .. } | ViolationKind::Fault(_) => Err(DivergenceReason::NoViolation),
            ViolationKind::Deadlock => {
                match deadlock(self.ctx, &self.state).map_err(DivergenceReason::GaveUp)? {
                    None => Err(DivergenceReason::NoViolation),
                    Some(waiting) if waiting.span == self.violation.span => Ok(()),
                    Some(waiting) => Err(DivergenceReason::OtherViolation {
                        kind: ViolationKind::Deadlock,
                        span: waiting.span,
                    }),
                }
            }
            ViolationKind::AcceptanceCycle => {
                cycle.ok_or(DivergenceReason::BadLoop)?.check(self.ctx, &self.state, self.violation.span)
            }
        }
    }
}

/// The loop of an infinite execution, while it is replayed. States are compared by their live locals only: no
/// execution can tell two such states apart, so the loop can be repeated for ever.
struct Cycle<'p> {
    start: usize,
    keyer: Keyer<'p>,
    key: Vec<u8>,
    accepts: Vec<Option<Span>>,
}

impl<'p> Cycle<'p> {
    fn new(ctx: &Context<'p>, start: usize) -> Self {
        Self { start, keyer: Keyer::new(ctx, Locals::Live), key: Vec::new(), accepts: Vec::new() }
    }

    fn before_step(&mut self, ctx: &Context<'p>, state: &State, step: usize) {
        if step == self.start {
            self.key = self.keyer.key(ctx, state);
        }
    }

    fn after_step(&mut self, step: usize, transition: &Transition) {
        if step >= self.start {
            let new = transition.accepts.iter().filter(|accept| !self.accepts.contains(accept));
            let new: Vec<Option<Span>> = new.copied().collect();
            self.accepts.extend(new);
        }
    }

    fn check(
        mut self,
        ctx: &Context<'p>,
        state: &State,
        claimed: Option<Span>,
    ) -> Result<(), DivergenceReason> {
        if self.keyer.key(ctx, state) != self.key {
            return Err(DivergenceReason::LoopNotClosed);
        }
        if !self.accepts.contains(&claimed) {
            return Err(DivergenceReason::LoopNotAccepting);
        }
        Ok(())
    }
}
