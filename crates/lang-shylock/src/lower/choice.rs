//! Guards and choices.
//!
//! A branch is open if the guards that it begins with are. A choice goes to any open branch, without a way that would
//! have to be taken back: it passes the guarded branches one by one, and at each that is open takes it or goes on, if
//! there is another behind it.

use base::Span;
use ir::{BinOp, BlockId, CheckOp, Expr, Op, Type};

use super::body::{BodyLowerer, is_empty};
use super::value::Val;
use crate::ast::{Stmt, StmtKind, Test};
use crate::{Blocked, Choice, Steps};

/// A branch that has a guard.
struct Guarded {
    open: Expr,
    /// Whether a guarded branch behind it is open; the last has none.
    later: Option<Expr>,
    target: BlockId,
}

impl BodyLowerer<'_, '_> {
    pub(super) fn guard(&mut self, test: &Test, body: &Stmt, is_open: bool) {
        if !is_open {
            let condition = self.condition(&test.condition, test.span).expr;
            self.pass_if(condition, test.span);
        }
        self.rule_of_paper(test.span);
        self.stmt(body, is_open);
    }

    /// Goes on if the condition is true; otherwise the program is stuck.
    fn pass_if(&mut self, condition: Expr, span: Span) {
        match self.cx.options.blocked {
            Blocked::Prune => self.push(span, Op::Check(CheckOp::Assume { condition })),
            Blocked::Stuck => {
                let (open, sink) = (self.builder.new_block(), self.builder.new_block());
                let site = self.site(span);
                self.builder.branch(site, condition, open, sink);
                self.builder.switch_to(sink);
                self.builder.stick(span);
                self.builder.switch_to(open);
            }
        }
    }

    pub(super) fn choice(&mut self, branches: &[Stmt], span: Span, is_open: bool) {
        let targets: Vec<BlockId> = branches.iter().map(|_| self.builder.new_block()).collect();
        let are_open = match self.cx.options.choice {
            Choice::Blind => {
                self.goto(span, targets.clone());
                false
            }
            Choice::Open => {
                self.choose_open(branches, &targets, span, is_open);
                true
            }
        };
        let join = self.builder.new_block();
        for (branch, target) in branches.iter().zip(targets) {
            self.builder.switch_to(target);
            self.step = self.cx.options.steps == Steps::Paper;
            self.stmt(branch, are_open);
            self.builder.goto(join);
        }
        self.builder.switch_to(join);
    }

    fn choose_open(&mut self, branches: &[Stmt], targets: &[BlockId], span: Span, is_open: bool) {
        let (mut guarded, mut free) = (Vec::new(), Vec::new());
        for (branch, &target) in branches.iter().zip(targets) {
            match self.openness(branch, span) {
                Some(open) => guarded.push((self.small(open, span), target)),
                None => free.push(target),
            }
        }
        let (guarded, any) = self.with_later(guarded, span);
        if let Some(any) = any
            && free.is_empty()
            && !is_open
        {
            self.pass_if(any, span);
        }
        for Guarded { open, later, target } in guarded {
            self.take_or_go_on(open, later, target, free.is_empty(), span);
        }
        if !free.is_empty() {
            self.goto(span, free);
        }
    }

    /// At least one branch from this one on is open. Leaves the current block at the branches behind it, if there are
    /// any.
    fn take_or_go_on(
        &mut self,
        open: Expr,
        later: Option<Expr>,
        target: BlockId,
        none_is_free: bool,
        span: Span,
    ) {
        if none_is_free {
            let Some(later) = later else { return self.goto(span, vec![target]) };
            let others = self.builder.new_block();
            let site = self.site(span);
            self.builder.branch(site, later, others, target);
            self.builder.switch_to(others);
        }
        let (either, rest) = (self.builder.new_block(), self.builder.new_block());
        let site = self.site(span);
        self.builder.branch(site, open, either, rest);
        self.builder.switch_to(either);
        self.goto(span, vec![target, rest]);
        self.builder.switch_to(rest);
    }

    /// Computes, before anything is decided, whether a later branch is open, and whether any is.
    fn with_later(&mut self, branches: Vec<(Val, BlockId)>, span: Span) -> (Vec<Guarded>, Option<Expr>) {
        let mut guarded = Vec::new();
        let mut later: Option<Val> = None;
        for (open, target) in branches.into_iter().rev() {
            let here = Guarded {
                open: open.expr.clone(),
                later: later.as_ref().map(|later| later.expr.clone()),
                target,
            };
            guarded.push(here);
            later = Some(match later {
                None => open,
                Some(later) => {
                    let either = either(open, later);
                    self.small(either, span)
                }
            });
        }
        guarded.reverse();
        (guarded, later.map(|later| later.expr))
    }

    /// Whether the guards are open that a statement begins with; `None` if it has none.
    fn openness(&mut self, stmt: &Stmt, span: Span) -> Option<Val> {
        match &stmt.kind {
            StmtKind::Guard { test, body } => {
                let here = self.condition(&test.condition, span);
                match self.openness(body, span) {
                    Some(inner) => {
                        let both = Val::of(BinOp::And, Type::Bool, here, inner);
                        Some(self.small(both, span))
                    }
                    None => Some(here),
                }
            }
            StmtKind::Choice(branches) => {
                let mut any: Option<Val> = None;
                for branch in branches {
                    let open = self.openness(branch, span)?;
                    any = Some(match any {
                        None => open,
                        Some(any) => {
                            let either = either(any, open);
                            self.small(either, span)
                        }
                    });
                }
                any
            }
            StmtKind::Seq(parts) => {
                let first = parts.iter().find(|part| !is_empty(part))?;
                self.openness(first, span)
            }
            StmtKind::Labelled { labels: _, body } => self.openness(body, span),
            StmtKind::Skip
            | StmtKind::Assign { .. }
            | StmtKind::Call { .. }
            | StmtKind::Assert { .. }
            | StmtKind::If { .. }
            | StmtKind::While { .. } => None,
        }
    }
}

fn either(left: Val, right: Val) -> Val {
    Val::of(BinOp::Or, Type::Bool, left, right)
}
