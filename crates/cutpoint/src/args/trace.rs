//! How much of an execution is shown.

use clap::{Args, ValueEnum};
use report::TraceStyle;

#[derive(Debug, Args)]
#[command(next_help_heading = "Answer")]
pub(crate) struct TraceArguments {
    /// How much of an execution is shown in text; JSON has all of it, and states with `states` [default: what each
    /// statement did, without the middle of a long trace]
    #[arg(long, value_enum, value_name = "KIND")]
    pub(crate) trace: Option<TraceChoice>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TraceChoice {
    /// Every statement with the variables and fields that it changed, and nothing else
    Changes,
    /// Every statement with calls, choices, changes and output
    Full,
    /// The same, with the whole state after every statement
    States,
    /// The violation alone
    None,
}

impl From<TraceChoice> for TraceStyle {
    fn from(choice: TraceChoice) -> Self {
        match choice {
            TraceChoice::Changes => TraceStyle::Changes,
            TraceChoice::Full => TraceStyle::Full,
            TraceChoice::States => TraceStyle::States,
            TraceChoice::None => TraceStyle::None,
        }
    }
}
