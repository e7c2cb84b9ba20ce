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
//! - `condition`: conditions, values and paths;
//! - `foreign`: what users of other languages write, and where to go on after it.
//!
//! Nothing marks the end of a procedure in the paper's notation. A name that is followed by `::`, perhaps with
//! parameters and results between them, begins the next one: `Parser::is_at_header`.

mod condition;
mod foreign;
mod item;
mod stmt;
#[cfg(test)]
mod tests;

use base::syntax::descent::Nesting;
use base::syntax::{Cursor, Descent, Parse, Parsed};
use base::{Code, Diagnostic, SourceId, Span};

use crate::ast::{MAX_NESTING, Name, Unit};
use crate::codes;
use crate::lex::lex;
use crate::token::TokenKind;

/// Parses a text. Any text is fine; mistakes are in the diagnostics.
pub fn parse(file: SourceId, text: &str) -> Parsed<Unit> {
    let mut parser = Parser {
        cursor: Cursor::new(file, text, lex(file, text)),
        locals: None,
        open_words: 0,
        skipped: Vec::new(),
    };
    let unit = parser.file();
    let skipped = std::mem::take(&mut parser.skipped);
    parser.diagnostics.retain(|found| found.code != &codes::UNKNOWN_CHARACTER || !is_within(&skipped, found));
    parser.cursor.finish(unit)
}

fn is_within(skipped: &[Span], found: &Diagnostic) -> bool {
    let Some(place) = found.span() else { return false };
    let next = skipped.partition_point(|span| span.end <= place.start);
    skipped.get(next).is_some_and(|span| span.start <= place.start)
}

struct Parser<'text> {
    cursor: Cursor<'text, TokenKind>,
    /// What `local` declared in the current procedure.
    locals: Option<Vec<Name>>,
    /// How many `then`, `do` and `begin` of other languages are open.
    open_words: usize,
    /// What was passed over unread, in order: nothing more is said about what is in it.
    skipped: Vec<Span>,
}

base::holds_cursor!(Parser, TokenKind);

impl<'text> Descent<'text, TokenKind> for Parser<'text> {
    const UNEXPECTED_TOKEN: &'static Code = &codes::UNEXPECTED_TOKEN;
    const RESERVED_WORD: &'static Code = &codes::RESERVED_WORD;
    const NESTING: Nesting = Nesting {
        most: MAX_NESTING,
        what: "Statements and conditions",
        help: "move the inner part to a procedure of its own",
        code: &codes::NESTED_TOO_DEEPLY,
    };

    fn other_name(word: &str) -> String {
        format!("choose another name, such as `{word}_`")
    }

    fn foreign_word(&self) -> Option<Diagnostic> {
        match self.kind() {
            TokenKind::Ident => crate::foreign::statement(self.token_text(), self.here()),
            _ => None,
        }
    }
}

impl Parser<'_> {
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
        self.is_at(TokenKind::Comma) && !self.is_header(1) && self.eat(TokenKind::Comma).is_some()
    }

    /// Whether a procedure begins at the current token.
    fn is_at_header(&self) -> bool {
        self.is_header(0) || self.is_at_foreign_header()
    }

    /// `NAME [ "(" .. ")" ] [ "->" NAME { "," NAME } ] "::"` some tokens further on, looked for without reading it.
    fn is_header(&self, mut ahead: usize) -> bool {
        use TokenKind::*;
        if self.peek(ahead) != Ident {
            return false;
        }
        ahead += 1;
        if self.peek(ahead) == LeftParen {
            ahead += 1;
            while matches!(self.peek(ahead), Ident | Comma) {
                ahead += 1;
            }
            if self.peek(ahead) != RightParen {
                return false;
            }
            ahead += 1;
        }
        if self.peek(ahead) == Arrow {
            ahead += 1;
            while matches!(self.peek(ahead), Ident | Comma) {
                ahead += 1;
            }
        }
        self.peek(ahead) == ColonColon
    }
}
