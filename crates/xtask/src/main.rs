//! Chores of the repository: the gate, long test runs, expected outputs, benchmarks and their plots.
//!
//! `cargo xtask` lists them. Each chore is a file; what they share, running a command and stopping at the first that
//! fails, is in [`process`].

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a chore says what it runs, and what went wrong"
)]

mod bench;
mod bless;
mod gate;
mod instructions;
mod java_fixtures;
mod long;
mod process;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Chores of the repository", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// The whole gate: format, lints, documentation, tests, browser build
    Ci(gate::Options),
    /// Tests on many generated programs, with a new seed
    Long(long::LongOptions),
    /// Long runs, one new seed after another, until the time is over
    Soak(long::SoakOptions),
    /// Writes expected outputs, schemas, examples of the documentation and its pictures anew
    Bless(bless::Options),
    /// Runs a benchmark
    Bench(bench::Options),
    /// Measures the plots of the documentation and draws them anew
    Plots,
    /// Compiles the Java models and programs into the jars that tests and the front end read
    JavaFixtures,
    /// Counts the instructions of fixed programs with callgrind, and compares two builds
    Instructions(instructions::Options),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().chore {
        Chore::Ci(options) => gate::run_gate(&options),
        Chore::Long(options) => long::run(&options),
        Chore::Soak(options) => long::soak(&options),
        Chore::Bless(options) => bless::run(&options),
        Chore::Bench(options) => bench::run(&options),
        Chore::Plots => bench::plots(),
        Chore::JavaFixtures => java_fixtures::run(),
        Chore::Instructions(options) => instructions::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}
