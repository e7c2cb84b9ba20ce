//! Conversions that happen by themselves, and the constants that adapt to the type asked for.

use base::{Diagnostic, Span};
use ir::{Decimal, IntType, RealType, Value};

use super::body::BodyChecker;
use super::codes;
use crate::hir::{ExprId, ExprKind, Ty};

/// Advice where `float` or `double` meets `decimal`.
pub(super) const DECIMALS_APART: &str =
    "`decimal` does not mix with `float` and `double`; a decimal number is written with `m`, as in `1.5m`";

/// What becomes of an expression where another type is needed.
enum Conversion {
    /// Nothing: the types are the same, or the one above contains the other.
    Same,
    /// Another constant.
    Constant(Value),
    /// A constant number that is not of the type.
    TooLarge(i128),
    Convert,
    Cast,
    Impossible,
}

impl BodyChecker<'_, '_> {
    /// The expression as one of type `to`; `what` names it in a message, as in "the condition".
    pub(super) fn coerce(&mut self, expr: ExprId, to: Ty, what: &str) -> ExprId {
        let span = self.span(expr);
        let expr = match (self.ty(expr), to) {
            // By way of an integer, since the core language has one conversion of enums.
            (Ty::Enum(_), Ty::Real(_) | Ty::Decimal) => self.enum_as_int(expr),
            _ => expr,
        };
        match self.conversion(expr, to) {
            Conversion::Same => expr,
            Conversion::Constant(value) => self.add(ExprKind::Const(value), to, span),
            Conversion::Convert => self.add(ExprKind::Convert(expr), to, span),
            Conversion::Cast => self.add(ExprKind::Cast(expr), to, span),
            Conversion::TooLarge(number) => self.constant_too_large(number, to, span),
            Conversion::Impossible => self.mismatch(expr, to, what),
        }
    }

    fn conversion(&self, expr: ExprId, to: Ty) -> Conversion {
        let from = self.ty(expr);
        if from == to || from == Ty::Error || to == Ty::Error {
            return Conversion::Same;
        }
        match (from, to) {
            (Ty::Int(_) | Ty::Range(_), Ty::Int(_) | Ty::Range(_)) => match self.constant(expr) {
                Some(number) => self.constant_as(number, to),
                None => Conversion::Convert,
            },
            (Ty::Enum(_), Ty::Int(_) | Ty::Range(_)) => match self.enum_constant(expr) {
                Some(number) => self.constant_as(number, to),
                None => Conversion::Convert,
            },
            (Ty::Int(_) | Ty::Range(_), Ty::Real(real)) => match self.constant(expr) {
                Some(number) => Conversion::Constant(real_constant(number as f64, real)),
                None => Conversion::Convert,
            },
            (Ty::Int(_) | Ty::Range(_), Ty::Decimal) => match self.constant(expr).and_then(Decimal::from_int)
            {
                Some(number) => Conversion::Constant(Value::Decimal(number)),
                None => Conversion::Convert,
            },
            (Ty::Real(_), Ty::Decimal) => match self.decimal_literal(expr) {
                Some(number) => Conversion::Constant(Value::Decimal(number)),
                None => Conversion::Impossible,
            },
            (Ty::Real(_), Ty::Real(real)) => match self.real_constant(expr) {
                Some(number) => Conversion::Constant(real_constant(number, real)),
                None if real == RealType::F64 => Conversion::Convert,
                None => Conversion::Impossible,
            },
            (Ty::Null, Ty::String) => Conversion::Constant(Value::Int(0)),
            (Ty::Null, to) if to.is_reference() => Conversion::Same,
            (from, to) if from.is_reference() && to.is_reference() => self.reference_conversion(from, to),
            _ => Conversion::Impossible,
        }
    }

    fn constant_as(&self, number: i128, to: Ty) -> Conversion {
        let fits = self.sema.program.int_type(to).is_some_and(|int| holds(int, number));
        if fits { Conversion::Constant(Value::Int(number as i64)) } else { Conversion::TooLarge(number) }
    }

    fn reference_conversion(&self, from: Ty, to: Ty) -> Conversion {
        let implements = |class, interface| self.sema.program.interfaces(class).contains(&interface);
        match (from, to) {
            (_, Ty::Object) => Conversion::Same,
            (Ty::Object, _) => Conversion::Cast,
            (Ty::Class(class), Ty::Interface(interface)) if implements(class, interface) => Conversion::Same,
            (Ty::Interface(interface), Ty::Class(class)) if implements(class, interface) => Conversion::Cast,
            (Ty::Interface(_), Ty::Interface(_)) => Conversion::Cast,
            _ => Conversion::Impossible,
        }
    }

    /// Whether one of two reference types converts to the other, so that their values may be equal.
    pub(super) fn are_related(&self, a: Ty, b: Ty) -> bool {
        let converts = |from, to| !matches!(self.reference_conversion(from, to), Conversion::Impossible);
        a == b || a == Ty::Null || b == Ty::Null || converts(a, b) || converts(b, a)
    }

    // ------------------------------------------------------------------------------------ constants

    /// The number that an expression is, if it is a constant integer.
    pub(super) fn constant(&self, expr: ExprId) -> Option<i128> {
        let expr = &self.sema.program.exprs[expr];
        match (&expr.kind, self.sema.program.int_type(expr.ty)) {
            (ExprKind::Const(Value::Int(stored)), Some(int)) => Some(int.decode(*stored)),
            _ => None,
        }
    }

    pub(super) fn real_constant(&self, expr: ExprId) -> Option<f64> {
        match self.sema.program.exprs[expr].kind {
            ExprKind::Const(Value::Real(real)) => Some(real.get()),
            _ => None,
        }
    }

    /// The decimal that a real literal is where one is wanted.
    pub(super) fn decimal_literal(&self, expr: ExprId) -> Option<Decimal> {
        self.sema.decimals.get(&expr).copied()
    }

    /// Whether an expression is a constant number that is a value of the type.
    pub(super) fn constant_fits(&self, expr: ExprId, int: IntType) -> bool {
        self.constant(expr).is_some_and(|number| holds(int, number))
    }

    // ------------------------------------------------------------------------------------- messages

    pub(super) fn mismatch(&mut self, expr: ExprId, to: Ty, what: &str) -> ExprId {
        let (found, wanted) = (self.shown_type(expr), self.sema.type_name(to));
        let span = self.span(expr);
        let mut diagnostic = Diagnostic::error(
            &codes::TYPE_MISMATCH,
            format!("{what} must be of type `{wanted}`, but is of type `{found}`"),
        )
        .at(span, format!("expected `{wanted}`, found `{found}`"));
        if to == Ty::Bool && self.sema.program.int_type(self.ty(expr)).is_some() {
            diagnostic = diagnostic.help("compare it with 0, as in `x != 0`");
        }
        if let (Ty::Enum(id), Ty::Bool) = (self.ty(expr), to) {
            let help = format!("compare it with a constant, as in `x == {}`", self.example(id));
            diagnostic = diagnostic.help(help);
        }
        if let Ty::Enum(id) = to
            && let Some(help) = self.advice_for_enum(expr, id)
        {
            diagnostic = diagnostic.help(help);
        }
        if let (Ty::Real(_), Ty::Decimal) | (Ty::Decimal, Ty::Real(_)) = (self.ty(expr), to) {
            diagnostic = diagnostic.help(DECIMALS_APART);
        }
        self.report(diagnostic);
        self.error(span)
    }

    fn constant_too_large(&mut self, number: i128, to: Ty, span: Span) -> ExprId {
        let name = self.sema.type_name(to);
        let mut diagnostic = Diagnostic::error(
            &codes::CONSTANT_TOO_LARGE,
            format!("{number} is not a value of type `{name}`"),
        )
        .at(span, "does not fit");
        if let Some((lo, hi)) = self.sema.program.int_type(to).map(IntType::bounds) {
            diagnostic = diagnostic.note(format!("`{name}` holds the numbers from {lo} to {hi}"));
        }
        self.report(diagnostic);
        self.error(span)
    }
}

pub(super) fn holds(int: IntType, number: i128) -> bool {
    let (lo, hi) = int.bounds();
    (lo..=hi).contains(&number)
}

fn real_constant(number: f64, real: RealType) -> Value {
    Value::Real(ir::Real::from(match real {
        RealType::F32 => f64::from(number as f32),
        RealType::F64 => number,
    }))
}
