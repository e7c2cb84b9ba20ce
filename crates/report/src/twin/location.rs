//! Places in the source: file, line and column instead of bytes.

use base::{CodePlace, LineColumn, SourceMap, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::twin::comments::without_comments;

/// A range of characters in a file. Lines and columns count from 1; columns count characters. In compiled code, class
/// and method stand behind the name of the file, and there is a line and no column but 1; the line is 0 if it is not
/// known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Location {
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// Just behind the last character.
    pub end: Position,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

impl Location {
    pub fn of(span: Span, sources: &SourceMap) -> Self {
        let file = sources.file(span.file);
        if let Some(CodePlace { class, method, line: _ }) = sources.code_place(span) {
            let LineColumn { line, column } = sources.position(span);
            let file = format!("{}: {class}.{method}", file.name);
            return Self { file, line, column, end: Position { line, column } };
        }
        let start = file.line_column(span.start);
        let end = file.line_column(span.end);
        Self {
            file: file.name.clone(),
            line: start.line,
            column: start.column,
            end: Position { line: end.line, column: end.column },
        }
    }
}

/// The longest source excerpt, in characters, that a twin holds: one line of a generated file may have millions.
const MAX_EXCERPT: usize = 200;

/// The line where a span begins, without comments and the space around it. Of compiled code, the place.
pub(crate) fn source_line(span: Span, sources: &SourceMap) -> String {
    if let Some(place) = sources.code_place(span) {
        return excerpt(&place.to_string());
    }
    let file = sources.file(span.file);
    let line = file.line_text(file.line_column(span.start).line);
    let start = span.start as usize;
    let before = file.text().get(..start).and_then(|text| text.rfind('\n')).map_or(0, |end| end + 1);
    excerpt(&without_comments(file, line, start.saturating_sub(before)))
}

/// The text of a span, without comments; of a longer one its first line. Of compiled code, the place.
pub(crate) fn statement_text(span: Span, sources: &SourceMap) -> String {
    if let Some(place) = sources.code_place(span) {
        return excerpt(&place.to_string());
    }
    let line = sources.text(span).lines().next().unwrap_or("");
    excerpt(&without_comments(sources.file(span.file), line, 0))
}

/// A text without the space around it, and without the rest of a very long one.
pub(crate) fn excerpt(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(MAX_EXCERPT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
