//! Boolean reasoning that knows no programs.
//!
//! In reading order:
//!
//! - [`aig`]: Boolean functions as and-inverter graphs, with composition;
//! - [`sat`]: satisfiability, by a trait over chosen solvers, and a solver kept in step with a graph;
//! - [`bdd`]: binary decision diagrams: relational products, irredundant covers, other orders;
//! - [`qbf`]: two quantifiers, by counterexample-guided refinement; QDIMACS.
//!
//! There are no clocks here and no threads: limits are numbers, and callbacks that may say stop.
//!
//! For every a there is a b that differs from it:
//!
//! ```
//! use cutpoint_solver::aig::Aig;
//! use cutpoint_solver::qbf::{ForallExists, QbfLimits, Question, forall_exists};
//!
//! let mut aig = Aig::new();
//! let [a, b] = [aig.input(), aig.input()];
//! let differ = aig.xor(a, b);
//! let question = Question { aig: &aig, outer: &[a], matrix: differ, seeds: &[] };
//! let (answer, _) = forall_exists(&question, &QbfLimits::default());
//! assert_eq!(answer, ForallExists::Valid);
//! ```

pub mod aig;
pub mod bdd;
pub mod qbf;
pub mod sat;
