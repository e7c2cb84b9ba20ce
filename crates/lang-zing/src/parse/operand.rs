//! Expressions: what stands between the operators.

use base::{Diagnostic, Span};

use super::Parser;
use super::expr::{Operand, Pending, Step};
use crate::ast::{ExprKind, TypeOrExpr, UnaryOp};
use crate::literal::{RealLiteral, TooLarge};
use crate::token::TokenKind;
use crate::{codes, literal};

/// Whether an expression can begin with this token.
pub(super) fn starts_expr(kind: TokenKind) -> bool {
    starts_operand(kind)
        || matches!(
            kind,
            TokenKind::Plus
                | TokenKind::Minus
                | TokenKind::Bang
                | TokenKind::Tilde
                | TokenKind::Star
                | TokenKind::PlusPlus
                | TokenKind::MinusMinus
        )
}

/// Whether this token begins an operand, without being an operator.
fn starts_operand(kind: TokenKind) -> bool {
    kind == TokenKind::LParen || starts_bare_operand(kind)
}

/// Whether this token begins an operand and can never continue an expression.
fn starts_bare_operand(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Ident
            | TokenKind::Integer
            | TokenKind::Real
            | TokenKind::BadNumber
            | TokenKind::String
            | TokenKind::UnterminatedString
            | TokenKind::True
            | TokenKind::False
            | TokenKind::Null
            | TokenKind::This
            | TokenKind::SelfId
            | TokenKind::New
            | TokenKind::Sizeof
            | TokenKind::Choose
    )
}

/// A number as a message shows it; thousands of digits are not read.
fn shortened(number: &str) -> String {
    const MAX_SHOWN: usize = 60;
    match number.get(..MAX_SHOWN) {
        Some(beginning) if number.len() > MAX_SHOWN => format!("{beginning}..."),
        Some(_) | None => number.to_owned(),
    }
}

impl Parser<'_> {
    pub(super) fn want_operand(&mut self) -> Step {
        match self.kind() {
            TokenKind::Plus => self.unary(UnaryOp::Plus),
            TokenKind::Minus => self.unary(UnaryOp::Minus),
            TokenKind::Bang => self.unary(UnaryOp::Not),
            TokenKind::Tilde => self.unary(UnaryOp::BitNot),
            TokenKind::LParen => self.open_paren(),
            TokenKind::Ident => self.name(),
            TokenKind::Integer => self.int(),
            TokenKind::Real => self.real(),
            TokenKind::String | TokenKind::UnterminatedString => self.string_operand(),
            TokenKind::True => self.simple(ExprKind::Bool(true)),
            TokenKind::False => self.simple(ExprKind::Bool(false)),
            TokenKind::Null => self.simple(ExprKind::Null),
            TokenKind::This => self.simple(ExprKind::This),
            TokenKind::SelfId => self.simple(ExprKind::SelfId),
            TokenKind::BadNumber => self.simple(ExprKind::Error),
            TokenKind::Star if !starts_operand(self.peek(1)) => self.simple(ExprKind::Star),
            TokenKind::New => self.new_object(),
            TokenKind::Sizeof | TokenKind::Choose => self.type_or_expr(),
            TokenKind::PlusPlus | TokenKind::MinusMinus | TokenKind::Typeof => {
                self.unexpected("an expression");
                self.advance();
                Step::Want
            }
            _ => self.missing_operand(),
        }
    }

    fn simple(&mut self, kind: ExprKind) -> Step {
        let span = self.advance();
        Step::Have(self.operand(kind, span))
    }

    fn unary(&mut self, op: UnaryOp) -> Step {
        let start = self.advance();
        self.push_frame(Pending::Unary { op, start })
    }

    fn name(&mut self) -> Step {
        match self.ident("a name") {
            Some(ident) => Step::Have(self.operand(ExprKind::Name(ident.name), ident.span)),
            None => self.missing_operand(),
        }
    }

    fn int(&mut self) -> Step {
        match literal::int_value(self.token_text()) {
            Some((value, suffix)) => self.simple(ExprKind::Int { value, suffix }),
            None => self.too_large("does not fit into 64 bits"),
        }
    }

    fn real(&mut self) -> Step {
        match literal::real_value(self.token_text()) {
            Ok(RealLiteral::Binary { value, decimal }) => self.simple(ExprKind::Real { value, decimal }),
            Ok(RealLiteral::Decimal(value)) => self.simple(ExprKind::Decimal(value)),
            Err(TooLarge::Binary) => self.too_large("does not fit into 64 bits"),
            Err(TooLarge::Decimal) => self.too_large("does not fit into a `decimal`"),
        }
    }

    fn too_large(&mut self, why: &str) -> Step {
        let message = format!("The number `{}` is too large.", shortened(self.token_text()));
        self.report(Diagnostic::error(&codes::NUMBER_TOO_LARGE, message).at(self.here(), why));
        self.simple(ExprKind::Error)
    }

    fn string_operand(&mut self) -> Step {
        match self.string() {
            Some(string) => Step::Have(self.operand(ExprKind::String(string.text), string.span)),
            None => self.missing_operand(),
        }
    }

    /// Nothing is passed: what stands here may close a bracket or end the statement.
    fn missing_operand(&mut self) -> Step {
        // Before a parenthesis it is a statement, and the expression is missing.
        if self.is_keyword_as_name() && self.peek(1) != TokenKind::LParen {
            self.reserved_word();
            return self.simple(ExprKind::Error);
        }
        self.unexpected("an expression");
        let place = self.before();
        Step::Have(self.operand(ExprKind::Error, place))
    }

    // ----------------------------------------------------------------------------------- with brackets

    fn open_paren(&mut self) -> Step {
        let open = self.advance();
        if self.is_at_builtin_type() && self.peek(1) == TokenKind::RParen {
            self.cast(open.to(self.here()));
            self.advance();
            self.advance();
            return Step::Want;
        }
        self.push_frame(Pending::Paren { open })
    }

    /// Reports `(name) operand`, and says whether that is what was written.
    pub(super) fn is_cast(&mut self, parenthesised: Operand) -> bool {
        let is_name = matches!(self.exprs[parenthesised.id].kind, ExprKind::Name(_));
        let found = is_name && starts_bare_operand(self.kind()) && !self.begins_line();
        if found {
            self.cast(parenthesised.span);
        }
        found
    }

    /// `new T`, `new T()`, `new T[size]`
    fn new_object(&mut self) -> Step {
        let start = self.advance();
        let Some(ty) = self.bare_type() else {
            let place = self.since(start);
            return Step::Have(self.operand(ExprKind::Error, place));
        };
        if self.eat(TokenKind::LBracket).is_some() {
            return self.push_frame(Pending::NewArray { start, ty });
        }
        if self.is_at(TokenKind::LParen) {
            self.empty_parens("`new` takes no arguments.");
        }
        let span = self.since(start);
        Step::Have(self.operand(ExprKind::New { ty, size: None }, span))
    }

    /// `()`; anything within is reported with this sentence.
    pub(super) fn empty_parens(&mut self, message: &str) {
        self.advance();
        if self.eat(TokenKind::RParen).is_some() {
            return;
        }
        self.report(
            Diagnostic::error(&codes::CONSTRUCTOR_ARGUMENTS, message)
                .at(self.here(), "expected `)`")
                .help("assign to the fields after the object is made"),
        );
        self.skip_expression(0);
        self.eat(TokenKind::RParen);
    }

    /// `sizeof(...)` and `choose(...)`
    fn type_or_expr(&mut self) -> Step {
        let is_choose = self.is_at(TokenKind::Choose);
        let start = self.advance();
        if self.expect(TokenKind::LParen).is_none() {
            return Step::Have(self.operand(ExprKind::Error, start));
        }
        if self.is_at_builtin_type() {
            return self.builtin_type_operand(start, is_choose);
        }
        self.push_frame(if is_choose { Pending::Choose { start } } else { Pending::Sizeof { start } })
    }

    fn builtin_type_operand(&mut self, start: Span, is_choose: bool) -> Step {
        let Some(ty) = self.bare_type() else { return self.missing_operand() };
        self.close_paren();
        let operand = TypeOrExpr::Type(ty);
        let kind = if is_choose { ExprKind::Choose(operand) } else { ExprKind::Sizeof(operand) };
        let span = self.since(start);
        Step::Have(self.operand(kind, span))
    }
}
