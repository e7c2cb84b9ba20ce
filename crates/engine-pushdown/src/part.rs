//! The part of a step that one rule of the pushdown system stands for: up to a call, a return, or the end of the step.

use ir::{Expr, ProcId, TermOp};
use machine::{AccessListener, Action, Code, Cover, Flow, Halt, MAX_INSTRUCTIONS, Machine, Point};
use verdict::StopReason;

/// Where a part ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PartEnd<'p> {
    /// Where a step begins, or where the procedure waits.
    Rests,
    /// At a call.
    Calls { proc: ProcId, args: &'p [Expr] },
    /// At a return.
    Returns { values: &'p [Expr] },
    /// Where it began: it waits there forever.
    Waits { may_end: bool },
}

/// Runs the machine to the end of a part. `resumed`: a return has led here, and the next step may begin at once. `act`
/// executes one instruction.
pub(crate) fn run_part<'p, W: AccessListener, C: Cover>(
    machine: &mut Machine<'p, W>,
    resumed: bool,
    cover: &mut C,
    mut act: impl FnMut(&mut Machine<'p, W>, &mut C) -> Result<Flow, Halt>,
) -> Result<PartEnd<'p>, Halt> {
    if resumed && machine.at_boundary() {
        return Ok(PartEnd::Rests);
    }
    for count in 0..MAX_INSTRUCTIONS {
        let point = machine.top().top().point;
        if let Some(end) = leaves_procedure(machine.code, point) {
            cover.reaches(point);
            return Ok(end);
        }
        match act(machine, cover)? {
            Flow::Next if machine.at_boundary() => return Ok(PartEnd::Rests),
            Flow::Next => {}
            // After a return, a step ends where the procedure begins to wait.
            Flow::Blocked if count == 0 && !resumed => {
                return Ok(PartEnd::Waits { may_end: may_end(machine.code, point) });
            }
            Flow::Blocked | Flow::Ended => return Ok(PartEnd::Rests),
        }
    }
    Err(Halt::Stopped(Box::new(StopReason::StepTooLong(MAX_INSTRUCTIONS))))
}

/// The call or return that stands at a point.
fn leaves_procedure<'p>(code: &'p Code<'p>, point: Point) -> Option<PartEnd<'p>> {
    let Action::Term(terminator) = code.facts(point).action else { return None };
    match &terminator.op {
        TermOp::Call { proc, args, .. } => Some(PartEnd::Calls { proc: *proc, args }),
        TermOp::Return { values } => Some(PartEnd::Returns { values }),
        TermOp::Goto { .. }
        | TermOp::Branch { .. }
        | TermOp::Switch { .. }
        | TermOp::SwitchClass { .. }
        | TermOp::Opaque { .. }
        | TermOp::Select { .. } => None,
    }
}

/// The call that a frame waits for: where its results go, and where control goes on.
pub(crate) fn awaited_call<'p>(code: &'p Code<'p>, point: Point) -> (&'p [ir::Place], Point) {
    let facts = code.facts(point);
    let Action::Term(ir::Terminator { op: TermOp::Call { results, next, .. }, .. }) = facts.action else {
        panic!("a frame of {} does not wait for a call", facts.proc);
    };
    (results, code.block_point(facts.proc, *next))
}

/// Whether the program may end while it waits at a point.
pub(crate) fn may_end(code: &Code<'_>, point: Point) -> bool {
    match code.facts(point).action {
        Action::Term(terminator) => matches!(terminator.op, TermOp::Select { end: true, .. }),
        Action::Instr(_) => false,
    }
}

pub(crate) fn is_select(code: &Code<'_>, point: Point) -> bool {
    match code.facts(point).action {
        Action::Term(terminator) => matches!(terminator.op, TermOp::Select { .. }),
        Action::Instr(_) => false,
    }
}
