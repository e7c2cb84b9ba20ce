//! Arithmetic of Java: numbers wrap, shift counts are masked, divisions by zero are exceptions.

use classfile::{BinaryOp, Conversion, Number};
use ir::{BinOp, Expr, IntType, Op, RealType, Rounding, Type, UnOp};

use super::Body;
use super::operand::{Operand, narrow};
use crate::types::{BYTE, CHAR, DOUBLE, FLOAT, INT, LONG, SHORT, UNSIGNED_INT, UNSIGNED_LONG};

pub(super) fn type_of(number: Number) -> Type {
    match number {
        Number::Int => INT,
        Number::Long => LONG,
        Number::Float => FLOAT,
        Number::Double => DOUBLE,
    }
}

impl Body<'_> {
    pub(super) fn binary(&mut self, op: BinaryOp, number: Number) {
        let ty = type_of(number);
        match op {
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => self.shift(op, ty),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor if number == Number::Int => self.bits_of_ints(op),
            _ => {
                let right = self.pop();
                let left = self.pop();
                // The left operand is computed first: it may need blocks of its own.
                let left = self.coerce(left, ty);
                let right = self.coerce(right, ty);
                self.arithmetic(op, ty, left, right);
            }
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, ty: Type, left: Expr, right: Expr) {
        let value = Expr::binary(operator(op), ty, left, right);
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) && matches!(ty, Type::Int(_)) {
            let dst = self.e.temp(ty);
            self.guarded(Op::Assign { dst: dst.into(), value });
            return self.push_of(dst, ty);
        }
        self.push_of(value, ty);
    }

    /// Booleans stay booleans.
    fn bits_of_ints(&mut self, op: BinaryOp) {
        let (right, left) = (self.pop(), self.pop());
        let is_bool = |operand: &Operand| match operand {
            Operand::Value { expr: Expr::Const(ir::Value::Int(0 | 1)), .. } => true,
            operand => operand.ty() == Type::Bool,
        };
        let bools = [&left, &right].into_iter().any(|operand| operand.ty() == Type::Bool);
        let ty = if bools && is_bool(&left) && is_bool(&right) { Type::Bool } else { INT };
        let left = self.coerce(left, ty);
        let right = self.coerce(right, ty);
        let value = match (op, &left, &right) {
            (BinaryOp::Xor, value, &Expr::TRUE) | (BinaryOp::Xor, &Expr::TRUE, value) => {
                super::operand::not(value.clone())
            }
            _ => Expr::binary(operator(op), ty, left, right),
        };
        self.push_of(value, ty);
    }

    fn shift(&mut self, op: BinaryOp, ty: Type) {
        let count = self.pop_as(INT);
        let value = self.pop_as(ty);
        let mask = if ty == LONG { 63 } else { 31 };
        let count = match count {
            Expr::Const(ir::Value::Int(count)) => Expr::int(count & mask),
            count => {
                let count = if ty == LONG { Expr::convert(INT, LONG, count) } else { count };
                Expr::binary(BinOp::BitAnd, ty, count, Expr::int(mask))
            }
        };
        let shifted = match (op, ty) {
            (BinaryOp::Ushr, LONG) => unsigned_shift(value, count, LONG, UNSIGNED_LONG),
            (BinaryOp::Ushr, _) => unsigned_shift(value, count, INT, UNSIGNED_INT),
            _ => Expr::binary(operator(op), ty, value, count),
        };
        self.push_of(shifted, ty);
    }

    pub(super) fn negate(&mut self, number: Number) {
        let ty = type_of(number);
        let value = self.pop_as(ty);
        self.push_of(Expr::unary(UnOp::Neg, ty, value), ty);
    }

    pub(super) fn convert(&mut self, conversion: Conversion) {
        match conversion {
            Conversion::Number { from, to } => {
                let (from, to) = (type_of(from), type_of(to));
                let value = self.pop_as(from);
                self.push_of(converted(value, from, to), to);
            }
            Conversion::IntToByte => self.narrowed(BYTE),
            Conversion::IntToChar => self.narrowed(CHAR),
            Conversion::IntToShort => self.narrowed(SHORT),
        }
    }

    fn narrowed(&mut self, ty: Type) {
        let operand = self.pop();
        if operand.ty() == ty {
            return self.push(operand);
        }
        let number = self.number(operand);
        self.push_of(narrow(number, ty), ty);
    }

    pub(super) fn increment(&mut self, slot: u16, by: i16) {
        let Some(register) = self.locals[usize::from(slot)] else { return };
        self.save(register);
        let ty = self.e.b.local_type(register);
        let number = self.number(Operand::of(register.into(), ty));
        let sum = Expr::binary(BinOp::Add, INT, number, Expr::int(by.into()));
        let value = self.coerce(Operand::int(sum), ty);
        self.e.assign(register, value);
    }
}

fn unsigned_shift(value: Expr, count: Expr, signed: Type, unsigned: Type) -> Expr {
    let shifted = Expr::binary(
        BinOp::Shr,
        unsigned,
        Expr::convert(signed, unsigned, value),
        Expr::convert(signed, unsigned, count),
    );
    Expr::convert(unsigned, signed, shifted)
}

fn operator(op: BinaryOp) -> BinOp {
    match op {
        BinaryOp::Add => BinOp::Add,
        BinaryOp::Sub => BinOp::Sub,
        BinaryOp::Mul => BinOp::Mul,
        BinaryOp::Div => BinOp::Div,
        BinaryOp::Rem => BinOp::Rem,
        BinaryOp::Shl => BinOp::Shl,
        BinaryOp::Shr | BinaryOp::Ushr => BinOp::Shr,
        BinaryOp::And => BinOp::BitAnd,
        BinaryOp::Or => BinOp::BitOr,
        BinaryOp::Xor => BinOp::BitXor,
    }
}

/// Between two kinds of numbers: a real number becomes the nearest integer toward zero.
fn converted(value: Expr, from: Type, to: Type) -> Expr {
    let round = |real: RealType, int: IntType, value| Expr::round(real, int, Rounding::Saturating, value);
    match (from, to) {
        (Type::Real(real), Type::Int(int)) => round(real, int, value),
        _ => Expr::convert(from, to, value),
    }
}
