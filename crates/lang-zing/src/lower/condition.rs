//! Conditions: `&&` and `||` as branches where their right sides need instructions.

use ir::{BinOp, BlockId, Expr, Op, Place, TermOp, Type, UnOp, Value};

use super::body::{BodyLowerer, Val};
use crate::hir::{ExprId, ExprKind};

impl BodyLowerer<'_, '_> {
    /// Ends the current block: goes to `then_to` if the condition is true, and to `else_to` if not.
    pub(super) fn condition(&mut self, id: ExprId, then_to: BlockId, else_to: BlockId) {
        match self.hir.exprs[id].kind {
            ExprKind::Const(Value::Bool(truth)) => {
                let target = if truth { then_to } else { else_to };
                self.terminate(TermOp::Goto { targets: vec![target] });
            }
            ExprKind::Unary { op: UnOp::Not, arg } => self.condition(arg, else_to, then_to),
            ExprKind::Binary { op, .. } if self.branches(id) => {
                self.short_circuit(id, op, then_to, else_to);
            }
            _ => {
                let condition = self.scalar(id).expr;
                self.terminate(TermOp::Branch { condition, then_to, else_to });
            }
        }
    }

    /// A chain `a && b && c` or `a || b || c`, one term after the other.
    fn short_circuit(&mut self, id: ExprId, op: BinOp, then_to: BlockId, else_to: BlockId) {
        let mut terms = Vec::new();
        let mut rest = id;
        while let ExprKind::Binary { op: other, left, right } = self.hir.exprs[rest].kind {
            if other != op || !self.branches(rest) {
                break;
            }
            terms.push(right);
            rest = left;
        }
        let last = terms.remove(0);
        for term in std::iter::once(rest).chain(terms.into_iter().rev()) {
            let next = self.new_block();
            match op {
                BinOp::And => self.condition(term, next, else_to),
                _ => self.condition(term, then_to, next),
            }
            self.switch_to(next);
        }
        self.condition(last, then_to, else_to);
    }

    /// The value of a `&&` or `||` that branches.
    pub(super) fn branching_value(&mut self, id: ExprId, wanted: &mut Option<Place>) -> Val {
        let dst = self.destination(wanted, Type::Bool);
        let (then_to, else_to, join) = (self.new_block(), self.new_block(), self.new_block());
        self.condition(id, then_to, else_to);
        for (block, value) in [(then_to, Expr::TRUE), (else_to, Expr::FALSE)] {
            self.switch_to(block);
            self.emit(Op::Assign { dst, value });
            self.goto(join);
        }
        self.switch_to(join);
        Val::simple(dst)
    }
}
