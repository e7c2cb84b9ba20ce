//! The arguments of `cutpoint qbf`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::units;

#[derive(Debug, Args)]
#[command(after_help = QBF_EXAMPLES, after_long_help = QBF_LONG_HELP)]
pub(crate) struct QbfArguments {
    /// The formula in QDIMACS. `-` is the standard input
    pub(crate) file: PathBuf,
    /// Stop after this time: 10, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub(crate) timeout: Option<Duration>,
    /// Say what the answer cost
    #[arg(long)]
    pub(crate) stats: bool,
}

const QBF_EXAMPLES: &str = "\
Examples:
  cutpoint qbf formula.qdimacs                  is it true?
  cutpoint qbf formula.qdimacs --timeout 10s    ... if that is known in ten seconds";

const QBF_LONG_HELP: &str = "\
Examples:
  cutpoint qbf formula.qdimacs                  is it true?
  cutpoint qbf formula.qdimacs --timeout 10s    ... if that is known in ten seconds
  cutpoint qbf formula.qdimacs --stats          ... and what did it cost to know?

Exit status:
    0  the formula is true
    1  it is false
    2  bad usage, or a formula that cannot be used
    3  unknown: the time was up before the answer
  101  internal error: a bug in Cutpoint itself
  130  unknown: interrupted by Ctrl-C (143: by SIGTERM)";
