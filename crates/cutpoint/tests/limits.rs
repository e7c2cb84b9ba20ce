//! Limits hold: programs without end stop at a limit on memory, and the process holds little more than it allows.

mod support;

use serde_json::Value;
use support::{cutpoint, stdout};

const LIMIT: u64 = 256 << 20;

/// What is left for the allocator, and for what an engine holds between two ticks.
const TOLERANCE: f64 = 1.15;

/// Programs whose states, stacks or heaps grow without bound.
const ENDLESS: [&str; 3] = ["endless/missing-base.zing", "endless/list.zing", "endless/channel.zing"];

fn peak(arguments: &str) -> Option<u64> {
    let ended = cutpoint(&format!("{arguments} --memory 256M --stats --format json")).assert().code(3);
    let report: Value = serde_json::from_str(&stdout(&ended)).expect("JSON");
    assert_eq!(report["reason"]["kind"], "memory-limit", "{arguments}: {report}");
    report["peak_resident_bytes"].as_u64()
}

#[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
fn stays_within_the_limit(arguments: &str) {
    let peak = peak(arguments);
    if !cfg!(target_os = "linux") {
        return println!("skipped: resident memory is counted on Linux only");
    }
    let peak = peak.expect("Linux counts resident memory");
    let ratio = peak as f64 / LIMIT as f64;
    assert!(ratio <= TOLERANCE, "{arguments}: the process held {peak} bytes, {ratio:.2} of the limit");
}

/// A list that a local of the first procedure holds: it grows without bound for those that follow calls, and is seen by
/// none of the procedures that make it longer.
const PINNED: &str = "endless/pinned.shy";

#[test]
fn summaries_stay_within_the_memory_limit() {
    for program in ENDLESS.into_iter().chain([PINNED]) {
        stays_within_the_limit(&format!("check {program} --engine explicit"));
    }
}

#[test]
fn states_stay_within_the_memory_limit() {
    for program in ENDLESS.into_iter().chain([PINNED]) {
        stays_within_the_limit(&format!("check {program} --summaries off"));
    }
}

#[test]
fn pushdown_systems_stay_within_the_memory_limit() {
    for program in ENDLESS {
        stays_within_the_limit(&format!("check {program} --engine pushdown"));
    }
}
