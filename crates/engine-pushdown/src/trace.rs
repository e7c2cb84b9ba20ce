//! From runs of the pushdown system to traces that `interp` can replay.
//!
//! A rule is a part of a step, a whole step, or no step at all, so the choices of rules are collected until a step
//! ends. The stack is followed along the way: only with it is known what a pop uncovers.

use base::Span;
use machine::Tape;
use pushdown::{Application, Head, Symbol, Word};
use temporal::End;
use verdict::{Trace, TraceStep};

use crate::semantics::{HeapSemantics, Meaning, MoveEnd, Symbols};
use crate::system::{ProgramSystem, target};

/// Walks along a run.
pub(crate) struct Walker<'s, 'a, S> {
    system: &'s mut ProgramSystem<'a, S>,
    symbols: Symbols,
    /// What lies below the head, the topmost last.
    stack: Vec<Symbol>,
    steps: Vec<TraceStep>,
    /// Choices of the step that has begun.
    choices: Vec<u32>,
    has_begun: bool,
    /// An accept that was true on the last part of the walk.
    accepted_at: Option<Option<Span>>,
}

/// Where a walk is between two rules.
#[derive(Clone, Copy, Debug)]
struct RunPosition {
    height: usize,
    is_boundary: bool,
    n_steps: usize,
}

impl<'s, 'a, 'p, S: HeapSemantics<'p>> Walker<'s, 'a, S> {
    pub(crate) fn new(system: &'s mut ProgramSystem<'a, S>) -> Self {
        let symbols = Symbols::new(system.semantics.code());
        Self {
            system,
            symbols,
            stack: Vec::new(),
            steps: Vec::new(),
            choices: Vec::new(),
            has_begun: false,
            accepted_at: None,
        }
    }

    /// The trace of a run and a failing move from the head that it leads to.
    pub(crate) fn failing(
        mut self,
        run: &[Application],
        head: Head,
        fails: impl Fn(&MoveEnd) -> bool,
    ) -> Trace {
        self.apply_all(run);
        let failing = self.system.moves(head).into_iter().find(|(made, _)| fails(&made.end));
        let (made, choices) = failing.expect("the head has a move that fails");
        if !matches!(made.end, MoveEnd::Waits { .. }) {
            self.has_begun = true;
            self.choices.extend(choices);
        }
        self.flush();
        Trace { steps: self.steps, loop_start: None, ..Trace::default() }
    }

    /// The trace of a run to a head between two steps, after which anything may come. Where the execution stays there,
    /// it is said to.
    pub(crate) fn prefix(mut self, run: &[Application], head: Head) -> Trace {
        self.apply_all(run);
        self.flush();
        let fails = matches!(self.symbols.meaning(head.symbol), Meaning::Stays(_));
        let stays = fails || self.system.semantics.ending(head) != End::GoesOn;
        let loop_start = stays.then_some(self.steps.len());
        Trace { steps: self.steps, loop_start, ..Trace::default() }
    }

    /// The trace of a stem and a cycle that is repeated forever; with it an accept on the cycle. `None` if the cycle
    /// has no place between two steps from which on the stack never gets lower.
    pub(crate) fn lasso(
        mut self,
        stem: &[Application],
        cycle: &[Application],
    ) -> Option<(Trace, Option<Span>)> {
        let mut at_boundary = true;
        for application in stem {
            at_boundary = self.apply(application);
        }
        let mut places = vec![self.place(at_boundary)];
        self.accepted_at = None;
        for application in cycle.iter().chain(cycle) {
            let at_boundary = self.apply(application);
            places.push(self.place(at_boundary));
        }
        let start = (0..=cycle.len()).find(|&start| can_start(&places, start, cycle.len()))?;
        let (first, last) = (places[start].n_steps, places[start + cycle.len()].n_steps);
        self.steps.truncate(last);
        let trace = Trace { steps: self.steps, loop_start: Some(first), ..Trace::default() };
        Some((trace, self.accepted_at.flatten()))
    }

    fn apply_all(&mut self, run: &[Application]) {
        for application in run {
            self.apply(application);
        }
    }

    fn place(&self, is_boundary: bool) -> RunPosition {
        RunPosition { height: self.stack.len(), is_boundary, n_steps: self.steps.len() }
    }

    /// Applies a rule; answers whether a step ends there.
    fn apply(&mut self, application: &Application) -> bool {
        self.collect_choices(application);
        if let Word::Push { below, .. } = application.rule.word {
            self.stack.push(below);
        }
        let below = match application.rule.word {
            Word::Pop => self.stack.pop(),
            Word::Step(_) | Word::Push { .. } => None,
        };
        let next = target(application.rule.control, application.rule.word, below);
        let at_boundary = next.is_none_or(|next| self.system.semantics.is_boundary(next));
        if at_boundary {
            self.flush();
        }
        at_boundary
    }

    fn collect_choices(&mut self, application: &Application) {
        let head = application.head;
        match self.symbols.meaning(head.symbol) {
            Meaning::Start
            | Meaning::Initialised
            | Meaning::Ended
            | Meaning::Stays(_)
            | Meaning::Overflow => return,
            Meaning::Point(_) | Meaning::Frame(_) => {}
        }
        let mut index = 0;
        for (made, choices) in self.system.moves(head) {
            if self.system.rule(head, &made.end).is_none() {
                continue;
            }
            if index == application.index {
                self.has_begun |= !matches!(made.end, MoveEnd::Waits { .. });
                self.choices.extend(choices);
                self.accepted_at = made.accepted.or(self.accepted_at);
                return;
            }
            index += 1;
        }
        panic!("a head has lost a rule");
    }

    fn flush(&mut self) {
        if std::mem::take(&mut self.has_begun) {
            let choices = Tape::decisions(&std::mem::take(&mut self.choices));
            self.steps.push(TraceStep { thread: 0, choices });
        }
    }
}

/// Whether a place on a cycle is between two steps and the stack never gets lower in the turn from there.
fn can_start(places: &[RunPosition], start: usize, length: usize) -> bool {
    let turn = &places[start..=start + length];
    let lowest = turn.iter().map(|place| place.height).min();
    turn[0].is_boundary && (lowest == Some(turn[0].height) || turn[0].height == turn[length].height)
}
