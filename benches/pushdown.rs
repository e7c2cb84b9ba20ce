//! How the pushdown engine grows: recursive reversal of long lists, and traversal of trees without a stack.
//!
//! Run with `cargo xtask bench pushdown`. Options:
//!
//! - `--plot FILE` says where the growth plot goes (default `target/pushdown-growth.svg`);
//! - `--write DIR` writes the programs as files and measures nothing.
//!
//! Paths are taken from the root of the workspace. Short runs are repeated and the fastest counts. Numbers of heads and
//! heaps are exact; growth is time a head, compared with the smallest size of the family.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::{Id, SourceId};
use cutpoint_testkit::plot::{Chart, Series};
use cutpoint_testkit::settings::{self, answer_name};
use cutpoint_testkit::shylock::families;
use engine_pushdown::{PushdownEngine, PushdownOptions};
use ir::Program;
use temporal::Temporal;
use verdict::{Answer, Limits, Meter, Property, Silent};

const MEMORY_LIMIT: u64 = 1 << 30;
/// Runs shorter than this are repeated.
const SHORT: Duration = Duration::from_secs(1);
const REPETITIONS: usize = 3;

const ENDS: &str = "F @terminated";
const REVERSED: &str = "G (@terminated -> r.f*.nil + !r)";
const TREE_STAYS: &str = "G (r.(lf+rt)*.nil + !r)";

/// A family of programs, and what is asked of them.
struct Family {
    name: &'static str,
    /// Its files are named for it.
    slug: &'static str,
    program: fn(usize) -> String,
    sizes: &'static [usize],
    formulas: [&'static str; 2],
}

const FAMILIES: [Family; 2] = [
    Family {
        name: "reverse all lists up to n",
        slug: "reverse",
        program: families::reverse_all,
        sizes: &[100, 1_000, 10_000, 20_000, 50_000],
        formulas: [ENDS, REVERSED],
    },
    Family {
        name: "Deutsch-Schorr-Waite, depth d",
        slug: "schorr-waite",
        program: families::schorr_waite,
        sizes: &[1, 2, 3, 4],
        formulas: [ENDS, TREE_STAYS],
    },
];

fn main() {
    if let Some(directory) = option("--write") {
        write_programs(&directory);
        return;
    }
    let mut chart = Chart {
        title: "Time of the pushdown engine".to_owned(),
        x_label: "heads".to_owned(),
        y_label: "seconds".to_owned(),
        series: Vec::new(),
    };
    println!(
        "{:<30} {:>6} {:<34} {:>8} {:>9} {:>9} {:>8} {:>9} {:>9} {:>7}",
        "family", "size", "formula", "answer", "heaps", "heads", "ms", "heads/s", "peak MiB", "growth"
    );
    for family in &FAMILIES {
        for formula in family.formulas {
            chart.series.push(measure(family, formula));
        }
    }
    let path = option("--plot").unwrap_or_else(|| from_root("target/pushdown-growth.svg"));
    match std::fs::write(&path, chart.to_svg()) {
        Ok(()) => println!("\nplot: {}", path.display()),
        Err(error) => println!("\nno plot at {}: {error}", path.display()),
    }
}

/// Measures one formula on all sizes of a family, and prints a line for each.
fn measure(family: &Family, formula: &str) -> Series {
    let mut series = Series { name: format!("{}: {formula}", family.name), ..Series::default() };
    let mut first: Option<f64> = None;
    for &size in family.sizes {
        let text = (family.program)(size);
        let compiled = lang_shylock::compile(SourceId::new(0), &text, &lang_shylock::Options::default());
        let program = compiled.program.expect("a family is made of correct programs");
        let (answer, time) = fastest(&program, formula);
        let stats = answer.stats.pushdown().expect("the engine counts");
        let seconds = time.as_secs_f64();
        let a_head = seconds / stats.heads as f64;
        println!(
            "{:<30} {:>6} {:<34} {:>8} {:>9} {:>9} {:>8.1} {:>9.0} {:>9.1} {:>6.2}x",
            family.name,
            size,
            formula,
            answer_name(&answer.verdict),
            stats.heaps,
            stats.heads,
            seconds * 1e3,
            1.0 / a_head,
            answer.stats.peak_bytes as f64 / f64::from(1 << 20),
            a_head / *first.get_or_insert(a_head),
        );
        series.points.push((stats.heads as f64, seconds));
    }
    series
}

fn fastest(program: &Program, formula: &str) -> (Answer, Duration) {
    let property = Temporal::new(program, false, SourceId::new(0), 0, formula).property;
    let property = Property::Temporal(Arc::new(property.expect("the formula fits the family")));
    let engine = PushdownEngine { options: PushdownOptions::default() };
    let limits = Limits { max_bytes: Some(MEMORY_LIMIT), ..Limits::default() };
    let run = || {
        let begin = Instant::now();
        let answer = settings::ask_plainly(&engine, program, &property, &Meter::new(limits, &Silent));
        (answer, begin.elapsed())
    };
    let mut best = run();
    if best.1 < SHORT {
        for _ in 1..REPETITIONS {
            let again = run();
            if again.1 < best.1 {
                best = again;
            }
        }
    }
    best
}

/// The path behind an option, if it is given.
fn option(name: &str) -> Option<PathBuf> {
    let mut arguments = std::env::args().skip_while(|argument| argument != name).skip(1);
    arguments.next().map(|path| from_root(&path))
}

fn from_root(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn write_programs(directory: &Path) {
    std::fs::create_dir_all(directory).expect("the directory can be made");
    for family in &FAMILIES {
        for &size in family.sizes {
            let path = directory.join(format!("{}-{size}.shy", family.slug));
            std::fs::write(&path, (family.program)(size)).expect("the file can be written");
            println!("wrote {}", path.display());
        }
    }
}
