//! The search for a shortest bad prefix: breadth first, to the first node that is bad.
//!
//! A formula about safety is violated by a finite beginning of an execution, or not at all, so that this search decides
//! it, and a branch that never ends does not keep it from the others. A bad prefix counts only if some execution has
//! it. Where executions can be discarded, the caller looks for one that goes on from the bad node; if there is none,
//! then no execution goes through that node at all, and nothing beyond it is looked at.

use rustc_hash::FxHashSet;
use verdict::StopReason;

use crate::account::Account;
use crate::emptiness::Found;
use crate::graph::{Expansion, Graph, GraphEdge, Moved};
use crate::lasso::{Hop, Lasso};

/// What goes on from a bad node.
pub(crate) enum Beyond<N> {
    /// Some execution, whichever.
    Surely,
    /// This one.
    Lasso(Lasso<N>),
    Nothing,
}

/// Looks for a bad node among the first so many nodes, or among all. `beyond` is asked what goes on from it; it is
/// given the length of the path to the node too.
pub(crate) fn find_prefix<G: Graph>(
    graph: &mut G,
    most_nodes: Option<usize>,
    account: &mut Account<'_>,
    mut beyond: impl FnMut(G::Node, u64, &mut Account<'_>) -> Result<Beyond<G::Node>, StopReason>,
) -> Result<Option<Found<G::Node>>, StopReason> {
    let mut walk = Walk { nodes: Vec::new(), known: FxHashSet::default() };
    for root in graph.roots() {
        walk.reach(root, None, 0, account)?;
    }
    let mut expansion = Expansion::default();
    let (mut next, mut depth, mut next_level, mut cut) = (0, 0, walk.nodes.len(), None);
    while let Some(&Reached { node, .. }) = walk.nodes.get(next) {
        if next == next_level {
            (depth, next_level) = (depth + 1, walk.nodes.len());
        }
        if account.cuts_at(depth) {
            cut = Some(depth);
            break;
        }
        if most_nodes.is_some_and(|most| next >= most) {
            break;
        }
        graph.expand(node, &mut expansion)?;
        let goes_on = if expansion.is_bad { beyond(node, depth, account)? } else { Beyond::Surely };
        match goes_on {
            Beyond::Surely if expansion.is_bad => return Ok(Some(Found::Prefix(walk.path_to(next)))),
            Beyond::Lasso(Lasso { stem, cycle }) => {
                let stem = walk.path_to(next).into_iter().chain(stem).collect();
                return Ok(Some(Found::Lasso(Lasso { stem, cycle })));
            }
            Beyond::Surely => {
                account.edges += expansion.edges.len() as u64;
                for edge in &expansion.edges {
                    walk.reach(edge.target, Some((next, edge.moved)), depth + 1, account)?;
                }
            }
            Beyond::Nothing => {}
        }
        next += 1;
        if account.expanded() {
            account.tick(walk.bytes() + graph.bytes())?;
        }
    }
    account.holds(walk.bytes() + graph.bytes())?;
    cut.map_or(Ok(None), |depth| Err(StopReason::DepthLimit(depth)))
}

/// All nodes so far, in the order in which they were reached.
struct Walk<N> {
    nodes: Vec<Reached<N>>,
    known: FxHashSet<N>,
}

#[derive(Clone, Copy)]
struct Reached<N> {
    node: N,
    /// From which place in the order, and by whose step.
    by: Option<(usize, Option<Moved>)>,
}

impl<N: Copy + Eq + std::hash::Hash> Walk<N> {
    fn reach(
        &mut self,
        node: N,
        by: Option<(usize, Option<Moved>)>,
        depth: u64,
        account: &mut Account<'_>,
    ) -> Result<(), StopReason> {
        if self.known.insert(node) {
            self.nodes.push(Reached { node, by });
            account.found(depth)?;
        }
        Ok(())
    }

    fn path_to(&self, place: usize) -> Vec<Hop<N>> {
        let hop = |place: usize| {
            let Reached { node: target, by } = self.nodes[place];
            let (from, moved) = by?;
            let edge = GraphEdge { target, marked: false, moved };
            Some((from, Hop { from: self.nodes[from].node, edge }))
        };
        let back = std::iter::successors(hop(place), |&(from, _)| hop(from));
        let mut hops: Vec<Hop<N>> = back.map(|(_, hop)| hop).collect();
        hops.reverse();
        hops
    }

    fn bytes(&self) -> u64 {
        let list = self.nodes.capacity() * size_of::<Reached<N>>();
        (list + self.known.capacity() * (size_of::<N>() + 1)) as u64
    }
}
