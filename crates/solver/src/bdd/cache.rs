//! The computed cache: results of operations, by operation and operands.
//!
//! A direct-mapped table that forgets: of two results with one place the later stays. It keeps operations polynomial in
//! the sizes of their operands as long as it is not much smaller than these.

use super::Bdd;

/// An operation and its operands; operands that there are not are true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    pub(super) operation: u32,
    pub(super) operands: [Bdd; 3],
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    result: Bdd,
}

/// No operation has the number 0.
const NOTHING: Entry = Entry { key: Key { operation: 0, operands: [Bdd::TRUE; 3] }, result: Bdd::TRUE };
const FIRST_LENGTH: usize = 1 << 10;

#[derive(Clone, Debug)]
pub(super) struct Cache {
    /// The length is a power of two.
    entries: Vec<Entry>,
    max_length: usize,
}

impl Cache {
    pub(super) fn new(max_length: usize) -> Self {
        let max_length = max_length.clamp(FIRST_LENGTH, 1 << 31).next_power_of_two();
        Self { entries: vec![NOTHING; FIRST_LENGTH], max_length }
    }

    pub(super) fn get(&self, key: &Key) -> Option<Bdd> {
        let entry = &self.entries[self.place(key)];
        (entry.key == *key).then_some(entry.result)
    }

    pub(super) fn put(&mut self, key: Key, result: Bdd) {
        let place = self.place(&key);
        self.entries[place] = Entry { key, result };
    }

    /// Makes room for the results of so many nodes; what is known stays.
    pub(super) fn grow(&mut self, n_nodes: usize) {
        let length = n_nodes.next_power_of_two().min(self.max_length);
        if length <= self.entries.len() {
            return;
        }
        let old = std::mem::replace(&mut self.entries, vec![NOTHING; length]);
        for Entry { key, result } in old.into_iter().filter(|entry| entry.key.operation != 0) {
            self.put(key, result);
        }
    }

    /// Forgets what mentions a node that is not to be kept.
    pub(super) fn retain(&mut self, is_kept: impl Fn(Bdd) -> bool) {
        for entry in &mut self.entries {
            let Entry { key, result } = entry;
            if !key.operands.iter().chain([&*result]).all(|&bdd| is_kept(bdd)) {
                *entry = NOTHING;
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(NOTHING);
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }

    fn place(&self, key: &Key) -> usize {
        let Key { operation, operands: [a, b, c] } = *key;
        let first = u64::from(a.0) | u64::from(b.0) << 32;
        let second = u64::from(c.0) | u64::from(operation) << 32;
        let mixed = first.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ second.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ mixed >> 29) as usize & (self.entries.len() - 1)
    }
}
