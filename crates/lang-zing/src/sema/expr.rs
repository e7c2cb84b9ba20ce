//! Expressions: what names mean, and the type of every node.
//!
//! A chain such as `a + b + c` or `a.b.c` may be as long as the input, so expressions are walked down along their first
//! parts with a loop, and typed on the way back up. All other parts are typed by recursion, which the parser's
//! nesting limit bounds.

use base::{Diagnostic, Span};
use ir::Value;

use super::body::{BodyChecker, Context};
use super::codes;
use super::operators::Sides;
use crate::ast::{self, ExprKind as A, IntSuffix};
use crate::hir::{ChoiceOf, ExprId, ExprKind, Ty, TypeId};

/// What an expression stands for: a value, or a type before a dot.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Value(ExprId),
    Type(TypeId, Span),
}

impl BodyChecker<'_, '_> {
    /// An expression that must have a value.
    pub(super) fn value(&mut self, id: ast::ExprId) -> ExprId {
        let operand = self.operand(id);
        self.as_value(operand)
    }

    pub(super) fn operand(&mut self, id: ast::ExprId) -> Operand {
        let unit = self.sema.unit;
        let mut chain = Vec::new();
        let mut current = id;
        while let Some(first) = first_part(unit, current) {
            chain.push(current);
            current = first;
        }
        let mut operand = self.leaf(current);
        while let Some(node) = chain.pop() {
            operand = self.extend(node, operand);
        }
        operand
    }

    pub(super) fn as_value(&mut self, operand: Operand) -> ExprId {
        match operand {
            Operand::Value(expr) if self.ty(expr) == Ty::Void => {
                let span = self.span(expr);
                self.report(
                    Diagnostic::error(&codes::VOID_VALUE, "a call of a void method has no value")
                        .at(span, "gives no value"),
                );
                self.error(span)
            }
            Operand::Value(expr) => expr,
            Operand::Type(id, span) => {
                let name = &self.sema.program.types[id].name;
                let message = format!("the type `{name}` stands where a value is needed");
                self.report(Diagnostic::error(&codes::TYPE_AS_VALUE, message).at(span, "not a value"));
                self.error(span)
            }
        }
    }

    /// Types a node whose first part, if it has one, is no part of a chain.
    fn leaf(&mut self, id: ast::ExprId) -> Operand {
        let unit = self.sema.unit;
        let span = unit.exprs[id].span;
        let expr = match &unit.exprs[id].kind {
            A::Int { value, suffix } => self.integer(*value, *suffix, span),
            A::Real { value, decimal } => {
                let literal = self.add(ExprKind::Const(Value::Real((*value).into())), Ty::DOUBLE, span);
                self.sema.decimals.extend(decimal.map(|decimal| (literal, decimal)));
                literal
            }
            A::Decimal(number) => self.add(ExprKind::Const(Value::Decimal(*number)), Ty::Decimal, span),
            A::String(text) => {
                let number = self.sema.string(*text);
                self.add(ExprKind::Const(Value::Int(number)), Ty::String, span)
            }
            A::Bool(truth) => self.add(ExprKind::Const(Value::Bool(*truth)), Ty::Bool, span),
            A::Null => self.add(ExprKind::Const(Value::Null), Ty::Null, span),
            A::This => self.this(span),
            A::SelfId => self.add(ExprKind::SelfId, Ty::INT, span),
            A::Star => self.choice(ChoiceOf::Type, Ty::Bool, span),
            A::Name(name) => return self.name(*name, span),
            A::New { ty, size } => self.new_object(*ty, *size, span),
            A::Sizeof(what) => self.size_of(*what, span),
            A::Choose(what) => self.choose(*what, span),
            A::Call { callee, args } => return Operand::Value(self.call_by_name(*callee, args, span)),
            A::Assign { .. } => self.nested_assignment(span),
            A::Error => self.error(span),
            A::Field { .. } | A::Index { .. } | A::Unary { .. } | A::Binary { .. } => {
                unreachable!("a chain goes on at its first part")
            }
        };
        Operand::Value(expr)
    }

    /// Types a node whose first part is typed.
    fn extend(&mut self, id: ast::ExprId, first: Operand) -> Operand {
        let unit = self.sema.unit;
        let span = unit.exprs[id].span;
        match &unit.exprs[id].kind {
            A::Field { name, .. } => self.member_access(first, *name, span),
            A::Index { index, .. } => {
                let array = self.as_value(first);
                Operand::Value(self.element(array, *index, span))
            }
            A::Call { callee, args } => {
                let A::Field { name, .. } = unit.exprs[*callee].kind else {
                    unreachable!("only a call through a dot goes on at its first part")
                };
                Operand::Value(self.call_member(first, name, args, span))
            }
            A::Unary { op, .. } => {
                let arg = self.as_value(first);
                Operand::Value(self.unary(*op, arg, span))
            }
            A::Binary { op, op_span, right, .. } => {
                let left = self.as_value(first);
                let right = self.value(*right);
                Operand::Value(self.binary(Sides { op: *op, op_span: *op_span, left, right, span }))
            }
            other => unreachable!("{other:?} has no first part"),
        }
    }

    /// The smallest type that holds the number, as in C#.
    fn integer(&mut self, value: u64, suffix: IntSuffix, span: Span) -> ExprId {
        let (unsigned, long) = match suffix {
            IntSuffix::None => (false, false),
            IntSuffix::U => (true, false),
            IntSuffix::L => (false, true),
            IntSuffix::UL => (true, true),
        };
        let ty = if !long && !unsigned && i32::try_from(value).is_ok() {
            Ty::INT
        } else if !long && u32::try_from(value).is_ok() {
            Ty::UINT
        } else if !unsigned && i64::try_from(value).is_ok() {
            Ty::LONG
        } else {
            Ty::ULONG
        };
        self.add(ExprKind::Const(Value::Int(value as i64)), ty, span)
    }

    pub(super) fn this(&mut self, span: Span) -> ExprId {
        if self.context == Context::Instance {
            return self.add(ExprKind::This, Ty::Class(self.owner), span);
        }
        let place = match self.context {
            Context::Instance | Context::Static => "a static method",
            Context::StaticInitialiser | Context::FieldInitialiser => "the initialiser of a field",
        };
        self.report(
            Diagnostic::error(&codes::THIS_IN_STATIC, format!("there is no `this` in {place}"))
                .at(span, "runs for no object"),
        );
        self.error(span)
    }

    pub(super) fn nested_assignment(&mut self, span: Span) -> ExprId {
        self.report(
            Diagnostic::error(&codes::NESTED_ASSIGNMENT, "an assignment cannot be used as a value")
                .at(span, "is a statement")
                .help("to compare, write `==`"),
        );
        self.error(span)
    }
}

/// The part of an expression along which a chain goes on.
fn first_part(unit: &ast::Unit, id: ast::ExprId) -> Option<ast::ExprId> {
    match &unit.exprs[id].kind {
        A::Field { base, .. } | A::Index { base, .. } => Some(*base),
        A::Unary { operand, .. } => Some(*operand),
        A::Binary { left, .. } => Some(*left),
        A::Call { callee, .. } => match unit.exprs[*callee].kind {
            A::Field { base, .. } => Some(base),
            _ => None,
        },
        A::Int { .. }
        | A::Real { .. }
        | A::Decimal(_)
        | A::String(_)
        | A::Bool(_)
        | A::Null
        | A::This
        | A::SelfId
        | A::Star
        | A::Name(_)
        | A::New { .. }
        | A::Sizeof(_)
        | A::Choose(_)
        | A::Assign { .. }
        | A::Error => None,
    }
}
