//! Whether a loop neglects a thread that could move.
//!
//! An execution is fair if no thread can from some point on move in every state and yet never moves. On a loop, threads are known
//! by their numbers within one turn, and by their positions from turn to turn: the thread at a position of the last state plays the role of the
//! one at that position of the first. A thread that ends has moved, and lets those behind it move up; they never move down again. So a
//! thread that never moves comes to stand at some position for good, and is there at the beginning and at the end of every later turn.
//! Hence a loop is fair if each thread that has the same position before and after it moves on it, or cannot move in one of its
//! states.

use verdict::StopReason;

use crate::context::Context;
use crate::divergence::DivergenceReason;
use crate::enabled::may_move;
use crate::state::State;

/// Which threads moved or could not move on a loop so far.
pub(crate) struct Fairness {
    /// The threads at the beginning, by position.
    start: Vec<Option<u32>>,
    served: Vec<Option<u32>>,
}

impl Fairness {
    pub(crate) fn new(start: &State) -> Self {
        Self { start: numbers(start), served: Vec::new() }
    }

    /// The loop comes to this state, and leaves it by a move of this thread.
    pub(crate) fn passes(
        &mut self,
        ctx: &Context<'_>,
        state: &State,
        moving: usize,
    ) -> Result<(), StopReason> {
        for (position, number) in numbers(state).into_iter().enumerate() {
            let served = position == moving || !may_move(ctx, state, position)?;
            if served && !self.served.contains(&number) {
                self.served.push(number);
            }
        }
        Ok(())
    }

    /// The loop ends in this state.
    pub(crate) fn check(&self, end: &State) -> Result<(), DivergenceReason> {
        let threads = self.start.iter().zip(numbers(end));
        let lasting = threads.filter(|(before, after)| *before == after).map(|(_, number)| number);
        match lasting.into_iter().find(|number| !self.served.contains(number)) {
            Some(number) => Err(DivergenceReason::Unfair { number }),
            None => Ok(()),
        }
    }
}

fn numbers(state: &State) -> Vec<Option<u32>> {
    state.threads.iter().map(|thread| thread.number).collect()
}
