//! All moves of a state: every thread that may move, and every way that the choices in its move can fall.

use base::Span;
use verdict::{StopReason, TraceStep, ViolationKind};

use crate::choices::{Alternatives, Choices};
use crate::context::Context;
use crate::effect::Stop;
use crate::enabled::movable_threads;
use crate::state::State;
use crate::transition::{Transition, transition};

/// One move and where it leads.
#[derive(Clone, Debug)]
pub struct Successor {
    pub step: TraceStep,
    pub outcome: Outcome,
}

/// Where a move leads.
#[derive(Clone, Debug)]
pub enum Outcome {
    State {
        state: State,
        transition: Transition,
    },
    Violation {
        kind: ViolationKind,
        span: Option<Span>,
    },
    /// An assumption was false.
    Pruned,
    /// Where the interpreter cannot say.
    GaveUp(StopReason),
}

/// The moves of a state, computed one by one: by thread, then by choices in lexicographic order.
pub fn successors<'a>(ctx: &'a Context<'a>, state: &'a State) -> Result<Successors<'a>, StopReason> {
    let mut threads = movable_threads(ctx, state)?.into_iter();
    let odometer = threads.next().map(|thread| (thread, Odometer::default()));
    Ok(Successors { ctx, state, threads, current: odometer })
}

/// See [`successors`].
#[derive(Debug)]
pub struct Successors<'a> {
    ctx: &'a Context<'a>,
    state: &'a State,
    threads: std::vec::IntoIter<usize>,
    current: Option<(usize, Odometer)>,
}

impl Iterator for Successors<'_> {
    type Item = Successor;

    fn next(&mut self) -> Option<Successor> {
        let (thread, odometer) = self.current.as_mut()?;
        let thread = *thread;
        odometer.asked = 0;
        let mut state = self.state.clone();
        let result = transition(self.ctx, &mut state, thread, odometer, &mut ());
        let step = TraceStep { thread, choices: odometer.choices() };
        if !odometer.advance() {
            self.current = self.threads.next().map(|thread| (thread, Odometer::default()));
        }
        Some(Successor { step, outcome: outcome(result, state) })
    }
}

fn outcome(result: Result<Transition, Stop>, state: State) -> Outcome {
    match result {
        Ok(transition) => Outcome::State { state, transition },
        Err(Stop::Violation { kind, span }) => Outcome::Violation { kind, span },
        Err(Stop::Pruned) => Outcome::Pruned,
        Err(Stop::GaveUp(reason)) => Outcome::GaveUp(reason),
        Err(Stop::Blocked) => unreachable!("a thread that may move is not blocked where it stands"),
        // The odometer has no answer where there are too many.
        Err(Stop::Undecided { alternatives, .. }) => {
            Outcome::GaveUp(StopReason::StepTooWide(u64::try_from(alternatives).unwrap_or(u64::MAX)))
        }
    }
}

/// The largest choice whose alternatives are tried one after another.
fn most_alternatives(alternatives: &Alternatives<'_>) -> u128 {
    match alternatives {
        Alternatives::Any { .. } => 1 << 20,
        Alternatives::Targets(_)
        | Alternatives::Joins { .. }
        | Alternatives::Bool
        | Alternatives::Range { .. }
        | Alternatives::Enum { .. }
        | Alternatives::Elements(_)
        | Alternatives::References(_) => u32::MAX.into(),
    }
}

/// Answers choices so that repeated runs go through all combinations: the last choice turns fastest.
#[derive(Clone, Debug, Default)]
struct Odometer {
    /// For each choice of the last run, which alternative it took and how many it had.
    wheels: Vec<(u64, u128)>,
    asked: usize,
}

impl Odometer {
    fn choices(&self) -> Vec<u64> {
        self.wheels.iter().map(|&(chosen, _)| chosen).collect()
    }

    /// Sets the next combination; `false` if there is none.
    fn advance(&mut self) -> bool {
        while let Some((chosen, count)) = self.wheels.pop() {
            if u128::from(chosen) + 1 < count {
                self.wheels.push((chosen + 1, count));
                return true;
            }
        }
        false
    }
}

impl Choices for Odometer {
    fn choose(&mut self, alternatives: &Alternatives<'_>) -> Option<u64> {
        if alternatives.count() > most_alternatives(alternatives) {
            return None;
        }
        if self.asked == self.wheels.len() {
            self.wheels.push((0, alternatives.count()));
        }
        let (chosen, _) = self.wheels[self.asked];
        self.asked += 1;
        Some(chosen)
    }
}
