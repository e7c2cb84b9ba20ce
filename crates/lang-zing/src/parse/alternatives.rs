//! Statements with alternatives: `select` and `try`.

use base::{Diagnostic, Span};

use super::Parser;
use crate::ast::{Caught, Handler, Join, Pattern, PatternKind, SelectModifiers, StmtKind};
use crate::codes;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `select end first visible { join ... }`
    pub(super) fn select(&mut self) -> Option<StmtKind> {
        self.advance();
        let modifiers = self.select_modifiers();
        let open = self.expect(TokenKind::LBrace)?;
        let joins = self.alternatives(open, "`select` has no alternatives.", Self::join);
        Some(StmtKind::Select { modifiers, joins })
    }

    fn select_modifiers(&mut self) -> SelectModifiers {
        let mut modifiers = SelectModifiers::default();
        loop {
            let slot = match self.kind() {
                TokenKind::End => &mut modifiers.is_end,
                TokenKind::First => &mut modifiers.is_first,
                TokenKind::Visible => &mut modifiers.is_visible,
                _ => return modifiers,
            };
            self.modifier(slot);
        }
    }

    /// `try { ... } with { handler ... }`
    pub(super) fn try_with(&mut self) -> Option<StmtKind> {
        self.advance();
        let body = self.block()?;
        if self.eat(TokenKind::With).is_none() {
            self.unexpected_with("`with`", Some("write `try { ... } with { Name -> ... }`"));
            return None;
        }
        let open = self.expect(TokenKind::LBrace)?;
        let handlers = self.alternatives(open, "`try` has no handlers.", Self::handler);
        Some(StmtKind::Try { body, handlers })
    }

    /// The alternatives of `{ ... }` and the closing brace. One that cannot be read is passed over.
    fn alternatives<T>(
        &mut self,
        open: Span,
        when_empty: &str,
        mut alternative: impl FnMut(&mut Self) -> Option<T>,
    ) -> Vec<T> {
        if self.is_at(TokenKind::RBrace) {
            let place = open.to(self.here());
            self.report(Diagnostic::error(&codes::EMPTY_ALTERNATIVES, when_empty).at(place, "empty"));
        }
        let mut items = Vec::new();
        while self.eat(TokenKind::RBrace).is_none() {
            if self.is_at(TokenKind::Eof) || self.is_at_type_decl() || self.is_at_member() {
                self.unclosed(open);
                break;
            }
            let first = self.position();
            match alternative(self) {
                Some(item) => items.push(item),
                None => self.skip_statement(),
            }
            if self.position() == first {
                self.advance();
            }
        }
        items
    }

    /// `pattern && pattern -> stmt`
    fn join(&mut self) -> Option<Join> {
        let start = self.here();
        let mut patterns = vec![self.pattern()?];
        while self.eat(TokenKind::AmpAmp).is_some() {
            patterns.push(self.pattern()?);
        }
        self.arrow()?;
        let body = self.statement();
        Some(Join { patterns, body, span: self.since(start) })
    }

    fn pattern(&mut self) -> Option<Pattern> {
        let start = self.here();
        let kind = match self.kind() {
            TokenKind::Wait => {
                self.advance();
                PatternKind::Wait(self.condition())
            }
            TokenKind::Receive => self.receive()?,
            TokenKind::Event => PatternKind::Event(self.event()?),
            TokenKind::Timeout => {
                self.advance();
                PatternKind::Timeout
            }
            _ => {
                self.unexpected("`wait`, `receive`, `event` or `timeout`");
                return None;
            }
        };
        Some(Pattern { kind, span: self.since(start) })
    }

    fn receive(&mut self) -> Option<PatternKind> {
        self.advance();
        self.expect(TokenKind::LParen)?;
        let channel = self.expr();
        let target = self.expr_after_comma();
        self.close_paren();
        Some(PatternKind::Receive { channel, target })
    }

    /// `Name -> stmt` or `* -> stmt`
    fn handler(&mut self) -> Option<Handler> {
        let start = self.here();
        let exception = match self.eat(TokenKind::Star) {
            Some(star) => Caught::Any(star),
            None => Caught::Named(self.ident("the name of an exception or `*`")?),
        };
        self.arrow()?;
        let body = self.statement();
        Some(Handler { exception, body, span: self.since(start) })
    }

    /// `->`; a colon or `=>` in its place is reported and passed.
    fn arrow(&mut self) -> Option<Span> {
        if self.is_at(TokenKind::FatArrow) || self.is_at(TokenKind::Colon) {
            self.unexpected(&TokenKind::Arrow.to_string());
            return Some(self.advance());
        }
        self.expect(TokenKind::Arrow)
    }
}
