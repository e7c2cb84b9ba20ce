//! Source files and places in them.
//!
//! A [`Span`] is a file and a range of bytes. Lines and columns are computed only when something is shown.

use std::ops::Range;
use std::sync::Arc;

use crate::ids::IndexVec;

crate::typed_id!(
    /// A source file of a [`SourceMap`].
    SourceId,
    "file"
);

/// A range of bytes in one source file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    pub file: SourceId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(file: SourceId, start: u32, end: u32) -> Self {
        debug_assert!(start <= end);
        Self { file, start, end }
    }

    /// The smallest span that covers both; they lie in one file.
    pub fn to(self, other: Span) -> Span {
        debug_assert_eq!(self.file, other.file);
        Span::new(self.file, self.start.min(other.start), self.end.max(other.end))
    }

    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Line and column, both counted from 1; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineColumn {
    pub line: u32,
    pub column: u32,
}

/// A file's name, text, and the offsets where its lines begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    pub name: String,
    /// Whether braces enclose names, as in Boolean programs, so that what looks like a comment between them is none.
    pub names_in_braces: bool,
    text: Arc<str>,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// A file of at most 4 GiB: the limit of a [`Span`]. Larger input is refused where files are read.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at as u32 + 1);
        let line_starts = std::iter::once(0).chain(ends).collect();
        Self { name: name.into(), names_in_braces: false, text, line_starts }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// Where a byte offset lies. An offset past the end counts as the end.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let line = self.line_starts.partition_point(|&start| start <= offset).max(1) - 1;
        let start = self.line_starts[line] as usize;
        let end = (offset as usize).min(self.text.len());
        let column = self.text.get(start..end).map_or(0, |before| before.chars().count());
        LineColumn { line: line as u32 + 1, column: column as u32 + 1 }
    }

    /// The text of a line counted from 1, without its line end.
    pub fn line_text(&self, line: u32) -> &str {
        let index = line as usize - 1;
        let start = self.line_starts[index] as usize;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |&next| next as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }
}

/// All source files of one run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceMap {
    files: IndexVec<SourceId, SourceFile>,
}

impl SourceMap {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn add(&mut self, file: SourceFile) -> SourceId {
        self.files.push(file)
    }

    pub fn file(&self, id: SourceId) -> &SourceFile {
        &self.files[id]
    }

    pub fn files(&self) -> &IndexVec<SourceId, SourceFile> {
        &self.files
    }

    /// The text that a span covers.
    pub fn text(&self, span: Span) -> &str {
        self.files[span.file].text().get(span.range()).unwrap_or("")
    }

    /// Line and column of a span's start.
    pub fn position(&self, span: Span) -> LineColumn {
        self.files[span.file].line_column(span.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let file = SourceFile::new("a", "ab\nçd\r\n\nx");
        let at = |offset| {
            let LineColumn { line, column } = file.line_column(offset);
            (line, column)
        };
        assert_eq!((at(0), at(2), at(3), at(5)), ((1, 1), (1, 3), (2, 1), (2, 2)));
        assert_eq!(at(8), (3, 1));
        assert_eq!(at(1000), (4, 2));
        assert_eq!(file.line_text(2), "çd");
        assert_eq!((file.line_text(3), file.line_text(4)), ("", "x"));
    }
}
