//! From stored states to traces.
//!
//! The store keeps only where a state was found from, not how. A trace is made by expanding each state of the path again and taking a step
//! that leads to the next one.
//!
//! The order of alternatives depends on the numbering of objects where a choice picks from a set of references. Canonical states are
//! numbered anew all the time, the interpreter numbers objects once, so there the path is walked on states that are never
//! renumbered. Everywhere else canonical states do, and they stay small.

use std::ops::ControlFlow;

use base::Span;
use machine::{Code, Failure, State};
use verdict::{Trace, TraceStep, Violation, ViolationKind};

use crate::expand::{Expander, Successor, SuccessorEnd};
use crate::schedule::Schedule;
use crate::store::{StateId, Store};

/// Walks paths of stored states.
pub(crate) struct TraceBuilder<'a> {
    code: &'a Code<'a>,
    store: &'a Store,
    expander: Expander<'a>,
    steps: Vec<TraceStep>,
}

impl<'a> TraceBuilder<'a> {
    /// Starts at the initial state.
    pub(crate) fn new(code: &'a Code<'a>, store: &'a Store, schedule: Schedule) -> Self {
        Self { code, store, expander: Expander::new(code, schedule), steps: Vec::new() }
    }

    /// The violation that a failing step from a state, or a deadlock in it, makes.
    pub(crate) fn failure(mut self, failure: &Failure, at: StateId) -> Violation {
        for state in self.path_to(at).into_iter().skip(1) {
            self.go_to(state);
        }
        if failure.kind != ViolationKind::Deadlock {
            let fails = |successor: &Successor<'_, '_>| match &successor.end {
                SuccessorEnd::Failed(other) => other == failure,
                SuccessorEnd::Reached(_) | SuccessorEnd::Stopped(_) => false,
            };
            self.take_step(fails, |_| ());
        }
        let trace = Trace { steps: self.steps, loop_start: None };
        Violation { kind: failure.kind.clone(), span: failure.span, trace }
    }

    /// The violation of an accepting loop: states from the start, the last one equal to the one at `loop_start`.
    pub(crate) fn acceptance_cycle(mut self, states: &[StateId], loop_start: usize) -> Violation {
        let mut span = None;
        for (index, &state) in states.iter().enumerate().skip(1) {
            let accepted_at = self.go_to(state);
            if index > loop_start {
                span = span.or(accepted_at);
            }
        }
        let trace = Trace { steps: self.steps, loop_start: Some(loop_start) };
        Violation { kind: ViolationKind::AcceptanceCycle, span, trace }
    }

    /// The states from the start to this one.
    fn path_to(&self, last: StateId) -> Vec<StateId> {
        let mut path: Vec<StateId> = std::iter::successors(Some(last), |&id| self.store.parent(id)).collect();
        path.reverse();
        path
    }

    /// Takes a step to a stored state; answers where the step accepted.
    fn go_to(&mut self, next: StateId) -> Option<Span> {
        let store = self.store;
        let reaches = |successor: &Successor<'_, '_>| match successor.end {
            SuccessorEnd::Reached(encoding) => store.is(next, encoding),
            SuccessorEnd::Failed(_) | SuccessorEnd::Stopped(_) => false,
        };
        let keep_numbering = self.code.choices_depend_on_numbering;
        let mut state = State::default();
        let mut encoding = Vec::new();
        let mut accepted_at = None;
        self.take_step(reaches, |successor| {
            accepted_at = successor.machine.accepted_at.filter(|_| successor.machine.state.accepting);
            match successor.end {
                SuccessorEnd::Reached(bytes) if !keep_numbering => encoding.extend_from_slice(bytes),
                SuccessorEnd::Reached(_) | SuccessorEnd::Failed(_) | SuccessorEnd::Stopped(_) => {
                    state.clone_from(&successor.machine.state);
                }
            }
        });
        if keep_numbering {
            self.expander.state = state;
        } else {
            self.expander.load(&encoding);
        }
        accepted_at
    }

    /// Records the first step that fits and shows it to `then`.
    fn take_step(
        &mut self,
        fits: impl Fn(&Successor<'_, '_>) -> bool,
        mut then: impl FnMut(&Successor<'_, '_>),
    ) {
        let mut taken = None;
        let steps = self.steps.len();
        let _ = self.expander.expand(|successor| {
            if !fits(&successor) {
                return ControlFlow::Continue(());
            }
            taken = Some(successor.trace_step());
            then(&successor);
            ControlFlow::Break(())
        });
        self.steps
            .push(taken.unwrap_or_else(|| panic!("a stored path cannot be walked beyond step {steps}")));
    }
}
