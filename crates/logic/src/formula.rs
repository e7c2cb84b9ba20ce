//! Formulas of linear temporal logic, shared: equal formulas have equal ids.
//!
//! A [`Formulas`] holds the formulas of one property and its atoms. The operands of a formula have smaller ids than the
//! formula, so passes walk ids in order and need no recursion. Nothing is simplified here: a formula is what its author
//! wrote.

use std::collections::HashMap;

use base::{Id, IndexVec};

use crate::atom::Atom;
use crate::letter::AtomSet;

base::typed_id!(
    /// A formula of a [`Formulas`].
    FormulaId,
    "formula"
);

base::typed_id!(
    /// An atom of a [`Formulas`]; its number is its bit in an [`AtomSet`].
    AtomId,
    "atom"
);

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unary {
    Not,
    /// `X a`: at the next position.
    Next,
    /// `F a`: at this or a later position.
    Finally,
    /// `G a`: at this and every later position.
    Globally,
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Binary {
    And,
    Or,
    Implies,
    Iff,
    /// `a U b`: `b` comes, and until then `a`.
    Until,
    /// `a R b`: `b` up to and including the first `a`, forever if `a` never comes.
    Release,
    /// `a W b`: `a` until `b`, forever if `b` never comes.
    WeakUntil,
    /// `a M b`: `b` up to and including the first `a`, which comes.
    StrongRelease,
}

/// The outermost operator of a formula.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Formula {
    True,
    False,
    Atom(AtomId),
    Unary(Unary, FormulaId),
    Binary(Binary, FormulaId, FormulaId),
}

/// The formulas and atoms of one property.
#[derive(Clone, Debug, Default)]
pub struct Formulas {
    formulas: IndexVec<FormulaId, Formula>,
    ids: HashMap<Formula, FormulaId>,
    atoms: IndexVec<AtomId, Atom>,
    atom_ids: HashMap<Atom, AtomId>,
}

impl Formulas {
    pub fn new() -> Self {
        Self::default()
    }

    /// The id of a formula, a new one if it was not seen before. Its operands are of this store.
    pub fn add(&mut self, formula: Formula) -> FormulaId {
        let next = self.formulas.next_id();
        let id = *self.ids.entry(formula).or_insert(next);
        if id == next {
            self.formulas.push(formula);
        }
        id
    }

    /// The formula of an atom, or nothing when [`AtomSet::CAPACITY`] other atoms are there already.
    pub fn atom(&mut self, atom: Atom) -> Option<FormulaId> {
        let id = match self.atom_ids.get(&atom) {
            Some(&id) => id,
            None if self.atoms.len() == AtomSet::CAPACITY => return None,
            None => {
                let id = self.atoms.push(atom.clone());
                self.atom_ids.insert(atom, id);
                id
            }
        };
        Some(self.add(Formula::Atom(id)))
    }

    pub fn unary(&mut self, operator: Unary, operand: FormulaId) -> FormulaId {
        self.add(Formula::Unary(operator, operand))
    }

    pub fn binary(&mut self, operator: Binary, left: FormulaId, right: FormulaId) -> FormulaId {
        self.add(Formula::Binary(operator, left, right))
    }

    pub fn not(&mut self, operand: FormulaId) -> FormulaId {
        self.unary(Unary::Not, operand)
    }

    pub fn get(&self, id: FormulaId) -> Formula {
        self.formulas[id]
    }

    pub fn atoms(&self) -> &IndexVec<AtomId, Atom> {
        &self.atoms
    }

    /// A formula and all that it is made of, operands first.
    pub fn parts(&self, root: FormulaId) -> Vec<FormulaId> {
        let mut seen = vec![false; root.index() + 1];
        seen[root.index()] = true;
        for id in (0..=root.index()).rev() {
            if seen[id] {
                self.operands(FormulaId::new(id)).for_each(|operand| seen[operand.index()] = true);
            }
        }
        (0..seen.len()).filter(|&id| seen[id]).map(FormulaId::new).collect()
    }

    fn operands(&self, id: FormulaId) -> impl Iterator<Item = FormulaId> + use<> {
        let (left, right) = match self.get(id) {
            Formula::True | Formula::False | Formula::Atom(_) => (None, None),
            Formula::Unary(_, operand) => (Some(operand), None),
            Formula::Binary(_, left, right) => (Some(left), Some(right)),
        };
        left.into_iter().chain(right)
    }
}
