//! The adapter of [`batsat`](https://crates.io/crates/batsat), a MiniSat in Rust.
//!
//! Batsat's own callback lives as long as the solver and can borrow nothing, so a question is asked in slices: the callback ends a slice after some
//! conflicts or decisions, then the caller's interrupt is asked and the search resumes. Learnt clauses, activities and saved phases survive; a slice
//! boundary is no more than a restart.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Solver, SolverInterface, lbool};

use super::{Effort, Lit, Outcome, SolveIncremental};

/// Conflicts in a slice.
const SLICE_CONFLICTS: u64 = 2_000;
/// Decisions in a slice: large formulas may be decided for long without a conflict.
const SLICE_DECISIONS: u64 = 200_000;

/// The default solver.
pub struct Batsat {
    solver: Solver<Slice>,
    core: Vec<Lit>,
    /// A clause in the making, kept for its memory.
    clause: Vec<batsat::Lit>,
}

impl Default for Batsat {
    fn default() -> Self {
        Self { solver: Solver::default(), core: Vec::new(), clause: Vec::new() }
    }
}

impl std::fmt::Debug for Batsat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batsat")
            .field("variables", &self.solver.num_vars())
            .field("clauses", &self.solver.num_clauses())
            .finish_non_exhaustive()
    }
}

/// What is left of a slice.
#[derive(Default)]
struct Slice {
    conflicts: Cell<u64>,
    decisions: Cell<u64>,
}

impl Slice {
    fn refill(&self, conflicts: u64) {
        self.conflicts.set(conflicts);
        self.decisions.set(SLICE_DECISIONS);
    }
}

impl Callbacks for Slice {
    fn on_new_clause(&mut self, _literals: &[batsat::Lit], source: ClauseKind) {
        if source == ClauseKind::Learnt {
            self.conflicts.set(self.conflicts.get().saturating_sub(1));
        }
    }

    /// Asked before each decision.
    fn stop(&self) -> bool {
        self.decisions.set(self.decisions.get().saturating_sub(1));
        self.conflicts.get() == 0 || self.decisions.get() == 0
    }
}

impl Batsat {
    pub fn new() -> Self {
        Self::default()
    }

    /// Searches for at most so many conflicts.
    fn slice(&mut self, assumptions: &[batsat::Lit], conflicts: u64) -> Outcome {
        self.solver.cb_mut().refill(conflicts.min(SLICE_CONFLICTS));
        match self.solver.solve_limited(assumptions) {
            answer if answer == lbool::TRUE => Outcome::Satisfiable,
            answer if answer == lbool::FALSE => Outcome::Unsatisfiable,
            _ => Outcome::Unknown,
        }
    }

    /// Batsat's core is a clause that the others imply: it holds the failed assumptions negated.
    fn keep_core(&mut self, assumptions: &[Lit]) {
        let failed = |&literal: &Lit| self.solver.unsat_core_contains_lit(theirs(!literal));
        let mut core: Vec<Lit> = assumptions.iter().copied().filter(failed).collect();
        core.sort_unstable();
        core.dedup();
        self.core = core;
    }
}

fn theirs(literal: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(literal.variable() as u32), literal.is_positive())
}

impl SolveIncremental for Batsat {
    const NAME: &'static str = "batsat";

    fn new_variable(&mut self) -> Lit {
        Lit::positive(self.solver.new_var_default().idx() as usize)
    }

    fn n_variables(&self) -> usize {
        self.solver.num_vars() as usize
    }

    fn add_clause(&mut self, literals: &[Lit]) {
        self.clause.clear();
        self.clause.extend(literals.iter().map(|&literal| theirs(literal)));
        // False means that the clauses contradict each other by now; the next question will say so.
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[Lit], effort: &Effort<'_>) -> Outcome {
        self.core.clear();
        let theirs: Vec<batsat::Lit> = assumptions.iter().map(|&literal| theirs(literal)).collect();
        let begin = self.n_conflicts();
        loop {
            let spent = self.n_conflicts() - begin;
            let left = effort.conflicts.map_or(u64::MAX, |limit| limit.saturating_sub(spent));
            if left == 0 || effort.is_interrupted() {
                return Outcome::Unknown;
            }
            match self.slice(&theirs, left) {
                Outcome::Satisfiable => return Outcome::Satisfiable,
                Outcome::Unsatisfiable => {
                    self.keep_core(assumptions);
                    return Outcome::Unsatisfiable;
                }
                Outcome::Unknown => {}
            }
        }
    }

    fn value(&self, literal: Lit) -> bool {
        match self.solver.value_lit(theirs(Lit::positive(literal.variable()))) {
            value if value == lbool::TRUE => literal.is_positive(),
            _ => !literal.is_positive(),
        }
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn n_conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }
}
