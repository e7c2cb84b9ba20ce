//! What a run cost.

use std::time::Duration;

use crate::explore::SolverFigures;
use crate::growth::Growth;

/// Figures of one run. An engine fills what it has and leaves the rest zero.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stats {
    /// States stored.
    pub states: u64,
    /// Steps executed from stored states; those that lead to known states or fail are counted too, discarded ones are
    /// not.
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
    /// What grew, if the run ended at a limit and that may be why.
    pub growth: Option<Growth>,
    /// What only this engine counts.
    pub own: OwnStats,
}

/// Figures that only some engines have.
#[derive(Clone, PartialEq, Debug)]
pub enum OwnStats {
    /// Of a search, and of the summaries that it used.
    Search(SummaryUse),
    Pushdown(PushdownStats),
    Boolean(BooleanStats),
    /// Of symbolic execution: states are paths that ended, transitions instructions.
    Paths(SolverFigures),
}

impl Default for OwnStats {
    fn default() -> Self {
        OwnStats::Search(SummaryUse::Off)
    }
}

impl Stats {
    /// Whether procedures were summarised.
    pub fn summaries(&self) -> &SummaryUse {
        match &self.own {
            OwnStats::Search(summaries) => summaries,
            OwnStats::Pushdown(_) | OwnStats::Boolean(_) | OwnStats::Paths(_) => &SummaryUse::Off,
        }
    }

    pub fn pushdown(&self) -> Option<&PushdownStats> {
        match &self.own {
            OwnStats::Pushdown(figures) => Some(figures),
            OwnStats::Search(_) | OwnStats::Boolean(_) | OwnStats::Paths(_) => None,
        }
    }

    pub fn boolean(&self) -> Option<&BooleanStats> {
        match &self.own {
            OwnStats::Boolean(figures) => Some(figures),
            OwnStats::Search(_) | OwnStats::Pushdown(_) | OwnStats::Paths(_) => None,
        }
    }

    pub fn solver(&self) -> Option<&SolverFigures> {
        match &self.own {
            OwnStats::Paths(figures) => Some(figures),
            OwnStats::Search(_) | OwnStats::Pushdown(_) | OwnStats::Boolean(_) => None,
        }
    }

    /// Bytes held for a stored state beyond its encoding.
    pub fn overhead_per_state(&self) -> f64 {
        self.peak_bytes.saturating_sub(self.encoding_bytes) as f64 / self.states.max(1) as f64
    }
}

/// Figures of a run on a pushdown system.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PushdownStats {
    /// Different visible heaps.
    pub heaps: u64,
    /// Pairs of a heap and a symbol on top of the stack, without the states of a property's automaton.
    pub heads: u64,
    /// Different frames on stacks: where to return to, and the part of the heap that only the waiting procedure sees.
    pub frames: u64,
    pub rules: u64,
    /// Heads together with the procedure instance they belong to and the state of the automaton.
    pub facts: u64,
    /// The most objects that globals, locals and cut points reached at once.
    pub bound_seen: u64,
    /// States of the automaton that accepts the violations of a formula.
    pub automaton_states: u64,
    /// Different visible heaps if objects keep the numbers that the paper gives them, where they were counted.
    pub paper_heaps: Option<HeapCount>,
}

/// Figures of a run on sets of values of Boolean variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BooleanStats {
    /// Variables of the program: globals, and locals of all procedures.
    pub variables: u64,
    /// Sets of path edges that were carried on, one for each visit of a block; obligations, where there are no sets.
    pub path_edges: u64,
    /// Sets of summary edges; facts about returns, where there are no sets.
    pub summaries: u64,
    /// Nodes of decision diagrams or and-inverter graphs at the end.
    pub nodes: u64,
    pub sat_calls: u64,
    pub qbf_calls: u64,
    /// The time in all of these; zero unless the engine is given a clock.
    pub sat_time: Duration,
    pub qbf_time: Duration,
}

/// How many heaps there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeapCount {
    Exactly(u64),
    /// Counting was given up there.
    MoreThan(u64),
}

/// Whether procedures were summarised.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum SummaryUse {
    /// It was not asked for.
    #[default]
    Off,
    /// The program was checked without, because it cannot be summarised; this says why.
    Refused(String),
    Used(SummaryStats),
}

/// Figures of a run with summaries.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SummaryStats {
    /// Patterns (or visible states) that a procedure was analysed for.
    pub patterns: u64,
    /// Pairs of a pattern and an effect.
    pub summaries: u64,
    /// Calls that looked for a pattern.
    pub look_ups: u64,
    /// Look-ups that found one.
    pub reused: u64,
    /// Calls that had to be matched again because a pattern had grown.
    pub rematched: u64,
    /// Reads compared in all look-ups.
    pub reads_compared: u64,
    /// Reads of the largest pattern.
    pub largest_pattern: u64,
    pub times: PhaseTimes,
}

/// Where the time went; all zero unless the engine is given a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PhaseTimes {
    /// Executing bodies of procedures.
    pub execute: Duration,
    /// Finding and matching patterns.
    pub look_up: Duration,
    /// Applying effects at calls.
    pub apply: Duration,
}
