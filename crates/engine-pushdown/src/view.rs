//! What a state of the machine shows to a formula.

use machine::{Code, State};
use temporal::{End, LastStep, Running, View};

/// How an execution ends that stands where it stands.
pub(crate) fn end_of(waits: bool, may_end: bool) -> End {
    match (waits, may_end) {
        (false, _) => End::GoesOn,
        (true, true) => End::Terminated,
        (true, false) => End::Stuck,
    }
}

/// Shows a state with one thread, which has ended if it has no frame.
pub(crate) fn with_view<T>(
    code: &Code<'_>,
    state: &State,
    end: End,
    last: LastStep,
    see: impl FnOnce(&View<'_>) -> T,
) -> T {
    let running = state.threads[0].frames.last().map(|frame| {
        let (block, index) = code.place(frame.point);
        let number = u32::try_from(state.threads[0].number).ok();
        Running { number, proc: frame.proc, block, index, locals: state.threads[0].locals() }
    });
    see(&View { heap: &state.heap, globals: &state.globals, running: running.as_slice(), end, last })
}
