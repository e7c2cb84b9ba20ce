//! Assignments, `constrain` and calls.
//!
//! `x1, .., xk := e1, .., ek constrain c` evaluates every `e` in the current state and writes all at once; an execution
//! in which `c` does not hold between the values before and after is discarded. It becomes temporaries for the next
//! values, `assume`, and the writes.

use base::{Span, Symbol};
use ir::{CheckOp, Expr, Op, Place, TermOp};
use rustc_hash::FxHashSet;

use super::body::BodyLowerer;
use crate::ast::{self, Name};

/// A target and its value.
type Pair<'a> = (Option<Name>, &'a ast::Expr);

impl BodyLowerer<'_> {
    pub(super) fn assign(
        &mut self,
        targets: &[Option<Name>],
        values: &[ast::Expr],
        constrain: Option<&ast::Expr>,
        span: Span,
    ) {
        let pairs: Vec<Pair<'_>> =
            targets.iter().copied().zip(values).filter(|pair| self.has_effect(pair)).collect();
        match constrain {
            Some(constraint) => self.assign_constrained(&pairs, constraint, span),
            None => self.assign_at_once(&pairs, span),
        }
    }

    /// There is one thread where passive variables are assigned, so they do not exist.
    fn has_effect(&self, (target, _): &Pair<'_>) -> bool {
        !target.is_some_and(|target| self.is_passive(target))
    }

    /// Everything is read before anything is written. A value that an earlier write would change is computed first.
    fn assign_at_once(&mut self, pairs: &[Pair<'_>], span: Span) {
        let mut written: FxHashSet<Symbol> = FxHashSet::default();
        let mut early: Vec<Option<Expr>> = Vec::new();
        for (target, value) in pairs {
            let is_late = target.is_none() || !mentions(value, &written);
            early.push(if is_late { None } else { Some(self.in_temp(value, span)) });
            written.extend(target.iter().map(|name| name.symbol));
        }
        for ((target, value), early) in pairs.iter().zip(early) {
            let Some(target) = target else { continue };
            let dst = self.place(*target);
            match early {
                Some(value) => self.push_assign(span, dst, value),
                None => self.write(dst, value, span),
            }
        }
    }

    fn assign_constrained(&mut self, pairs: &[Pair<'_>], constraint: &ast::Expr, span: Span) {
        let nexts: Vec<Expr> = pairs.iter().map(|(_, value)| self.next_value(value, span)).collect();
        for ((target, _), next) in pairs.iter().zip(&nexts) {
            self.next_values.extend(target.iter().map(|name| (name.symbol, next.clone())));
        }
        let condition = self.expr(constraint, span);
        self.next_values.clear();
        self.push(span, Op::Check(CheckOp::Assume { condition }));
        for ((target, _), value) in pairs.iter().zip(nexts) {
            if let Some(target) = target {
                let dst = self.place(*target);
                self.push_assign(span, dst, value);
            }
        }
    }

    /// A constant as it is, all else in a temporary, which the writes do not change.
    fn next_value(&mut self, value: &ast::Expr, span: Span) -> Expr {
        match value {
            ast::Expr::Constant(_) => self.expr(value, span),
            ast::Expr::Var(_)
            | ast::Expr::Next(_)
            | ast::Expr::Choice
            | ast::Expr::Schoose(..)
            | ast::Expr::Not(_)
            | ast::Expr::And(_)
            | ast::Expr::Or(_)
            | ast::Expr::Odd { .. }
            | ast::Expr::Cond { .. } => self.in_temp(value, span),
        }
    }

    fn in_temp(&mut self, value: &ast::Expr, span: Span) -> Expr {
        let temp = self.temp();
        self.write(temp.into(), value, span);
        temp.into()
    }

    /// Puts a value into a variable.
    pub(super) fn write(&mut self, dst: Place, value: &ast::Expr, span: Span) {
        if let ast::Expr::Choice = value {
            return self.choose(dst, span);
        }
        let value = self.expr(value, span);
        self.push_assign(span, dst, value);
    }

    /// Results that are not wanted go to temporaries.
    pub(super) fn call(&mut self, targets: &[Option<Name>], callee: Name, args: &[ast::Expr], span: Span) {
        let proc = self.cx.names.proc_ids[&callee.symbol];
        let mut args: Vec<Expr> = args.iter().map(|arg| self.expr(arg, span)).collect();
        args.extend(self.passed_holds());
        let n_results = self.cx.names.procs[proc].n_results;
        let written = targets.iter().flatten().copied().filter(|&target| !self.is_passive(target));
        let written: Vec<Place> = written.map(|target| self.place(target)).collect();
        let mut results: Vec<Place> = Vec::new();
        for index in 0..n_results {
            results.push(match targets.get(index).copied().flatten() {
                Some(target) if !self.is_passive(target) => self.place(target),
                Some(_) | None => self.temp().into(),
            });
        }
        results.extend(self.returned_holds());
        let next = self.builder.new_block();
        let site = self.site(span);
        self.builder.terminate(site, TermOp::Call { proc, args, results, next });
        self.builder.switch_to(next);
        written.into_iter().for_each(|place| self.written(place, span));
    }
}

/// Whether an expression reads one of these variables.
fn mentions(expr: &ast::Expr, names: &FxHashSet<Symbol>) -> bool {
    let mut found = false;
    expr.visit(&mut |part| {
        if let ast::Expr::Var(name) = part {
            found |= names.contains(&name.symbol);
        }
    });
    found
}
