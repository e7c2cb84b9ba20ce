//! Directed graphs over ids, their strongly connected components (Tarjan) and depth-first orders, without recursion.

use crate::ids::{Id, IndexVec};

/// A directed graph: the successors of all nodes, one after the other in one vector.
#[derive(Clone, Debug)]
pub struct Graph<I> {
    /// Where the successors of a node begin; one entry more than there are nodes.
    starts: Vec<usize>,
    targets: Vec<I>,
}

impl<I: Id> Graph<I> {
    /// The graph of the nodes `0..len`. Edges keep their order, and repetitions stay.
    pub fn new<T: IntoIterator<Item = I>>(len: usize, mut successors: impl FnMut(I) -> T) -> Self {
        let mut starts = Vec::with_capacity(len + 1);
        let mut targets = Vec::new();
        starts.push(0);
        for index in 0..len {
            targets.extend(successors(I::new(index)));
            starts.push(targets.len());
        }
        Self { starts, targets }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I> {
        (0..self.len()).map(I::new)
    }

    #[inline]
    pub fn successors(&self, node: I) -> &[I] {
        &self.targets[self.starts[node.index()]..self.starts[node.index() + 1]]
    }

    /// The graph with all edges turned round; the edges into a node are ordered by where they come from.
    #[must_use]
    pub fn reversed(&self) -> Graph<I> {
        let edges = || self.nodes().flat_map(|from| self.successors(from).iter().map(move |&to| (to, from)));
        let (starts, targets) = group(self.len(), edges);
        Graph { starts, targets }
    }

    /// The strongly connected components.
    pub fn components(&self) -> Components<I> {
        Tarjan::new(self).run()
    }
}

/// Sorts pairs by their first part, keeping the order otherwise: where each group begins, and the second parts.
pub fn group<I: Id, T, It: Iterator<Item = (I, T)>>(
    len: usize,
    pairs: impl Fn() -> It,
) -> (Vec<usize>, Vec<T>)
where
    T: Copy,
{
    let mut starts = vec![0; len + 1];
    pairs().for_each(|(key, _)| starts[key.index() + 1] += 1);
    for index in 0..len {
        starts[index + 1] += starts[index];
    }
    let mut next = starts.clone();
    let mut grouped: Vec<Option<T>> = vec![None; starts[len]];
    for (key, item) in pairs() {
        grouped[next[key.index()]] = Some(item);
        next[key.index()] += 1;
    }
    (starts, grouped.into_iter().flatten().collect())
}

/// The strongly connected components of a graph, each before all components that lead to it.
#[derive(Clone, Debug)]
pub struct Components<I> {
    component_of: Vec<u32>,
    starts: Vec<usize>,
    members: Vec<I>,
    cyclic: Vec<bool>,
}

impl<I: Id> Components<I> {
    /// The number of components.
    pub fn len(&self) -> usize {
        self.cyclic.len()
    }

    pub fn is_empty(&self) -> bool {
        self.cyclic.is_empty()
    }

    /// The number of the node's component.
    pub fn component_of(&self, node: I) -> usize {
        self.component_of[node.index()] as usize
    }

    pub fn members(&self, component: usize) -> &[I] {
        &self.members[self.starts[component]..self.starts[component + 1]]
    }

    /// Whether the node lies on a cycle, be it an edge to itself.
    pub fn is_cyclic(&self, node: I) -> bool {
        self.cyclic[self.component_of(node)]
    }

    /// All components; what a component leads to comes before it.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[I]> + ExactSizeIterator {
        (0..self.len()).map(|component| self.members(component))
    }
}

/// Tarjan's algorithm, with the recursion on a stack of frames.
struct Tarjan<'a, I> {
    graph: &'a Graph<I>,
    /// Order of discovery, from 1; 0 is undiscovered.
    number: Vec<u32>,
    /// The least number known to be reachable on the stack.
    low: Vec<u32>,
    discovered: u32,
    /// Discovered nodes without a component.
    open: Vec<I>,
    /// A node and how many of its edges have been followed.
    frames: Vec<(I, usize)>,
    result: Components<I>,
}

const NO_COMPONENT: u32 = u32::MAX;

impl<'a, I: Id> Tarjan<'a, I> {
    fn new(graph: &'a Graph<I>) -> Self {
        let len = graph.len();
        Self {
            graph,
            number: vec![0; len],
            low: vec![0; len],
            discovered: 0,
            open: Vec::new(),
            frames: Vec::new(),
            result: Components {
                component_of: vec![NO_COMPONENT; len],
                starts: vec![0],
                members: Vec::with_capacity(len),
                cyclic: Vec::new(),
            },
        }
    }

    fn run(mut self) -> Components<I> {
        for root in self.graph.nodes() {
            if self.number[root.index()] == 0 {
                self.discover(root);
                while !self.frames.is_empty() {
                    self.advance();
                }
            }
        }
        self.result
    }

    fn discover(&mut self, node: I) {
        self.discovered += 1;
        self.number[node.index()] = self.discovered;
        self.low[node.index()] = self.discovered;
        self.open.push(node);
        self.frames.push((node, 0));
    }

    /// Follows the next edge of the top frame, or leaves the frame.
    fn advance(&mut self) {
        let Some((node, edge)) = self.frames.last_mut() else { return };
        let (node, next) = (*node, self.graph.successors(*node).get(*edge));
        *edge += 1;
        match next {
            Some(&to) if self.number[to.index()] == 0 => self.discover(to),
            Some(&to) => {
                if self.result.component_of[to.index()] == NO_COMPONENT {
                    self.lower(node, self.number[to.index()]);
                }
            }
            None => {
                self.frames.pop();
                if let Some(&(parent, _)) = self.frames.last() {
                    self.lower(parent, self.low[node.index()]);
                }
                if self.low[node.index()] == self.number[node.index()] {
                    self.close(node);
                }
            }
        }
    }

    fn lower(&mut self, node: I, number: u32) {
        let low = &mut self.low[node.index()];
        *low = number.min(*low);
    }

    /// Everything open from `root` on is a component.
    fn close(&mut self, root: I) {
        let component = self.result.cyclic.len() as u32;
        let first = self.result.members.len();
        while let Some(node) = self.open.pop() {
            self.result.component_of[node.index()] = component;
            self.result.members.push(node);
            if node == root {
                break;
            }
        }
        let members = &mut self.result.members[first..];
        members.sort_unstable();
        let cyclic = members.len() > 1 || self.graph.successors(root).contains(&root);
        self.result.cyclic.push(cyclic);
        self.result.starts.push(self.result.members.len());
    }
}

/// A depth-first search: its orders and its tree.
pub struct DepthFirst<I> {
    /// Nodes in order of discovery.
    pub preorder: Vec<I>,
    /// Nodes in the order in which the search leaves them.
    pub postorder: Vec<I>,
    /// The node from which a node was discovered.
    pub parent: IndexVec<I, Option<I>>,
}

impl<I: Id> DepthFirst<I> {
    /// Searches from one node, following edges in order.
    pub fn from(graph: &Graph<I>, root: I) -> Self {
        let mut seen = vec![false; graph.len()];
        let mut search =
            Self { preorder: vec![root], postorder: Vec::new(), parent: IndexVec::filled(None, graph.len()) };
        let mut frames = vec![(root, 0)];
        seen[root.index()] = true;
        while let Some((node, edge)) = frames.last_mut() {
            let (from, next) = (*node, graph.successors(*node).get(*edge));
            *edge += 1;
            match next {
                Some(&to) if !std::mem::replace(&mut seen[to.index()], true) => {
                    search.preorder.push(to);
                    search.parent[to] = Some(from);
                    frames.push((to, 0));
                }
                Some(_) => {}
                None => {
                    search.postorder.push(from);
                    frames.pop();
                }
            }
        }
        search
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typed_id;

    typed_id!(
        #[expect(unreachable_pub, reason = "the macro makes public types")]
        NodeId,
        "n"
    );

    fn components(successors: &[Vec<usize>]) -> Vec<usize> {
        let graph = Graph::new(successors.len(), |node: NodeId| {
            successors[node.index()].iter().map(|&target| NodeId::new(target))
        });
        let components = graph.components();
        graph.nodes().map(|node| components.component_of(node)).collect()
    }

    #[test]
    fn components_come_after_what_they_lead_to() {
        // 0 -> 1 <-> 2 -> 3, 4 alone, 3 -> 3
        let component = components(&[vec![1], vec![2], vec![1, 3], vec![3], vec![]]);
        assert_eq!(component[1], component[2]);
        assert!(component[0] > component[1] && component[1] > component[3]);
        assert_ne!(component[4], component[0]);
        let ring: Vec<Vec<usize>> = (0..100_000).map(|node| vec![(node + 1) % 100_000]).collect();
        assert!(components(&ring).iter().all(|&component| component == 0));
    }

    #[test]
    fn components_are_mutual_reachability_on_all_small_graphs() {
        for graph in 0..1u32 << 9 {
            let edge = |from: usize, to: usize| graph >> (3 * from + to) & 1 == 1;
            let successors: Vec<Vec<usize>> =
                (0..3).map(|from| (0..3).filter(|&to| edge(from, to)).collect()).collect();
            let mut reach = [[false; 3]; 3];
            for (from, reached) in reach.iter_mut().enumerate() {
                let mut stack = vec![from];
                while let Some(node) = stack.pop() {
                    if !std::mem::replace(&mut reached[node], true) {
                        stack.extend(&successors[node]);
                    }
                }
            }
            let component = components(&successors);
            for a in 0..3 {
                for b in 0..3 {
                    assert_eq!(component[a] == component[b], reach[a][b] && reach[b][a], "{graph:b}");
                    assert!(!edge(a, b) || component[a] >= component[b], "{graph:b}");
                }
            }
        }
    }
}
