//! The whole gate: what a change has to pass, in the order in which a mistake shows soonest.

use std::process::Command;
use std::time::Instant;

use clap::Args;

use crate::process::{Failure, cargo, output, run};

const BROWSER: &str = "wasm32-unknown-unknown";

/// What cannot be built for a browser: the command, and what exists for tests and chores.
const NATIVE: [&str; 3] = ["cutpoint", "cutpoint-testkit", "cutpoint-xtask"];

/// A part of the gate.
struct Step {
    name: &'static str,
    run: fn() -> Result<(), Failure>,
}

const STEPS: [Step; 5] = [
    Step { name: "format", run: || run(&mut cargo("fmt --all --check")) },
    Step {
        name: "lints",
        run: || run(&mut cargo("clippy --workspace --all-targets --locked -- -D warnings")),
    },
    Step { name: "documentation", run: documentation },
    Step { name: "tests", run: || run(&mut cargo("test --release --workspace --locked")) },
    Step { name: "browser", run: browser },
];

#[derive(Args)]
pub(crate) struct Options {
    /// Only these steps: format, lints, documentation, tests, browser
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(STEPS.map(|step| step.name)))]
    steps: Vec<String>,
}

pub(crate) fn run_gate(options: &Options) -> Result<(), Failure> {
    run(&mut cargo("--version"))?;
    run(Command::new("rustc").arg("--version"))?;
    let is_wanted =
        |step: &&Step| options.steps.is_empty() || options.steps.iter().any(|name| name == step.name);
    for step in STEPS.iter().filter(is_wanted) {
        println!("\n== {}", step.name);
        let begin = Instant::now();
        (step.run)()?;
        println!("== {}: passed after {} s", step.name, begin.elapsed().as_secs());
    }
    println!("\n== all passed");
    Ok(())
}

fn documentation() -> Result<(), Failure> {
    run(cargo("doc --no-deps --workspace --locked").env("RUSTDOCFLAGS", "-D warnings"))
}

/// The libraries, for a browser. Skipped where the target is not there and cannot be fetched.
fn browser() -> Result<(), Failure> {
    if !has_browser_target() {
        println!("skipped: the target {BROWSER} is not installed and cannot be fetched");
        return Ok(());
    }
    let mut build = cargo("build --release --locked --workspace --lib");
    build.args(["--target", BROWSER]);
    build.args(NATIVE.iter().flat_map(|package| ["--exclude", package]));
    run(&mut build)
}

fn has_browser_target() -> bool {
    let installed = output(Command::new("rustup").args(["target", "list", "--installed"]));
    let Some(installed) = installed else { return false };
    let is_there = installed.lines().any(|target| target == BROWSER);
    is_there || output(Command::new("rustup").args(["target", "add", BROWSER])).is_some()
}
