//! Enums among numbers: a constant is the number of its place in the declaration, from 0.
//!
//! As in the original, an enum value stands wherever an integer may stand. It compares with integers and with values of
//! its own enum; in all other operations it is an `int`. Nothing leads back: an integer is no enum value, and two
//! enums do not mix, since either is nearly always a mistake.

use base::Diagnostic;
use ir::Value;

use super::body::BodyChecker;
use super::codes;
use super::operators::Sides;
use crate::ast::BinaryOp;
use crate::hir::{ExprId, ExprKind, Ty, TypeId};

impl BodyChecker<'_, '_> {
    /// The number that an expression is, if it is a constant of an enum.
    pub(super) fn enum_constant(&self, expr: ExprId) -> Option<i128> {
        let expr = &self.sema.program.exprs[expr];
        match (&expr.kind, expr.ty) {
            (ExprKind::Const(Value::Int(number)), Ty::Enum(_)) => Some(i128::from(*number)),
            _ => None,
        }
    }

    /// An enum value as an `int`; everything else as it is.
    pub(super) fn enum_as_int(&mut self, expr: ExprId) -> ExprId {
        match self.ty(expr) {
            Ty::Enum(_) => self.coerce(expr, Ty::INT, "the operand"),
            _ => expr,
        }
    }

    /// The sides of an operation with all enum values as numbers that are operands as such. Two sides of one enum are
    /// compared as they are, and so is an integer constant with an enum that has it.
    pub(super) fn without_enums(&mut self, sides: Sides) -> Sides {
        let Sides { op, left, right, .. } = sides;
        let is_number =
            |ty| matches!(ty, Ty::Enum(_) | Ty::Int(_) | Ty::Range(_) | Ty::Real(_) | Ty::Decimal);
        let (a, b) = (self.ty(left), self.ty(right));
        if is_logical(op) || !is_number(a) || !is_number(b) {
            return sides;
        }
        match (a, b) {
            (Ty::Enum(a), Ty::Enum(b)) if a != b || is_comparison(op) => return sides,
            (Ty::Enum(id), _) if is_comparison(op) => {
                if let Some(right) = self.compared_constant(sides, id, right) {
                    return Sides { right, ..sides };
                }
            }
            (_, Ty::Enum(id)) if is_comparison(op) => {
                if let Some(left) = self.compared_constant(sides, id, left) {
                    return Sides { left, ..sides };
                }
            }
            _ => {}
        }
        Sides { left: self.enum_as_int(left), right: self.enum_as_int(right), ..sides }
    }

    /// The constant of the enum that an integer constant stands for; a constant outside of the enum gets a warning.
    fn compared_constant(&mut self, sides: Sides, id: TypeId, constant: ExprId) -> Option<ExprId> {
        let number = self.constant(constant)?;
        let span = self.span(constant);
        if self.is_constant_of(id, number) {
            return Some(self.add(ExprKind::Const(Value::Int(number as i64)), Ty::Enum(id), span));
        }
        self.outside_enum(sides, id, constant, number);
        None
    }

    fn is_constant_of(&self, id: TypeId, number: i128) -> bool {
        usize::try_from(number).is_ok_and(|number| number < self.sema.program.enum_constants(id).len())
    }

    // ------------------------------------------------------------------------------------- messages

    fn outside_enum(&mut self, sides: Sides, id: TypeId, constant: ExprId, number: i128) {
        let name = self.sema.type_name(Ty::Enum(id));
        let constants = self.sema.program.enum_constants(id);
        let last = constants.len().saturating_sub(1);
        let note = match constants {
            [only] => format!("`{name}` has one constant, `{only}`, which is 0"),
            [first, .., end] => format!("the constants of `{name}` go from `{first}`, 0, to `{end}`, {last}"),
            [] => format!("`{name}` has no constants"),
        };
        let is_above = number > 0;
        let is_true = match sides.op {
            BinaryOp::Ne => true,
            BinaryOp::Lt | BinaryOp::Le => is_above == (constant == sides.right),
            BinaryOp::Gt | BinaryOp::Ge => is_above == (constant == sides.left),
            _ => false,
        };
        let message =
            format!("the enum `{name}` has no constant {number}: this comparison is always {is_true}");
        let span = self.span(constant);
        self.report(
            Diagnostic::warning(&codes::OUTSIDE_ENUM, message)
                .at(span, format!("no value of `{name}`"))
                .note(note)
                .help(format!("compare with a constant by its name, as in `{}`", self.example(id))),
        );
    }

    /// Two sides of different enums.
    pub(super) fn mixed_enums(&mut self, sides: Sides) -> ExprId {
        let Sides { op, op_span, left, right, span } = sides;
        let (text, left, right) = (op.text(), self.shown_type(left), self.shown_type(right));
        let message = format!("the operator `{text}` mixes the enums `{left}` and `{right}`");
        self.report(
            Diagnostic::error(&codes::OPERAND_TYPES, message)
                .at(op_span, format!("`{left}` {text} `{right}`"))
                .note("values of an enum become integers, but not values of another enum")
                .help("if the numbers are meant, assign one side to an `int` variable and use that"),
        );
        self.error(span)
    }

    /// Advice where a value must be of an enum and is of another type.
    pub(super) fn advice_for_enum(&self, expr: ExprId, id: TypeId) -> Option<String> {
        let name = self.sema.type_name(Ty::Enum(id));
        let constants = self.sema.program.enum_constants(id);
        let named = |number: i128| usize::try_from(number).ok().and_then(|number| constants.get(number));
        match self.ty(expr) {
            Ty::Int(_) | Ty::Range(_) => Some(match self.constant(expr) {
                Some(number) => match named(number) {
                    Some(constant) => format!("write `{name}.{constant}`"),
                    None => format!("write a constant by its name, as in `{}`", self.example(id)),
                },
                None => self.tests_of_integer(id),
            }),
            Ty::Enum(_) => Some(format!("different enums do not mix; write a constant of `{name}`")),
            _ => None,
        }
    }

    fn tests_of_integer(&self, id: TypeId) -> String {
        let (name, example) = (self.sema.type_name(Ty::Enum(id)), self.example(id));
        let last = self.sema.program.enum_constants(id).len().saturating_sub(1);
        format!(
            "an integer does not become a value of an enum; set a variable of type `{name}` by tests, as in \
             `if (n == {last}) e = {example};`"
        )
    }

    /// Some constant of an enum, as it is written.
    pub(super) fn example(&self, id: TypeId) -> String {
        let name = self.sema.type_name(Ty::Enum(id));
        match self.sema.program.enum_constants(id).last() {
            Some(constant) => format!("{name}.{constant}"),
            None => name,
        }
    }
}

fn is_logical(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::In | BinaryOp::And | BinaryOp::Or)
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne)
}
