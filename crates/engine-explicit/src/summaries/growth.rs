//! What grows, where a run ends at a limit.
//!
//! The rules end if paths through the heap are bounded and so are numbers. Where they do not end, the path to the
//! largest state that a procedure was called in, or to the largest node, shows what has no bound.

use base::Id;
use ir::{ObjectId, Value};
use machine::State;
use machine::growth::{chain_in, growth_by_place};
use verdict::Growth;

use super::node::{NodeId, Via};
use super::rules::Summarizer;

impl Summarizer<'_> {
    pub(super) fn growth(&mut self) -> Option<Growth> {
        let largest = self.roots.iter().max_by_key(|root| root.n_objects())?.maker;
        let longest = self.nodes.longest();
        let ends = [largest, longest];
        ends.into_iter()
            .flatten()
            .find_map(|node| self.growth_to(node))
            .or_else(|| longest.and_then(|node| self.chain_at(node)))
    }

    /// Effects grow at once, at a call: what they make may be out of reach of all but callers.
    fn chain_at(&mut self, node: NodeId) -> Option<Growth> {
        let of_callers = 0..self.roots[self.nodes.root(node)].n_objects();
        let of_callers = of_callers.map(|object| Value::Ref(ObjectId::new(object)));
        chain_in(self.code.program, &self.state(node), of_callers)
    }

    /// What grows on the way to a node.
    fn growth_to(&mut self, node: NodeId) -> Option<Growth> {
        let mut way: Vec<NodeId> =
            std::iter::successors(Some(node), |&node| self.node_before(node)).collect();
        way.reverse();
        let way: Vec<_> =
            way.into_iter().map(|node| (self.roots[self.nodes.root(node)].proc, node)).collect();
        growth_by_place(self.code.program, &way, &mut |node| self.state(node))
    }

    fn node_before(&self, node: NodeId) -> Option<NodeId> {
        match self.nodes.via(node) {
            Via::Entry => self.roots[self.nodes.root(node)].maker,
            Via::Body { from } => Some(from),
            Via::Return { call, .. } => Some(call),
        }
    }

    fn state(&mut self, node: NodeId) -> State {
        let id = self.nodes.root(node);
        self.body.enter(&mut self.roots[id]);
        self.body.load(&self.roots[id], self.nodes.key(node));
        self.body.leave(&mut self.roots[id]);
        self.body.machine.state.clone()
    }
}
