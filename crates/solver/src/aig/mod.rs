//! And-inverter graphs: Boolean functions as conjunctions and complements, with equal structure shared.
//!
//! A [`Signal`] is a node and a complement bit in 32 bits. Nodes are the constant, inputs, and conjunctions of two
//! signals; a node comes after its operands, so the order of nodes is a topological one, and all walks are loops over
//! explicit stacks.
//!
//! - `rewrite`: a new conjunction is first simplified by looking two levels deep;
//! - [`mod@compose`]: substitution of signals for inputs, within a graph or into another one;
//! - [`cone`]: walks and support;
//! - [`evaluate`]: values under assignments, 64 of them at a time.
//!
//! What it costs: a node takes 8 bytes, and about 6 more in the table that finds equal nodes. Nodes are never removed:
//! work that makes many of them for a while takes a graph of its own, and imports into it what it needs.

pub mod compose;
pub mod cone;
pub mod evaluate;
mod operators;
mod rewrite;

use std::fmt;
use std::ops::Not;

use hashbrown::HashTable;

pub use self::compose::Composition;
pub use self::evaluate::{LazyValues, Values};
pub use self::operators::Selection;

/// A node of an [`Aig`], or its complement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signal(u32);

impl Signal {
    pub const FALSE: Signal = Signal(0);
    pub const TRUE: Signal = Signal(1);

    pub fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// The value of a constant.
    pub fn as_constant(self) -> Option<bool> {
        match self {
            Self::FALSE => Some(false),
            Self::TRUE => Some(true),
            _ => None,
        }
    }

    pub fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }

    /// The complement if `complement` says so.
    #[must_use]
    pub fn complement_if(self, complement: bool) -> Self {
        Self(self.0 ^ u32::from(complement))
    }

    /// The same node without complement.
    #[must_use]
    pub fn regular(self) -> Self {
        Self(self.0 & !1)
    }

    /// The number of the node.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The signal of the node with this number, without complement.
    pub fn of_node(node: usize) -> Self {
        let node = u32::try_from(node).ok().filter(|&node| node <= u32::MAX >> 1);
        Self(node.expect("an and-inverter graph has fewer than 2^31 nodes") << 1)
    }
}

impl Not for Signal {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_constant() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "{}n{}", if self.is_complement() { "!" } else { "" }, self.node()),
        }
    }
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// The constant false: node 0.
    Constant,
    /// The input with this number; inputs are counted from 0 in the order in which they were made.
    Input(usize),
    /// A conjunction. The first signal is the smaller one.
    And(Signal, Signal),
}

/// In place of the first operand: the node is an input, and the second word is its number. A first operand is the
/// smaller of two, so it is never that large.
const INPUT: u32 = u32::MAX;
/// The same for an input that is a choice.
const CHOICE: u32 = u32::MAX - 1;

/// A graph of shared conjunctions.
#[derive(Clone)]
pub struct Aig {
    /// Two operands, the smaller one first; or [`INPUT`] or [`CHOICE`] and a number.
    nodes: Vec<(u32, u32)>,
    inputs: Vec<Signal>,
    /// Conjunctions by their operands.
    unique: HashTable<u32>,
}

impl Default for Aig {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Aig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.nodes()).finish()
    }
}

impl Aig {
    pub fn new() -> Self {
        Self { nodes: vec![(0, 0)], inputs: Vec::new(), unique: HashTable::new() }
    }

    /// A new input.
    pub fn input(&mut self) -> Signal {
        self.new_input(INPUT)
    }

    /// A new input that is marked as a choice; [`crate::guard`] says what that is for.
    pub fn choice(&mut self) -> Signal {
        self.new_input(CHOICE)
    }

    fn new_input(&mut self, kind: u32) -> Signal {
        let signal = Signal::of_node(self.nodes.len());
        self.nodes.push((kind, self.inputs.len() as u32));
        self.inputs.push(signal);
        signal
    }

    /// Whether a signal is an input or the complement of one.
    pub fn is_input(&self, signal: Signal) -> bool {
        matches!(self.nodes[signal.node()].0, INPUT | CHOICE)
    }

    /// Whether a signal is an input, or the complement of one, that is marked as a choice.
    pub fn is_choice(&self, signal: Signal) -> bool {
        self.nodes[signal.node()].0 == CHOICE
    }

    /// Several new inputs.
    pub fn new_inputs(&mut self, count: usize) -> Vec<Signal> {
        (0..count).map(|_| self.input()).collect()
    }

    /// All inputs, in order.
    pub fn inputs(&self) -> &[Signal] {
        &self.inputs
    }

    /// The number of nodes, the constant and the inputs among them.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<(u32, u32)>()
            + self.inputs.capacity() * size_of::<Signal>()
            + self.unique.allocation_size()
    }

    /// What the node of a signal is, whether the signal is a complement or not.
    pub fn node(&self, signal: Signal) -> Node {
        match self.nodes[signal.node()] {
            (INPUT | CHOICE, number) => Node::Input(number as usize),
            (first, second) if signal.node() != 0 => Node::And(Signal(first), Signal(second)),
            _ => Node::Constant,
        }
    }

    /// All nodes, as signals without complement; operands come first.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = (Signal, Node)> + '_ {
        (0..self.n_nodes()).map(Signal::of_node).map(|signal| (signal, self.node(signal)))
    }

    /// The operands of a conjunction.
    fn operands(&self, signal: Signal) -> Option<(Signal, Signal)> {
        match self.node(signal) {
            Node::And(first, second) => Some((first, second)),
            Node::Constant | Node::Input(_) => None,
        }
    }

    /// The conjunction of two signals, simplified where that takes no new nodes.
    pub fn and(&mut self, left: Signal, right: Signal) -> Signal {
        match self.simplify(left, right) {
            rewrite::Simplified::Known(signal) => signal,
            rewrite::Simplified::Pair(left, right) => self.find_or_add(left.min(right), left.max(right)),
        }
    }

    fn find_or_add(&mut self, first: Signal, second: Signal) -> Signal {
        let key = (first.0, second.0);
        let Self { nodes, unique, .. } = self;
        let found = unique.find(hash(key), |&node| nodes[node as usize] == key);
        if let Some(&node) = found {
            return Signal::of_node(node as usize);
        }
        let signal = Signal::of_node(nodes.len());
        nodes.push(key);
        unique.insert_unique(hash(key), signal.node() as u32, |&node| hash(nodes[node as usize]));
        signal
    }
}

/// Both halves of a product, folded: operands are dense numbers that grow together, and hashes that keep such patterns
/// cluster.
fn hash((first, second): (u32, u32)) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let key = u64::from(first) << 32 | u64::from(second);
    let product = u128::from(key ^ ODD) * u128::from(ODD.rotate_left(29) | 1);
    (product >> 64) as u64 ^ product as u64
}
