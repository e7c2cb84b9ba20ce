//! The source of the statements of a trace. A long trace passes few places many times, and each is cut out of its file
//! once.

use std::collections::HashMap;

use base::{SourceMap, Span};

use crate::twin::location::{self, Location};

/// A place of the source, as traces show it.
#[derive(Clone, Debug)]
pub(crate) struct SourceLine {
    pub(crate) location: Location,
    /// Its line, without comments.
    pub(crate) line: String,
    statement: String,
}

/// SourceLines that were cut out of their files.
#[derive(Debug)]
pub(crate) struct SourceLines<'a> {
    sources: &'a SourceMap,
    known: HashMap<Span, SourceLine>,
}

impl<'a> SourceLines<'a> {
    pub(crate) fn new(sources: &'a SourceMap) -> Self {
        Self { sources, known: HashMap::new() }
    }

    pub(crate) fn sources(&self) -> &'a SourceMap {
        self.sources
    }

    pub(crate) fn at(&mut self, span: Span) -> &SourceLine {
        let sources = self.sources;
        self.known.entry(span).or_insert_with(|| SourceLine {
            location: Location::of(span, sources),
            line: location::source_line(span, sources),
            statement: location::statement_text(span, sources),
        })
    }
}

impl SourceLine {
    /// The statement. `returns`: it does nothing but return, which its text may not say: that can be the end of a body,
    /// or its head.
    pub(crate) fn statement(&self, returns: bool) -> String {
        let first_word = self.statement.split(|c: char| !c.is_alphanumeric()).next();
        match (returns, first_word) {
            (true, Some("return" | "raise")) | (false, _) => self.statement.clone(),
            (true, _) => RETURN.to_owned(),
        }
    }
}

/// How a return is shown that has no statement of its own.
pub(crate) const RETURN: &str = "return";
