//! The search for accepting lassos: whether an execution takes marked edges forever, and fairly where that is asked
//! for.
//!
//! Couvreur 1999: one depth-first search that keeps the strongly connected components of what it has seen so far
//! (Gabow 2000 keeps the same stack). Each component on the stack knows what its nodes and edges have together; an
//! edge that leads back merges components, and the search ends as soon as a merged one is accepting, before it is
//! complete. Every node is entered once and every edge followed once, so the search ends whenever the graph is
//! finite.
//!
//! Strong fairness is decided when a component is complete: see [`refine`](crate::refine).
//!
//! Where the graph says that a node is *bad*, no component is needed: any execution through it is one of those sought.
//!
//! A nested search (Courcoubetis, Vardi, Wolper and Yannakakis 1992) needs less memory for each node but knows cycles
//! only, no components, and fairness is a question about components: see [`component`](crate::component).

use logic::Fairness;
use rustc_hash::FxHashMap;
use verdict::StopReason;

use crate::account::Account;
use crate::component::Component;
use crate::graph::{Expansion, Graph, GraphEdge};
use crate::lasso::{Hop, Inside, Lasso, Lassos, Seen};
use crate::refine::{Refined, refine};

/// Of nodes whose component is complete and not accepting.
const CLOSED: u64 = u64::MAX;

/// An execution that is looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Found<N> {
    /// It takes marked edges again and again, and fairly where that is asked for.
    Lasso(Lasso<N>),
    /// A path to a node that is bad: whatever comes after it, the execution is one of those sought.
    Prefix(Vec<Hop<N>>),
}

impl<N> Found<N> {
    pub(crate) fn lasso(self) -> Option<Lasso<N>> {
        match self {
            Found::Lasso(lasso) => Some(lasso),
            Found::Prefix(_) => None,
        }
    }
}

/// Looks for an execution from a root that takes marked edges again and again, or comes to a bad node.
pub(crate) fn find<G: Graph>(
    graph: &mut G,
    fair: Fairness,
    account: &mut Account<'_>,
) -> Result<Option<Found<G::Node>>, StopReason> {
    let roots = graph.roots();
    let mut search = Search::new(graph, fair);
    for root in roots {
        let found = search.from(root, 0, account)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    account.holds(search.bytes())?;
    search.cut().map_or(Ok(None), |depth| Err(StopReason::DepthLimit(depth)))
}

/// A search that can begin at one root after another. What it has seen to the end is not looked at again.
pub(crate) struct Search<'s, G: Graph> {
    graph: &'s mut G,
    fair: Fairness,
    roots: Vec<G::Node>,
    /// The length of the path to the root.
    root_depth: u64,
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
    rest: std::vec::IntoIter<GraphEdge<N>>,
}

/// A component of what has been seen, from this number up to the next part.
struct Part<N> {
    first: u64,
    component: Component,
    /// The edge of the path that leads to its first node.
    entry: Option<GraphEdge<N>>,
}

impl<'s, G: Graph> Search<'s, G> {
    pub(crate) fn new(graph: &'s mut G, fair: Fairness) -> Self {
        Self {
            graph,
            fair,
            roots: Vec::new(),
            root_depth: 0,
            numbers: FxHashMap::default(),
            path: Vec::new(),
            open: Vec::new(),
            components: Vec::new(),
            held_edges: 0,
            cut: None,
        }
    }

    /// Searches what can be reached from a root and was not seen before. `depth` is the length of the path to the root.
    pub(crate) fn from(
        &mut self,
        root: G::Node,
        depth: u64,
        account: &mut Account<'_>,
    ) -> Result<Option<Found<G::Node>>, StopReason> {
        if self.numbers.contains_key(&root) {
            return Ok(None);
        }
        self.roots.push(root);
        self.root_depth = depth;
        if self.enter(root, None, account)? {
            return self.prefix(account).map(Some);
        }
        while let Some(visit) = self.path.last_mut() {
            let Some(edge) = visit.rest.next() else {
                if let Some(lasso) = self.leave(account)? {
                    return Ok(Some(lasso));
                }
                continue;
            };
            match self.numbers.get(&edge.target) {
                None => {
                    if self.enter(edge.target, Some(edge), account)? {
                        return self.prefix(account).map(Some);
                    }
                }
                Some(&CLOSED) => {}
                Some(&number) => {
                    if self.merge(number, &edge) {
                        return self.lasso(account).map(Some);
                    }
                }
            }
        }
        Ok(None)
    }

    /// The depth limit, if something lies beyond it.
    pub(crate) fn cut(&self) -> Option<u64> {
        self.cut
    }

    /// Answers whether the node is bad.
    fn enter(
        &mut self,
        node: G::Node,
        entry: Option<GraphEdge<G::Node>>,
        account: &mut Account<'_>,
    ) -> Result<bool, StopReason> {
        let (number, depth) = (account.nodes, self.root_depth + self.path.len() as u64);
        account.found(depth)?;
        let mut expansion = Expansion::default();
        if account.cuts_at(depth) {
            self.cut = Some(depth);
        } else {
            self.graph.expand(node, &mut expansion)?;
        }
        self.numbers.insert(node, number);
        self.open.push(node);
        self.components.push(Part { first: number, component: Component::of(&expansion, self.fair), entry });
        let n_edges = expansion.edges.len();
        self.held_edges += n_edges;
        account.edges += n_edges as u64;
        self.path.push(Visit { node, number, n_edges, rest: expansion.edges.into_iter() });
        if account.expanded() {
            account.tick(self.bytes())?;
        }
        Ok(expansion.is_bad)
    }

    /// Leaves the last node of the path. If its component began with it, the component is complete, and not accepting
    /// as a whole. Under strong fairness a part of it may be.
    fn leave(&mut self, account: &mut Account<'_>) -> Result<Option<Found<G::Node>>, StopReason> {
        let Some(Visit { node, number, n_edges, rest: _ }) = self.path.pop() else { return Ok(None) };
        self.held_edges -= n_edges;
        let Some(part) = self.components.pop_if(|part| part.first == number) else { return Ok(None) };
        let first = self.open.iter().rposition(|&open| open == node).expect("it is open until it is left");
        let members = self.open.split_off(first);
        members.iter().for_each(|&closed| {
            self.numbers.insert(closed, CLOSED);
        });
        if self.fair != Fairness::Strong || !part.component.is_marked() {
            return Ok(None);
        }
        let bytes = self.bytes();
        match refine(self.graph, &members, account, bytes)? {
            Some(Refined { nodes, component }) => {
                self.lasso_in(Inside::Nodes(nodes), &component, account).map(Some)
            }
            None => Ok(None),
        }
    }

    /// An edge from the last component leads back to a node: all components from that node's on are one. Answers
    /// whether it accepts.
    fn merge(&mut self, back_to: u64, edge: &GraphEdge<G::Node>) -> bool {
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
    fn lasso(&mut self, account: &mut Account<'_>) -> Result<Found<G::Node>, StopReason> {
        let part = self.components.last().expect("an accepting component is on the stack");
        let (inside, component) = (Inside::Numbers(part.first..CLOSED), part.component.clone());
        self.lasso_in(inside, &component, account)
    }

    fn lasso_in(
        &mut self,
        inside: Inside<G::Node>,
        component: &Component,
        account: &mut Account<'_>,
    ) -> Result<Found<G::Node>, StopReason> {
        let seen = Seen { numbers: &self.numbers, component: inside, bytes: self.bytes() };
        let lassos = Lassos::new(self.graph, account, seen, &self.roots);
        lassos.find(component.needs(self.fair), self.fair.is_asked()).map(Found::Lasso)
    }

    /// A shortest path to a bad node through what was seen.
    fn prefix(&mut self, account: &mut Account<'_>) -> Result<Found<G::Node>, StopReason> {
        let seen =
            Seen { numbers: &self.numbers, component: Inside::Numbers(CLOSED..CLOSED), bytes: self.bytes() };
        Lassos::new(self.graph, account, seen, &self.roots).find_bad().map(Found::Prefix)
    }

    pub(crate) fn bytes(&self) -> u64 {
        let table = self.numbers.capacity() * (size_of::<(G::Node, u64)>() + 1);
        let stacks = self.open.capacity() * size_of::<G::Node>()
            + self.path.capacity() * size_of::<Visit<G::Node>>()
            + self.components.capacity() * size_of::<Part<G::Node>>()
            + self.held_edges * size_of::<GraphEdge<G::Node>>();
        self.graph.bytes() + (table + stacks) as u64
    }
}

#[cfg(test)]
mod tests;
