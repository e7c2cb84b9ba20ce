//! From nodes to traces: a path through summaries, opened up into one flat execution.
//!
//! A node knows how it was found. Where that was an effect at a call, the trace goes through the callee, on the path
//! that made the effect; its reads match at this call too, so the same choices lead to the same effect. The path to a
//! root's entry is the path to the call that the root was made for. The flat list of choices, replayed from the start
//! of the program, is cut into steps.
//!
//! An effect was found before the node that it leads to, so this ends; but a program can call the same procedure
//! exponentially often, so there is a limit.

use base::Id;
use ir::ObjectId;
use machine::{Failure, MAX_TRACE_STEPS, cut_into_steps};
use verdict::{StopReason, Trace, Violation};

use super::body::call_parts;
use super::lockstep::Lockstep;
use super::node::{NodeId, Via};
use super::root::RootId;
use super::rules::{ErrorSite, Summarizer};
use super::view::Names;

/// A part of a way through the nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leg {
    /// The body is executed up to this node.
    Body(NodeId),
    /// A call enters this root.
    Enter { call: NodeId, callee: RootId, matched: Matched },
    /// A call returns: its caller is at this node.
    Leave(NodeId),
}

/// What is known of a call and the root that it enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Matched {
    /// The root was made for this call: its entry state is what the call sees.
    Whole,
    /// The call matches so many of its reads, at least.
    Reads(usize),
}

impl Summarizer<'_> {
    /// The violation that was met at this site.
    pub(super) fn violation(&mut self, failure: &Failure, site: &ErrorSite) -> Result<Violation, StopReason> {
        let legs = self.way_to(site.node)?;
        let choices = if self.code.choices_depend_on_numbering {
            Lockstep::new(self).choices(&legs, site)
        } else {
            self.recorded_choices(&legs, site)
        };
        let steps = cut_into_steps(self.code, &choices, failure, MAX_TRACE_STEPS)?;
        let trace = Trace { steps, loop_start: None, ..Trace::default() };
        Ok(Violation { kind: failure.kind.clone(), span: failure.span, witness: trace.into() })
    }

    /// The way from the start of the program to a node.
    fn way_to(&self, node: NodeId) -> Result<Vec<Leg>, StopReason> {
        let mut calls = vec![node];
        while let Some(maker) = self.roots[self.nodes.root(calls[calls.len() - 1])].maker {
            calls.push(maker);
        }
        calls.reverse();
        let mut legs = Vec::new();
        for (index, &node) in calls.iter().enumerate() {
            if let Some(&call) = index.checked_sub(1).and_then(|before| calls.get(before)) {
                let callee = self.nodes.root(node);
                legs.push(Leg::Enter { call, callee, matched: Matched::Whole });
            }
            self.way_within(node, &mut legs)?;
        }
        Ok(legs)
    }

    /// The way from the entry of a root to one of its nodes.
    fn way_within(&self, node: NodeId, legs: &mut Vec<Leg>) -> Result<(), StopReason> {
        enum Task {
            GoTo(NodeId),
            Tell(Leg),
        }
        let mut tasks = vec![Task::GoTo(node)];
        while let Some(task) = tasks.pop() {
            if legs.len() as u64 > MAX_TRACE_STEPS {
                return Err(StopReason::TraceTooLong(MAX_TRACE_STEPS));
            }
            match task {
                Task::Tell(leg) => legs.push(leg),
                Task::GoTo(node) => match self.nodes.via(node) {
                    Via::Entry => {}
                    Via::Body { from } => tasks.extend([Task::Tell(Leg::Body(node)), Task::GoTo(from)]),
                    Via::Return { call, callee, exit } => {
                        let exit = &self.roots[callee].exits[exit as usize];
                        tasks.extend([
                            Task::Tell(Leg::Leave(node)),
                            Task::GoTo(exit.node),
                            Task::Tell(Leg::Enter { call, callee, matched: Matched::Reads(exit.n_reads) }),
                            Task::GoTo(call),
                        ]);
                    }
                },
            }
        }
        Ok(())
    }

    /// All choices on the way, as they were recorded.
    fn recorded_choices(&self, legs: &[Leg], site: &ErrorSite) -> Vec<u32> {
        let bodies = legs.iter().filter_map(|leg| match leg {
            Leg::Body(node) => Some(self.nodes.choices(*node)),
            Leg::Enter { .. } | Leg::Leave(_) => None,
        });
        bodies.flatten().chain(&site.choices).copied().collect()
    }
}

impl Summarizer<'_> {
    /// The objects of the first reads of a callee, as the caller names them at this call. The pattern may have grown
    /// since the call took an effect, and the call may match no longer.
    fn names_at(&mut self, call: NodeId, callee: RootId, n_reads: usize) -> Names {
        let id = self.nodes.root(call);
        self.body.enter(&mut self.roots[id]);
        self.load_call(id, call);
        let is_match = self.matches(id, callee, n_reads);
        assert!(is_match, "a call that took an effect of {callee} does not match it");
        self.body.leave(&mut self.roots[id]);
        self.names.clone()
    }

    /// Pairs of an object of the callee's entry state and the caller's object that it stands for: all of them, or those
    /// that were read.
    pub(super) fn entry_objects(
        &mut self,
        call: NodeId,
        callee: RootId,
        matched: Matched,
    ) -> Vec<(ObjectId, ObjectId)> {
        match matched {
            Matched::Whole => {
                let objects = self.roots[callee].entry.heap.objects();
                objects.zip(self.visible_objects(call, callee)).collect()
            }
            Matched::Reads(n_reads) => {
                let caller = self.names_at(call, callee, n_reads);
                let root = &self.roots[callee];
                let numbers = (0..caller.len()).map(ObjectId::new);
                numbers.map(|number| (root.names.object(number), caller.object(number))).collect()
            }
        }
    }

    /// What a callee sees at this call, in canonical order.
    fn visible_objects(&mut self, call: NodeId, callee: RootId) -> Vec<ObjectId> {
        let id = self.nodes.root(call);
        self.body.enter(&mut self.roots[id]);
        self.load_call(id, call);
        let order = self.body.encode_view(self.number_for(id, self.roots[callee].proc));
        self.body.leave(&mut self.roots[id]);
        order
    }

    /// Applies an effect at a call once more, and leaves the machine behind the call. Returns the first object that it
    /// allocated.
    pub(super) fn apply_again(&mut self, call: NodeId, callee: RootId, exit: usize) -> usize {
        let names = self.names_at(call, callee, self.roots[callee].exits[exit].n_reads);
        let id = self.nodes.root(call);
        self.body.enter(&mut self.roots[id]);
        self.body.load(&self.roots[id], self.nodes.key(call));
        let first_fresh = self.body.machine.state.heap.len();
        let (.., results, next) = call_parts(self.body.call().expect("an effect is applied at a call"));
        let root = &self.roots[callee];
        self.body.apply(root, &root.exits[exit].effect, &names, results, next);
        first_fresh
    }
}
