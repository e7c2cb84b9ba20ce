//! Random small graphs of threads that start and end, compared with a search through all short closed walks. There,
//! threads have names.

use logic::Fairness;
use verdict::{Meter, StopReason};

use super::{Found, find};
use crate::account::Account;
use crate::graph::{Expansion, Graph, GraphEdge, Moved, Positions};
use crate::lasso::{Hop, Lasso};

/// The longest closed walks that are tried.
const LONGEST: usize = 6;
/// More turns than a graph has threads at once: a thread that lives so long lives forever.
const TURNS: usize = 6;

struct Small {
    nodes: Vec<Expansion<usize>>,
}

impl Graph for Small {
    type Node = usize;
    type Place = usize;

    fn roots(&mut self) -> Vec<usize> {
        vec![0]
    }

    fn expand(&mut self, node: usize, out: &mut Expansion<usize>) -> Result<(), StopReason> {
        out.clone_from(&self.nodes[node]);
        Ok(())
    }

    fn place(&self, node: usize) -> usize {
        node
    }

    fn bytes(&self) -> u64 {
        0
    }
}

/// A linear congruential generator (Knuth's constants): its high bits are random enough here.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32 % bound
    }
}

/// A few nodes, and edges on which the number of threads changes as threads end and start.
fn graph(seed: u64) -> Small {
    let mut random = Random(seed);
    let n_nodes = 1 + random.below(4);
    let mut nodes: Vec<Expansion<usize>> = (0..n_nodes)
        .map(|_| Expansion { edges: Vec::new(), n_threads: 1 + random.below(3), ..Expansion::default() })
        .collect();
    for _ in 0..2 * n_nodes {
        let (from, target) = (random.below(n_nodes) as usize, random.below(n_nodes) as usize);
        let (before, after) = (nodes[from].n_threads, nodes[target].n_threads);
        let ended = after < before || random.below(3) == 0;
        if after + u32::from(ended) < before {
            continue;
        }
        let moved = Some(Moved { thread: random.below(before), ended, accepted: false });
        let marked = random.below(4) == 0;
        // A lasso says what is executed, so a step is either marked or not.
        if !nodes[from].edges.iter().any(|edge| edge.target == target && edge.moved == moved) {
            nodes[from].edges.push(GraphEdge { target, marked, moved });
        }
    }
    for node in &mut nodes {
        let waits = |random: &mut Random| random.below(if seed.is_multiple_of(2) { 6 } else { 2 }) == 0;
        node.waiting = (0..node.n_threads).filter(|_| waits(&mut random)).collect();
    }
    Small { nodes }
}

/// A thread by its name, and when it last moved or could not move.
#[derive(Clone, Copy)]
struct Named {
    started: usize,
    served: Option<usize>,
    /// When it could last move.
    enabled: Option<usize>,
    moved: Option<usize>,
}

impl Named {
    fn new(started: usize) -> Self {
        Self { started, served: None, enabled: None, moved: None }
    }

    /// Whether it is treated fairly, if all that comes repeats what happened from this turn on.
    fn is_treated_fairly(&self, fair: Fairness, since: usize) -> bool {
        let happens = |turn: Option<usize>| turn.is_some_and(|turn| turn >= since);
        match fair {
            Fairness::None => true,
            Fairness::Weak => happens(self.served),
            Fairness::Strong => happens(self.moved) || !happens(self.enabled),
        }
    }
}

impl Small {
    /// Whether going round forever takes marked edges and leaves no thread out that lives forever.
    fn counts(&self, cycle: &[Hop<usize>], fair: Fairness) -> bool {
        cycle.iter().any(|hop| hop.edge.marked) && self.is_fair(cycle, fair)
    }

    fn is_fair(&self, cycle: &[Hop<usize>], fair: Fairness) -> bool {
        let n_threads = self.nodes[cycle[0].from].n_threads as usize;
        let mut threads = vec![Named::new(0); n_threads];
        for turn in 0..2 * TURNS {
            for Hop { from, edge } in cycle {
                for (position, thread) in (0..).zip(&mut threads) {
                    if self.nodes[*from].waiting.contains(position) {
                        thread.served = Some(turn);
                    } else {
                        thread.enabled = Some(turn);
                    }
                }
                let moved = edge.moved.expect("every edge is a step");
                threads[moved.thread as usize].served = Some(turn);
                threads[moved.thread as usize].moved = Some(turn);
                if moved.ended {
                    threads.remove(moved.thread as usize);
                }
                let n_threads = self.nodes[edge.target].n_threads as usize;
                threads.resize(n_threads, Named::new(turn));
            }
        }
        let lives_for_ever = |thread: &&Named| thread.started < TURNS;
        threads.iter().filter(lives_for_ever).all(|thread| thread.is_treated_fairly(fair, TURNS))
    }

    /// Whether a short closed walk through a reachable node counts.
    fn has_lasso(&self, fair: Fairness) -> bool {
        let mut reachable = vec![0];
        let mut next = 0;
        while let Some(&node) = reachable.get(next) {
            for edge in &self.nodes[node].edges {
                if !reachable.contains(&edge.target) {
                    reachable.push(edge.target);
                }
            }
            next += 1;
        }
        reachable.iter().any(|&node| self.closed_walk_counts(node, fair))
    }

    fn closed_walk_counts(&self, start: usize, fair: Fairness) -> bool {
        let mut walks: Vec<Vec<Hop<usize>>> = vec![Vec::new()];
        while let Some(walk) = walks.pop() {
            let end = walk.last().map_or(start, |hop| hop.edge.target);
            if !walk.is_empty() && end == start && self.counts(&walk, fair) {
                return true;
            }
            if walk.len() < LONGEST {
                let longer = |&edge: &GraphEdge<usize>| {
                    let hop = Hop { from: end, edge };
                    walk.iter().copied().chain([hop]).collect()
                };
                walks.extend(self.nodes[end].edges.iter().map(longer));
            }
        }
        false
    }

    fn search(&mut self, fair: Fairness) -> Option<Lasso<usize>> {
        let meter = Meter::unlimited();
        let mut account = Account::new(None, &meter);
        find(self, fair, &mut account).expect("nothing limits the search").and_then(Found::lasso)
    }

    /// Whether these are edges of the graph, one behind the other, from the root and back to the beginning of the
    /// cycle.
    fn has(&self, lasso: &Lasso<usize>) -> bool {
        let Lasso { stem, cycle } = lasso;
        let mut at = 0;
        let mut follows = |hop: &Hop<usize>| {
            let is_next = hop.from == at && self.nodes[at].edges.contains(&hop.edge);
            at = hop.edge.target;
            is_next
        };
        let connected = stem.iter().all(&mut follows) && cycle.iter().all(&mut follows);
        connected && cycle.first().is_some_and(|hop| hop.from == at)
    }
}

#[test]
fn lassos_are_found_exactly_where_a_closed_walk_counts() {
    let (mut strong, mut found, mut unfair) = (0, 0, 0);
    for seed in 0..6_000 {
        let mut graph = graph(seed);
        for fair in [Fairness::None, Fairness::Weak, Fairness::Strong] {
            let lasso = graph.search(fair);
            assert!(lasso.is_some() || !graph.has_lasso(fair), "seed {seed}, {fair:?}: missed");
            if let Some(lasso) = &lasso {
                assert!(graph.has(lasso), "seed {seed}, {fair:?}: {lasso:?} is no lasso");
                assert!(graph.counts(&lasso.cycle, fair), "seed {seed}, {fair:?}: {lasso:?}");
            }
            let count = match fair {
                Fairness::None => &mut unfair,
                Fairness::Weak => &mut found,
                Fairness::Strong => &mut strong,
            };
            *count += u32::from(lasso.is_some());
        }
    }
    assert!(found > 500 && unfair > found + 200, "the graphs show too little: {found} of {unfair} are fair");
    assert!(strong > 300 && found > strong + 30, "{strong} of {found} are strongly fair");
}

/// The first thread ends and a new one starts, forever: those behind move up, and each gets its turn.
#[test]
fn threads_that_move_up_are_treated_fairly() {
    let moved = Moved { thread: 0, ended: true, accepted: false };
    let edges = vec![GraphEdge { target: 0, marked: true, moved: Some(moved) }];
    let mut graph = Small { nodes: vec![Expansion { edges, n_threads: 3, ..Expansion::default() }] };
    assert_eq!(graph.search(Fairness::Weak).map(|lasso| lasso.cycle.len()), Some(1));
    graph.nodes[0].edges[0].moved = Some(Moved { thread: 1, ..moved });
    assert_eq!(graph.search(Fairness::Weak), None, "the thread before it never moves");
}

/// The second thread can move in one of two states, and never does; strongly fair is only to stay in the other one.
#[test]
fn a_part_of_a_component_can_be_strongly_fair_where_the_whole_is_not() {
    let step = |target: usize, marked: bool| GraphEdge {
        target,
        marked,
        moved: Some(Moved { thread: 0, ended: false, accepted: false }),
    };
    let waiting = |position: Option<u32>| position.into_iter().collect::<Positions>();
    let node = |edges, waiting| Expansion { edges, n_threads: 2, waiting, is_bad: false };
    let alone = node(vec![step(0, true), step(1, true)], waiting(Some(1)));
    let both = node(vec![step(0, true)], waiting(None));
    let mut graph = Small { nodes: vec![alone, both] };
    let lasso = graph.search(Fairness::Strong).expect("staying in the first state is fair");
    assert_eq!((lasso.stem.len(), lasso.cycle.len()), (0, 1));
    // Without its loop, there is no way around the state in which the thread is neglected.
    graph.nodes[0].edges.remove(0);
    assert_eq!(graph.search(Fairness::Strong), None);
    assert!(graph.search(Fairness::Weak).is_some());
}

#[test]
fn stems_and_cycles_are_short() {
    // 0 -> 1 -> 2 -> 3 -> 0 with a short cut 0 -> 2; the mark is on 3 -> 0, and 2 -> 2 leads nowhere new.
    let step = |target: usize, marked: bool| {
        let moved = Moved { thread: 0, ended: false, accepted: false };
        GraphEdge { target, marked, moved: Some(moved) }
    };
    let edges = [
        vec![step(1, false), step(2, false)],
        vec![step(2, false)],
        vec![step(2, false), step(3, false)],
        vec![step(0, true)],
    ];
    let node = |edges| Expansion { edges, n_threads: 1, ..Expansion::default() };
    let mut graph = Small { nodes: edges.map(node).into() };
    let lasso = graph.search(Fairness::None).expect("there is a marked cycle");
    assert_eq!((lasso.stem.len(), lasso.cycle.len()), (0, 3));
}

#[test]
fn what_lies_beyond_the_depth_limit_is_not_called_empty() {
    let step = GraphEdge { target: 1, marked: false, moved: None };
    let node = |edges| Expansion { edges, ..Expansion::default() };
    let mut graph = Small { nodes: vec![node(vec![step]), node(Vec::new())] };
    let mut search =
        |max_depth| find(&mut graph, Fairness::None, &mut Account::new(max_depth, &Meter::unlimited()));
    assert_eq!(search(Some(1)), Err(StopReason::DepthLimit(1)));
    assert_eq!(search(Some(2)), Ok(None));
}
