//! Text for people.
//!
//! One function for each kind of report; each returns the whole text, with line ends, with or without colours. Text
//! from the user's files is shown with its control characters escaped, so that no input can play with the terminal.

mod calls;
mod certify;
mod check;
mod coverage;
mod diagnostics;
mod explain;
mod explore;
mod formulas;
mod live;
mod manner;
mod numbers;
mod outcome;
mod paint;
mod properties;
mod qbf;
mod run;
mod shared;
mod snippet;
mod state;
mod stats;
mod summarize;
mod trace;
mod undecided;
mod violation;
mod word;

pub use certify::certify;
pub use check::check;
pub use diagnostics::diagnostics;
pub use explain::{code_list, explain};
pub use explore::explore;
pub(crate) use explore::{PathTree, path_heading};
pub use live::LiveTrace;
pub use manner::TraceStyle;
pub use numbers::{bytes, duration, thousands};
pub(crate) use paint::counted;
pub use qbf::qbf;
pub use run::run;
pub use summarize::summarize;
pub(crate) use summarize::{fact, spot_text, used, value_text};
pub use undecided::undecided;

/// How to render.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextOptions {
    /// Whether to use the colours of an ANSI terminal.
    pub color: bool,
    pub verbosity: Verbosity,
    /// How much of executions is shown; if nothing is said, the verbosity decides.
    pub trace: Option<TraceStyle>,
    /// Whether a check says what it cost.
    pub stats: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Verbosity {
    /// The answer alone, in one line.
    Quiet,
    /// Traces with what changed; long ones without their middle.
    #[default]
    Normal,
    /// Nothing left out.
    Verbose,
}

/// A piece of the user's source on one line: control characters are escaped, and the rest of a long one is left out.
pub fn excerpt(text: &str) -> String {
    paint::printable(&crate::twin::location::excerpt(text))
}
