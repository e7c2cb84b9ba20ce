//! Short lassos: from a root into an accepting component, and round and round inside.
//!
//! The search for components goes deep first, so its own path is long. Here paths are found anew, breadth first,
//! among the nodes that the search has seen: a shortest path to a node of the component with a marked edge, then a
//! shortest cycle from there. Where fairness needs more than a mark, the cycle goes from need to need, always to the
//! nearest.
//!
//! One execution can be written as many lassos; in the end the shortest of them is taken ([`Lasso::tidy`]).

use std::collections::VecDeque;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use verdict::StopReason;

use crate::account::Account;
use crate::component::Needs;
use crate::graph::{Expansion, Graph, GraphEdge};

/// An infinite execution: the stem once, then the cycle forever. Each edge begins where the one before ends; the cycle
/// ends where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lasso<N> {
    pub(crate) stem: Vec<Hop<N>>,
    pub(crate) cycle: Vec<Hop<N>>,
}

/// An edge and the node that it leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hop<N> {
    pub(crate) from: N,
    pub(crate) edge: GraphEdge<N>,
}

/// What the search for components has seen.
pub(crate) struct Seen<'s, N> {
    pub(crate) numbers: &'s FxHashMap<N, u64>,
    /// The accepting component.
    pub(crate) component: Inside<N>,
    /// Bytes that the search holds meanwhile.
    pub(crate) bytes: u64,
}

/// The nodes of an accepting component.
pub(crate) enum Inside<N> {
    /// By their numbers. Nodes of other components have none of them.
    Numbers(Range<u64>),
    Nodes(FxHashSet<N>),
}

/// Looks for lassos in what has been seen.
pub(crate) struct Lassos<'s, 'a, G: Graph> {
    graph: &'s mut G,
    account: &'s mut Account<'a>,
    seen: Seen<'s, G::Node>,
    roots: &'s [G::Node],
    /// Nodes that were expanded again.
    known: FxHashMap<G::Node, Expansion<G::Node>>,
    n_edges: usize,
}

/// Where a path may end.
enum Finish {
    Here,
    /// After this edge of the node.
    Along(usize),
}

/// A path and where it leads.
struct Found<N> {
    hops: Vec<Hop<N>>,
    end: N,
}

/// What a path may go through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Everything,
    Component,
}

impl<'s, 'a, G: Graph> Lassos<'s, 'a, G> {
    pub(crate) fn new(
        graph: &'s mut G,
        account: &'s mut Account<'a>,
        seen: Seen<'s, G::Node>,
        roots: &'s [G::Node],
    ) -> Self {
        Self { graph, account, seen, roots, known: FxHashMap::default(), n_edges: 0 }
    }

    /// A path to a bad node. There is one among those that were seen.
    pub(crate) fn find_bad(mut self) -> Result<Vec<Hop<G::Node>>, StopReason> {
        let is_bad = |_: &Self, _: G::Node, known: &Expansion<G::Node>| known.is_bad.then_some(Finish::Here);
        Ok(self.path(self.roots, Within::Everything, is_bad)?.hops)
    }

    /// A lasso whose cycle meets all needs. They can be met: the component is accepting.
    pub(crate) fn find(mut self, needs: Needs, fair: bool) -> Result<Lasso<G::Node>, StopReason> {
        let has_mark = |lassos: &Self, node: G::Node, known: &Expansion<G::Node>| {
            let inside = lassos.within(Within::Component, node);
            (inside && !lassos.marked_targets(known).is_empty()).then_some(Finish::Here)
        };
        let Found { hops: stem, end: start } = self.path(self.roots, Within::Everything, has_mark)?;
        let cycle = if fair { self.fair_cycle(start, needs)? } else { self.marked_cycle(start)? };
        let mut lasso = Lasso { stem, cycle };
        lasso.tidy(|node| self.graph.place(node));
        Ok(lasso)
    }

    /// A shortest cycle through a marked edge of this node.
    fn marked_cycle(&mut self, start: G::Node) -> Result<Vec<Hop<G::Node>>, StopReason> {
        self.expand(start)?;
        let edges = self.marked_targets(&self.known[&start]);
        let targets: Vec<G::Node> = edges.iter().map(|edge| edge.target).collect();
        let back = |_: &Self, node: G::Node, _: &Expansion<G::Node>| (node == start).then_some(Finish::Here);
        let way_back = self.path(&targets, Within::Component, back)?.hops;
        let second = way_back.first().map_or(start, |hop| hop.from);
        let first = edges.into_iter().find(|edge| edge.target == second);
        let first = first.expect("the way back begins at the end of a marked edge");
        Ok(std::iter::once(Hop { from: start, edge: first }).chain(way_back).collect())
    }

    /// A cycle that meets all needs, always the nearest first.
    fn fair_cycle(&mut self, start: G::Node, mut needs: Needs) -> Result<Vec<Hop<G::Node>>, StopReason> {
        let mut cycle = Vec::new();
        let mut at = start;
        while !needs.are_met() {
            let meets = |lassos: &Self, _: G::Node, known: &Expansion<G::Node>| {
                let inside = |edge: &&GraphEdge<G::Node>| lassos.within(Within::Component, edge.target);
                let wanted = |edge: &GraphEdge<G::Node>| needs.want(edge) && inside(&edge);
                let here = needs.want_state(known).then_some(Finish::Here);
                here.or_else(|| known.edges.iter().position(wanted).map(Finish::Along))
            };
            let Found { hops, end } = self.path(&[at], Within::Component, meets)?;
            for hop in &hops {
                needs.passes(&self.known[&hop.from]);
                needs.takes(&hop.edge);
            }
            self.expand(end)?;
            needs.passes(&self.known[&end]);
            cycle.extend(hops);
            at = end;
        }
        let back = |_: &Self, node: G::Node, _: &Expansion<G::Node>| (node == start).then_some(Finish::Here);
        cycle.extend(self.path(&[at], Within::Component, back)?.hops);
        Ok(cycle)
    }

    /// Marked edges that stay in the component.
    fn marked_targets(&self, known: &Expansion<G::Node>) -> Vec<GraphEdge<G::Node>> {
        let inside = |edge: &&GraphEdge<G::Node>| edge.marked && self.within(Within::Component, edge.target);
        known.edges.iter().filter(inside).copied().collect()
    }

    fn within(&self, part: Within, node: G::Node) -> bool {
        let Some(number) = self.seen.numbers.get(&node) else { return false };
        part == Within::Everything
            || match &self.seen.component {
                Inside::Numbers(numbers) => numbers.contains(number),
                Inside::Nodes(nodes) => nodes.contains(&node),
            }
    }

    /// A shortest path from one of some nodes to where `finish` says that it may end.
    fn path(
        &mut self,
        from: &[G::Node],
        within: Within,
        finish: impl Fn(&Self, G::Node, &Expansion<G::Node>) -> Option<Finish>,
    ) -> Result<Found<G::Node>, StopReason> {
        let mut queue: VecDeque<G::Node> = VecDeque::new();
        let mut found_by: FxHashMap<G::Node, Option<Hop<G::Node>>> = FxHashMap::default();
        for &node in from {
            if found_by.insert(node, None).is_none() {
                queue.push_back(node);
            }
        }
        while let Some(node) = queue.pop_front() {
            self.expand(node)?;
            let known = &self.known[&node];
            match finish(self, node, known) {
                Some(Finish::Here) => return Ok(Found { hops: hops_to(node, &found_by), end: node }),
                Some(Finish::Along(index)) => {
                    let edge = known.edges[index];
                    let mut hops = hops_to(node, &found_by);
                    hops.push(Hop { from: node, edge });
                    return Ok(Found { hops, end: edge.target });
                }
                None => {}
            }
            for &edge in &known.edges {
                if self.within(within, edge.target) && !found_by.contains_key(&edge.target) {
                    found_by.insert(edge.target, Some(Hop { from: node, edge }));
                    queue.push_back(edge.target);
                }
            }
        }
        panic!("what is looked for can be reached, and an accepting component is connected")
    }

    fn expand(&mut self, node: G::Node) -> Result<(), StopReason> {
        if self.known.contains_key(&node) {
            return Ok(());
        }
        let mut expansion = Expansion::default();
        self.graph.expand(node, &mut expansion)?;
        self.n_edges += expansion.edges.len();
        self.known.insert(node, expansion);
        if self.account.expanded() {
            let known = self.known.capacity() * size_of::<(G::Node, Expansion<G::Node>)>();
            let edges = self.n_edges * size_of::<GraphEdge<G::Node>>();
            self.account.tick(self.seen.bytes + (known + edges) as u64)?;
        }
        Ok(())
    }
}

fn hops_to<N: Copy + Eq + std::hash::Hash>(node: N, found_by: &FxHashMap<N, Option<Hop<N>>>) -> Vec<Hop<N>> {
    let mut hops: Vec<Hop<N>> = std::iter::successors(found_by[&node], |hop| found_by[&hop.from]).collect();
    hops.reverse();
    hops
}

impl<N: Copy + Eq> Lasso<N> {
    /// Writes the same execution with a shorter stem and cycle where that can be done.
    fn tidy<P: PartialEq>(&mut self, place: impl Fn(N) -> P) {
        self.enter_where_the_stem_meets_the_cycle();
        // From here on only the execution counts, no longer the states of the automaton.
        let same = |a: &Hop<N>, b: &Hop<N>| {
            place(a.from) == place(b.from)
                && place(a.edge.target) == place(b.edge.target)
                && a.edge.moved == b.edge.moved
        };
        let length = self.cycle.len();
        let repeats = |period: &usize| {
            length.is_multiple_of(*period)
                && self.cycle[*period..].iter().zip(&self.cycle).all(|(later, hop)| same(later, hop))
        };
        let period = (1..length).find(repeats).unwrap_or(length);
        self.cycle.truncate(period);
        while let (Some(last), Some(round)) = (self.stem.last(), self.cycle.last())
            && same(last, round)
        {
            self.stem.pop();
            self.cycle.rotate_right(1);
        }
    }

    fn enter_where_the_stem_meets_the_cycle(&mut self) {
        let on_cycle = |hop: &Hop<N>| self.cycle.iter().position(|other| other.from == hop.from);
        let meeting = self.stem.iter().enumerate().find_map(|(index, hop)| Some((index, on_cycle(hop)?)));
        if let Some((index, turn)) = meeting {
            self.stem.truncate(index);
            self.cycle.rotate_left(turn);
        }
    }
}
