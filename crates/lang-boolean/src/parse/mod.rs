//! The parser: recursive descent over the token list, with a limit on nesting.
//!
//! ```text
//! file      = { ["shared"] "decl" declarations ";" | procedure [";"] }
//! procedure = [attributes] ["void" | "bool" ["<" NUMBER ">"]] NAME "(" [names] ")" [attributes] "begin" statements "end"
//! ```
//!
//! - `item`: declarations and procedures;
//! - `stmt`: statements;
//! - `expr`: expressions, and how tightly operators bind in each dialect;
//! - `foreign`: words of other languages and dialects, which get a message that says so.
//!
//! A mistake costs the statement that it stands in; reading goes on behind the next `;`.

mod expr;
mod foreign;
mod item;
mod stmt;
#[cfg(test)]
mod tests;

use base::{Diagnostic, Interner, SourceId, Span};

use crate::Dialect;
use crate::ast::{Expr, MAX_NESTING, Name, Unit};
use crate::codes;
use crate::lex::{self, Lexed};
use crate::token::{Token, TokenKind};

/// A file as a tree, whatever could be made of it.
#[derive(Debug)]
pub struct Parsed {
    pub file: Unit,
    pub interner: Interner,
    /// In order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a text. Any text is fine; mistakes are in the diagnostics.
pub fn parse(file: SourceId, text: &str, dialect: Option<Dialect>) -> Parsed {
    let Lexed { tokens, diagnostics } = lex::lex(file, text);
    let mut parser = Parser {
        file,
        text,
        tokens,
        dialect,
        at: 0,
        depth: 0,
        reported_at: None,
        enforce: Vec::new(),
        ambiguous: Vec::new(),
        interner: Interner::new(),
        diagnostics,
    };
    let tree = parser.file();
    parser.warn_of_ambiguity();
    let Parser { interner, mut diagnostics, .. } = parser;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
    Parsed { file: tree, interner, diagnostics }
}

/// Reading cannot go on here. The diagnostic was given.
#[derive(Clone, Copy, Debug)]
struct Failed;

type Parse<T> = Result<T, Failed>;

struct Parser<'text> {
    file: SourceId,
    text: &'text str,
    /// Never empty: ends with [`TokenKind::Eof`].
    tokens: Vec<Token>,
    dialect: Option<Dialect>,
    at: usize,
    /// Statements and expressions around the current token.
    depth: usize,
    /// The token that the last message was about: there is one message for each.
    reported_at: Option<usize>,
    /// What `enforce` said in the current procedure.
    enforce: Vec<Expr>,
    /// The signs `=` and `!=` that mean something else in the other dialect.
    ambiguous: Vec<Span>,
    interner: Interner,
    diagnostics: Vec<Diagnostic>,
}

impl Parser<'_> {
    // ------------------------------------------------------------------------------------- tokens

    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn kind(&self) -> TokenKind {
        self.token().kind
    }

    /// The kind of a token further on; the end of the file has no end.
    fn kind_at(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::Eof, |token| token.kind)
    }

    fn is_at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    fn is_at_name(&self) -> bool {
        matches!(self.kind(), TokenKind::Ident | TokenKind::Quoted)
    }

    /// Whether this name stands here: a word that is reserved only at its place.
    fn is_at_word(&self, word: &str) -> bool {
        self.is_at(TokenKind::Ident) && self.token_text() == word
    }

    fn here(&self) -> Span {
        let Token { start, end, .. } = self.token();
        Span::new(self.file, start, end)
    }

    /// From a place to the last token that was passed.
    fn since(&self, start: Span) -> Span {
        let Token { start: last, end, .. } = self.tokens[self.at.saturating_sub(1)];
        if last < start.start { start } else { start.to(Span::new(self.file, last, end)) }
    }

    fn token_text(&self) -> &str {
        &self.text[self.here().range()]
    }

    fn advance(&mut self) -> Span {
        let span = self.here();
        if !self.is_at(TokenKind::Eof) {
            self.at += 1;
        }
        span
    }

    fn eat(&mut self, kind: TokenKind) -> Option<Span> {
        self.is_at(kind).then(|| self.advance())
    }

    fn expect(&mut self, kind: TokenKind) -> Parse<Span> {
        match self.eat(kind) {
            Some(span) => Ok(span),
            None => Err(self.unexpected(&kind.to_string())),
        }
    }

    /// The name that the current token is, whatever its kind.
    fn take_name(&mut self) -> Name {
        let text = &self.text[self.here().range()];
        let symbol = self.interner.intern(text);
        Name { symbol, span: self.advance() }
    }

    fn name(&mut self, what: &str) -> Parse<Name> {
        if self.is_at_name() {
            return Ok(self.take_name());
        }
        if self.kind().is_keyword() {
            return Err(self.reserved_word());
        }
        Err(self.unexpected(what))
    }

    /// One or more, with commas between them.
    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let mut all = vec![read(self)?];
        while self.eat(TokenKind::Comma).is_some() {
            all.push(read(self)?);
        }
        Ok(all)
    }

    /// `"(" [list] ")"`
    fn in_parens<T>(&mut self, read: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        self.expect(TokenKind::LeftParen)?;
        if self.eat(TokenKind::RightParen).is_some() {
            return Ok(Vec::new());
        }
        let all = self.list(read)?;
        self.expect(TokenKind::RightParen)?;
        Ok(all)
    }

    // ----------------------------------------------------------------------------------- messages

    /// A message about the current token, unless there is one already.
    fn report(&mut self, diagnostic: Diagnostic) -> Failed {
        let is_known_bad = self.reported_at == Some(self.at) || self.is_at(TokenKind::Unknown);
        if !is_known_bad {
            self.diagnostics.push(diagnostic);
        }
        self.reported_at = Some(self.at);
        Failed
    }

    fn unexpected(&mut self, what: &str) -> Failed {
        self.unexpected_with(what, None)
    }

    fn unexpected_with(&mut self, what: &str, help: Option<&str>) -> Failed {
        if let Some(diagnostic) = self.foreign_word() {
            return self.report(diagnostic);
        }
        let found = match self.kind() {
            TokenKind::Ident | TokenKind::Quoted | TokenKind::Number => format!("`{}`", self.token_text()),
            kind => kind.to_string(),
        };
        let message = format!("Expected {what}, found {found}.");
        let mut diagnostic =
            Diagnostic::error(&codes::UNEXPECTED_TOKEN, message).at(self.here(), format!("expected {what}"));
        diagnostic.help = help.map(str::to_owned);
        self.report(diagnostic)
    }

    fn reserved_word(&mut self) -> Failed {
        let word = self.token_text().to_owned();
        let message = format!("`{word}` is a word of the language and cannot be a name.");
        let diagnostic = Diagnostic::error(&codes::RESERVED_WORD, message)
            .at(self.here(), "not a name")
            .help(format!("choose another name, such as `{word}_`, or write `{{{word}}}`"));
        self.report(diagnostic)
    }

    /// One warning for the file, at the first place where it matters.
    fn warn_of_ambiguity(&mut self) {
        let Some((&first, others)) = self.ambiguous.split_first() else { return };
        let message = "It depends on the dialect what `=` and `!=` compare here.";
        let mut diagnostic = Diagnostic::warning(&codes::AMBIGUOUS_COMPARISON, message)
            .at(first, "read as in SDV and Getafix: more tightly than `&`, `^` and `|`")
            .help("write parentheses, or say --dialect sdv or --dialect boppo");
        match others.len() {
            0 => {}
            1 => diagnostic = diagnostic.note("the file has one more such place"),
            more => diagnostic = diagnostic.note(format!("the file has {more} more such places")),
        }
        self.diagnostics.push(diagnostic);
    }

    /// Reads something that may contain itself.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth == MAX_NESTING {
            let message = format!("Statements and expressions are nested more than {MAX_NESTING} deep.");
            let diagnostic = Diagnostic::error(&codes::NESTED_TOO_DEEPLY, message)
                .at(self.here(), "too deep")
                .help("move the inner part to a procedure or a variable of its own");
            return Err(self.report(diagnostic));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
