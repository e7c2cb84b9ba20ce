//! The head graph: how the topmost head goes on while nothing below it is touched.
//!
//! In an infinite run there are infinitely many configurations whose stack is never popped below the topmost symbol
//! afterwards. From each of them to the next leads one edge: a step, a push (to the entry of the callee that never
//! returns), or a *summary* (a push, the whole run of the callee, and back at the symbol that was left below). So an
//! accepting run exists exactly if a strongly connected component of reachable heads has a marked edge inside (Esparza,
//! Hansel, Rossmanith, Schwoon 2000, section 3).

use base::{Components, Graph, IndexVec};

use crate::fact::ExitId;
use crate::heads::{HeadId, Move, RuleId};
use crate::rule::Head;
use crate::saturation::Saturation;

/// An edge of the head graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeadEdge {
    pub to: HeadId,
    pub rule: RuleId,
    pub kind: HeadEdgeKind,
    /// Whether it stands for the application of a marked rule.
    pub marked: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeadEdgeKind {
    Step,
    Push,
    /// The rule pushes, and the callee comes back by this exit.
    Summary(ExitId),
}

impl Saturation {
    /// The edges from a head, by its rules.
    pub fn edges(&self, head: HeadId) -> impl Iterator<Item = HeadEdge> {
        self.rules_of(head).flat_map(|rule| self.edges_by(rule))
    }

    fn edges_by(&self, rule: RuleId) -> impl Iterator<Item = HeadEdge> {
        let (first, callee) = match self.move_of(rule) {
            Move::Pop { .. } => (None, None),
            Move::Step { to, marked } => {
                (Some(HeadEdge { to, rule, kind: HeadEdgeKind::Step, marked }), None)
            }
            Move::Push { entry: to, below, marked } => {
                let callee = self.instance_at(to).map(|instance| (instance, below, marked));
                (Some(HeadEdge { to, rule, kind: HeadEdgeKind::Push, marked }), callee)
            }
        };
        let summaries = callee.into_iter().flat_map(move |(instance, below, marked)| {
            self.exits_of(instance).filter_map(move |id| {
                let exit = self.exit(id);
                // Where the search was stopped, the caller may not have gone on yet.
                let to = self.find_head(Head { control: exit.control, symbol: below })?;
                Some(HeadEdge { to, rule, kind: HeadEdgeKind::Summary(id), marked: marked || exit.marked })
            })
        });
        first.into_iter().chain(summaries)
    }
}

/// The head graph of a search, with its components.
pub struct HeadGraph<'a> {
    pub(crate) found: &'a Saturation,
    pub(crate) components: Components<HeadId>,
    /// Whether a component has a marked edge inside.
    accepting: Vec<bool>,
}

impl<'a> HeadGraph<'a> {
    pub fn new(found: &'a Saturation) -> Self {
        let graph = Graph::new(found.heads().len(), |head| found.edges(head).map(|edge| edge.to));
        let components = graph.components();
        let mut accepting = vec![false; components.len()];
        for head in found.heads() {
            let here = components.component_of(head);
            accepting[here] |=
                found.edges(head).any(|edge| edge.marked && components.component_of(edge.to) == here);
        }
        Self { found, components, accepting }
    }

    /// Whether there is an accepting run.
    pub fn is_accepting(&self) -> bool {
        self.accepting.contains(&true)
    }

    /// Marked edges that lie on cycles.
    pub(crate) fn accepting_edges(&self) -> impl Iterator<Item = (HeadId, HeadEdge)> {
        let in_accepting = |&head: &HeadId| self.accepting[self.components.component_of(head)];
        self.found
            .heads()
            .filter(in_accepting)
            .flat_map(|head| self.inner_edges(head))
            .filter(|(_, edge)| edge.marked)
    }

    /// The edges from a head that stay in its component, with the head.
    pub(crate) fn inner_edges(&self, head: HeadId) -> impl Iterator<Item = (HeadId, HeadEdge)> {
        let here = self.components.component_of(head);
        let stays = move |edge: &HeadEdge| self.components.component_of(edge.to) == here;
        self.found.edges(head).filter(stays).map(move |edge| (head, edge))
    }

    /// A number for each reachable head that no edge increases and that every marked edge decreases: a proof that no
    /// run is accepting. There is one exactly if there is no accepting run. It proves something only if the search was
    /// complete.
    pub fn ranks(&self) -> Option<IndexVec<HeadId, u32>> {
        if self.is_accepting() {
            return None;
        }
        let mut of_component = vec![0u32; self.components.len()];
        // What a component leads to comes before it.
        for (component, members) in self.components.iter().enumerate() {
            let edges = members.iter().flat_map(|&head| self.found.edges(head));
            let least = |edge: HeadEdge| {
                let beyond = of_component[self.components.component_of(edge.to)];
                beyond + u32::from(edge.marked)
            };
            of_component[component] = edges.map(least).max().unwrap_or(0);
        }
        let rank_of = |head| of_component[self.components.component_of(head)];
        Some(self.found.heads().map(rank_of).collect())
    }
}
