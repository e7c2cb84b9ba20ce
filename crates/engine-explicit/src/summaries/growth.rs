//! What grows, where a run ends at a limit.
//!
//! The rules end if paths through the heap are bounded and so are numbers. Where they do not end, the path to the
//! largest state that a procedure was called in, or to the largest node, shows what has no bound.

use base::Id;
use ir::{ObjectId, Value};
use machine::State;
use machine::growth::{chain_in, growth_by_place};
use verdict::Growth;

use super::node::Via;
use super::scheduler::{NodeOf, Scheduler};

impl Scheduler<'_> {
    pub(super) fn growth(&mut self) -> Option<Growth> {
        let ids = self.instances.ids();
        let largest = self.published[ids.max_by_key(|&id| self.instances[id].n_objects())?].maker;
        let longest = self.longest();
        let ends = [largest, longest];
        ends.into_iter()
            .flatten()
            .find_map(|node| self.growth_to(node))
            .or_else(|| longest.and_then(|node| self.chain_at(node)))
    }

    /// The node with the longest key that is no end, the latest of such.
    fn longest(&self) -> Option<NodeOf> {
        let of_each = self.instances.iter_enumerated().filter_map(|(instance, data)| {
            let (length, serial, node) = data.nodes.longest()?;
            Some((length, serial, NodeOf { instance, node }))
        });
        of_each.max_by_key(|&(length, serial, _)| (length, serial)).map(|(.., node)| node)
    }

    /// Effects grow at once, at a call: what they make may be out of reach of all but callers.
    fn chain_at(&mut self, node: NodeOf) -> Option<Growth> {
        let of_callers = 0..self.instances[node.instance].n_objects();
        let of_callers = of_callers.map(|object| Value::Ref(ObjectId::new(object)));
        chain_in(self.code.program, &self.state(node), of_callers)
    }

    /// What grows on the path to a node.
    fn growth_to(&mut self, node: NodeOf) -> Option<Growth> {
        let mut path: Vec<NodeOf> =
            std::iter::successors(Some(node), |&node| self.node_before(node)).collect();
        path.reverse();
        let path: Vec<_> = path.into_iter().map(|node| (self.instances[node.instance].proc, node)).collect();
        growth_by_place(self.code.program, &path, &mut |node| self.state(node))
    }

    fn node_before(&self, node: NodeOf) -> Option<NodeOf> {
        let before = |before| Some(NodeOf { node: before, ..node });
        match self.instances[node.instance].nodes.via(node.node) {
            Via::Entry => self.published[node.instance].maker,
            Via::Body { from } => before(from),
            Via::Return { call, .. } => before(call),
        }
    }

    fn state(&mut self, node: NodeOf) -> State {
        let instance = &mut self.instances[node.instance];
        self.worker.body.enter(instance);
        instance.load(&mut self.worker, node.node);
        self.worker.body.leave(instance);
        self.worker.body.machine.state.clone()
    }
}
