//! Whether guards can hold together, asked again and again along the paths of a search.
//!
//! A [`Checker`] has a *path*, a stack of guards that hold at present, and answers whether further ones are possible
//! there. It is asked millions of times, so it asks a solver last:
//!
//! 1. `known`: what follows from the path without search; a guard and its complement contradict each other;
//! 2. `facts`: sets of guards that were found to contradict each other earlier;
//! 3. [`models`]: the last 64 models, evaluated on the graph, all at once;
//! 4. a solver that has heard of the cones of recent questions, and is renewed when more than half of its gates do not
//!    belong to this one: a solver assigns every gate that it knows before it calls a question satisfiable, so one
//!    that has heard of all paths pays for all paths.
//!
//! A path is best given as its conjuncts, one by one: a contradiction then names those that it needs, and answers later
//! questions on other paths with the same conjuncts. The order of questions decides which model is found, and nothing
//! else does.
//!
//! ```
//! use cutpoint_solver::guard::Guards;
//! use cutpoint_solver::query::{Answer, Checker};
//! use cutpoint_solver::sat::Effort;
//!
//! let mut guards = Guards::new();
//! let [is_null, is_head] = [guards.choice(), guards.choice()];
//! let one = guards.exactly_one(&[is_null, is_head]);
//! let mut checker: Checker = Checker::new();
//! checker.push(&guards, one);
//! let Answer::Satisfiable(model) = checker.check(&guards, &[is_head], &Effort::UNLIMITED) else { panic!() };
//! assert!(model.value(&guards, is_head) && !model.value(&guards, is_null));
//! assert_eq!(checker.check(&guards, &[is_head, is_null], &Effort::UNLIMITED), Answer::Unsatisfiable);
//! checker.pop();
//! ```

mod facts;
mod known;
pub mod models;

use self::facts::Facts;
use self::known::Known;
pub use self::models::Model;
use self::models::Models;
use crate::aig::Node;
use crate::guard::{Guard, Guards};
use crate::sat::{Batsat, Effort, GraphSolver, Outcome, SolveIncremental};

/// What a question comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// All guards hold in this model.
    Satisfiable(Model),
    Unsatisfiable,
    /// The effort was not enough.
    Unknown,
}

/// How questions were answered. What was asked of the solver is the sum of the last three.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counters {
    pub checks: u64,
    /// By what follows from the path without search.
    pub by_structure: u64,
    /// By a contradiction that was found earlier.
    pub by_facts: u64,
    /// By a model that was found earlier.
    pub by_models: u64,
    pub solver_satisfiable: u64,
    pub solver_unsatisfiable: u64,
    pub solver_unknown: u64,
    /// How often the solver was renewed.
    pub renewals: u64,
}

/// Below so many gates a solver is not renewed.
const FEW_GATES: usize = 1_000;

/// Answers questions about one graph, under a path that grows and shrinks.
#[derive(Debug, Default)]
pub struct Checker<S = Batsat> {
    path: Vec<Guard>,
    known: Known,
    facts: Facts,
    models: Models,
    solver: GraphSolver<S>,
    cone: Cone,
    counters: Counters,
}

impl<S: SolveIncremental + Default> Checker<S> {
    pub fn new() -> Self {
        Self::default()
    }

    /// The guards that hold at present.
    pub fn path(&self) -> &[Guard] {
        &self.path
    }

    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The gates and variables that the solver has heard of since it was renewed.
    pub fn n_gates(&self) -> usize {
        self.solver.encoded().len()
    }

    /// The memory that is kept beside the solver, about; and about that of the clauses in the solver.
    pub fn bytes(&self) -> usize {
        const BYTES_OF_A_GATE: usize = 150;
        let Self { path, known, facts, models, solver, cone, counters: _ } = self;
        let path = path.capacity() * size_of::<Guard>();
        let encoded = solver.encoded().len() * BYTES_OF_A_GATE;
        path + known.bytes() + facts.bytes() + models.bytes() + cone.bytes() + encoded
    }

    /// A guard holds from now on, until the matching [`Checker::pop`].
    pub fn push(&mut self, guards: &Guards, guard: Guard) {
        self.path.push(guard);
        self.known.open();
        self.known.add(guards, guard);
        if !self.known.is_contradictory() && self.facts.contradict(&self.known) {
            self.known.contradict_at(self.path.len());
        }
    }

    /// The guard that was pushed last holds no longer.
    pub fn pop(&mut self) {
        self.path.pop();
        self.known.close();
    }

    /// Makes this the path. What it shares with the present one, from the beginning, costs nothing.
    pub fn set_path(&mut self, guards: &Guards, path: &[Guard]) {
        let shared = self.path.iter().zip(path).take_while(|(present, wanted)| present == wanted).count();
        while self.path.len() > shared {
            self.pop();
        }
        for &guard in &path[shared..] {
            self.push(guards, guard);
        }
    }

    /// The value that a guard has on the path, as far as that follows without search.
    pub fn implied(&self, guard: Guard) -> Option<bool> {
        self.known.value(guard)
    }

    /// Whether the guards of the path contradict each other, as far as that follows without search.
    pub fn is_contradictory(&self) -> bool {
        self.known.is_contradictory()
    }

    /// Whether all assumptions can hold together on the path.
    pub fn check(&mut self, guards: &Guards, assumptions: &[Guard], effort: &Effort<'_>) -> Answer {
        self.counters.checks += 1;
        self.known.open();
        assumptions.iter().for_each(|&assumption| self.known.add(guards, assumption));
        let answer = self.answer(guards, assumptions, effort);
        self.known.close();
        answer
    }

    fn answer(&mut self, guards: &Guards, assumptions: &[Guard], effort: &Effort<'_>) -> Answer {
        if self.known.is_contradictory() {
            self.counters.by_structure += 1;
            return Answer::Unsatisfiable;
        }
        if self.facts.contradict(&self.known) {
            self.counters.by_facts += 1;
            return Answer::Unsatisfiable;
        }
        let all = self.path.iter().chain(assumptions).copied();
        if let Some(model) = self.models.find(guards, all) {
            self.counters.by_models += 1;
            return Answer::Satisfiable(model);
        }
        self.solve(guards, assumptions, effort)
    }

    fn solve(&mut self, guards: &Guards, assumptions: &[Guard], effort: &Effort<'_>) -> Answer {
        let all: Vec<Guard> = self.path.iter().chain(assumptions).copied().collect();
        self.renew_if_dead(guards, &all);
        match self.solver.solve(guards, &all, effort) {
            Outcome::Satisfiable => {
                self.counters.solver_satisfiable += 1;
                let solver = &self.solver;
                let inputs = solver.encoded().iter().copied();
                let inputs = inputs.filter(|&node| guards.is_input(node) && solver.value(node));
                Answer::Satisfiable(self.models.add(guards, inputs))
            }
            Outcome::Unsatisfiable => {
                self.counters.solver_unsatisfiable += 1;
                self.learn(assumptions);
                Answer::Unsatisfiable
            }
            Outcome::Unknown => {
                self.counters.solver_unknown += 1;
                Answer::Unknown
            }
        }
    }

    /// Keeps the guards that contradict each other.
    fn learn(&mut self, assumptions: &[Guard]) {
        let core = self.solver.core();
        let last_of_path = self.path.iter().rposition(|guard| core.contains(guard));
        let new: Vec<Guard> = assumptions.iter().copied().filter(|guard| core.contains(guard)).collect();
        let keys = match last_of_path {
            Some(at) if new.is_empty() => {
                self.known.contradict_at(at + 1);
                vec![self.path[at]]
            }
            _ => new,
        };
        self.facts.add(core, &keys);
    }

    /// Gives the solver up if most of what it knows is of no use here.
    fn renew_if_dead(&mut self, guards: &Guards, roots: &[Guard]) {
        let n_encoded = self.solver.encoded().len();
        if n_encoded > FEW_GATES && n_encoded > 2 * self.cone.size(guards, roots) {
            self.solver.renew(S::default());
            self.counters.renewals += 1;
        }
    }
}

/// The sizes of cones, with memory that is kept.
#[derive(Debug, Default)]
struct Cone {
    /// For each node the number of the last walk that came to it.
    seen: Vec<u32>,
    walk: u32,
    stack: Vec<Guard>,
}

impl Cone {
    fn size(&mut self, guards: &Guards, roots: &[Guard]) -> usize {
        if self.walk == u32::MAX {
            self.seen.fill(0);
            self.walk = 0;
        }
        self.walk += 1;
        self.seen.resize(guards.n_nodes(), 0);
        self.stack.extend(roots);
        let mut size = 0;
        while let Some(guard) = self.stack.pop() {
            let seen = &mut self.seen[guard.node()];
            if std::mem::replace(seen, self.walk) == self.walk {
                continue;
            }
            size += 1;
            // As the solver encodes them.
            match (guards.as_selection(guard), guards.node(guard)) {
                (Some(selection), _) => {
                    self.stack.extend([selection.condition, selection.yes, selection.no]);
                }
                (None, Node::And(first, second)) => self.stack.extend([first, second]),
                (None, Node::Constant | Node::Input(_)) => {}
            }
        }
        size
    }

    fn bytes(&self) -> usize {
        self.seen.capacity() * size_of::<u32>() + self.stack.capacity() * size_of::<Guard>()
    }
}
