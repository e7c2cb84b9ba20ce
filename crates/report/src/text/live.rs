//! An execution as text while it happens: statements as traces show them, and states on demand.

use base::{SourceMap, Span};
use verdict::{Moment, Snapshot};

use super::manner::{Manner, TraceStyle};
use super::paint::Painter;
use super::trace::{self, Shown};
use super::{TextOptions, state};
use crate::twin::execution::{State, Step};
use crate::twin::source_line::SourceLines;

/// Writes an execution piece by piece.
pub struct LiveTrace<'a> {
    sources: &'a SourceMap,
    manner: Manner,
    painter: Painter,
    shown: Shown,
}

impl<'a> LiveTrace<'a> {
    /// `language` is the name of the one that the program is written in.
    pub fn new(sources: &'a SourceMap, options: TextOptions, language: &str) -> Self {
        let painter = Painter { color: options.color };
        Self { sources, manner: Manner::new(options, language), painter, shown: Shown::default() }
    }

    /// The statements that come next.
    pub fn statements(&mut self, moments: &[Moment]) -> String {
        match self.manner.trace {
            TraceStyle::None => String::new(),
            TraceStyle::Short | TraceStyle::Changes | TraceStyle::Full | TraceStyle::States => {
                let steps = Step::all(moments, self.sources);
                trace::render_next(&mut self.shown, &steps, self.manner, self.painter)
            }
        }
    }

    /// Statements that may come next, `line 7: x = 1;`, each with whether it does nothing but return. Without a place
    /// there is no text.
    pub fn candidates(&mut self, statements: &[(Option<Span>, bool)]) -> Vec<String> {
        let mut lines = SourceLines::new(self.sources);
        let mut cut = |span: Span, returns: bool| {
            let place = lines.at(span);
            (place.location.clone(), place.line.clone(), place.statement(returns))
        };
        let places: Vec<_> =
            statements.iter().map(|&(span, returns)| span.map(|span| cut(span, returns))).collect();
        self.shown.sources(&places)
    }

    /// The next statement has its thread and its procedure shown, whatever was shown before.
    pub fn begin_anew(&mut self) {
        self.shown.forget_heading();
    }

    /// A whole state.
    pub fn state(&self, snapshot: &Snapshot) -> String {
        let lines = state::lines(&State::of(snapshot, self.sources), self.manner, self.painter);
        lines.iter().map(|line| format!("  {line}\n")).collect()
    }
}
