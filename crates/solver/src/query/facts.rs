//! Guards that were found to contradict each other.
//!
//! A fact is kept under those of its members that were new in the question that found it: the guards of the path are
//! members of very many facts, and are not looked at again for each question.

use rustc_hash::FxHashMap;

use super::known::Known;
use crate::guard::Guard;

/// The most facts; when there are more, all are forgotten.
const MOST_FACTS: usize = 1 << 16;
/// The most facts that are kept under one guard: the last ones.
const MOST_OF_A_KEY: usize = 32;

#[derive(Debug, Default)]
pub(super) struct Facts {
    facts: Vec<Box<[Guard]>>,
    by_key: FxHashMap<Guard, Vec<u32>>,
    n_members: usize,
}

impl Facts {
    pub(super) fn add(&mut self, members: Vec<Guard>, keys: &[Guard]) {
        if self.facts.len() == MOST_FACTS {
            *self = Self::default();
        }
        for &key in keys {
            let places = self.by_key.entry(key).or_default();
            if places.len() == MOST_OF_A_KEY {
                places.remove(0);
            }
            places.push(self.facts.len() as u32);
        }
        self.n_members += members.len();
        self.facts.push(members.into());
    }

    /// Whether the members of a fact are known, one of its keys newly so.
    pub(super) fn contradict(&self, known: &Known) -> bool {
        let places = known.newest().iter().filter_map(|guard| self.by_key.get(guard)).flatten();
        places
            .map(|&place| &self.facts[place as usize])
            .any(|fact| fact.iter().all(|&member| known.holds(member)))
    }

    pub(super) fn bytes(&self) -> usize {
        const BYTES_OF_A_KEY: usize = 64;
        self.n_members * size_of::<Guard>()
            + self.facts.capacity() * size_of::<Box<[Guard]>>()
            + self.by_key.capacity() * BYTES_OF_A_KEY
    }
}
