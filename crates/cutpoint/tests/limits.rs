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

/// Reading counts too: no engine has begun when a limit ends the command.
#[test]
fn programs_are_read_within_the_limits() {
    let folder = support::folder("read_within_limits");
    let procs: String = (0..40_000).map(|n| format!("static void P{n}() {{ x = x + {n}; }}\n")).collect();
    let text = format!("class Main {{ static int x; {procs} activate static void Run() {{ P0(); }} }};");
    std::fs::write(folder.join("large.zing"), text).expect("the folder can be written");
    let check = |options: &str| {
        let arguments = ["check", "large.zing"].into_iter().chain(options.split(' '));
        stdout(&cutpoint("").args(arguments).current_dir(&folder).assert().code(3))
    };
    if cfg!(target_os = "linux") {
        let text = check("--memory 32M");
        assert!(
            text.starts_with(
                "unknown: large.zing: the limit of 32 MiB of memory was reached while it was read"
            ),
            "{text}"
        );
        let json: Value = serde_json::from_str(&check("--memory 32M --format json")).expect("JSON");
        assert_eq!(json["diagnostics"][0]["code"], "CP0059", "{json}");
    }
}

/// Input that does not come ends at the limit on time, which is for the whole command.
#[test]
fn waiting_for_the_program_is_bounded_by_the_time_limit() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_cutpoint"))
        .args(["check", "-", "--lang", "zing", "--timeout", "1ms"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the command starts");
    // Keeps the pipe open until the command has ended.
    let stdin = child.stdin.take().expect("a pipe");
    let ended = child.wait_with_output().expect("it ends");
    drop(stdin);
    let text = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert_eq!(ended.status.code(), Some(3), "{text}");
    assert!(text.starts_with("unknown: <stdin>: the time limit was reached while it was read"), "{text}");
}

/// A state more is neither stored nor counted, whichever engine counts.
#[test]
fn a_limit_on_states_is_exact() {
    let runs = [
        ("endless/channel.zing", "--summaries off"),
        ("endless/channel.zing", "--summaries off --threads 2"),
        ("endless/channel.zing", "--engine explicit"),
        ("endless/channel.zing", "--engine explicit --summaries visible"),
        ("endless/channel.zing", "--engine pushdown"),
    ];
    for (program, options) in runs {
        for limit in [1_u64, 2, 37] {
            let command = format!("check {program} {options} --max-states {limit} --format json");
            let report: Value =
                serde_json::from_str(&stdout(&cutpoint(&command).assert().code(3))).expect("JSON");
            assert_eq!(report["reason"]["states"], limit, "{command}: {report}");
            assert_eq!(report["stats"]["states"], limit, "{command}: {report}");
        }
    }
}

/// Sets of path edges, or obligations, are what these engines count.
#[test]
fn a_limit_on_path_edges_is_exact() {
    for engine in ["bdd", "sat", "universal", "pdr"] {
        let command = format!("check endless/recursion.bp --engine {engine} --max-states 1 --format json");
        let report: Value =
            serde_json::from_str(&stdout(&cutpoint(&command).assert().code(3))).expect("JSON");
        assert_eq!(report["reason"]["kind"], "state-limit", "{engine}: {report}");
        assert_eq!(report["stats"]["boolean"]["path_edges"], 1, "{engine}: {report}");
    }
}
