//! Satisfiability of clauses, asked again and again while clauses are added.
//!
//! - [`SolveIncremental`]: what a solver can do; [`Effort`]: how long it may;
//! - [`batsat`]: the adapter of the default solver; `tests/common/conformance.rs` has the tests that every adapter
//!   passes;
//! - [`graph_solver`]: an and-inverter graph and a solver kept in step.

pub mod batsat;
pub mod effort;
pub mod graph_solver;

use std::fmt;
use std::ops::Not;

pub use self::batsat::Batsat;
pub use self::effort::Effort;
pub use self::graph_solver::GraphSolver;

/// A variable or its negation. Variables are counted from 0; in DIMACS, variable 0 is called 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The positive literal of a variable. Panics beyond 2^31 variables.
    pub fn positive(variable: usize) -> Self {
        let variable = u32::try_from(variable).ok().filter(|&variable| variable <= u32::MAX >> 1);
        Self(variable.expect("a solver has fewer than 2^31 variables") << 1)
    }

    /// The literal that a variable satisfies which has this value.
    pub fn new(variable: usize, value: bool) -> Self {
        let positive = Self::positive(variable);
        if value { positive } else { !positive }
    }

    pub fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }
}

impl Not for Lit {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// As in DIMACS.
impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_positive() { "" } else { "-" }, self.variable() + 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How a call of [`SolveIncremental::solve`] ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// [`SolveIncremental::value`] has a model of the clauses and assumptions.
    Satisfiable,
    /// [`SolveIncremental::core`] has assumptions that contradict the clauses.
    Unsatisfiable,
    /// The effort was not enough. What was learnt stays.
    Unknown,
}

/// A solver that keeps its clauses from question to question.
pub trait SolveIncremental {
    /// Its name, for reports.
    const NAME: &'static str;

    /// A new variable, as its positive literal.
    fn new_variable(&mut self) -> Lit;

    fn n_variables(&self) -> usize;

    /// Adds a clause over variables of this solver. The empty clause contradicts itself.
    fn add_clause(&mut self, literals: &[Lit]);

    /// Whether all clauses and assumptions can be satisfied together.
    fn solve(&mut self, assumptions: &[Lit], effort: &Effort<'_>) -> Outcome;

    /// The value of a literal in the model of the last question, which was satisfiable. Variables that do not matter
    /// are false.
    fn value(&self, literal: Lit) -> bool;

    /// A subset of the assumptions of the last question, which was unsatisfiable, that contradicts the clauses. It need
    /// not be a least one.
    fn core(&self) -> &[Lit];

    /// Conflicts since the solver was made.
    fn n_conflicts(&self) -> u64;
}
