//! The tree of paths: which conditions lead to which paths.
//!
//! Paths come in the order of a depth-first search and list their conditions in the order in which they met them, so
//! paths that begin alike are neighbours. What all paths below a condition share is written in one line.

use super::super::Verbosity;
use super::super::paint::{Painter, Role, counted, printable};
use super::heading;
use crate::twin::explore::path::ExploredPath;

/// Longer trees lose their rest, unless nothing is to be left out.
const MOST_LINES: usize = 40;

/// Deeper lines are not moved further to the right.
const MOST_INDENTED: usize = 20;

/// A condition below another one, and the paths that have no further condition.
struct Node<'a> {
    condition: &'a str,
    below: Vec<usize>,
    paths: Vec<&'a ExploredPath>,
}

impl<'a> Node<'a> {
    fn new(condition: &'a str) -> Self {
        Self { condition, below: Vec::new(), paths: Vec::new() }
    }
}

/// The conditions of paths; the first node is the root, which has none.
pub(crate) struct PathTree<'a> {
    nodes: Vec<Node<'a>>,
}

impl<'a> PathTree<'a> {
    pub(crate) fn of(paths: &'a [ExploredPath]) -> Self {
        let mut nodes = vec![Node::new("")];
        for path in paths {
            let mut at = 0;
            for condition in &path.precondition {
                at = match nodes[at].below.last() {
                    Some(&last) if nodes[last].condition == condition => last,
                    Some(_) | None => {
                        nodes.push(Node::new(condition));
                        let new = nodes.len() - 1;
                        nodes[at].below.push(new);
                        new
                    }
                };
            }
            nodes[at].paths.push(path);
        }
        Self { nodes }
    }

    /// The conditions from a node to the next one at which paths end or part, which is given too. The root has none.
    pub(crate) fn chain(&self, from: usize) -> (Vec<String>, usize) {
        let mut at = from;
        let mut conditions = vec![self.nodes[at].condition.to_owned()];
        while let ([only], true) = (self.nodes[at].below.as_slice(), self.nodes[at].paths.is_empty()) {
            at = *only;
            conditions.push(self.nodes[at].condition.to_owned());
        }
        conditions.retain(|condition| !condition.is_empty());
        (conditions, at)
    }

    /// The paths that end at a node.
    pub(crate) fn paths(&self, node: usize) -> &[&'a ExploredPath] {
        &self.nodes[node].paths
    }

    /// The nodes below it, in order.
    pub(crate) fn below(&self, node: usize) -> &[usize] {
        &self.nodes[node].below
    }
}

/// The tree, with line ends.
pub(super) fn render(paths: &[ExploredPath], verbosity: Verbosity, painter: Painter) -> String {
    let lines = lines(&PathTree::of(paths), painter);
    let shown = if verbosity == Verbosity::Verbose { lines.len() } else { lines.len().min(MOST_LINES) };
    let mut text: String = lines.iter().take(shown).map(|line| format!("{line}\n")).collect();
    if shown < lines.len() {
        let left = counted((lines.len() - shown) as u64, "line");
        text += &format!("  {}\n", painter.paint(Role::Faint, format!("... {left} not shown; -v shows all")));
    }
    text
}

/// Conjuncts in one line; a disjunction among others is in brackets.
fn joined(conditions: &[String]) -> String {
    let is_alone = conditions.len() == 1;
    let part = |condition: &String| match condition.contains(" || ") && !is_alone {
        true => format!("({condition})"),
        false => condition.clone(),
    };
    conditions.iter().map(part).collect::<Vec<_>>().join(" && ")
}

fn lines(tree: &PathTree<'_>, painter: Painter) -> Vec<String> {
    let mut lines = Vec::new();
    let mut stack: Vec<(usize, usize)> = vec![(0, 0)];
    while let Some((from, depth)) = stack.pop() {
        let (conditions, at) = tree.chain(from);
        let indent = "  ".repeat(1 + depth.min(MOST_INDENTED));
        let condition = printable(&joined(&conditions));
        let deeper = if condition.is_empty() { depth } else { depth + 1 };
        match tree.paths(at) {
            [] if condition.is_empty() => {}
            [] => lines.push(format!("{indent}{condition}")),
            [only] if condition.is_empty() => lines.push(format!("{indent}{}", heading(only, painter))),
            [only] if tree.below(at).is_empty() => {
                let arrow = painter.paint(Role::Gutter, "->");
                lines.push(format!("{indent}{condition} {arrow} {}", heading(only, painter)));
            }
            several => {
                if !condition.is_empty() {
                    lines.push(format!("{indent}{condition}"));
                }
                let indent = "  ".repeat(1 + deeper.min(MOST_INDENTED));
                lines.extend(several.iter().map(|path| format!("{indent}{}", heading(path, painter))));
            }
        }
        stack.extend(tree.below(at).iter().rev().map(|&below| (below, deeper)));
    }
    lines
}
