//! From the path to an error, as an engine gives it, to a violation that can be replayed.

use machine::{Code, Failure, MAX_TRACE_STEPS, cut_into_steps};
use verdict::{SharedTrace, StopReason, Trace, Violation, Witness};

/// An execution with more choices and calls is given by its shared parts, if that makes it shorter: too long to be read
/// are so many steps.
const MOST_TO_READ: usize = 10_000;
/// An execution without parts to share is listed step by step up to so many choices and calls.
const MOST_TO_TELL: usize = MAX_TRACE_STEPS as usize;

/// The violation at the end of an execution.
pub(crate) fn account(
    code: &Code<'_>,
    shared: SharedTrace,
    failure: &Failure,
) -> Result<Violation, StopReason> {
    let witness = match step_by_step(code, &shared, failure)? {
        Some(trace) => Witness::Steps(trace),
        None => Witness::Shared(shared),
    };
    Ok(Violation { kind: failure.kind.clone(), span: failure.span, witness })
}

/// The execution as steps, unless it is long and has parts to share.
fn step_by_step(
    code: &Code<'_>,
    shared: &SharedTrace,
    failure: &Failure,
) -> Result<Option<Trace>, StopReason> {
    let shares_nothing = shared.flatten(2 * shared.size()).is_some();
    let most = if shares_nothing { MOST_TO_TELL } else { MOST_TO_READ };
    let Some(choices) = shared.flatten(most) else { return Ok(None) };
    // As many alternatives as a goto has targets.
    let choices: Vec<u32> = choices.into_iter().map(|choice| choice as u32).collect();
    match cut_into_steps(code, &choices, failure, most as u64) {
        Ok(steps) => Ok(Some(Trace { steps, loop_start: None, ..Trace::default() })),
        Err(StopReason::TraceTooLong(_)) if !shares_nothing => Ok(None),
        Err(reason) => Err(reason),
    }
}
