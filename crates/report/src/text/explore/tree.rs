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

/// The tree, with line ends.
pub(super) fn render(paths: &[ExploredPath], verbosity: Verbosity, painter: Painter) -> String {
    let lines = lines(&tree(paths), painter);
    let shown = if verbosity == Verbosity::Verbose { lines.len() } else { lines.len().min(MOST_LINES) };
    let mut text: String = lines.iter().take(shown).map(|line| format!("{line}\n")).collect();
    if shown < lines.len() {
        let left = counted((lines.len() - shown) as u64, "line");
        text += &format!("  {}\n", painter.paint(Role::Faint, format!("... {left} not shown; -v shows all")));
    }
    text
}

/// Conjuncts in one line; a disjunction among others is in brackets.
fn joined(conditions: &[&str]) -> String {
    let is_alone = conditions.len() == 1;
    let part = |condition: &&str| match condition.contains(" || ") && !is_alone {
        true => format!("({condition})"),
        false => (*condition).to_owned(),
    };
    conditions.iter().map(part).collect::<Vec<_>>().join(" && ")
}

/// The first node is the root, which has no condition.
fn tree(paths: &[ExploredPath]) -> Vec<Node<'_>> {
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
    nodes
}

fn lines(nodes: &[Node<'_>], painter: Painter) -> Vec<String> {
    let mut lines = Vec::new();
    let mut stack: Vec<(usize, usize)> = vec![(0, 0)];
    while let Some((mut at, depth)) = stack.pop() {
        let mut conditions = vec![nodes[at].condition];
        while let ([only], true) = (nodes[at].below.as_slice(), nodes[at].paths.is_empty()) {
            at = *only;
            conditions.push(nodes[at].condition);
        }
        conditions.retain(|condition| !condition.is_empty());
        let indent = "  ".repeat(1 + depth.min(MOST_INDENTED));
        let condition = printable(&joined(&conditions));
        let Node { below, paths, .. } = &nodes[at];
        let deeper = if condition.is_empty() { depth } else { depth + 1 };
        match paths.as_slice() {
            [] if condition.is_empty() => {}
            [] => lines.push(format!("{indent}{condition}")),
            [only] if condition.is_empty() => lines.push(format!("{indent}{}", heading(only, painter))),
            [only] if below.is_empty() => {
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
        stack.extend(below.iter().rev().map(|&below| (below, deeper)));
    }
    lines
}
