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
use crate::foreign::not_in_shylock;
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn condition(&mut self) -> Parse<Condition> {
        self.nested(|parser| {
            let mut parts = vec![parser.conjunction()?];
            while parser.eat_operator(TokenKind::Or, "or") {
                parts.push(parser.conjunction()?);
            }
            Ok(one_or(parts, Condition::Or))
        })
    }

    fn conjunction(&mut self) -> Parse<Condition> {
        let mut parts = vec![self.negation()?];
        while self.eat_operator(TokenKind::And, "and") {
            parts.push(self.negation()?);
        }
        Ok(one_or(parts, Condition::And))
    }

    /// Two negations are none, so that a row of them is not deep.
    fn negation(&mut self) -> Parse<Condition> {
        let mut is_negated = false;
        while self.eat_operator(TokenKind::Not, "not") {
            is_negated = !is_negated;
        }
        let inner = self.atom()?;
        Ok(if is_negated { Condition::Not(Box::new(inner)) } else { inner })
    }

    /// An operator; or the word that it is in other languages, with a message.
    fn eat_operator(&mut self, kind: TokenKind, word: &str) -> bool {
        if self.is_at_word(&[word]) && self.peek(1) != TokenKind::RightParen {
            let help = format!("write {kind}");
            self.complain(not_in_shylock(&format!("Shylock has no operator `{word}`."), self.here(), help));
            self.advance();
            return true;
        }
        self.eat(kind).is_some()
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
                self.unexpected_with("`=` or `!=`", Some("`:=` assigns; `=` compares"));
                true
            }
            _ => {
                let help = "there are no truth values to store: compare with `nil`, as in `x != nil`";
                let failed = self.unexpected_with("`=` or `!=`", Some(help));
                let is_end = matches!(
                    self.kind(),
                    TokenKind::RightParen | TokenKind::RightBracket | TokenKind::And | TokenKind::Or
                );
                return if is_end { Ok(Condition::Constant(true)) } else { Err(failed) };
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
            TokenKind::New => {
                let span = self.advance();
                self.foreign_class_of_new();
                Ok(Value::New(span))
            }
            TokenKind::Nil => {
                let span = self.advance();
                if self.is_at(TokenKind::Dot) {
                    let help = "a field of `nil` is `nil`: write `nil` alone";
                    return Err(self.unexpected_with("no field behind `nil`", Some(help)));
                }
                Ok(Value::Nil(span))
            }
            TokenKind::Ident => Ok(Value::Path(self.path()?)),
            TokenKind::String | TokenKind::True | TokenKind::False => {
                let help = "objects are the only values: a flag is a variable that is `nil` or not";
                Err(self.unexpected_with("a variable, a path, `new` or `nil`", Some(help)))
            }
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
        while self.eat_dot() {
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
