//! From stored states to traces.
//!
//! The store keeps only where a state was found from, not how. A trace is made by expanding each state of the path
//! again and taking a step that leads to the next one. A lasso knows more of its steps, which must be kept: who
//! moves, and whether it accepts.
//!
//! The order of alternatives depends on the numbering of objects where a choice picks from a set of references.
//! Canonical states are numbered anew all the time, the interpreter numbers objects once, so there the path is walked
//! on states that are never renumbered. Everywhere else canonical states do, and they stay small.

use std::ops::ControlFlow;

use base::Span;
use machine::{Code, Failure, NoListener, State};
use temporal::{End, LastStep};
use verdict::{Trace, TraceStep, Violation, ViolationKind};

use crate::emptiness::Found;
use crate::expand::{Expander, Successor, SuccessorEnd};
use crate::graph::Moved;
use crate::lasso::{Hop, Lasso};
use crate::product::Node;
use crate::remember::Remember;
use crate::schedule::Schedule;
use crate::store::{StateId, Store};

/// Walks paths of stored states.
pub(crate) struct TraceBuilder<'a, W = NoListener> {
    code: &'a Code<'a>,
    store: &'a Store,
    expander: Expander<'a, W>,
    steps: Vec<TraceStep>,
}

impl<'a, W: Remember> TraceBuilder<'a, W> {
    /// Starts at the initial state.
    pub(crate) fn new(code: &'a Code<'a>, store: &'a Store, schedule: Schedule) -> Self {
        Self { code, store, expander: Expander::new(code, schedule), steps: Vec::new() }
    }

    /// The violation that a failing step from a state, or a deadlock in it, makes.
    pub(crate) fn failure(mut self, failure: &Failure, at: StateId) -> Violation {
        for state in self.path_to(at).into_iter().skip(1) {
            self.go_to(state, None);
        }
        if failure.kind != ViolationKind::Deadlock {
            self.fail(|other| other == failure);
        }
        let trace = Trace { steps: self.steps, loop_start: None, ..Trace::default() };
        Violation { kind: failure.kind.clone(), span: failure.span, witness: trace.into() }
    }

    /// The violation of an accepting cycle, at an accept on it.
    pub(crate) fn acceptance_cycle(mut self, lasso: &Lasso<Node>) -> Violation {
        self.walk(&lasso.stem);
        let loop_start = self.steps.len();
        let span = self.walk(&lasso.cycle);
        let trace = Trace { steps: self.steps, loop_start: Some(loop_start), ..Trace::default() };
        Violation { kind: ViolationKind::AcceptanceCycle, span, witness: trace.into() }
    }

    /// The violation of a formula by an execution of the product with its automaton.
    pub(crate) fn formula(mut self, found: &Found<Node>) -> Violation {
        let loop_start = match found {
            Found::Lasso(Lasso { stem, cycle }) => {
                self.walk(stem);
                let loop_start = self.steps.len();
                self.walk(cycle);
                if self.steps.len() > loop_start { Some(loop_start) } else { Some(self.stay()) }
            }
            Found::Prefix(hops) => {
                self.walk(hops);
                let stays = hops.last().is_some_and(|hop| hop.edge.target.stays);
                (stays || self.expander.end() != End::GoesOn).then(|| self.stay())
            }
        };
        let trace = Trace { steps: self.steps, loop_start, ..Trace::default() };
        Violation { kind: ViolationKind::Formula, span: None, witness: trace.into() }
    }

    /// Stays in the last state: with the step that fails, if the execution does not end by itself. Answers how many
    /// steps there are.
    fn stay(&mut self) -> usize {
        if self.expander.end() == End::GoesOn {
            self.fail(|_| true);
        }
        self.steps.len()
    }

    /// Takes the steps of a part of a lasso; where the execution stays, there are none. Answers where a step first
    /// accepted.
    fn walk(&mut self, hops: &[Hop<Node>]) -> Option<Span> {
        let mut accepted_at = None;
        for hop in hops {
            if let Some(moved) = hop.edge.moved {
                let span = self.go_to(hop.edge.target.state, Some(moved));
                accepted_at = accepted_at.or(span);
            }
        }
        accepted_at
    }

    /// The states from the start to this one.
    fn path_to(&self, last: StateId) -> Vec<StateId> {
        let mut path: Vec<StateId> = std::iter::successors(Some(last), |&id| self.store.parent(id)).collect();
        path.reverse();
        path
    }

    /// Takes a step that fails.
    fn fail(&mut self, fits: impl Fn(&Failure) -> bool) {
        let fails = |successor: &Successor<'_, '_, W>| match &successor.end {
            SuccessorEnd::Failed(failure) => fits(failure),
            SuccessorEnd::Reached { .. } | SuccessorEnd::Stopped(_) | SuccessorEnd::LeftOut(_) => false,
        };
        self.take_step(fails, |_| ());
    }

    /// Takes a step to a stored state, of the kind that is asked for; answers where the step accepted.
    fn go_to(&mut self, next: StateId, wanted: Option<Moved>) -> Option<Span> {
        let store = self.store;
        let reaches = |successor: &Successor<'_, '_, W>| match successor.end {
            SuccessorEnd::Reached { encoding, ended } => {
                let accepted = successor.machine.accepted;
                let moved = Moved { thread: successor.thread as u32, ended, accepted };
                wanted.is_none_or(|wanted| wanted == moved) && store.is(next, encoding)
            }
            SuccessorEnd::Failed(_) | SuccessorEnd::Stopped(_) | SuccessorEnd::LeftOut(_) => false,
        };
        let keep_numbering = self.code.choices_depend_on_numbering;
        let mut state = State::default();
        let mut last = LastStep::default();
        let mut encoding = Vec::new();
        let mut accepted_at = None;
        self.take_step(reaches, |successor| {
            last = successor.last;
            accepted_at = successor.machine.accepted_at.filter(|_| successor.machine.accepted);
            match successor.end {
                SuccessorEnd::Reached { encoding: bytes, ended: _ } if !keep_numbering => {
                    encoding.extend_from_slice(bytes);
                }
                SuccessorEnd::Reached { .. }
                | SuccessorEnd::Failed(_)
                | SuccessorEnd::Stopped(_)
                | SuccessorEnd::LeftOut(_) => {
                    state.clone_from(&successor.machine.state);
                }
            }
        });
        if keep_numbering {
            self.expander.state = state;
            self.expander.last = last;
        } else {
            self.expander.load(&encoding);
        }
        accepted_at
    }

    /// Records the first step that fits and shows it to `then`.
    fn take_step(
        &mut self,
        fits: impl Fn(&Successor<'_, '_, W>) -> bool,
        mut then: impl FnMut(&Successor<'_, '_, W>),
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
