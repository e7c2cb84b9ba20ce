//! Nodes: the states of a procedure between its entry and its ends, each stored once.
//!
//! A node belongs to an instance. Its key holds the point, the live locals, and how the state differs from the entry
//! state of the instance: what was written and what was allocated. Objects of the entry state are never renamed within
//! an instance, so an object that was written and can no longer be reached stays in the key by itself (the paper's δ,
//! which its figure 5 forgets).

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::instance::InstanceId;

base::typed_id!(
    /// A stored node of one instance.
    NodeId,
    "node"
);

/// How a node was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Via {
    /// It is the entry of its instance.
    Entry,
    /// By executing the body from another node; the choices are kept with the node.
    Body { from: NodeId },
    /// By an exit of another instance, at a call.
    Return { call: NodeId, callee: InstanceId, exit: u32 },
}

/// All nodes of one instance.
#[derive(Debug)]
pub(super) struct Nodes {
    /// Empty as long as there are few.
    table: HashTable<u32>,
    records: Vec<Record>,
    keys: Vec<u8>,
    choices: Vec<u32>,
}

#[derive(Debug)]
struct Record {
    /// Where its key and its choices begin; they end where the next ones begin.
    key: u64,
    choices: u64,
    /// How many nodes of all instances were stored before it.
    serial: u32,
    via: Via,
}

/// So many nodes are compared one by one: most instances have no more, and a table costs more than that.
const FEW: usize = 8;
/// Room for the keys of an instance of a few small nodes.
const KEY_BYTES: usize = 64;

impl Nodes {
    pub(super) fn new() -> Self {
        let keys = Vec::with_capacity(KEY_BYTES);
        Self { table: HashTable::new(), records: Vec::new(), keys, choices: Vec::new() }
    }

    fn len(&self) -> usize {
        self.records.len()
    }

    /// Adds a node unless it is known.
    pub(super) fn insert(&mut self, key: &[u8], via: Via, choices: &[u32], serial: u64) -> Option<NodeId> {
        if self.contains(key) {
            return None;
        }
        let number = |count| u32::try_from(count).expect("fewer than 2^32 nodes");
        let (index, serial) = (number(self.len() as u64), number(serial));
        let (key_start, choices_start) = (self.keys.len() as u64, self.choices.len() as u64);
        self.keys.extend_from_slice(key);
        self.choices.extend_from_slice(choices);
        self.records.push(Record { key: key_start, choices: choices_start, serial, via });
        match self.len() {
            ..=FEW => {}
            len if len == FEW + 1 => (0..=index).for_each(|index| self.enter(index)),
            _ => self.enter(index),
        }
        Some(base::Id::new(index as usize))
    }

    /// Makes a stored node known to the table.
    fn enter(&mut self, index: u32) {
        let Self { table, records, keys, .. } = self;
        let hash_of = |index: u32| hash(key_of(records, keys, index as usize));
        table.insert_unique(hash_of(index), index, |&index| hash_of(index));
    }

    /// Whether there is this node.
    pub(super) fn contains(&self, key: &[u8]) -> bool {
        let Self { table, records, keys, .. } = self;
        if records.len() <= FEW {
            let mut end = keys.len();
            return records.iter().rev().any(|record| {
                let start = record.key as usize;
                let found = &keys[start..std::mem::replace(&mut end, start)];
                found == key
            });
        }
        table.find(hash(key), |&index| key_of(records, keys, index as usize) == key).is_some()
    }

    pub(super) fn key(&self, node: NodeId) -> &[u8] {
        key_of(&self.records, &self.keys, base::Id::index(node))
    }

    pub(super) fn via(&self, node: NodeId) -> Via {
        self.record(node).via
    }

    /// How the choices fell on the way to a node that was found by executing the body.
    pub(super) fn choices(&self, node: NodeId) -> &[u32] {
        let index = base::Id::index(node);
        let end = self.records.get(index + 1).map_or(self.choices.len() as u64, |next| next.choices);
        &self.choices[self.records[index].choices as usize..end as usize]
    }

    fn record(&self, node: NodeId) -> &Record {
        &self.records[base::Id::index(node)]
    }

    /// The node with the longest key that is no end, the latest of such; with its length and its serial number.
    pub(super) fn longest(&self) -> Option<(usize, u32, NodeId)> {
        let nodes = (0..self.len()).map(base::Id::new);
        nodes
            .filter(|&node: &NodeId| !super::body::is_end(self.key(node)))
            .map(|node| (self.key(node).len(), self.record(node).serial, node))
            .max()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        let Self { table, records, keys, choices } = self;
        table.allocation_size()
            + held::<Record>(records.len(), records.capacity())
            + held::<u8>(keys.len(), keys.capacity())
            + held::<u32>(choices.len(), choices.capacity())
    }
}

fn key_of<'a>(records: &[Record], keys: &'a [u8], index: usize) -> &'a [u8] {
    let end = records.get(index + 1).map_or(keys.len() as u64, |next| next.key);
    &keys[records[index].key as usize..end as usize]
}

/// A long vector has room that the system has not given yet: what is in it counts, and a page more.
fn held<T>(len: usize, capacity: usize) -> usize {
    (capacity * size_of::<T>()).min(len * size_of::<T>() + PAGE)
}

const PAGE: usize = 4096;

fn hash(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;

    #[test]
    fn nodes_are_stored_once_and_keep_what_led_to_them() {
        let mut nodes = Nodes::new();
        let first = nodes.insert(b"key", Via::Entry, &[], 7).expect("new");
        let via = Via::Body { from: first };
        let second = nodes.insert(b"longer", via, &[1, 2], 8).expect("another key");
        assert_eq!(nodes.insert(b"longer", Via::Entry, &[], 9), None);
        for number in 0..1000_u32 {
            assert!(nodes.insert(&number.to_le_bytes(), via, &[number], 9).is_some());
            assert!(nodes.insert(&(number / 2).to_le_bytes(), via, &[number], 9).is_none());
        }
        assert_eq!((nodes.key(first), nodes.key(second)), (&b"key"[..], &b"longer"[..]));
        assert_eq!((nodes.via(second), nodes.choices(second)), (via, &[1, 2][..]));
        assert_eq!(nodes.choices(NodeId::new(1001)), [999]);
        assert_eq!((nodes.longest(), nodes.len()), (Some((6, 8, second)), 1002));
    }
}
