//! A place in the tokens of a file, and what is known when it is reached.
//!
//! A parser holds a cursor beside its own state, and dereferences to it ([`holds_cursor`](crate::holds_cursor)): to a
//! parser, its place in the tokens is not one part among others.

use super::{Kind, Lexed, Name, Token};
use crate::definition::{Definition, DefinitionKind, Definitions};
use crate::diagnostic::Diagnostic;
use crate::intern::Interner;
use crate::source::{SourceId, Span};

/// A file as a tree, whatever could be made of it.
#[derive(Debug)]
pub struct Parsed<U> {
    pub unit: U,
    /// Holds the text of every name and string in the unit.
    pub interner: Interner,
    /// In order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// In order of their places.
    pub definitions: Vec<Definition>,
}

/// A place in the tokens, and what was read before it.
#[derive(Debug)]
pub struct Cursor<'text, K> {
    pub file: SourceId,
    pub text: &'text str,
    /// Never empty: ends with [`Kind::END`], which is never passed.
    tokens: Vec<Token<K>>,
    at: usize,
    /// The token that the last message was about: there is one message for each.
    reported_at: Option<usize>,
    /// How many things that are being read, and may contain themselves, lie around the current token.
    pub depth: usize,
    pub interner: Interner,
    pub diagnostics: Vec<Diagnostic>,
    definitions: Definitions,
}

impl<'text, K: Kind> Cursor<'text, K> {
    /// At the first token.
    pub fn new(file: SourceId, text: &'text str, lexed: Lexed<K>) -> Self {
        let Lexed { tokens, diagnostics } = lexed;
        let (interner, definitions) = (Interner::new(), Definitions::default());
        Self { file, text, tokens, at: 0, reported_at: None, depth: 0, interner, diagnostics, definitions }
    }

    /// What was read, with all that was gathered on the way.
    pub fn finish<U>(self, unit: U) -> Parsed<U> {
        let Self { interner, mut diagnostics, definitions, .. } = self;
        diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
        Parsed { unit, interner, diagnostics, definitions: definitions.finish() }
    }

    // ------------------------------------------------------------------------------------- tokens

    /// How many tokens were passed.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The kind of the current token.
    pub fn kind(&self) -> K {
        self.tokens[self.at].kind
    }

    /// The kind of a token further on; the end of the file has no end.
    pub fn peek(&self, ahead: usize) -> K {
        self.tokens.get(self.at + ahead).map_or(K::END, |token| token.kind)
    }

    /// The kind of the last token that was passed, or of one before it: 1 is the last.
    pub fn passed(&self, back: usize) -> Option<K> {
        self.at.checked_sub(back).map(|at| self.tokens[at].kind)
    }

    pub fn is_at(&self, kind: K) -> bool {
        self.kind() == kind
    }

    pub fn is_at_name(&self) -> bool {
        self.kind().is_name()
    }

    /// The place of the current token.
    pub fn here(&self) -> Span {
        self.span_of(self.at)
    }

    /// The place of the last token that was passed; without one, of the first.
    pub fn before(&self) -> Span {
        self.span_of(self.at.saturating_sub(1))
    }

    /// The place of the token behind the current one; at the end, of the current one.
    pub fn behind(&self) -> Span {
        self.span_of((self.at + 1).min(self.tokens.len() - 1))
    }

    fn span_of(&self, at: usize) -> Span {
        let Token { start, end, .. } = self.tokens[at];
        Span::new(self.file, start, end)
    }

    /// From a place to the last token that was passed, if that is not before it.
    pub fn since(&self, start: Span) -> Span {
        let before = self.before();
        if before.end <= start.start { start } else { start.to(before) }
    }

    /// Whether a line ends between the token before and the current one.
    pub fn begins_line(&self) -> bool {
        let gap = self.before().end as usize..self.here().start as usize;
        self.text.get(gap).is_some_and(|between| between.contains('\n'))
    }

    /// Whether nothing is between the token before and the current one.
    pub fn is_adjacent(&self) -> bool {
        self.before().end == self.here().start
    }

    /// The text of the current token.
    pub fn token_text(&self) -> &'text str {
        &self.text[self.here().range()]
    }

    /// Passes the current token and returns its place. The end of the file is not passed.
    pub fn advance(&mut self) -> Span {
        let span = self.here();
        if !self.is_at(K::END) {
            self.at += 1;
        }
        span
    }

    pub fn eat(&mut self, kind: K) -> Option<Span> {
        self.is_at(kind).then(|| self.advance())
    }

    /// The name that the current token is, whatever its kind.
    pub fn take_name(&mut self) -> Name {
        let symbol = self.interner.intern(self.token_text());
        Name { symbol, span: self.advance() }
    }

    /// Notes that a name is declared here: see [`Definitions`] for the order.
    pub fn define(&mut self, kind: DefinitionKind, name: Name) {
        self.definitions.add(kind, self.interner.text(name.symbol), name.span);
    }

    pub fn define_all(&mut self, kind: DefinitionKind, names: &[Name]) {
        names.iter().for_each(|&name| self.define(kind, name));
    }

    // ----------------------------------------------------------------------------------- messages

    /// Whether the parser has a message about the current token.
    pub fn is_reported(&self) -> bool {
        self.reported_at == Some(self.at)
    }

    /// Whether the parser or the lexer has one.
    pub fn is_known_bad(&self) -> bool {
        self.is_reported() || self.kind().is_bad()
    }

    /// There shall be no more messages about the current token.
    pub fn mark_reported(&mut self) {
        self.reported_at = Some(self.at);
    }

    /// The current token as a message speaks of it.
    pub fn found(&self) -> String {
        match self.kind() {
            kind if kind.is_quoted() => format!("`{}`", self.token_text()),
            kind => kind.to_string(),
        }
    }
}

/// Lets a parser with a field `cursor` be used as that cursor.
#[macro_export]
macro_rules! holds_cursor {
    ($parser:ident, $kind:ty) => {
        impl<'text> ::std::ops::Deref for $parser<'text> {
            type Target = $crate::syntax::Cursor<'text, $kind>;

            fn deref(&self) -> &Self::Target {
                &self.cursor
            }
        }

        impl ::std::ops::DerefMut for $parser<'_> {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.cursor
            }
        }
    };
}
