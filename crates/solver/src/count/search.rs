//! Counting by branching, with components and a cache: Bayardo and Pehoushek, "Counting models using connected
//! components" (AAAI 2000); Sang, Bacchus, Beame, Kautz and Pitassi, "Combining component caching and clause learning
//! for effective model counting" (SAT 2004).
//!
//! DIVERGENCE: there are no clauses here. A formula under an assignment is a cofactor in the graph, where equal
//! structure is one node, so the signal of a cofactor is the key of the cache. The solver is asked whether a cofactor
//! is possible before it is branched on; its last models answer for one branch of two.
//!
//! When a limit is reached, what was counted by then is a bound from below.

use rustc_hash::FxHashMap;

use super::parts::Problem;
use super::tally::Tally;
use super::{CountLimits, possible};
use crate::aig::{Composition, Signal};
use crate::query::Checker;

/// A count relative to so many counted variables.
type Relative = (Tally, usize);

/// What is to be done, the last first.
enum Task {
    /// Counts a formula, unless that was done.
    Enter(Signal),
    /// Adds the counts of the two cofactors of a formula with so many counted variables.
    Sum(Signal, usize, [Signal; 2]),
    /// Multiplies the counts of the parts of a formula, each with the number of its counted variables.
    Product(Signal, Vec<(Signal, usize)>),
}

/// The count, and the number of counted variables that it is relative to.
pub(super) fn count(
    problem: &mut Problem,
    checker: &mut Checker,
    root: Signal,
    limits: &CountLimits<'_>,
) -> Relative {
    let mut search = Search { problem, checker, limits, counts: FxHashMap::default(), tasks: Vec::new() };
    search.counts.insert(Signal::FALSE, (Tally::ZERO, 0));
    search.counts.insert(Signal::TRUE, (Tally::ONE, 0));
    search.tasks.push(Task::Enter(root));
    while let Some(task) = search.tasks.pop() {
        search.run(task);
    }
    search.counts[&root]
}

struct Search<'a> {
    problem: &'a mut Problem,
    checker: &'a mut Checker,
    limits: &'a CountLimits<'a>,
    counts: FxHashMap<Signal, Relative>,
    tasks: Vec<Task>,
}

impl Search<'_> {
    fn run(&mut self, task: Task) {
        match task {
            Task::Enter(formula) if self.counts.contains_key(&formula) => {}
            Task::Enter(formula) if self.is_over() => {
                self.counts.insert(formula, (Tally::UNKNOWN, 0));
            }
            Task::Enter(formula) => self.enter(formula),
            Task::Sum(formula, n_counted, cofactors) => {
                let [no, yes] = cofactors.map(|cofactor| {
                    let (tally, n_left) = self.counts[&cofactor];
                    tally.shifted(n_counted - 1 - n_left)
                });
                self.counts.insert(formula, (no.plus(yes), n_counted));
            }
            Task::Product(formula, parts) => {
                let (mut product, mut n_counted) = (Tally::ONE, 0);
                for (part, n_of_part) in parts {
                    let (tally, n_left) = self.counts[&part];
                    product = product.times(tally.shifted(n_of_part - n_left));
                    n_counted += n_of_part;
                }
                self.counts.insert(formula, (product, n_counted));
            }
        }
    }

    fn enter(&mut self, formula: Signal) {
        let parts = self.problem.parts(formula);
        let [only] = &parts[..] else {
            let parts: Vec<(Signal, usize)> = parts.iter().map(|part| (part.root, part.n_counted)).collect();
            let entered = parts.iter().map(|&(part, _)| Task::Enter(part));
            let entered: Vec<Task> = entered.collect();
            self.tasks.push(Task::Product(formula, parts));
            self.tasks.extend(entered);
            return;
        };
        let n_counted = only.n_counted;
        let is_possible = possible(self.problem, self.checker, formula, self.limits);
        if n_counted == 0 || is_possible == Tally::ZERO {
            self.counts.insert(formula, (is_possible, n_counted));
            return;
        }
        let cofactors = self.cofactors(formula);
        self.tasks.push(Task::Sum(formula, n_counted, cofactors));
        self.tasks.extend(cofactors.map(Task::Enter));
    }

    /// The formula where its first counted variable is false, and where it is true.
    fn cofactors(&mut self, formula: Signal) -> [Signal; 2] {
        let aig = &mut self.problem.aig;
        let cone = aig.cone(&[formula]);
        // Counted variables were made first, so the first input is one of them.
        let variable = cone.into_iter().find(|&node| aig.is_input(node)).unwrap_or(Signal::FALSE);
        [Signal::FALSE, Signal::TRUE].map(|value| {
            let mut values = Composition::from_iter([(variable, value)]);
            aig.compose(formula, &mut values)
        })
    }

    fn is_over(&self) -> bool {
        const BYTES_OF_A_COUNT: usize = 80;
        let bytes = self.problem.aig.bytes() + self.checker.bytes() + self.counts.len() * BYTES_OF_A_COUNT;
        bytes > self.limits.bytes || self.limits.effort.is_interrupted()
    }
}
