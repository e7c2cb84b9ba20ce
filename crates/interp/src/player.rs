//! Makes the moves of a trace, one by one, and refuses those that the program does not allow.

use base::Span;
use verdict::{Inputs, Moment, Snapshot, Start, TraceStep, ViolationKind};

use crate::choices::Script;
use crate::context::Context;
use crate::divergence::{Divergence, DivergenceReason};
use crate::effect::Stop;
use crate::enabled::may_move;
use crate::record::{Detail, Recorder};
use crate::sight::StepEffects;
use crate::snapshot::{inputs, snapshot};
use crate::state::State;
use crate::transition::{Transition, transition};

/// An execution under way.
pub(crate) struct Player<'a, 'p> {
    pub(crate) ctx: &'a Context<'p>,
    pub(crate) state: State,
    pub(crate) inputs: Option<Inputs>,
    /// Of the last move.
    pub(crate) effects: StepEffects,
    /// Records the execution, as long as there is a listener.
    recorder: Option<Recorder>,
}

/// How one step of a trace ended.
pub(crate) enum Ended {
    Moved(Transition),
    /// The state is the one before the instruction that failed.
    Failed {
        kind: ViolationKind,
        span: Option<Span>,
    },
}

impl<'a, 'p> Player<'a, 'p> {
    /// At the start that a trace names.
    pub(crate) fn new(ctx: &'a Context<'p>, start: &Start, detail: Detail) -> Result<Self, Divergence> {
        let state = State::from_start(ctx, start)
            .map_err(|unfit| Divergence::at(0, DivergenceReason::UnfitStart(unfit)))?;
        let (inputs, recorder) = (inputs(ctx, &state, start), Some(Recorder::new(detail)));
        Ok(Self { ctx, state, inputs, effects: StepEffects::default(), recorder })
    }

    /// Makes the move that is the step `index` of its trace.
    pub(crate) fn play(&mut self, step: &TraceStep, index: usize) -> Result<Ended, DivergenceReason> {
        if let Some(recorder) = &mut self.recorder {
            recorder.begin_step(self.ctx, &self.state, index);
        }
        let (thread, live) = (step.thread, self.state.threads.len());
        if thread >= live {
            return Err(DivergenceReason::NoSuchThread { thread, live });
        }
        if !may_move(self.ctx, &self.state, thread).map_err(DivergenceReason::GaveUp)? {
            return Err(DivergenceReason::CannotMove { thread });
        }
        self.effects = StepEffects::begin(&self.state, thread);
        let mut script = Script::new(&step.choices);
        let mut listener = (&mut self.recorder, &mut self.effects);
        let result = transition(self.ctx, &mut self.state, thread, &mut script, &mut listener);
        let ended = match result {
            Ok(transition) => Ended::Moved(transition),
            Err(Stop::Violation { kind, span }) => Ended::Failed { kind, span },
            Err(Stop::Pruned) => return Err(DivergenceReason::Pruned),
            Err(Stop::Blocked) => return Err(DivergenceReason::CannotMove { thread }),
            Err(Stop::Undecided { answer, alternatives }) => {
                return Err(DivergenceReason::BadChoice { answer, alternatives });
            }
            Err(Stop::GaveUp(reason)) => return Err(DivergenceReason::GaveUp(reason)),
        };
        let (used, recorded) = (script.used(), step.choices.len());
        match used < recorded {
            true => Err(DivergenceReason::UnusedChoices { used, recorded }),
            false => Ok(ended),
        }
    }

    /// Makes a move that must not fail.
    pub(crate) fn play_on(&mut self, step: &TraceStep, index: usize) -> Result<Transition, DivergenceReason> {
        match self.play(step, index)? {
            Ended::Moved(transition) => Ok(transition),
            Ended::Failed { kind, span } => Err(DivergenceReason::OtherViolation { kind, span }),
        }
    }

    /// The state as it is shown.
    pub(crate) fn snapshot(&self) -> Snapshot {
        snapshot(self.ctx, &self.state)
    }

    /// All statements so far, the last one too. What follows is not recorded.
    pub(crate) fn take_moments(&mut self) -> Vec<Moment> {
        let Some(mut recorder) = self.recorder.take() else { return Vec::new() };
        recorder.close(self.ctx, &self.state);
        recorder.take_moments()
    }
}
