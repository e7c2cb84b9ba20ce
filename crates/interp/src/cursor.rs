//! A place in a subtrace of a shared trace: the choices and calls that come next.

use verdict::SubtracePart;

use crate::choices::{Alternatives, Choices};
use crate::divergence::DivergenceReason;

/// Answers choices from the parts of a subtrace, up to the next call.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    parts: &'a [SubtracePart],
    part: usize,
    /// Choices of the part that were taken.
    used: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(parts: &'a [SubtracePart]) -> Self {
        Self { parts, part: 0, used: 0 }
    }

    /// The part that comes next.
    pub(crate) fn part(&self) -> usize {
        self.part
    }

    /// The program calls: the subtrace that the call goes, unless the subtrace is at its end.
    pub(crate) fn call(&mut self) -> Result<Option<usize>, DivergenceReason> {
        self.choices_are_taken()?;
        let Some(&SubtracePart::Call(subtrace)) = self.parts.get(self.part) else { return Ok(None) };
        self.part += 1;
        Ok(Some(subtrace))
    }

    /// The procedure ends here, and so must the subtrace.
    pub(crate) fn end(&mut self) -> Result<(), DivergenceReason> {
        self.choices_are_taken()?;
        match self.parts.get(self.part) {
            Some(&SubtracePart::Call(subtrace)) => Err(DivergenceReason::CallNotMade { subtrace }),
            Some(SubtracePart::Choices(_)) | None => Ok(()),
        }
    }

    /// Goes on to the next call.
    fn choices_are_taken(&mut self) -> Result<(), DivergenceReason> {
        match self.skip_taken() {
            Some(choices) => {
                Err(DivergenceReason::UnusedChoices { used: self.used, recorded: choices.len() })
            }
            None => Ok(()),
        }
    }

    /// Leaves parts behind whose choices were all taken; the choices that come next.
    fn skip_taken(&mut self) -> Option<&'a [u64]> {
        while let Some(SubtracePart::Choices(choices)) = self.parts.get(self.part) {
            if self.used < choices.len() {
                return Some(choices);
            }
            (self.part, self.used) = (self.part + 1, 0);
        }
        None
    }
}

impl Choices for Cursor<'_> {
    fn choose(&mut self, _: &Alternatives<'_>) -> Option<u64> {
        let answer = self.skip_taken()?[self.used];
        self.used += 1;
        Some(answer)
    }
}
