//! How executions are shown: how much of them, and in the words of which language.

use super::{TextOptions, Verbosity};

/// How much of an execution is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceStyle {
    /// Nothing: the violation alone.
    None,
    /// What each statement did; a long trace without its middle.
    Short,
    /// All statements with the changes that they made, and nothing else.
    Changes,
    /// All statements with all that they did.
    Full,
    /// The same, with the state after each statement.
    States,
}

/// What renderers of executions have to know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) verbosity: Verbosity,
    pub(crate) trace: TraceStyle,
    /// The word for the null reference.
    pub(crate) null: &'static str,
}

impl Manner {
    /// `language` is the name of the one that the program is written in.
    pub(crate) fn new(options: TextOptions, language: &str) -> Self {
        let TextOptions { verbosity, trace, .. } = options;
        Self { verbosity, trace: trace.unwrap_or(usual(verbosity)), null: null_word(language) }
    }

    /// Whether a long trace loses its middle.
    pub(crate) fn elides(self) -> bool {
        self.trace == TraceStyle::Short
    }

    /// Whether statements are shown that have no place and no effect.
    pub(crate) fn shows_silent(self) -> bool {
        matches!(self.trace, TraceStyle::Full | TraceStyle::States)
    }
}

fn usual(verbosity: Verbosity) -> TraceStyle {
    match verbosity {
        Verbosity::Quiet => TraceStyle::None,
        Verbosity::Normal => TraceStyle::Short,
        Verbosity::Verbose => TraceStyle::States,
    }
}

fn null_word(language: &str) -> &'static str {
    if language == "shylock" { "nil" } else { "null" }
}
