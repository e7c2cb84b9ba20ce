//! From nodes to traces: a path through summaries, opened up into one flat execution.
//!
//! A node knows how it was found. Where that was an effect at a call, the trace goes through the callee, on the path
//! that made the effect; its reads match at this call too, so the same choices lead to the same effect. The path to an
//! instance's entry is the path to the call that the instance was made for. The flat list of choices, replayed from the
//! start of the program, is cut into steps.
//!
//! An effect was found before the node that it leads to, so this ends; but a program can call the same procedure
//! exponentially often, so there is a limit.

use base::Id;
use ir::ObjectId;
use machine::{Failure, MAX_TRACE_STEPS, cut_into_steps};
use verdict::{StopReason, Trace, Violation};

use super::body::call_parts;
use super::instance::InstanceId;
use super::lockstep::Lockstep;
use super::node::Via;
use super::scheduler::{ErrorSite, NodeOf, Scheduler};
use super::view::Names;

/// A part of a path through the nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leg {
    /// The body is executed up to this node.
    Body(NodeOf),
    /// A call enters this instance.
    Enter { call: NodeOf, callee: InstanceId, matched: Matched },
    /// A call returns: its caller is at this node.
    Leave(NodeOf),
}

/// What is known of a call and the instance that it enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Matched {
    /// The instance was made for this call: its entry state is what the call sees.
    Whole,
    /// The call matches so many of its reads, at least.
    Reads(usize),
}

impl Scheduler<'_> {
    /// The violation that was met at this site.
    pub(super) fn violation(&mut self, failure: &Failure, site: &ErrorSite) -> Result<Violation, StopReason> {
        let legs = self.path_to(site.node)?;
        let choices = if self.code.choices_depend_on_numbering {
            Lockstep::new(self).choices(&legs, site)
        } else {
            self.recorded_choices(&legs, site)
        };
        let steps = cut_into_steps(self.code, &choices, failure, MAX_TRACE_STEPS)?;
        let trace = Trace { steps, loop_start: None, ..Trace::default() };
        Ok(Violation { kind: failure.kind.clone(), span: failure.span, witness: trace.into() })
    }

    /// The path from the start of the program to a node.
    fn path_to(&self, node: NodeOf) -> Result<Vec<Leg>, StopReason> {
        let mut calls = vec![node];
        while let Some(maker) = self.published[calls[calls.len() - 1].instance].maker {
            calls.push(maker);
        }
        calls.reverse();
        let mut legs = Vec::new();
        for (index, &node) in calls.iter().enumerate() {
            if let Some(&call) = index.checked_sub(1).and_then(|before| calls.get(before)) {
                let callee = node.instance;
                legs.push(Leg::Enter { call, callee, matched: Matched::Whole });
            }
            self.path_within(node, &mut legs)?;
        }
        Ok(legs)
    }

    /// The path from the entry of an instance to one of its nodes.
    fn path_within(&self, node: NodeOf, legs: &mut Vec<Leg>) -> Result<(), StopReason> {
        enum Task {
            GoTo(NodeOf),
            Add(Leg),
        }
        let mut tasks = vec![Task::GoTo(node)];
        while let Some(task) = tasks.pop() {
            if legs.len() as u64 > MAX_TRACE_STEPS {
                return Err(StopReason::TraceTooLong(MAX_TRACE_STEPS));
            }
            match task {
                Task::Add(leg) => legs.push(leg),
                Task::GoTo(node) => match self.instances[node.instance].nodes.via(node.node) {
                    Via::Entry => {}
                    Via::Body { from } => {
                        let from = NodeOf { node: from, ..node };
                        tasks.extend([Task::Add(Leg::Body(node)), Task::GoTo(from)]);
                    }
                    Via::Return { call, callee, exit } => {
                        let call = NodeOf { node: call, ..node };
                        let exit = &self.published[callee].exits[exit as usize];
                        tasks.extend([
                            Task::Add(Leg::Leave(node)),
                            Task::GoTo(NodeOf { instance: callee, node: exit.node }),
                            Task::Add(Leg::Enter { call, callee, matched: Matched::Reads(exit.n_reads) }),
                            Task::GoTo(call),
                        ]);
                    }
                },
            }
        }
        Ok(())
    }

    /// All choices on the path, as they were recorded.
    fn recorded_choices(&self, legs: &[Leg], site: &ErrorSite) -> Vec<u32> {
        let bodies = legs.iter().filter_map(|leg| match leg {
            Leg::Body(NodeOf { instance, node }) => Some(self.instances[*instance].nodes.choices(*node)),
            Leg::Enter { .. } | Leg::Leave(_) => None,
        });
        bodies.flatten().chain(&site.choices).copied().collect()
    }
}

impl Scheduler<'_> {
    /// The objects of the first reads of a callee, as the caller names them at this call. The pattern may have grown
    /// since the call took an effect, and the call may match no longer.
    fn names_at(&mut self, call: NodeOf, callee: InstanceId, n_reads: usize) -> Names {
        let Self { instances, published, worker, .. } = self;
        let instance = &mut instances[call.instance];
        worker.body.enter(instance);
        let is_match = instance.match_call(worker, call.node, &published[callee].pattern[..n_reads]);
        assert!(is_match, "a call that took an effect of {callee} does not match it");
        worker.body.leave(instance);
        worker.binding.names().clone()
    }

    /// Pairs of an object of the callee's entry state and the caller's object that it stands for: all of them, or those
    /// that were read.
    pub(super) fn entry_objects(
        &mut self,
        call: NodeOf,
        callee: InstanceId,
        matched: Matched,
    ) -> Vec<(ObjectId, ObjectId)> {
        match matched {
            Matched::Whole => {
                let order = self.visible_objects(call, callee);
                self.instances[callee].entry.heap.objects().zip(order).collect()
            }
            Matched::Reads(n_reads) => {
                let caller = self.names_at(call, callee, n_reads);
                let callee = &self.instances[callee].names;
                let numbers = (0..caller.len()).map(ObjectId::new);
                numbers.map(|number| (callee.object(number), caller.object(number))).collect()
            }
        }
    }

    /// What a callee sees at this call, in canonical order.
    fn visible_objects(&mut self, call: NodeOf, callee: InstanceId) -> Vec<ObjectId> {
        let proc = self.instances[callee].proc;
        let Self { instances, worker, code, .. } = self;
        let instance = &mut instances[call.instance];
        worker.body.enter(instance);
        instance.load_call(worker, call.node);
        let order = worker.body.encode_view(instance.number_for(code, proc));
        worker.body.leave(instance);
        order
    }

    /// Applies an effect at a call once more, and leaves the machine behind the call. Returns the first object that it
    /// allocated.
    pub(super) fn apply_again(&mut self, call: NodeOf, callee: InstanceId, exit: usize) -> usize {
        let names = self.names_at(call, callee, self.published[callee].exits[exit].n_reads);
        let Self { instances, published, worker, .. } = self;
        let instance = &mut instances[call.instance];
        worker.body.enter(instance);
        instance.load(worker, call.node);
        let first_fresh = worker.body.machine.state.heap.len();
        let (.., results, next) = call_parts(worker.body.call().expect("an effect is applied at a call"));
        worker.body.apply(&published[callee].exits[exit], &names, results, next);
        first_fresh
    }
}
