//! The oracle: satisfiability by trying values in order, with a look at the clauses after each.
//!
//! Davis, Logemann and Loveland without any cleverness; for tests, on a dozen variables. It shares no code with the
//! adapters.

use cutpoint_solver::sat::{Effort, Lit, Outcome, SolveIncremental};

#[derive(Clone, Debug, Default)]
pub(crate) struct Naive {
    n_variables: usize,
    clauses: Vec<Vec<Lit>>,
    model: Vec<bool>,
    core: Vec<Lit>,
    n_conflicts: u64,
}

impl Naive {
    /// Extends a partial assignment to a model of the clauses, the variables in their order.
    fn search(&mut self, fixed: &[Option<bool>], effort: &Effort<'_>) -> Outcome {
        let last_conflict = self.n_conflicts + effort.conflicts.unwrap_or(u64::MAX - self.n_conflicts);
        let mut values: Vec<bool> = Vec::new();
        loop {
            let falsified = self.clauses.iter().any(|clause| is_falsified(clause, &values));
            let contradicts_fixed = values
                .last()
                .is_some_and(|&value| fixed[values.len() - 1].is_some_and(|fixed| fixed != value));
            if !falsified && !contradicts_fixed {
                if values.len() == self.n_variables {
                    self.model = values;
                    return Outcome::Satisfiable;
                }
                values.push(false);
                continue;
            }
            if self.n_conflicts == last_conflict || effort.is_interrupted() {
                return Outcome::Unknown;
            }
            self.n_conflicts += 1;
            while values.last() == Some(&true) {
                values.pop();
            }
            match values.last_mut() {
                Some(value) => *value = true,
                None => return Outcome::Unsatisfiable,
            }
        }
    }
}

/// Whether the first variables, which have values, falsify a clause.
fn is_falsified(clause: &[Lit], values: &[bool]) -> bool {
    clause
        .iter()
        .all(|literal| values.get(literal.variable()).is_some_and(|&value| value != literal.is_positive()))
}

impl SolveIncremental for Naive {
    const NAME: &'static str = "naive";

    fn new_variable(&mut self) -> Lit {
        self.n_variables += 1;
        Lit::positive(self.n_variables - 1)
    }

    fn n_variables(&self) -> usize {
        self.n_variables
    }

    fn add_clause(&mut self, literals: &[Lit]) {
        self.clauses.push(literals.to_vec());
    }

    fn solve(&mut self, assumptions: &[Lit], effort: &Effort<'_>) -> Outcome {
        self.core = assumptions.to_vec();
        let mut fixed = vec![None; self.n_variables];
        for literal in assumptions {
            match fixed[literal.variable()].replace(literal.is_positive()) {
                Some(other) if other != literal.is_positive() => return Outcome::Unsatisfiable,
                Some(_) | None => {}
            }
        }
        self.search(&fixed, effort)
    }

    fn value(&self, literal: Lit) -> bool {
        self.model.get(literal.variable()).copied().unwrap_or(false) == literal.is_positive()
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn n_conflicts(&self) -> u64 {
        self.n_conflicts
    }
}
