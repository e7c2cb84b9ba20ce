//! Writes anew what tests compare: expected outputs, JSON schemas, examples and pictures of the documentation.
//!
//! The difference is to be read before it is committed.

use clap::Args;

use crate::process::{Failure, cargo, run as run_command};

#[derive(Args)]
pub(crate) struct Options {
    /// Only what this package expects
    #[arg(short, long)]
    package: Option<String>,
    /// Only examples and pictures of the documentation
    #[arg(long, conflicts_with = "package")]
    docs: bool,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    if options.docs {
        return docs();
    }
    let mut tests = cargo("test --release --locked --no-fail-fast");
    match &options.package {
        Some(package) => tests.args(["-p", package]),
        None => tests.arg("--workspace"),
    };
    let tested = run_command(tests.env("UPDATE_EXPECT", "1").env("UPDATE_SCHEMA", "1"));
    match options.package {
        Some(_) => tested,
        None => tested.and(docs()),
    }
}

fn docs() -> Result<(), Failure> {
    run_command(cargo("test --release --locked -p cutpoint --test docs").env("UPDATE_DOCS", "1"))
}
