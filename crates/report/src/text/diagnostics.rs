//! Diagnostics as text.

use annotate_snippets::Level;
use base::SourceMap;

use super::TextOptions;
use super::paint::Painter;
use super::snippet::{self, Mark, Message};
use crate::twin::diagnostics::{Diagnostic, Severity};

/// All diagnostics, each followed by an empty line.
pub fn diagnostics(diagnostics: &[Diagnostic], sources: &SourceMap, options: TextOptions) -> String {
    let painter = Painter { color: options.color };
    diagnostics.iter().map(|diagnostic| one(diagnostic, sources, painter) + "\n").collect()
}

fn one(diagnostic: &Diagnostic, sources: &SourceMap, painter: Painter) -> String {
    let Diagnostic { code, severity, message, labels, notes, help } = diagnostic;
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Unsupported => Level::ERROR.with_name("unsupported"),
        Severity::Warning => Level::WARNING,
    };
    let mark = |label: &crate::twin::diagnostics::Label| Mark {
        location: label.location.clone(),
        text: label.text.clone(),
    };
    let message = Message {
        level,
        id: code,
        text: message,
        marks: labels.iter().map(mark).collect(),
        notes,
        help: help.as_deref(),
    };
    snippet::render(&message, sources, painter)
}
