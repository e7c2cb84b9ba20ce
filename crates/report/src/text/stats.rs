//! What a run cost, as a block of lined-up figures.

use std::time::Duration;

use super::numbers::{bytes, duration, thousands};
use super::paint::{Painter, Role, counted};
use crate::twin::explore::SolverFigures;
use crate::twin::stats::{
    BooleanStats, ChainLink, Growth, HeapCount, PushdownStats, Stats, SummaryStats, SummaryUse,
};

/// The block with its heading; every line has an end.
pub(crate) fn render(engine: &str, stats: &Stats, painter: Painter) -> String {
    let rows = rows(stats);
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = format!("{} engine {engine}\n\n", painter.paint(Role::Heading, "statistics:"));
    for (name, value) in rows {
        text += &format!("  {name:<width$}  {value}\n");
    }
    text
}

/// What the process held at most.
pub(crate) fn process(peak_resident_bytes: u64, painter: Painter) -> String {
    let heading = painter.paint(Role::Heading, "statistics:");
    format!("\n{heading} whole process\n\n  peak memory  {}\n", bytes(peak_resident_bytes))
}

fn rows(stats: &Stats) -> Vec<(&'static str, String)> {
    let time = Duration::try_from_secs_f64(stats.seconds).unwrap_or_default();
    if let Some(boolean) = &stats.boolean {
        return boolean_rows(boolean, stats, time);
    }
    if let Some(solver) = &stats.solver {
        return path_rows(solver, stats, time);
    }
    let per_state = format!(
        "{:.1} bytes, {:.1} of them its encoding",
        stats.bytes_per_state(),
        stats.encoding_per_state()
    );
    let mut rows = vec![
        ("states", thousands(stats.states)),
        ("transitions", thousands(stats.transitions)),
        ("transitions per second", thousands(stats.transitions_per_second as u64)),
        ("memory per state", per_state),
        ("peak memory", bytes(stats.peak_bytes)),
        ("search threads", stats.workers.to_string()),
        ("time", duration(time)),
    ];
    if stats.frontier > 0 {
        rows.insert(3, ("states not expanded", thousands(stats.frontier)));
    }
    match &stats.summaries {
        SummaryUse::Used(summaries) => rows.extend(summary_rows(summaries)),
        // A way through summaries has no length of its own.
        SummaryUse::Off | SummaryUse::Refused { .. } => rows.insert(3, ("depth", thousands(stats.depth))),
    }
    rows.extend(stats.pushdown.iter().flat_map(pushdown_rows));
    rows
}

fn path_rows(solver: &SolverFigures, stats: &Stats, time: Duration) -> Vec<(&'static str, String)> {
    let mut rows = vec![
        ("paths", thousands(stats.states)),
        ("instructions", thousands(stats.transitions)),
        ("open choices", thousands(stats.depth)),
    ];
    rows.extend(solver_rows(solver));
    rows.push(("peak memory", bytes(stats.peak_bytes)));
    rows.push(("time", duration(time)));
    rows
}

/// What was asked while paths were followed.
pub(crate) fn solver_rows(figures: &SolverFigures) -> Vec<(&'static str, String)> {
    let &SolverFigures { checks, by_structure, by_model, satisfiable, unsatisfiable, unknown, nodes } =
        figures;
    let mut rows = vec![
        ("conditions checked", thousands(checks)),
        ("  by their form", thousands(by_structure)),
        ("  by a known model", thousands(by_model)),
        (
            "  by the solver",
            format!("{} can be true, {} cannot", thousands(satisfiable), thousands(unsatisfiable)),
        ),
        ("nodes of conditions", thousands(nodes)),
    ];
    if unknown > 0 {
        rows.insert(4, ("  given up", thousands(unknown)));
    }
    rows
}

fn pushdown_rows(stats: &PushdownStats) -> Vec<(&'static str, String)> {
    let &PushdownStats { heaps, heads, frames, rules, facts, bound_seen, automaton_states, paper_heaps } =
        stats;
    let mut rows = vec![
        ("visible heaps", thousands(heaps)),
        ("heads", thousands(heads)),
        ("frames", thousands(frames)),
        ("rules", thousands(rules)),
        ("facts", thousands(facts)),
        ("most objects visible at once", thousands(bound_seen)),
    ];
    if automaton_states > 0 {
        rows.push(("automaton states", thousands(automaton_states)));
    }
    if let Some(count) = paper_heaps {
        let count = match count {
            HeapCount::Exactly(count) => thousands(count),
            HeapCount::MoreThan(count) => format!("more than {}", thousands(count)),
        };
        rows.insert(1, ("visible heaps as the paper numbers", count));
    }
    rows
}

fn summary_rows(stats: &SummaryStats) -> Vec<(&'static str, String)> {
    let seconds = |seconds: f64| duration(Duration::try_from_secs_f64(seconds).unwrap_or_default());
    let share = |part: u64| {
        let percent = 100.0 * part as f64 / stats.look_ups.max(1) as f64;
        format!("{} ({percent:.1} %)", thousands(part))
    };
    let mut rows = vec![
        ("patterns", thousands(stats.patterns)),
        ("summaries", thousands(stats.summaries)),
        ("look-ups", thousands(stats.look_ups)),
        ("look-ups reused", share(stats.reused)),
        ("calls re-matched", thousands(stats.rematched)),
        ("reads per look-up", format!("{:.1}", stats.reads_compared_per_look_up)),
        ("largest pattern", counted(stats.largest_pattern, "read")),
    ];
    if stats.execute_seconds + stats.look_up_seconds + stats.apply_seconds > 0.0 {
        rows.push(("time executing", seconds(stats.execute_seconds)));
        rows.push(("time looking up", seconds(stats.look_up_seconds)));
        rows.push(("time applying", seconds(stats.apply_seconds)));
    }
    rows
}

/// `the stack grew to 1,532 calls of Main.F`.
pub(crate) fn growth_text(growth: &Growth) -> String {
    match growth {
        Growth::Calls { proc, frames } => format!("the stack grew to {} of {proc}", counted(*frames, "call")),
        Growth::Threads { proc, threads } => {
            format!("the program grew to {} of {proc}", counted(*threads, "thread"))
        }
        Growth::Elements { class, elements } => {
            format!("an object of {class} grew to {}", counted(*elements, "element"))
        }
        Growth::Chain { cycle, length } => chain_text(cycle, *length),
        Growth::Objects { class: Some(class), objects } => {
            format!("the heap grew to {} of {class}", counted(*objects, "object"))
        }
        Growth::Objects { class: None, objects } => {
            format!("the heap grew to {} that one procedure sees", counted(*objects, "object"))
        }
        Growth::Number { variable, proc: Some(proc), number } => {
            format!("{variable} of {proc} grew to {}", thousands(*number))
        }
        Growth::Number { variable, proc: None, number } => {
            format!("{variable} grew to {}", thousands(*number))
        }
    }
}

/// `the chain Node.next -> Node grew to 1,532 objects`; `List[*]` is any element of a list.
fn chain_text(cycle: &[ChainLink], length: u64) -> String {
    let link = |link: &ChainLink| match &link.field {
        Some(field) => format!("{}.{field}", link.class),
        None => format!("{}[*]", link.class),
    };
    let back = cycle.first().map(|first| first.class.clone());
    let chain: Vec<String> = cycle.iter().map(link).chain(back).collect();
    format!("the chain {} grew to {}", chain.join(" -> "), counted(length, "object"))
}

/// As in the second table of the paper on universal summaries, with what the calls of solvers took.
fn boolean_rows(boolean: &BooleanStats, stats: &Stats, time: Duration) -> Vec<(&'static str, String)> {
    let &BooleanStats {
        variables,
        path_edges,
        summaries,
        nodes,
        sat_calls,
        qbf_calls,
        sat_seconds,
        qbf_seconds,
    } = boolean;
    let calls = |n: u64, seconds: f64| {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        if n == 0 { thousands(n) } else { format!("{}, {}", thousands(n), duration(time)) }
    };
    vec![
        ("variables", thousands(variables)),
        ("sets of path edges", thousands(path_edges)),
        ("sets of summary edges", thousands(summaries)),
        ("nodes", thousands(nodes)),
        ("SAT calls", calls(sat_calls, sat_seconds)),
        ("QBF calls", calls(qbf_calls, qbf_seconds)),
        ("peak memory", bytes(stats.peak_bytes)),
        ("time", duration(time)),
    ]
}
