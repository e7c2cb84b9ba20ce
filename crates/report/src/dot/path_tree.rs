//! The tree of paths: which conditions lead to which paths, from left to right.

use super::graph::{Graph, quoted};
use super::heap::{NEW, PLAIN, RAISED};
use super::page::{Extent, cut_text};
use crate::text::{PathTree, counted, path_heading};
use crate::twin::explore::ExploreReport;
use crate::twin::explore::path::{End, ExploredPath};

const LEGEND: &str = "each condition leads to those right of it   green: returns   red: ends with an error";

/// A page has room for so many paths.
const MOST_PATHS: usize = 24;

/// The tree of the first paths, or of all.
pub fn path_tree(report: &ExploreReport, extent: Extent) -> String {
    let shown = match extent {
        Extent::Screenful => report.paths.len().min(MOST_PATHS),
        Extent::Everything => report.paths.len(),
    };
    let tree = PathTree::of(&report.paths[..shown]);
    let mut drawing = Drawing { graph: Graph::new("paths", &[LEGEND]), extent, tree: &tree };
    drawing.line("graph [nodesep=0.12]; node [shape=box, style=\"rounded,filled\", margin=\"0.1,0.05\", color=\"#9aa0b0\"];");
    drawing.node("n0", PLAIN, &[report.method.clone()]);
    drawing.below();
    if shown < report.paths.len() {
        let more = counted((report.paths.len() - shown) as u64, "more path");
        drawing.node("more", "white", &[format!("{more}: -v draws all")]);
        drawing.line("n0 -> more [style=dashed];");
    }
    drawing.graph.finish()
}

struct Drawing<'a> {
    graph: Graph,
    extent: Extent,
    tree: &'a PathTree<'a>,
}

impl Drawing<'_> {
    fn line(&mut self, text: &str) {
        self.graph.line(text);
    }

    /// A box with a line for each text.
    fn node(&mut self, name: &str, colour: &str, texts: &[String]) {
        let line = |text: &String| {
            let mut text = text.clone();
            if self.extent == Extent::Screenful {
                cut_text(&mut text);
            }
            let quoted = quoted(&text);
            quoted[1..quoted.len() - 1].to_owned() + "\\l"
        };
        let label: String = texts.iter().map(line).collect();
        self.graph.line(&format!("{name} [label=\"{label}\", fillcolor=\"{colour}\"];"));
    }

    /// Everything below the root, which is drawn.
    fn below(&mut self) {
        let mut stack = vec![(0, 0)];
        while let Some((at, above)) = stack.pop() {
            let (conditions, last) = self.tree.chain(at);
            let drawn = match conditions.is_empty() {
                true => above,
                false => {
                    self.node(&format!("n{last}"), "white", &conditions);
                    self.line(&format!("n{above} -> n{last};"));
                    last
                }
            };
            for path in self.tree.paths(last) {
                self.leaf(path, drawn);
            }
            stack.extend(self.tree.below(last).iter().rev().map(|&below| (below, drawn)));
        }
    }

    fn leaf(&mut self, path: &ExploredPath, above: usize) {
        let colour = match &path.end {
            End::Returns => NEW,
            End::Throws { .. } => RAISED,
        };
        let name = format!("p{}", path.number);
        self.node(&name, colour, &[path_heading(path)]);
        self.line(&format!("n{above} -> {name};"));
    }
}
