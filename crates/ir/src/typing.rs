//! The type that an expression has by itself, without knowing where it stands.
//!
//! Shared by the printer and the reader, which leave out operand types that show by themselves, by the verifier, and by
//! analyses that ask which class of object an instruction touches. One rule for all of them keeps the text form exact.

use crate::instr::{BinOp, Expr, Place};
use crate::program::{GlobalId, LocalId, Proc, Program};
use crate::types::{IntType, Type};
use crate::value::Value;

/// The declared types of variables; `None` for what is not (yet) declared.
pub trait VariableTypes {
    fn local_type(&self, local: LocalId) -> Option<Type>;
    fn global_type(&self, global: GlobalId) -> Option<Type>;
}

/// The variables that a procedure sees.
#[derive(Clone, Copy, Debug)]
pub struct ProcTypes<'a> {
    pub program: &'a Program,
    pub proc: &'a Proc,
}

impl VariableTypes for ProcTypes<'_> {
    fn local_type(&self, local: LocalId) -> Option<Type> {
        self.proc.locals.get(local).map(|local| local.ty)
    }

    fn global_type(&self, global: GlobalId) -> Option<Type> {
        self.program.globals.get(global).map(|global| global.ty)
    }
}

impl ProcTypes<'_> {
    /// The declared type of a variable.
    pub fn place_type(&self, place: Place) -> Option<Type> {
        match place {
            Place::Local(local) => self.local_type(local),
            Place::Global(global) => self.global_type(global),
        }
    }
}

impl Expr {
    /// The type that shows in the expression itself: numbers fit many types and have none of their own; null is an
    /// [`Type::Object`]. Takes constant time, since operators carry their types.
    pub fn natural_type(&self, variables: &impl VariableTypes) -> Option<Type> {
        match self {
            Expr::Const(Value::Bool(_)) => Some(Type::Bool),
            Expr::Const(Value::Null) => Some(Type::Object),
            Expr::Const(Value::String(_)) => Some(Type::String),
            Expr::Const(Value::Int(_) | Value::Real(_) | Value::Decimal(_) | Value::Ref(_)) => None,
            Expr::Local(local) => variables.local_type(*local),
            Expr::Global(global) => variables.global_type(*global),
            Expr::SelfId => Some(Type::Int(IntType::I32)),
            Expr::Unary { ty, .. } => Some(*ty),
            Expr::Binary { op, .. } if op.is_test() => Some(Type::Bool),
            Expr::Binary { ty, .. } => Some(*ty),
            Expr::Convert { to, .. } => Some(*to),
            Expr::Round { to, .. } => Some(Type::Int(*to)),
        }
    }
}

/// The operand type of a binary operation that need not be written: that of the left side, or else of the right side;
/// references are compared as objects.
pub(crate) fn implied_operand_type(op: BinOp, left: Option<Type>, right: Option<Type>) -> Option<Type> {
    let ty = left.or(right)?;
    let compares = op == BinOp::Eq || op == BinOp::Ne;
    Some(if compares && ty.is_reference() { Type::Object } else { ty })
}
