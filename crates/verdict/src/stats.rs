//! What a run cost.

use std::time::Duration;

/// Figures of one run. An engine fills what it has and leaves the rest zero.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stats {
    /// States stored.
    pub states: u64,
    /// Steps executed from stored states; those that lead to known states or fail are counted too, discarded ones are not.
    pub transitions: u64,
    /// Length of the longest path of the search, in transitions.
    pub depth: u64,
    /// States stored but not expanded when the search stopped.
    pub frontier: u64,
    /// Bytes of the states' encodings.
    pub encoding_bytes: u64,
    /// Bytes held for stored states altogether: encodings, table, links, frontier. Peak over the run.
    pub peak_bytes: u64,
    /// Threads that searched.
    pub workers: u32,
    pub time: Duration,
}

impl Stats {
    /// Bytes held for a stored state beyond its encoding.
    pub fn overhead_per_state(&self) -> f64 {
        self.peak_bytes.saturating_sub(self.encoding_bytes) as f64 / self.states.max(1) as f64
    }
}
