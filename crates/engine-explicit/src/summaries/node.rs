//! Nodes: the states of a procedure between its entry and its ends, each stored once.
//!
//! A node belongs to a root. Its key holds the point, the live locals, and how the state differs from the entry state
//! of the root: what was written and what was allocated. Objects of the entry state are never renamed within a root,
//! so an object that was written and can no longer be reached stays in the key by itself (the paper's δ, which its
//! figure 5 forgets).

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::root::RootId;

base::typed_id!(
    /// A stored node.
    NodeId,
    "node"
);

/// How a node was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Via {
    /// It is the entry of its root.
    Entry,
    /// By executing the body from another node; the choices are kept with the node.
    Body { from: NodeId },
    /// By an effect of a root, at a call.
    Return { call: NodeId, callee: RootId, exit: u32 },
}

/// All nodes of all roots.
#[derive(Debug, Default)]
pub(super) struct Nodes {
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
    root: RootId,
    via: Via,
}

impl Nodes {
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// Adds a node unless it is known.
    pub(super) fn insert(&mut self, root: RootId, key: &[u8], via: Via, choices: &[u32]) -> Option<NodeId> {
        let hash = hash(root, key);
        if self.has(hash, root, key) {
            return None;
        }
        let Self { table, records, keys, .. } = self;
        let index = u32::try_from(records.len()).expect("fewer than 2^32 nodes");
        table.insert_unique(hash, index, |&index| {
            self::hash(records[index as usize].root, key_of(records, keys, index as usize))
        });
        let (key_start, choices_start) = (keys.len() as u64, self.choices.len() as u64);
        keys.extend_from_slice(key);
        self.choices.extend_from_slice(choices);
        records.push(Record { key: key_start, choices: choices_start, root, via });
        Some(base::Id::new(index as usize))
    }

    /// Whether a root has this node.
    pub(super) fn contains(&self, root: RootId, key: &[u8]) -> bool {
        self.has(hash(root, key), root, key)
    }

    fn has(&self, hash: u64, root: RootId, key: &[u8]) -> bool {
        let Self { table, records, keys, .. } = self;
        let is_it = |&index: &u32| {
            records[index as usize].root == root && key_of(records, keys, index as usize) == key
        };
        table.find(hash, is_it).is_some()
    }

    pub(super) fn key(&self, node: NodeId) -> &[u8] {
        key_of(&self.records, &self.keys, base::Id::index(node))
    }

    pub(super) fn root(&self, node: NodeId) -> RootId {
        self.record(node).root
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

    /// The node with the longest key that is no end: of those of its root, at the latest point of time.
    pub(super) fn longest(&self) -> Option<NodeId> {
        let nodes = (0..self.len()).map(base::Id::new);
        nodes
            .filter(|&node: &NodeId| !super::body::is_end(self.key(node)))
            .max_by_key(|&node| self.key(node).len())
    }

    /// Bytes of keys, and bytes held altogether.
    pub(super) fn bytes(&self) -> (u64, u64) {
        // A long vector has room that the system has not given yet: what is in it counts.
        let records = self.records.len() * size_of::<Record>();
        let rest = records + 4 * self.choices.len() + self.table.allocation_size();
        (self.keys.len() as u64, (self.keys.len() + rest) as u64)
    }
}

fn key_of<'a>(records: &[Record], keys: &'a [u8], index: usize) -> &'a [u8] {
    let end = records.get(index + 1).map_or(keys.len() as u64, |next| next.key);
    &keys[records[index].key as usize..end as usize]
}

fn hash(root: RootId, key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_usize(base::Id::index(root));
    hasher.write(key);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;

    #[test]
    fn nodes_of_different_roots_are_different_and_keep_what_led_to_them() {
        let mut nodes = Nodes::default();
        let roots = [0, 1].map(RootId::new);
        let first = nodes.insert(roots[0], b"key", Via::Entry, &[]).expect("new");
        let via = Via::Body { from: first };
        let second = nodes.insert(roots[1], b"key", via, &[1, 2]).expect("new in another root");
        assert_eq!(nodes.insert(roots[1], b"key", Via::Entry, &[]), None);
        for number in 0..1000_u32 {
            assert!(nodes.insert(roots[0], &number.to_le_bytes(), via, &[number]).is_some());
        }
        assert_eq!((nodes.key(first), nodes.key(second)), (&b"key"[..], &b"key"[..]));
        assert_eq!((nodes.via(second), nodes.choices(second)), (via, &[1, 2][..]));
        assert_eq!(nodes.choices(NodeId::new(1001)), [999]);
        assert_eq!((nodes.root(second), nodes.len()), (roots[1], 1002));
    }
}
