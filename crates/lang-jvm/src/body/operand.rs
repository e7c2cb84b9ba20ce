//! Operands of the stack: expressions that are not yet computed.

use classfile::WhenNan;
use ir::{BinOp, Expr, LocalId, Type, UnOp, Value};

use super::{Body, mentions};
use crate::types::{BYTE, CHAR, INT, SHORT};

/// The deepest expression that is kept on the stack.
const MAX_DEPTH: usize = 24;

/// An operand of the stack.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Operand {
    Value {
        expr: Expr,
        ty: Type,
        /// Of references.
        non_null: bool,
        /// Of references: the object is of this class, and of none below it.
        exact: bool,
    },
    /// The result of a comparison: -1, 0 or 1.
    Compared { left: Expr, right: Expr, ty: Type, nan: Option<WhenNan> },
}

impl Operand {
    pub(super) fn of(expr: Expr, ty: Type) -> Self {
        Operand::Value { expr, ty, non_null: false, exact: false }
    }

    pub(super) fn int(expr: Expr) -> Self {
        Self::of(expr, INT)
    }

    /// An object that has just been made.
    pub(super) fn new_object(local: LocalId, ty: Type) -> Self {
        Operand::Value { expr: local.into(), ty, non_null: true, exact: true }
    }

    /// Numbers below `int` and booleans have types of their own here, and are converted where they are used.
    pub(super) fn ty(&self) -> Type {
        match self {
            Operand::Value { ty, .. } => *ty,
            Operand::Compared { .. } => INT,
        }
    }

    pub(super) fn is_local(&self, local: LocalId) -> bool {
        matches!(self, Operand::Value { expr: Expr::Local(held), .. } if *held == local)
    }

    pub(super) fn is_non_null(&self) -> bool {
        matches!(self, Operand::Value { non_null: true, .. })
    }

    pub(super) fn is_exact(&self) -> bool {
        matches!(self, Operand::Value { exact: true, .. })
    }

    fn mentions(&self, local: LocalId) -> bool {
        match self {
            Operand::Value { expr, .. } => mentions(expr, local),
            Operand::Compared { left, right, .. } => mentions(left, local) || mentions(right, local),
        }
    }

    fn depth(&self) -> usize {
        match self {
            Operand::Value { expr, .. } => expr.depth(),
            Operand::Compared { left, right, .. } => left.depth().max(right.depth()),
        }
    }
}

impl Body<'_> {
    pub(super) fn push(&mut self, operand: Operand) {
        let operand = if operand.depth() > MAX_DEPTH { self.settle(operand) } else { operand };
        self.stack.push(operand);
    }

    pub(super) fn push_of(&mut self, expr: impl Into<Expr>, ty: Type) {
        self.push(Operand::of(expr.into(), ty));
    }

    pub(super) fn pop(&mut self) -> Operand {
        self.stack.pop().expect("verification has counted the operands")
    }

    /// The same operand in a variable, so that it is computed once.
    pub(super) fn settle(&mut self, operand: Operand) -> Operand {
        match operand {
            Operand::Value { expr, ty, non_null, exact } if expr.depth() > 1 => {
                Operand::Value { expr: self.e.held(expr, ty).into(), ty, non_null, exact }
            }
            Operand::Compared { .. } => Operand::int(self.number(operand)),
            simple => simple,
        }
    }

    /// A variable is about to be written: operands that read it are computed.
    pub(super) fn save(&mut self, local: LocalId) {
        for index in 0..self.stack.len() {
            if self.stack[index].mentions(local) {
                let operand = self.stack[index].clone();
                self.stack[index] = match operand {
                    Operand::Value { expr, ty, non_null, exact } => {
                        let temp = self.e.temp(ty);
                        self.e.assign(temp, expr);
                        Operand::Value { expr: temp.into(), ty, non_null, exact }
                    }
                    compared => self.settle(compared),
                };
            }
        }
    }

    /// An operand as an `int`.
    pub(super) fn number(&mut self, operand: Operand) -> Expr {
        match operand {
            Operand::Value { expr: Expr::Const(Value::Bool(truth)), .. } => Expr::int(truth.into()),
            Operand::Value { expr, ty: Type::Bool, .. } => self.number_of(expr),
            Operand::Value { expr: expr @ Expr::Const(_), .. } | Operand::Value { expr, ty: INT, .. } => expr,
            Operand::Value { expr, ty, .. } => Expr::convert(ty, INT, expr),
            Operand::Compared { left, right, ty, nan } => self.compared(&left, &right, ty, nan),
        }
    }

    /// 1 where the condition holds, else 0.
    fn number_of(&mut self, condition: Expr) -> Expr {
        let temp = self.e.temp(INT);
        let on = self.e.b.new_block();
        let other = self.e.branch(condition);
        self.e.assign(temp, Expr::int(1));
        self.e.goto(on);
        self.e.b.switch_to(other);
        self.e.assign(temp, Expr::int(0));
        self.e.goto(on);
        self.e.b.switch_to(on);
        temp.into()
    }

    fn compared(&mut self, left: &Expr, right: &Expr, ty: Type, nan: Option<WhenNan>) -> Expr {
        let test = |op| Expr::binary(op, ty, left.clone(), right.clone());
        // The last one is what a NaN gives.
        let (first, second, last) = match nan {
            None | Some(WhenNan::Greater) => ((BinOp::Lt, -1), (BinOp::Eq, 0), 1),
            Some(WhenNan::Less) => ((BinOp::Gt, 1), (BinOp::Eq, 0), -1),
        };
        let temp = self.e.temp(INT);
        let on = self.e.b.new_block();
        for (op, number) in [first, second] {
            let other = self.e.branch(test(op));
            self.e.assign(temp, Expr::int(number));
            self.e.goto(on);
            self.e.b.switch_to(other);
        }
        self.e.assign(temp, Expr::int(last));
        self.e.goto(on);
        self.e.b.switch_to(on);
        temp.into()
    }

    /// An operand as a value of a type: of a variable, a parameter, a field, an element.
    pub(super) fn coerce(&mut self, operand: Operand, to: Type) -> Expr {
        match (operand, to) {
            (Operand::Value { expr, ty, .. }, to) if ty == to => expr,
            (Operand::Value { expr: Expr::Const(Value::Int(number)), .. }, Type::Bool) => {
                Expr::Const(Value::Bool(number & 1 != 0))
            }
            (operand, Type::Bool) => {
                let number = self.number(operand);
                Expr::binary(BinOp::Ne, INT, number, Expr::int(0))
            }
            (operand, INT) => self.number(operand),
            (operand, BYTE | SHORT | CHAR) => {
                let number = self.number(operand);
                narrow(number, to)
            }
            (Operand::Value { expr, ty, .. }, Type::Ref(_) | Type::Object) => self.e.cast(expr, ty, to),
            (Operand::Value { expr, .. }, _) => expr,
            (compared @ Operand::Compared { .. }, _) => self.number(compared),
        }
    }

    pub(super) fn pop_as(&mut self, ty: Type) -> Expr {
        let operand = self.pop();
        self.coerce(operand, ty)
    }
}

/// An `int` as a smaller number.
pub(super) fn narrow(number: Expr, to: Type) -> Expr {
    match number {
        Expr::Const(Value::Int(number)) => Expr::int(match to {
            BYTE => i64::from(number as i8),
            SHORT => i64::from(number as i16),
            CHAR => i64::from(number as u16),
            _ => number,
        }),
        // It was one.
        Expr::Convert { from, to: INT, arg } if from == to => *arg,
        number => Expr::convert(INT, to, number),
    }
}

/// The opposite of a condition.
pub(super) fn not(condition: Expr) -> Expr {
    match condition {
        Expr::Unary { op: UnOp::Not, arg, .. } => *arg,
        Expr::Const(Value::Bool(truth)) => Expr::Const(Value::Bool(!truth)),
        condition => Expr::not(condition),
    }
}
