//! Valid shapes of data structures: how many there are of a size, by an invariant that is executed on unknown inputs.
//!
//! A subject has a method `shapes` that discards every input but those of the size that its method `size` returns. Each
//! shape takes one path of it: numbers decide about nothing but whether an input is discarded.

use base::{SourceFile, SourceMap};
use engine_symbolic::SymbolicEngine;
use ir::Program;
use verdict::{Exploration, Explore, ExploreQuery, HeapTotal, Init, Meter, PathDetail};

/// A data structure with its invariant.
#[derive(Clone, Copy, Debug)]
pub struct ShapeSubject {
    pub name: &'static str,
    text: &'static str,
    class: &'static str,
    /// The deepest object of a structure of this size.
    depth: fn(u32) -> u32,
    /// How many shapes of a size there are, by mathematics.
    pub expected: fn(usize) -> u64,
}

/// All of them.
pub const SUBJECTS: [ShapeSubject; 4] = [
    ShapeSubject {
        name: "sorted list",
        text: include_str!("../../../../benches/symbolic/shapes/sorted-list.jl"),
        class: "List",
        depth: |size| size,
        expected: |_| 1,
    },
    ShapeSubject {
        name: "doubly linked list",
        text: include_str!("../../../../benches/symbolic/shapes/doubly-linked-list.jl"),
        class: "List",
        // The header comes first.
        depth: |size| size + 1,
        expected: |_| 1,
    },
    ShapeSubject {
        name: "binary search tree",
        text: include_str!("../../../../benches/symbolic/shapes/search-tree.jl"),
        class: "Set",
        depth: |size| size,
        expected: catalan,
    },
    ShapeSubject {
        name: "red-black tree",
        text: include_str!("../../../../benches/symbolic/shapes/red-black-tree.jl"),
        class: "Set",
        depth: |size| size,
        expected: red_black_trees,
    },
];

impl ShapeSubject {
    /// The program for a size.
    pub fn program(&self, size: u32) -> Program {
        let text = self.text.replace("(int size () 3)", &format!("(int size () {size})"));
        let mut sources = SourceMap::new();
        let file = sources.add(SourceFile::new(self.name, text.as_str()));
        lang_javalite::compile(file, &text).program.expect("a subject is a program")
    }

    /// The question for a size: objects as deep as those of any valid structure, and one deeper, which are discarded.
    pub fn query(&self, program: &Program, size: u32, init: Init) -> ExploreQuery {
        let entry = driver::method_entry(program, &format!("{}.shapes", self.class));
        let entry = entry.expect("a subject has a method `shapes`");
        let body = entry.bodies.into_iter().next().expect("a method has a body");
        ExploreQuery {
            receiver: body.receiver,
            init,
            max_depth: (self.depth)(size) + 1,
            detail: PathDetail::Counts,
            counts_heaps: true,
            ..ExploreQuery::new(body.proc)
        }
    }

    /// How many objects a structure of a size has, itself included.
    pub fn n_objects(&self, size: u32) -> usize {
        (self.depth)(size) as usize + 1
    }

    /// Explores all shapes of a size.
    pub fn explore(&self, size: u32, init: Init) -> Exploration {
        let program = self.program(size);
        let query = self.query(&program, size, init);
        SymbolicEngine.explore(&program, &query, &Meter::unlimited())
    }
}

/// The shapes of an exploration from which nothing was cut.
pub fn n_shapes(exploration: &Exploration) -> Option<u128> {
    exploration.is_complete().then(|| exploration.counts.heaps.map(HeapTotal::number))?
}

/// Binary trees of so many nodes.
fn catalan(size: usize) -> u64 {
    let mut trees = vec![1];
    for n in 1..=size {
        trees.push((0..n).map(|left| trees[left] * trees[n - 1 - left]).sum());
    }
    trees[size]
}

/// Red-black trees of so many nodes, whose root is black: a black node has two trees of one black node less on each
/// path, a red one two such trees with black roots.
fn red_black_trees(size: usize) -> u64 {
    let pairs = |trees: &[u64], n: usize| (0..n).map(|left| trees[left] * trees[n - 1 - left]).sum::<u64>();
    // Of the present black height: those with a black root, and all.
    let mut black = vec![0; size + 1];
    black[0] = 1;
    let mut total = u64::from(size == 0);
    for _ in 0..size {
        let all: Vec<u64> = (0..=size).map(|n| black[n] + pairs(&black, n)).collect();
        black = (0..=size).map(|n| pairs(&all, n)).collect();
        total += black[size];
    }
    total
}
