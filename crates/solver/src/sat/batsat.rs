//! The adapter of [`batsat`](https://crates.io/crates/batsat), a MiniSat in Rust.
//!
//! Batsat's own callback lives as long as the solver and can borrow nothing, so a question that may be interrupted is
//! asked in slices: the callback ends a slice after some conflicts or decisions, then the caller's interrupt is asked
//! and the search resumes. Learnt clauses, activities and saved phases survive, so a slice boundary is little more than
//! a restart. Slices grow, for two reasons: each has to be long enough for one assignment of all variables, and batsat
//! raises its bound on learnt clauses only within a slice.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Solver, SolverInterface, lbool};

use super::{Effort, Lit, Outcome, SolveIncremental};

/// Conflicts in the first slice and in the longest: less than a second.
const FIRST_CONFLICTS: u64 = 2_000;
const MOST_CONFLICTS: u64 = 20_000;
/// Decisions in the first slice, for large formulas can be decided for long without a conflict; and for each variable.
const FIRST_DECISIONS: u64 = 200_000;
const DECISIONS_PER_VARIABLE: u64 = 4;

/// The default solver.
#[derive(Default)]
pub struct Batsat {
    solver: Solver<Slice>,
    core: Vec<Lit>,
    /// A clause in the making, kept for its memory.
    clause: Vec<batsat::Lit>,
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

/// How long a slice is.
#[derive(Clone, Copy)]
struct Length {
    conflicts: u64,
    decisions: u64,
}

impl Length {
    fn first(effort: &Effort<'_>, n_variables: usize) -> Self {
        match effort.interrupt {
            None => Self { conflicts: u64::MAX, decisions: u64::MAX },
            Some(_) => Self {
                conflicts: FIRST_CONFLICTS,
                decisions: FIRST_DECISIONS.max(DECISIONS_PER_VARIABLE * n_variables as u64),
            },
        }
    }

    fn next(self) -> Self {
        Self {
            conflicts: (self.conflicts.saturating_add(self.conflicts / 4)).min(MOST_CONFLICTS),
            decisions: self.decisions.saturating_add(self.decisions / 4),
        }
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

    /// Searches for as long as a slice is.
    fn slice(&mut self, assumptions: &[batsat::Lit], length: Length) -> Outcome {
        let slice = self.solver.cb_mut();
        slice.conflicts.set(length.conflicts);
        slice.decisions.set(length.decisions);
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
        let mut length = Length::first(effort, self.n_variables());
        loop {
            let spent = self.n_conflicts() - begin;
            let left = effort.conflicts.map_or(u64::MAX, |limit| limit.saturating_sub(spent));
            if left == 0 || effort.is_interrupted() {
                return Outcome::Unknown;
            }
            match self.slice(&theirs, Length { conflicts: length.conflicts.min(left), ..length }) {
                Outcome::Satisfiable => return Outcome::Satisfiable,
                Outcome::Unsatisfiable => {
                    self.keep_core(assumptions);
                    return Outcome::Unsatisfiable;
                }
                Outcome::Unknown => length = length.next(),
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
