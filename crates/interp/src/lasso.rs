//! Replay of infinite executions that violate a formula.
//!
//! The trace is executed once and recorded. Its word is read off the states, by the meaning that `temporal` gives to
//! atoms and by what the interpreter itself saw the moves do. Checked are:
//!
//! - that the execution can go on forever as claimed: the loop closes ([`crate::closing`]) or, where the execution is
//!   said to stay in its last state, that it has ended, waits forever, or fails there;
//! - that it is fair, where only fair executions count ([`crate::fairness`]);
//! - that its word does not satisfy the formula, by direct evaluation;
//! - that the letters of the loop are the same when it is executed a second time.
//!
//! A trace without a loop claims that the formula is violated however the execution goes on ([`crate::prefix`]).

use ir::facts::can_prune;
use ir::{Choice, ChoiceOp, ClassKind, Op, Program};
use logic::{AtomId, AtomSet, Lasso};
use temporal::{End, LastStep, Temporal};
use verdict::{Execution, Letter, Trace, TraceStep, Word};

use crate::closing::{Closed, Closing, Keys};
use crate::context::Context;
use crate::divergence::{Divergence, DivergenceReason};
use crate::enabled::movable_threads;
use crate::fairness::LoopFairness;
use crate::player::{Ended, Player};
use crate::prefix::check_prefix;
use crate::record::Detail;
use crate::replay::first_moment_of;
use crate::sight::{end, has_letter, letter, n_frames};
use crate::state::State;
use crate::successors::{Outcome, successors};

/// Re-executes a trace whose word violates the formula.
pub(crate) fn replay_lasso(
    ctx: &Context<'_>,
    property: &Temporal,
    trace: &Trace,
    detail: Detail,
) -> Result<Execution, Divergence> {
    let n_steps = trace.steps.len();
    if trace.loop_start.is_some_and(|start| start > n_steps) {
        return Err(Divergence::at(n_steps, DivergenceReason::BadLoop));
    }
    let loop_start = trace.loop_start.unwrap_or(n_steps);
    let mut replay = LassoReplay {
        property,
        trace,
        loop_start,
        player: Player::new(ctx, &trace.start, detail)?,
        letters: Letters::default(),
        keys: Vec::new(),
    };
    if trace.loop_start.is_none() {
        return replay.prefix();
    }
    replay.stem()?;
    let mut execution = if loop_start < trace.steps.len() { replay.turn()? } else { replay.stay()? };
    execution.loop_start = Some(first_moment_of(&execution.moments, loop_start));
    Ok(execution)
}

struct LassoReplay<'a, 'p> {
    property: &'a Temporal,
    trace: &'a Trace,
    loop_start: usize,
    player: Player<'a, 'p>,
    letters: Letters,
    /// Of the states after each move of the loop, where they are needed to repeat it.
    keys: Vec<Keys>,
}

/// The letters so far.
#[derive(Default)]
struct Letters {
    /// The step that leaves the first state that has one.
    first_step: usize,
    letters: Vec<(AtomSet, usize)>,
}

impl<'p> LassoReplay<'_, 'p> {
    /// Makes the moves before the loop. Where the execution stays in its last state, that is all but the last move,
    /// which may fail.
    fn stem(&mut self) -> Result<(), Divergence> {
        let last = self.trace.steps.len().saturating_sub(1);
        for index in 0..self.loop_start.min(last) {
            self.read(index, End::GoesOn);
            self.play_on(index)?;
        }
        Ok(())
    }

    /// Makes all moves. The execution may go on in any way, and has one: the program discards none.
    fn prefix(mut self) -> Result<Execution, Divergence> {
        let (ctx, n_steps) = (self.player.ctx, self.trace.steps.len());
        if can_prune(ctx.program) {
            return Err(at(n_steps)(DivergenceReason::MayBeDiscarded));
        }
        for index in 0..n_steps {
            self.read(index, End::GoesOn);
            self.play_on(index)?;
        }
        let end = end(ctx, &self.player.state).map_err(gave_up(n_steps))?;
        self.read(n_steps, end);
        let letters: Vec<AtomSet> = self.letters.letters.iter().map(|(letter, _)| *letter).collect();
        check_prefix(self.property, &letters).map_err(at(n_steps))?;
        let word = self.shown(None, 0);
        let (moments, last) = (self.player.take_moments(), self.player.snapshot());
        Ok(Execution { inputs: self.player.inputs, moments, loop_start: None, last, word: Some(word) })
    }

    /// The execution stays forever in its last state, or in the one before its last move, if that fails.
    fn stay(mut self) -> Result<Execution, Divergence> {
        let n_steps = self.trace.steps.len();
        if let Some(index) = n_steps.checked_sub(1) {
            self.read(index, End::GoesOn);
            let before = self.player.snapshot();
            match self.player.play(&self.trace.steps[index], index).map_err(at(index))? {
                Ended::Moved(_) => {}
                Ended::Failed { .. } => {
                    let word = self.word(self.letters.count().checked_sub(1), 0)?;
                    let moments = self.player.take_moments();
                    return Ok(Execution {
                        inputs: self.player.inputs,
                        moments,
                        loop_start: None,
                        last: before,
                        word: Some(word),
                    });
                }
            }
        }
        let (ctx, state) = (self.player.ctx, &self.player.state);
        let movable = movable_threads(ctx, state).map_err(gave_up(n_steps))?;
        if let Some(&thread) = movable.first() {
            return Err(at(n_steps)(DivergenceReason::GoesOn { thread }));
        }
        let end = end(ctx, state).map_err(gave_up(n_steps))?;
        self.read(n_steps, end);
        let word = self.word(self.letters.count().checked_sub(1), 0)?;
        let (moments, last) = (self.player.take_moments(), self.player.snapshot());
        Ok(Execution { inputs: self.player.inputs, moments, loop_start: None, last, word: Some(word) })
    }

    /// The execution repeats the moves from the loop's start on forever.
    fn turn(mut self) -> Result<Execution, Divergence> {
        let (ctx, n_steps) = (self.player.ctx, self.trace.steps.len());
        let mut closing = Closing::new(ctx, self.property, &self.player.state);
        let mut fairness = LoopFairness::new(self.property.fair, &self.player.state);
        let names_decide = choices_depend_on_names(ctx.program);
        let frames_before = n_frames(&self.player.state);
        let loop_letter = has_letter(&self.player.state).then_some(self.letters.count());
        for index in self.loop_start..n_steps {
            self.read(index, End::GoesOn);
            if let Some(fairness) = &mut fairness {
                let moving = self.trace.steps[index].thread;
                fairness.passes(ctx, &self.player.state, moving).map_err(gave_up(index))?;
            }
            self.play_on(index)?;
            closing.passes(&self.player.effects);
            if names_decide {
                self.keys.push(closing.keys(ctx, &self.player.state));
            }
        }
        let closed = closing.check(ctx, &self.player.state).map_err(at(n_steps))?;
        if let Some(fairness) = fairness {
            fairness.check(&self.player.state).map_err(at(n_steps))?;
        }
        let growth = n_frames(&self.player.state).saturating_sub(frames_before);
        let word = self.word(loop_letter, growth)?;
        let (moments, last) = (self.player.take_moments(), self.player.snapshot());
        self.second_turn(&mut closing, closed, loop_letter.unwrap_or(0)).map_err(at(n_steps))?;
        Ok(Execution { inputs: self.player.inputs, moments, loop_start: None, last, word: Some(word) })
    }

    /// Makes the moves of the loop once more and compares the letters, the one after the last move too.
    fn second_turn(
        &mut self,
        closing: &mut Closing<'p>,
        closed: Closed,
        loop_letter: usize,
    ) -> Result<(), DivergenceReason> {
        let steps = &self.trace.steps[self.loop_start..];
        for position in 0..=steps.len() {
            let expected = loop_letter + position % steps.len();
            let effects = self.player.effects.last;
            let found = letter(self.property, &self.player.state, End::GoesOn, effects);
            if self.letters.letters[expected].0 != found {
                return Err(DivergenceReason::LetterChanges { letter: expected });
            }
            if let Some(step) = steps.get(position) {
                let step = match self.keys.get(position) {
                    Some(keys) => same_move(self.player.ctx, &self.player.state, step, |state| {
                        closing.keys(self.player.ctx, state).agree(keys, closed)
                    })?,
                    None => step.clone(),
                };
                self.player.play_on(&step, self.loop_start + position)?;
            }
        }
        Ok(())
    }

    fn play_on(&mut self, index: usize) -> Result<(), Divergence> {
        self.player.play_on(&self.trace.steps[index], index).map_err(at(index))?;
        Ok(())
    }

    /// Notes the letter of the state that this step leaves.
    fn read(&mut self, step: usize, end: End) {
        let state = &self.player.state;
        if !has_letter(state) {
            return;
        }
        // In the first state of a word there was no step before.
        let is_first = self.letters.letters.is_empty();
        let last = if is_first { LastStep::default() } else { self.player.effects.last };
        if is_first {
            self.letters.first_step = step;
        }
        self.letters.letters.push((letter(self.property, state, end, last), n_frames(state)));
    }

    /// The word of the execution whose loop begins with this letter. It must violate the formula.
    fn word(&self, loop_letter: Option<usize>, growth: usize) -> Result<Word, Divergence> {
        let at_end = at(self.trace.steps.len());
        let property = self.property;
        let loop_start = loop_letter.ok_or(at_end(DivergenceReason::NoWord))?;
        let letters: Vec<AtomSet> = self.letters.letters.iter().map(|(letter, _)| *letter).collect();
        let (stem, cycle) = letters.split_at(loop_start);
        let lasso = Lasso::new(stem.to_vec(), cycle.to_vec()).ok_or(at_end(DivergenceReason::NoWord))?;
        if logic::satisfies(&property.formulas, property.root, &lasso) {
            return Err(at_end(DivergenceReason::FormulaHolds));
        }
        Ok(self.shown(Some(loop_start), growth))
    }

    fn shown(&self, loop_start: Option<usize>, growth: usize) -> Word {
        let property = self.property;
        let ids: Vec<AtomId> = property.atoms.ids().collect();
        let shown = |(letter, frames): &(AtomSet, usize)| Letter {
            holds: ids.iter().map(|&atom| letter.contains(atom)).collect(),
            frames: *frames,
        };
        Word {
            atoms: property.formulas.atoms().iter().map(ToString::to_string).collect(),
            first_step: self.letters.first_step,
            letters: self.letters.letters.iter().map(shown).collect(),
            loop_start,
            growth,
        }
    }
}

impl Letters {
    fn count(&self) -> usize {
        self.letters.len()
    }
}

fn at(step: usize) -> impl Fn(DivergenceReason) -> Divergence {
    move |reason| Divergence::at(step, reason)
}

fn gave_up(step: usize) -> impl Fn(verdict::StopReason) -> Divergence {
    move |reason| Divergence::at(step, DivergenceReason::GaveUp(reason))
}

/// Whether the order of the alternatives of a choice can depend on the names of objects, which are others in each turn
/// of a loop.
fn choices_depend_on_names(program: &Program) -> bool {
    let set_of_references =
        |class: &ir::Class| matches!(class.kind, ClassKind::Set { element, .. } if element.is_reference());
    program.classes.iter().any(set_of_references)
        && program.any_op(|op| matches!(op, Op::Choice(ChoiceOp::Choose { from: Choice::Element(_), .. })))
}

/// A move of the same thread to a state that is the one sought.
fn same_move(
    ctx: &Context<'_>,
    state: &State,
    step: &TraceStep,
    mut is_sought: impl FnMut(&State) -> bool,
) -> Result<TraceStep, DivergenceReason> {
    let moves = successors(ctx, state).map_err(DivergenceReason::GaveUp)?;
    for found in moves.filter(|found| found.step.thread == step.thread) {
        if let Outcome::State { state, transition: _ } = found.outcome
            && is_sought(&state)
        {
            return Ok(found.step);
        }
    }
    Err(DivergenceReason::LoopNotClosed)
}
