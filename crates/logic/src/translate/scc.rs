//! Strongly connected components (Tarjan), without recursion.

/// For each node its component. Components are numbered so that edges lead from larger numbers to smaller ones.
pub(crate) fn components(successors: &[Vec<usize>]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let count = successors.len();
    let mut component = vec![UNSEEN; count];
    let mut order = vec![UNSEEN; count];
    let mut low = vec![0; count];
    let (mut next_order, mut next_component) = (0, 0);
    let mut open: Vec<usize> = Vec::new();
    let mut path: Vec<(usize, usize)> = Vec::new();
    for root in 0..count {
        if order[root] == UNSEEN {
            path.push((root, 0));
        }
        while let Some((node, edge)) = path.pop() {
            if edge == 0 {
                (order[node], low[node]) = (next_order, next_order);
                next_order += 1;
                open.push(node);
            } else {
                // Back from the successor of the edge before.
                let child = successors[node][edge - 1];
                if component[child] == UNSEEN {
                    low[node] = low[node].min(low[child]);
                }
            }
            let next = successors[node].get(edge);
            if let Some(&child) = next {
                path.push((node, edge + 1));
                if order[child] == UNSEEN {
                    path.push((child, 0));
                }
            } else if low[node] == order[node] {
                while let Some(member) = open.pop() {
                    component[member] = next_component;
                    if member == node {
                        break;
                    }
                }
                next_component += 1;
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

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
