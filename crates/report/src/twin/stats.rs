//! Twins of statistics and limits.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::twin::explore::SolverFigures;

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
    pub summaries: SummaryUse,
    /// Figures of a run on a pushdown system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pushdown: Option<PushdownStats>,
    /// Figures of a run on sets of values of Boolean variables; states and transitions are zero then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boolean: Option<BooleanStats>,
    /// What was asked of the solver while paths were followed; states are paths and transitions instructions then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver: Option<SolverFigures>,
    /// What grew, if the run ended at a limit and that may be why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growth: Option<Growth>,
}

/// Whether procedures were summarised.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SummaryUse {
    /// It was not asked for.
    Off,
    /// The program cannot be summarised and was checked without.
    Refused {
        why: String,
    },
    Used(SummaryStats),
}

/// Figures of a run with summaries.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
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
    pub reads_compared_per_look_up: f64,
    /// Reads of the largest pattern.
    pub largest_pattern: u64,
    /// Executing bodies of procedures. This and the following times are zero where they were not measured.
    pub execute_seconds: f64,
    /// Finding and matching patterns.
    pub look_up_seconds: f64,
    /// Applying effects at calls.
    pub apply_seconds: f64,
}

/// Figures of a run on a pushdown system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PushdownStats {
    /// Different visible heaps.
    pub heaps: u64,
    /// Pairs of a heap and a symbol on top of the stack, without the states of a formula's automaton.
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper_heaps: Option<HeapCount>,
}

/// Figures of a run on sets of values of Boolean variables.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
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
    /// The time in all calls; zero where it was not measured.
    pub sat_seconds: f64,
    pub qbf_seconds: f64,
}

/// How many heaps there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeapCount {
    Exactly(u64),
    /// Counting was given up there.
    MoreThan(u64),
}

/// Something that was larger and larger along one execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Growth {
    /// The stack of a thread.
    Calls {
        proc: String,
        /// Frames of the procedure.
        frames: u64,
    },
    /// Live threads that began with a procedure.
    Threads { proc: String, threads: u64 },
    /// One array, set or channel.
    Elements { class: String, elements: u64 },
    /// A chain of objects that refer to each other by the same fields again and again.
    Chain {
        /// The links that repeat; after the last one the first class comes again.
        cycle: Vec<ChainLink>,
        /// Objects of the longest chain.
        length: u64,
    },
    /// The objects of a class, which are no chain.
    Objects {
        /// Absent where all objects that a procedure sees are counted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        class: Option<String>,
        objects: u64,
    },
    /// A variable that holds a number.
    Number {
        variable: String,
        /// The procedure of a local.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proc: Option<String>,
        /// Its distance from zero.
        number: u64,
    },
}

/// A class and what leads to the next object of a chain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ChainLink {
    pub class: String,
    /// Absent where an element of an array, set or channel leads on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

/// How far the run was allowed to go; what is absent was not bounded.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_states: Option<u64>,
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
            ref growth,
            own: _,
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
            summaries: SummaryUse::of(stats.summaries()),
            pushdown: stats.pushdown().map(PushdownStats::of),
            boolean: stats.boolean().map(BooleanStats::of),
            solver: stats.solver().map(SolverFigures::of),
            growth: growth.as_ref().map(Growth::of),
        }
    }

    pub fn bytes_per_state(&self) -> f64 {
        self.peak_bytes as f64 / self.states.max(1) as f64
    }

    pub fn encoding_per_state(&self) -> f64 {
        self.encoding_bytes as f64 / self.states.max(1) as f64
    }
}

impl SummaryUse {
    fn of(summaries: &verdict::SummaryUse) -> Self {
        match summaries {
            verdict::SummaryUse::Off => Self::Off,
            verdict::SummaryUse::Refused(why) => Self::Refused { why: why.clone() },
            verdict::SummaryUse::Used(stats) => Self::Used(SummaryStats::of(stats)),
        }
    }
}

impl SummaryStats {
    fn of(stats: &verdict::SummaryStats) -> Self {
        let &verdict::SummaryStats {
            patterns,
            summaries,
            look_ups,
            reused,
            rematched,
            reads_compared,
            largest_pattern,
            times: verdict::PhaseTimes { execute, look_up, apply },
        } = stats;
        Self {
            patterns,
            summaries,
            look_ups,
            reused,
            rematched,
            reads_compared,
            reads_compared_per_look_up: reads_compared as f64 / look_ups.max(1) as f64,
            largest_pattern,
            execute_seconds: execute.as_secs_f64(),
            look_up_seconds: look_up.as_secs_f64(),
            apply_seconds: apply.as_secs_f64(),
        }
    }
}

impl PushdownStats {
    fn of(stats: &verdict::PushdownStats) -> Self {
        let &verdict::PushdownStats {
            heaps,
            heads,
            frames,
            rules,
            facts,
            bound_seen,
            automaton_states,
            paper_heaps,
        } = stats;
        let paper_heaps = paper_heaps.map(|count| match count {
            verdict::HeapCount::Exactly(count) => HeapCount::Exactly(count),
            verdict::HeapCount::MoreThan(count) => HeapCount::MoreThan(count),
        });
        Self { heaps, heads, frames, rules, facts, bound_seen, automaton_states, paper_heaps }
    }
}

impl BooleanStats {
    fn of(stats: &verdict::BooleanStats) -> Self {
        let &verdict::BooleanStats {
            variables,
            path_edges,
            summaries,
            nodes,
            sat_calls,
            qbf_calls,
            sat_time,
            qbf_time,
        } = stats;
        let (sat_seconds, qbf_seconds) = (sat_time.as_secs_f64(), qbf_time.as_secs_f64());
        Self { variables, path_edges, summaries, nodes, sat_calls, qbf_calls, sat_seconds, qbf_seconds }
    }
}

impl Growth {
    fn of(growth: &verdict::Growth) -> Self {
        use verdict::Growth;
        let link = |(class, field): &(String, Option<String>)| ChainLink {
            class: class.clone(),
            field: field.clone(),
        };
        match growth.clone() {
            Growth::Calls { proc, frames } => Self::Calls { proc, frames },
            Growth::Threads { proc, threads } => Self::Threads { proc, threads },
            Growth::Elements { class, elements } => Self::Elements { class, elements },
            Growth::Chain { cycle, length } => {
                Self::Chain { cycle: cycle.iter().map(link).collect(), length }
            }
            Growth::Objects { class, objects } => Self::Objects { class, objects },
            Growth::Number { variable, proc, number } => Self::Number { variable, proc, number },
        }
    }
}

impl Limits {
    pub fn of(limits: verdict::Limits, timeout: Option<Duration>) -> Self {
        let verdict::Limits { max_states, max_bytes } = limits;
        Self { max_states, max_bytes, timeout_seconds: timeout.map(|time| time.as_secs_f64()) }
    }
}
