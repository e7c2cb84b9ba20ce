//! Random programs of the core language: well typed, small, and of a finite number of states with few exceptions.
//!
//! They stand in for programs of kinds that no test was written for: two implementations of one meaning are run on
//! thousands of them and must agree. Random code alone would fault in its first statement or never end, so the
//! generator plans:
//!
//! - what may fault (a null reference, an index, a division) has a test before it, but for a few in a hundred;
//! - a loop either counts to a small number, or may go on forever but then its body cannot grow the state: no
//!   arithmetic without a remainder, no list that gets longer, no thread, no message without a test for room;
//! - calls go to procedures that come later, or spend *fuel*, a small number in the first parameter.
//!
//! [`start()`] gives states that its procedures can be called in.
//!
//! A program is determined by its seed. Each instruction has a span of its own, so that two findings can be
//! distinguished.

mod body;
mod control;
mod exprs;
mod memory;
pub mod shape;
mod starts;
mod world;

pub use shape::Shape;
pub use starts::start;

use base::IndexVec;
use ir::{Proc, Program, Type};

use crate::rng::Rng;
use body::Body;
use world::World;

/// The program of this seed, of a shape that the seed draws too.
pub fn program(seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let shape = Shape::draw(&mut rng);
    program_of(&shape, rng.next_u64())
}

/// The program of this seed, of one thread and with many calls.
pub fn sequential_program(seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let shape = Shape::draw_sequential(&mut rng);
    program_of(&shape, rng.next_u64())
}

/// The program of this seed and shape.
pub fn program_of(shape: &Shape, seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let world = World::draw(shape, &mut rng);
    let mut spans = 0;
    let mut procs = IndexVec::new();
    for index in 0..world.signatures.len() {
        procs.push(Body::new(&world, shape, &mut rng, &mut spans, index).generate());
    }
    let mut program = world.program;
    program.procs = procs;
    program
}

/// What a procedure is for, which decides what its body may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Init,
    Thread,
    Helper,
    Observer,
}

/// What callers know of a procedure before it has a body.
#[derive(Clone, Debug)]
struct Signature {
    role: Role,
    /// Without the fuel, which comes first if there is any.
    params: Vec<Type>,
    results: Vec<Type>,
    /// May call itself and earlier procedures as long as its first parameter is above zero.
    fuel: bool,
    /// May make the state larger each time it runs.
    grows: bool,
    /// May go on forever.
    diverges: bool,
    /// May wait at a select.
    blocks: bool,
}

/// How many instructions and terminators a program has.
pub fn size(program: &Program) -> usize {
    let count = |proc: &Proc| proc.blocks.iter().map(|block| block.instrs.len() + 1).sum::<usize>();
    program.procs.iter().map(count).sum()
}

#[cfg(test)]
mod tests;
