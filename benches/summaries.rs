//! What procedure summaries are worth: growth on figure 10 of the paper, and transaction managers of three sizes.
//!
//! Run with `cargo xtask bench summaries`, or `cargo xtask bench summaries figure-10` (or `transactions`) for one part.
//! Further options:
//!
//! - `--plot FILE` says where the growth plot goes (default `target/summaries-growth.svg`);
//! - `--write DIR` writes the measured programs as files and measures nothing, so that other tools can have them.
//!
//! Paths are taken from the root of the workspace. Short runs are repeated and the fastest counts; a run that takes too
//! long is stopped and says so. Numbers of states and summaries are exact, and ratios are taken within one program.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base::{SourceFile, SourceMap};
use cutpoint_testkit::deadline::Deadline;
use cutpoint_testkit::figure_ten::figure_ten;
use cutpoint_testkit::plot::{Chart, Series};
use cutpoint_testkit::settings::{self, answer_name};
use cutpoint_testkit::transactions::{TransactionOptions, transaction_manager};
use engine_explicit::{ExplicitEngine, ExplicitOptions, Summaries};
use ir::Program;
use verdict::{Limits, Meter, Property, Stats, SummaryStats, SummaryUse};

/// Without summaries figure 10 is exponential, so waiting longer gains nothing.
const TIME_LIMIT_FIGURE_TEN: Duration = Duration::from_secs(30);
const TIME_LIMIT_TRANSACTIONS: Duration = Duration::from_secs(300);
/// What grows exponentially is not tried again one size up after a run of this length.
const PATIENCE: Duration = Duration::from_secs(10);
const MEMORY_LIMIT: u64 = 6 << 30;
/// Runs shorter than this are repeated.
const SHORT: Duration = Duration::from_millis(500);
const REPETITIONS: usize = 3;

/// Table 2 of the paper: depth, seconds without summaries (none where ten minutes did not suffice), seconds with them.
const PAPER: [(usize, Option<f64>, f64); 13] = [
    (5, Some(0.942), 0.928),
    (10, Some(1.944), 0.942),
    (15, Some(44.949), 0.988),
    (20, None, 1.059),
    (30, None, 1.191),
    (40, None, 1.268),
    (50, None, 1.435),
    (60, None, 1.644),
    (70, None, 1.848),
    (80, None, 2.121),
    (90, None, 2.484),
    (100, None, 2.848),
    (200, None, 7.772),
];
const DEPTHS_BEYOND: [usize; 5] = [500, 1_000, 2_000, 5_000, 10_000];
const SIZES: [usize; 3] = [1_000, 3_000, 10_000];
const MODES: [(&str, Summaries); 3] =
    [("off", Summaries::Off), ("visible", Summaries::Visible), ("patterns", Summaries::Patterns)];

fn main() {
    let arguments = Arguments::read();
    if let Some(directory) = &arguments.write {
        write_programs(directory);
        return;
    }
    if arguments.wants("figure-10") {
        let chart = measure_figure_ten();
        write_file(&arguments.plot, &chart.to_svg());
    }
    if arguments.wants("transactions") {
        measure_transactions();
    }
}

struct Arguments {
    parts: Vec<String>,
    plot: PathBuf,
    write: Option<PathBuf>,
}

impl Arguments {
    /// Unknown options are skipped: cargo adds some of its own.
    fn read() -> Self {
        let root =
            Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates lie two levels down");
        let mut found =
            Self { parts: Vec::new(), plot: root.join("target/summaries-growth.svg"), write: None };
        let mut rest = std::env::args().skip(1);
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--plot" => found.plot = root.join(rest.next().expect("a file behind --plot")),
                "--write" => found.write = Some(root.join(rest.next().expect("a directory behind --write"))),
                option if option.starts_with('-') => {}
                part => found.parts.push(part.to_owned()),
            }
        }
        found
    }

    fn wants(&self, part: &str) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|wanted| part.contains(wanted.as_str()))
    }
}

fn write_file(path: &Path, text: &str) {
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory).expect("the directory can be made");
    }
    std::fs::write(path, text).expect("the file can be written");
    println!("wrote {}", path.display());
}

fn depths() -> impl Iterator<Item = usize> {
    PAPER.iter().map(|row| row.0).chain(DEPTHS_BEYOND)
}

fn transactions_of(lines: usize) -> String {
    transaction_manager(&TransactionOptions { lines, ..TransactionOptions::default() })
}

fn write_programs(directory: &Path) {
    for depth in depths() {
        write_file(&directory.join(format!("figure-10-{depth}.zing")), &figure_ten(depth));
    }
    for lines in SIZES {
        write_file(&directory.join(format!("transactions-{lines}.zing")), &transactions_of(lines));
    }
}

struct Run {
    answer: &'static str,
    time: Duration,
    stats: Stats,
}

impl Run {
    fn milliseconds(&self) -> f64 {
        self.time.as_secs_f64() * 1e3
    }

    fn is_decided(&self) -> bool {
        self.answer != "unknown"
    }

    /// The figures of the summaries, if there were any.
    fn summaries(&self) -> Option<&SummaryStats> {
        match self.stats.summaries() {
            SummaryUse::Used(stats) => Some(stats),
            SummaryUse::Off | SummaryUse::Refused(_) => None,
        }
    }
}

fn compile(name: &str, text: &str) -> Program {
    let file = SourceMap::new().add(SourceFile::new(name, text));
    let compiled = lang_zing::compile(file, text);
    compiled.program.unwrap_or_else(|| panic!("{name} does not compile: {:#?}", compiled.diagnostics))
}

/// Checks a program whose assertions hold.
fn run(program: &Program, summaries: Summaries, limit: Duration) -> Run {
    let mut fastest = run_once(program, summaries, limit);
    for _ in 1..REPETITIONS {
        if fastest.time < SHORT {
            let again = run_once(program, summaries, limit);
            fastest = if again.time < fastest.time { again } else { fastest };
        }
    }
    fastest
}

fn run_once(program: &Program, summaries: Summaries, limit: Duration) -> Run {
    let engine = ExplicitEngine { options: ExplicitOptions { summaries, ..ExplicitOptions::default() } };
    let limits = Limits { max_bytes: Some(MEMORY_LIMIT), ..Limits::default() };
    let start = Instant::now();
    let deadline = Deadline::after(limit);
    let meter = Meter::new(limits, &deadline);
    let answer = settings::ask_plainly(&engine, program, &Property::NoErrors, &meter);
    let time = start.elapsed();
    let word = answer_name(&answer.verdict);
    assert_ne!(word, "violated", "the programs of this benchmark hold");
    Run { answer: word, time, stats: answer.stats }
}

/// Prints a row for each depth, and gives the times as a chart.
fn measure_figure_ten() -> Chart {
    println!(
        "figure 10: times in ms, peak in KiB, us/N: microseconds with patterns for a level of the recursion; paper: seconds without / with"
    );
    println!(
        "{:>6} {:>10} {:>10} {:>9} {:>9} {:>9} {:>9} {:>7} {:>16}",
        "N", "off states", "off ms", "patterns", "summaries", "ms", "peak KiB", "us/N", "paper"
    );
    let (mut without, mut with) = (Vec::new(), Vec::new());
    let (mut try_without, mut try_with) = (true, true);
    for depth in depths() {
        let program = compile("figure 10", &figure_ten(depth));
        let off = try_without.then(|| run(&program, Summaries::Off, TIME_LIMIT_FIGURE_TEN));
        let patterns = try_with.then(|| run(&program, Summaries::Patterns, TIME_LIMIT_FIGURE_TEN));
        print_depth(depth, off.as_ref(), patterns.as_ref());
        try_without = off.as_ref().is_some_and(|run| run.is_decided() && run.time <= PATIENCE);
        try_with = patterns.as_ref().is_some_and(Run::is_decided);
        let point = |run: &Run| (depth as f64, run.milliseconds());
        without.extend(off.as_ref().filter(|run| run.is_decided()).map(point));
        with.extend(patterns.as_ref().filter(|run| run.summaries().is_some() && run.is_decided()).map(point));
    }
    growth_chart(without, with)
}

fn print_depth(depth: usize, off: Option<&Run>, patterns: Option<&Run>) {
    let (off_states, off_time) = match off {
        Some(run) if run.is_decided() => (run.stats.states.to_string(), format!("{:.1}", run.milliseconds())),
        Some(_) => ("-".into(), "stopped".into()),
        None => ("-".into(), "-".into()),
    };
    print!("{depth:>6} {off_states:>10} {off_time:>10} ");
    match patterns.map(|run| (run, run.summaries())) {
        Some((run, Some(summaries))) => print!(
            "{:>9} {:>9} {:>9.2} {:>9.0} {:>7.2}",
            summaries.patterns,
            summaries.summaries,
            run.milliseconds(),
            run.stats.peak_bytes as f64 / 1024.0,
            run.milliseconds() * 1e3 / depth as f64
        ),
        Some((_, None)) => print!("{:>47}", "no summaries were used"),
        None => print!("{:>47}", "-"),
    }
    let paper = PAPER.iter().find(|row| row.0 == depth).map_or(String::new(), |(_, without, with)| {
        format!("{} / {with:.3}", without.map_or("-".into(), |seconds| format!("{seconds:.3}")))
    });
    println!(" {paper:>16}");
}

fn growth_chart(without: Vec<(f64, f64)>, with: Vec<(f64, f64)>) -> Chart {
    let paper_without = PAPER.iter().filter_map(|row| Some((row.0 as f64, row.1? * 1e3))).collect();
    let paper_with = PAPER.iter().map(|row| (row.0 as f64, row.2 * 1e3)).collect();
    let series =
        |name: &str, points: Vec<(f64, f64)>, dashed: bool| Series { name: name.into(), points, dashed };
    Chart {
        title: "Figure 10: time over depth of the recursion".into(),
        x_label: "N, depth of the recursion".into(),
        y_label: "milliseconds".into(),
        series: vec![
            series("without summaries", without, false),
            series("with summaries", with, false),
            series("without, in the paper", paper_without, true),
            series("with, in the paper", paper_with, true),
        ],
    }
}

fn measure_transactions() {
    println!(
        "\ntransaction managers: faster: against off; fewer: summaries against visible states; reads/look-up must not grow with the size"
    );
    println!(
        "{:>6} {:<9} {:<8} {:>10} {:>9} {:>9} {:>9} {:>8} {:>8} {:>10} {:>7} {:>13} {:>9}",
        "lines",
        "summaries",
        "answer",
        "states",
        "patterns",
        "summaries",
        "ms",
        "faster",
        "fewer",
        "look-ups",
        "reused",
        "reads/look-up",
        "peak MiB"
    );
    for lines in SIZES {
        let text = transactions_of(lines);
        let program = compile("transaction manager", &text);
        let runs: Vec<Run> =
            MODES.iter().map(|&(_, mode)| run(&program, mode, TIME_LIMIT_TRANSACTIONS)).collect();
        for ((name, _), run) in MODES.iter().zip(&runs) {
            print_transactions(text.lines().count(), name, run, &runs[0], &runs[1]);
        }
    }
}

fn print_transactions(lines: usize, mode: &str, run: &Run, off: &Run, visible: &Run) {
    let time = run.milliseconds();
    let faster = faster(run, off);
    print!("{lines:>6} {mode:<9} {:<8} {:>10} ", run.answer, run.stats.states);
    match run.summaries() {
        None => print!(
            "{:>9} {:>9} {time:>9.0} {faster:>8} {:>8} {:>10} {:>7} {:>13}",
            "-", "-", "-", "-", "-", "-"
        ),
        Some(used) => {
            let fewer = visible.summaries().map_or("-".into(), |all| {
                format!("{:.1}x", all.summaries as f64 / used.summaries.max(1) as f64)
            });
            let look_ups = used.look_ups.max(1) as f64;
            print!(
                "{:>9} {:>9} {time:>9.0} {faster:>8} {fewer:>8} {:>10} {:>6.1}% {:>13.2}",
                used.patterns,
                used.summaries,
                used.look_ups,
                100.0 * used.reused as f64 / look_ups,
                used.reads_compared as f64 / look_ups
            );
        }
    }
    println!(" {:>9.1}", run.stats.peak_bytes as f64 / f64::from(1 << 20));
}

/// How many times faster a run is. One that was stopped has no figure; against one that was stopped there is a lower
/// bound.
fn faster(run: &Run, off: &Run) -> String {
    if !run.is_decided() {
        return "-".into();
    }
    let bound = if off.is_decided() { "" } else { ">" };
    format!("{bound}{:.1}x", off.milliseconds() / run.milliseconds())
}
