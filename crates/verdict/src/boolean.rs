//! The proof that an engine for Boolean programs hands over: formulas over the values of variables, closed under the
//! steps of the program.
//!
//! In the line of Floyd: an invariant at places that every loop passes, and what is true whenever a procedure returns.
//! All formulas of a procedure speak of the values at its entry as well, so that together they say how a procedure
//! changes values, whatever calls it.
//!
//! # What a proof claims
//!
//! - The program begins, and `init` ends, with values for which the formula at the entry of the next procedure holds.
//! - From a place with a formula, for all values for which it holds: no assertion fails and no fault happens before the
//!   next place with one; and the formula there holds, too.
//! - At a call, the formula at the entry of the callee holds for the arguments and globals. Behind it, globals and
//!   results are as the callee's [`ProcProof::summary`] says; globals that the callee can never write keep their
//!   values.
//! - At a return, the summary of the procedure holds.
//!
//! Variables that a procedure, or what it calls, can never write are as they were at its entry: formulas need not say
//! that, and may speak of either value.
//!
//! Then no execution fails. The crate `certify` checks all of it.

use ir::{BlockId, Place};

/// Formulas that no step of the program leaves, and that exclude all errors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BooleanProof {
    pub formulas: Formulas,
    /// For each procedure, in the order of the program.
    pub procs: Vec<ProcProof>,
}

impl BooleanProof {
    /// Places with a formula, of all procedures.
    pub fn n_invariants(&self) -> usize {
        self.procs.iter().map(|proc| proc.invariants.len()).sum()
    }
}

/// What is true of a procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcProof {
    /// True whenever control is at the beginning of a block, over entry and current values; in the order of the blocks.
    /// The entry block is always among them, and at least one block of every cycle.
    pub invariants: Vec<(BlockId, Formula)>,
    /// True at each return, over entry values of globals and parameters, current values of globals, and results.
    pub summary: Formula,
}

/// What formulas speak of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Atom {
    /// The value of a global or a parameter when the procedure began.
    Entry(Place),
    Current(Place),
    /// A value that is returned.
    Result(u32),
}

/// A formula among [`Formulas`], or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Formula(u32);

impl Formula {
    pub const FALSE: Formula = Formula(0);
    pub const TRUE: Formula = Formula(1);

    /// The formula at this index, negated or not. Index 0 is false.
    pub fn new(index: usize, negated: bool) -> Self {
        let index = u32::try_from(index).ok().filter(|&index| index <= u32::MAX >> 1);
        Self(index.expect("a proof has fewer than 2^31 formulas") << 1 | u32::from(negated))
    }

    pub fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Formula {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Formulas with shared parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Formulas {
    /// The formula at index `i + 1`; its parts have smaller indices.
    pub nodes: Vec<FormulaNode>,
}

/// What a formula is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FormulaNode {
    Atom(Atom),
    And(Formula, Formula),
}

impl Formulas {
    /// Adds a formula, whose parts are among these.
    pub fn add(&mut self, node: FormulaNode) -> Formula {
        self.nodes.push(node);
        Formula::new(self.nodes.len(), false)
    }

    pub fn atom(&mut self, atom: Atom) -> Formula {
        self.add(FormulaNode::Atom(atom))
    }

    /// Both are true. Constants are simplified away.
    pub fn and(&mut self, left: Formula, right: Formula) -> Formula {
        match (left, right) {
            (Formula::FALSE, _) | (_, Formula::FALSE) => Formula::FALSE,
            (Formula::TRUE, other) | (other, Formula::TRUE) => other,
            (left, right) => self.add(FormulaNode::And(left, right)),
        }
    }

    pub fn or(&mut self, left: Formula, right: Formula) -> Formula {
        !self.and(!left, !right)
    }

    /// What a formula is made of; none for the constants.
    pub fn node(&self, formula: Formula) -> Option<FormulaNode> {
        formula.index().checked_sub(1).map(|index| self.nodes[index])
    }
}
