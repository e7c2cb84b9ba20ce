//! When a loop closes, so that it can be repeated forever.
//!
//! The state after the loop need not be the one before it. It suffices that the program cannot distinguish them, nor
//! the formula. Either the whole states are equal, up to the names of objects and to locals that do not matter. Or, in
//! a program with one thread, what the running procedure sees is equal, and no move of the loop returned from the frame
//! that was running at its beginning: then all that the loop ever looks at is equal, while the stack below may grow
//! with each turn.

use temporal::Temporal;

use crate::context::Context;
use crate::divergence::DivergenceReason;
use crate::key::{Keyer, Locals};
use crate::sight::StepEffects;
use crate::state::State;

/// The keys of a state that a loop may close by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Keys {
    whole: Vec<u8>,
    /// Of what the running procedure sees, in a program with one thread.
    sight: Option<Vec<u8>>,
}

/// How a loop closes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Closed {
    /// The whole state is as before.
    Whole,
    /// What the running procedure sees is as before.
    Sight,
}

impl Keys {
    /// Whether two states are equal as far as this way of closing needs.
    pub(crate) fn agree(&self, other: &Keys, closed: Closed) -> bool {
        match closed {
            Closed::Whole => self.whole == other.whole,
            Closed::Sight => self.sight.is_some() && self.sight == other.sight,
        }
    }
}

/// A loop, from its beginning on.
pub(crate) struct Closing<'p> {
    keyer: Keyer<'p>,
    is_sequential: bool,
    start: Keys,
    height: usize,
    lowest: usize,
}

impl<'p> Closing<'p> {
    /// The loop begins in this state.
    pub(crate) fn new(ctx: &Context<'p>, property: &Temporal, state: &State) -> Self {
        let locals = if property.observes_locals() { Locals::LiveAndUser } else { Locals::Live };
        let mut keyer = Keyer::new(ctx, locals);
        let is_sequential = ctx.program.is_sequential();
        let start = keys(&mut keyer, ctx, state, is_sequential);
        let height = state.threads.first().map_or(0, |thread| thread.frames.len());
        Self { keyer, is_sequential, start, height, lowest: height }
    }

    pub(crate) fn keys(&mut self, ctx: &Context<'p>, state: &State) -> Keys {
        keys(&mut self.keyer, ctx, state, self.is_sequential)
    }

    /// A move of the loop was made. Heights matter only where there is one thread.
    pub(crate) fn passes(&mut self, effects: &StepEffects) {
        self.lowest = self.lowest.min(effects.lowest);
    }

    /// How the loop closes in this state.
    pub(crate) fn check(&mut self, ctx: &Context<'p>, state: &State) -> Result<Closed, DivergenceReason> {
        let end = self.keys(ctx, state);
        if self.start.agree(&end, Closed::Whole) {
            return Ok(Closed::Whole);
        }
        match self.start.agree(&end, Closed::Sight) {
            true if self.lowest < self.height => Err(DivergenceReason::LoopReturns),
            true => Ok(Closed::Sight),
            false => Err(DivergenceReason::LoopNotClosed),
        }
    }
}

fn keys<'p>(keyer: &mut Keyer<'p>, ctx: &Context<'p>, state: &State, is_sequential: bool) -> Keys {
    let alone = state.threads.first().filter(|_| is_sequential);
    let sight = alone.map(|thread| keyer.sight(ctx, state, thread));
    Keys { whole: keyer.key(ctx, state), sight }
}
