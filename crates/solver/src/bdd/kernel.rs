//! Nodes, and the table that keeps them unique.
//!
//! A node has a level, which is the place of its variable in the order, and two edges. Canonical form: the edges
//! differ, and the high one is no complement. Node 0 is the constant true, at a level below all others. Nodes lie in
//! one vector and take 12 bytes, with 8 to 16 more in the open-addressed table of their numbers.

use super::cache::Cache;
use super::machine::Stacks;
use super::{Bdd, BddError, Variable};
use base::Id;

/// How much a manager may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BddLimits {
    /// Nodes at one time, garbage included; at most 2^31.
    pub nodes: usize,
    /// Steps of all operations together, since the manager was made; [`Bdds::set_step_limit`] moves it.
    pub steps: u64,
    /// Entries of the cache of results: it grows with the nodes up to this number. An entry has 20 bytes.
    pub cache_entries: usize,
}

impl Default for BddLimits {
    fn default() -> Self {
        Self { nodes: 1 << 27, steps: u64::MAX, cache_entries: 1 << 22 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) level: u32,
    pub(super) low: Bdd,
    pub(super) high: Bdd,
}

/// The level of the constant.
pub(super) const BOTTOM: u32 = u32::MAX;
/// The level of nodes that are free to be used again.
pub(super) const FREE: u32 = u32::MAX - 1;

/// An empty slot.
const EMPTY: u32 = u32::MAX;
const FIRST_SLOTS: usize = 1 << 10;

/// A manager: all functions over its variables share their nodes.
#[derive(Clone, Debug)]
pub struct Bdds {
    pub(super) nodes: Vec<Node>,
    /// Numbers of nodes that are free.
    pub(super) free: Vec<u32>,
    /// Numbers of all other nodes but the constant, by hash; at most half full.
    slots: Vec<u32>,
    pub(super) cache: Cache,
    pub(super) stacks: Stacks,
    pub(super) level_of: Vec<u32>,
    pub(super) variable_at: Vec<u32>,
    /// What [`super::Cube`]s stand for.
    pub(super) cubes: Vec<Bdd>,
    /// What [`super::Substitution`]s stand for: an image for each variable that there was.
    pub(super) substitutions: Vec<Vec<Bdd>>,
    limits: BddLimits,
    pub(super) steps: u64,
}

impl Default for Bdds {
    fn default() -> Self {
        Self::new(BddLimits::default())
    }
}

impl Bdds {
    pub fn new(limits: BddLimits) -> Self {
        let constant = Node { level: BOTTOM, low: Bdd::TRUE, high: Bdd::TRUE };
        let limits = BddLimits { nodes: limits.nodes.min(1 << 31), ..limits };
        Self {
            nodes: vec![constant],
            free: Vec::new(),
            slots: vec![EMPTY; FIRST_SLOTS],
            cache: Cache::new(limits.cache_entries),
            stacks: Stacks::default(),
            level_of: Vec::new(),
            variable_at: Vec::new(),
            cubes: Vec::new(),
            substitutions: Vec::new(),
            limits,
            steps: 0,
        }
    }

    /// A new variable, behind all others in the order.
    pub fn variable(&mut self) -> Variable {
        let variable = Variable::new(self.level_of.len());
        self.level_of.push(self.variable_at.len() as u32);
        self.variable_at.push(variable.index() as u32);
        variable
    }

    pub fn n_variables(&self) -> usize {
        self.level_of.len()
    }

    /// The variables from the top of the order to the bottom.
    pub fn order(&self) -> Vec<Variable> {
        self.variable_at.iter().map(|&variable| Variable::new(variable as usize)).collect()
    }

    /// The function that is true where the variable is.
    pub fn literal(&mut self, variable: Variable) -> Result<Bdd, BddError> {
        self.make(self.level_of[variable.index()], Bdd::FALSE, Bdd::TRUE)
    }

    /// Nodes at present, garbage included.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// Steps of all operations so far.
    pub fn n_steps(&self) -> u64 {
        self.steps
    }

    pub fn set_step_limit(&mut self, steps: u64) {
        self.limits.steps = steps;
    }

    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + (self.slots.capacity() + self.free.capacity()) * size_of::<u32>()
            + self.cache.bytes()
    }

    pub(super) fn level(&self, bdd: Bdd) -> u32 {
        self.nodes[bdd.node()].level
    }

    /// Both cofactors at a level that is not below the top of the function.
    pub(super) fn cofactors(&self, bdd: Bdd, level: u32) -> (Bdd, Bdd) {
        let node = self.nodes[bdd.node()];
        if node.level != level {
            return (bdd, bdd);
        }
        (node.low.complement_if(bdd.is_complement()), node.high.complement_if(bdd.is_complement()))
    }

    /// One step of an operation.
    pub(super) fn step(&mut self) -> Result<(), BddError> {
        self.steps += 1;
        if self.steps > self.limits.steps { Err(BddError::Steps) } else { Ok(()) }
    }

    /// The node with these edges, whose functions begin below the level.
    pub(super) fn make(&mut self, level: u32, low: Bdd, high: Bdd) -> Result<Bdd, BddError> {
        if low == high {
            return Ok(low);
        }
        let complement = high.is_complement();
        let node = Node { level, low: low.complement_if(complement), high: high.regular() };
        Ok(self.find_or_add(node)?.complement_if(complement))
    }

    fn find_or_add(&mut self, node: Node) -> Result<Bdd, BddError> {
        let mask = self.slots.len() - 1;
        let mut at = hash(node) as usize & mask;
        loop {
            match self.slots[at] {
                EMPTY => break,
                number if self.nodes[number as usize] == node => return Ok(Bdd::of_node(number as usize)),
                _ => at = (at + 1) & mask,
            }
        }
        let number = self.add(node)?;
        self.slots[at] = number;
        if 2 * self.n_nodes() > self.slots.len() {
            self.grow();
        }
        Ok(Bdd::of_node(number as usize))
    }

    fn add(&mut self, node: Node) -> Result<u32, BddError> {
        if self.n_nodes() >= self.limits.nodes {
            return Err(BddError::Nodes);
        }
        match self.free.pop() {
            Some(number) => {
                self.nodes[number as usize] = node;
                Ok(number)
            }
            None => {
                self.nodes.push(node);
                Ok(self.nodes.len() as u32 - 1)
            }
        }
    }

    fn grow(&mut self) {
        self.fill_slots(2 * self.slots.len());
        self.cache.grow(self.slots.len());
    }

    /// Enters all nodes into the table anew.
    pub(super) fn rebuild(&mut self) {
        self.fill_slots(FIRST_SLOTS.max((2 * self.n_nodes()).next_power_of_two()));
    }

    fn fill_slots(&mut self, length: usize) {
        self.slots.clear();
        self.slots.resize(length, EMPTY);
        let mask = length - 1;
        for (number, &node) in self.nodes.iter().enumerate().skip(1) {
            if node.level == FREE {
                continue;
            }
            let mut at = hash(node) as usize & mask;
            while self.slots[at] != EMPTY {
                at = (at + 1) & mask;
            }
            self.slots[at] = number as u32;
        }
    }
}

/// Edges are dense numbers that grow together: each is spread over the word before they meet, and the high bits, which
/// depend on all of them, come down.
fn hash(node: Node) -> u64 {
    let Node { level, low, high } = node;
    let edges = u64::from(low.0) | u64::from(high.0) << 32;
    let mixed =
        edges.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(level).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 29
}
