//! Counting by a decision diagram, with the counted variables above all others.
//!
//! The graph is cut where nothing below is counted: a comparison of numbers that are no choices is one variable of the
//! diagram, whatever its gates. Below the counted variables lie diagrams over such cut points. The diagram shares them,
//! so the solver is asked once about each of them: whether the numbers that it asks for exist.
//!
//! Cut points are ordered as a walk from the root comes to them, which brings the bits of two compared numbers side by
//! side; counted variables are in the order in which they were given.

use base::Id;
use rustc_hash::FxHashMap;

use super::parts::Problem;
use super::tally::Tally;
use super::{CountLimits, possible};
use crate::aig::{Node, Signal};
use crate::bdd::{Bdd, BddError, BddLimits, Bdds, Variable};
use crate::query::Checker;

/// Steps of operations between two times that the caller is asked.
const STEPS: u64 = 100_000;

/// The count, and how many counted variables there are; none if the diagram becomes too large.
pub(super) fn count(
    problem: &mut Problem,
    checker: &mut Checker,
    root: Signal,
    limits: &CountLimits<'_>,
) -> Option<(Tally, usize)> {
    let cut = Cut::new(problem, root);
    let n_counted = cut.n_counted;
    let limit = BddLimits { nodes: limits.diagram_nodes, steps: STEPS, ..BddLimits::default() };
    let mut builder = Builder { bdds: Bdds::new(limit), steps: STEPS, limits };
    let bdd = builder.build(problem, &cut, root)?;
    let mut walk = Walk { bdds: builder.bdds, cut, signals: FxHashMap::default(), limits };
    let tally = walk.tally(problem, checker, bdd);
    Some((tally, n_counted))
}

/// Where the graph is cut.
struct Cut {
    /// The variables of the diagram: those that are counted, then the cut points.
    variables: Vec<Signal>,
    n_counted: usize,
    /// Whether a cut point is anything but a variable of its own.
    is_free: bool,
    /// The nodes above, operands first.
    above: Vec<Signal>,
}

impl Cut {
    fn new(problem: &Problem, root: Signal) -> Self {
        let aig = &problem.aig;
        let mut depends: FxHashMap<Signal, bool> = FxHashMap::default();
        let (mut counted, mut above) = (Vec::new(), Vec::new());
        for node in aig.cone(&[root]) {
            let is_above = match aig.node(node) {
                Node::Constant => false,
                Node::Input(_) => problem.is_projected(node),
                Node::And(first, second) => depends[&first.regular()] || depends[&second.regular()],
            };
            depends.insert(node, is_above);
            if problem.is_projected(node) {
                counted.push(node);
            } else if is_above {
                above.push(node);
            }
        }
        let mut points = Vec::new();
        let mut stack = vec![root.regular()];
        while let Some(node) = stack.pop() {
            match depends.remove(&node) {
                None => {}
                Some(false) => points.push(node),
                Some(true) => {
                    if let Node::And(first, second) = aig.node(node) {
                        stack.extend([first.regular(), second.regular()]);
                    }
                }
            }
        }
        let is_free = points.iter().all(|&point| aig.is_input(point));
        let n_counted = counted.len();
        Self { variables: counted.into_iter().chain(points).collect(), n_counted, is_free, above }
    }
}

/// Makes the diagram, asking the caller from time to time.
struct Builder<'a> {
    bdds: Bdds,
    /// The limit of steps at present.
    steps: u64,
    limits: &'a CountLimits<'a>,
}

impl Builder<'_> {
    fn build(&mut self, problem: &Problem, cut: &Cut, root: Signal) -> Option<Bdd> {
        let mut diagrams: FxHashMap<Signal, Bdd> = FxHashMap::from_iter([(Signal::FALSE, Bdd::FALSE)]);
        for &node in &cut.variables {
            let variable = self.bdds.variable();
            diagrams.insert(node, self.limited(|bdds| bdds.literal(variable))?);
        }
        for &node in &cut.above {
            let Node::And(first, second) = problem.aig.node(node) else { continue };
            let [first, second] = [first, second].map(|operand| {
                let bdd = diagrams[&operand.regular()];
                if operand.is_complement() { !bdd } else { bdd }
            });
            diagrams.insert(node, self.limited(|bdds| bdds.and(first, second))?);
        }
        let bdd = diagrams[&root.regular()];
        Some(if root.is_complement() { !bdd } else { bdd })
    }

    fn limited(&mut self, mut operation: impl FnMut(&mut Bdds) -> Result<Bdd, BddError>) -> Option<Bdd> {
        loop {
            match operation(&mut self.bdds) {
                Ok(bdd) => return Some(bdd),
                Err(BddError::Nodes) => return None,
                Err(BddError::Steps) if self.limits.effort.is_interrupted() => return None,
                Err(BddError::Steps) => {
                    self.steps += STEPS + self.bdds.n_nodes() as u64;
                    self.bdds.set_step_limit(self.steps);
                }
            }
        }
    }
}

/// Adds up.
struct Walk<'a> {
    bdds: Bdds,
    cut: Cut,
    /// Diagrams over cut points, as signals.
    signals: FxHashMap<Bdd, Signal>,
    limits: &'a CountLimits<'a>,
}

impl Walk<'_> {
    fn tally(&mut self, problem: &mut Problem, checker: &mut Checker, root: Bdd) -> Tally {
        let mut tallies: FxHashMap<Bdd, Tally> = FxHashMap::default();
        let mut stack = vec![root];
        while let Some(&bdd) = stack.last() {
            if tallies.contains_key(&bdd) {
                stack.pop();
                continue;
            }
            let tally = match self.branches_above(bdd) {
                None => Some(self.rest(problem, checker, bdd)),
                Some((variable, low, high)) => match (tallies.get(&low), tallies.get(&high)) {
                    (Some(&of_low), Some(&of_high)) => {
                        let skipped = |to| self.level(to) - variable.index() - 1;
                        Some(of_low.shifted(skipped(low)).plus(of_high.shifted(skipped(high))))
                    }
                    _ => {
                        stack.extend([low, high]);
                        None
                    }
                },
            };
            tallies.extend(tally.map(|tally| (bdd, tally)));
        }
        tallies[&root].shifted(self.level(root))
    }

    /// The branches of a diagram whose top variable is counted.
    fn branches_above(&self, bdd: Bdd) -> Option<(Variable, Bdd, Bdd)> {
        self.bdds.branches(bdd).filter(|(variable, ..)| variable.index() < self.cut.n_counted)
    }

    fn level(&self, bdd: Bdd) -> usize {
        self.branches_above(bdd).map_or(self.cut.n_counted, |(variable, ..)| variable.index())
    }

    /// One or none: whether a diagram over cut points is possible.
    fn rest(&mut self, problem: &mut Problem, checker: &mut Checker, bdd: Bdd) -> Tally {
        if bdd.is_constant() || self.cut.is_free {
            return if bdd == Bdd::FALSE { Tally::ZERO } else { Tally::ONE };
        }
        let signal = self.signal(problem, bdd);
        possible(problem, checker, signal, self.limits)
    }

    fn signal(&mut self, problem: &mut Problem, root: Bdd) -> Signal {
        let mut stack = vec![root];
        while let Some(&bdd) = stack.last() {
            if self.signals.contains_key(&bdd) {
                stack.pop();
                continue;
            }
            let signal = match self.bdds.branches(bdd) {
                None => Signal::constant(bdd == Bdd::TRUE),
                Some((variable, low, high)) => match (self.signals.get(&low), self.signals.get(&high)) {
                    (Some(&low), Some(&high)) => {
                        problem.aig.ite(self.cut.variables[variable.index()], high, low)
                    }
                    _ => {
                        stack.extend([low, high]);
                        continue;
                    }
                },
            };
            self.signals.insert(bdd, signal);
        }
        self.signals[&root]
    }
}
