//! From the way to an error, as an engine tells it, to a violation that can be replayed.

use ir::{Instr, Op};
use machine::{Code, Failure, cut_into_steps};
use verdict::{SharedTrace, StopReason, Trace, Violation, ViolationKind};

/// Longer executions are not told step by step.
const MOST_CHOICES_AND_CALLS: usize = 2_000_000;

/// The violation at the end of an execution.
pub(crate) fn account(
    code: &Code<'_>,
    shared: &SharedTrace,
    failure: &Failure,
) -> Result<Violation, StopReason> {
    let choices = shared.flatten(MOST_CHOICES_AND_CALLS);
    let choices = choices.ok_or(StopReason::TraceTooLong(MOST_CHOICES_AND_CALLS as u64))?;
    let steps = cut_into_steps(code, &choices, failure)?;
    let trace = Trace { steps, loop_start: None };
    Ok(Violation { kind: failure.kind.clone(), span: failure.span, trace })
}

/// How an assertion or a fault fails.
pub(crate) fn failure(instr: &Instr) -> Failure {
    let kind = match &instr.op {
        Op::Assert { message, .. } => ViolationKind::Assertion { message: message.clone() },
        Op::Fault { kind } => ViolationKind::Fault(kind.clone()),
        other => unreachable!("{other:?} does not fail"),
    };
    Failure { kind, span: instr.site.span }
}
