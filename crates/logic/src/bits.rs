//! Sets of small numbers.

/// A set of small numbers as bits. The last word is never zero, so equal sets have equal words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn single(member: usize) -> Self {
        let mut set = Self::new();
        set.insert(member);
        set
    }

    pub(crate) fn insert(&mut self, member: usize) {
        if self.words.len() <= member / 64 {
            self.words.resize(member / 64 + 1, 0);
        }
        self.words[member / 64] |= 1 << (member % 64);
    }

    pub(crate) fn remove(&mut self, member: usize) {
        if let Some(word) = self.words.get_mut(member / 64) {
            *word &= !(1 << (member % 64));
        }
        self.trim();
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    pub(crate) fn contains(&self, member: usize) -> bool {
        self.words.get(member / 64).is_some_and(|word| word >> (member % 64) & 1 == 1)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(crate) fn is_subset(&self, other: &BitSet) -> bool {
        self.words.len() <= other.words.len()
            && self.words.iter().zip(&other.words).all(|(mine, theirs)| mine & !theirs == 0)
    }

    pub(crate) fn union(&self, other: &BitSet) -> BitSet {
        let (longer, shorter) =
            if self.words.len() >= other.words.len() { (self, other) } else { (other, self) };
        let mut words = longer.words.clone();
        words.iter_mut().zip(&shorter.words).for_each(|(word, more)| *word |= more);
        BitSet { words }
    }

    pub(crate) fn intersection(&self, other: &BitSet) -> BitSet {
        let words = self.words.iter().zip(&other.words).map(|(mine, theirs)| mine & theirs).collect();
        let mut set = BitSet { words };
        set.trim();
        set
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        self.words
            .iter()
            .enumerate()
            .flat_map(move |(index, &word)| bits(word).map(move |bit| index * 64 + bit))
    }
}

impl FromIterator<usize> for BitSet {
    fn from_iter<It: IntoIterator<Item = usize>>(members: It) -> Self {
        let mut set = Self::new();
        members.into_iter().for_each(|member| set.insert(member));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_compare_by_their_members() {
        let far = BitSet::from_iter([1, 200]);
        let mut near = far.clone();
        near.remove(200);
        assert_eq!(near, BitSet::single(1));
        assert!(near.is_subset(&far) && !far.is_subset(&near));
        assert_eq!(near.union(&BitSet::single(200)), far);
        assert_eq!(far.intersection(&BitSet::from_iter([200, 3])), BitSet::single(200));
        assert_eq!(far.intersection(&BitSet::single(3)), BitSet::new());
        assert_eq!(far.iter().collect::<Vec<_>>(), [1, 200]);
        assert!(far.contains(200) && !far.contains(201) && !near.is_empty());
    }
}
