//! Twins of the words of executions: which atoms of a formula hold where, and how an infinite execution goes on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::twin::execution::{State, Step, ThreadStatus};

/// What the atoms of a formula say along an execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Word {
    /// The atoms of the formula, as they are written.
    pub atoms: Vec<String>,
    /// One for each state between two moves, from the end of the initialisation on.
    pub letters: Vec<Letter>,
    /// The move (`atomic_move` of its steps) that leaves the state of the first letter; each later letter belongs to
    /// the next move.
    pub first_move: usize,
    /// Index of the letter where the part begins that repeats forever. Not there if the formula is violated however
    /// the execution goes on after the last letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loop_start: Option<usize>,
    pub ends: WordEnd,
    /// The procedures of the calls that each turn of the loop leaves on the stack.
    pub calls_left: Vec<String>,
}

/// What holds in a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Letter {
    /// Indices of the atoms that hold, in order.
    pub holds: Vec<usize>,
    /// Frames on the stacks of all threads.
    pub frames: usize,
}

/// How an infinite execution goes on after what is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WordEnd {
    /// It repeats its loop forever.
    Loops,
    /// It repeats a single statement that changes nothing: a guard that is closed for good, or an empty loop.
    Stays,
    /// The program has ended, and stays in its last state.
    Ended,
    /// Nothing can move, and something still waits.
    Stuck,
    /// Its last step fails and is not made.
    Fails,
    /// In any way: no continuation can satisfy the formula.
    Open,
}

impl Word {
    /// `steps` and `loop_start` are those of the execution, `last` is its last state.
    pub(crate) fn of(word: &verdict::Word, steps: &[Step], loop_start: Option<usize>, last: &State) -> Self {
        let verdict::Word { atoms, first_step, letters, loop_start: first_repeated, growth } = word;
        Self {
            atoms: atoms.clone(),
            letters: letters.iter().map(Letter::of).collect(),
            first_move: *first_step,
            loop_start: *first_repeated,
            ends: match loop_start.and_then(|start| steps.get(start..)) {
                _ if first_repeated.is_none() => WordEnd::Open,
                Some([Step { changes, choices, output, .. }])
                    if changes.is_empty() && choices.is_empty() && output.is_empty() =>
                {
                    WordEnd::Stays
                }
                Some([_, ..]) => WordEnd::Loops,
                Some([]) | None => rests(word, steps, last),
            },
            calls_left: calls_left(*growth, last),
        }
    }

    /// What holds in the state before a move; the letters of a loop repeat behind its end.
    pub fn letter(&self, before_move: usize) -> Option<&Letter> {
        let index = before_move.checked_sub(self.first_move)?;
        self.letters.get(index).or_else(|| self.letters.get(self.loop_start?))
    }
}

impl Letter {
    fn of(letter: &verdict::Letter) -> Self {
        let verdict::Letter { holds, frames } = letter;
        let holds = holds.iter().enumerate().filter(|(_, holds)| **holds).map(|(atom, _)| atom).collect();
        Self { holds, frames: *frames }
    }
}

/// Why an execution stays in its last state. The state behind a step that fails has no letter.
fn rests(word: &verdict::Word, steps: &[Step], last: &State) -> WordEnd {
    let n_moves = steps.last().map_or(0, |step| step.atomic_move + 1);
    if word.first_step + word.letters.len() <= n_moves {
        WordEnd::Fails
    } else if last.threads.iter().any(|thread| thread.status == ThreadStatus::Blocked) {
        WordEnd::Stuck
    } else {
        WordEnd::Ended
    }
}

/// Only programs with one thread have loops that grow. The running procedure is one of those that the turn has left.
fn calls_left(growth: usize, last: &State) -> Vec<String> {
    let frames = last.threads.first().map(|thread| thread.frames.as_slice()).unwrap_or_default();
    let left = frames.len().saturating_sub(growth);
    frames[left..].iter().map(|frame| frame.procedure.clone()).collect()
}
