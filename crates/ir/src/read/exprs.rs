//! Reads expressions and variables.

use base::{Id, Span};

use super::lexer::Token;
use super::{MAX_NESTING, Read, Reader};
use crate::codes;
use crate::instr::{BinOp, Expr, Place, Rounding, UnOp};
use crate::program::{GlobalId, LocalId};
use crate::types::Type;
use crate::typing::{VariableTypes, implied_operand_type};
use crate::value::{ObjectId, Real, Value};

/// The variables declared so far.
impl VariableTypes for Reader<'_> {
    fn local_type(&self, local: LocalId) -> Option<Type> {
        self.locals.get(local).map(|local| local.ty)
    }

    fn global_type(&self, global: GlobalId) -> Option<Type> {
        self.program.globals.get(global).map(|global| global.ty)
    }
}

impl Reader<'_> {
    pub(super) fn expr(&mut self) -> Read<Expr> {
        let left = self.operand()?;
        let span = self.span();
        let Some(op) = self.binary_operator() else { return Ok(left) };
        let written = self.operand_type()?;
        let right = self.operand()?;
        if self.peek_binary_operator().is_some() {
            let message = "an operation inside another one needs parentheses";
            return self.error(&codes::PARENTHESES_MISSING, message, self.span());
        }
        let implied = implied_operand_type(op, left.natural_type(self), right.natural_type(self));
        let ty = self.known_type(written.or(implied), span)?;
        Ok(Expr::binary(op, ty, left, right))
    }

    /// An expression that may stand beside an operator.
    pub(super) fn operand(&mut self) -> Read<Expr> {
        if self.nesting >= MAX_NESTING {
            let message = format!("the expression is nested more than {MAX_NESTING} deep");
            return self.error(&codes::NESTED_TOO_DEEPLY, message, self.span());
        }
        self.nesting += 1;
        let operand = self.operand_inside();
        self.nesting -= 1;
        operand
    }

    fn operand_inside(&mut self) -> Read<Expr> {
        let span = self.span();
        match self.peek() {
            Token::Sign("(") => {
                self.advance();
                let expr = self.expr()?;
                self.expect_sign(")")?;
                Ok(expr)
            }
            Token::Sign("-") if is_number(self.peek_second()) => self.number(),
            Token::Sign(sign) => match unary_operator(sign) {
                Some(op) => {
                    self.advance();
                    self.unary(op, span)
                }
                None if *sign == "#" => self.object(),
                None => self.unexpected("an expression"),
            },
            Token::Int(_) | Token::Real(_) | Token::Decimal(_) => self.number(),
            Token::Word(word) => self.word_operand(word),
            Token::Str(_) => {
                let text = self.string()?;
                Ok(Expr::Const(Value::String(self.program.strings.intern(&text))))
            }
            Token::Newline | Token::End => self.unexpected("an expression"),
        }
    }

    fn word_operand(&mut self, word: &str) -> Read<Expr> {
        if let Some(place) = self.accept_place() {
            return Ok(place.into());
        }
        if let Some(text) = self.accept_id() {
            return Ok(Expr::Const(Value::String(text)));
        }
        let constant = match word {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "inf" | "nan" => return self.number(),
            "convert" => return self.convert(),
            "round" => return self.round(),
            "self" => {
                self.advance();
                return Ok(Expr::SelfId);
            }
            _ => return self.unexpected("an expression"),
        };
        self.advance();
        Ok(Expr::Const(constant))
    }

    fn unary(&mut self, op: UnOp, span: Span) -> Read<Expr> {
        let written = self.operand_type()?;
        let arg = self.operand()?;
        let ty = self.known_type(written.or(arg.natural_type(self)), span)?;
        Ok(Expr::unary(op, ty, arg))
    }

    fn convert(&mut self) -> Read<Expr> {
        self.expect_word("convert")?;
        self.expect_sign("{")?;
        let from = self.ty()?;
        self.expect_sign("->")?;
        let to = self.ty()?;
        self.expect_sign("}")?;
        Ok(Expr::convert(from, to, self.in_parentheses()?))
    }

    fn round(&mut self) -> Read<Expr> {
        self.expect_word("round")?;
        let rounding = if self.accept_word("checked") {
            Rounding::Checked
        } else if self.accept_word("saturating") {
            Rounding::Saturating
        } else {
            return self.unexpected("`saturating` or `checked`");
        };
        self.expect_sign("{")?;
        let from = self.real_type()?;
        self.expect_sign("->")?;
        let to = self.int_type()?;
        self.expect_sign("}")?;
        Ok(Expr::round(from, to, rounding, self.in_parentheses()?))
    }

    fn in_parentheses(&mut self) -> Read<Expr> {
        self.expect_sign("(")?;
        let inner = self.expr()?;
        self.expect_sign(")")?;
        Ok(inner)
    }

    fn number(&mut self) -> Read<Expr> {
        let number = if self.is_sign("-") { self.peek_second() } else { self.peek() };
        let magnitude = match number {
            Token::Decimal(number) => {
                let number = *number;
                let negative = self.accept_sign("-");
                self.advance();
                return Ok(Expr::Const(Value::Decimal(if negative { number.negated() } else { number })));
            }
            Token::Real(number) => *number,
            Token::Word("inf") => f64::INFINITY,
            Token::Word("nan") => f64::NAN,
            _ => return Ok(Expr::int(self.integer()?)),
        };
        let negative = self.accept_sign("-");
        self.advance();
        Ok(Expr::Const(Value::Real(Real::from(if negative { -magnitude } else { magnitude }))))
    }

    fn object(&mut self) -> Read<Expr> {
        self.expect_sign("#")?;
        let number = self.small_number()?;
        Ok(Expr::Const(Value::Ref(ObjectId::new(number as usize))))
    }

    /// The type in braces behind an operator.
    fn operand_type(&mut self) -> Read<Option<Type>> {
        if !self.accept_sign("{") {
            return Ok(None);
        }
        let ty = self.ty()?;
        self.expect_sign("}")?;
        Ok(Some(ty))
    }

    fn known_type(&mut self, ty: Option<Type>, operator: Span) -> Read<Type> {
        match ty {
            Some(ty) => Ok(ty),
            None => {
                let message = "the operands do not show the type of the operator";
                self.error(&codes::OPERAND_TYPE_MISSING, message, operator)
            }
        }
    }

    fn peek_binary_operator(&self) -> Option<BinOp> {
        match self.peek() {
            Token::Sign(sign) => binary_operator(sign),
            _ => None,
        }
    }

    fn binary_operator(&mut self) -> Option<BinOp> {
        let op = self.peek_binary_operator();
        if op.is_some() {
            self.advance();
        }
        op
    }

    fn accept_place(&mut self) -> Option<Place> {
        let local = self.accept_id().map(Place::Local);
        local.or_else(|| self.accept_id().map(Place::Global))
    }

    pub(super) fn is_place(&self) -> bool {
        self.peek_id::<LocalId>().is_some() || self.peek_id::<GlobalId>().is_some()
    }

    pub(super) fn place(&mut self) -> Read<Place> {
        match self.accept_place() {
            Some(place) => Ok(place),
            None => self.unexpected("a variable such as `v0` or `g0`"),
        }
    }
}

fn is_number(token: &Token<'_>) -> bool {
    matches!(token, Token::Int(_) | Token::Real(_) | Token::Decimal(_) | Token::Word("inf" | "nan"))
}

fn unary_operator(sign: &str) -> Option<UnOp> {
    match sign {
        "!" => Some(UnOp::Not),
        "-" => Some(UnOp::Neg),
        "~" => Some(UnOp::BitNot),
        _ => None,
    }
}

fn binary_operator(sign: &str) -> Option<BinOp> {
    Some(match sign {
        "+" => BinOp::Add,
        "-" => BinOp::Sub,
        "*" => BinOp::Mul,
        "/" => BinOp::Div,
        "%" => BinOp::Rem,
        "<<" => BinOp::Shl,
        ">>" => BinOp::Shr,
        "&" => BinOp::BitAnd,
        "|" => BinOp::BitOr,
        "^" => BinOp::BitXor,
        "==" => BinOp::Eq,
        "!=" => BinOp::Ne,
        "<" => BinOp::Lt,
        "<=" => BinOp::Le,
        ">" => BinOp::Gt,
        ">=" => BinOp::Ge,
        "&&" => BinOp::And,
        "||" => BinOp::Or,
        _ => return None,
    })
}
