//! All engines for Boolean programs, and the default, on all families of programs: the table of the paper again
//! (Basler, Kroening and Weissenbacher, 2007, table 2), growth curves, and goals.
//!
//! Run with `cargo xtask bench boolean`. Words after the name choose instances by parts of their names
//! (`cargo xtask bench boolean driver`); `growth` stands for the curves, `table` for all instances. Options:
//!
//! - `--timeout SECONDS`: for one engine on one program (default 10);
//! - `--engine NAME`: only this engine (may be repeated); without it, all engines for Boolean programs. Engines that
//!   visit states are asked only if they are named;
//! - `--plot DIR` writes the growth curves as SVG;
//! - `--write DIR` writes the programs as files and measures nothing.
//!
//! Paths are taken from the root of the workspace. A time is that of the whole check, the replay of a violation
//! included. Short runs are repeated and the fastest counts. What takes too long or too much memory is stopped, and
//! counts as the time limit in totals. Every answer is compared with the verdict that the program was made for.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base::{Id, SourceId};
use cutpoint_testkit::boolean::families::{self, Instance, Shape, Variant};
use cutpoint_testkit::deadline::Deadline;
use cutpoint_testkit::plot::{Chart, Series};
use cutpoint_testkit::settings::answer_name;
use driver::{ENGINES, EngineChoice, EngineEntry, Request};
use ir::Program;
use lang_boolean::{Dialect, Options};
use verdict::{Limits, Property, StopReason, Verdict};

const TIMEOUT: Duration = Duration::from_secs(10);
const MEMORY_LIMIT: u64 = 2 << 30;
/// Runs shorter than this are repeated.
const SHORT: Duration = Duration::from_millis(300);
const REPETITIONS: usize = 3;
/// Engines for programs of all kinds.
const GENERAL: [&str; 2] = ["explicit", "pushdown"];
/// Small programs are to be decided by every engine within this time.
const SMALL_GOAL: f64 = 0.010;
/// How much longer than the best engine the default may take, in total.
const TOTAL_GOAL: f64 = 1.2;

/// Routines and predicates of drivers from 14 to 992 variables.
const DRIVERS: [(usize, usize); 9] =
    [(1, 6), (1, 16), (3, 12), (5, 18), (10, 18), (12, 32), (20, 32), (25, 32), (29, 32)];
const COUNTERS: [usize; 8] = [2, 4, 6, 8, 10, 12, 14, 16];

fn main() {
    let arguments = Arguments::read();
    if let Some(directory) = &arguments.write {
        for instance in families::families() {
            write_file(&directory.join(format!("{}.bp", instance.name())), &instance.text());
        }
        return;
    }
    let chosen: Vec<Instance> = families::families()
        .into_iter()
        .filter(|instance| arguments.wants(&instance.name(), "table"))
        .collect();
    if !chosen.is_empty() {
        let rows = measure_table(&arguments, &chosen);
        print_goals(&arguments, &rows);
    }
    if arguments.wants("growth", "growth") {
        for (name, chart) in growth(&arguments) {
            if let Some(directory) = &arguments.plot {
                write_file(&directory.join(format!("boolean-{name}.svg")), &chart.to_svg());
            }
        }
    }
}

/// Who is asked: an engine, or the default.
#[derive(Clone, Copy)]
struct Contestant {
    name: &'static str,
    choice: EngineChoice,
}

struct Arguments {
    parts: Vec<String>,
    contestants: Vec<Contestant>,
    timeout: Duration,
    plot: Option<PathBuf>,
    write: Option<PathBuf>,
}

impl Arguments {
    /// Unknown options are skipped: cargo adds some of its own.
    fn read() -> Self {
        let root =
            Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates lie two levels down");
        let mut found =
            Self { parts: Vec::new(), contestants: Vec::new(), timeout: TIMEOUT, plot: None, write: None };
        let mut rest = std::env::args().skip(1);
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().unwrap_or_else(|| panic!("a value behind {argument}"));
            match argument.as_str() {
                "--timeout" => {
                    found.timeout = Duration::from_secs_f64(value().parse().expect("a number of seconds"));
                }
                "--engine" => {
                    let engine = driver::engine(&value()).expect("the name of an engine");
                    found.contestants.push(contestant(engine));
                }
                "--plot" => found.plot = Some(root.join(value())),
                "--write" => found.write = Some(root.join(value())),
                option if option.starts_with('-') => {}
                part => found.parts.push(part.to_owned()),
            }
        }
        if found.contestants.is_empty() {
            let boolean = ENGINES.iter().filter(|engine| !GENERAL.contains(&engine.name));
            found.contestants.extend(boolean.map(contestant));
        }
        found.contestants.push(Contestant { name: "default", choice: EngineChoice::Automatic });
        found
    }

    /// Whether something is measured: all is, if nothing was named.
    fn wants(&self, name: &str, group: &str) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|part| part == group || name.contains(part.as_str()))
    }
}

fn contestant(engine: &'static EngineEntry) -> Contestant {
    Contestant { name: engine.name, choice: EngineChoice::One(engine) }
}

fn write_file(path: &Path, text: &str) {
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory).expect("the directory can be made");
    }
    std::fs::write(path, text).expect("the file can be written");
    println!("wrote {}", path.display());
}

/// What came out of one check.
struct Run {
    outcome: Outcome,
    seconds: f64,
    peak_bytes: u64,
}

enum Outcome {
    /// As expected: another answer ends the benchmark.
    Decided,
    TimeLimit,
    MemoryLimit,
    GaveUp,
}

impl Run {
    fn is_decided(&self) -> bool {
        matches!(self.outcome, Outcome::Decided)
    }

    fn cell(&self) -> String {
        match self.outcome {
            Outcome::Decided if self.seconds < 0.01 => format!("{:.4}", self.seconds),
            Outcome::Decided => format!("{:.3}", self.seconds),
            Outcome::TimeLimit => format!("> {:.0}", self.seconds),
            Outcome::MemoryLimit => "memory".to_owned(),
            Outcome::GaveUp => "unknown".to_owned(),
        }
    }

    fn mebibytes(&self) -> f64 {
        self.peak_bytes as f64 / f64::from(1 << 20)
    }

    /// What the run counts in totals.
    fn charged(&self, limit: Duration) -> f64 {
        if self.is_decided() { self.seconds } else { limit.as_secs_f64() }
    }
}

/// A program and what every contestant did with it.
struct Row {
    instance: Instance,
    runs: Vec<Run>,
}

fn compile(instance: Instance) -> Program {
    let options = Options { dialect: Some(Dialect::Sdv), ..Options::default() };
    let compiled = lang_boolean::compile(SourceId::new(0), &instance.text(), &options);
    compiled.program.unwrap_or_else(|| panic!("{}: {:?}", instance.name(), compiled.diagnostics))
}

fn run(instance: Instance, program: &Program, contestant: Contestant, timeout: Duration) -> Run {
    let once = || run_once(instance, program, contestant, timeout);
    let mut fastest = once();
    for _ in 1..REPETITIONS {
        if fastest.is_decided() && fastest.seconds < SHORT.as_secs_f64() {
            let again = once();
            fastest = if again.seconds < fastest.seconds { again } else { fastest };
        }
    }
    fastest
}

fn run_once(instance: Instance, program: &Program, contestant: Contestant, timeout: Duration) -> Run {
    let limits = Limits { max_bytes: Some(MEMORY_LIMIT), ..Limits::default() };
    let request = Request { engines: contestant.choice, limits, ..Request::default() };
    let start = Instant::now();
    let checked = driver::check(program, &Property::NoErrors, &request, &Deadline::after(timeout))
        .unwrap_or_else(|error| panic!("{} by {}: {error}", instance.name(), contestant.name));
    let seconds = start.elapsed().as_secs_f64();
    let answer = &checked.first().answer;
    let outcome = match &answer.verdict {
        Verdict::Unknown { reason: StopReason::TimeLimit(_) } => Outcome::TimeLimit,
        Verdict::Unknown { reason: StopReason::MemoryLimit(_) } => Outcome::MemoryLimit,
        Verdict::Unknown { .. } => Outcome::GaveUp,
        Verdict::Holds { .. } | Verdict::Violated { .. } => Outcome::Decided,
    };
    if let Outcome::Decided = outcome {
        let found = answer_name(&answer.verdict);
        assert_eq!(found, instance.expected(), "{} by {}", instance.name(), contestant.name);
    }
    Run { outcome, seconds, peak_bytes: answer.stats.peak_bytes }
}

fn measure_table(arguments: &Arguments, chosen: &[Instance]) -> Vec<Row> {
    println!(
        "seconds and peak MiB; at most {:.0} s and {} MiB a run",
        arguments.timeout.as_secs_f64(),
        MEMORY_LIMIT >> 20
    );
    print!("{:<24} {:>5}", "benchmark", "vars");
    for contestant in &arguments.contestants {
        print!(" {:>10} {:>6}", contestant.name, "MiB");
    }
    println!("  violation");
    chosen.iter().map(|&instance| measure_row(arguments, instance)).collect()
}

fn measure_row(arguments: &Arguments, instance: Instance) -> Row {
    let program = compile(instance);
    print!("{:<24} {:>5}", instance.name(), instance.variables());
    let measure = |&contestant: &Contestant| {
        let run = run(instance, &program, contestant, arguments.timeout);
        print!(" {:>10} {:>6.1}", run.cell(), run.mebibytes());
        run
    };
    let runs = arguments.contestants.iter().map(measure).collect();
    println!("  {}", if instance.variant == Variant::Safe { "no" } else { "yes" });
    Row { instance, runs }
}

/// The seconds that the default may take, where that was fixed.
fn goal(instance: Instance) -> Option<f64> {
    match (instance.shape, instance.variant) {
        (Shape::Driver { .. }, _) => Some(1.0),
        (Shape::Counter(12), Variant::Unsafe) | (Shape::Counter(64), Variant::Safe) => Some(0.5),
        (Shape::Term(20), _) => Some(1.0),
        (Shape::Recpar(16), _) => Some(0.5),
        (Shape::Hwb(10), Variant::Safe) | (Shape::Hwb(16), Variant::Unsafe) => Some(2.0),
        (Shape::Hanoi(30), _) => Some(0.1),
        (Shape::Roles { globals: 18 | 40, .. }, _) => Some(2.0),
        (
            Shape::Counter(_)
            | Shape::Called(_)
            | Shape::Unwound(_)
            | Shape::Term(_)
            | Shape::Recpar(_)
            | Shape::Hwb(_)
            | Shape::Hanoi(_)
            | Shape::Roles { .. }
            | Shape::Shallow(_),
            _,
        ) => None,
    }
}

fn print_goals(arguments: &Arguments, rows: &[Row]) {
    println!("\ngoals");
    let (mut met, mut all) = (0, 0);
    let mut report = |what: &str, found: &str, limit: &str, is_met: bool| {
        all += 1;
        met += usize::from(is_met);
        println!("  {:<6} {what:<34} {found:>10}  (goal {limit})", if is_met { "met" } else { "missed" });
    };
    for row in rows {
        let default = row.runs.last().expect("the default is measured");
        if let Some(limit) = goal(row.instance) {
            let is_met = default.is_decided() && default.seconds < limit;
            report(
                &format!("{} by default", row.instance.name()),
                &default.cell(),
                &format!("{limit}"),
                is_met,
            );
        }
        if let Shape::Shallow(_) = row.instance.shape {
            for (contestant, run) in arguments.contestants.iter().zip(&row.runs) {
                let is_met = run.is_decided() && run.seconds < SMALL_GOAL;
                let what = format!("{} by {}", row.instance.name(), contestant.name);
                report(&what, &run.cell(), &format!("{SMALL_GOAL}"), is_met);
            }
        }
    }
    let ratio = print_totals(arguments, rows);
    report(
        "default against the best engine",
        &format!("{ratio:.2}x"),
        &format!("{TOTAL_GOAL}x"),
        ratio <= TOTAL_GOAL,
    );
    println!("{met} of {all} goals are met");
}

/// Totals of all contestants, undecided runs at the limit. Returns how much longer the default takes than the best
/// engine.
fn print_totals(arguments: &Arguments, rows: &[Row]) -> f64 {
    let charged = |run: &Run| run.charged(arguments.timeout);
    let totals: Vec<f64> = (0..arguments.contestants.len())
        .map(|index| rows.iter().map(|row| charged(&row.runs[index])).sum())
        .collect();
    for (index, contestant) in arguments.contestants.iter().enumerate() {
        let decided = rows.iter().filter(|row| row.runs[index].is_decided()).count();
        println!(
            "  total of {:<10} {:>9.3} s, {decided} of {} decided",
            contestant.name,
            totals[index],
            rows.len()
        );
    }
    let best_each = |row: &Row| row.runs.iter().map(charged).fold(f64::INFINITY, f64::min);
    println!("  best of all for each {:>7.3} s", rows.iter().map(best_each).sum::<f64>());
    let (default, engines) = totals.split_last().expect("the default is measured");
    default / engines.iter().copied().fold(f64::INFINITY, f64::min)
}

/// Times over sizes, for drivers and counters.
fn growth(arguments: &Arguments) -> Vec<(&'static str, Chart)> {
    let driver = |(procedures, locals)| Shape::Driver { procedures, locals };
    let drivers: Vec<Shape> = DRIVERS.into_iter().map(driver).collect();
    let counters: Vec<Shape> = COUNTERS.into_iter().map(Shape::Counter).collect();
    let mut charts = Vec::new();
    let by_variables = |instance: Instance| instance.variables();
    // What the parity bit adds is no bit of the counter.
    let by_bits =
        |instance: Instance| instance.variables() - if instance.variant == Variant::Safe { 2 } else { 1 };
    for (name, variant, shapes) in [
        ("driver-safe", Variant::Safe, &drivers),
        ("driver-unsafe", Variant::Unsafe, &drivers),
        ("counter-safe", Variant::Safe, &counters),
        ("counter-unsafe", Variant::Unsafe, &counters),
    ] {
        let instances: Vec<Instance> = shapes.iter().map(|&shape| Instance { shape, variant }).collect();
        let is_driver = name.starts_with("driver");
        let size = if is_driver { by_variables } else { by_bits };
        let x_label = if is_driver { "variables" } else { "bits" };
        charts.push((name, measure_growth(arguments, name, x_label, &instances, size)));
    }
    charts
}

/// Measures all contestants on growing programs. Who fails once is not asked again.
fn measure_growth(
    arguments: &Arguments,
    name: &str,
    x_label: &str,
    instances: &[Instance],
    size: fn(Instance) -> usize,
) -> Chart {
    println!("\ngrowth: {name}, seconds");
    print!("{x_label:>10}");
    let new_series = |contestant: &Contestant| {
        print!(" {:>10}", contestant.name);
        let dashed = contestant.name == "default";
        Series { name: contestant.name.to_owned(), points: Vec::new(), dashed }
    };
    let mut series: Vec<Series> = arguments.contestants.iter().map(new_series).collect();
    let mut is_asked = vec![true; series.len()];
    println!();
    for &instance in instances {
        let program = compile(instance);
        print!("{:>10}", size(instance));
        for (index, &contestant) in arguments.contestants.iter().enumerate() {
            if !is_asked[index] {
                print!(" {:>10}", "-");
                continue;
            }
            let run = run(instance, &program, contestant, arguments.timeout);
            print!(" {:>10}", run.cell());
            is_asked[index] = run.is_decided();
            if run.is_decided() {
                series[index].points.push((size(instance) as f64, run.seconds));
            }
        }
        println!();
    }
    Chart {
        title: format!("Time on {name}"),
        x_label: x_label.to_owned(),
        y_label: "seconds".to_owned(),
        series,
    }
}
