//! What users of other languages write, and where to go on after it, so that one mistake has one message.

use base::syntax::{Descent, Failed, Parse};
use base::{Diagnostic, Span};

use super::Parser;
use crate::ast::{Stmt, StmtKind};
use crate::foreign;
use crate::token::TokenKind;

/// Words that end what `then`, `do` or `begin` began.
const CLOSERS: &[&str] = &["end", "fi", "od", "done", "endif", "endwhile"];

impl Parser<'_> {
    /// A message about anything but the current token.
    pub(super) fn complain(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Whether the current token is one of these words, and not used as a name.
    pub(super) fn is_at_word(&self, words: &[&str]) -> bool {
        self.is_at(TokenKind::Ident) && words.contains(&self.token_text()) && !self.is_used_as_name()
    }

    fn is_used_as_name(&self) -> bool {
        use TokenKind::*;
        matches!(self.peek(1), Becomes | Equal | NotEqual | Dot | Comma | Colon | ColonColon | Arrow)
    }

    // ------------------------------------------------------------------------------------- procedures

    /// `int main(`, `proc main {`, `main() {`: a procedure as other languages begin it.
    pub(super) fn is_at_foreign_header(&self) -> bool {
        use TokenKind::{ColonColon, Ident, LeftBrace, LeftParen};
        if !self.is_at(Ident) {
            return false;
        }
        let word = self.token_text();
        if self.peek(1) == Ident {
            return foreign::is_before_procedure(word)
                && matches!(self.peek(2), LeftParen | LeftBrace | ColonColon | Ident);
        }
        self.peek(1) == LeftParen && foreign::instead_of(word).is_none() && self.after_names() == LeftBrace
    }

    /// The token behind `NAME ( names )`, where no other brackets are between.
    fn after_names(&self) -> TokenKind {
        let mut ahead = 2;
        while matches!(self.peek(ahead), TokenKind::Ident | TokenKind::Comma) {
            ahead += 1;
        }
        if self.peek(ahead) == TokenKind::RightParen { self.peek(ahead + 1) } else { TokenKind::Eof }
    }

    /// Passes words before the name of a procedure. Whether there were any.
    pub(super) fn words_before_procedure(&mut self) -> bool {
        let first = self.here();
        let word = self.token_text();
        let start = self.position();
        while self.is_at(TokenKind::Ident) && self.peek(1) == TokenKind::Ident {
            self.advance();
        }
        let some = self.position() > start;
        if some {
            self.complain(foreign::header(word, first));
        }
        some
    }

    /// `class Node { .. }`, which is passed over.
    pub(super) fn foreign_class(&mut self) -> bool {
        let words = ["class", "struct", "record", "typedef", "type", "interface"];
        let is_class =
            self.is_at_word(&words) && matches!(self.peek(1), TokenKind::Ident | TokenKind::LeftBrace);
        if is_class {
            self.complain(foreign::class(self.here()));
            while matches!(self.kind(), TokenKind::Ident) {
                self.advance();
            }
            self.skip_brackets();
            self.eat(TokenKind::Semicolon);
        }
        is_class
    }

    // ------------------------------------------------------------------------------------- statements

    /// A statement of another language, with a message, and what lies within it read for its own mistakes.
    pub(super) fn foreign_statement(&mut self) -> Option<Parse<StmtKind>> {
        if self.is_type_before_variable() {
            self.complain(foreign::type_name(self.token_text(), self.here()));
            self.advance();
            if matches!(self.peek(1), TokenKind::Becomes | TokenKind::Equal) {
                return Some(self.statement().map(|stmt| stmt.kind));
            }
            return Some(self.names("the name of a variable").map(|_| StmtKind::Skip));
        }
        if !self.breaks_as_name() {
            return None;
        }
        let word = self.token_text();
        let diagnostic = foreign::statement(word, self.here())?;
        self.complain(diagnostic);
        Some(self.within_foreign_statement(word))
    }

    fn within_foreign_statement(&mut self, word: &str) -> Parse<StmtKind> {
        if word == "begin" {
            let body = self.word_block()?;
            self.eat_closer();
            return Ok(body.kind);
        }
        self.advance();
        match word {
            "call" => return self.statement().map(|stmt| stmt.kind),
            "for" | "foreach" => {
                self.skip_brackets();
                return self.statement().map(|stmt| stmt.kind);
            }
            "switch" | "match" => {
                self.skip_brackets();
                self.skip_brackets();
            }
            "do" | "repeat" => {
                self.statement()?;
                let start = self.here();
                if self.eat(TokenKind::While).is_some() {
                    self.test(start)?;
                }
            }
            _ => return Err(Failed),
        }
        Ok(StmtKind::Skip)
    }

    /// `int x;`, `Node x := new`. Two names side by side are no Shylock.
    fn is_type_before_variable(&self) -> bool {
        use TokenKind::*;
        self.is_at(Ident)
            && self.peek(1) == Ident
            && matches!(self.peek(2), Becomes | Equal | Semicolon | Comma | RightBrace)
            && foreign::is_type(self.token_text())
    }

    /// Whether what follows the current name is nothing that can follow a name.
    fn breaks_as_name(&self) -> bool {
        use TokenKind::*;
        match self.peek(1) {
            Ident | Nil | New | LeftBrace | Not | True | False => true,
            LeftParen => self.breaks_as_call(),
            _ => false,
        }
    }

    /// Whether what is in the parentheses behind the current name cannot be arguments, or a block follows.
    fn breaks_as_call(&self) -> bool {
        use TokenKind::*;
        let mut open = 0_usize;
        let mut ahead = 1;
        loop {
            match self.peek(ahead) {
                LeftParen => open += 1,
                RightParen if open == 1 => return self.peek(ahead + 1) == LeftBrace,
                RightParen => open -= 1,
                Ident | Comma | Nil | New | Dot => {}
                _ => return true,
            }
            ahead += 1;
        }
    }

    /// Passes over `( .. )` or `{ .. }`, but not into the next procedure.
    pub(super) fn skip_brackets(&mut self) {
        use TokenKind::*;
        let start = self.here();
        let mut open = 0_usize;
        while !self.is_at(Eof) && !self.is_header(0) {
            match self.kind() {
                LeftParen | LeftBrace => open += 1,
                RightParen | RightBrace if open > 0 => open -= 1,
                _ if open == 0 => return,
                _ => {}
            }
            self.advance();
            if open == 0 {
                break;
            }
        }
        let span = self.since(start);
        self.skipped.push(span);
    }

    // ----------------------------------------------------------------------------- blocks between words

    pub(super) fn is_at_closer(&self) -> bool {
        self.open_words > 0 && self.is_at_word(CLOSERS)
    }

    pub(super) fn eat_closer(&mut self) {
        if self.is_at_word(CLOSERS) {
            self.advance();
        }
    }

    /// What stands behind `then`, `do` or `begin`, which is passed.
    pub(super) fn word_block(&mut self) -> Parse<Stmt> {
        self.advance();
        self.open_words += 1;
        let body = self.nested(Self::choice);
        self.open_words -= 1;
        body
    }

    /// A word behind a condition that has a message, unless the condition itself had one.
    pub(super) fn complain_of_word(&mut self, is_known: bool) {
        let diagnostic = foreign::statement(self.token_text(), self.here());
        if !is_known {
            self.diagnostics.extend(diagnostic);
        }
    }

    // ----------------------------------------------------------------------------------- expressions

    /// `Node()` behind `new`, which is passed over.
    pub(super) fn foreign_class_of_new(&mut self) {
        use TokenKind::*;
        let is_class = self.is_at(Ident)
            && !self.begins_line()
            && !self.is_at_header()
            && !matches!(self.peek(1), Becomes | Equal | Dot | Colon | Comma);
        if !is_class && !self.is_at(LeftParen) {
            return;
        }
        let start = self.here();
        self.eat(Ident);
        if self.is_at(LeftParen) {
            self.skip_brackets();
        }
        let span: Span = self.since(start);
        self.complain(foreign::not_in_shylock(
            "`new` has no class and no arguments.",
            span,
            "write `x := new`: any object has any field",
        ));
    }

    /// `->` where `.` is meant; and `.` itself.
    pub(super) fn eat_dot(&mut self) -> bool {
        if self.is_at(TokenKind::Arrow) && self.peek(1) == TokenKind::Ident {
            self.complain(foreign::not_in_shylock(
                "Shylock has no operator `->`.",
                self.here(),
                "write `.`: `x.next`",
            ));
            self.advance();
            return true;
        }
        self.eat(TokenKind::Dot).is_some()
    }

    /// `x++` and `x += y`.
    pub(super) fn arithmetic(&mut self) -> Option<Failed> {
        let is_next = matches!(self.peek(1), TokenKind::Plus | TokenKind::Equal);
        if !self.is_at(TokenKind::Plus) || !is_next || !self.is_adjacent() && self.peek(1) == TokenKind::Plus
        {
            return None;
        }
        let span = self.here().to(self.behind());
        self.complain(foreign::not_in_shylock(
            "Shylock has no arithmetic: objects are its only values.",
            span,
            "`+` is a choice between statements: `a + b`",
        ));
        self.advance();
        self.advance();
        Some(Failed)
    }
}
