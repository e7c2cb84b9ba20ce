//! From a formula to a Büchi automaton.
//!
//! The way of Gastin and Oddoux ("Fast LTL to Büchi automata translation", CAV 2001):
//!
//! 1. [`crate::normal`]: negation normal form, rewritten;
//! 2. `alternating`: a very weak alternating automaton, one state for each temporal subformula;
//! 3. `generalised`: a generalised Büchi automaton with acceptance on transitions, one state for each reachable set of
//!    those;
//! 4. `reduce`: useless states, needless acceptance, implied transitions and simulated states go;
//! 5. `degeneralise`: one acceptance condition, with a level for each state, and step 4 once more.
//!
//! DIVERGENCE: the paper reads the acceptance of a transition off its target. Here each transition carries the
//! until-formulas that it *puts off*, and a run is accepted if no formula is put off forever. This makes "implies"
//! between transitions a plain comparison of three sets that products preserve, so implied ones can be dropped while
//! products are built.
//!
//! Sizes can be exponential; all steps count their work against [`Limits`].

mod alternating;
mod degeneralise;
mod generalised;
mod reduce;
mod scc;

pub(crate) use scc::components;

use base::{Diagnostic, Span};

use crate::automaton::Automaton;
use crate::codes::AUTOMATON_TOO_LARGE;
use crate::formula::{FormulaId, Formulas};
use crate::normal::Normal;
use alternating::Alternating;
use generalised::Generalised;

/// How much a translation may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// States of the alternating and of the generalised automaton.
    pub states: usize,
    /// Transitions made or compared with one another; a few seconds at the default.
    pub work: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { states: 20_000, work: 100_000_000 }
    }
}

/// The limits were reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the automaton of the formula is too large")
    }
}

impl std::error::Error for TooLarge {}

impl TooLarge {
    /// What is to be said of the formula that stands here.
    pub fn diagnostic(self, formula: Span) -> Diagnostic {
        Diagnostic::unsupported(&AUTOMATON_TOO_LARGE, "The automaton of the formula is too large.")
            .at(formula, "this formula")
            .help("a smaller formula may do: check the parts of a conjunction one by one")
    }
}

/// The work that is left.
struct Budget {
    left: usize,
}

impl Budget {
    fn spend(&mut self, work: usize) -> Result<(), TooLarge> {
        self.left = self.left.checked_sub(work).ok_or(TooLarge)?;
        Ok(())
    }
}

/// An automaton that accepts the words that satisfy the formula.
pub fn translate(formulas: &Formulas, root: FormulaId, limits: &Limits) -> Result<Automaton, TooLarge> {
    let mut budget = Budget { left: limits.work };
    let mut normal = Normal::new();
    let root = normal.add(formulas, root);
    let alternating = Alternating::new(&normal, root, limits.states, &mut budget)?;
    let mut generalised = Generalised::new(&alternating, limits.states, &mut budget)?;
    generalised.simplify();
    let mut single = degeneralise::degeneralise(&generalised, &mut budget)?;
    single.simplify();
    Ok(single.into_automaton())
}
