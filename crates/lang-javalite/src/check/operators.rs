//! Operators, casts and tests of classes.

use base::{Diagnostic, Span};
use ir::ClassId;

use super::body::BodyChecker;
use crate::ast::{self, BinaryOp, Name};
use crate::codes;
use crate::hir::{Expr, ExprKind, Ty};

impl BodyChecker<'_, '_> {
    pub(super) fn operand(&mut self, operand: &ast::Expr, wanted: Ty, op: &str) -> Box<Expr> {
        let operand = self.boxed(operand);
        self.cx.must_fit(&operand, wanted, &format!("An operand of `{op}`"));
        operand
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        whole: Span,
    ) -> (ExprKind, Ty) {
        match op {
            BinaryOp::Equality(op) => {
                let (left, right) = (self.boxed(left), self.boxed(right));
                self.comparable(&left, &right, whole);
                (ExprKind::Equality { op, left, right }, Ty::Bool)
            }
            BinaryOp::Order(op) => (self.numeric(op, left, right), Ty::Bool),
            BinaryOp::Arithmetic(op) => (self.numeric(op, left, right), Ty::Int),
            BinaryOp::Logical(op) => {
                let left = self.operand(left, Ty::Bool, sign(op));
                (ExprKind::Logical { op, left, right: self.operand(right, Ty::Bool, sign(op)) }, Ty::Bool)
            }
        }
    }

    fn numeric(&mut self, op: ir::BinOp, left: &ast::Expr, right: &ast::Expr) -> ExprKind {
        let left = self.operand(left, Ty::Int, sign(op));
        ExprKind::Numeric { op, left, right: self.operand(right, Ty::Int, sign(op)) }
    }

    /// References are compared with references, everything else with its like.
    fn comparable(&mut self, left: &Expr, right: &Expr, whole: Span) {
        let is_unknown = left.ty == Ty::Unknown || right.ty == Ty::Unknown;
        let both_references = left.ty.is_reference() && right.ty.is_reference();
        if is_unknown || both_references || left.ty == right.ty {
            return;
        }
        let [first, second] = [left.ty, right.ty].map(|ty| self.cx.type_text(ty));
        let message = format!("A value of type `{first}` is compared with one of type `{second}`.");
        let diagnostic = Diagnostic::error(&codes::WRONG_TYPE, message).at(whole, "never of one type").help(
            "both sides are objects or null, or both are of the same type; an assignment is written `:=`",
        );
        self.cx.report(diagnostic);
    }

    pub(super) fn cast(&mut self, class: Name, value: &ast::Expr, whole: Span) -> Option<(ExprKind, Ty)> {
        let value = self.boxed(value);
        let class = self.cx.class_id(class)?;
        self.convertible(&value, class, "cast", "it fails unless the value is null", whole);
        Some((ExprKind::Cast { class, value }, Ty::Class(class)))
    }

    pub(super) fn instance_of(
        &mut self,
        value: &ast::Expr,
        class: Name,
        whole: Span,
    ) -> Option<(ExprKind, Ty)> {
        let value = self.boxed(value);
        let class = self.cx.class_id(class)?;
        self.convertible(&value, class, "tested", "it is always false", whole);
        Some((ExprKind::InstanceOf { value, class }, Ty::Bool))
    }

    /// Only objects have classes; of two classes of which neither is below the other, no object is both.
    fn convertible(&mut self, value: &Expr, class: ClassId, what: &str, so: &str, whole: Span) {
        match value.ty {
            Ty::Null | Ty::Unknown => {}
            Ty::Class(found) => {
                let world = &self.cx.world;
                if world.is_below(found, class) || world.is_below(class, found) {
                    return;
                }
                let [found, class] = [found, class].map(|class| self.cx.class_text(class));
                let message = format!("No object is both a `{found}` and a `{class}`, so {so}.");
                let diagnostic = Diagnostic::warning(&codes::IMPOSSIBLE_CAST, message);
                self.cx.report(diagnostic.at(whole, format!("a `{found}` is {what}")));
            }
            Ty::Unit | Ty::Bool | Ty::Int => {
                let ty = self.cx.type_text(value.ty);
                let message = format!("Only objects have classes, and this is of type `{ty}`.");
                let diagnostic = Diagnostic::error(&codes::NO_OBJECT, message).at(value.span, "no object");
                self.cx.report(diagnostic.help("an object of a class is needed here"));
            }
        }
    }
}

/// An operator as it is written.
fn sign(op: ir::BinOp) -> &'static str {
    use ir::BinOp::*;
    match op {
        Add => "+",
        Sub => "-",
        Mul => "*",
        Div => "/",
        Rem => "%",
        Eq => "=",
        Ne => "!=",
        Lt => "<",
        Le => "<=",
        Gt => ">",
        Ge => ">=",
        And => "&&",
        Or => "||",
        Shl | Shr | BitAnd | BitOr | BitXor => unreachable!("{op:?} is no operator of Javalite"),
    }
}
