//! Replay: re-executes a trace decision by decision, checks the violation that it claims, and shows it.
//!
//! Nothing of the engine that found the trace is trusted. The time is linear in the number of instructions that the
//! trace executes; no state is copied, unless states are asked for. Violations of formulas are replayed by `lasso`.

use base::Span;
use ir::Program;
use verdict::{Execution, Moment, Property, Replayed, Trace, Violation, ViolationKind, Witness};

use crate::context::Context;
use crate::divergence::{Divergence, DivergenceReason};
use crate::enabled::deadlock;
use crate::key::{Keyer, Locals};
use crate::lasso::replay_lasso;
use crate::player::{Ended, Player};
use crate::record::Detail;
use crate::shared::replay_shared;
use crate::state::State;
use crate::transition::Transition;

/// Re-executes the trace of a violation of the property. The execution that results is given in the user's terms;
/// anything that does not happen as claimed is a divergence.
pub fn replay(
    program: &Program,
    property: &Property,
    violation: &Violation,
    detail: Detail,
) -> Result<Replayed, Divergence> {
    let ctx = match property {
        Property::Temporal(temporal) => Context::observed_by(program, temporal),
        Property::NoErrors => Context::new(program),
    };
    match (property, &violation.kind, &violation.witness) {
        (Property::Temporal(property), ViolationKind::Formula, Witness::Steps(trace)) => {
            replay_lasso(&ctx, property, trace, detail).map(Replayed::Steps)
        }
        (Property::NoErrors, ViolationKind::Formula, _) | (Property::Temporal(_), _, _) => {
            Err(Divergence::at(0, DivergenceReason::OtherProperty))
        }
        (Property::NoErrors, _, Witness::Steps(trace)) => {
            replay_error(&ctx, violation, trace, detail).map(Replayed::Steps)
        }
        (Property::NoErrors, _, Witness::Shared(shared)) => {
            replay_shared(&ctx, violation, shared, detail).map(Replayed::Shared)
        }
    }
}

/// Re-executes a finite trace at whose end nothing is claimed to be wrong.
pub fn run(program: &Program, trace: &Trace, detail: Detail) -> Result<Execution, Divergence> {
    if trace.loop_start.is_some() {
        return Err(Divergence::at(trace.steps.len(), DivergenceReason::BadLoop));
    }
    let ctx = Context::new(program);
    let mut player = Player::new(&ctx, &trace.start, detail)?;
    for (index, step) in trace.steps.iter().enumerate() {
        player.play_on(step, index).map_err(|reason| Divergence::at(index, reason))?;
    }
    let moments = player.take_moments();
    let last = player.snapshot();
    Ok(Execution { inputs: player.inputs, moments, loop_start: None, last, word: None })
}

fn replay_error(
    ctx: &Context<'_>,
    violation: &Violation,
    trace: &Trace,
    detail: Detail,
) -> Result<Execution, Divergence> {
    let player = Player::new(ctx, &trace.start, detail)?;
    let mut replay = Replay { violation, trace, player };
    replay.run()?;
    let moments = replay.player.take_moments();
    let loop_start = trace.loop_start.map(|step| first_moment_of(&moments, step));
    let last = replay.player.snapshot();
    Ok(Execution { inputs: replay.player.inputs, moments, loop_start, last, word: None })
}

/// The number of moments before this step of the trace.
pub(crate) fn first_moment_of(moments: &[Moment], step: usize) -> usize {
    moments.partition_point(|moment| moment.trace_step < step)
}

struct Replay<'a, 'p> {
    violation: &'a Violation,
    trace: &'a Trace,
    player: Player<'a, 'p>,
}

impl<'p> Replay<'_, 'p> {
    fn run(&mut self) -> Result<(), Divergence> {
        let ctx = self.player.ctx;
        let steps = &self.trace.steps;
        let fail = |step| move |reason| Divergence::at(step, reason);
        let loop_start = self.loop_start().map_err(fail(steps.len()))?;
        let mut cycle = loop_start.map(|start| Cycle::new(ctx, start));
        for (index, step) in steps.iter().enumerate() {
            if let Some(cycle) = &mut cycle {
                cycle.before_step(ctx, &self.player.state, index);
            }
            match self.player.play(step, index).map_err(fail(index))? {
                Ended::Moved(transition) => {
                    if let Some(cycle) = &mut cycle {
                        cycle.after_step(index, &transition);
                    }
                }
                Ended::Failed { kind, span } if !self.is_claimed(&kind, span) => {
                    return Err(fail(index)(DivergenceReason::OtherViolation { kind, span }));
                }
                Ended::Failed { .. } if index + 1 == steps.len() => return Ok(()),
                Ended::Failed { .. } => return Err(fail(index)(DivergenceReason::TooEarly)),
            }
        }
        self.check_end(cycle).map_err(fail(steps.len()))
    }

    /// Where the loop begins, if the violation needs one.
    fn loop_start(&self) -> Result<Option<usize>, DivergenceReason> {
        match (&self.violation.kind, self.trace.loop_start) {
            (ViolationKind::AcceptanceCycle, Some(start)) if start < self.trace.steps.len() => {
                Ok(Some(start))
            }
            (ViolationKind::AcceptanceCycle, _) => Err(DivergenceReason::BadLoop),
            (ViolationKind::Assertion { .. } | ViolationKind::Fault(_) | ViolationKind::Deadlock, None) => {
                Ok(None)
            }
            (
                ViolationKind::Assertion { .. } | ViolationKind::Fault(_) | ViolationKind::Deadlock,
                Some(_),
            )
            | (ViolationKind::Formula, _) => Err(DivergenceReason::BadLoop),
        }
    }

    fn is_claimed(&self, kind: &ViolationKind, span: Option<Span>) -> bool {
        self.violation.kind == *kind && self.violation.span == span
    }

    /// Checks what must hold after the last step of a trace that did not fail.
    fn check_end(&self, cycle: Option<Cycle<'p>>) -> Result<(), DivergenceReason> {
        let (ctx, state) = (self.player.ctx, &self.player.state);
        match &self.violation.kind {
            ViolationKind::Assertion { .. } | ViolationKind::Fault(_) => Err(DivergenceReason::NoViolation),
            ViolationKind::Deadlock => match deadlock(ctx, state).map_err(DivergenceReason::GaveUp)? {
                None => Err(DivergenceReason::NoViolation),
                Some(waiting) if waiting.span == self.violation.span => Ok(()),
                Some(waiting) => Err(DivergenceReason::OtherViolation {
                    kind: ViolationKind::Deadlock,
                    span: waiting.span,
                }),
            },
            ViolationKind::AcceptanceCycle => {
                cycle.ok_or(DivergenceReason::BadLoop)?.check(ctx, state, self.violation.span)
            }
            ViolationKind::Formula => Err(DivergenceReason::OtherProperty),
        }
    }
}

/// The loop of an infinite execution, while it is replayed. States are compared by their live locals only: no
/// execution can distinguish two such states, so the loop can be repeated forever.
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
