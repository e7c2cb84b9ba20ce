//! The formula that is counted, in a graph of its own, and its parts.
//!
//! Two conjuncts belong to one part if they share a node: below the conjunctions at the top, all nodes of a cone are
//! united with their operands, so one walk finds all parts.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::aig::{Aig, Composition, Node, Signal};
use crate::guard::{Guard, Guards};

/// A copy of the formula, which counting may add nodes to.
pub(super) struct Problem {
    pub(super) aig: Aig,
    /// Inputs with smaller numbers are counted, the others only have to exist.
    pub(super) n_projected: usize,
}

/// Some conjuncts that share no variable with the others.
pub(super) struct Part {
    pub(super) root: Signal,
    /// How many counted variables the conjuncts have. The conjunction may be simpler and have fewer.
    pub(super) n_counted: usize,
}

impl Problem {
    /// The copy, and the conjunction of all roots in it.
    pub(super) fn new(guards: &Guards, roots: &[Guard], projection: &[Guard]) -> (Self, Signal) {
        let mut aig = Aig::new();
        let mut copied = Composition::new();
        let mut n_projected = 0;
        let mut seen = FxHashSet::default();
        for &input in projection {
            if !seen.insert(input.node()) {
                continue;
            }
            assert!(guards.is_input(input), "{input:?} is counted and no variable");
            aig.import(guards, input, &mut copied);
            n_projected += 1;
        }
        let roots: Vec<Signal> = roots.iter().map(|&root| aig.import(guards, root, &mut copied)).collect();
        let root = aig.and_all(roots);
        (Self { aig, n_projected }, root)
    }

    /// Whether a node is a variable that is counted.
    pub(super) fn is_projected(&self, node: Signal) -> bool {
        matches!(self.aig.node(node), Node::Input(number) if number < self.n_projected)
    }

    /// The parts of a conjunction; none of a constant. A single part is the root itself.
    pub(super) fn parts(&mut self, root: Signal) -> Vec<Part> {
        let conjuncts = self.conjuncts(root);
        let mut classes = Classes::default();
        let mut stack: Vec<Signal> = conjuncts.iter().map(|conjunct| conjunct.regular()).collect();
        let mut counted = Vec::new();
        while let Some(node) = stack.pop() {
            if !classes.add(node) {
                continue;
            }
            match self.aig.node(node) {
                Node::Constant => {}
                Node::Input(_) => counted.extend(self.is_projected(node).then_some(node)),
                Node::And(first, second) => {
                    for operand in [first.regular(), second.regular()] {
                        stack.push(operand);
                        classes.unite(node, operand);
                    }
                }
            }
        }
        // In the order of their first conjuncts.
        let mut groups: Vec<(Vec<Signal>, usize)> = Vec::new();
        let mut group_of: FxHashMap<Signal, usize> = FxHashMap::default();
        for conjunct in conjuncts {
            let group = *group_of.entry(classes.find(conjunct.regular())).or_insert(groups.len());
            if group == groups.len() {
                groups.push((Vec::new(), 0));
            }
            groups[group].0.push(conjunct);
        }
        for input in counted {
            groups[group_of[&classes.find(input)]].1 += 1;
        }
        if let [(_, n_counted)] = groups[..] {
            return vec![Part { root, n_counted }];
        }
        let part = |(conjuncts, n_counted): (Vec<Signal>, usize)| Part {
            root: self.aig.and_all(conjuncts),
            n_counted,
        };
        groups.into_iter().map(part).collect()
    }

    /// What the conjunctions at the top are made of, in order; none for the constants.
    fn conjuncts(&self, root: Signal) -> Vec<Signal> {
        let mut seen = FxHashSet::default();
        let mut conjuncts = Vec::new();
        let mut stack = vec![root];
        while let Some(signal) = stack.pop() {
            if !seen.insert(signal) {
                continue;
            }
            match self.aig.node(signal) {
                Node::Constant => {}
                Node::And(first, second) if !signal.is_complement() => stack.extend([first, second]),
                Node::Input(_) | Node::And(..) => conjuncts.push(signal),
            }
        }
        conjuncts.sort_unstable();
        conjuncts
    }
}

/// Disjoint classes of nodes, each with a representative.
#[derive(Default)]
struct Classes {
    parents: FxHashMap<Signal, Signal>,
    visited: FxHashSet<Signal>,
}

impl Classes {
    /// Whether a node is visited for the first time.
    fn add(&mut self, node: Signal) -> bool {
        self.visited.insert(node)
    }

    fn find(&mut self, node: Signal) -> Signal {
        let mut at = node;
        while let Some(&parent) = self.parents.get(&at) {
            // Halves the path on the way.
            if let Some(&grandparent) = self.parents.get(&parent) {
                self.parents.insert(at, grandparent);
            }
            at = parent;
        }
        at
    }

    fn unite(&mut self, one: Signal, other: Signal) {
        let (one, other) = (self.find(one), self.find(other));
        if one != other {
            self.parents.insert(one.max(other), one.min(other));
        }
    }
}
