//! Explorations that do not end by themselves: limits and Ctrl-C end them with the paths found so far.

mod support;

use std::time::{Duration, Instant};

use serde_json::Value;
use support::{cutpoint, stdout};

/// A method of `long.jl` with the options that make it long, and whether it has paths that are found at once.
const LONG: [(&str, bool); 5] = [
    ("Node.member --max-steps 100M -k 1000", true),
    ("Node.depth --max-steps 100M --max-calls 100M", true),
    ("Node.size --init lazy -k 30 --max-steps 500", true),
    ("Node.product", false),
    ("Node.apart -k 30 --count-heaps", false),
];

const TIMEOUT: Duration = Duration::from_secs(1);
/// What writing the answer may take on a busy machine.
const WRITING: Duration = Duration::from_secs(2);
const MEMORY: u64 = 128 << 20;

fn report(text: &str) -> Value {
    serde_json::from_str(text).expect("the output is JSON")
}

/// The answer says what is missing, and has an entry for each path that it counts.
fn is_honest(report: &Value, has_paths: bool, stop: &str, what: &str) {
    let count = report["counts"]["paths"].as_u64().expect("a number");
    let paths = report["paths"].as_array().expect("a list");
    assert_eq!(report["stop"]["kind"], stop, "{what}");
    assert_eq!(report["complete"], false, "{what}");
    assert_eq!(paths.len() as u64, count, "{what}: {}", report["missing"]);
    assert!(count > 0 || !has_paths, "{what}: no path, {}", report["missing"]);
    assert!(report["missing"].as_array().is_some_and(|missing| !missing.is_empty()), "{what}");
}

#[test]
fn a_limit_on_time_is_kept() {
    for (arguments, has_paths) in LONG {
        let begin = Instant::now();
        let ended =
            cutpoint(&format!("explore long.jl {arguments} --timeout 1s --format json")).assert().code(3);
        let elapsed = begin.elapsed();
        assert!(elapsed >= TIMEOUT / 2 && elapsed < TIMEOUT + WRITING, "{arguments}: {elapsed:?}");
        is_honest(&report(&stdout(&ended)), has_paths, "time-limit", arguments);
    }
}

/// Numbers of paths that grow fill the memory; a hard question does not.
#[test]
fn a_limit_on_memory_is_kept() {
    for arguments in [
        "Node.size --init lazy -k 30 --max-steps 500",
        "Node.size --init lazy -k 30 --max-steps 500 --counts",
    ] {
        let command = format!("explore long.jl {arguments} --memory 128M --stats --format json");
        let report = report(&stdout(&cutpoint(&command).assert().code(3)));
        assert_eq!(report["stop"]["kind"], "memory-limit", "{arguments}");
        assert!(report["counts"]["paths"].as_u64().is_some_and(|paths| paths > 0), "{arguments}");
        if let Some(peak) = report["peak_resident_bytes"].as_u64() {
            assert!(peak <= MEMORY + MEMORY / 8, "{arguments}: the process held {peak} bytes");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_with_the_paths_found_so_far() {
    use std::process::{Command, Stdio};

    for (arguments, has_paths) in LONG {
        let child = Command::new(env!("CARGO_BIN_EXE_cutpoint"))
            .args(["explore", "long.jl"])
            .args(arguments.split(' '))
            .args(["--format", "json"])
            .current_dir(support::models())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        support::signals::wait_until_it_listens(&child);
        std::thread::sleep(TIMEOUT);
        support::signals::send(&child, "INT");
        let sent = Instant::now();
        let ended = child.wait_with_output().expect("it ends");
        assert!(sent.elapsed() < WRITING, "{arguments}: {:?}", sent.elapsed());
        assert_eq!(ended.status.code(), Some(130), "{arguments}");
        is_honest(&report(&String::from_utf8_lossy(&ended.stdout)), has_paths, "interrupted", arguments);
    }
}
