//! What a program writes to its output, collected along an execution.

use crate::context::Context;
use crate::effect::{Effect, Stop};
use crate::state::State;
use crate::step::StepListener;

/// The code units of UTF-16 that were written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Printed {
    output: Vec<u16>,
    errors: Vec<u16>,
}

impl Printed {
    /// The output; a surrogate without its partner is replaced.
    pub fn output(&self) -> String {
        String::from_utf16_lossy(&self.output)
    }

    /// The output of errors.
    pub fn errors(&self) -> String {
        String::from_utf16_lossy(&self.errors)
    }

    pub(crate) fn follow(&mut self, effect: &Effect) {
        if let Effect::Output { error, unit } = effect {
            let stream = if *error { &mut self.errors } else { &mut self.output };
            stream.push(unit.number() as u16);
        }
    }
}

impl StepListener for Printed {
    fn see(&mut self, _: &Context<'_>, _: &State, _: usize, outcome: Result<&Effect, &Stop>) {
        outcome.into_iter().for_each(|effect| self.follow(effect));
    }
}
