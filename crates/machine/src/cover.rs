//! Which points a machine has executed, for those who ask for it.
//!
//! Each call of the machine says where marks are kept. [`NoMarks`] compiles to nothing, so that a search that keeps
//! none pays nothing.

use std::collections::BTreeSet;

use ir::Program;
use verdict::Coverage;

use crate::code::{Code, Point};

/// Sees what is executed.
pub trait Cover {
    /// Whether it sees anything.
    const SEES: bool = true;

    /// The instruction or terminator at this point is about to be executed, or a thread waits there.
    fn reaches(&mut self, _: Point) {}
    /// Control goes from the terminator at a point to the beginning of a block of the same procedure.
    fn goes(&mut self, _: Point, _: Point) {}
}

/// Sees nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMarks;

impl Cover for NoMarks {
    const SEES: bool = false;
}

/// What was executed so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marks {
    reached: Vec<bool>,
    edges: BTreeSet<(Point, Point)>,
}

impl Cover for Marks {
    fn reaches(&mut self, point: Point) {
        self.reached[point as usize] = true;
    }

    fn goes(&mut self, from: Point, to: Point) {
        self.edges.insert((from, to));
    }
}

impl Marks {
    pub fn new(code: &Code<'_>) -> Self {
        Self { reached: vec![false; code.points.len()], edges: BTreeSet::new() }
    }

    /// Adds what another machine has executed of the same code.
    pub fn add(&mut self, other: &Self) {
        self.reached.iter_mut().zip(&other.reached).for_each(|(mine, theirs)| *mine |= theirs);
        self.edges.extend(&other.edges);
    }

    /// In terms of the program. The code may have more procedures behind those of the program; they are left out.
    pub fn coverage(&self, code: &Code<'_>, program: &Program) -> Coverage {
        let mut coverage = Coverage::nothing(program);
        let place = |point: Point| {
            let (block, index) = code.place(point);
            let proc = code.facts(point).proc;
            (base::Id::index(proc) < program.procs.len()).then_some((proc, block, index))
        };
        for point in (0..).zip(&self.reached).filter_map(|(point, reached)| reached.then_some(point)) {
            if let Some((proc, block, index)) = place(point) {
                coverage.reach(proc, block, index + 1);
            }
        }
        for &(from, to) in &self.edges {
            if let (Some((proc, from, _)), Some((_, to, _))) = (place(from), place(to)) {
                coverage.take(proc, from, to);
            }
        }
        coverage
    }
}
