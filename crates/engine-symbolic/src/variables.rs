//! Variables of the graph of guards, which paths use one after the other.
//!
//! A variable means what its path says of it, and nothing of it is left when the path is gone: no constraint is ever
//! attached to one. So the next path gets the same variables again. Its guards are then often nodes that are there
//! already, with models and contradictions that are known, and the graph grows with one path and not with all of them.

use solver::guard::{Guard, Guards};

#[derive(Debug, Default)]
pub(crate) struct Variables {
    made: Vec<Guard>,
    n_used: usize,
}

impl Variables {
    /// A variable that the present path does not use; `make` makes a new one.
    pub(crate) fn next(&mut self, guards: &mut Guards, make: impl FnOnce(&mut Guards) -> Guard) -> Guard {
        if self.n_used == self.made.len() {
            self.made.push(make(guards));
        }
        self.n_used += 1;
        self.made[self.n_used - 1]
    }

    /// How many the path uses.
    pub(crate) fn mark(&self) -> usize {
        self.n_used
    }

    pub(crate) fn go_back(&mut self, mark: usize) {
        self.n_used = mark;
    }
}
