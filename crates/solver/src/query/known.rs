//! What follows from guards without search.
//!
//! A conjunction gives its operands; the complement of a conjunction gives the complement of one operand once the other
//! one is known. That is done once, when a guard is added, and not again when more is known, so it costs no more than
//! the guards are large. Levels open and close like those of a path.

use crate::aig::Node;
use crate::guard::{Guard, Guards};

/// The most guards that one level adds; beyond that less is known than could be.
const MOST_OF_A_LEVEL: usize = 1_000;

#[derive(Debug, Default)]
pub(super) struct Known {
    /// For each node whether it is known to be true, or false.
    values: Vec<Option<bool>>,
    /// What is known, in the order in which it came.
    trail: Vec<Guard>,
    /// For each open level the length of the trail before it.
    levels: Vec<usize>,
    /// How many levels are open where there is a contradiction.
    contradictory: Option<usize>,
    pending: Vec<Guard>,
}

impl Known {
    pub(super) fn open(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// Forgets what the last level added.
    pub(super) fn close(&mut self) {
        let Some(begin) = self.levels.pop() else { return };
        for guard in self.trail.drain(begin..) {
            self.values[guard.node()] = None;
        }
        self.contradictory = self.contradictory.filter(|&level| level <= self.levels.len());
    }

    /// A guard holds on the last level.
    pub(super) fn add(&mut self, guards: &Guards, guard: Guard) {
        self.values.resize(guards.n_nodes().max(self.values.len()), None);
        let most = self.levels.last().copied().unwrap_or(0) + MOST_OF_A_LEVEL;
        self.pending.push(guard);
        while let Some(guard) = self.pending.pop() {
            match self.value(guard) {
                Some(true) => continue,
                Some(false) => {
                    self.contradictory.get_or_insert(self.levels.len());
                    self.pending.clear();
                    return;
                }
                None => {}
            }
            if self.trail.len() >= most {
                continue;
            }
            self.values[guard.node()] = Some(!guard.is_complement());
            self.trail.push(guard);
            self.consequences(guards, guard);
        }
    }

    fn consequences(&mut self, guards: &Guards, guard: Guard) {
        let Node::And(first, second) = guards.node(guard) else { return };
        if !guard.is_complement() {
            self.pending.extend([first, second]);
        } else if self.holds(first) {
            self.pending.push(!second);
        } else if self.holds(second) {
            self.pending.push(!first);
        }
    }

    pub(super) fn holds(&self, guard: Guard) -> bool {
        self.value(guard) == Some(true)
    }

    pub(super) fn value(&self, guard: Guard) -> Option<bool> {
        let known = || self.values.get(guard.node()).copied().flatten();
        guard.as_constant().or_else(|| known().map(|value| value != guard.is_complement()))
    }

    /// What the last level added.
    pub(super) fn newest(&self) -> &[Guard] {
        &self.trail[self.levels.last().copied().unwrap_or(0)..]
    }

    pub(super) fn is_contradictory(&self) -> bool {
        self.contradictory.is_some()
    }

    /// There is a contradiction where this many levels are open.
    pub(super) fn contradict_at(&mut self, n_levels: usize) {
        self.contradictory = Some(n_levels);
    }

    pub(super) fn bytes(&self) -> usize {
        let Self { values, trail, levels, contradictory: _, pending } = self;
        values.capacity() * size_of::<Option<bool>>()
            + (trail.capacity() + pending.capacity()) * size_of::<Guard>()
            + levels.capacity() * size_of::<usize>()
    }
}
