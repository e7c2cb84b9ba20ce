//! Other orders of the variables: sifting, with groups of variables that move together.
//!
//! Rudell, "Dynamic variable ordering for ordered binary decision diagrams" (ICCAD 1993); Panda and Somenzi, "Who are
//! the variables in your neighborhood" (1995) for groups. A group is moved through the whole order by exchanging
//! neighbouring levels, and then to the place where the diagrams were smallest. An exchange changes nodes in place, so
//! all functions keep their meaning and their numbers.
//!
//! While this goes on, each level has a table of its own and each node a count of the edges to it; the one table of the
//! kernel is built anew at the end.

use base::Id;
use hashbrown::HashTable;

use super::kernel::{FREE, Node};
use super::{Bdd, Bdds, Variable};

/// How long to look for a better order.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReorderLimits {
    /// Exchanges of neighbouring levels.
    pub swaps: u64,
    /// A group stops moving on when the diagrams are so many times as large as the smallest so far.
    pub growth: f64,
}

impl Default for ReorderLimits {
    fn default() -> Self {
        Self { swaps: 1_000_000, growth: 1.2 }
    }
}

/// What became of the diagrams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reordered {
    pub nodes_before: usize,
    pub nodes_after: usize,
    pub swaps: u64,
}

impl Bdds {
    /// Looks for an order in which the roots are smaller. As with [`Bdds::collect`], all other functions lose their
    /// meaning.
    ///
    /// Variables of one group that are neighbours in the order stay so; a variable in no group is one of its own.
    pub fn reorder(&mut self, roots: &[Bdd], groups: &[Vec<Variable>], limits: ReorderLimits) -> Reordered {
        self.collect(roots.iter().copied());
        self.cache.clear();
        let nodes_before = self.n_nodes();
        let blocks = self.blocks(groups);
        let mut sifting = Sifting::new(self, roots, blocks, limits);
        sifting.run();
        let swaps = sifting.swaps;
        self.rebuild();
        Reordered { nodes_before, nodes_after: self.n_nodes(), swaps }
    }

    /// The numbers of levels that stay together, from the top.
    fn blocks(&self, groups: &[Vec<Variable>]) -> Vec<usize> {
        let mut group_of: Vec<Option<usize>> = vec![None; self.n_variables()];
        for (number, group) in groups.iter().enumerate() {
            group.iter().for_each(|variable| group_of[variable.index()] = Some(number));
        }
        let order: Vec<Option<usize>> =
            self.order().iter().map(|variable| group_of[variable.index()]).collect();
        order.chunk_by(|first, second| first.is_some() && first == second).map(<[_]>::len).collect()
    }
}

struct Sifting<'a> {
    bdds: &'a mut Bdds,
    /// For each level its nodes, by their edges.
    tables: Vec<HashTable<u32>>,
    /// For each node the edges to it, from nodes and from outside.
    references: Vec<u32>,
    /// The numbers of levels in each block, from the top.
    blocks: Vec<usize>,
    /// The block at each place, by its place at the start.
    names: Vec<usize>,
    limits: ReorderLimits,
    swaps: u64,
}

impl<'a> Sifting<'a> {
    /// There must be no garbage.
    fn new(bdds: &'a mut Bdds, roots: &[Bdd], blocks: Vec<usize>, limits: ReorderLimits) -> Self {
        let mut references = vec![0; bdds.nodes.len()];
        let mut tables = vec![HashTable::new(); bdds.n_variables()];
        let kept = bdds.cubes.iter().chain(bdds.substitutions.iter().flatten());
        kept.chain(roots).for_each(|bdd| references[bdd.node()] += 1);
        for (number, node) in bdds.nodes.iter().enumerate().skip(1).filter(|(_, node)| node.level != FREE) {
            references[node.low.node()] += 1;
            references[node.high.node()] += 1;
            let rehash = |&other: &u32| hash(bdds.nodes[other as usize]);
            tables[node.level as usize].insert_unique(hash(*node), number as u32, rehash);
        }
        let names = (0..blocks.len()).collect();
        Self { bdds, tables, references, blocks, names, limits, swaps: 0 }
    }

    /// Sifts each block, the largest first.
    fn run(&mut self) {
        let mut by_size: Vec<(usize, usize)> = Vec::new();
        let mut level = 0;
        for (name, &length) in self.blocks.iter().enumerate() {
            let size = self.tables[level..level + length].iter().map(HashTable::len).sum();
            by_size.push((size, name));
            level += length;
        }
        by_size.sort_unstable_by_key(|&(size, name)| (std::cmp::Reverse(size), name));
        for (_, name) in by_size {
            if self.swaps >= self.limits.swaps {
                return;
            }
            if let Some(place) = self.names.iter().position(|&other| other == name) {
                self.sift(place);
            }
        }
    }

    /// Moves a block to the end that is nearer, to the other one, and then to the best place on the way.
    fn sift(&mut self, mut place: usize) {
        let mut best = (self.bdds.n_nodes(), place);
        let last = self.blocks.len() - 1;
        let mut directions = [Direction::Up, Direction::Down];
        if place > last / 2 {
            directions.reverse();
        }
        for direction in directions {
            place = self.wander(place, direction, last, &mut best);
        }
        while place < best.1 {
            self.exchange(place);
            place += 1;
        }
        while place > best.1 {
            place -= 1;
            self.exchange(place);
        }
    }

    fn wander(
        &mut self,
        mut place: usize,
        direction: Direction,
        last: usize,
        best: &mut (usize, usize),
    ) -> usize {
        loop {
            let size = self.bdds.n_nodes();
            if size < best.0 {
                *best = (size, place);
            }
            if size as f64 > best.0 as f64 * self.limits.growth || self.swaps >= self.limits.swaps {
                return place;
            }
            match direction {
                Direction::Up if place > 0 => {
                    place -= 1;
                    self.exchange(place);
                }
                Direction::Down if place < last => {
                    self.exchange(place);
                    place += 1;
                }
                Direction::Up | Direction::Down => return place,
            }
        }
    }

    /// Exchanges the block at a place with the next one.
    fn exchange(&mut self, place: usize) {
        let start: usize = self.blocks[..place].iter().sum();
        let (upper, lower) = (self.blocks[place], self.blocks[place + 1]);
        for risen in 0..lower {
            for level in (start + risen..start + risen + upper).rev() {
                self.swap(level);
            }
        }
        self.blocks.swap(place, place + 1);
        self.names.swap(place, place + 1);
    }

    /// Exchanges a level with the next one.
    fn swap(&mut self, upper: usize) {
        let lower = upper + 1;
        self.swaps += 1;
        let falling = std::mem::take(&mut self.tables[upper]);
        self.tables.swap(upper, lower);
        for &node in &self.tables[upper] {
            self.bdds.nodes[node as usize].level = upper as u32;
        }
        let (upper_level, lower_level) = (upper as u32, lower as u32);
        let depends = |bdds: &Bdds, node: Node| {
            bdds.level(node.low) == upper_level || bdds.level(node.high) == upper_level
        };
        // Nodes without an edge to the other variable only change their level. They come first, for the others may find
        // them.
        let mut dependent = Vec::new();
        for number in falling {
            let node = self.bdds.nodes[number as usize];
            if depends(self.bdds, node) {
                dependent.push(number);
            } else {
                self.bdds.nodes[number as usize].level = lower_level;
                self.enter(number);
            }
        }
        for number in dependent {
            self.turn(number, upper_level);
        }
        let (first, second) = (self.bdds.variable_at[upper], self.bdds.variable_at[lower]);
        self.bdds.variable_at.swap(upper, lower);
        self.bdds.level_of[first as usize] = lower_level;
        self.bdds.level_of[second as usize] = upper_level;
    }

    /// Lets a node of the falling variable decide the rising one first.
    fn turn(&mut self, number: u32, upper: u32) {
        let old = self.bdds.nodes[number as usize];
        let (low_low, low_high) = self.bdds.cofactors(old.low, upper);
        let (high_low, high_high) = self.bdds.cofactors(old.high, upper);
        let low = self.find_or_add(upper + 1, low_low, high_low);
        self.references[low.node()] += 1;
        let high = self.find_or_add(upper + 1, low_high, high_high);
        self.references[high.node()] += 1;
        // The high edge of a high edge is no complement, so neither is this one.
        self.bdds.nodes[number as usize] = Node { level: upper, low, high };
        self.enter(number);
        self.release(old.low);
        self.release(old.high);
    }

    fn find_or_add(&mut self, level: u32, low: Bdd, high: Bdd) -> Bdd {
        if low == high {
            return low;
        }
        let complement = high.is_complement();
        let node = Node { level, low: low.complement_if(complement), high: high.regular() };
        let is_equal = |&other: &u32| self.bdds.nodes[other as usize] == node;
        if let Some(&number) = self.tables[level as usize].find(hash(node), is_equal) {
            return Bdd::of_node(number as usize).complement_if(complement);
        }
        let number = self.add(node);
        self.references[node.low.node()] += 1;
        self.references[node.high.node()] += 1;
        self.enter(number);
        Bdd::of_node(number as usize).complement_if(complement)
    }

    /// The limit of the manager does not hold here: an exchange cannot stop half-way, and a sift ends when the diagrams
    /// grow.
    fn add(&mut self, node: Node) -> u32 {
        match self.bdds.free.pop() {
            Some(number) => {
                self.bdds.nodes[number as usize] = node;
                self.references[number as usize] = 0;
                number
            }
            None => {
                self.bdds.nodes.push(node);
                self.references.push(0);
                self.bdds.nodes.len() as u32 - 1
            }
        }
    }

    fn enter(&mut self, number: u32) {
        let Self { bdds, tables, .. } = self;
        let node = bdds.nodes[number as usize];
        let rehash = |&other: &u32| hash(bdds.nodes[other as usize]);
        tables[node.level as usize].insert_unique(hash(node), number, rehash);
    }

    /// Takes an edge away, and with it all that is not needed any more.
    fn release(&mut self, bdd: Bdd) {
        let mut stack = vec![bdd.node()];
        while let Some(number) = stack.pop() {
            self.references[number] -= 1;
            if number == 0 || self.references[number] > 0 {
                continue;
            }
            let node = self.bdds.nodes[number];
            let entry =
                self.tables[node.level as usize].find_entry(hash(node), |&other| other as usize == number);
            if let Ok(entry) = entry {
                entry.remove();
            }
            self.bdds.nodes[number] = Node { level: FREE, low: Bdd::TRUE, high: Bdd::TRUE };
            self.bdds.free.push(number as u32);
            stack.extend([node.low.node(), node.high.node()]);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

/// By the edges alone, which an exchange of levels leaves as they are.
fn hash(node: Node) -> u64 {
    let edges = u64::from(node.low.0) | u64::from(node.high.0) << 32;
    let product = u128::from(edges ^ 0x9e37_79b9_7f4a_7c15) * 0xbf58_476d_1ce4_e5b9;
    (product >> 64) as u64 ^ product as u64
}
