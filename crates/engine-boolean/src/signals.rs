//! Expressions as signals of an and-inverter graph.

use ir::{BinOp, Expr, Place, UnOp, Value};
use solver::aig::{Aig, Signal};

/// An expression, where variables have these values. Its depth is bounded, so this may recur.
pub(crate) fn signal(aig: &mut Aig, expr: &Expr, value: &impl Fn(Place) -> Signal) -> Signal {
    match expr {
        Expr::Const(Value::Bool(value)) => Signal::constant(*value),
        Expr::Local(local) => value(Place::Local(*local)),
        Expr::Global(global) => value(Place::Global(*global)),
        Expr::Unary { op: UnOp::Not, arg, .. } => !signal(aig, arg, value),
        Expr::Binary { op, left, right, .. } => {
            let (left, right) = (signal(aig, left, value), signal(aig, right, value));
            match op {
                BinOp::And | BinOp::BitAnd => aig.and(left, right),
                BinOp::Or | BinOp::BitOr => aig.or(left, right),
                BinOp::Eq => aig.equal(left, right),
                BinOp::Ne | BinOp::BitXor => aig.xor(left, right),
                BinOp::Add
                | BinOp::Sub
                | BinOp::Mul
                | BinOp::Div
                | BinOp::Rem
                | BinOp::Shl
                | BinOp::Shr
                | BinOp::Lt
                | BinOp::Le
                | BinOp::Gt
                | BinOp::Ge => unreachable!("no operator of a Boolean program: {op:?}"),
            }
        }
        Expr::Const(_) | Expr::SelfId | Expr::Unary { .. } | Expr::Convert { .. } | Expr::Round { .. } => {
            unreachable!("no expression of a Boolean program: {expr:?}")
        }
    }
}
