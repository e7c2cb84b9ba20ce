//! Messages about unexpected tokens, and where to go on after them.

use base::syntax::Kind;
use base::{Diagnostic, Span};

use super::Parser;
use super::expr::binary_op;
use crate::ast::MAX_NESTING;
use crate::codes;
use crate::token::TokenKind;

impl Parser<'_> {
    // ----------------------------------------------------------------------------------- messages

    /// Whether it was said already what is wrong here.
    fn is_explained(&self) -> bool {
        self.is_known_bad() || self.is_behind_open_string()
    }

    /// Whether the token before is a string that swallowed the rest of its line, and so what closes here.
    fn is_behind_open_string(&self) -> bool {
        self.passed(1) == Some(TokenKind::UnterminatedString)
    }

    /// A message about the current token, unless there is one already.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if !self.is_explained() {
            self.diagnose(diagnostic);
        }
        self.mark_reported();
    }

    /// A message about anything else.
    pub(super) fn diagnose(&mut self, diagnostic: Diagnostic) {
        if !self.muted {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports that the current token is not `what`, or what else is wrong with it.
    pub(super) fn unexpected(&mut self, what: &str) {
        self.unexpected_with(what, None);
    }

    pub(super) fn unexpected_with(&mut self, what: &str, help: Option<&str>) {
        if self.is_explained() {
            self.mark_reported();
            return;
        }
        if let Some(diagnostic) = self.foreign_token() {
            return self.report(diagnostic);
        }
        let message = format!("Expected {what}, found {}.", self.found());
        let mut diagnostic =
            Diagnostic::error(&codes::UNEXPECTED_TOKEN, message).at(self.here(), format!("expected {what}"));
        diagnostic.help = help.map(str::to_string);
        self.report(diagnostic);
    }

    /// Passes a token of this kind, or reports that it is not there.
    pub(super) fn expect(&mut self, kind: TokenKind) -> Option<Span> {
        let found = self.eat(kind);
        if found.is_none() {
            self.unexpected(&kind.to_string());
        }
        found
    }

    pub(super) fn reserved_word(&mut self) {
        let word = self.token_text();
        self.report(
            Diagnostic::error(
                &codes::RESERVED_WORD,
                format!("`{word}` is a reserved word and cannot be a name."),
            )
            .at(self.here(), "reserved word")
            .help(format!("choose another name, or write `@{word}`")),
        );
    }

    /// Whether the current token is a reserved word where a name would make sense.
    pub(super) fn is_keyword_as_name(&self) -> bool {
        let next = self.peek(1);
        let name_may_precede = matches!(
            next,
            TokenKind::Semicolon
                | TokenKind::Comma
                | TokenKind::Assign
                | TokenKind::Dot
                | TokenKind::Colon
                | TokenKind::LParen
                | TokenKind::RParen
                | TokenKind::LBracket
                | TokenKind::RBracket
                | TokenKind::LBrace
                | TokenKind::RBrace
        ) || binary_op(next).is_some();
        self.kind().is_keyword() && name_may_precede && !self.begins_line_of_its_own()
    }

    /// Whether the current token begins a line, and the token before it does not call for more.
    fn begins_line_of_its_own(&self) -> bool {
        use TokenKind::{Comma, LBrace, LBracket, LParen};
        let continued = self.passed(1).is_none_or(|kind| matches!(kind, LBrace | LParen | LBracket | Comma));
        !continued && self.begins_line()
    }

    /// Reports nesting beyond the limit, and stops all further messages about this member.
    pub(super) fn too_deep(&mut self) {
        let message = format!("The program is nested more than {MAX_NESTING} levels deep here.");
        self.report(
            Diagnostic::error(&codes::NESTED_TOO_DEEPLY, message)
                .at(self.here(), "nested too deeply")
                .help("compute inner parts before, in variables of their own, or move them to a method"),
        );
        self.muted = true;
    }

    /// Reports a `{` that has no `}` before the current token.
    pub(super) fn unclosed(&mut self, open: Span) {
        let message = format!("A `{{` is not closed before {}.", self.found());
        self.report(
            Diagnostic::error(&codes::UNCLOSED_BRACE, message)
                .at(self.here(), "expected `}` before this")
                .at(open, "this brace is open")
                .help("add the missing `}`"),
        );
    }

    // ------------------------------------------------------------------------------- going on after

    /// `;` at the end of a statement or member. If it is only missing, nothing is passed over.
    pub(super) fn semicolon(&mut self, after: &str) {
        if self.eat(TokenKind::Semicolon).is_some() || self.is_behind_open_string() {
            return;
        }
        let is_known = self.is_explained();
        let merely_missing = self.begins_line()
            || self.kind().is_keyword()
            || matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof);
        if merely_missing {
            self.missing_semicolon(after, None);
        } else {
            self.unexpected(&TokenKind::Semicolon.to_string());
        }
        if !merely_missing || (is_known && !starts_statement(self.kind())) {
            self.skip_statement();
        }
    }

    /// `;` behind the `}` of a declaration.
    pub(super) fn semicolon_after_brace(&mut self, declaration: &str) {
        if self.eat(TokenKind::Semicolon).is_none() {
            let help = format!("write `}};` at the end of {declaration}");
            self.missing_semicolon(declaration, Some(help));
        }
    }

    fn missing_semicolon(&mut self, after: &str, help: Option<String>) {
        let mut diagnostic =
            Diagnostic::error(&codes::MISSING_SEMICOLON, format!("There is no `;` after {after}."))
                .at(self.before(), "expected `;` after this");
        diagnostic.help = Some(help.unwrap_or_else(|| "write `;` here".into()));
        self.report(diagnostic);
    }

    /// `)`. If something else stands there, goes on behind the next `)` of the statement.
    pub(super) fn close_paren(&mut self) {
        self.close_paren_or("`)`");
    }

    /// `)` at the end of a list.
    pub(super) fn close_list(&mut self) {
        self.close_paren_or("`,` or `)`");
    }

    fn close_paren_or(&mut self, what: &str) {
        if self.eat(TokenKind::RParen).is_none() {
            self.unexpected(what);
            self.skip_expression(0);
            self.eat(TokenKind::RParen);
        }
    }

    /// Passes over the rest of an expression that has `open` brackets to be closed.
    pub(super) fn skip_expression(&mut self, mut open: usize) {
        while !self.is_behind_open_string() {
            match self.kind() {
                TokenKind::LParen | TokenKind::LBracket => open += 1,
                TokenKind::RParen | TokenKind::RBracket if open > 0 => open -= 1,
                TokenKind::RParen
                | TokenKind::RBracket
                | TokenKind::Semicolon
                | TokenKind::LBrace
                | TokenKind::RBrace
                | TokenKind::Eof => return,
                _ => {}
            }
            self.advance();
        }
    }

    /// Passes over a statement that makes no sense: behind its `;` or `}`, or up to a line that begins with a
    /// keyword of statements.
    pub(super) fn skip_statement(&mut self) {
        let first = self.position();
        loop {
            match self.kind() {
                TokenKind::RBrace | TokenKind::Eof => return,
                TokenKind::LBrace => return self.skip_braces(),
                TokenKind::Semicolon => {
                    self.advance();
                    return;
                }
                kind if !self.muted
                    && self.position() > first
                    && starts_statement(kind)
                    && self.begins_line() =>
                {
                    return;
                }
                _ => self.advance(),
            };
        }
    }

    /// Passes over `{ ... }`, but over no declaration of a class: that would mean that a `}` is missing.
    pub(super) fn skip_braces(&mut self) {
        let mut open = 0_usize;
        loop {
            match self.kind() {
                TokenKind::LBrace => open += 1,
                TokenKind::RBrace => open = open.saturating_sub(1),
                TokenKind::Eof => return,
                _ if self.is_at_type_decl() => return,
                _ => {}
            }
            self.advance();
            if open == 0 {
                return;
            }
        }
    }

    /// Passes over a member that makes no sense: behind its `;` or `}`, or up to what begins another.
    pub(super) fn skip_member(&mut self) {
        let first = self.position();
        loop {
            match self.kind() {
                TokenKind::RBrace | TokenKind::Eof => return,
                TokenKind::LBrace => return self.skip_braces(),
                TokenKind::Semicolon => {
                    self.advance();
                    return;
                }
                TokenKind::Static | TokenKind::Activate | TokenKind::Void if self.position() > first => {
                    return;
                }
                _ if self.is_at_type_decl() => return,
                _ => self.advance(),
            };
        }
    }

    /// Passes over everything up to the next declaration of a type.
    pub(super) fn skip_to_type_decl(&mut self) {
        while !self.is_at(TokenKind::Eof) && !self.is_at_type_decl() {
            if self.is_at(TokenKind::LBrace) {
                self.skip_braces();
            } else {
                self.advance();
            }
        }
    }

    /// Whether a declaration of a type begins here. `range`, `set` and their like need a name behind them,
    /// because as names of their own they are a common mistake.
    pub(super) fn is_at_type_decl(&self) -> bool {
        match self.kind() {
            TokenKind::Class | TokenKind::Struct | TokenKind::Interface | TokenKind::Enum => true,
            TokenKind::Range | TokenKind::Chan | TokenKind::Set | TokenKind::Array => {
                self.peek(1) == TokenKind::Ident
            }
            _ => false,
        }
    }

    /// Whether a member begins here that cannot be a statement: a sign that a `}` is missing.
    pub(super) fn is_at_member(&self) -> bool {
        match self.kind() {
            TokenKind::Static | TokenKind::Activate | TokenKind::Void => true,
            TokenKind::Atomic => self.is_before_member(),
            kind => (kind == TokenKind::Ident || self.is_at_builtin_type()) && self.is_method_head(),
        }
    }

    /// Whether `type name ( ... ) {` stands here.
    fn is_method_head(&self) -> bool {
        self.peek(1) == TokenKind::Ident
            && self.peek(2) == TokenKind::LParen
            && self.after_parens(2) == Some(TokenKind::LBrace)
    }

    /// The token behind the `)` that matches the `(` at some distance, if the statement does not end before.
    pub(super) fn after_parens(&self, ahead: usize) -> Option<TokenKind> {
        let mut open = 0_usize;
        let mut at = ahead;
        loop {
            match self.peek(at) {
                TokenKind::LParen => open += 1,
                TokenKind::RParen if open <= 1 => return Some(self.peek(at + 1)),
                TokenKind::RParen => open -= 1,
                TokenKind::Semicolon | TokenKind::LBrace | TokenKind::RBrace | TokenKind::Eof => return None,
                _ => {}
            }
            at += 1;
        }
    }
}

fn starts_statement(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Accept
            | TokenKind::Assert
            | TokenKind::Assume
            | TokenKind::Async
            | TokenKind::Atomic
            | TokenKind::Foreach
            | TokenKind::Goto
            | TokenKind::If
            | TokenKind::Raise
            | TokenKind::Return
            | TokenKind::Select
            | TokenKind::Send
            | TokenKind::Static
            | TokenKind::Trace
            | TokenKind::Try
            | TokenKind::Void
            | TokenKind::While
            | TokenKind::Yield
    )
}
