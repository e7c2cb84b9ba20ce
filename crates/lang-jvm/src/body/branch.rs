//! Branches and switches. Comparisons of longs and of floating point numbers are branched on directly.

use base::Id;
use classfile::{At, Comparison, Condition, Relation, Switch, WhenNan};
use ir::{BinOp, BlockId, Expr, TermOp, Type};

use super::Body;
use super::operand::{Operand, not};
use crate::types::{DOUBLE, FLOAT, INT, LONG};

impl Body<'_> {
    pub(super) fn compare(&mut self, comparison: Comparison) {
        let (ty, nan) = match comparison {
            Comparison::Long => (LONG, None),
            Comparison::Float(nan) => (FLOAT, Some(nan)),
            Comparison::Double(nan) => (DOUBLE, Some(nan)),
        };
        let right = self.pop_as(ty);
        let left = self.pop_as(ty);
        self.push(Operand::Compared { left, right, ty, nan });
    }

    pub(super) fn branch(&mut self, condition: Condition, target: At) {
        let condition = self.condition(condition);
        let next = At::new(self.at.index() + 1);
        let site = self.e.site();
        let (then_to, else_to) = (self.edge(target), self.edge(next));
        self.e.b.terminate(site, TermOp::Branch { condition, then_to, else_to });
    }

    fn condition(&mut self, condition: Condition) -> Expr {
        match condition {
            Condition::Zero(relation) => {
                let operand = self.pop();
                self.against_zero(operand, relation)
            }
            Condition::Ints(relation) => {
                let (right, left) = (self.pop(), self.pop());
                self.ints(left, right, relation)
            }
            Condition::Null | Condition::NonNull => {
                let op = if condition == Condition::Null { BinOp::Eq } else { BinOp::Ne };
                let object = self.pop_as(Type::Object);
                Expr::binary(op, Type::Object, object, Expr::NULL)
            }
            Condition::Same | Condition::Different => {
                let op = if condition == Condition::Same { BinOp::Eq } else { BinOp::Ne };
                let right = self.pop_as(Type::Object);
                let left = self.pop_as(Type::Object);
                Expr::binary(op, Type::Object, left, right)
            }
        }
    }

    fn ints(&mut self, left: Operand, right: Operand, relation: Relation) -> Expr {
        let both = (left.ty(), right.ty());
        if both == (Type::Bool, Type::Bool) && matches!(relation, Relation::Equal | Relation::NotEqual) {
            let (left, right) = (self.coerce(left, Type::Bool), self.coerce(right, Type::Bool));
            return Expr::binary(test(relation), Type::Bool, left, right);
        }
        // The left operand is computed first: it may need blocks of its own.
        let left = self.number(left);
        let right = self.number(right);
        Expr::binary(test(relation), INT, left, right)
    }

    fn against_zero(&mut self, operand: Operand, relation: Relation) -> Expr {
        match operand {
            Operand::Compared { left, right, ty, nan } => compared(left, right, ty, nan, relation),
            Operand::Value { expr, ty: Type::Bool, .. } => match relation {
                Relation::Equal | Relation::LessOrEqual => not(expr),
                Relation::NotEqual | Relation::Greater => expr,
                Relation::Less => Expr::FALSE,
                Relation::GreaterOrEqual => Expr::TRUE,
            },
            operand => {
                let number = self.number(operand);
                Expr::binary(test(relation), INT, number, Expr::int(0))
            }
        }
    }

    pub(super) fn switch(&mut self, switch: &Switch) {
        let operand = self.pop();
        let value = self.number(operand);
        let site = self.e.site();
        let mut edges: Vec<(At, BlockId)> = Vec::new();
        let mut edge = |body: &mut Self, target: At| match edges.iter().find(|(known, _)| *known == target) {
            Some(&(_, block)) => block,
            None => {
                let block = body.edge(target);
                edges.push((target, block));
                block
            }
        };
        let cases =
            switch.cases.iter().map(|&(number, target)| (i64::from(number), edge(self, target))).collect();
        let default = edge(self, switch.default);
        self.e.b.terminate(site, TermOp::Switch { value, cases, default });
    }
}

fn test(relation: Relation) -> BinOp {
    match relation {
        Relation::Equal => BinOp::Eq,
        Relation::NotEqual => BinOp::Ne,
        Relation::Less => BinOp::Lt,
        Relation::LessOrEqual => BinOp::Le,
        Relation::Greater => BinOp::Gt,
        Relation::GreaterOrEqual => BinOp::Ge,
    }
}

/// What a relation of the result of a comparison with 0 says of the numbers that were compared.
fn compared(left: Expr, right: Expr, ty: Type, nan: Option<WhenNan>, relation: Relation) -> Expr {
    let plain = |op| Expr::binary(op, ty, left.clone(), right.clone());
    // A relation that holds of the result of a NaN is the opposite of one that does not.
    match (relation, nan) {
        (Relation::Less, Some(WhenNan::Less)) => not(plain(BinOp::Ge)),
        (Relation::LessOrEqual, Some(WhenNan::Less)) => not(plain(BinOp::Gt)),
        (Relation::Greater, Some(WhenNan::Greater)) => not(plain(BinOp::Le)),
        (Relation::GreaterOrEqual, Some(WhenNan::Greater)) => not(plain(BinOp::Lt)),
        (Relation::NotEqual, Some(_)) => not(plain(BinOp::Eq)),
        (relation, _) => plain(test(relation)),
    }
}
