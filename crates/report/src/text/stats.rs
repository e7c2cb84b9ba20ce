//! What a run cost, as a block of lined-up figures.

use std::time::Duration;

use super::numbers::{bytes, duration, thousands};
use super::paint::{Painter, Role};
use crate::twin::stats::Stats;

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

fn rows(stats: &Stats) -> Vec<(&'static str, String)> {
    let time = Duration::try_from_secs_f64(stats.seconds).unwrap_or_default();
    let per_state = format!(
        "{:.1} bytes, {:.1} of them its encoding",
        stats.bytes_per_state(),
        stats.encoding_per_state()
    );
    let mut rows = vec![
        ("states", thousands(stats.states)),
        ("transitions", thousands(stats.transitions)),
        ("transitions per second", thousands(stats.transitions_per_second as u64)),
        ("depth", thousands(stats.depth)),
        ("memory per state", per_state),
        ("peak memory", bytes(stats.peak_bytes)),
        ("search threads", stats.workers.to_string()),
        ("time", duration(time)),
    ];
    if stats.frontier > 0 {
        rows.insert(4, ("states not expanded", thousands(stats.frontier)));
    }
    rows
}
