//! Executes a program on a real stack, step by step, with the heaps of either semantics. No part of the interface:
//! tests compare what it does with the interpreter.

use machine::{Code, Failure, State, Tape};
use pushdown::{Head, Symbol};

use crate::canonical::Canonical;
use crate::engine::Semantics;
use crate::paper::{Literal, Paper};
use crate::semantics::{HeapSemantics, Meaning, Move, MoveEnd, Settings};

/// Makes steps.
pub struct Stepper<'p> {
    semantics: Box<dyn HeapSemantics<'p> + 'p>,
}

/// A head, and the stack below it with the topmost symbol last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration {
    head: Head,
    below: Vec<Symbol>,
}

/// One step: its choices, and where it leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub choices: Vec<u64>,
    pub end: StepEnd,
}

/// Where a step leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepEnd {
    Reaches(Configuration),
    Fails(Failure),
    /// It was not followed to its end.
    GivenUp,
}

impl<'p> Stepper<'p> {
    /// For a program that the engine supports with this semantics. More than `hidden_bound` objects that only cut
    /// points reach are hidden.
    pub fn new(code: &'p Code<'p>, semantics: Semantics, hidden_bound: Option<u64>) -> Self {
        let settings = Settings { hidden_bound, ..Settings::default() };
        let semantics: Box<dyn HeapSemantics<'p> + 'p> = match semantics {
            Semantics::Canonical => Box::new(Canonical::new(code, settings)),
            Semantics::Paper => Box::new(Paper::new(code, settings, Literal::default())),
        };
        Self { semantics }
    }

    /// With the paper's rules and some of their errors.
    pub fn literal(code: &'p Code<'p>, literal: Literal) -> Self {
        Self { semantics: Box::new(Paper::new(code, Settings::default(), literal)) }
    }

    /// Where the program starts.
    pub fn initial(&mut self) -> Configuration {
        let head = self.semantics.initial();
        let start = Configuration { head, below: Vec::new() };
        let entry = self.moves(&start).pop().and_then(|(end, _)| self.follow(&start, end).ok());
        entry.unwrap_or(start)
    }

    /// All steps from a configuration between two steps. None if the program has ended or waits forever.
    pub fn steps(&mut self, from: &Configuration) -> Vec<Step> {
        let mut steps = Vec::new();
        if self.has_ended(from) {
            return steps;
        }
        let mut open = vec![(from.clone(), Vec::new())];
        while let Some((at, choices)) = open.pop() {
            for (end, more) in self.moves(&at) {
                let more = Tape::decisions(&more);
                let choices: Vec<u64> = choices.iter().copied().chain(more).collect();
                match self.follow(&at, end) {
                    Ok(next) if self.is_between_steps(&at, &next) => {
                        steps.push(Step { choices, end: StepEnd::Reaches(next) });
                    }
                    Ok(next) => open.push((next, choices)),
                    Err(end) => steps.extend(end.map(|end| Step { choices, end })),
                }
            }
        }
        steps.sort_by(|a, b| a.choices.cmp(&b.choices));
        steps
    }

    /// What is visible in a configuration between two steps, as a state with one frame, or with none if the program has
    /// ended.
    pub fn visible(&mut self, at: &Configuration) -> State {
        self.semantics.visible(at.head)
    }

    pub fn has_ended(&self, at: &Configuration) -> bool {
        self.semantics.symbols().meaning(at.head.symbol) == Meaning::Ended
    }

    /// How many procedures wait.
    pub fn height(at: &Configuration) -> usize {
        at.below.len()
    }

    /// Whether a step ends after a move. The step in which `init` ends goes on to the entry of the thread.
    fn is_between_steps(&mut self, at: &Configuration, next: &Configuration) -> bool {
        let symbols = self.semantics.symbols();
        let initialised = |at: &Configuration| symbols.meaning(at.head.symbol) == Meaning::Initialised;
        initialised(at) || !initialised(next) && self.semantics.is_boundary(next.head)
    }

    fn moves(&mut self, at: &Configuration) -> Vec<(MoveEnd, Vec<u32>)> {
        let mut moves = Vec::new();
        self.semantics.moves(at.head, &mut |Move { end, .. }, choices| moves.push((end, choices.to_vec())));
        moves
    }

    /// The configuration after a move; or how the step ends, unless it waits.
    fn follow(&self, at: &Configuration, end: MoveEnd) -> Result<Configuration, Option<StepEnd>> {
        let mut below = at.below.clone();
        let head = match end {
            MoveEnd::Step(head) => head,
            MoveEnd::Call(head, frame) => {
                below.push(frame);
                head
            }
            MoveEnd::Return(exit) => Head::new(exit, below.pop().ok_or(Some(StepEnd::GivenUp))?),
            MoveEnd::Waits { .. } => return Err(None),
            MoveEnd::Failed(failure) => return Err(Some(StepEnd::Fails(failure))),
            MoveEnd::Stopped(_) | MoveEnd::LeftOut(_) | MoveEnd::Overflows => {
                return Err(Some(StepEnd::GivenUp));
            }
        };
        Ok(Configuration { head, below })
    }
}
