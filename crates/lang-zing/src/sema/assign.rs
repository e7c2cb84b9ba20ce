//! Declarations of variables, assignments, and expressions as statements.

use base::{Diagnostic, Span};

use super::body::BodyChecker;
use super::codes;
use super::expr::Operand;
use crate::ast::{self, BinaryOp, ExprKind as A};
use crate::hir::{ExprId, ExprKind, SetOp, Stmt, StmtKind, Ty, Var};

impl BodyChecker<'_, '_> {
    pub(super) fn local(
        &mut self,
        ty: ast::TypeRef,
        declarators: &[ast::Declarator],
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let ty = self.sema.resolve_type(ty);
        for declarator in declarators {
            let value = declarator.init.map(|init| self.value(init));
            let name = declarator.name;
            let var = Var { name: self.text(name.name).to_owned(), ty, span: name.span };
            let var = self.declare_variable(Some(name.name), var);
            let Some(value) = value else { continue };
            let place = self.add(ExprKind::Var(var), ty, name.span);
            let value = self.coerce(value, ty, "the initial value");
            let span = if declarators.len() == 1 { span } else { declarator.span };
            out.push(Stmt { kind: StmtKind::Assign(vec![(place, value)]), span });
        }
    }

    /// An expression as a statement.
    pub(super) fn expression(&mut self, id: ast::ExprId, span: Span) -> Option<Stmt> {
        let kind = match self.sema.unit.exprs[id].kind {
            A::Assign { target, value } => self.assignment(target, value)?,
            A::Call { .. } | A::New { .. } => {
                let Operand::Value(value) = self.operand(id) else {
                    unreachable!("a call and `new` are values")
                };
                StmtKind::Eval(value)
            }
            A::Error => return None,
            _ => {
                self.value(id);
                self.report(
                    Diagnostic::error(&codes::NOT_A_STATEMENT, "an expression alone is not a statement")
                        .at(span, "has no effect"),
                );
                return None;
            }
        };
        Some(Stmt { kind, span })
    }

    /// `t1 = t2 = ... = value`
    fn assignment(&mut self, first: ast::ExprId, value: ast::ExprId) -> Option<StmtKind> {
        let unit = self.sema.unit;
        let mut targets = vec![first];
        let mut value = value;
        while let A::Assign { target, value: rest } = unit.exprs[value].kind {
            targets.push(target);
            value = rest;
        }
        let targets: Vec<ExprId> = targets.into_iter().map(|target| self.target(target)).collect();
        if let ([target], A::Binary { op, left, right, .. }) = (&targets[..], &unit.exprs[value].kind)
            && let (Ty::Set(_), BinaryOp::Add | BinaryOp::Sub) = (self.ty(*target), *op)
        {
            return self.set_update(*target, *op, *left, *right, unit.exprs[value].span);
        }
        let mut value = self.value(value);
        let mut assigned = Vec::with_capacity(targets.len());
        for target in targets.into_iter().rev() {
            let ty = self.ty(target);
            value = self.coerce(value, ty, "the assigned value");
            assigned.push((target, value));
            let span = self.span(target);
            value = self.add(ExprKind::Carried, ty, span);
        }
        Some(StmtKind::Assign(assigned))
    }

    fn target(&mut self, target: ast::ExprId) -> ExprId {
        let place = self.value(target);
        if self.check_place(place, "the left side of an assignment") {
            place
        } else {
            let span = self.span(place);
            self.error(span)
        }
    }

    /// `set = left op right` where the type of `set` is a set.
    fn set_update(
        &mut self,
        set: ExprId,
        op: BinaryOp,
        left: ast::ExprId,
        right: ast::ExprId,
        span: Span,
    ) -> Option<StmtKind> {
        let left = self.value(left);
        let operand = self.value(right);
        if self.ty(left) == Ty::Error || self.ty(operand) == Ty::Error {
            return None;
        }
        if !self.sema.program.exprs.same_place(set, left) {
            let op = op.text();
            let (set, left) = (self.span(set), self.span(left));
            self.report(
                Diagnostic::error(
                    &codes::SET_OPERATION,
                    format!("`{op}` on sets must update a set in place"),
                )
                .at(span, "makes no new set")
                .at(set, "assigned to this")
                .at(left, "but computed from this")
                .help(format!("write `s = s {op} e;` with the same set on both sides")),
            );
            return None;
        }
        let set_ty = self.ty(set);
        let Ty::Set(id) = set_ty else { unreachable!("the caller has seen a set type") };
        let element = self.sema.program.content(id);
        let is_set = match self.ty(operand) {
            ty if ty == set_ty => true,
            Ty::Set(other) => self.sema.program.content(other) == element,
            _ => false,
        };
        let (op, operand) = match (op, is_set) {
            (BinaryOp::Add, true) => (SetOp::Union, operand),
            (_, true) => (SetOp::Difference, operand),
            (BinaryOp::Add, false) => (SetOp::Add, self.coerce(operand, element, "the element")),
            (_, false) => (SetOp::Remove, self.coerce(operand, element, "the element")),
        };
        Some(StmtKind::SetUpdate { op, set, operand })
    }
}
