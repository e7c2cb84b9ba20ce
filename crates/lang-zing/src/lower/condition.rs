//! Conditions, and `&&` and `||` whose right sides need instructions.
//!
//! Both sides of `&&` and `||` stay in one expression of the core language where they can. Otherwise control branches
//! around the right side, which must not be evaluated if the left side decides.

use ir::{BinOp, BlockId, Expr, Op, Place, TermOp, Type, UnOp, Value};

use super::body::{BodyLowerer, Val};
use crate::hir::{Effects, ExprId, ExprKind};

/// A right side of `&&` or `||` that is taller than this is not put into the same expression as the left side: there it
/// could be too deep, and spilling it would evaluate it too early.
const MAX_PURE_RIGHT: u32 = Expr::MAX_DEPTH as u32 / 2;

/// Where a condition leads when it is true, and when it is false.
#[derive(Clone, Copy)]
struct Exits {
    then_to: BlockId,
    else_to: BlockId,
}

/// A node on the way down to the first term of a condition, with the exits of the node.
enum Step {
    Not(Exits),
    /// `left` are the exits of the left side, one of which is the block `next` where the right side is evaluated.
    Logical {
        op: BinOp,
        right: ExprId,
        node: Exits,
        left: Exits,
        next: BlockId,
    },
}

impl BodyLowerer<'_, '_> {
    /// Whether an expression is a `&&` or `||` whose right side cannot stand in the same expression.
    pub(super) fn branches(&self, id: ExprId) -> bool {
        match self.hir.exprs[id].kind {
            ExprKind::Binary { op: BinOp::And | BinOp::Or, right, .. } => !self.joins(right),
            _ => false,
        }
    }

    /// Whether an expression may be a right side in the same expression as its left side.
    fn joins(&self, right: ExprId) -> bool {
        let right = &self.hir.exprs[right];
        right.effects == Effects::NONE && right.height <= MAX_PURE_RIGHT
    }

    /// Ends the current block: goes to `then_to` if the condition is true, and to `else_to` if not.
    pub(super) fn condition(&mut self, id: ExprId, then_to: BlockId, else_to: BlockId) {
        let mut steps = Vec::new();
        let mut exits = Exits { then_to, else_to };
        let mut term = id;
        // Goes down to the first term with a loop, since left sides may be nested without bound.
        while let Some((first, step)) = self.step_down(term, exits) {
            exits = match &step {
                Step::Not(_) => Exits { then_to: exits.else_to, else_to: exits.then_to },
                Step::Logical { left, .. } => *left,
            };
            steps.push(step);
            term = first;
        }
        let mut value = self.first_term(term, exits);
        while let Some(step) = steps.pop() {
            (value, exits) = self.step_up(step, value);
        }
        if let Some(value) = value {
            self.branch(value, exits);
        }
    }

    fn step_down(&mut self, id: ExprId, node: Exits) -> Option<(ExprId, Step)> {
        match self.hir.exprs[id].kind {
            ExprKind::Unary { op: UnOp::Not, arg } => Some((arg, Step::Not(node))),
            ExprKind::Binary { op: op @ (BinOp::And | BinOp::Or), left, right } => {
                let next = self.new_block();
                let exits = match op {
                    BinOp::And => Exits { then_to: next, ..node },
                    _ => Exits { else_to: next, ..node },
                };
                Some((left, Step::Logical { op, right, node, left: exits, next }))
            }
            _ => None,
        }
    }

    /// The value of the first term, or nothing if it is a constant and control has gone where it leads.
    fn first_term(&mut self, term: ExprId, exits: Exits) -> Option<Val> {
        let ExprKind::Const(Value::Bool(truth)) = self.hir.exprs[term].kind else {
            return Some(self.scalar(term));
        };
        let target = if truth { exits.then_to } else { exits.else_to };
        self.terminate(TermOp::Goto { targets: vec![target] });
        None
    }

    /// From the value of a first part to that of the node. Without a value, control has gone to the exits already.
    fn step_up(&mut self, step: Step, value: Option<Val>) -> (Option<Val>, Exits) {
        match (step, value) {
            (Step::Not(node), None) => (None, node),
            (Step::Not(node), Some(value)) => (Some(self.unary(UnOp::Not, value, Type::Bool)), node),
            (Step::Logical { op, right, node, .. }, Some(value)) if self.joins(right) => {
                (Some(self.binary(op, Type::Bool, value, right)), node)
            }
            (Step::Logical { right, node, left, next, .. }, value) => {
                if let Some(value) = value {
                    self.branch(value, left);
                }
                self.switch_to(next);
                self.condition(right, node.then_to, node.else_to);
                (None, node)
            }
        }
    }

    fn branch(&mut self, value: Val, exits: Exits) {
        let Exits { then_to, else_to } = exits;
        self.terminate(TermOp::Branch { condition: value.expr, then_to, else_to });
    }

    /// The value of a `&&` or `||` that branches, when the left side is evaluated.
    pub(super) fn branching_value(&mut self, op: BinOp, first: Val, right: ExprId) -> Val {
        let result = match first.expr {
            Expr::Local(local) if self.is_temp(local) => local,
            expr => {
                let temp = self.temp(Type::Bool);
                self.emit(Op::Assign { dst: temp.into(), value: expr });
                temp
            }
        };
        let (open, join) = (self.new_block(), self.new_block());
        let exits = match op {
            BinOp::And => Exits { then_to: open, else_to: join },
            _ => Exits { then_to: join, else_to: open },
        };
        self.branch(Val::simple(result), exits);
        self.switch_to(open);
        let mut wanted: Option<Place> = Some(result.into());
        let value = self.scalar_to(right, &mut wanted).expr;
        if wanted.is_some() {
            self.emit(Op::Assign { dst: result.into(), value });
        }
        self.goto(join);
        self.switch_to(join);
        Val::simple(result)
    }
}
