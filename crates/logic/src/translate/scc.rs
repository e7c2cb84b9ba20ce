//! Strongly connected components of an automaton under construction.

use base::{Graph, Id};

use crate::automaton::StateId;

/// For each state its component. Components are numbered so that edges lead from larger numbers to smaller ones.
pub(crate) fn components(successors: &[Vec<usize>]) -> Vec<usize> {
    let targets = |state: StateId| successors[state.index()].iter().map(|&target| StateId::new(target));
    let graph = Graph::new(successors.len(), targets);
    let components = graph.components();
    graph.nodes().map(|state| components.component_of(state)).collect()
}
