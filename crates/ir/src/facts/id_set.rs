//! Sets of ids as vectors of bits.

use std::fmt;
use std::marker::PhantomData;

use base::Id;

/// A set of ids below a bound that is given when the set is made.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IdSet<I> {
    words: Vec<u64>,
    marker: PhantomData<fn(I)>,
}

impl<I: Id> IdSet<I> {
    /// The empty set, ready for ids with numbers below `bound`.
    pub fn new(bound: usize) -> Self {
        Self { words: vec![0; bound.div_ceil(64)], marker: PhantomData }
    }

    /// Adds an id; false if it was there. Panics if it is beyond the bound.
    #[inline]
    pub fn insert(&mut self, id: I) -> bool {
        let (word, bit) = place(id);
        let before = self.words[word];
        self.words[word] |= bit;
        before & bit == 0
    }

    /// Removes an id; false if it was not there.
    #[inline]
    pub fn remove(&mut self, id: I) -> bool {
        let (word, bit) = place(id);
        match self.words.get_mut(word) {
            Some(word) => std::mem::replace(word, *word & !bit) & bit != 0,
            None => false,
        }
    }

    #[inline]
    pub fn contains(&self, id: I) -> bool {
        let (word, bit) = place(id);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Adds all of another set with the same bound; true if that changed anything.
    pub fn union_with(&mut self, other: &Self) -> bool {
        debug_assert_eq!(self.words.len(), other.words.len());
        let mut changed = false;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            changed |= *theirs & !*mine != 0;
            *mine |= theirs;
        }
        changed
    }

    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(mine, theirs)| mine & theirs != 0)
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// All members, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = I> + Clone {
        self.words.iter().enumerate().flat_map(|(index, &word)| bits(index, word))
    }

    /// Adds the ids of one word of bits.
    pub(super) fn insert_word(&mut self, index: u32, bits: u64) {
        self.words[index as usize] |= bits;
    }
}

/// The word and the bit of an id.
pub(super) fn place<I: Id>(id: I) -> (usize, u64) {
    (id.index() / 64, 1 << (id.index() % 64))
}

/// The ids of one word of bits.
fn bits<I: Id>(index: usize, word: u64) -> impl Iterator<Item = I> + Clone {
    std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(move |rest| I::new(index * 64 + rest.trailing_zeros() as usize))
}

impl<I: Id> fmt::Debug for IdSet<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<I: Id> IntoIterator for IdSet<I> {
    type Item = I;
    type IntoIter = std::vec::IntoIter<I>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().collect::<Vec<I>>().into_iter()
    }
}

impl<I: Id> Extend<I> for IdSet<I> {
    fn extend<T: IntoIterator<Item = I>>(&mut self, ids: T) {
        for id in ids {
            self.insert(id);
        }
    }
}
