//! The explicit engine on five models: states and transitions a second, bytes a state, and what each option is worth.
//!
//! Run with `cargo xtask bench explicit`, or `cargo xtask bench explicit NAME` for one model. Machines are noisy, so
//! every variant of a model runs in turn, three rounds, and the fastest round of each counts; ratios are taken within
//! one model.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::time::{Duration, Instant};

use base::{SourceFile, SourceMap};
use cutpoint_testkit::settings;
use engine_explicit::{ExplicitEngine, ExplicitOptions, Order};
use ir::Program;
use verdict::{Meter, Property, Stats, Verdict};

const ROUNDS: usize = 3;

const MODELS: [(&str, &str); 5] = [
    ("counters", include_str!("models/counters.zing")),
    ("ring", include_str!("models/ring.zing")),
    ("philosophers", include_str!("models/philosophers.zing")),
    ("channels", include_str!("models/channels.zing")),
    ("collections", include_str!("models/collections.zing")),
];

/// A named set of options; the first is what the others are compared with.
fn variants() -> [(&'static str, ExplicitOptions); 4] {
    let plain = ExplicitOptions::default();
    [
        ("bfs", plain.clone()),
        ("dfs", ExplicitOptions { order: Order::DepthFirst, ..plain.clone() }),
        ("2 threads", ExplicitOptions { workers: 2, ..plain.clone() }),
        ("compact", ExplicitOptions { hash_compaction: true, ..plain }),
    ]
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!(
        "{:<13} {:<10} {:>9} {:>11} {:>8} {:>10} {:>7} {:>9} {:>10} {:>7}",
        "model",
        "variant",
        "states",
        "transitions",
        "ms",
        "trans/s",
        "bytes",
        "overhead",
        "peak MiB",
        "ratio"
    );
    for (name, text) in MODELS {
        if wanted.is_empty() || wanted.iter().any(|wanted| name.contains(wanted.as_str())) {
            measure(name, &compile(name, text));
        }
    }
}

fn compile(name: &str, text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new(name, text));
    let compiled = lang_zing::compile(file, text);
    compiled.program.unwrap_or_else(|| panic!("{name} does not compile: {:#?}", compiled.diagnostics))
}

fn measure(name: &str, program: &Program) {
    let variants = variants();
    let mut fastest: Vec<Option<(Duration, Stats)>> = vec![None; variants.len()];
    for _ in 0..ROUNDS {
        for ((_, options), best) in variants.iter().zip(&mut fastest) {
            let run = run(name, program, options);
            if best.as_ref().is_none_or(|best| run.0 < best.0) {
                *best = Some(run);
            }
        }
    }
    let plain = fastest[0].as_ref().map_or(Duration::ZERO, |run| run.0);
    for ((variant, _), run) in variants.iter().zip(&fastest) {
        let (time, stats) = run.as_ref().expect("every variant ran");
        print_row(name, variant, *time, stats, plain.as_secs_f64() / time.as_secs_f64());
    }
}

fn run(name: &str, program: &Program, options: &ExplicitOptions) -> (Duration, Stats) {
    let engine = ExplicitEngine { options: options.clone() };
    let start = Instant::now();
    let answer = settings::ask_plainly(&engine, program, &Property::NoErrors, &Meter::unlimited());
    let time = start.elapsed();
    assert!(matches!(answer.verdict, Verdict::Holds { .. }), "{name} must hold: {:?}", answer.verdict);
    (time, answer.stats)
}

fn print_row(name: &str, variant: &str, time: Duration, stats: &Stats, ratio: f64) {
    let states = stats.states.max(1) as f64;
    println!(
        "{name:<13} {variant:<10} {:>9} {:>11} {:>8.1} {:>10.0} {:>7.1} {:>9.1} {:>10.1} {:>6.2}x",
        stats.states,
        stats.transitions,
        time.as_secs_f64() * 1e3,
        stats.transitions as f64 / time.as_secs_f64(),
        stats.encoding_bytes as f64 / states,
        stats.overhead_per_state(),
        stats.peak_bytes as f64 / f64::from(1 << 20),
        ratio
    );
}
