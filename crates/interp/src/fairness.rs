//! Whether a loop neglects a thread that could move.
//!
//! An execution is weakly fair if no thread can from some point on move in every state and yet never moves; it is
//! strongly fair if no thread can move in infinitely many states and yet never moves from some point on. On a loop,
//! threads are known by their numbers within one turn, and by their positions from turn to turn: the thread at a
//! position of the last state plays the role of the one at that position of the first. A thread that ends has moved,
//! and lets those behind it move up; they never move down again. So a thread that never moves comes to stand at some
//! position for good, and is there at the beginning and at the end of every later turn. Hence a loop is fair if each
//! thread that has the same position before and after it moves on it, or cannot move: for weak fairness in one of its
//! states, for strong fairness in all of them.

use std::collections::BTreeSet;

use logic::Fairness;
use verdict::StopReason;

use crate::context::Context;
use crate::divergence::DivergenceReason;
use crate::enabled::may_move;
use crate::state::State;

/// Which threads moved or could not move on a loop so far.
pub(crate) struct LoopFairness {
    asked: Fairness,
    /// The threads at the beginning, by position.
    start: Vec<Option<u32>>,
    moved: BTreeSet<Option<u32>>,
    /// Those that could move in some state.
    enabled: BTreeSet<Option<u32>>,
    /// Those that could not in some state.
    waited: BTreeSet<Option<u32>>,
}

impl LoopFairness {
    /// `None` if no fairness is asked for.
    pub(crate) fn new(asked: Fairness, start: &State) -> Option<Self> {
        let (moved, enabled, waited) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        asked.is_asked().then_some(Self { asked, start: numbers(start), moved, enabled, waited })
    }

    /// The loop comes to this state, and leaves it by a move of this thread.
    pub(crate) fn passes(
        &mut self,
        ctx: &Context<'_>,
        state: &State,
        moving: usize,
    ) -> Result<(), StopReason> {
        for (position, number) in numbers(state).into_iter().enumerate() {
            let could = may_move(ctx, state, position)?;
            if could { &mut self.enabled } else { &mut self.waited }.insert(number);
            if position == moving {
                self.moved.insert(number);
            }
        }
        Ok(())
    }

    /// The loop ends in this state.
    pub(crate) fn check(&self, end: &State) -> Result<(), DivergenceReason> {
        let threads = self.start.iter().zip(numbers(end));
        let lasting = threads.filter(|(before, after)| *before == after).map(|(_, number)| number);
        match lasting.into_iter().find(|number| self.is_neglected(number)) {
            Some(number) => Err(DivergenceReason::Unfair { number }),
            None => Ok(()),
        }
    }

    fn is_neglected(&self, number: &Option<u32>) -> bool {
        let could_move = match self.asked {
            Fairness::None => false,
            Fairness::Weak => !self.waited.contains(number),
            Fairness::Strong => self.enabled.contains(number),
        };
        could_move && !self.moved.contains(number)
    }
}

fn numbers(state: &State) -> Vec<Option<u32>> {
    state.threads.iter().map(|thread| thread.number).collect()
}
