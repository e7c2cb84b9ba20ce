//! Arguments of questions about one method whose inputs are unknown.

use clap::Args;
use driver::SymbolicOptions;

use super::explore::{InitChoice, depth, max_calls, max_steps, objects};

#[derive(Debug, Args)]
#[command(next_help_heading = "One method")]
pub(crate) struct OpenArguments {
    /// Only inputs of which this method is true, as in `Node.repOk`; can be repeated
    #[arg(long = "pre", value_name = "METHOD", requires = "entry")]
    pub(crate) preconditions: Vec<String>,
    /// How unknown references get their values [default: summary]
    #[arg(long, value_enum, value_name = "MACHINE", requires = "entry")]
    init: Option<InitChoice>,
    /// Input objects may be N references away from the arguments, at most [default: 5]
    #[arg(short = 'k', long, value_name = "N", value_parser = depth, requires = "entry")]
    depth: Option<u32>,
    /// At most N input objects of one class are in one heap [default: as many as -k allows]
    #[arg(short = 'n', long, value_name = "N", value_parser = objects, requires = "entry")]
    objects: Option<u32>,
    /// Cut a path after N instructions [default: 10k with --entry, otherwise no bound]
    #[arg(long, value_name = "N", value_parser = max_steps)]
    max_steps: Option<u64>,
    /// Cut a path where N calls are open [default: 1000 with --entry, otherwise no bound]
    #[arg(long, value_name = "N", value_parser = max_calls)]
    max_calls: Option<u32>,
}

impl OpenArguments {
    pub(crate) fn options(&self) -> SymbolicOptions {
        SymbolicOptions {
            init: self.init.unwrap_or_default().into(),
            max_depth: self.depth,
            max_objects: self.objects,
            max_steps: self.max_steps,
            max_calls: self.max_calls,
            ..SymbolicOptions::default()
        }
    }
}
