//! Boolean reasoning that knows no programs.
//!
//! In reading order:
//!
//! - [`aig`]: Boolean functions as and-inverter graphs, with composition;
//! - [`guard`]: the same as guards of a symbolic execution: choices, cardinalities;
//! - [`bits`]: machine integers as words of bits over such a graph;
//! - [`term`]: terms over such integers, for SMT-LIB;
//! - [`sat`]: satisfiability, by a trait over chosen solvers, and a solver kept in step with a graph;
//! - [`query`]: many questions about the paths of a search, with what was learnt from the ones before;
//! - [`mod@count`]: how many assignments of chosen variables a formula has;
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
pub mod bits;
pub mod count;
pub mod guard;
pub mod qbf;
pub mod query;
pub mod sat;
pub mod term;
