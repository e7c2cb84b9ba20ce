//! Instructions of fixed programs, counted by callgrind: the only measure of speed that a noisy machine repeats.
//!
//! The programs cover each engine and the kinds of summaries. With `--baseline`, every count is compared with that of
//! another build of the command, and a ratio above that of the program fails.

use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::bench::write_programs;
use crate::process::{Failure, cargo, root, run as run_command};

#[derive(Args)]
pub(crate) struct Options {
    /// Another build of the command, to compare with
    #[arg(long, value_name = "COMMAND")]
    baseline: Option<PathBuf>,
}

/// More instructions than this, relative to the baseline, count as a slower engine.
const MOST: f64 = 1.03;

/// The same for summaries by patterns, whose order of work is the likeliest to change.
const MOST_OF_PATTERNS: f64 = 1.05;

/// Where the benchmarks write their programs, from the root of the repository.
const PROGRAMS: &str = "target/instructions";

/// What is counted: a name, a program, and options.
const COUNTED: [(&str, &str, &str); 8] = [
    ("states, threads and locks", "benches/models/philosophers.zing", "--summaries off"),
    ("states, messages in a ring", "benches/models/ring.zing", "--summaries off"),
    ("pushdown", "target/instructions/reverse-1000.shy", "--engine pushdown"),
    ("bdd", "target/instructions/driver-10x16-safe.bp", "--engine bdd"),
    ("sat", "target/instructions/driver-10x16-safe.bp", "--engine sat"),
    ("pdr", "target/instructions/recpar-8-safe.bp", "--engine pdr"),
    ("patterns, figure 10", "target/instructions/figure-10-1000.zing", PATTERNS),
    ("patterns, transactions", "target/instructions/transactions-1000.zing", PATTERNS),
];

const PATTERNS: &str = "--engine explicit --summaries patterns";

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    write_programs(PROGRAMS)?;
    run_command(&mut cargo("build --release --locked -p cutpoint"))?;
    let current = root().join("target/release/cutpoint");
    let mut slower: Vec<String> = Vec::new();
    println!("{:<28} {:>15} {:>15} {:>7}", "program", "instructions", "baseline", "ratio");
    for (name, program, settings) in COUNTED {
        let count = instructions(&current, program, settings)?;
        let Some(baseline) = &options.baseline else {
            println!("{name:<28} {count:>15}");
            continue;
        };
        let before = instructions(baseline, program, settings)?;
        let ratio = count as f64 / before as f64;
        println!("{name:<28} {count:>15} {before:>15} {ratio:>6.3}x");
        let most = if settings == PATTERNS { MOST_OF_PATTERNS } else { MOST };
        if ratio > most {
            slower.push(format!("{name} is above {most}"));
        }
    }
    if slower.is_empty() { Ok(()) } else { Err(Failure::Missing(format!("slower: {}", slower.join("; ")))) }
}

/// How many instructions a check takes.
fn instructions(command: &Path, program: &str, settings: &str) -> Result<u64, Failure> {
    let mut counted = Command::new("valgrind");
    counted
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(command)
        .arg("check")
        .arg(program);
    counted.args(settings.split_whitespace()).current_dir(root());
    let output = counted.output().map_err(|error| Failure::NotStarted("valgrind".to_owned(), error))?;
    let log = String::from_utf8_lossy(&output.stderr);
    collected(&log).ok_or_else(|| Failure::Missing(format!("valgrind gives no count for {program}:\n{log}")))
}

/// The count in a log of callgrind.
fn collected(log: &str) -> Option<u64> {
    let line = log.lines().find(|line| line.contains("Collected :"))?;
    line.split_whitespace().last()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_the_log() {
        let log = "==7== Events    : Ir\n==7== Collected : 7354901\n==7==\n==7== I   refs: 7,354,901\n";
        assert_eq!(collected(log), Some(7_354_901));
        assert_eq!(collected("==7== no such line\n"), None);
    }
}
