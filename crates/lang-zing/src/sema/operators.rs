//! Unary and binary operators: which types they take, and in which type they compute.
//!
//! Integers are promoted as in C#: everything small computes as `int`, and the two sides of an operator meet in `int`,
//! `uint`, `long` or `ulong`. Ranges compute as `int`, or as `long` if their bounds need it, and enums as `int`
//! (`enums`). Comparisons of two values of the same type need no promotion, which keeps the result small.

use base::{Diagnostic, Span};
use ir::{BinOp, IntType, RealType, UnOp, Value};

use super::body::BodyChecker;
use super::codes;
use super::convert::{DECIMALS_APART, holds};
use crate::ast::{BinaryOp, UnaryOp};
use crate::hir::{ExprId, ExprKind, Ty};

const I32: IntType = IntType::I32;
const U32: IntType = IntType::checked(32, false);
const I64: IntType = IntType::checked(64, true);
const U64: IntType = IntType::checked(64, false);

impl BodyChecker<'_, '_> {
    pub(super) fn unary(&mut self, op: UnaryOp, arg: ExprId, span: Span) -> ExprId {
        if self.ty(arg) == Ty::Error {
            return self.error(span);
        }
        let arg = if op == UnaryOp::Not { arg } else { self.enum_as_int(arg) };
        let ty = self.ty(arg);
        let int = self.sema.program.int_type(ty);
        match (op, ty) {
            (UnaryOp::Not, Ty::Bool) => self.add(ExprKind::Unary { op: UnOp::Not, arg }, Ty::Bool, span),
            (UnaryOp::Plus, Ty::Real(_) | Ty::Decimal) => arg,
            (UnaryOp::Minus, Ty::Decimal) => self.negate_decimal(arg, span),
            (UnaryOp::Minus, Ty::Real(_)) => self.negate_real(arg, span),
            (UnaryOp::Plus, _) if int.is_some() => self.promoted(arg, int),
            (UnaryOp::BitNot, _) if int.is_some() => {
                let arg = self.promoted(arg, int);
                let ty = self.ty(arg);
                self.add(ExprKind::Unary { op: UnOp::BitNot, arg }, ty, span)
            }
            (UnaryOp::Minus, _) if int.is_some() => self.negate(arg, int, span),
            _ => self.bad_operand(op, arg, span),
        }
    }

    fn promoted(&mut self, arg: ExprId, int: Option<IntType>) -> ExprId {
        let to = int.map_or(Ty::INT, |int| Ty::Int(promote(int)));
        self.coerce(arg, to, "the operand")
    }

    fn negate_real(&mut self, arg: ExprId, span: Span) -> ExprId {
        let ty = self.ty(arg);
        let Some(number) = self.real_constant(arg) else {
            return self.add(ExprKind::Unary { op: UnOp::Neg, arg }, ty, span);
        };
        let negated = self.add(ExprKind::Const(Value::Real((-number).into())), ty, span);
        if let Some(decimal) = self.decimal_literal(arg) {
            self.sema.decimals.insert(negated, decimal.negated());
        }
        negated
    }

    fn negate_decimal(&mut self, arg: ExprId, span: Span) -> ExprId {
        let kind = match self.sema.program.exprs[arg].kind {
            ExprKind::Const(Value::Decimal(number)) => ExprKind::Const(Value::Decimal(number.negated())),
            _ => ExprKind::Unary { op: UnOp::Neg, arg },
        };
        self.add(kind, Ty::Decimal, span)
    }

    /// A negated constant is a constant. A `uint` is negated as a `long`, and an `ulong` not at all.
    fn negate(&mut self, arg: ExprId, int: Option<IntType>, span: Span) -> ExprId {
        if let Some(number) = self.constant(arg) {
            let fitting = [I32, I64].into_iter().find(|&int| holds(int, -number));
            return match fitting {
                Some(int) => self.add(ExprKind::Const(Value::Int((-number) as i64)), Ty::Int(int), span),
                None => self.bad_operand(UnaryOp::Minus, arg, span),
            };
        }
        let to = match int.map(promote) {
            Some(U32) => I64,
            Some(U64) | None => return self.bad_operand(UnaryOp::Minus, arg, span),
            Some(other) => other,
        };
        let arg = self.coerce(arg, Ty::Int(to), "the operand");
        self.add(ExprKind::Unary { op: UnOp::Neg, arg }, Ty::Int(to), span)
    }

    fn bad_operand(&mut self, op: UnaryOp, arg: ExprId, span: Span) -> ExprId {
        let (op, ty) = (op.text(), self.shown_type(arg));
        self.report(
            Diagnostic::error(
                &codes::OPERAND_TYPES,
                format!("the operator `{op}` is not defined for `{ty}`"),
            )
            .at(span, format!("the operand is of type `{ty}`")),
        );
        self.error(span)
    }

    // --------------------------------------------------------------------------------------- binary

    pub(super) fn binary(&mut self, sides: Sides) -> ExprId {
        let Sides { op, span, .. } = sides;
        if self.ty(sides.left) == Ty::Error || self.ty(sides.right) == Ty::Error {
            return self.error(span);
        }
        let core = match op {
            BinaryOp::In => return self.membership(sides),
            BinaryOp::And | BinaryOp::Or => return self.logical(sides),
            BinaryOp::Shl => return self.shift(BinOp::Shl, sides),
            BinaryOp::Shr => return self.shift(BinOp::Shr, sides),
            BinaryOp::Mul => BinOp::Mul,
            BinaryOp::Div => BinOp::Div,
            BinaryOp::Rem => BinOp::Rem,
            BinaryOp::Add => BinOp::Add,
            BinaryOp::Sub => BinOp::Sub,
            BinaryOp::Lt => BinOp::Lt,
            BinaryOp::Le => BinOp::Le,
            BinaryOp::Gt => BinOp::Gt,
            BinaryOp::Ge => BinOp::Ge,
            BinaryOp::Eq => BinOp::Eq,
            BinaryOp::Ne => BinOp::Ne,
            BinaryOp::BitAnd => BinOp::BitAnd,
            BinaryOp::BitXor => BinOp::BitXor,
            BinaryOp::BitOr => BinOp::BitOr,
        };
        let Sides { left, right, .. } = self.without_enums(sides);
        let Some(operand) = self.operand_type(core, left, right) else { return self.bad_operands(sides) };
        let left = self.coerce(left, operand, "the left side");
        let right = self.coerce(right, operand, "the right side");
        let ty = if core.is_test() { Ty::Bool } else { operand };
        self.add(ExprKind::Binary { op: core, left, right }, ty, span)
    }

    /// The type in which both sides meet.
    fn operand_type(&self, op: BinOp, left: ExprId, right: ExprId) -> Option<Ty> {
        let (a, b) = (self.ty(left), self.ty(right));
        let is_equality = matches!(op, BinOp::Eq | BinOp::Ne);
        let is_bitwise = matches!(op, BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor);
        match (a, b) {
            (Ty::Int(_) | Ty::Range(_), Ty::Int(_) | Ty::Range(_)) => self.common_integer(op, left, right),
            (Ty::Real(_), Ty::Real(_) | Ty::Int(_) | Ty::Range(_))
            | (Ty::Int(_) | Ty::Range(_), Ty::Real(_))
                if !is_bitwise =>
            {
                Some(self.common_real(left, right))
            }
            (Ty::Decimal, Ty::Decimal | Ty::Int(_) | Ty::Range(_))
            | (Ty::Int(_) | Ty::Range(_), Ty::Decimal)
                if !is_bitwise =>
            {
                Some(Ty::Decimal)
            }
            (Ty::Decimal, Ty::Real(_)) if !is_bitwise => self.decimal_literal(right).map(|_| Ty::Decimal),
            (Ty::Real(_), Ty::Decimal) if !is_bitwise => self.decimal_literal(left).map(|_| Ty::Decimal),
            (Ty::Bool, Ty::Bool) if is_equality || is_bitwise => Some(Ty::Bool),
            (Ty::Enum(a), Ty::Enum(b)) if a == b && op.is_test() => Some(Ty::Enum(a)),
            (Ty::String | Ty::Null, Ty::String) | (Ty::String, Ty::Null) if is_equality => Some(Ty::String),
            (a, b) if is_equality && a.is_reference() && b.is_reference() && self.are_related(a, b) => {
                Some(Ty::Object)
            }
            _ => None,
        }
    }

    fn common_integer(&self, op: BinOp, left: ExprId, right: ExprId) -> Option<Ty> {
        let program = &self.sema.program;
        let (a, b) = (self.ty(left), self.ty(right));
        let (int_a, int_b) = (program.int_type(a)?, program.int_type(b)?);
        if op.is_test() {
            if a == b || self.constant_fits(right, int_a) && self.constant(left).is_none() {
                return Some(a);
            }
            if self.constant_fits(left, int_b) && self.constant(right).is_none() {
                return Some(b);
            }
        }
        let (wide_a, wide_b) = (promote(int_a), promote(int_b));
        if self.constant(left).is_none() && self.constant_fits(right, wide_a) {
            return Some(Ty::Int(wide_a));
        }
        if self.constant(right).is_none() && self.constant_fits(left, wide_b) {
            return Some(Ty::Int(wide_b));
        }
        common(wide_a, wide_b).map(Ty::Int)
    }

    /// `float` only if nothing but constants asks for more.
    fn common_real(&self, left: ExprId, right: ExprId) -> Ty {
        let is_double = |expr| self.ty(expr) == Ty::DOUBLE && self.real_constant(expr).is_none();
        let is_float = |expr| self.ty(expr) == Ty::Real(RealType::F32);
        let float = (is_float(left) || is_float(right)) && !is_double(left) && !is_double(right);
        if float { Ty::Real(RealType::F32) } else { Ty::DOUBLE }
    }

    fn logical(&mut self, sides: Sides) -> ExprId {
        let Sides { op, left, right, span, .. } = sides;
        if self.ty(left) != Ty::Bool || self.ty(right) != Ty::Bool {
            return self.bad_operands(sides);
        }
        let op = if op == BinaryOp::And { BinOp::And } else { BinOp::Or };
        self.add(ExprKind::Binary { op, left, right }, Ty::Bool, span)
    }

    /// The count has the type of the left side.
    fn shift(&mut self, op: BinOp, sides: Sides) -> ExprId {
        let Sides { left, right, span, .. } = self.without_enums(sides);
        let ints = (self.sema.program.int_type(self.ty(left)), self.sema.program.int_type(self.ty(right)));
        let (Some(int), Some(_)) = ints else { return self.bad_operands(sides) };
        let ty = Ty::Int(promote(int));
        let left = self.coerce(left, ty, "the left side");
        let right = self.coerce(right, ty, "the shift count");
        self.add(ExprKind::Binary { op, left, right }, ty, span)
    }

    fn membership(&mut self, sides: Sides) -> ExprId {
        let Sides { left, right, span, .. } = sides;
        let Ty::Set(set) = self.ty(right) else {
            let found = self.shown_type(right);
            let message = format!("the right side of `in` must be a set, but is of type `{found}`");
            let at = self.span(right);
            self.report(Diagnostic::error(&codes::BAD_MEMBERSHIP, message).at(at, "not a set"));
            return self.error(span);
        };
        let element = self.sema.program.content(set);
        let left = self.coerce(left, element, "the left side of `in`");
        self.add(ExprKind::Contains { element: left, set: right }, Ty::Bool, span)
    }

    fn bad_operands(&mut self, sides: Sides) -> ExprId {
        let Sides { op, op_span, left, right, span } = sides;
        let (a, b) = (self.ty(left), self.ty(right));
        if let (Ty::Enum(_), Ty::Enum(_)) = (a, b)
            && a != b
        {
            return self.mixed_enums(sides);
        }
        let (text, left, right) = (op.text(), self.shown_type(left), self.shown_type(right));
        let diagnostic = if let (BinaryOp::Add | BinaryOp::Sub, Ty::Set(_)) = (op, a) {
            Diagnostic::error(&codes::SET_OPERATION, format!("`{text}` on sets must update a set in place"))
                .at(span, "its value is used otherwise")
                .help(format!("write `s = s {text} e;` with the same set on both sides"))
        } else if a == Ty::String || b == Ty::String {
            let message = format!("strings have no operator `{text}` with `{left}` and `{right}`");
            Diagnostic::error(&codes::STRING_OPERATOR, message)
                .at(op_span, "not defined for strings")
                .note("strings can only be assigned and compared with `==` and `!=` to other strings")
        } else {
            let message =
                format!("the operator `{text}` is not defined for operands of types `{left}` and `{right}`");
            let diagnostic = Diagnostic::error(&codes::OPERAND_TYPES, message)
                .at(op_span, format!("`{left}` {text} `{right}`"));
            match (a, b) {
                (Ty::Decimal, Ty::Real(_)) | (Ty::Real(_), Ty::Decimal) => diagnostic.help(DECIMALS_APART),
                _ => diagnostic,
            }
        };
        self.report(diagnostic);
        self.error(span)
    }
}

/// A binary operation as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    pub(super) op: BinaryOp,
    pub(super) op_span: Span,
    pub(super) left: ExprId,
    pub(super) right: ExprId,
    pub(super) span: Span,
}

/// The type in which a single integer computes.
fn promote(int: IntType) -> IntType {
    let (lo, hi) = int.bounds();
    match int {
        U32 | I64 | U64 => int,
        _ if holds(I32, lo) && holds(I32, hi) => I32,
        _ => I64,
    }
}

/// The type in which two promoted integers meet. An `ulong` and a signed number have none.
fn common(a: IntType, b: IntType) -> Option<IntType> {
    match (a, b) {
        (U64, U64 | U32) | (U32, U64) => Some(U64),
        (U64, _) | (_, U64) => None,
        (U32, U32) => Some(U32),
        (I32, I32) => Some(I32),
        _ => Some(I64),
    }
}
