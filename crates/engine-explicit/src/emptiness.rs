//! The search for accepting lassos: whether an execution takes marked edges forever, and fairly where that is asked
//! for.
//!
//! Couvreur 1999: one depth-first search that keeps the strongly connected components of what it has seen so far
//! (Gabow 2000 keeps the same stack). Each component on the stack knows what its nodes and edges have together; an
//! edge that leads back merges components, and the search ends as soon as a merged one is accepting, before it is
//! complete. Every node is entered once and every edge followed once, so the search ends whenever the graph is
//! finite.
//!
//! A nested search (Courcoubetis, Vardi, Wolper and Yannakakis 1992) needs less memory for each node but knows cycles
//! only, no components, and fairness is a question about components: see [`component`](crate::component).

use rustc_hash::FxHashMap;
use verdict::StopReason;

use crate::account::Account;
use crate::component::Component;
use crate::graph::{Edge, Expansion, Graph};
use crate::lasso::{Lasso, Lassos, Seen};

/// Of nodes whose component is complete and not accepting.
const CLOSED: u64 = u64::MAX;

/// Looks for an execution from a root that takes marked edges again and again.
pub(crate) fn find_lasso<G: Graph>(
    graph: &mut G,
    fair: bool,
    account: &mut Account<'_>,
) -> Result<Option<Lasso<G::Node>>, StopReason> {
    let mut search = Search {
        graph,
        fair,
        account,
        numbers: FxHashMap::default(),
        path: Vec::new(),
        open: Vec::new(),
        components: Vec::new(),
        held_edges: 0,
        cut: None,
    };
    let found = search.run()?;
    let bytes = search.bytes();
    search.account.holds(bytes)?;
    match (found, search.cut) {
        (None, Some(depth)) => Err(StopReason::DepthLimit(depth)),
        (found, _) => Ok(found),
    }
}

struct Search<'s, 'a, G: Graph> {
    graph: &'s mut G,
    fair: bool,
    account: &'s mut Account<'a>,
    /// The order in which nodes were found.
    numbers: FxHashMap<G::Node, u64>,
    path: Vec<Visit<G::Node>>,
    /// Nodes of all components on the stack, in order of their numbers.
    open: Vec<G::Node>,
    components: Vec<Part<G::Node>>,
    /// Edges that visits hold.
    held_edges: usize,
    /// The depth limit, if something lies beyond it.
    cut: Option<u64>,
}

/// A node on the path, and its edges that are still to be followed.
struct Visit<N> {
    node: N,
    number: u64,
    n_edges: usize,
    rest: std::vec::IntoIter<Edge<N>>,
}

/// A component of what has been seen, from this number up to the next part.
struct Part<N> {
    first: u64,
    component: Component,
    /// The edge of the path that leads to its first node.
    entry: Option<Edge<N>>,
}

impl<G: Graph> Search<'_, '_, G> {
    fn run(&mut self) -> Result<Option<Lasso<G::Node>>, StopReason> {
        for root in self.graph.roots() {
            if !self.numbers.contains_key(&root) {
                self.enter(root, None)?;
            }
            while let Some(visit) = self.path.last_mut() {
                let Some(edge) = visit.rest.next() else {
                    self.leave();
                    continue;
                };
                match self.numbers.get(&edge.target) {
                    None => self.enter(edge.target, Some(edge))?,
                    Some(&CLOSED) => {}
                    Some(&number) => {
                        if self.merge(number, &edge) {
                            return self.lasso().map(Some);
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    fn enter(&mut self, node: G::Node, entry: Option<Edge<G::Node>>) -> Result<(), StopReason> {
        let (number, depth) = (self.account.nodes, self.path.len() as u64);
        self.account.found(depth)?;
        let mut expansion = Expansion::default();
        if self.account.cuts_at(depth) {
            self.cut = Some(depth);
        } else {
            self.graph.expand(node, &mut expansion)?;
        }
        self.numbers.insert(node, number);
        self.open.push(node);
        self.components.push(Part { first: number, component: Component::of(&expansion), entry });
        let n_edges = expansion.edges.len();
        self.held_edges += n_edges;
        self.account.edges += n_edges as u64;
        self.path.push(Visit { node, number, n_edges, rest: expansion.edges.into_iter() });
        if self.account.expanded() {
            let bytes = self.bytes();
            self.account.tick(bytes)?;
        }
        Ok(())
    }

    /// Leaves the last node of the path. If its component began with it, the component is complete.
    fn leave(&mut self) {
        let Some(Visit { node, number, n_edges, rest: _ }) = self.path.pop() else { return };
        self.held_edges -= n_edges;
        if self.components.last().is_none_or(|part| part.first != number) {
            return;
        }
        self.components.pop();
        while let Some(closed) = self.open.pop() {
            self.numbers.insert(closed, CLOSED);
            if closed == node {
                break;
            }
        }
    }

    /// An edge from the last component leads back to a node: all components from that node's on are one. Answers whether it accepts.
    fn merge(&mut self, back_to: u64, edge: &Edge<G::Node>) -> bool {
        let mut joined = Component::default();
        joined.add(edge, self.fair);
        while let Some(part) = self.components.pop_if(|part| part.first > back_to) {
            joined.join(part.component);
            part.entry.iter().for_each(|entry| joined.add(entry, self.fair));
        }
        let part = self.components.last_mut().expect("the node it leads back to is in a component");
        part.component.join(joined);
        part.component.is_accepting(self.fair)
    }

    /// A short lasso into and through the last component.
    fn lasso(&mut self) -> Result<Lasso<G::Node>, StopReason> {
        let bytes = self.bytes();
        let part = self.components.last().expect("an accepting component is on the stack");
        let seen = Seen { numbers: &self.numbers, component: part.first..CLOSED, bytes };
        let needs = part.component.needs(self.fair);
        Lassos::new(self.graph, self.account, seen).find(needs, self.fair)
    }

    fn bytes(&self) -> u64 {
        let table = self.numbers.capacity() * (size_of::<(G::Node, u64)>() + 1);
        let stacks = self.open.capacity() * size_of::<G::Node>()
            + self.path.capacity() * size_of::<Visit<G::Node>>()
            + self.components.capacity() * size_of::<Part<G::Node>>()
            + self.held_edges * size_of::<Edge<G::Node>>();
        self.graph.bytes() + (table + stacks) as u64
    }
}

#[cfg(test)]
mod tests;
