//! The parser: recursive descent over the token list, with a limit on nesting.
//!
//! ```text
//! file      = { item }
//! item      = ("global" | "field") names [";"] | "initial" NAME [";"] | "heap" "{" { entry ";" } "}" | procedure [","]
//! procedure = NAME [ "(" [names] ")" ] [ "->" names ] "::" body
//! body      = sequence { "+" sequence }
//! sequence  = statement { ";" statement }
//! ```
//!
//! - `item`: declarations and procedures;
//! - `stmt`: statements;
//! - `condition`: conditions, values and paths.
//!
//! Nothing marks the end of a procedure in the paper's notation. A name that is followed by `::`, perhaps with parameters and results
//! between them, begins the next one: [`Parser::is_at_header`].

mod condition;
mod item;
mod stmt;
#[cfg(test)]
mod tests;

use base::{Diagnostic, Interner, SourceId, Span};

use crate::ast::{MAX_NESTING, Name, Unit};
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
pub fn parse(file: SourceId, text: &str) -> Parsed {
    let Lexed { tokens, diagnostics } = lex::lex(file, text);
    let mut parser = Parser {
        file,
        text,
        tokens,
        at: 0,
        depth: 0,
        reported_at: None,
        locals: None,
        interner: Interner::new(),
        diagnostics,
    };
    let tree = parser.file();
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
    at: usize,
    /// Statements and conditions around the current token.
    depth: usize,
    /// The token that the last message was about: there is one message for each.
    reported_at: Option<usize>,
    /// What `local` declared in the current procedure.
    locals: Option<Vec<Name>>,
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

    fn here(&self) -> Span {
        let Token { start, end, .. } = self.token();
        Span::new(self.file, start, end)
    }

    /// The last token that was passed.
    fn before(&self) -> Span {
        let Token { start, end, .. } = self.tokens[self.at.saturating_sub(1)];
        Span::new(self.file, start, end)
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

    fn name(&mut self, what: &str) -> Parse<Name> {
        if self.is_at(TokenKind::Ident) {
            let text = &self.text[self.here().range()];
            let symbol = self.interner.intern(text);
            return Ok(Name { symbol, span: self.advance() });
        }
        if self.kind().is_keyword() {
            return Err(self.reserved_word());
        }
        Err(self.unexpected(what))
    }

    /// One name or more, with commas between them. A comma before a procedure ends the list.
    fn names(&mut self, what: &str) -> Parse<Vec<Name>> {
        let mut names = vec![self.name(what)?];
        while self.eat_list_comma() {
            names.push(self.name(what)?);
        }
        Ok(names)
    }

    /// Passes a comma, unless it stands between two procedures.
    fn eat_list_comma(&mut self) -> bool {
        self.is_at(TokenKind::Comma) && !self.is_header(self.at + 1) && self.eat(TokenKind::Comma).is_some()
    }

    /// Whether a procedure begins at the current token.
    fn is_at_header(&self) -> bool {
        self.is_header(self.at)
    }

    /// `NAME [ "(" .. ")" ] [ "->" NAME { "," NAME } ] "::"`, looked for without reading it.
    fn is_header(&self, mut at: usize) -> bool {
        use TokenKind::*;
        if self.kind_at(at) != Ident {
            return false;
        }
        at += 1;
        if self.kind_at(at) == LeftParen {
            at += 1;
            while matches!(self.kind_at(at), Ident | Comma) {
                at += 1;
            }
            if self.kind_at(at) != RightParen {
                return false;
            }
            at += 1;
        }
        if self.kind_at(at) == Arrow {
            at += 1;
            while matches!(self.kind_at(at), Ident | Comma) {
                at += 1;
            }
        }
        self.kind_at(at) == ColonColon
    }

    // ----------------------------------------------------------------------------------- messages

    /// A message about the current token, unless there is one already.
    fn report(&mut self, diagnostic: Diagnostic) -> Failed {
        let is_known_bad = self.reported_at == Some(self.at)
            || matches!(self.kind(), TokenKind::Unknown | TokenKind::UnterminatedString);
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
        let found = match self.kind() {
            TokenKind::Ident => format!("`{}`", self.token_text()),
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
            .help(format!("choose another name, such as `{word}_`"));
        self.report(diagnostic)
    }

    /// Reads something that may contain itself.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth == MAX_NESTING {
            let message = format!("Statements and conditions are nested more than {MAX_NESTING} deep.");
            let diagnostic = Diagnostic::error(&codes::NESTED_TOO_DEEPLY, message)
                .at(self.here(), "too deep")
                .help("move the inner part to a procedure of its own");
            return Err(self.report(diagnostic));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
