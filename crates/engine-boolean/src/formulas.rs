//! Formulas in the making: diagrams become formulas, shared as often as in the diagrams.

use std::collections::HashMap;

use rustc_hash::FxHashMap;
use solver::bdd::{Bdd, Bdds, Variable};
use verdict::{Atom, Formula, Formulas};

/// Formulas, and what was made of atoms.
#[derive(Default)]
pub(crate) struct FormulaWriter {
    pub(crate) formulas: Formulas,
    atoms: HashMap<Atom, Formula>,
}

/// Diagrams whose formulas were made.
pub(crate) type KnownDiagrams = FxHashMap<Bdd, Formula>;

impl FormulaWriter {
    /// Whether an atom is true.
    pub(crate) fn atom(&mut self, atom: Atom) -> Formula {
        let formulas = &mut self.formulas;
        *self.atoms.entry(atom).or_insert_with(|| formulas.atom(atom))
    }

    /// Both are true, or both false.
    pub(crate) fn equal(&mut self, left: Formula, right: Formula) -> Formula {
        let both = self.formulas.and(left, right);
        let neither = self.formulas.and(!left, !right);
        self.formulas.or(both, neither)
    }

    /// A diagram as a formula, where variables are these atoms. Nodes whose branches are not known yet wait on a stack.
    pub(crate) fn diagram(
        &mut self,
        bdds: &Bdds,
        set: Bdd,
        names: &FxHashMap<Variable, Atom>,
        known: &mut KnownDiagrams,
    ) -> Formula {
        let (mut top, mut waiting) = (set, Vec::new());
        loop {
            let formula = match lookup(bdds, known, top) {
                Ok(formula) => formula,
                Err((variable, low, high)) => match (lookup(bdds, known, low), lookup(bdds, known, high)) {
                    (Ok(low), Ok(high)) => {
                        let formula = self.if_then_else(names[&variable], low, high);
                        known.insert(top, formula);
                        formula
                    }
                    (low_known, _) => {
                        let branch = if low_known.is_err() { low } else { high };
                        waiting.push(std::mem::replace(&mut top, branch));
                        continue;
                    }
                },
            };
            match waiting.pop() {
                None => return formula,
                Some(above) => top = above,
            }
        }
    }

    /// If the atom is true high, else low.
    fn if_then_else(&mut self, atom: Atom, low: Formula, high: Formula) -> Formula {
        let condition = self.atom(atom);
        let yes = self.formulas.and(condition, high);
        let no = self.formulas.and(!condition, low);
        self.formulas.or(yes, no)
    }
}

/// The formula of a constant, or of a diagram if it or its complement is known; else its branches.
fn lookup(bdds: &Bdds, known: &KnownDiagrams, set: Bdd) -> Result<Formula, (Variable, Bdd, Bdd)> {
    let Some(branches) = bdds.branches(set) else {
        return Ok(if set == Bdd::TRUE { Formula::TRUE } else { Formula::FALSE });
    };
    let formula = known.get(&set).copied().or_else(|| known.get(&!set).map(|&formula| !formula));
    formula.ok_or(branches)
}
