//! Decisions as the digits of a number that counts up: all sequences of decisions, in order.

/// The decisions of one sequence, and how far they are read.
#[derive(Debug, Default)]
pub(super) struct Tape {
    decisions: Vec<Decision>,
    next: usize,
}

/// The alternative that was taken, of so many.
#[derive(Clone, Copy, Debug)]
struct Decision {
    taken: usize,
    of: usize,
}

impl Tape {
    pub(super) fn rewind(&mut self) {
        self.next = 0;
    }

    /// The next decision: as written, or the first alternative where nothing is.
    pub(super) fn decide(&mut self, of: usize) -> usize {
        debug_assert!(of > 0, "a decision without alternatives");
        if self.is_at_end() {
            self.decisions.push(Decision { taken: 0, of });
        }
        let decision = self.decisions[self.next];
        debug_assert_eq!(decision.of, of, "the same decisions lead to the same alternatives");
        self.next += 1;
        decision.taken
    }

    /// Whether the next decision is a new one.
    pub(super) fn is_at_end(&self) -> bool {
        self.next == self.decisions.len()
    }

    /// Goes on to the next sequence; false if there is none.
    pub(super) fn advance(&mut self) -> bool {
        while self.decisions.pop_if(|decision| decision.taken + 1 == decision.of).is_some() {}
        self.decisions.last_mut().is_some_and(|last| {
            last.taken += 1;
            true
        })
    }
}
