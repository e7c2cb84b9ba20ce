//! Constant expressions in declarations: bounds of ranges and sizes of arrays.

use base::{Id, Span};
use rustc_hash::FxHashMap;

use crate::ast::{BinaryOp, ExprId, ExprKind, UnaryOp, Unit};

/// Why an expression has no constant value, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotConstant {
    /// Something other than integers and their operators.
    Variable(Span),
    DivisionByZero(Span),
    TooLarge(Span),
}

/// The number that an expression of integer literals stands for. Takes time linear in the expression.
pub(super) fn evaluate(unit: &Unit, root: ExprId) -> Result<i128, NotConstant> {
    let mut values: FxHashMap<usize, i128> = FxHashMap::default();
    for id in unit.post_order(root) {
        let expr = &unit.exprs[id];
        let of = |part: ExprId| values[&part.index()];
        let value = match expr.kind {
            ExprKind::Int { value, .. } => i128::from(value),
            ExprKind::Unary { op, operand } => {
                unary(op, of(operand)).ok_or(NotConstant::Variable(expr.span))?
            }
            ExprKind::Binary { op, left, right, .. } => binary(op, of(left), of(right), expr.span)?,
            _ => return Err(NotConstant::Variable(expr.span)),
        };
        if value.unsigned_abs() > u128::from(u64::MAX) {
            return Err(NotConstant::TooLarge(expr.span));
        }
        values.insert(id.index(), value);
    }
    Ok(values[&root.index()])
}

fn unary(op: UnaryOp, arg: i128) -> Option<i128> {
    match op {
        UnaryOp::Plus => Some(arg),
        UnaryOp::Minus => Some(-arg),
        UnaryOp::BitNot => Some(!arg),
        UnaryOp::Not => None,
    }
}

/// Both sides are below 2^64 in size, so nothing but a shift can leave 128 bits.
fn binary(op: BinaryOp, left: i128, right: i128, span: Span) -> Result<i128, NotConstant> {
    let shift = || u32::try_from(right).ok().filter(|&count| count < 64).ok_or(NotConstant::TooLarge(span));
    match op {
        BinaryOp::Add => Ok(left + right),
        BinaryOp::Sub => Ok(left - right),
        BinaryOp::Mul => left.checked_mul(right).ok_or(NotConstant::TooLarge(span)),
        BinaryOp::Div => left.checked_div(right).ok_or(NotConstant::DivisionByZero(span)),
        BinaryOp::Rem => left.checked_rem(right).ok_or(NotConstant::DivisionByZero(span)),
        BinaryOp::Shl => left.checked_mul(1 << shift()?).ok_or(NotConstant::TooLarge(span)),
        BinaryOp::Shr => Ok(left >> shift()?),
        BinaryOp::BitAnd => Ok(left & right),
        BinaryOp::BitOr => Ok(left | right),
        BinaryOp::BitXor => Ok(left ^ right),
        BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::In
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::And
        | BinaryOp::Or => Err(NotConstant::Variable(span)),
    }
}
