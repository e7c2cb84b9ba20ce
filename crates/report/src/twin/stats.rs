//! Twins of statistics and limits.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a run cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Stats {
    /// States stored.
    pub states: u64,
    /// Steps executed between stored states, those to states seen before included.
    pub transitions: u64,
    /// Zero where no time was measured.
    pub transitions_per_second: f64,
    /// Length of the longest path of the search, in transitions.
    pub depth: u64,
    /// States stored but not expanded when the search stopped.
    pub frontier: u64,
    /// Bytes of the states' encodings.
    pub encoding_bytes: u64,
    /// Bytes held for stored states altogether, at the peak.
    pub peak_bytes: u64,
    /// Threads that searched.
    pub workers: u32,
    pub seconds: f64,
}

/// How far the run was allowed to go; what is absent was not bounded.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_states: Option<u64>,
    /// Longest path, in transitions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_bytes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_seconds: Option<f64>,
}

impl Stats {
    pub fn of(stats: &verdict::Stats) -> Self {
        let verdict::Stats {
            states,
            transitions,
            depth,
            frontier,
            encoding_bytes,
            peak_bytes,
            workers,
            time,
            summaries: _,
            growth: _,
        } = *stats;
        let seconds = time.as_secs_f64();
        let transitions_per_second = if seconds > 0.0 { transitions as f64 / seconds } else { 0.0 };
        Self {
            states,
            transitions,
            transitions_per_second,
            depth,
            frontier,
            encoding_bytes,
            peak_bytes,
            workers,
            seconds,
        }
    }

    pub fn bytes_per_state(&self) -> f64 {
        self.peak_bytes as f64 / self.states.max(1) as f64
    }

    pub fn encoding_per_state(&self) -> f64 {
        self.encoding_bytes as f64 / self.states.max(1) as f64
    }
}

impl Limits {
    pub fn of(limits: &verdict::Limits, timeout: Option<Duration>) -> Self {
        let verdict::Limits { max_states, max_depth, max_bytes } = *limits;
        Self { max_states, max_depth, max_bytes, timeout_seconds: timeout.map(|time| time.as_secs_f64()) }
    }
}
