//! The table of folded parts: nodes, words of nodes, and trees. Equal ones have equal numbers.
//!
//! A *node* is an object whose references are trees; a *layer* is a node with a hole, where the next object of a chain
//! goes. A *word* is a chain of layers; equal neighbours are counted. A *tree* is a word that ends at a base: a node
//! with no tree below it, or with several.

use std::hash::{Hash, Hasher};

use base::Id;
use hashbrown::HashTable;
use ir::{ClassId, Value};
use rustc_hash::{FxHashMap, FxHasher};

base::typed_id!(
    /// An object with trees below it, and perhaps a hole.
    NodeId,
    "node"
);
base::typed_id!(
    /// A chain of layers; number 0 is the empty one.
    WordId,
    "word"
);
base::typed_id!(
    /// A tree of objects, up to the names of the objects.
    TreeId,
    "tree"
);

/// Layers of a word: so many equal ones.
type Run = (NodeId, u32);

/// All parts by number. What a part is made of has smaller numbers.
#[derive(Debug)]
pub struct Parts {
    nodes: Vec<Node>,
    /// Slots of all nodes. A reference is the number of a tree.
    slots: Vec<Value>,
    node_table: HashTable<NodeId>,
    words: Vec<Word>,
    runs: Vec<Run>,
    word_table: HashTable<WordId>,
    trees: Vec<Tree>,
    tree_table: FxHashMap<(WordId, NodeId), TreeId>,
    scratch: Vec<Run>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    class: ClassId,
    /// [`NO_HOLE`] if there is none.
    hole: u32,
    start: u32,
    len: u32,
    /// Objects, those in the trees below included.
    size: u64,
}

const NO_HOLE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Word {
    start: u32,
    len: u32,
    /// Layers.
    length: u64,
    /// Objects.
    size: u64,
}

#[derive(Clone, Copy, Debug)]
struct Tree {
    word: WordId,
    base: NodeId,
    size: u64,
}

impl Default for Parts {
    fn default() -> Self {
        let mut parts = Self {
            nodes: Vec::new(),
            slots: Vec::new(),
            node_table: HashTable::new(),
            words: Vec::new(),
            runs: Vec::new(),
            word_table: HashTable::new(),
            trees: Vec::new(),
            tree_table: FxHashMap::default(),
            scratch: Vec::new(),
        };
        parts.word_of(&[]);
        parts
    }
}

impl Parts {
    pub fn class(&self, node: NodeId) -> ClassId {
        self.nodes[node.index()].class
    }

    /// The slots of a node. A reference to an object `n` means the tree `n`; a hole is null.
    pub fn slots(&self, node: NodeId) -> &[Value] {
        let Node { start, len, .. } = self.nodes[node.index()];
        &self.slots[start as usize..(start + len) as usize]
    }

    /// The slot where the next object of a chain goes.
    pub fn hole(&self, node: NodeId) -> Option<usize> {
        let hole = self.nodes[node.index()].hole;
        (hole != NO_HOLE).then_some(hole as usize)
    }

    /// The layers of a word, from the first on.
    pub fn runs(&self, word: WordId) -> &[Run] {
        let Word { start, len, .. } = self.words[word.index()];
        &self.runs[start as usize..(start + len) as usize]
    }

    /// The number of layers.
    pub fn length(&self, word: WordId) -> u64 {
        self.words[word.index()].length
    }

    /// The number of objects.
    pub fn word_size(&self, word: WordId) -> u64 {
        self.words[word.index()].size
    }

    pub fn n_trees(&self) -> usize {
        self.trees.len()
    }

    /// The chain that a tree begins with.
    pub fn word(&self, tree: TreeId) -> WordId {
        self.trees[tree.index()].word
    }

    /// The node at the end of that chain.
    pub fn base(&self, tree: TreeId) -> NodeId {
        self.trees[tree.index()].base
    }

    /// The number of objects.
    pub fn tree_size(&self, tree: TreeId) -> u64 {
        self.trees[tree.index()].size
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.slots.capacity() * size_of::<Value>()
            + self.words.capacity() * size_of::<Word>()
            + self.runs.capacity() * size_of::<Run>()
            + self.trees.capacity() * size_of::<Tree>()
            + (self.node_table.capacity() + self.word_table.capacity()) * 5
            + self.tree_table.capacity() * 13
    }

    pub(crate) fn node(&mut self, class: ClassId, hole: Option<usize>, slots: &[Value]) -> NodeId {
        let hole = hole.map_or(NO_HOLE, |hole| hole as u32);
        let hash = hash(&(class, hole, slots));
        let same = |&node: &NodeId| {
            self.class(node) == class && self.nodes[node.index()].hole == hole && self.slots(node) == slots
        };
        if let Some(&node) = self.node_table.find(hash, same) {
            return node;
        }
        let children = slots.iter().filter_map(|value| value.object());
        let size = 1 + children.map(|child| self.tree_size(TreeId::new(child.index()))).sum::<u64>();
        let start = u32::try_from(self.slots.len()).expect("nodes of more than 2^32 slots");
        let node = NodeId::new(self.nodes.len());
        self.nodes.push(Node { class, hole, start, len: slots.len() as u32, size });
        self.slots.extend_from_slice(slots);
        let (nodes, all) = (&self.nodes, &self.slots);
        self.node_table.insert_unique(hash, node, |node| {
            let Node { class, hole, start, len, .. } = nodes[node.index()];
            self::hash(&(class, hole, &all[start as usize..(start + len) as usize]))
        });
        node
    }

    /// The word of runs whose neighbours differ.
    pub(crate) fn word_of(&mut self, runs: &[Run]) -> WordId {
        let hash = hash(&runs);
        if let Some(&word) = self.word_table.find(hash, |&word| self.runs(word) == runs) {
            return word;
        }
        let length = runs.iter().map(|&(_, count)| u64::from(count)).sum();
        let size = runs.iter().map(|&(layer, count)| self.nodes[layer.index()].size * u64::from(count)).sum();
        let start = u32::try_from(self.runs.len()).expect("words of more than 2^32 runs");
        let word = WordId::new(self.words.len());
        self.words.push(Word { start, len: runs.len() as u32, length, size });
        self.runs.extend_from_slice(runs);
        let (words, all) = (&self.words, &self.runs);
        self.word_table.insert_unique(hash, word, |word| {
            let Word { start, len, .. } = words[word.index()];
            self::hash(&&all[start as usize..(start + len) as usize])
        });
        word
    }

    /// The word of one layer.
    pub(crate) fn single(&mut self, layer: NodeId) -> WordId {
        self.word_of(&[(layer, 1)])
    }

    pub(crate) fn tree(&mut self, word: WordId, base: NodeId) -> TreeId {
        let next = TreeId::new(self.trees.len());
        let tree = *self.tree_table.entry((word, base)).or_insert(next);
        if tree == next {
            let size = self.word_size(word) + self.nodes[base.index()].size;
            self.trees.push(Tree { word, base, size });
        }
        tree
    }

    /// The tree with a chain put before it.
    pub(crate) fn prepend(&mut self, word: WordId, tree: TreeId) -> TreeId {
        let Tree { word: own, base, .. } = self.trees[tree.index()];
        let mut runs = std::mem::take(&mut self.scratch);
        runs.clear();
        runs.extend_from_slice(self.runs(word));
        let mut rest = self.runs(own);
        if let (Some(last), Some(first)) = (runs.last_mut(), rest.first())
            && last.0 == first.0
        {
            last.1 += first.1;
            rest = &rest[1..];
        }
        runs.extend_from_slice(rest);
        let word = self.word_of(&runs);
        self.scratch = runs;
        self.tree(word, base)
    }

    /// The first layer of a word, and the word without it.
    pub(crate) fn without_first(&mut self, word: WordId) -> Option<(NodeId, WordId)> {
        let mut runs = std::mem::take(&mut self.scratch);
        runs.clear();
        runs.extend_from_slice(self.runs(word));
        let split = match runs.first_mut() {
            None => None,
            Some((first, count)) => {
                let first = *first;
                *count -= 1;
                let is_used_up = *count == 0;
                Some((first, self.word_of(&runs[usize::from(is_used_up)..])))
            }
        };
        self.scratch = runs;
        split
    }
}

fn hash(key: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}
