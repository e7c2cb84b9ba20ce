//! Accepting runs: a stem and a cycle that can be repeated forever.
//!
//! A marked edge inside a component of the head graph and a shortest way back make a cycle. Edges are weighted by the
//! numbers of rule applications that they stand for. Marked edges are tried in the order in which they can be reached,
//! until no better lasso is possible or the patience is used up; so the lasso is short, though not always the shortest.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use crate::head_graph::{HeadEdge, HeadEdgeKind, HeadGraph};
use crate::heads::HeadId;
use crate::path::{Application, Lengths, Stop, TooLong, Unfolding};
use crate::rule::Head;
use crate::saturation::Saturation;

/// An accepting run: the stem, and then the cycle again and again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    /// From an initial head to a configuration with `head` on top.
    pub stem: Vec<Application>,
    /// From `head` on top to `head` on top, with a marked rule, and never popping what lies below.
    pub cycle: Vec<Application>,
    pub head: Head,
    /// So many symbols more lie on the stack after each turn.
    pub growth: usize,
}

/// An accepting run of the system, if there is one among what was found.
///
/// An error means that there is one, but that its stem and cycle have more than `limit` rule applications together.
pub fn find_lasso(found: &Saturation, limit: usize) -> Result<Option<Lasso>, TooLong> {
    HeadGraph::new(found).lasso(limit)
}

/// Heads looked at in search of a shorter lasso than the first.
const PATIENCE: usize = 1 << 20;

impl HeadGraph<'_> {
    /// See [`find_lasso`].
    pub fn lasso(&self, limit: usize) -> Result<Option<Lasso>, TooLong> {
        if !self.is_accepting() {
            return Ok(None);
        }
        let search = Search { graph: self, lengths: Lengths::new(self.found) };
        let Some(cycle) = search.short_cycle() else { return Ok(None) };
        search.unfold(&cycle, limit).map(Some)
    }
}

/// Edges, each with the head that it leaves.
type Cycle = Vec<(HeadId, HeadEdge)>;
/// Heads, each with its distance from a start and the edge that led to it.
type Reached = FxHashMap<HeadId, (u64, Option<(HeadId, HeadEdge)>)>;

struct Search<'a> {
    graph: &'a HeadGraph<'a>,
    lengths: Lengths,
}

impl Search<'_> {
    fn weight(&self, edge: &HeadEdge) -> u64 {
        match edge.kind {
            HeadEdgeKind::Step | HeadEdgeKind::Push => 1,
            HeadEdgeKind::Summary(exit) => self.lengths.summary(self.graph.found, exit),
        }
    }

    /// The number of applications that lead to a head.
    fn stem(&self, head: HeadId) -> u64 {
        self.lengths.nearest[head].map_or(u64::MAX, |(length, _)| length)
    }

    fn short_cycle(&self) -> Option<Cycle> {
        let cost = |from, edge: &HeadEdge| self.stem(from).saturating_add(self.weight(edge));
        let mut marked: Vec<(u64, HeadId, HeadEdge)> =
            self.graph.accepting_edges().map(|(from, edge)| (cost(from, &edge), from, edge)).collect();
        marked.sort_by_key(|&(cost, from, edge)| (cost, from, edge.rule));
        let mut best: Option<(u64, Cycle)> = None;
        let mut patience = PATIENCE;
        for (cost, from, edge) in marked {
            let bound = best.as_ref().map(|(least, _)| least.saturating_sub(cost));
            if bound.is_some_and(|bound| bound == 0 || patience == 0) {
                break;
            }
            if let Some((back, mut cycle)) = self.way(edge.to, from, bound, &mut patience) {
                cycle.insert(0, (from, edge));
                best = Some((cost.saturating_add(back), cycle));
            }
        }
        best.map(|(_, cycle)| self.rotate(cycle))
    }

    /// A shortest way inside a component, and its length. With a bound, only if the way is shorter and the patience
    /// lasts.
    fn way(
        &self,
        start: HeadId,
        goal: HeadId,
        bound: Option<u64>,
        patience: &mut usize,
    ) -> Option<(u64, Cycle)> {
        let mut reached: Reached = FxHashMap::default();
        let mut queue = BinaryHeap::from([Reverse((0, start))]);
        reached.insert(start, (0, None));
        while let Some(Reverse((length, head))) = queue.pop() {
            if bound.is_some_and(|bound| length >= bound || *patience == 0) {
                return None;
            }
            if head == goal {
                return Some((length, trace(&reached, goal)));
            }
            if reached[&head].0 < length {
                continue;
            }
            *patience = patience.saturating_sub(1);
            for (from, edge) in self.graph.inner_edges(head) {
                let beyond = length.saturating_add(self.weight(&edge));
                if reached.get(&edge.to).is_none_or(|&(known, _)| beyond < known) {
                    reached.insert(edge.to, (beyond, Some((from, edge))));
                    queue.push(Reverse((beyond, edge.to)));
                }
            }
        }
        None
    }

    /// Lets the cycle begin where it is reached first.
    fn rotate(&self, mut cycle: Cycle) -> Cycle {
        let nearest = (0..cycle.len()).min_by_key(|&at| self.stem(cycle[at].0));
        cycle.rotate_left(nearest.unwrap_or(0));
        cycle
    }

    fn unfold(&self, edges: &Cycle, limit: usize) -> Result<Lasso, TooLong> {
        let found = self.graph.found;
        let &(start, _) = edges.first().ok_or(TooLong)?;
        let (_, fact) = self.lengths.nearest[start].ok_or(TooLong)?;
        let stem = found.path_to(fact, limit)?;
        let mut unfolding = Unfolding::new(found, limit - stem.len());
        for &(from, edge) in edges.iter().rev() {
            if let HeadEdgeKind::Summary(exit) = edge.kind {
                let exit = found.exit(exit);
                unfolding.emit(exit.from, exit.rule)?;
                unfolding.back_from(Stop::AtEntry, exit.from)?;
            }
            unfolding.emit_at(from, edge.rule)?;
        }
        let growth = edges.iter().filter(|(_, edge)| edge.kind == HeadEdgeKind::Push).count();
        Ok(Lasso { stem, cycle: unfolding.finish(), head: found.head(start), growth })
    }
}

/// The edges that led to a head.
fn trace(reached: &Reached, goal: HeadId) -> Cycle {
    let mut edges = Vec::new();
    let mut at = goal;
    while let Some(&(_, Some((from, edge)))) = reached.get(&at) {
        edges.push((from, edge));
        at = from;
    }
    edges.reverse();
    edges
}
