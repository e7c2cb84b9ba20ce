//! Constructs of C# and its relatives that Zing does not have: each is named, and the message says what to
//! write instead.
//!
//! `for`, `switch` and the like are ordinary names in Zing. They are taken for the foreign construct only where
//! the text makes no sense, or hardly any, as Zing; behind `@` they are always names.

use base::{Diagnostic, Span};

use super::Parser;
use super::expr::is_compound_assignment;
use crate::ast::StmtKind;
use crate::codes;
use crate::token::TokenKind;

fn not_in_zing(construct: &str, span: Span, help: &str) -> Diagnostic {
    Diagnostic::error(&codes::NOT_IN_ZING, format!("Zing has no {construct}."))
        .at(span, "not part of the language")
        .help(help)
}

impl Parser<'_> {
    /// The message about the current token, if it is foreign wherever it stands.
    pub(super) fn foreign_token(&self) -> Option<Diagnostic> {
        let kind = self.kind();
        let (construct, help) = match kind {
            TokenKind::PlusPlus => return Some(self.shorthand("+", "1")),
            TokenKind::MinusMinus => return Some(self.shorthand("-", "1")),
            TokenKind::Question => ("conditional expression `?:`", "write `if (c) x = a; else x = b;`"),
            TokenKind::FatArrow => {
                ("`=>`", "alternatives of `select` and handlers of `try` are written with `->`")
            }
            TokenKind::Typeof => ("`typeof` expressions", "the word is reserved, but has no meaning"),
            TokenKind::Arrow if self.peek(1) == TokenKind::Ident => ("operator `->` on objects", "write `.`"),
            _ if is_compound_assignment(kind) => {
                return Some(self.shorthand(self.token_text().trim_end_matches('='), "..."));
            }
            _ => return None,
        };
        Some(not_in_zing(construct, self.here(), help))
    }

    /// `x++`, `x += ...` and their like.
    fn shorthand(&self, op: &str, value: &str) -> Diagnostic {
        let variable = self.variable_beside().unwrap_or("x");
        let help = format!("write `{variable} = {variable} {op} {value}`");
        not_in_zing(&format!("operator `{}`", self.token_text()), self.here(), &help)
    }

    /// The name before or behind the current token, unless it is part of something longer.
    fn variable_beside(&self) -> Option<&str> {
        let is_alone = |name: Option<TokenKind>, neighbour: Option<TokenKind>| {
            name == Some(TokenKind::Ident) && neighbour != Some(TokenKind::Dot)
        };
        let place = if is_alone(self.passed(1), self.passed(2)) {
            self.before()
        } else if is_alone(Some(self.peek(1)), Some(self.peek(2))) {
            self.behind()
        } else {
            return None;
        };
        self.text.get(place.range())
    }

    pub(super) fn cast(&mut self, span: Span) {
        let help = "leave the cast out: `object` converts by itself, checked when the program runs, and so do numbers and enums";
        self.report(not_in_zing("casts", span, help));
    }

    /// `[]` behind a type, which is passed over.
    pub(super) fn foreign_array_type(&mut self) {
        if self.is_at(TokenKind::LBracket) && self.peek(1) == TokenKind::RBracket {
            let span = self.here().to(self.behind());
            let help = "declare a type `array Name[] T;` outside of the class, and use its name";
            self.report(not_in_zing("array types without a name", span, help));
            self.advance();
            self.advance();
        }
    }

    /// `= value` behind a constant of an enum, which is passed over.
    pub(super) fn foreign_enum_value(&mut self) {
        if self.is_at(TokenKind::Assign) {
            let help = "leave the value out: the constants are 0, 1, 2, ... in the order given";
            self.report(not_in_zing("values for the constants of an enum", self.here(), help));
            self.advance();
            self.expr();
        }
    }

    /// `public`, `const` and the like before a member, which are passed over.
    pub(super) fn foreign_modifiers(&mut self) {
        const WORDS: &[&str] = &[
            "abstract",
            "const",
            "extern",
            "final",
            "internal",
            "override",
            "private",
            "protected",
            "public",
            "readonly",
            "sealed",
            "virtual",
            "volatile",
        ];
        while self.is_at(TokenKind::Ident) && WORDS.contains(&self.token_text()) && self.is_before_member() {
            let construct = format!("modifier `{}`", self.token_text());
            self.report(not_in_zing(
                &construct,
                self.here(),
                "leave it out: every member can be used everywhere",
            ));
            self.advance();
        }
    }

    /// Whether a whole member or type follows the current word.
    pub(super) fn is_before_member(&self) -> bool {
        match self.peek(1) {
            TokenKind::Static | TokenKind::Activate | TokenKind::Atomic | TokenKind::Void => true,
            TokenKind::Class | TokenKind::Struct | TokenKind::Interface | TokenKind::Enum => true,
            TokenKind::Ident => self.peek(2) == TokenKind::Ident,
            next => super::decl::builtin_type(next).is_some(),
        }
    }

    /// A foreign line outside of all classes, reported and passed over.
    pub(super) fn foreign_decl(&mut self) -> bool {
        if self.is_at(TokenKind::RBrace) && self.open_namespaces > 0 {
            self.open_namespaces -= 1;
            self.advance();
            return true;
        }
        if !self.is_at(TokenKind::Ident) {
            return false;
        }
        match self.token_text() {
            "using" => {
                self.report(not_in_zing("`using`", self.here(), "leave it out: a program is one file"));
                self.advance();
                self.skip_statement();
            }
            "namespace" => self.namespace(),
            _ => return false,
        }
        true
    }

    /// `namespace N.M {`: what lies within is read as if it stood outside.
    fn namespace(&mut self) {
        self.report(not_in_zing("namespaces", self.here(), "leave the namespace and its braces out"));
        self.advance();
        while matches!(self.kind(), TokenKind::Ident | TokenKind::Dot) {
            self.advance();
        }
        if self.eat(TokenKind::LBrace).is_some() {
            self.open_namespaces += 1;
        }
    }

    /// A foreign statement, reported and passed over.
    pub(super) fn foreign_statement(&mut self) -> Option<StmtKind> {
        let next = self.peek(1);
        let (construct, help) = match self.token_text() {
            "for" if next == TokenKind::LParen && self.after_parens(1).is_none() => {
                ("`for` loops", "write `while`, or `foreach (T x in e)` for the elements of a set or array")
            }
            "switch" if next == TokenKind::LParen && self.after_parens(1) == Some(TokenKind::LBrace) => {
                ("`switch`", "write `if (e == a) ... else if (e == b) ...`")
            }
            "do" if next == TokenKind::LBrace => ("`do` loops", "write the body once before a `while` loop"),
            "break" if next == TokenKind::Semicolon => ("`break`", "write `goto` to a label behind the loop"),
            "continue" if next == TokenKind::Semicolon => {
                ("`continue`", "write `goto` to a label at the end of the loop's body")
            }
            "throw" if matches!(next, TokenKind::New | TokenKind::Ident | TokenKind::Semicolon) => {
                ("`throw`", "write `raise Name;`: exceptions are bare names")
            }
            _ => return None,
        };
        let word = self.token_text();
        self.report(not_in_zing(construct, self.here(), help));
        self.advance();
        self.skip_foreign_statement(word);
        Some(StmtKind::Error)
    }

    /// Reads what lies within a foreign statement, so that its own mistakes are reported in the same run.
    fn skip_foreign_statement(&mut self, word: &str) {
        match word {
            "for" => {
                self.skip_parens();
                self.statement();
            }
            "switch" => {
                self.skip_parens();
                self.skip_braces();
            }
            "do" => {
                self.statement();
                if self.eat(TokenKind::While).is_some() {
                    self.condition();
                    self.eat(TokenKind::Semicolon);
                }
            }
            _ => self.skip_statement(),
        }
    }

    /// Passes over `( ... )` with semicolons in it.
    fn skip_parens(&mut self) {
        let mut open = 0_usize;
        loop {
            match self.kind() {
                TokenKind::LParen => open += 1,
                TokenKind::RParen => open -= 1,
                TokenKind::LBrace | TokenKind::RBrace | TokenKind::Eof => return,
                _ => {}
            }
            self.advance();
            if open == 0 {
                return;
            }
        }
    }
}
