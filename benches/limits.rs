//! Whether limits hold: every engine on programs without end, at three limits on memory and one on time.
//!
//! Run with `cargo xtask bench limits`; words select programs by name, and `-- --command PATH` measures another build
//! of the command. The peak is that of the whole process, as the system counts it, over the limit; the goal is 1.15. A
//! limit of one second should be exceeded by less than half a second. Each row is one engine on one program; the worst
//! rows of all come last.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const ENGINES: [(&str, &[&str]); 4] = [
    ("states", &["--summaries", "off"]),
    ("patterns", &["--engine", "explicit", "--summaries", "patterns"]),
    ("pushdown", &["--engine", "pushdown"]),
    ("default", &[]),
];

/// In MiB.
const MEMORY: [u64; 3] = [64, 256, 1024];

const TIMEOUT: Duration = Duration::from_secs(1);

const GOAL_RATIO: f64 = 1.15;
const GOAL_EXCESS: Duration = Duration::from_millis(500);

/// The exit status of *unknown*.
const UNKNOWN: i32 = 3;

struct Arguments {
    command: PathBuf,
    wanted: Vec<String>,
}

/// The worst of all rows.
#[derive(Default)]
struct Worst {
    ratio: f64,
    excess: Duration,
}

fn main() {
    let arguments = arguments();
    println!(
        "{:<22} {:<9} {:>8} {:>8} {:>8} {:>12}",
        "program", "engine", "64 MiB", "256 MiB", "1 GiB", "beyond 1 s"
    );
    let mut worst = Worst::default();
    for model in models(&arguments.wanted) {
        for (engine, options) in ENGINES {
            measure(&arguments.command, &model, engine, options, &mut worst);
        }
    }
    let Worst { ratio, excess } = worst;
    let verdict = if ratio <= GOAL_RATIO && excess <= GOAL_EXCESS { "within the goals" } else { "MISSED" };
    println!(
        "worst: {ratio:.2} of a limit on memory, {:.0} ms beyond one on time: {verdict}",
        millis(excess)
    );
}

fn arguments() -> Arguments {
    let mut given = std::env::args().skip(1);
    let mut arguments = Arguments { command: beside_this_one(), wanted: Vec::new() };
    while let Some(argument) = given.next() {
        match argument.as_str() {
            "--command" => arguments.command = given.next().expect("--command PATH").into(),
            option if option.starts_with('-') => {}
            name => arguments.wanted.push(name.to_owned()),
        }
    }
    let shown = arguments.command.display();
    assert!(arguments.command.is_file(), "{shown} is missing: cargo build --release -p cutpoint");
    arguments
}

/// The command of the same profile: a benchmark lies in `deps` beside it.
fn beside_this_one() -> PathBuf {
    let own = std::env::current_exe().expect("a benchmark is a file");
    let folder = own.ancestors().nth(2).expect("it lies in a folder of the target");
    folder.join(format!("cutpoint{}", std::env::consts::EXE_SUFFIX))
}

fn models(wanted: &[String]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cutpoint/tests/models/endless");
    let entries = std::fs::read_dir(folder).expect("the models are there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths
        .retain(|path| wanted.is_empty() || wanted.iter().any(|wanted| name(path).contains(wanted.as_str())));
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn measure(command: &Path, model: &Path, engine: &str, options: &[&str], worst: &mut Worst) {
    let ratios = MEMORY.map(|megabytes| peak_ratio(command, model, options, megabytes));
    let excess = excess(command, model, options);
    worst.ratio = ratios.iter().flatten().fold(worst.ratio, |worst, &ratio| worst.max(ratio));
    worst.excess = worst.excess.max(excess.unwrap_or_default());
    let shown = ratios.map(|ratio| ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}")));
    let late = excess.map_or("-".to_owned(), |excess| format!("{:.0} ms", millis(excess)));
    let [small, medium, large] = shown;
    println!("{:<22} {engine:<9} {small:>8} {medium:>8} {large:>8} {late:>12}", name(model));
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The peak of the process over the limit; nothing where the program is decided or refused before.
fn peak_ratio(command: &Path, model: &Path, options: &[&str], megabytes: u64) -> Option<f64> {
    let report = run(command, model, options, &["--memory", &format!("{megabytes}M")])?;
    let peak = number(&report, "\"peak_resident_bytes\": ")?;
    report.contains("\"kind\": \"memory-limit\"").then(|| peak as f64 / (megabytes << 20) as f64)
}

/// How long the command goes on after the limit on time, its start and its report included.
fn excess(command: &Path, model: &Path, options: &[&str]) -> Option<Duration> {
    let timeout = TIMEOUT.as_secs().to_string();
    let start = Instant::now();
    let report = run(command, model, options, &["--timeout", &timeout, "--memory", "16G"])?;
    let time = start.elapsed();
    report.contains("\"kind\": \"time-limit\"").then(|| time.saturating_sub(TIMEOUT))
}

/// The report of a run that ended in *unknown*, in JSON.
fn run(command: &Path, model: &Path, options: &[&str], limits: &[&str]) -> Option<String> {
    let mut run = Command::new(command);
    run.arg("check").arg(model).args(options).args(limits).args(["--stats", "--format", "json"]);
    let output = run.output().unwrap_or_else(|error| panic!("{}: {error}", command.display()));
    (output.status.code() == Some(UNKNOWN)).then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The number after this part of a text.
fn number(text: &str, before: &str) -> Option<u64> {
    let rest = &text[text.find(before)? + before.len()..];
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}
