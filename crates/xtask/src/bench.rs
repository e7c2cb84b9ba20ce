//! Benchmarks, and the plots that are drawn from their figures.

use clap::{Args, ValueEnum};

use crate::process::{Failure, cargo, run as run_command};

#[derive(Clone, Copy, ValueEnum)]
enum Benchmark {
    /// States a second of the explicit engine, and what its options are worth
    Explicit,
    /// What procedure summaries are worth
    Summaries,
    /// Growth of the pushdown engine
    Pushdown,
    /// Decision diagrams, SAT and 2QBF
    Solver,
    /// All engines for Boolean programs
    Boolean,
    /// Symbolic execution of open procedures
    Symbolic,
    /// Reading and verifying all classes of a JDK
    Classes,
    /// Symbolic execution of a growing list, with replays and resident memory
    SymbolicGrowth,
    /// Whether limits on memory and time hold
    Limits,
}

#[derive(Args)]
pub(crate) struct Options {
    benchmark: Benchmark,
    /// For the benchmark; its header says which there are
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    if let Benchmark::Limits = options.benchmark {
        // It measures the command itself, as a process.
        run_command(&mut cargo("build --release --locked -p cutpoint"))?;
    }
    let arguments: Vec<&str> = options.arguments.iter().map(String::as_str).collect();
    bench(options.benchmark, &arguments)
}

/// Runs a benchmark with arguments of its own.
fn bench(benchmark: Benchmark, arguments: &[&str]) -> Result<(), Failure> {
    let name = match benchmark {
        Benchmark::Explicit => "explicit",
        Benchmark::Summaries => "summaries",
        Benchmark::Pushdown => "pushdown",
        Benchmark::Solver => "solver",
        Benchmark::Boolean => "boolean",
        Benchmark::Symbolic => "symbolic",
        Benchmark::Classes => "classes",
        Benchmark::SymbolicGrowth => "symbolic_growth",
        Benchmark::Limits => "limits",
    };
    let package = if let Benchmark::Classes = benchmark { "cutpoint-classfile" } else { "cutpoint-testkit" };
    let mut command = cargo(&format!("bench --locked -p {package}"));
    run_command(command.args(["--bench", name, "--"]).args(arguments))
}

/// Writes the programs of all benchmarks that make their own into a folder.
pub(crate) fn write_programs(folder: &str) -> Result<(), Failure> {
    for benchmark in [Benchmark::Summaries, Benchmark::Pushdown, Benchmark::Boolean] {
        bench(benchmark, &["--write", folder])?;
    }
    Ok(())
}

/// The measured pictures of the documentation.
pub(crate) fn plots() -> Result<(), Failure> {
    bench(Benchmark::Summaries, &["--plot", "docs/images/summaries-growth.svg", "figure-10"])?;
    bench(Benchmark::Pushdown, &["--plot", "docs/images/pushdown-growth.svg"])?;
    bench(Benchmark::SymbolicGrowth, &["--plot", "docs/images/symbolic-growth.svg"])?;
    bench(Benchmark::Boolean, &["--plot", "docs/images", "growth"])
}
