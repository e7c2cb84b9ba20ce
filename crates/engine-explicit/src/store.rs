//! The visited set: every state once, as its canonical form, with a link to the state it was found from.
//!
//! Exact: states are compared byte by byte. A stored state costs its encoding, 8 bytes for the link, one or two for
//! the length, and 9 bytes in a hash table that is between 7/16 and 7/8 full. With *hash compaction* (opt-in; Wolper
//! and Leroy 1993) the 8 bytes of a hash are kept in place of the encoding, and two states with one hash count as the
//! same.
//!
//! The set is cut into shards by hash, each behind a lock, so that workers seldom meet.

use std::hash::Hasher;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A stored state. Ids say nothing about the order of discovery.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct StateId(u64);

impl StateId {
    /// The parent of the first state.
    const NONE: StateId = StateId(u64::MAX);
    const SHARD_SHIFT: u32 = 56;

    fn shard(self) -> usize {
        (self.0 >> Self::SHARD_SHIFT) as usize
    }

    fn place(self) -> u64 {
        self.0 & ((1 << Self::SHARD_SHIFT) - 1)
    }
}

/// What became of a state that was offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inserted {
    New(StateId),
    Known(StateId),
}

impl Inserted {
    pub(crate) fn id(self) -> StateId {
        match self {
            Inserted::New(id) | Inserted::Known(id) => id,
        }
    }
}

/// All states found so far.
pub(crate) struct Store {
    shards: Vec<Mutex<Shard>>,
    exact: bool,
}

#[derive(Default)]
struct Shard {
    /// Places of records.
    table: HashTable<u64>,
    arena: Arena,
}

impl Store {
    pub(crate) fn new(workers: usize, exact: bool) -> Self {
        let n_shards = if workers > 1 { 64 } else { 1 };
        Self { shards: (0..n_shards).map(|_| Mutex::default()).collect(), exact }
    }

    /// Whether states can be read back.
    pub(crate) fn keeps_states(&self) -> bool {
        self.exact
    }

    /// Adds the first state.
    pub(crate) fn insert_root(&self, encoding: &[u8]) -> StateId {
        self.insert(encoding, StateId::NONE).id()
    }

    /// Adds a state unless it is known.
    pub(crate) fn insert(&self, encoding: &[u8], parent: StateId) -> Inserted {
        let hash = hash(encoding);
        // The table uses the highest and the lowest bits; the shard is taken from between.
        let shard = (hash >> 40) as usize & (self.shards.len() - 1);
        let id = |place: u64| StateId((shard as u64) << StateId::SHARD_SHIFT | place);
        let hash_bytes = hash.to_le_bytes();
        let (table_hash, key) =
            if self.exact { (hash, encoding) } else { (self::hash(&hash_bytes), &hash_bytes[..]) };
        match self.lock(shard).insert(table_hash, key, parent) {
            Ok(place) => Inserted::New(id(place)),
            Err(place) => Inserted::Known(id(place)),
        }
    }

    /// Copies the canonical form of a state into `out`. Only for a store that keeps states.
    pub(crate) fn load(&self, id: StateId, out: &mut Vec<u8>) {
        assert!(self.exact, "a compact store cannot give states back");
        out.clear();
        out.extend_from_slice(self.lock(id.shard()).arena.key(id.place()));
    }

    pub(crate) fn parent(&self, id: StateId) -> Option<StateId> {
        let parent = self.lock(id.shard()).arena.parent(id.place());
        (parent != StateId::NONE).then_some(parent)
    }

    /// Whether this is the canonical form of a stored state.
    pub(crate) fn is(&self, id: StateId, encoding: &[u8]) -> bool {
        let hash_bytes = hash(encoding).to_le_bytes();
        let key = if self.exact { encoding } else { &hash_bytes };
        self.lock(id.shard()).arena.key(id.place()) == key
    }

    /// The state with the longest encoding, the last of them. Only a store that keeps states has one.
    pub(crate) fn largest(&self) -> Option<StateId> {
        let in_shard = |shard: usize| {
            let (length, place) = self.lock(shard).arena.longest()?;
            Some((length, StateId((shard as u64) << StateId::SHARD_SHIFT | place)))
        };
        let largest = (0..self.shards.len()).filter_map(in_shard).max_by_key(|&(length, _)| length)?;
        self.exact.then_some(largest.1)
    }

    /// Bytes held, and bytes of encodings among them.
    pub(crate) fn bytes(&self) -> (u64, u64) {
        let sizes = (0..self.shards.len()).map(|shard| self.lock(shard).bytes());
        sizes.fold((0, 0), |sum, size| (sum.0 + size.0, sum.1 + size.1))
    }

    /// Bytes that tables will need soon beside what is held: a table that is full is filled anew, twice as large,
    /// before the old one goes. Tables of one store fill up together, and are replaced one after the other.
    pub(crate) fn growth(&self) -> u64 {
        let growing = (0..self.shards.len()).map(|shard| self.lock(shard).growing_table());
        let (sum, largest) = growing.fold((0, 0), |(sum, largest), bytes| (sum + bytes, bytes.max(largest)));
        sum + largest
    }

    /// A worker that panics ends the whole run, so what it may have left half done is never read.
    fn lock(&self, shard: usize) -> MutexGuard<'_, Shard> {
        self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shard {
    /// The place of a new record, or that of the known one.
    fn insert(&mut self, hash: u64, key: &[u8], parent: StateId) -> Result<u64, u64> {
        let Self { table, arena } = self;
        if let Some(&place) = table.find(hash, |&place| arena.key(place) == key) {
            return Err(place);
        }
        let place = arena.push(key, parent);
        table.insert_unique(hash, place, |&place| self::hash(arena.key(place)));
        Ok(place)
    }

    /// Bytes of the table if it is almost full.
    fn growing_table(&self) -> u64 {
        let is_growing = self.table.len() >= self.table.capacity() / 16 * 15;
        if is_growing { self.table.allocation_size() as u64 } else { 0 }
    }

    fn bytes(&self) -> (u64, u64) {
        ((self.arena.capacity + self.table.allocation_size()) as u64, self.arena.key_bytes as u64)
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// Records in chunks that never move, so that growing copies nothing; a chunk is an eighth of what is there.
///
/// A record is the parent, the length of the key in bytes of seven bits, and the key: the encoding or its hash. Its
/// place is the chunk's number and the offset in it.
#[derive(Default)]
struct Arena {
    chunks: Vec<Vec<u8>>,
    capacity: usize,
    key_bytes: usize,
}

impl Arena {
    const OFFSET_BITS: u32 = 32;
    const FIRST_CHUNK: usize = 4 << 10;
    const LARGEST_CHUNK: usize = 1 << 20;
    /// The parent and the longest length.
    const MAX_HEADER: usize = 8 + 10;

    fn push(&mut self, key: &[u8], parent: StateId) -> u64 {
        let chunk = self.chunk_with(key.len() + Self::MAX_HEADER);
        let offset = chunk.len() as u64;
        chunk.extend_from_slice(&parent.0.to_le_bytes());
        let mut rest = key.len();
        while rest >= 0x80 {
            chunk.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        chunk.push(rest as u8);
        chunk.extend_from_slice(key);
        self.key_bytes += key.len();
        (self.chunks.len() as u64 - 1) << Self::OFFSET_BITS | offset
    }

    /// A chunk with room for so many bytes; chunks grow with the arena.
    fn chunk_with(&mut self, needed: usize) -> &mut Vec<u8> {
        let has_room = self.chunks.last().is_some_and(|chunk| chunk.capacity() - chunk.len() >= needed);
        if !has_room {
            let size = (self.capacity / 8).clamp(Self::FIRST_CHUNK, Self::LARGEST_CHUNK).max(needed);
            self.chunks.push(Vec::with_capacity(size));
            self.capacity += size;
        }
        self.chunks.last_mut().expect("there is a chunk with room")
    }

    #[inline]
    fn record(&self, place: u64) -> &[u8] {
        let offset = place & ((1 << Self::OFFSET_BITS) - 1);
        &self.chunks[(place >> Self::OFFSET_BITS) as usize][offset as usize..]
    }

    #[inline]
    fn key(&self, place: u64) -> &[u8] {
        let record = &self.record(place)[8..];
        let (mut length, mut shift, mut at) = (0, 0, 0);
        loop {
            let byte = record[at];
            length |= usize::from(byte & 0x7f) << shift;
            at += 1;
            if byte < 0x80 {
                return &record[at..at + length];
            }
            shift += 7;
        }
    }

    /// The length and the place of the longest key, the last of them.
    fn longest(&self) -> Option<(usize, u64)> {
        let mut longest = None;
        for (number, chunk) in self.chunks.iter().enumerate() {
            let mut offset = 0;
            while offset < chunk.len() {
                let place = (number as u64) << Self::OFFSET_BITS | offset as u64;
                let length = self.key(place).len();
                if longest.is_none_or(|(most, _)| length >= most) {
                    longest = Some((length, place));
                }
                offset += 8 + length_bytes(length) + length;
            }
        }
        longest
    }

    fn parent(&self, place: u64) -> StateId {
        let bytes = self.record(place)[..8].try_into().expect("a record begins with eight bytes");
        StateId(u64::from_le_bytes(bytes))
    }
}

/// Bytes that a length takes: seven bits in each.
fn length_bytes(length: usize) -> usize {
    (usize::BITS - length.leading_zeros()).div_ceil(7).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_state_is_the_last_of_the_longest() {
        for workers in [1, 2] {
            let store = Store::new(workers, true);
            let root = store.insert_root(b"root");
            let ids: Vec<StateId> =
                encodings().iter().map(|encoding| store.insert(encoding, root).id()).collect();
            assert_eq!(store.largest(), ids.last().copied(), "{workers} workers");
            assert_eq!(length_bytes(encodings().last().expect("one").len()), 4);
        }
        let [short, long] = [127, 128].map(length_bytes);
        assert_eq!((length_bytes(0), short, long), (1, 1, 2));
        assert_eq!(Store::new(1, false).largest(), None);
    }

    /// Encodings of many lengths, the long ones larger than a chunk.
    fn encodings() -> Vec<Vec<u8>> {
        let short = (0..2000u32).map(|n| n.to_le_bytes().to_vec());
        let long = [127, 128, 300, 20_000, 3 << 20].map(|len| vec![7; len]);
        std::iter::once(Vec::new()).chain(short).chain(long).collect()
    }

    fn check(workers: usize, exact: bool) {
        let store = Store::new(workers, exact);
        let root = store.insert_root(b"root");
        let ids: Vec<StateId> =
            encodings().iter().map(|encoding| store.insert(encoding, root).id()).collect();
        for (encoding, &id) in encodings().iter().zip(&ids) {
            assert_eq!(store.insert(encoding, id), Inserted::Known(id));
            assert!(store.is(id, encoding));
            assert!(!store.is(id, b"root"));
            assert_eq!(store.parent(id), Some(root));
            if exact {
                let mut loaded = Vec::new();
                store.load(id, &mut loaded);
                assert_eq!(&loaded, encoding);
            }
        }
        assert_eq!(store.parent(root), None);
    }

    #[test]
    fn a_full_table_is_replaced_within_the_growth_that_was_foreseen() {
        for workers in [1, 2] {
            let store = Store::new(workers, true);
            let root = store.insert_root(b"root");
            let (mut tables, mut foreseen, mut replaced) = (0, 0, 0);
            for n in 0..100_000_u32 {
                store.insert(&n.to_le_bytes(), root);
                let now: u64 = (0..store.shards.len())
                    .map(|shard| store.lock(shard).table.allocation_size() as u64)
                    .sum();
                // A small table is replaced between two looks.
                if now > tables && tables > 64 << 10 {
                    assert!(now - tables <= foreseen, "{n}: {tables} -> {now} bytes, {foreseen} foreseen");
                    replaced += 1;
                }
                (tables, foreseen) = (now, store.growth());
            }
            assert!(replaced >= 3, "{replaced}");
        }
    }

    #[test]
    fn states_are_found_again_and_given_back() {
        for workers in [1, 2] {
            check(workers, true);
            check(workers, false);
        }
    }
}
