//! Letters and labels: sets of atoms, and conjunctions of literals over them, as bits.

use base::Id;

use crate::formula::AtomId;

/// A set of atoms. As a letter of a word: the atoms that hold at a position, all others do not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct AtomSet(pub u64);

impl AtomSet {
    /// The number of atoms that a property may have.
    pub const CAPACITY: usize = 64;
    pub const EMPTY: AtomSet = AtomSet(0);

    pub fn single(atom: AtomId) -> Self {
        Self(1 << atom.index())
    }

    pub fn contains(self, atom: AtomId) -> bool {
        self.0 >> atom.index() & 1 == 1
    }

    pub fn insert(&mut self, atom: AtomId) {
        self.0 |= 1 << atom.index();
    }

    pub fn is_subset(self, other: AtomSet) -> bool {
        self.0 & !other.0 == 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn union(self, other: AtomSet) -> AtomSet {
        Self(self.0 | other.0)
    }

    pub fn intersection(self, other: AtomSet) -> AtomSet {
        Self(self.0 & other.0)
    }

    /// The atoms, in order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = AtomId> {
        (0..Self::CAPACITY).filter(move |bit| self.0 >> bit & 1 == 1).map(AtomId::new)
    }
}

impl FromIterator<AtomId> for AtomSet {
    fn from_iter<It: IntoIterator<Item = AtomId>>(atoms: It) -> Self {
        atoms.into_iter().fold(Self::EMPTY, |set, atom| set.union(Self::single(atom)))
    }
}

/// A conjunction of literals that does not contradict itself: no atom is in both sets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Label {
    /// The atoms that must hold.
    pub positive: AtomSet,
    /// The atoms that must not hold.
    pub negative: AtomSet,
}

impl Label {
    /// The empty conjunction.
    pub const TRUE: Label = Label { positive: AtomSet::EMPTY, negative: AtomSet::EMPTY };

    pub fn literal(atom: AtomId, holds: bool) -> Self {
        let set = AtomSet::single(atom);
        match holds {
            true => Self { positive: set, negative: AtomSet::EMPTY },
            false => Self { positive: AtomSet::EMPTY, negative: set },
        }
    }

    /// Both labels at once, or nothing if they contradict each other.
    pub fn and(self, other: Label) -> Option<Label> {
        let positive = self.positive.union(other.positive);
        let negative = self.negative.union(other.negative);
        positive.intersection(negative).is_empty().then_some(Self { positive, negative })
    }

    /// Whether a letter satisfies the label.
    pub fn admits(self, letter: AtomSet) -> bool {
        self.positive.is_subset(letter) && self.negative.intersection(letter).is_empty()
    }

    /// Whether every letter that satisfies `other` satisfies this label.
    pub fn includes(self, other: Label) -> bool {
        self.positive.is_subset(other.positive) && self.negative.is_subset(other.negative)
    }

    /// The label for all letters of two labels that differ just in the sign of one atom.
    pub fn join(self, other: Label) -> Option<Label> {
        let differing = AtomSet(self.positive.0 ^ other.positive.0);
        let opposite = differing.0.count_ones() == 1
            && differing.0 == self.negative.0 ^ other.negative.0
            && differing.is_subset(self.positive.union(self.negative))
            && differing.is_subset(other.positive.union(other.negative));
        let without = |set: AtomSet| AtomSet(set.0 & !differing.0);
        opposite.then(|| Self { positive: without(self.positive), negative: without(self.negative) })
    }

    /// The literals in order of their atoms.
    pub fn literals(self) -> impl Iterator<Item = (AtomId, bool)> {
        let both = self.positive.union(self.negative);
        both.iter().map(move |atom| (atom, self.positive.contains(atom)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_agree_with_the_letters_they_admit() {
        let letters = || (0..4).map(AtomSet);
        let sets = |bits: u64| (AtomSet(bits & 3), AtomSet(bits >> 2));
        let labels: Vec<Label> = (0..16)
            .map(sets)
            .filter(|(positive, negative)| positive.intersection(*negative).is_empty())
            .map(|(positive, negative)| Label { positive, negative })
            .collect();
        assert_eq!(labels.len(), 9);
        for a in &labels {
            for b in &labels {
                let both = |letter| a.admits(letter) && b.admits(letter);
                assert_eq!(a.and(*b).is_some(), letters().any(both));
                assert!(a.and(*b).is_none_or(|and| letters().all(|l| and.admits(l) == both(l))));
                assert_eq!(a.includes(*b), letters().all(|l| !b.admits(l) || a.admits(l)));
                if let Some(join) = a.join(*b) {
                    assert!(letters().all(|l| join.admits(l) == (a.admits(l) || b.admits(l))));
                }
            }
        }
        let (yes, no) = (Label::literal(AtomId::new(1), true), Label::literal(AtomId::new(1), false));
        assert_eq!(yes.join(no), Some(Label::TRUE));
    }
}
