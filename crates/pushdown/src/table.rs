//! A hash table of numbers, whose keys are kept elsewhere.
//!
//! Heads, facts and exits lie in flat vectors; the table finds the number of one by its key. It takes 6 to 12 bytes for
//! each entry, where a hash map that holds the keys again takes 15 to 30.

/// All keys are pairs of numbers.
pub(crate) type Key = (u32, u32);

#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// Open addressing with linear probing; the length is a power of two or zero.
    slots: Vec<u32>,
    len: usize,
}

/// Where a key is, or where it would be.
pub(crate) enum Slot {
    Taken { at: usize, number: u32 },
    Free,
}

const FREE: u32 = u32::MAX;
const FIRST_LENGTH: usize = 16;

impl Table {
    /// Looks a key up; `key_of` gives the key of a number.
    pub(crate) fn find(&self, key: Key, key_of: impl Fn(u32) -> Key) -> Slot {
        if self.slots.is_empty() {
            return Slot::Free;
        }
        let mut at = self.first_slot(key);
        loop {
            match self.slots[at] {
                FREE => return Slot::Free,
                number if key_of(number) == key => return Slot::Taken { at, number },
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// Adds a number whose key is not in the table.
    pub(crate) fn insert(&mut self, number: u32, key_of: impl Fn(u32) -> Key) {
        if 3 * (self.len + 1) > 2 * self.slots.len() {
            self.grow(&key_of);
        }
        self.len += 1;
        self.put(number, key_of(number));
    }

    /// Puts another number with the same key into a slot.
    pub(crate) fn replace(&mut self, at: usize, number: u32) {
        self.slots[at] = number;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
    }

    fn grow(&mut self, key_of: &impl Fn(u32) -> Key) {
        let length = FIRST_LENGTH.max(2 * self.slots.len());
        let old = std::mem::replace(&mut self.slots, vec![FREE; length]);
        for number in old.into_iter().filter(|&number| number != FREE) {
            self.put(number, key_of(number));
        }
    }

    fn put(&mut self, number: u32, key: Key) {
        let mut at = self.first_slot(key);
        while self.slots[at] != FREE {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = number;
    }

    fn first_slot(&self, key: Key) -> usize {
        mix(key) as usize & (self.slots.len() - 1)
    }
}

/// A hash whose low bits depend on all bits of both numbers: the two halves of a product, folded.
///
/// Keys are dense, two numbers that often grow together. A hash that keeps such patterns makes long runs of taken
/// slots: with FxHash, probing took more than a third of all instructions of the pushdown engine, and more with every
/// head.
fn mix((first, second): Key) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let key = u64::from(first) << 32 | u64::from(second);
    let product = u128::from(key ^ ODD) * u128::from(ODD.rotate_left(29) | 1);
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean number of slots that are looked at for a key that is there, when the table is as full as it gets.
    fn mean_probes(keys: &[Key]) -> f64 {
        let key_of = |number: u32| keys[number as usize];
        let mut table = Table::default();
        (0..keys.len() as u32).for_each(|number| table.insert(number, key_of));
        let mask = table.slots.len() - 1;
        let probes = |key| match table.find(key, key_of) {
            Slot::Taken { at, .. } => (at.wrapping_sub(table.first_slot(key)) & mask) + 1,
            Slot::Free => panic!("the key {key:?} is lost"),
        };
        keys.iter().map(|&key| probes(key)).sum::<usize>() as f64 / keys.len() as f64
    }

    /// Linear probing on random keys looks at (1 + 1 / (1 - 2/3)) / 2 = 2 slots in a table that is two thirds full
    /// (Knuth).
    #[test]
    fn keys_that_grow_together_do_not_cluster() {
        let full = 2 * (1 << 16) / 3;
        let families: [fn(u32) -> Key; 5] = [
            |number| (number, number),
            |number| (number / 20, number),
            |number| (number, number / 3),
            |number| (0, number),
            |number| (2 * number, 16 * number + 5),
        ];
        for (index, family) in families.iter().enumerate() {
            let keys: Vec<Key> = (0..full).map(family).collect();
            let probes = mean_probes(&keys);
            assert!(probes < 2.5, "family {index}: {probes} slots for a key");
        }
    }

    #[test]
    fn every_key_is_found_again_and_no_other() {
        let keys: Vec<Key> = (0..5000).map(|number| (number % 70, number / 70)).collect();
        let mut table = Table::default();
        for number in 0..keys.len() {
            let key_of = |number: u32| keys[number as usize];
            assert!(matches!(table.find(keys[number], key_of), Slot::Free));
            table.insert(number as u32, key_of);
        }
        for (number, &key) in keys.iter().enumerate() {
            let found = table.find(key, |number| keys[number as usize]);
            assert!(matches!(found, Slot::Taken { number: found, .. } if found as usize == number));
        }
    }
}
