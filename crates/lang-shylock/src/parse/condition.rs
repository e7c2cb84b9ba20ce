//! Conditions, values and paths.
//!
//! ```text
//! condition = conjunction { "||" conjunction }
//! conjunction = negation { "&&" negation }
//! negation  = { "!" } ( "(" condition ")" | "true" | "false" | value ("=" | "!=") value )
//! value     = "nil" | "new" | path
//! path      = NAME { "." NAME }
//! ```

use base::Diagnostic;
use base::syntax::{Descent, Parse};

use super::Parser;
use crate::ast::{Condition, Path, Value};
use crate::codes;
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn condition(&mut self) -> Parse<Condition> {
        self.nested(|parser| {
            let mut parts = vec![parser.conjunction()?];
            while parser.eat(TokenKind::Or).is_some() {
                parts.push(parser.conjunction()?);
            }
            Ok(one_or(parts, Condition::Or))
        })
    }

    fn conjunction(&mut self) -> Parse<Condition> {
        let mut parts = vec![self.negation()?];
        while self.eat(TokenKind::And).is_some() {
            parts.push(self.negation()?);
        }
        Ok(one_or(parts, Condition::And))
    }

    /// Two negations are none, so that a row of them is not deep.
    fn negation(&mut self) -> Parse<Condition> {
        let mut is_negated = false;
        while self.eat(TokenKind::Not).is_some() {
            is_negated = !is_negated;
        }
        let inner = self.atom()?;
        Ok(if is_negated { Condition::Not(Box::new(inner)) } else { inner })
    }

    fn atom(&mut self) -> Parse<Condition> {
        match self.kind() {
            TokenKind::True | TokenKind::False => {
                let is_true = self.is_at(TokenKind::True);
                self.advance();
                Ok(Condition::Constant(is_true))
            }
            TokenKind::LeftParen => {
                self.advance();
                let inner = self.condition()?;
                self.expect(TokenKind::RightParen)?;
                Ok(inner)
            }
            TokenKind::Ident | TokenKind::Nil => self.comparison(),
            _ => Err(self.unexpected_with("a condition", Some("conditions compare: `x = y`, `x != nil`"))),
        }
    }

    fn comparison(&mut self) -> Parse<Condition> {
        let left = self.compared()?;
        let is_equal = match self.kind() {
            TokenKind::Equal => true,
            TokenKind::NotEqual => false,
            TokenKind::Becomes => {
                return Err(self.unexpected_with("`=` or `!=`", Some("`:=` assigns; `=` compares")));
            }
            _ => {
                let help = "there are no truth values to store: compare with `nil`, as in `x != nil`";
                return Err(self.unexpected_with("`=` or `!=`", Some(help)));
            }
        };
        self.advance();
        let right = self.compared()?;
        Ok(Condition::Compare { is_equal, left, right })
    }

    fn compared(&mut self) -> Parse<Value> {
        if self.is_at(TokenKind::New) {
            return Err(self.unexpected("a variable, a path or `nil`"));
        }
        self.value()
    }

    pub(super) fn value(&mut self) -> Parse<Value> {
        match self.kind() {
            TokenKind::New => Ok(Value::New(self.advance())),
            TokenKind::Nil => {
                let span = self.advance();
                if self.is_at(TokenKind::Dot) {
                    let help = "a field of `nil` is `nil`: write `nil` alone";
                    return Err(self.unexpected_with("no field behind `nil`", Some(help)));
                }
                Ok(Value::Nil(span))
            }
            TokenKind::Ident => Ok(Value::Path(self.path()?)),
            _ => Err(self.unexpected("a variable, a path, `new` or `nil`")),
        }
    }

    /// What is assigned to, called, or read. `nil` is reported and passed, so that the rest is read too.
    pub(super) fn path(&mut self) -> Parse<Path> {
        if self.is_at(TokenKind::Nil) {
            let diagnostic = Diagnostic::error(&codes::ASSIGNED_CONSTANT, "`nil` cannot be assigned to.")
                .at(self.here(), "a constant")
                .help("assign to a variable or to a field");
            return Err(self.report(diagnostic));
        }
        let root = self.name("a variable")?;
        let mut fields = Vec::new();
        while self.eat(TokenKind::Dot).is_some() {
            fields.push(self.name("the name of a field or a method")?);
        }
        Ok(Path { root, fields })
    }
}

fn one_or(mut parts: Vec<Condition>, make: fn(Vec<Condition>) -> Condition) -> Condition {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        last => {
            parts.extend(last);
            make(parts)
        }
    }
}
