//! From text to tokens: the part that is the same whatever the automaton is.
//!
//! A problem gets its diagnostic here, once; the parser is silent about the token that remains of it.

use std::ops::Range;

use super::{Kind, Token};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};

/// The tokens of a file. The last one is [`Kind::END`].
#[derive(Debug)]
pub struct Lexed<K> {
    pub tokens: Vec<Token<K>>,
    pub diagnostics: Vec<Diagnostic>,
}

/// A text that is being split into tokens.
#[derive(Debug)]
pub struct Scan<'text, K> {
    file: SourceId,
    text: &'text str,
    lexed: Lexed<K>,
}

impl<'text, K: Kind> Scan<'text, K> {
    /// Has `read` pass over the text, and marks its end. A text with places that no [`Span`] can hold is not read.
    pub fn run(
        file: SourceId,
        text: &'text str,
        too_large: &'static Code,
        read: impl FnOnce(&mut Self),
    ) -> Lexed<K> {
        let mut scan = Self { file, text, lexed: Lexed { tokens: Vec::new(), diagnostics: Vec::new() } };
        let end = match u32::try_from(text.len()) {
            Ok(end) => {
                read(&mut scan);
                end
            }
            Err(_) => {
                scan.refuse_length(too_large);
                0
            }
        };
        scan.push(K::END, Span::new(file, end, end));
        scan.lexed
    }

    fn refuse_length(&mut self, code: &'static Code) {
        let start = Span::new(self.file, 0, 0);
        let message = "The file is larger than 4 GiB.";
        self.report(Diagnostic::error(code, message).at(start, "the beginning of the file"));
    }

    /// The place of a range of bytes.
    pub fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range.start as u32, range.end as u32)
    }

    pub fn push(&mut self, kind: K, span: Span) {
        self.lexed.tokens.push(Token { kind, start: span.start, end: span.end });
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.lexed.diagnostics.push(diagnostic);
    }

    /// How many bytes of the rest belong to the block comment that has just been opened.
    pub fn block_comment(&mut self, unterminated: &'static Code, open: Span, rest: &str) -> usize {
        if let Some(length) = rest.find("*/") {
            return length + 2;
        }
        self.report(
            Diagnostic::error(unterminated, "A block comment is not closed.")
                .at(open, "the comment begins here")
                .help("write `*/` where the comment ends"),
        );
        rest.len()
    }

    /// Something in quotes or brackets that ends too late or not at all.
    pub fn unterminated(&mut self, code: &'static Code, what: &str, span: Span, help: impl Into<String>) {
        self.report(
            Diagnostic::error(code, format!("A {what} is not closed."))
                .at(span, format!("the {what} begins here"))
                .help(help),
        );
    }

    /// Characters that are part of no token. Neighbours are one token with one message, made from the text of the
    /// first.
    pub fn unknown(&mut self, span: Span, message: impl FnOnce(&str) -> Diagnostic) {
        if let Some(last) = self.lexed.tokens.last_mut()
            && last.kind == K::UNKNOWN
            && last.end == span.start
        {
            last.end = span.end;
            return;
        }
        let diagnostic = message(&self.text[span.range()]);
        self.report(diagnostic);
        self.push(K::UNKNOWN, span);
    }
}
