//! Observers: procedures that guards may call, run to completion on a stack of their own.
//!
//! An observer reads the state and changes only its own locals. That is checked before programs get here, so that a
//! breach is a mistake of Cutpoint and no answer about the program.

use ir::{Place, ProcId, Program, TermOp, Value};
use verdict::StopReason;

use crate::choices::NoChoices;
use crate::effect::{Effect, Stop, effect};
use crate::state::{Frame, Next, View};

/// How many instructions one call of an observer from a guard may execute.
pub const OBSERVER_BUDGET: u64 = 1_000_000;

/// The result of an observer, seen from a thread whose view is given.
pub fn observe(program: &Program, view: &View<'_>, proc: ProcId, args: &[Value]) -> Result<Value, Stop> {
    let mut stack = vec![Frame::enter(program, proc, args)];
    for _ in 0..OBSERVER_BUDGET {
        if let Some(values) = observer_step(program, view, &mut stack)? {
            return Ok(*values.first().expect("an observer has one result"));
        }
    }
    Err(Stop::GaveUp(StopReason::StepTooLong(OBSERVER_BUDGET)))
}

/// Executes one instruction of the topmost frame; gives the results when the last frame has returned.
fn observer_step(
    program: &Program,
    view: &View<'_>,
    stack: &mut Vec<Frame>,
) -> Result<Option<Vec<Value>>, Stop> {
    let frame = stack.last_mut().expect("an observer that has not returned has a frame");
    refuse_select(program, frame);
    let own_view = View { locals: &frame.locals, ..*view };
    match effect(program, frame, &own_view, &mut NoChoices)? {
        Effect::Nothing | Effect::Print { .. } | Effect::AtomicBegin | Effect::AtomicEnd => frame.index += 1,
        Effect::Write { dst: Place::Local(local), value } => {
            frame.locals[local] = value;
            frame.index += 1;
        }
        Effect::Jump { target } => frame.jump(target),
        Effect::Call { proc, args } => stack.push(Frame::enter(program, proc, &args)),
        Effect::Return { values } => {
            stack.pop();
            let Some(caller) = stack.last_mut() else { return Ok(Some(values)) };
            for (place, value) in caller.resume(program).iter().zip(values) {
                match place {
                    Place::Local(local) => caller.locals[*local] = value,
                    Place::Global(global) => panic!("an observer writes {global}"),
                }
            }
        }
        forbidden @ (Effect::Write { .. }
        | Effect::SetSlot { .. }
        | Effect::Allocate { .. }
        | Effect::Insert { .. }
        | Effect::InsertRecords { .. }
        | Effect::Remove { .. }
        | Effect::Send { .. }
        | Effect::Spawn { .. }
        | Effect::Output { .. }
        | Effect::Accept
        | Effect::Forget { .. }
        | Effect::Take { .. }) => {
            panic!("the observer {} has the effect {forbidden:?}", frame.code(program).name)
        }
    }
    Ok(None)
}

/// A select in an observer could call the observer itself, outside of its budget.
fn refuse_select(program: &Program, frame: &Frame) {
    if let Next::Terminator(terminator) = frame.next(program) {
        let is_select = matches!(terminator.op, TermOp::Select { .. });
        assert!(!is_select, "the observer {} has a select", frame.code(program).name);
    }
}
