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
//! - `recover`: where reading goes on after the habits of C and its relatives;
//! - `foreign`: words of other languages and dialects, which get a message that says so.
//!
//! A mistake costs the statement that it stands in; reading goes on behind the next `;`.

mod expr;
mod foreign;
mod item;
mod recover;
mod stmt;
#[cfg(test)]
mod tests;

use base::syntax::descent::Nesting;
use base::syntax::{Cursor, Descent, Parse, Parsed};
use base::{Code, Diagnostic, SourceId, Span};

use crate::Dialect;
use crate::ast::{Expr, MAX_NESTING, Unit};
use crate::codes;
use crate::lex::lex_blocks;
use crate::token::TokenKind;

/// Parses a text. Any text is fine; mistakes are in the diagnostics.
pub fn parse(file: SourceId, text: &str, dialect: Option<Dialect>) -> Parsed<Unit> {
    let (lexed, stop) = lex_blocks(file, text);
    let cursor = Cursor::new(file, text, lexed);
    let mut parser = Parser { cursor, dialect, enforce: Vec::new(), ambiguous: Vec::new() };
    let unit = parser.file();
    parser.warn_of_ambiguity();
    // The tokens end where too many braces are meant as blocks: what seems to be missing after it may well be there.
    if let Some(stop) = stop {
        parser.diagnostics.retain(|found| found.span().is_none_or(|span| span.start <= stop.start));
    }
    parser.cursor.finish(unit)
}

struct Parser<'text> {
    cursor: Cursor<'text, TokenKind>,
    dialect: Option<Dialect>,
    /// What `enforce` said in the current procedure.
    enforce: Vec<Expr>,
    /// The signs `=` and `!=` that mean something else in the other dialect.
    ambiguous: Vec<Span>,
}

base::holds_cursor!(Parser, TokenKind);

impl<'text> Descent<'text, TokenKind> for Parser<'text> {
    const UNEXPECTED_TOKEN: &'static Code = &codes::UNEXPECTED_TOKEN;
    const RESERVED_WORD: &'static Code = &codes::RESERVED_WORD;
    const NESTING: Nesting = Nesting {
        most: MAX_NESTING,
        what: "Statements and expressions",
        help: "move the inner part to a procedure or a variable of its own",
        code: &codes::NESTED_TOO_DEEPLY,
    };

    fn other_name(word: &str) -> String {
        format!("choose another name, such as `{word}_`, or write `{{{word}}}`")
    }

    fn foreign_word(&self) -> Option<Diagnostic> {
        foreign::message(self)
    }
}

impl Parser<'_> {
    /// Whether this name stands here: a word that is reserved only at its place.
    fn is_at_word(&self, word: &str) -> bool {
        self.is_at(TokenKind::Ident) && self.token_text() == word
    }

    /// One or more, with commas between them.
    fn list<T>(&mut self, read: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        self.separated(TokenKind::Comma, read)
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

    /// One warning for the file, at the first place where it matters.
    fn warn_of_ambiguity(&mut self) {
        let Some((&first, others)) = self.ambiguous.split_first() else { return };
        let message = "It depends on the dialect what `=` and `!=` compare here.";
        let mut diagnostic = Diagnostic::warning(&codes::AMBIGUOUS_COMPARISON, message)
            .at(first, "read as in SDV and Getafix: more tightly than `&`, `^` and `|`")
            .help("write parentheses, or say --dialect sdv, --dialect getafix or --dialect boppo");
        match others.len() {
            0 => {}
            1 => diagnostic = diagnostic.note("the file has one more such place"),
            more => diagnostic = diagnostic.note(format!("the file has {more} more such places")),
        }
        self.diagnostics.push(diagnostic);
    }
}
