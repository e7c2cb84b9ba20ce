//! The decision of formulas in QDIMACS, and the way back from graphs to QDIMACS.

use std::fmt;

use rustc_hash::FxHashMap;

use super::qdimacs::{Block, MAX_BLOCKS, Qdimacs, Quantifier};
use super::{ExistsForall, ForallExists, QbfLimits, QbfStats, Question, exists_forall, forall_exists};
use crate::aig::{Aig, Node, Signal};

/// What became of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    pub truth: Truth,
    pub stats: QbfStats,
}

/// Whether a formula is true. Assignments are literals in the order of their variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Truth {
    /// With values of the outer variables that make it so, if those are existential.
    True { outer: Option<Vec<i32>> },
    /// With values of the outer variables that make it so, if those are universal.
    False { outer: Option<Vec<i32>> },
    /// A limit was reached.
    Unknown,
}

/// A formula with more blocks of quantifiers than can be decided here. [`Qdimacs::read`] refuses texts of such
/// formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyBlocks;

impl fmt::Display for TooManyBlocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("more than two blocks of quantifiers")
    }
}

impl std::error::Error for TooManyBlocks {}

/// Decides a formula with at most two blocks of quantifiers.
pub fn decide(formula: &Qdimacs, limits: &QbfLimits<'_>) -> Result<Decided, TooManyBlocks> {
    let blocks = formula.blocks();
    if blocks.len() > MAX_BLOCKS {
        return Err(TooManyBlocks);
    }
    let mut aig = Aig::new();
    let mut inputs: FxHashMap<i32, Signal> = FxHashMap::default();
    let outer = blocks.first().map_or(&[][..], |block| &block.variables);
    let outer_inputs: Vec<Signal> =
        outer.iter().map(|&variable| input(&mut aig, &mut inputs, variable)).collect();
    let matrix = matrix(&mut aig, &mut inputs, formula);
    let question = Question { aig: &aig, outer: &outer_inputs, matrix, seeds: &[] };
    let literals = |values: Vec<(Signal, bool)>| {
        let each = outer.iter().zip(values);
        Some(each.map(|(&variable, (_, value))| if value { variable } else { -variable }).collect())
    };
    let (truth, stats) = match blocks.first().map_or(Quantifier::Exists, |block| block.quantifier) {
        Quantifier::Forall => {
            let (answer, stats) = forall_exists(&question, limits);
            let truth = match answer {
                ForallExists::Valid => Truth::True { outer: None },
                ForallExists::Invalid { counterexample } => Truth::False { outer: literals(counterexample) },
                ForallExists::Unknown => Truth::Unknown,
            };
            (truth, stats)
        }
        Quantifier::Exists => {
            let (answer, stats) = exists_forall(&question, limits);
            let truth = match answer {
                ExistsForall::Valid { witness } => Truth::True { outer: literals(witness) },
                ExistsForall::Invalid => Truth::False { outer: None },
                ExistsForall::Unknown => Truth::Unknown,
            };
            (truth, stats)
        }
    };
    Ok(Decided { truth, stats })
}

fn input(aig: &mut Aig, inputs: &mut FxHashMap<i32, Signal>, variable: i32) -> Signal {
    *inputs.entry(variable).or_insert_with(|| aig.input())
}

fn matrix(aig: &mut Aig, inputs: &mut FxHashMap<i32, Signal>, formula: &Qdimacs) -> Signal {
    let mut clauses = Vec::with_capacity(formula.clauses.len());
    for clause in &formula.clauses {
        let literals: Vec<Signal> = clause
            .iter()
            .map(|&literal| input(aig, inputs, literal.abs()).complement_if(literal < 0))
            .collect();
        clauses.push(aig.or_all(literals));
    }
    aig.and_all(clauses)
}

impl Qdimacs {
    /// "For all outer inputs there are others such that the matrix is true", for another solver. Conjunctions become
    /// inner variables, as Tseitin has it.
    pub fn of_forall_exists(question: &Question<'_>) -> Self {
        let Question { aig, outer, matrix, seeds: _ } = *question;
        let cone = aig.cone(&[matrix]);
        let mut variables: FxHashMap<usize, i32> = FxHashMap::default();
        for signal in outer.iter().chain(&cone) {
            let number = variables.len() as i32 + 1;
            variables.entry(signal.node()).or_insert(number);
        }
        let literal = |signal: Signal| {
            let variable = variables.get(&signal.node()).copied().unwrap_or_default();
            if signal.is_complement() { -variable } else { variable }
        };
        let mut clauses = Vec::new();
        for &signal in &cone {
            let node = literal(signal);
            match aig.node(signal) {
                Node::Constant => clauses.push(vec![-node]),
                Node::Input(_) => {}
                Node::And(first, second) => {
                    let (first, second) = (literal(first), literal(second));
                    clauses.extend([vec![-node, first], vec![-node, second], vec![node, -first, -second]]);
                }
            }
        }
        clauses.push(vec![literal(matrix)]);
        let outer: Vec<i32> = outer.iter().map(|&input| literal(input)).collect();
        // The outer inputs have the first numbers.
        let inner: Vec<i32> = (outer.len() as i32 + 1..=variables.len() as i32).collect();
        let blocks = [(Quantifier::Forall, outer), (Quantifier::Exists, inner)];
        let prefix = blocks
            .into_iter()
            .filter(|(_, variables)| !variables.is_empty())
            .map(|(quantifier, variables)| Block { quantifier, variables })
            .collect();
        Self { n_variables: variables.len() as i32, prefix, clauses }
    }
}
