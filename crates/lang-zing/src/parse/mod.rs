//! From text to syntax tree.
//!
//! Declarations and statements are read by recursive descent, one function for each rule of the grammar, never
//! deeper than [`MAX_NESTING`](crate::ast::MAX_NESTING). Expressions are read with an explicit stack, so that neither
//! parentheses nor operators cost any of the machine's stack. Reading takes time linear in the text.
//!
//! The parser never fails. After a mistake it goes on where the text makes sense again (see `recover`), and
//! what could not be read is an `Error` node. Two rules keep one mistake from being reported twice: there is at
//! most one message about each token, and none about what the lexer has already complained of.
//!
//! - `decl`: types and members;
//! - `stmt`, `alternatives`: statements, `select` and `try`;
//! - `expr`, `operand`: operators and brackets, and what stands between them;
//! - `foreign`: constructs of C# that Zing lacks;
//! - `recover`: messages about unexpected tokens, and where to go on.

mod alternatives;
mod decl;
mod expr;
mod foreign;
mod operand;
mod recover;
mod stmt;

#[cfg(test)]
mod tests;

use base::syntax::{Cursor, Name, Parsed};
use base::{DefinitionKind, Diagnostic, IndexVec, SourceId, Span};

use crate::ast::{Expr, ExprId, ExprKind, Ident, Stmt, StmtId, StmtKind, StringLit, Unit};
use crate::lex::lex;
use crate::token::TokenKind;
use crate::{codes, literal};

/// Reads a file. Any text gives a unit; mistakes are in the diagnostics. If none is fatal, the unit has no `Error`
/// nodes.
pub fn parse(file: SourceId, text: &str) -> Parsed<Unit> {
    let mut parser = Parser::new(file, text);
    let decls = parser.unit();
    let Parser { cursor, exprs, stmts, .. } = parser;
    cursor.finish(Unit { file, decls, exprs, stmts })
}

struct Parser<'text> {
    /// Its depth is the number of statements around the current token.
    cursor: Cursor<'text, TokenKind>,
    /// Set when a member is nested too deeply: after that, messages about it would only confuse.
    muted: bool,
    /// How many braces of namespaces are open; Zing has none, so this is about mistakes.
    open_namespaces: usize,
    /// The unfinished expressions around the current token, and how many of them count as nesting.
    frames: Vec<expr::Pending>,
    frame_nesting: usize,
    exprs: IndexVec<ExprId, Expr>,
    stmts: IndexVec<StmtId, Stmt>,
}

base::holds_cursor!(Parser, TokenKind);

impl<'text> Parser<'text> {
    fn new(file: SourceId, text: &'text str) -> Self {
        Self {
            cursor: Cursor::new(file, text, lex(file, text)),
            muted: false,
            open_namespaces: 0,
            frames: Vec::new(),
            frame_nesting: 0,
            exprs: IndexVec::new(),
            stmts: IndexVec::new(),
        }
    }

    // ----------------------------------------------------------------------------------- the arenas

    fn push_expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.exprs.push(Expr { kind, span })
    }

    fn push_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.stmts.push(Stmt { kind, span })
    }

    // ---------------------------------------------------------------------------- names and strings

    /// A name; `what` says in a message what it would have been the name of.
    fn ident(&mut self, what: &str) -> Option<Ident> {
        if self.is_at(TokenKind::Ident) {
            let text = self.token_text();
            let name = self.interner.intern(text.strip_prefix('@').unwrap_or(text));
            return Some(Ident { name, span: self.advance() });
        }
        if self.is_keyword_as_name() {
            self.reserved_word();
            let Name { symbol: name, span } = self.take_name();
            return Some(Ident { name, span });
        }
        self.unexpected(what);
        None
    }

    /// The name of something that is declared.
    fn declared(&mut self, kind: DefinitionKind, what: &str) -> Option<Ident> {
        let ident = self.ident(what)?;
        self.declare(kind, ident);
        Some(ident)
    }

    fn declare(&mut self, kind: DefinitionKind, Ident { name: symbol, span }: Ident) {
        self.define(kind, Name { symbol, span });
    }

    fn is_at_string(&self) -> bool {
        matches!(self.kind(), TokenKind::String | TokenKind::UnterminatedString)
    }

    fn string(&mut self) -> Option<StringLit> {
        if !self.is_at_string() {
            self.unexpected("a string");
            return None;
        }
        let (value, bad_escapes) = literal::string_value(self.token_text());
        let text = self.interner.intern(&value);
        let span = self.advance();
        for escape in bad_escapes {
            let place =
                Span::new(self.file, span.start + escape.start as u32, span.start + escape.end as u32);
            self.diagnose(
                Diagnostic::error(&codes::UNKNOWN_ESCAPE, "A string has an escape that does not exist.")
                    .at(place, "unknown escape")
                    .help("write a backslash as `\\\\`, or the string as `@\"...\"`"),
            );
        }
        Some(StringLit { text, span })
    }
}
