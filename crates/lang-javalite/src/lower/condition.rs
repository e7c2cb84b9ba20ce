//! Conditions, and truth values that take a branch.

use ir::{BinOp, BlockId, Expr as IrExpr, LocalId, Type};

use super::body::BodyLowerer;
use super::value::Val;
use crate::hir::{Expr, ExprKind};

impl BodyLowerer<'_, '_> {
    /// Ends the current block: goes to `then_to` if the condition is true, and to `else_to` if not. Each comparison of
    /// references is one branch, and so is each other term.
    pub(super) fn condition(&mut self, condition: &Expr, then_to: BlockId, else_to: BlockId) {
        match &condition.kind {
            ExprKind::Not(inner) => self.condition(inner, else_to, then_to),
            ExprKind::Logical { op, left, right } => {
                let next = self.builder.new_block();
                match is_and(*op) {
                    true => self.condition(left, next, else_to),
                    false => self.condition(left, then_to, next),
                }
                self.builder.switch_to(next);
                self.condition(right, then_to, else_to);
            }
            ExprKind::Equality { op, left, right } if left.ty.is_reference() => {
                let (left, right) = self.operands(left, right);
                let test = IrExpr::binary(*op, Type::Object, left.expr, right.expr);
                self.branch(condition, test, then_to, else_to);
            }
            ExprKind::If { condition, then, otherwise } => {
                let [inner_then, inner_else] = self.new_blocks();
                self.condition(condition, inner_then, inner_else);
                self.builder.switch_to(inner_then);
                self.condition(then, then_to, else_to);
                self.builder.switch_to(inner_else);
                self.condition(otherwise, then_to, else_to);
            }
            ExprKind::Begin(parts) if !parts.is_empty() => {
                let last = self.all_but_last(parts);
                self.condition(last, then_to, else_to);
            }
            ExprKind::Var { local, init, body, header } => {
                self.var(*local, init, *header);
                self.condition(body, then_to, else_to);
            }
            _ => {
                let value = self.value(condition).expr;
                self.branch(condition, value, then_to, else_to);
            }
        }
    }

    fn branch(&mut self, condition: &Expr, test: IrExpr, then_to: BlockId, else_to: BlockId) {
        let site = self.site(condition.span);
        self.builder.branch(site, test, then_to, else_to);
    }

    /// The truth of a comparison of references, in a temporary.
    pub(super) fn compared(&mut self, comparison: &Expr) -> Val {
        let dst = self.temp(Type::Bool);
        let [then_to, else_to] = self.new_blocks();
        let join = self.builder.new_block();
        self.condition(comparison, then_to, else_to);
        for (block, truth) in [(then_to, IrExpr::TRUE), (else_to, IrExpr::FALSE)] {
            self.builder.switch_to(block);
            self.assign(comparison.span, dst, truth);
            self.builder.goto(join);
        }
        self.builder.switch_to(join);
        Val::temp(dst)
    }

    /// The truth of `&&` or `||`, in a temporary: one branch, on the left side.
    pub(super) fn logical(&mut self, whole: &Expr, op: BinOp, left: &Expr, right: &Expr) -> Val {
        let dst = self.temp(Type::Bool);
        let [open, decided] = self.new_blocks();
        let join = self.builder.new_block();
        match is_and(op) {
            true => self.condition(left, open, decided),
            false => self.condition(left, decided, open),
        }
        self.builder.switch_to(decided);
        self.assign(whole.span, dst, if is_and(op) { IrExpr::FALSE } else { IrExpr::TRUE });
        self.builder.goto(join);
        self.builder.switch_to(open);
        self.value_into(right, dst);
        self.builder.goto(join);
        self.builder.switch_to(join);
        Val::temp(dst)
    }

    /// Puts a value into a temporary.
    pub(super) fn value_into(&mut self, expr: &Expr, dst: LocalId) {
        let value = self.value(expr).expr;
        self.assign(expr.span, dst, value);
    }
}

fn is_and(op: BinOp) -> bool {
    op == BinOp::And
}
