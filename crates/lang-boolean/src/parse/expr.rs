//! Expressions, and how tightly operators bind.
//!
//! ```text
//! expr    = iff [ "?" expr ":" expr ]
//! iff     = implies { "<=>" implies }
//! implies = or { "=>" or }                         to the right
//! or      = xor { "|" xor }
//! xor     = and { "^" and }
//! and     = compare { "&" compare }
//! compare = unary { ("=" | "!=") unary }           in Boppo's dialect between `implies` and `or`
//! unary   = { "!" | "~" } primary
//! primary = "T" | "F" | "1" | "0" | "*" | "?" | "schoose" "[" expr "," expr "]" | NAME ["'"] | "'" NAME | "(" expr ")"
//! ```
//!
//! Where no dialect is said, comparisons are read as SDV does, and every one that Boppo would read in another way is
//! remembered: those that stand without parentheses beside `&`, `^` or `|`.

use base::syntax::{Descent, Failed, Parse};
use base::{Diagnostic, Span};

use super::Parser;
use crate::Dialect;
use crate::ast::{Expr, Name};
use crate::codes;
use crate::token::TokenKind;

/// An operand, and the comparison that it is, if it is one without parentheses around it.
type Operand = (Expr, Option<Span>);

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parse<Expr> {
        self.nested(|parser| {
            let mut arms = Vec::new();
            loop {
                let (value, _) = parser.iff()?;
                if parser.eat(TokenKind::Question).is_none() {
                    return Ok(match arms.is_empty() {
                        true => value,
                        false => Expr::Cond { arms, otherwise: Box::new(value) },
                    });
                }
                let then = parser.expr()?;
                parser.expect(TokenKind::Colon)?;
                arms.push((value, then));
            }
        })
    }

    fn iff(&mut self) -> Parse<Operand> {
        let first = self.implies()?;
        if !self.is_at(TokenKind::Iff) {
            return Ok(first);
        }
        let mut parts = vec![first.0];
        while self.eat(TokenKind::Iff).is_some() {
            parts.push(self.implies()?.0);
        }
        let negated = parts.len().is_multiple_of(2);
        Ok((Expr::Odd { parts, negated }, None))
    }

    /// `a => b => c` is `!a | !b | c`.
    fn implies(&mut self) -> Parse<Operand> {
        let mut last = self.loose()?;
        if !self.is_at(TokenKind::Implies) {
            return Ok(last);
        }
        let mut parts = Vec::new();
        while self.eat(TokenKind::Implies).is_some() {
            let next = self.loose()?;
            let before = std::mem::replace(&mut last, next);
            parts.push(Expr::Not(Box::new(before.0)));
        }
        parts.push(last.0);
        Ok((Expr::Or(parts), None))
    }

    /// Comparisons, where they bind less tightly than `&` and `|`.
    fn loose(&mut self) -> Parse<Operand> {
        match self.dialect {
            Some(Dialect::Boppo) => self.compare(Self::or),
            Some(Dialect::Sdv | Dialect::Getafix) | None => self.or(),
        }
    }

    fn or(&mut self) -> Parse<Operand> {
        self.row(TokenKind::Or, Self::xor, Expr::Or)
    }

    fn xor(&mut self) -> Parse<Operand> {
        self.row(TokenKind::Xor, Self::and, |parts| Expr::Odd { parts, negated: false })
    }

    fn and(&mut self) -> Parse<Operand> {
        self.row(TokenKind::And, Self::tight, Expr::And)
    }

    fn row(
        &mut self,
        sign: TokenKind,
        operand: fn(&mut Self) -> Parse<Operand>,
        make: fn(Vec<Expr>) -> Expr,
    ) -> Parse<Operand> {
        let first = operand(self)?;
        if !self.is_at(sign) {
            return Ok(first);
        }
        let mut parts = Vec::new();
        self.keep(first, &mut parts);
        while self.eat(sign).is_some() {
            let next = operand(self)?;
            self.keep(next, &mut parts);
        }
        Ok((make(parts), None))
    }

    fn keep(&mut self, (part, comparison): Operand, parts: &mut Vec<Expr>) {
        if self.dialect.is_none() {
            self.ambiguous.extend(comparison);
        }
        parts.push(part);
    }

    /// Comparisons, where they bind more tightly.
    fn tight(&mut self) -> Parse<Operand> {
        match self.dialect {
            Some(Dialect::Boppo) => self.unary(),
            Some(Dialect::Sdv | Dialect::Getafix) | None => self.compare(Self::unary),
        }
    }

    /// Comparing truth values is associative up to negation, so a row needs no nest.
    fn compare(&mut self, operand: fn(&mut Self) -> Parse<Operand>) -> Parse<Operand> {
        let first = operand(self)?;
        let sign = self.here();
        let mut parts = vec![first.0];
        let mut negated = false;
        while matches!(self.kind(), TokenKind::Equal | TokenKind::NotEqual) {
            negated ^= self.is_at(TokenKind::Equal);
            self.advance();
            parts.push(operand(self)?.0);
        }
        match parts.pop() {
            Some(only) if parts.is_empty() => Ok((only, first.1)),
            last => {
                parts.extend(last);
                Ok((Expr::Odd { parts, negated }, Some(sign)))
            }
        }
    }

    /// Two negations are none, so that a row of them is not deep.
    fn unary(&mut self) -> Parse<Operand> {
        let mut is_negated = false;
        while self.eat(TokenKind::Not).is_some() {
            is_negated = !is_negated;
        }
        let inner = self.primary()?;
        Ok((if is_negated { Expr::Not(Box::new(inner)) } else { inner }, None))
    }

    fn primary(&mut self) -> Parse<Expr> {
        match self.kind() {
            TokenKind::True | TokenKind::False => {
                let is_true = self.is_at(TokenKind::True);
                self.advance();
                Ok(Expr::Constant(is_true))
            }
            TokenKind::Number => self.number(),
            TokenKind::Star | TokenKind::Question => {
                self.advance();
                Ok(Expr::Choice)
            }
            TokenKind::Schoose => self.schoose(),
            TokenKind::LeftParen => {
                self.advance();
                let inner = self.expr()?;
                self.expect(TokenKind::RightParen)?;
                Ok(inner)
            }
            TokenKind::Prime => {
                self.advance();
                Ok(Expr::Next(self.name("a variable")?))
            }
            TokenKind::Ident | TokenKind::Quoted => self.variable(),
            TokenKind::String => {
                Err(self
                    .unexpected_with("an expression", Some("texts can only be printed: `print(\"a\", x)`")))
            }
            _ => Err(self.unexpected("an expression")),
        }
    }

    fn number(&mut self) -> Parse<Expr> {
        match self.token_text() {
            "0" | "1" => {
                let is_true = self.token_text() == "1";
                self.advance();
                Ok(Expr::Constant(is_true))
            }
            _ => Err(self.unexpected_with("an expression", Some("the only numbers are `0` and `1`"))),
        }
    }

    fn schoose(&mut self) -> Parse<Expr> {
        self.advance();
        self.expect(TokenKind::LeftBracket)?;
        let yes = self.expr()?;
        self.expect(TokenKind::Comma)?;
        let no = self.expr()?;
        self.expect(TokenKind::RightBracket)?;
        Ok(Expr::Schoose(Box::new(yes), Box::new(no)))
    }

    fn variable(&mut self) -> Parse<Expr> {
        self.pass_foreign_operator();
        if self.is_at_call_word() {
            self.advance();
            let callee = self.take_name();
            return Err(self.call_in_expression(callee));
        }
        if self.peek(1) == TokenKind::LeftParen {
            let callee = self.take_name();
            return Err(self.call_in_expression(callee));
        }
        let name = self.take_name();
        Ok(if self.eat(TokenKind::Prime).is_some() { Expr::Next(name) } else { Expr::Var(name) })
    }

    pub(super) fn call_in_expression(&mut self, callee: Name) -> Failed {
        let name = self.interner.text(callee.symbol).to_owned();
        let message = format!("`{name}` is called inside an expression.");
        let help = match name.as_str() {
            "choose" | "unknown" => format!("SLAM's `{name}(a, b)` is written `schoose[a, b]`"),
            _ => format!("assign the result first: `x := {name}(..);`"),
        };
        let diagnostic = Diagnostic::error(&codes::CALL_IN_EXPRESSION, message)
            .at(callee.span, "a call is a statement")
            .help(help);
        self.report(diagnostic)
    }
}
