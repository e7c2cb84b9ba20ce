//! What the guards of a select have read, where the select fails: those that fail, or all, where all are closed inside
//! an atomic section.

use ir::{Expr, FaultKind, Guard, Join, Probe, ProcId, TermOp, Value};
use verdict::Binding;

use crate::choices::NoChoices;
use crate::context::Context;
use crate::effect::{Effect, Stop};
use crate::failing;
use crate::observer::OBSERVER_BUDGET;
use crate::reading::{Origins, Reader};
use crate::state::{Frame, Next, State};
use crate::step::{StepListener, step};

/// What makes the select fail that a thread is at.
pub(crate) fn operands(
    ctx: &Context<'_>,
    state: &State,
    thread: usize,
    reader: &Reader<'_>,
    joins: &[Join],
    fault: &FaultKind,
) -> Vec<Binding> {
    let mut reads = Vec::new();
    for guard in joins.iter().flat_map(|join| &join.guards) {
        match guard {
            Guard::Always => {}
            Guard::Wait(Probe::Call { proc, args })
            | Guard::Receive { channel: Probe::Call { proc, args }, .. } => {
                if let Some(read) = observed(ctx, state, thread, reader, *proc, args, fault) {
                    reads.extend(read);
                }
            }
            Guard::Receive { channel: Probe::Expr(channel), .. } => {
                if *fault == FaultKind::NullDereference {
                    reads.extend(failing::nulls(reader, &[channel]));
                }
            }
            Guard::Wait(Probe::Expr(condition)) => {
                if *fault == FaultKind::BlockingInAtomic {
                    reader.reads(condition, &mut reads);
                } else {
                    reads.extend(failing::arithmetic(reader, condition, fault).unwrap_or_default());
                }
            }
        }
    }
    reads
}

/// What an observer has read that fails, or that closes its guard; nothing, if neither is what happened.
fn observed(
    ctx: &Context<'_>,
    state: &State,
    thread: usize,
    reader: &Reader<'_>,
    proc: ProcId,
    args: &[Expr],
    fault: &FaultKind,
) -> Option<Vec<Binding>> {
    let values: Option<Vec<Value>> = args.iter().map(|arg| reader.value(arg)).collect();
    let mut state = state.clone();
    let frames = &mut state.threads[thread].frames;
    frames.push(Frame::enter(ctx.program, proc, &values?));
    let depth = frames.len();
    let mut inside = Inside::default();
    for _ in 0..OBSERVER_BUDGET {
        if state.threads[thread].frames.len() == depth
            && let Some(reads) = inside.result(ctx, &state, thread)
        {
            return (*fault == FaultKind::BlockingInAtomic).then_some(reads);
        }
        if step(ctx, &mut state, thread, &mut NoChoices, &mut inside).is_err() {
            return Some(inside.operands);
        }
    }
    None
}

/// Watches an observer.
#[derive(Default)]
struct Inside {
    origins: Origins,
    tested: Vec<Binding>,
    operands: Vec<Binding>,
}

impl Inside {
    /// What was read for the result, if the observer is about to return it.
    fn result(&self, ctx: &Context<'_>, state: &State, thread: usize) -> Option<Vec<Binding>> {
        let reader = Reader::new(ctx, state, thread, &self.origins);
        let Next::Terminator(terminator) = state.threads[thread].top().next(ctx.program) else { return None };
        let TermOp::Return { values } = &terminator.op else { return None };
        let mut reads = self.tested.clone();
        for value in values {
            reader.value(value)?;
            reader.reads(value, &mut reads);
        }
        Some(reads)
    }
}

impl StepListener for Inside {
    fn see(&mut self, ctx: &Context<'_>, state: &State, thread: usize, outcome: Result<&Effect, &Stop>) {
        let reader = Reader::new(ctx, state, thread, &self.origins);
        let next = state.threads[thread].top().next(ctx.program);
        match outcome {
            Ok(effect) => {
                reader.condition_reads(next, &mut self.tested);
                self.origins.follow(ctx, state, thread, effect);
            }
            Err(Stop::Violation { kind, .. }) => {
                self.operands = failing::operands(ctx, state, thread, &self.origins, kind, &self.tested);
            }
            Err(Stop::Pruned | Stop::Blocked | Stop::Undecided { .. } | Stop::GaveUp(_)) => {}
        }
    }
}
