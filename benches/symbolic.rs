//! Symbolic execution of open procedures: lazy initialisation against exact heap summaries.
//!
//! Run with `cargo xtask bench symbolic`. Two subjects: figure 1 of the paper (queries to a list of up to K nodes), and
//! a linked list that is checked for cycles and asked for a key. Summaries have far fewer paths, each of which asks the
//! solver; lazy paths cost less than a microsecond, and there are many of them. So lazy initialisation is the faster
//! one on figure 1, where conditions are many and heaps are few, and summaries are on the list, by a factor that grows.
//! Counts of the list differ from those of the paper's version, whose sources are not public.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::time::{Duration, Instant};

use base::{Id, SourceFile, SourceMap};
use cutpoint_testkit::symbolic::subjects::{figure_one, linked_list};
use engine_symbolic::SymbolicEngine;
use ir::{ClassId, ProcId, Program};
use verdict::{Exploration, Explore, ExploreQuery, Init, Meter, PathDetail};

/// Runs of which the fastest counts.
const RUNS: usize = 3;
/// Deep enough that nothing of figure 1 is cut.
const DEEP: u32 = 40;

fn main() {
    println!("figure 1, K nodes and M queries: paths and milliseconds\n");
    heading();
    for (length, queries) in [(2, 5), (3, 5), (4, 5), (5, 2), (5, 5), (20, 1)] {
        let program = program(&figure_one(length, queries));
        for init in Init::ALL {
            // Lazy paths of 20 nodes are beyond counting.
            if length < 20 || init == Init::Summary {
                let name = format!("K = {length}, M = {queries}, {init}");
                row(&name, &measure(&program, init, DEEP, PathDetail::Counts));
            }
        }
    }
    println!("\nlinked list, reference chains of up to k\n");
    heading();
    let list = program(&linked_list());
    for depth in [2, 4, 6, 8, 10, 15, 20] {
        let summary = measure(&list, Init::Summary, depth, PathDetail::Counts);
        row(&format!("k = {depth}, summary"), &summary);
        if depth <= 10 {
            let lazy = measure(&list, Init::Lazy, depth, PathDetail::Counts);
            row(&format!("k = {depth}, lazy"), &lazy);
            println!("{:>40.1} times as long as by summaries", ratio(lazy.1, summary.1));
        }
    }
    println!("\nwith an example of each path\n");
    heading();
    row("k = 6, lazy", &measure(&list, Init::Lazy, 6, PathDetail::Examples));
    row("k = 10, summary", &measure(&list, Init::Summary, 10, PathDetail::Examples));
}

fn program(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("subject.cpir", text));
    let program = ir::read(file, text).expect("a subject can be read");
    ir::verify(&program).expect("a subject is a program");
    program
}

fn measure(program: &Program, init: Init, max_depth: u32, detail: PathDetail) -> (Exploration, Duration) {
    let query = ExploreQuery {
        receiver: Some(vec![ClassId::new(0)]),
        init,
        max_depth,
        detail,
        ..ExploreQuery::new(ProcId::new(0))
    };
    let run = || {
        let begin = Instant::now();
        let exploration = SymbolicEngine.explore(program, &query, &Meter::unlimited());
        (exploration, begin.elapsed())
    };
    let mut best = run();
    for _ in 1..RUNS {
        let (exploration, time) = run();
        if time < best.1 {
            best = (exploration, time);
        }
    }
    best
}

fn ratio(long: Duration, short: Duration) -> f64 {
    long.as_secs_f64() / short.as_secs_f64()
}

fn heading() {
    println!(
        "{:<26} {:>9} {:>8} {:>9} {:>8} {:>8} {:>8} {:>7} {:>7} {:>9}",
        "", "paths", "control", "ms", "us/path", "checks", "models", "sat", "unsat", "MiB"
    );
}

fn row(name: &str, (exploration, time): &(Exploration, Duration)) {
    let (counts, solver) = (exploration.counts, exploration.solver);
    println!(
        "{name:<26} {:>9} {:>8} {:>9.2} {:>8.2} {:>8} {:>8} {:>7} {:>7} {:>9.1}",
        counts.paths,
        counts.control_paths,
        time.as_secs_f64() * 1e3,
        time.as_secs_f64() * 1e6 / counts.paths.max(1) as f64,
        solver.checks,
        solver.by_model,
        solver.satisfiable,
        solver.unsatisfiable,
        exploration.stats.peak_bytes as f64 / f64::from(1 << 20),
    );
}
