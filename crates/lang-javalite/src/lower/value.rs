//! Values: what an expression gives, and the instructions before.

use base::Span;
use ir::{BinOp, CheckOp, Expr as IrExpr, FieldId, HeapOp, LocalId, NullPolicy, Type, UnOp};

use super::body::BodyLowerer;
use super::{INT, ir_type};
use crate::hir::{Expr, ExprKind, Ty};

/// A pure expression that cannot fail.
#[derive(Clone)]
pub(super) struct Val {
    pub(super) expr: IrExpr,
    depth: usize,
    /// Whether it changes with a variable that is assigned somewhere.
    reads: bool,
}

impl Val {
    /// Deeper expressions go to temporaries: the core language has a limit.
    const MOST: usize = 8;

    fn constant(expr: IrExpr) -> Self {
        Self { expr, depth: 1, reads: false }
    }

    pub(super) fn variable(local: LocalId, is_assigned: bool) -> Self {
        Self { expr: local.into(), depth: 1, reads: is_assigned }
    }

    /// Temporaries are not written again while their values are of use.
    pub(super) fn temp(local: LocalId) -> Self {
        Self { expr: local.into(), depth: 1, reads: false }
    }

    fn unary(op: UnOp, ty: Type, arg: Val) -> Self {
        Self { expr: IrExpr::unary(op, ty, arg.expr), depth: arg.depth + 1, reads: arg.reads }
    }

    fn binary(op: BinOp, ty: Type, left: Val, right: Val) -> Self {
        let depth = 1 + left.depth.max(right.depth);
        Self { expr: IrExpr::binary(op, ty, left.expr, right.expr), depth, reads: left.reads || right.reads }
    }
}

/// The one value of `unit`.
pub(super) fn unit() -> Val {
    Val::constant(IrExpr::FALSE)
}

impl BodyLowerer<'_, '_> {
    pub(super) fn value(&mut self, expr: &Expr) -> Val {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Local(_) | ExprKind::Unit if expr.ty == Ty::Unit => unit(),
            ExprKind::Local(local) => self.variable(*local),
            ExprKind::Null => Val::constant(IrExpr::NULL),
            ExprKind::Unit => unit(),
            ExprKind::Bool(truth) => Val::constant(if *truth { IrExpr::TRUE } else { IrExpr::FALSE }),
            ExprKind::Int(number) => Val::constant(IrExpr::int(*number)),
            ExprKind::New(class) => {
                let dst = self.temp(Type::Ref(*class));
                self.push(span, HeapOp::New { dst: dst.into(), class: *class, length: None });
                Val::temp(dst)
            }
            ExprKind::Load { object, field } => self.load(object, *field, expr),
            ExprKind::Store { object, field, value } => self.store(*object, *field, value, span),
            ExprKind::Assign { target, value } => {
                let value = self.value(value).expr;
                self.assign(span, *target, value);
                self.step = true;
                if expr.ty == Ty::Unit { unit() } else { self.variable(*target) }
            }
            ExprKind::Call { receiver, class, method, args } => {
                self.call(receiver, *class, *method, args, span)
            }
            ExprKind::Var { local, init, body, header } => {
                self.var(*local, init, *header);
                self.value(body)
            }
            ExprKind::If { condition, then, otherwise } => self.choice(expr, condition, then, otherwise),
            ExprKind::While { condition, body } => {
                self.repeat(condition, body);
                unit()
            }
            ExprKind::Begin(parts) if parts.is_empty() => unit(),
            ExprKind::Begin(parts) => {
                let last = self.all_but_last(parts);
                self.value(last)
            }
            ExprKind::Cast { class, value } => self.cast(*class, value, span),
            ExprKind::InstanceOf { value, class } => {
                let dst = self.temp(Type::Bool);
                let object = self.value(value).expr;
                self.push(span, HeapOp::InstanceOf { dst: dst.into(), object, class: *class });
                Val::temp(dst)
            }
            ExprKind::Assume(condition) => {
                let condition = self.value(condition).expr;
                self.push_last(span, CheckOp::Assume { condition });
                unit()
            }
            ExprKind::Assert(condition) => {
                let condition = self.value(condition).expr;
                self.push_last(span, CheckOp::Assert { condition, message: None });
                unit()
            }
            ExprKind::Not(inner) => {
                let negated = Val::unary(UnOp::Not, Type::Bool, self.value(inner));
                self.small(negated, Type::Bool, span)
            }
            ExprKind::Negate(inner) => {
                let negated = Val::unary(UnOp::Neg, Type::Int(INT), self.value(inner));
                self.small(negated, Type::Int(INT), span)
            }
            ExprKind::Equality { op, left, right } => self.equality(expr, *op, left, right),
            ExprKind::Numeric { op, left, right } => self.numeric(expr, *op, left, right),
            ExprKind::Logical { op, left, right } => self.logical(expr, *op, left, right),
            ExprKind::Bad => unreachable!("a program with mistakes is not lowered"),
        }
    }

    // ------------------------------------------------------------------------- order of evaluation

    /// Both operands, the left one first.
    pub(super) fn operands(&mut self, left: &Expr, right: &Expr) -> (Val, Val) {
        let first = self.value(left);
        let first = self.kept(first, left, right.assigns);
        (first, self.value(right))
    }

    /// A value that stays what it is while something else is evaluated, which may assign variables.
    pub(super) fn kept(&mut self, value: Val, expr: &Expr, is_assigned: bool) -> Val {
        if !value.reads || !is_assigned {
            return value;
        }
        self.copied(value, ir_type(expr.ty), expr.span)
    }

    fn copied(&mut self, value: Val, ty: Type, span: Span) -> Val {
        let temp = self.temp(ty);
        self.assign(span, temp, value.expr);
        Val::temp(temp)
    }

    /// The same value, in a temporary if the expression is deep.
    fn small(&mut self, value: Val, ty: Type, span: Span) -> Val {
        if value.depth <= Val::MOST { value } else { self.copied(value, ty, span) }
    }

    // ---------------------------------------------------------------------------------- operators

    fn equality(&mut self, whole: &Expr, op: BinOp, left: &Expr, right: &Expr) -> Val {
        if left.ty.is_reference() {
            return self.compared(whole);
        }
        let (first, second) = self.operands(left, right);
        if left.ty == Ty::Unit {
            return Val::constant(if op == BinOp::Eq { IrExpr::TRUE } else { IrExpr::FALSE });
        }
        let compared = Val::binary(op, ir_type(left.ty), first, second);
        self.small(compared, Type::Bool, whole.span)
    }

    fn numeric(&mut self, whole: &Expr, op: BinOp, left: &Expr, right: &Expr) -> Val {
        let (first, second) = self.operands(left, right);
        let value = Val::binary(op, Type::Int(INT), first, second);
        match op {
            // It may fail, at its own place and before anything behind it.
            BinOp::Div | BinOp::Rem => self.copied(value, Type::Int(INT), whole.span),
            _ => self.small(value, ir_type(whole.ty), whole.span),
        }
    }

    /// The value of an `if`: a temporary that both branches write.
    fn choice(&mut self, whole: &Expr, condition: &Expr, then: &Expr, otherwise: &Expr) -> Val {
        let branch = |is_then| if is_then { then } else { otherwise };
        match whole.ty {
            Ty::Unit | Ty::Null => {
                self.conditional(condition, |lowerer, is_then| lowerer.dropped(branch(is_then)));
                if whole.ty == Ty::Unit { unit() } else { Val::constant(IrExpr::NULL) }
            }
            Ty::Bool | Ty::Int | Ty::Class(_) | Ty::Unknown => {
                let dst = self.temp(ir_type(whole.ty));
                self.conditional(condition, |lowerer, is_then| lowerer.value_into(branch(is_then), dst));
                Val::temp(dst)
            }
        }
    }

    // ------------------------------------------------------------------------------------ objects

    fn load(&mut self, object: &Expr, field: FieldId, whole: &Expr) -> Val {
        let object = self.value(object).expr;
        let dst = self.temp(ir_type(whole.ty));
        self.push(whole.span, HeapOp::Load { dst: dst.into(), object, field, null: NullPolicy::Fault });
        if whole.ty == Ty::Unit { unit() } else { Val::temp(dst) }
    }

    /// The object is that of the variable before the value is evaluated.
    fn store(&mut self, object: LocalId, field: FieldId, value: &Expr, span: Span) -> Val {
        let variable = self.variable(object);
        let object = match variable.reads && value.assigns {
            true => {
                let ty = self.builder.local_type(object);
                self.copied(variable, ty, span)
            }
            false => variable,
        };
        let value = self.value(value);
        let stored = value.expr.clone();
        self.push_last(
            span,
            HeapOp::Store { object: object.expr, field, value: stored, null: NullPolicy::Fault },
        );
        value
    }

    /// A cast upwards is no instruction: it cannot fail.
    fn cast(&mut self, class: ir::ClassId, value: &Expr, span: Span) -> Val {
        let object = self.value(value);
        let is_safe = match value.ty {
            Ty::Class(found) => self.cx.world.is_below(found, class),
            Ty::Null | Ty::Unit | Ty::Bool | Ty::Int | Ty::Unknown => true,
        };
        if is_safe {
            return object;
        }
        let dst = self.temp(Type::Ref(class));
        self.push(span, HeapOp::Cast { dst: dst.into(), object: object.expr, class });
        Val::temp(dst)
    }
}
