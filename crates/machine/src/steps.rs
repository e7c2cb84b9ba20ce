//! From the choices of a whole execution to the steps of a trace.

use verdict::{StopReason, TraceStep, ViolationKind};

use crate::code::Code;
use crate::execute::{Failure, Machine, StepEnd};
use crate::listener::NoListener;
use crate::state::State;
use crate::tape::Tape;

/// Longer traces are not made.
pub const MAX_TRACE_STEPS: u64 = 2_000_000;

/// Executes a program with one thread from its start with these choices, up to the failure, and says which choices
/// each step takes. Panics if the choices do not lead there; gives up after `most` steps.
pub fn cut_into_steps(
    code: &Code<'_>,
    choices: &[u32],
    failure: &Failure,
    most: u64,
) -> Result<Vec<TraceStep>, StopReason> {
    let mut machine: Machine<'_, NoListener> = Machine::new(code, State::initial(code));
    machine.tape.play(choices);
    let mut steps = Vec::new();
    loop {
        if failure.kind == ViolationKind::Deadlock && !machine.can_move(0) {
            return Ok(steps);
        }
        if steps.len() as u64 > most {
            return Err(StopReason::TraceTooLong(most));
        }
        let before = machine.tape.position();
        let end = machine.continue_step(0);
        let taken = &choices[before..machine.tape.position()];
        steps.push(TraceStep { thread: 0, choices: Tape::decisions(taken) });
        match end {
            StepEnd::Reached { .. } => {}
            StepEnd::Failed(found) if found == *failure => return Ok(steps),
            StepEnd::Failed(_) | StepEnd::Pruned | StepEnd::Stopped(_) | StepEnd::LeftOut(_) => {
                panic!("the choices lead after {} steps to {end:?}, and not to {failure:?}", steps.len())
            }
        }
    }
}
