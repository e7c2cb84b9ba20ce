//! Makes a program smaller while it keeps a property, by delta debugging (Zeller and Hildebrandt, 2002) over the
//! structure of the core language.
//!
//! A candidate is offered only if it weighs less than the best program so far, and it is taken only if it still passes
//! the verifier and the caller's test. Since each taken candidate weighs less, reduction ends. The passes go from
//! what removes most to what removes least, and start again as long as a round achieved anything.

mod declarations;
mod edits;
mod walk;
mod weight;

use ir::Program;

pub use weight::weight;

/// Candidates that are offered at most: a slow test must not go on for hours.
const MOST_TRIES: usize = 50_000;

/// The smallest program found for which `still_shows` is true. It must be true of `program` itself.
pub fn reduce(program: Program, still_shows: &mut impl FnMut(&Program) -> bool) -> Program {
    let weight = weight(&program);
    let mut reducer = Reducer { best: program, weight, tries: 0, still_shows };
    loop {
        let before = reducer.weight;
        for pass in PASSES {
            pass(&mut reducer);
        }
        if reducer.weight == before || reducer.tries >= MOST_TRIES {
            return reducer.best;
        }
    }
}

/// Whatever the caller tests, passes see it through this.
trait Offers {
    fn best(&self) -> &Program;
    /// Takes the candidate if it is lighter, well formed, and passes the test.
    fn offer(&mut self, candidate: Program) -> bool;
}

/// All passes, from the coarsest to the finest.
const PASSES: &[fn(&mut dyn Offers)] = &[
    // Whole threads and bodies first: that may leave procedures which nothing mentions.
    edits::drop_roots,
    edits::stub_bodies,
    declarations::drop_methods,
    declarations::drop_procs,
    // Instructions in large groups while there are many, then control flow, which makes blocks unreachable.
    edits::drop_instructions,
    edits::drop_sections,
    edits::simplify_terminators,
    edits::join_blocks,
    // What is left is made plain.
    edits::simplify_expressions,
    edits::drop_labels,
    edits::plain_sites,
    declarations::drop_signatures,
    declarations::drop_variables,
    declarations::drop_types,
];

struct Reducer<'f, F> {
    best: Program,
    weight: u64,
    tries: usize,
    still_shows: &'f mut F,
}

impl<F: FnMut(&Program) -> bool> Offers for Reducer<'_, F> {
    fn best(&self) -> &Program {
        &self.best
    }

    fn offer(&mut self, mut candidate: Program) -> bool {
        edits::drop_unreachable(&mut candidate);
        let weight = weight(&candidate);
        if weight >= self.weight || self.tries >= MOST_TRIES || ir::verify(&candidate).is_err() {
            return false;
        }
        self.tries += 1;
        if !(self.still_shows)(&candidate) {
            return false;
        }
        self.best = candidate;
        self.weight = weight;
        true
    }
}

#[cfg(test)]
mod tests;
