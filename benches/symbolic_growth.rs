//! Symbolic execution of a list that grows: time, resident memory, and paths with replayed examples.
//!
//! Run with `cargo xtask bench symbolic-growth`. The list is checked for cycles and asked for a key; summaries have few
//! paths, each of which asks the solver, lazy initialisation many cheap ones.
//!
//! `--plot FILE` says where the growth plot goes (default `target/symbolic-growth.svg`); paths are taken from the root
//! of the workspace. Memory is what the process holds at most during a run beyond what it held before (Linux only).

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base::{Id, SourceFile, SourceMap};
use cutpoint_testkit::plot::{Chart, Series};
use cutpoint_testkit::symbolic::subjects::{figure_one, linked_list};
use engine_symbolic::SymbolicEngine;
use ir::{ClassId, ProcId, Program};
use verdict::{Exploration, Explore, ExploreQuery, Init, Limits, Meter, PathDetail, Silent};

/// Runs of which the fastest counts.
const RUNS: usize = 3;
/// Deep enough that nothing of figure 1 is cut.
const DEEP: u32 = 40;
/// Bounds on the reference chains of the list; lazy initialisation gets no further than the first limit here.
const DEPTHS: [u32; 7] = [2, 4, 6, 8, 10, 15, 20];
const DEEPEST_OF_LAZY: u32 = 10;

fn main() {
    println!("linked list, reference chains of up to k, paths only counted\n");
    heading();
    let list = program(&linked_list());
    let series = |init: Init| Series { name: init.to_string(), ..Series::default() };
    let (mut lazy, mut summary) = (series(Init::Lazy), series(Init::Summary));
    for max_depth in DEPTHS {
        let ask = |init| Question { program: &list, init, max_depth }.counted();
        let by_summary = ask(Init::Summary);
        by_summary.print(&format!("k = {max_depth}, summary"));
        summary.points.push((max_depth.into(), by_summary.time.as_secs_f64()));
        if max_depth <= DEEPEST_OF_LAZY {
            let by_lazy = ask(Init::Lazy);
            by_lazy.print(&format!("k = {max_depth}, lazy"));
            lazy.points.push((max_depth.into(), by_lazy.time.as_secs_f64()));
            let ratio = by_lazy.time.as_secs_f64() / by_summary.time.as_secs_f64();
            println!("{ratio:>40.1} times as long as by summaries");
        }
    }
    println!("\nwith an example of each path, replayed\n");
    heading();
    let figure = program(&figure_one(4, 5));
    let replayed = |program, init, max_depth| Question { program, init, max_depth }.replayed();
    replayed(&figure, Init::Lazy, DEEP).print("K = 4, M = 5, lazy");
    replayed(&figure, Init::Summary, DEEP).print("K = 4, M = 5, summary");
    replayed(&list, Init::Lazy, 6).print("k = 6, lazy");
    replayed(&list, Init::Summary, 10).print("k = 10, summary");
    plot(vec![lazy, summary]);
}

fn plot(series: Vec<Series>) {
    let chart = Chart {
        title: "Exploring a linked list".to_owned(),
        x_label: "longest chain of references, k".to_owned(),
        y_label: "seconds".to_owned(),
        series,
    };
    let mut arguments = std::env::args().skip_while(|argument| argument != "--plot").skip(1);
    let file = arguments.next().unwrap_or_else(|| "target/symbolic-growth.svg".to_owned());
    let path = PathBuf::from(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).join(file);
    match std::fs::write(&path, chart.to_svg()) {
        Ok(()) => println!("\nplot: {}", path.display()),
        Err(error) => println!("\nno plot at {}: {error}", path.display()),
    }
}

fn program(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("subject.cpir", text));
    let program = ir::read(file, text).expect("a subject can be read");
    ir::verify(&program).expect("a subject is a program");
    program
}

#[derive(Clone, Copy)]
struct Question<'a> {
    program: &'a Program,
    init: Init,
    max_depth: u32,
}

struct Run {
    exploration: Exploration,
    time: Duration,
    /// Held beyond what was held before.
    bytes: Option<u64>,
}

impl Question<'_> {
    fn query(self, detail: PathDetail) -> ExploreQuery {
        ExploreQuery {
            receiver: Some(vec![ClassId::new(0)]),
            init: self.init,
            max_depth: self.max_depth,
            detail,
            ..ExploreQuery::new(ProcId::new(0))
        }
    }

    fn counted(self) -> Run {
        let query = self.query(PathDetail::Counts);
        fastest(|| SymbolicEngine.explore(self.program, &query, &Meter::unlimited()))
    }

    /// As the command asks, whose driver replays each example.
    fn replayed(self) -> Run {
        let query = [self.query(PathDetail::Examples)];
        fastest(|| {
            let explored = driver::explore(self.program, &query, Limits::default(), &Silent);
            explored.expect("every example replays").expect("the subject is supported").exploration
        })
    }
}

fn fastest(explore: impl Fn() -> Exploration) -> Run {
    let run = || {
        let before = memory::restart();
        let begin = Instant::now();
        let exploration = explore();
        let time = begin.elapsed();
        let bytes = before.zip(memory::peak()).map(|(before, peak)| peak.saturating_sub(before));
        Run { exploration, time, bytes }
    };
    let first = run();
    (1..RUNS).map(|_| run()).fold(first, |best, next| if next.time < best.time { next } else { best })
}

/// The memory of the process, as Linux counts it.
mod memory {
    /// Counts the peak from now on, and answers what is held now.
    pub(super) fn restart() -> Option<u64> {
        std::fs::write("/proc/self/clear_refs", "5").ok()?;
        of_status("VmRSS:")
    }

    pub(super) fn peak() -> Option<u64> {
        of_status("VmHWM:")
    }

    fn of_status(key: &str) -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
    }
}

fn heading() {
    println!(
        "{:<26} {:>9} {:>8} {:>9} {:>8} {:>8} {:>8} {:>7} {:>7} {:>8} {:>8}",
        "", "paths", "control", "ms", "us/path", "checks", "models", "sat", "unsat", "us/check", "MiB"
    );
}

impl Run {
    fn print(&self, name: &str) {
        let (counts, solver) = (self.exploration.counts, self.exploration.solver);
        let micros = self.time.as_secs_f64() * 1e6;
        let bytes =
            self.bytes.map_or("?".to_owned(), |bytes| format!("{:.1}", bytes as f64 / f64::from(1 << 20)));
        println!(
            "{name:<26} {:>9} {:>8} {:>9.2} {:>8.2} {:>8} {:>8} {:>7} {:>7} {:>8.1} {bytes:>8}",
            counts.paths,
            counts.control_paths,
            micros / 1e3,
            micros / counts.paths.max(1) as f64,
            solver.checks,
            solver.by_model,
            solver.satisfiable,
            solver.unsatisfiable,
            micros / solver.checks.max(1) as f64,
        );
    }
}
