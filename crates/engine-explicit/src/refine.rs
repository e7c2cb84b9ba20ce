//! The parts of a strongly connected component in which an execution can stay and be strongly fair.
//!
//! Let a thread be *neglected* by a component: it never ends there, it can move in some state, and it moves on no edge.
//! An execution that stays in the component and is strongly fair comes to the states where this thread can move
//! finitely often only; from some point on, it stays among the others. So these states are removed, and the components
//! of what is left are looked at in the same way. A component that neglects no thread is accepting if it has a mark.
//! This is the emptiness check of Streett automata (Emerson and Lei 1987), with one pair of conditions for each thread.
//!
//! Threads are known by positions, as in [`component`](crate::component). A position that was neglected can move
//! in no state of what is left, so a state takes part in no more rounds than it has threads.

use base::Id;
use logic::Fairness;
use rustc_hash::{FxHashMap, FxHashSet};
use verdict::StopReason;

use crate::account::Account;
use crate::component::Component;
use crate::graph::{Expansion, Graph, GraphEdge};

base::typed_id!(
    /// A node of the part that is decomposed.
    Member,
    "member"
);

/// A part in which the execution that takes all edges again and again is strongly fair and accepting.
pub(crate) struct Refined<N> {
    pub(crate) nodes: FxHashSet<N>,
    pub(crate) component: Component,
}

/// Looks for such a part of a complete component. `bytes` are held by others meanwhile.
pub(crate) fn refine<G: Graph>(
    graph: &mut G,
    nodes: &[G::Node],
    account: &mut Account<'_>,
    bytes: u64,
) -> Result<Option<Refined<G::Node>>, StopReason> {
    let mut whole = Whole { nodes, known: Vec::new(), place: FxHashMap::default(), part_of: Vec::new() };
    whole.expand(graph, account, bytes)?;
    let mut parts = vec![(0..nodes.len()).collect::<Vec<usize>>()];
    let mut n_parts = 0;
    while let Some(part) = parts.pop() {
        n_parts += 1;
        for members in whole.components(&part, n_parts) {
            let component = whole.component(&members);
            if !component.is_marked() {
                continue;
            }
            let neglected: Vec<u32> = component.neglected(Fairness::Strong).collect();
            if neglected.is_empty() {
                let nodes = members.into_iter().map(|member| nodes[member]).collect();
                return Ok(Some(Refined { nodes, component }));
            }
            let waits = |member: &usize| {
                neglected.iter().all(|&position| whole.known[*member].waiting.contains(position))
            };
            parts.push(members.into_iter().filter(waits).collect());
        }
        account.tick(bytes + whole.bytes())?;
    }
    Ok(None)
}

/// The component that is refined.
struct Whole<'a, N> {
    nodes: &'a [N],
    known: Vec<Expansion<N>>,
    place: FxHashMap<N, usize>,
    /// For each node the last part that it was in, and its place there.
    part_of: Vec<(usize, usize)>,
}

impl<N: Copy + Eq + std::hash::Hash> Whole<'_, N> {
    /// Finds the edges that stay inside.
    fn expand<G: Graph<Node = N>>(
        &mut self,
        graph: &mut G,
        account: &mut Account<'_>,
        bytes: u64,
    ) -> Result<(), StopReason> {
        self.place = self.nodes.iter().copied().zip(0..).collect();
        self.part_of = vec![(0, 0); self.nodes.len()];
        for &node in self.nodes {
            let mut expansion = Expansion::default();
            graph.expand(node, &mut expansion)?;
            expansion.edges.retain(|edge| self.place.contains_key(&edge.target));
            self.known.push(expansion);
            if account.expanded() {
                account.tick(bytes + self.bytes())?;
            }
        }
        Ok(())
    }

    /// The strongly connected components of a part, which gets this number.
    fn components(&mut self, part: &[usize], number: usize) -> Vec<Vec<usize>> {
        for (at, &node) in part.iter().enumerate() {
            self.part_of[node] = (number, at);
        }
        let inside = |edge: &GraphEdge<N>| {
            let (part, at) = self.part_of[self.place[&edge.target]];
            (part == number).then(|| Member::new(at))
        };
        let graph = base::Graph::new(part.len(), |member: Member| {
            self.known[part[member.index()]].edges.iter().filter_map(inside).collect::<Vec<_>>()
        });
        let components = graph.components();
        let nodes = |members: &[Member]| members.iter().map(|member| part[member.index()]).collect();
        components.iter().map(nodes).collect()
    }

    /// What the nodes of a component, and the edges between them, have together.
    fn component(&mut self, members: &[usize]) -> Component {
        // No part has this number.
        members.iter().for_each(|&member| self.part_of[member].0 = usize::MAX);
        let mut all = Component::default();
        for (index, &member) in members.iter().enumerate() {
            let node = &self.known[member];
            let alone = Component::of(node, Fairness::Strong);
            if index == 0 {
                all = alone;
            } else {
                all.join(alone);
            }
            let inside = |edge: &&GraphEdge<N>| self.part_of[self.place[&edge.target]].0 == usize::MAX;
            node.edges.iter().filter(inside).for_each(|edge| all.add(edge, Fairness::Strong));
        }
        members.iter().for_each(|&member| self.part_of[member].0 = 0);
        all
    }

    fn bytes(&self) -> u64 {
        let edges: usize = self.known.iter().map(|known| known.edges.capacity()).sum();
        let node = size_of::<Expansion<N>>() + size_of::<(N, usize)>() + size_of::<(usize, usize)>() + 1;
        (edges * size_of::<GraphEdge<N>>() + self.nodes.len() * node) as u64
    }
}
