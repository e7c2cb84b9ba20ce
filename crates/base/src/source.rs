//! Source files and places in them.
//!
//! A [`Span`] is a file and a range of bytes of its text. Lines and columns are computed only when something is shown.
//! A file may also be *compiled*, without a text of its own: then it has a list of places, each a method of a class and
//! perhaps a line of the source that is not at hand, and a span is the number of a place.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::ids::IndexVec;

crate::typed_id!(
    /// A source file of a [`SourceMap`].
    SourceId,
    "file"
);

/// Who reads files: front ends know names, and neither folders nor archives.
pub trait Files {
    /// A file as a text.
    fn text(&mut self, name: &str) -> Result<String, Diagnostic>;

    /// A file as it is.
    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, Diagnostic>;

    /// A part of a file, for those that are too large to be read whole: fewer bytes than wanted only where it ends.
    fn part(&mut self, name: &str, from: u64, len: usize) -> Result<Vec<u8>, Diagnostic> {
        let bytes = self.bytes(name)?;
        let from = usize::try_from(from).unwrap_or(bytes.len()).min(bytes.len());
        let end = from.saturating_add(len).min(bytes.len());
        Ok(bytes[from..end].to_vec())
    }

    /// The files in a folder and in the folders below it whose names end like this, sorted: their paths from the folder
    /// on, with slashes. Nothing if it is no folder.
    fn below(&mut self, _folder: &str, _suffix: &str) -> Result<Option<Vec<String>>, Diagnostic> {
        Ok(None)
    }
}

/// A range of bytes in one source file, or a place of a compiled one.
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

/// A place in compiled code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodePlace {
    pub class: String,
    pub method: String,
    /// Counted from 1; only if the compiler has noted it.
    pub line: Option<u32>,
}

impl fmt::Display for CodePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { class, method, line } = self;
        write!(f, "{class}.{method}")?;
        line.iter().try_for_each(|line| write!(f, ", line {line}"))
    }
}

/// What comments look like in a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CommentStyle {
    /// From `//` to the end of the line, and between `/*` and `*/`.
    #[default]
    Slashes,
    /// The same, but braces enclose names, as in Boolean programs: what looks like a comment between them is none.
    SlashesOutsideBraces,
    /// From `;` to the end of the line, as in Lisp.
    Semicolon,
}

/// A file's name, text, and the offsets where its lines begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    pub name: String,
    pub comments: CommentStyle,
    /// Code that comes with the language, not from the user: executions are shown without its statements.
    pub is_library: bool,
    text: Arc<str>,
    line_starts: Vec<u32>,
    /// Of a compiled file, whose text is empty.
    places: Vec<CodePlace>,
}

impl SourceFile {
    /// A file of at most 4 GiB: the limit of a [`Span`]. Larger input is refused where files are read.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at as u32 + 1);
        let line_starts = std::iter::once(0).chain(ends).collect();
        let comments = CommentStyle::default();
        Self { name: name.into(), comments, is_library: false, text, line_starts, places: Vec::new() }
    }

    /// A file without a text; places are added while it is read.
    pub fn compiled(name: impl Into<String>) -> Self {
        Self::new(name, "")
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same, to be kept while other files are added.
    pub fn shared_text(&self) -> Arc<str> {
        Arc::clone(&self.text)
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

    /// The text of a line counted from 1, without its line end; nothing if there is no such line.
    pub fn line_text(&self, line: u32) -> &str {
        let index = (line as usize).wrapping_sub(1);
        let Some(&start) = self.line_starts.get(index) else { return "" };
        let start = start as usize;
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

    /// Line and column of a span's start. In compiled code, the line of the source or else 0, and no column but 1.
    pub fn position(&self, span: Span) -> LineColumn {
        match self.code_place(span) {
            Some(place) => LineColumn { line: place.line.unwrap_or(0), column: 1 },
            None => self.files[span.file].line_column(span.start),
        }
    }

    /// Adds a place to a compiled file. A file with more places than a span can name ends with the last of them.
    pub fn add_place(&mut self, file: SourceId, place: CodePlace) -> Span {
        let places = &mut self.files[file].places;
        let number = places.len().min(u32::MAX as usize - 1);
        places.truncate(number);
        places.push(place);
        Span::new(file, number as u32, number as u32 + 1)
    }

    /// The place of a span in compiled code; of a longer one, where it begins.
    pub fn code_place(&self, span: Span) -> Option<&CodePlace> {
        self.files[span.file].places.get(span.start as usize)
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
        assert_eq!((file.line_text(0), file.line_text(5)), ("", ""));
    }

    #[test]
    fn compiled_files_have_places_instead_of_a_text() {
        let mut sources = SourceMap::new();
        let text = sources.add(SourceFile::new("a", "ab"));
        let file = sources.add(SourceFile::compiled("List.class"));
        let place =
            |method: &str, line| CodePlace { class: "List".to_owned(), method: method.to_owned(), line };
        let add = sources.add_place(file, place("add(int)", Some(12)));
        let size = sources.add_place(file, place("size()", None));
        let shown = |span| sources.code_place(span).map(ToString::to_string);
        assert_eq!(shown(add).as_deref(), Some("List.add(int), line 12"));
        assert_eq!(shown(size).as_deref(), Some("List.size()"));
        assert_eq!(shown(add.to(size)), shown(add));
        assert_eq!(shown(Span::new(text, 0, 1)), None);
        let position = |span| (sources.position(span).line, sources.position(span).column);
        assert_eq!(
            (position(add), position(size), position(Span::new(text, 1, 2))),
            ((12, 1), (0, 1), (1, 2))
        );
        assert_eq!(sources.text(add), "");
    }
}
