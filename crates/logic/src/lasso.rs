//! Infinite words that repeat: a stem, then a cycle forever. Two automata, or two formulas, that differ at all differ
//! on one of these.

use crate::letter::AtomSet;

/// The word `stem cycle cycle ...`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lasso {
    stem: Vec<AtomSet>,
    cycle: Vec<AtomSet>,
}

impl Lasso {
    /// Nothing if the cycle is empty: the word would end.
    pub fn new(stem: Vec<AtomSet>, cycle: Vec<AtomSet>) -> Option<Self> {
        (!cycle.is_empty()).then_some(Self { stem, cycle })
    }

    pub fn stem(&self) -> &[AtomSet] {
        &self.stem
    }

    pub fn cycle(&self) -> &[AtomSet] {
        &self.cycle
    }

    /// The number of different positions.
    pub fn positions(&self) -> usize {
        self.stem.len() + self.cycle.len()
    }

    /// The letter at a position below [`Lasso::positions`].
    pub fn letter(&self, position: usize) -> AtomSet {
        match position.checked_sub(self.stem.len()) {
            None => self.stem[position],
            Some(in_cycle) => self.cycle[in_cycle],
        }
    }

    /// The position after another one; the last leads back to the start of the cycle.
    pub fn next(&self, position: usize) -> usize {
        if position + 1 == self.positions() { self.stem.len() } else { position + 1 }
    }
}
