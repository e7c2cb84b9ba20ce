//! Selects: which joins are open, and what taking one does.
//!
//! The guards of a join are looked at from left to right. The first closed one closes the join, whatever comes behind
//! it; a fault before that leaves the join open, and taking the join is the fault.

use ir::{FaultKind, Guard, Join, ObjectId, Probe, Program, Value};
use verdict::StopReason;

use crate::choices::{Alternatives, Choices, decide};
use crate::effect::{Effect, Receive, Stop};
use crate::observer::observe;
use crate::state::View;

/// A join that may be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenJoin {
    /// Taking it receives these.
    Receives(Vec<Receive>),
    /// Taking it stops the thread: a violation, or a false assumption in an observer.
    Stops(Stop),
}

/// Whether a select with these joins lets its thread go on.
pub fn is_open(program: &Program, view: &View<'_>, joins: &[Join]) -> Result<bool, StopReason> {
    for join in joins {
        if test(program, view, join)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What a select does: it takes one of its open joins, or the first of them.
pub(crate) fn take(
    program: &Program,
    view: &View<'_>,
    joins: &[Join],
    first: bool,
    choices: &mut dyn Choices,
) -> Result<Effect, Stop> {
    let mut positions = Vec::new();
    let mut open = Vec::new();
    for (position, join) in joins.iter().enumerate() {
        if let Some(join) = test(program, view, join).map_err(Stop::GaveUp)? {
            positions.push(position);
            open.push(join);
        }
        if first && !open.is_empty() {
            break;
        }
    }
    if open.is_empty() {
        return Err(Stop::Blocked);
    }
    let chosen = decide(choices, &Alternatives::Joins { all: joins, open: &positions })? as usize;
    let join = positions[chosen];
    match open.swap_remove(chosen) {
        OpenJoin::Receives(receives) => Ok(Effect::Take { join, receives, target: joins[join].target }),
        OpenJoin::Stops(stop) => Err(stop),
    }
}

/// The join, if it is open.
fn test(program: &Program, view: &View<'_>, join: &Join) -> Result<Option<OpenJoin>, StopReason> {
    let mut receives = Vec::new();
    for guard in &join.guards {
        match test_guard(program, view, guard, &mut receives) {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(Stop::GaveUp(reason)) => return Err(reason),
            Err(stop) => return Ok(Some(OpenJoin::Stops(stop))),
        }
    }
    Ok(Some(OpenJoin::Receives(receives)))
}

/// Whether the guard is open, given what the guards before it receive.
fn test_guard(
    program: &Program,
    view: &View<'_>,
    guard: &Guard,
    receives: &mut Vec<Receive>,
) -> Result<bool, Stop> {
    match guard {
        Guard::Wait(condition) => Ok(look(program, view, condition)?.truth()),
        Guard::Receive { channel, dst } => {
            let channel = look(program, view, channel)?.object().ok_or(FaultKind::NullDereference)?;
            let promised = receives.iter().filter(|receive| receive.channel == channel).count();
            receives.push(Receive { channel, dst: *dst });
            Ok(has_more_than(view, channel, promised))
        }
        Guard::Always => Ok(true),
    }
}

fn has_more_than(view: &View<'_>, channel: ObjectId, promised: usize) -> bool {
    view.heap.slots(channel).len() > promised
}

fn look(program: &Program, view: &View<'_>, probe: &Probe) -> Result<Value, Stop> {
    match probe {
        Probe::Expr(expr) => Ok(expr.eval(view)?),
        Probe::Call { proc, args } => {
            let args: Result<Vec<Value>, _> = args.iter().map(|arg| arg.eval(view)).collect();
            observe(program, view, *proc, &args?)
        }
    }
}
