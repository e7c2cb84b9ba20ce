//! What holds of every value set, checked in debug builds: its guards exclude each other, and under the path condition
//! one of them is true.
//!
//! The checks have a solver of their own and make no gates, so that a debug build finds the same models in the same
//! order as another one.

use solver::guard::{Guard, Guards};
use solver::query::{Answer, Checker};
use solver::sat::Effort;

use crate::state::Entry;

/// So many sets are all checked; of more, one in [`ONE_IN`].
const ALL_OF: u64 = 2_000;
const ONE_IN: u64 = 64;
/// Of larger sets not all pairs are checked.
const ALL_PAIRS_OF: usize = 8;

#[derive(Default)]
pub(crate) struct Invariants {
    checker: Checker,
    n_sets: u64,
}

impl Invariants {
    /// Panics if a set is none of the path.
    pub(crate) fn check(&mut self, guards: &Guards, path: &[Guard], entries: &[Entry]) {
        self.n_sets += 1;
        if self.n_sets > ALL_OF && !self.n_sets.is_multiple_of(ONE_IN) {
            return;
        }
        self.checker.set_path(guards, path);
        let none: Vec<Guard> = entries.iter().map(|entry| !entry.guard).collect();
        assert!(!self.is_possible(guards, &none), "a value set that does not cover the path: {entries:?}");
        for (at, one) in entries.iter().enumerate().take(ALL_PAIRS_OF) {
            for other in entries[at + 1..].iter().take(ALL_PAIRS_OF) {
                let both = [one.guard, other.guard];
                assert!(!self.is_possible(guards, &both), "two locations at once: {one:?} and {other:?}");
            }
        }
    }

    fn is_possible(&mut self, guards: &Guards, assumptions: &[Guard]) -> bool {
        matches!(self.checker.check(guards, assumptions, &Effort::conflicts(10_000)), Answer::Satisfiable(_))
    }
}
