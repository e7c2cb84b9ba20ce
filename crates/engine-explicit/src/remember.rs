//! What a search remembers of the step that led to a state.
//!
//! Mostly nothing. Only properties with `unchanged` or `@nullwrite` ask what the last step did; for them it is part
//! of the state, and the machine is watched while it executes.

use machine::{AccessListener, NoListener, StepEffects};
use temporal::LastStep;

/// A watch over single steps.
pub(crate) trait Remember: AccessListener + Default {
    /// Whether what it saw is part of a state.
    const KEEPS: bool;

    /// What the step did that it has watched.
    fn last_step(&self) -> LastStep;
}

impl Remember for NoListener {
    const KEEPS: bool = false;

    fn last_step(&self) -> LastStep {
        LastStep::default()
    }
}

impl Remember for StepEffects {
    const KEEPS: bool = true;

    fn last_step(&self) -> LastStep {
        let Self { wrote_null, changed } = *self;
        LastStep { wrote_null, changed }
    }
}
