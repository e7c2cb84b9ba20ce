//! Formulas with two quantifiers: for all X there is a Y, or there is an X for all Y.
//!
//! - [`forall_exists`] and [`exists_forall`]: the decision, on signals of an and-inverter graph;
//! - [`qdimacs`]: such formulas as texts; [`mod@decide`]: their decision;
//! - [`codes`]: what can be wrong with a text.

pub mod codes;
pub mod decide;
pub mod qdimacs;
mod refinement;

use crate::aig::{Aig, Signal};
use crate::sat::Effort;

pub use self::decide::{Decided, TooManyBlocks, Truth, decide};
pub use self::qdimacs::{Block, Qdimacs, Quantifier};

/// The matrix and its outer variables. All other inputs of the matrix belong to the inner quantifier.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub aig: &'a Aig,
    /// Inputs without complement.
    pub outer: &'a [Signal],
    pub matrix: Signal,
    /// Answers of the inner player that are tried first.
    pub seeds: &'a [Seed],
}

/// A guess at what the inner player answers: for each inner input a function of the outer ones. Inputs without a
/// function are false.
///
/// A guess may be wrong, and cannot make an answer wrong: where it fails, the search goes on.
pub type Seed = Vec<(Signal, Signal)>;

/// How long a decision may take.
#[derive(Clone, Copy, Debug, Default)]
pub struct QbfLimits<'a> {
    /// Rounds of candidate and answer.
    pub rounds: Option<u64>,
    /// Nodes of the graph in which the matrix is expanded.
    pub nodes: Option<usize>,
    /// The conflicts of all calls of the SAT solvers together, and who may interrupt them.
    pub effort: Effort<'a>,
}

/// What a decision took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct QbfStats {
    /// Candidates of the outer player that the inner one had to answer, and the last question, which had none.
    pub rounds: u64,
    pub sat_calls: u64,
    pub conflicts: u64,
    /// Nodes of the expanded matrix.
    pub nodes: u64,
}

/// Whether for all values of the outer inputs there are values of the others that make the matrix true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForallExists {
    Valid,
    /// For these values of the outer inputs there are none.
    Invalid {
        counterexample: Vec<(Signal, bool)>,
    },
    /// A limit was reached.
    Unknown,
}

/// Whether there are values of the outer inputs so that the matrix is true for all values of the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExistsForall {
    Valid {
        witness: Vec<(Signal, bool)>,
    },
    Invalid,
    /// A limit was reached.
    Unknown,
}

/// Decides "for all outer inputs there are inner inputs such that the matrix is true".
pub fn forall_exists(question: &Question<'_>, limits: &QbfLimits<'_>) -> (ForallExists, QbfStats) {
    refinement::Refinement::new(question).run(limits, None)
}

/// The same, where the caller knows how to make more of an answer of the inner player than values: it turns the values
/// of inner inputs, which answer one candidate, into a guess that answers more candidates. As with seeds, a guess may
/// be wrong.
pub fn forall_exists_generalising(
    question: &Question<'_>,
    limits: &QbfLimits<'_>,
    generalise: Generalise<'_>,
) -> (ForallExists, QbfStats) {
    refinement::Refinement::new(question).run(limits, Some(generalise))
}

/// Turns an answer into a guess, in terms of the question's graph.
pub type Generalise<'a> = &'a mut dyn FnMut(&[(Signal, bool)]) -> Seed;

/// Decides "there are outer inputs such that for all inner inputs the matrix is true", as the complement of the other
/// question on the complement of the matrix. Seeds are guesses at inner inputs that make the matrix false.
pub fn exists_forall(question: &Question<'_>, limits: &QbfLimits<'_>) -> (ExistsForall, QbfStats) {
    let (answer, stats) = forall_exists(&Question { matrix: !question.matrix, ..*question }, limits);
    let answer = match answer {
        ForallExists::Valid => ExistsForall::Invalid,
        ForallExists::Invalid { counterexample } => ExistsForall::Valid { witness: counterexample },
        ForallExists::Unknown => ExistsForall::Unknown,
    };
    (answer, stats)
}
