//! Whether the beginning of a word decides that a formula is violated.
//!
//! Engines see that from an automaton of violations. Here the formula itself is translated, and its automaton is run on
//! the letters: they are a bad prefix exactly if no run ends in a state from which some word is accepted.

use logic::{AtomSet, Limits};
use temporal::Temporal;

use crate::divergence::DivergenceReason;

/// Checks that no word that begins with these letters satisfies the formula.
pub(crate) fn check_prefix(property: &Temporal, letters: &[AtomSet]) -> Result<(), DivergenceReason> {
    if letters.is_empty() {
        return Err(DivergenceReason::NoWord);
    }
    let satisfying = logic::translate(&property.formulas, property.root, &Limits::default())
        .map_err(|_| DivergenceReason::FormulaTooLarge)?;
    if satisfying.can_satisfy(letters) {
        return Err(DivergenceReason::PrefixMayBeContinued);
    }
    Ok(())
}
