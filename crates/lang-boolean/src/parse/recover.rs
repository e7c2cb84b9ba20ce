//! Where reading goes on after the habits of C and its relatives, so that one mistake has one message.

use base::syntax::{Descent, Kind, Parse};
use base::{Diagnostic, Span};

use super::Parser;
use crate::ast::{Name, Stmt, StmtKind};
use crate::codes;
use crate::token::TokenKind;

impl Parser<'_> {
    // ------------------------------------------------------------------------------------ semicolons

    /// `;`. If it is only missing, nothing is passed over.
    pub(super) fn semicolon(&mut self, after: &str) -> bool {
        if self.eat(TokenKind::Semicolon).is_some() {
            return true;
        }
        let is_merely_missing = self.begins_line() || self.kind().is_keyword() && !self.is_word_of_block();
        if is_merely_missing && !self.is_known_bad() {
            let message = format!("There is no `;` after {after}.");
            let diagnostic = Diagnostic::error(&codes::MISSING_SEMICOLON, message)
                .at(self.before(), "expected `;` after this")
                .help("write `;` here");
            self.report(diagnostic);
            return true;
        }
        self.no_separator();
        false
    }

    /// `then` and `do` never begin a statement.
    fn is_word_of_block(&self) -> bool {
        matches!(self.kind(), TokenKind::Then | TokenKind::Do)
    }

    fn no_separator(&mut self) {
        let help = match self.kind() {
            TokenKind::LeftBracket => Some("there are no arrays: use one variable for each element"),
            TokenKind::Less | TokenKind::Greater => {
                Some("there are truth values only: compare with `=` and `!=`, or with `=>`")
            }
            _ => None,
        };
        self.unexpected_with("`;`", help);
    }

    // ------------------------------------------------------------------------------------------ types

    /// `bool x;`: a declaration as C writes it. `bool x(` begins a procedure.
    pub(super) fn is_at_typed_variable(&self) -> bool {
        use TokenKind::*;
        self.is_at(Bool)
            && self.peek(1).is_name()
            && matches!(self.peek(2), Semicolon | Comma | Becomes | Equal)
    }

    /// A type before a variable or parameter, which is passed with a message.
    pub(super) fn type_before_name(&mut self, help: &str) {
        let is_word = self.is_at(TokenKind::Ident)
            && ["int", "char", "boolean", "unsigned", "const"].contains(&self.token_text());
        let is_type = is_word || matches!(self.kind(), TokenKind::Bool | TokenKind::Void);
        if !is_type || !self.peek(1).is_name() {
            return;
        }
        let message =
            format!("`{}` stands before a variable, but variables have no types.", self.token_text());
        let diagnostic =
            Diagnostic::error(&codes::TYPED_VARIABLE, message).at(self.here(), "not wanted here").help(help);
        self.report(diagnostic);
        self.advance();
    }

    // ------------------------------------------------------------------------------------- procedures

    /// `int main(`, `proc main(`: words before a procedure, which are passed with a message.
    pub(super) fn foreign_result_type(&mut self) {
        if self.peek(1).is_name()
            && self.peek(2) == TokenKind::LeftParen
            && let Some(diagnostic) = self.foreign_word()
        {
            let help = "write `void` before a procedure without results, `bool` before one with a result";
            self.report(diagnostic.help(help));
            self.advance();
        }
    }

    /// The parameters of a procedure.
    pub(super) fn parameters(&mut self) -> Parse<Vec<Name>> {
        if self.is_at(TokenKind::Begin) {
            self.unexpected_with(
                "`(`",
                Some("a procedure has parentheses behind its name: `void main() begin .. end`"),
            );
            return Ok(Vec::new());
        }
        if self.is_at(TokenKind::LeftParen)
            && self.peek(1) == TokenKind::Void
            && self.peek(2) == TokenKind::RightParen
        {
            self.advance();
            self.unexpected_with("the name of a parameter or `)`", Some("without parameters, write `()`"));
            self.advance();
            self.advance();
            return Ok(Vec::new());
        }
        self.in_parens(|parser| {
            parser.type_before_name("parameters are names alone: `void f(x, y) begin .. end`");
            parser.name("the name of a parameter")
        })
    }

    /// `begin`, or what stands in its place. Whether a body follows.
    pub(super) fn begin(&mut self) -> Parse<bool> {
        if self.eat(TokenKind::Begin).is_some() {
            return Ok(true);
        }
        if self.is_at(TokenKind::Semicolon) {
            let help = "leave this line out: procedures may be called before they are declared";
            self.unexpected_with("`begin`", Some(help));
            return Ok(false);
        }
        let failed =
            self.unexpected_with("`begin`", Some("a procedure is written `void NAME() begin .. end`"));
        match self.kind() {
            TokenKind::Colon => {
                self.advance();
                self.eat(TokenKind::Begin);
            }
            TokenKind::Do | TokenKind::Then => {
                self.advance();
            }
            kind if kind.is_keyword() || kind.is_name() => {}
            _ => return Err(failed),
        }
        Ok(true)
    }

    // ----------------------------------------------------------------------------------------- blocks

    /// The word that closes a block: `fi` or `od`. Where another one stands in its place, that is passed.
    pub(super) fn close_block(&mut self, word: TokenKind, opened: Span, has_else_if: bool) {
        use TokenKind::*;
        if self.eat(word).is_some() {
            return;
        }
        let what = if word == Fi { "an `if`" } else { "a `while`" };
        let is_other = matches!(self.kind(), End | Fi | Od) && !self.closes_around();
        let message = if is_other {
            format!("Expected {word}, found {}.", self.found())
        } else {
            format!("{}{} has no {word}.", &what[..1].to_uppercase(), &what[1..])
        };
        let help = match has_else_if {
            true => "`else if` begins a second `if`, which needs a `fi` of its own: write `elsif`".to_owned(),
            false => format!("{what} ends with {word}"),
        };
        let diagnostic = Diagnostic::error(&codes::WRONG_END, message)
            .at(self.here(), format!("expected {word}"))
            .at(opened, "opened here")
            .help(help);
        self.report(diagnostic);
        if is_other {
            self.advance();
        }
    }

    /// Whether the current word closes what is around the block: the procedure, if that ends here.
    fn closes_around(&self) -> bool {
        use TokenKind::*;
        let after = if self.peek(1) == Semicolon { self.peek(2) } else { self.peek(1) };
        self.is_at(End) && matches!(after, Eof | Void | Bool | Decl)
    }

    /// `begin .. end` where `then` or `do` is missing: the block is read, and needs no `fi` or `od`.
    pub(super) fn block_for_word(&mut self, close: TokenKind) -> Parse<Vec<Stmt>> {
        let body = self.block()?;
        self.eat(close);
        Ok(body)
    }

    /// `do .. while (c)`, which is passed over with a message.
    pub(super) fn foreign_loop(&mut self) -> Parse<StmtKind> {
        self.unexpected_with("a statement", Some("a loop is written `while c do .. od`"));
        self.advance();
        while !self.is_at(TokenKind::While) && !self.is_at_end_of_statements() {
            self.statement()?;
            while self.eat(TokenKind::Semicolon).is_some() {}
        }
        if self.eat(TokenKind::While).is_some() {
            self.expr()?;
        }
        self.eat(TokenKind::Od);
        Ok(StmtKind::Skip)
    }

    /// `for (..; ..; ..) S` and `switch (..)`: calls to the eye, but not as they stand.
    pub(super) fn foreign_call(&mut self) -> Option<Parse<StmtKind>> {
        if self.peek(1) != TokenKind::LeftParen {
            return None;
        }
        let diagnostic = self.foreign_word()?;
        if !self.breaks_as_call() {
            return None;
        }
        self.report(diagnostic);
        self.advance();
        Some(self.behind_foreign_call())
    }

    fn behind_foreign_call(&mut self) -> Parse<StmtKind> {
        self.skip_parens()?;
        if self.is_at(TokenKind::Semicolon) || self.is_at_end_of_statements() {
            return Ok(StmtKind::Skip);
        }
        self.eat(TokenKind::Do);
        self.statement()?;
        Ok(StmtKind::Skip)
    }

    /// Whether what is in the parentheses behind the current name cannot be arguments, or a statement follows.
    fn breaks_as_call(&self) -> bool {
        use TokenKind::*;
        let mut open = 0_usize;
        let mut ahead = 1;
        loop {
            match self.peek(ahead) {
                LeftParen => open += 1,
                RightParen if open == 1 => {
                    let next = self.peek(ahead + 1);
                    return matches!(next, Begin | Do | Then | Ident | Skip);
                }
                RightParen => open -= 1,
                Semicolon | String | Becomes | Begin | End | Eof | Void | Bool => return true,
                _ => {}
            }
            ahead += 1;
        }
    }

    /// `not x`: a word of another language before an operand, which is passed with a message.
    pub(super) fn pass_foreign_operator(&mut self) {
        if self.is_at(TokenKind::Ident)
            && self.peek(1).is_name()
            && let Some(diagnostic) = self.foreign_word()
        {
            self.report(diagnostic);
            self.advance();
        }
    }
}
