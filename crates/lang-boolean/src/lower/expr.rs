//! Expressions.
//!
//! Rows become balanced trees, so that a long conjunction stays one expression and needs no temporaries; what is still
//! too deep is put into one. No expression has an effect or a fault, so all parts may be evaluated.

use base::Span;
use ir::{BinOp, Choice, ChoiceOp, Expr, LocalId, Op, Place, Type};

use super::body::BodyLowerer;
use crate::ast;

/// An expression and its depth.
#[derive(Clone)]
pub(super) struct Val {
    pub(super) expr: Expr,
    depth: usize,
}

impl Val {
    /// Deeper expressions go to temporaries: the core language has a limit.
    const MOST: usize = 24;

    fn leaf(expr: impl Into<Expr>) -> Self {
        Self { expr: expr.into(), depth: 1 }
    }

    fn of(op: BinOp, left: Val, right: Val) -> Self {
        let depth = 1 + left.depth.max(right.depth);
        Self { expr: Expr::binary(op, Type::Bool, left.expr, right.expr), depth }
    }

    fn not(self) -> Self {
        Self { expr: Expr::not(self.expr), depth: self.depth + 1 }
    }
}

impl BodyLowerer<'_> {
    pub(super) fn expr(&mut self, expr: &ast::Expr, span: Span) -> Expr {
        self.val(expr, span).expr
    }

    fn val(&mut self, expr: &ast::Expr, span: Span) -> Val {
        match expr {
            ast::Expr::Constant(value) => Val::leaf(if *value { Expr::TRUE } else { Expr::FALSE }),
            ast::Expr::Var(name) => Val::leaf(self.place(*name)),
            ast::Expr::Next(name) => match self.next_values.get(&name.symbol) {
                Some(next) => Val::leaf(next.clone()),
                // What is not assigned stays as it is.
                None => Val::leaf(self.place(*name)),
            },
            ast::Expr::Choice => Val::leaf(self.chosen(span)),
            ast::Expr::Schoose(yes, no) => self.schoose(yes, no, span),
            ast::Expr::Not(inner) => {
                let inner = self.val(inner, span);
                self.small(inner.not(), span)
            }
            ast::Expr::And(parts) => self.row(BinOp::And, parts, span),
            ast::Expr::Or(parts) => self.row(BinOp::Or, parts, span),
            ast::Expr::Odd { parts, negated } => self.odd(parts, *negated, span),
            ast::Expr::Cond { arms, otherwise } => self.cond(arms, otherwise, span),
        }
    }

    /// A value chosen now.
    fn chosen(&mut self, span: Span) -> LocalId {
        let temp = self.temp();
        self.choose(temp.into(), span);
        temp
    }

    pub(super) fn choose(&mut self, dst: Place, span: Span) {
        self.push(span, Op::Choice(ChoiceOp::Choose { dst, from: Choice::Bool }));
        self.written(dst, span);
    }

    /// `yes | !no & any`
    fn schoose(&mut self, yes: &ast::Expr, no: &ast::Expr, span: Span) -> Val {
        let (yes, no) = (self.val(yes, span), self.val(no, span));
        let any = Val::leaf(self.chosen(span));
        let otherwise = Val::of(BinOp::And, no.not(), any);
        self.small(Val::of(BinOp::Or, yes, otherwise), span)
    }

    fn row(&mut self, op: BinOp, parts: &[ast::Expr], span: Span) -> Val {
        let parts = parts.iter().map(|part| self.val(part, span)).collect();
        self.balanced(op, parts, span)
    }

    /// Joins neighbours until one is left.
    fn balanced(&mut self, op: BinOp, mut parts: Vec<Val>, span: Span) -> Val {
        while parts.len() > 1 {
            let mut joined = Vec::with_capacity(parts.len().div_ceil(2));
            let mut rest = parts.into_iter();
            while let Some(left) = rest.next() {
                joined.push(match rest.next() {
                    Some(right) => self.small(Val::of(op, left, right), span),
                    None => left,
                });
            }
            parts = joined;
        }
        parts.pop().expect("a row has parts")
    }

    fn odd(&mut self, parts: &[ast::Expr], negated: bool, span: Span) -> Val {
        if let ([left, right], true) = (parts, negated) {
            let (left, right) = (self.val(left, span), self.val(right, span));
            return self.small(Val::of(BinOp::Eq, left, right), span);
        }
        let odd = self.row(BinOp::Ne, parts, span);
        if negated { self.small(odd.not(), span) } else { odd }
    }

    /// `c & v | !c & rest`, from the last to the first; each condition is evaluated once.
    fn cond(&mut self, arms: &[(ast::Expr, ast::Expr)], otherwise: &ast::Expr, span: Span) -> Val {
        let mut rest = self.val(otherwise, span);
        for (condition, value) in arms.iter().rev() {
            let condition = self.val(condition, span);
            let condition = if condition.depth > 1 { self.spilled(condition, span) } else { condition };
            let value = self.val(value, span);
            let yes = Val::of(BinOp::And, condition.clone(), value);
            let no = Val::of(BinOp::And, condition.not(), rest);
            rest = self.small(Val::of(BinOp::Or, yes, no), span);
        }
        rest
    }

    /// The same truth value, in a temporary if the expression is deep.
    fn small(&mut self, value: Val, span: Span) -> Val {
        if value.depth <= Val::MOST { value } else { self.spilled(value, span) }
    }

    fn spilled(&mut self, value: Val, span: Span) -> Val {
        let temp = self.temp();
        self.push(span, Op::Assign { dst: temp.into(), value: value.expr });
        Val::leaf(temp)
    }
}
