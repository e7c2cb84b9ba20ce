//! Statements.

use base::Span;
use ir::{BlockId, CheckOp, Expr, Op, TermOp, ThreadOp};
use rustc_hash::FxHashSet;

use super::body::BodyLowerer;
use crate::ast::{self, Name, Stmt, StmtKind, Test};
use crate::resolve::{distinct_labels, is_error_label, starts_thread};

impl BodyLowerer<'_> {
    pub(super) fn stmts(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.enter_labels(stmt);
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Skip => {}
            StmtKind::Decl(decls) => {
                for decl in decls {
                    if let Some(value) = &decl.value {
                        self.begin_statement();
                        self.write(self.place(decl.name), value, span);
                        self.enforce(span);
                    }
                }
                // A declaration alone is no step.
                self.step &= self.builder.awaits_label();
            }
            StmtKind::Assign { targets, values, constrain } => {
                self.assign(targets, values, constrain.as_ref(), span);
                self.changed(span);
            }
            StmtKind::Call { targets: _, callee, args } if self.starts_thread(stmt) => {
                self.spawn(*callee, args, span);
            }
            StmtKind::Call { targets, callee, args } => {
                self.call(targets, *callee, args, span);
                self.enforce(span);
            }
            StmtKind::Return(values) => self.returned(values, span),
            StmtKind::Goto(labels) => self.goto(labels, span),
            StmtKind::Assume(condition) => {
                let condition = self.expr(condition, span);
                self.push(span, Op::Check(CheckOp::Assume { condition }));
            }
            StmtKind::Assert(condition) => {
                let condition = self.expr(condition, span);
                self.push(span, Op::Check(CheckOp::Assert { condition, message: None }));
            }
            StmtKind::AbortIf(condition) => {
                let condition = Expr::not(self.expr(condition, span));
                self.push(span, Op::Check(CheckOp::Assume { condition }));
            }
            StmtKind::Dead(names) => {
                names.iter().for_each(|&name| self.choose(self.place(name), span));
                self.changed(span);
            }
            StmtKind::If { arms, otherwise } => self.conditional(arms, otherwise),
            StmtKind::While { test, body } => self.repeat(test, body),
            StmtKind::StartThreadAt(label) => self.spawn_at(*label, span),
            StmtKind::StartThread { callee, args } => self.spawn(*callee, args, span),
            StmtKind::EndThread => self.end_thread(span),
            StmtKind::AtomicBegin => self.atomic(Op::Thread(ThreadOp::AtomicBegin), span),
            StmtKind::AtomicEnd => self.atomic(Op::Thread(ThreadOp::AtomicEnd), span),
            StmtKind::Atomic(body) => {
                self.atomic(Op::Thread(ThreadOp::AtomicBegin), span);
                self.skip(span);
                self.stmts(body);
                self.step = false;
                self.atomic(Op::Thread(ThreadOp::AtomicEnd), span);
            }
            StmtKind::Block(body) => {
                self.step &= self.builder.awaits_label();
                self.skip(span);
                self.stmts(body);
            }
            StmtKind::Sync => self.push(span, Op::Thread(ThreadOp::Yield)),
            StmtKind::Print { text, args } => {
                let args = args.iter().map(|arg| self.expr(arg, span)).collect();
                self.push(span, Op::Check(CheckOp::Trace { text: text.clone(), args }));
            }
        }
        self.skip(span);
    }

    /// Goes on where the labels are, and fails if one of them means an error.
    fn enter_labels(&mut self, stmt: &Stmt) {
        let block = stmt.labels.iter().find_map(|label| self.blocks.get(&label.symbol).copied());
        if let Some(block) = block {
            self.builder.goto(block);
            self.builder.switch_to(block);
        }
        self.begin_statement();
        for label in distinct_labels(stmt) {
            self.builder.label_next(self.cx.text(label.symbol), label.span);
        }
        let is_error = |label: &&Name| is_error_label(**label, self.cx.interner, self.cx.options);
        if let Some(label) = stmt.labels.iter().find(is_error) {
            let message = format!("the label {} is reached", self.cx.text(label.symbol));
            self.push(
                label.span,
                Op::Check(CheckOp::Assert { condition: Expr::FALSE, message: Some(message) }),
            );
        }
    }

    fn starts_thread(&self, stmt: &Stmt) -> bool {
        starts_thread(stmt, self.cx.interner, self.cx.options)
    }

    /// Makes the step of a statement that did nothing so far.
    pub(super) fn skip(&mut self, span: Span) {
        if self.step {
            let next = self.builder.new_block();
            self.jump(vec![next], span);
            self.builder.switch_to(next);
        }
    }

    fn changed(&mut self, span: Span) {
        self.skip(span);
        self.enforce(span);
    }

    fn jump(&mut self, targets: Vec<BlockId>, span: Span) {
        let site = self.site(span);
        self.builder.terminate(site, TermOp::Goto { targets });
    }

    fn goto(&mut self, labels: &[Name], span: Span) {
        let mut seen = FxHashSet::default();
        let blocks = labels.iter().map(|label| self.blocks[&label.symbol]);
        let targets = blocks.filter(|&block| seen.insert(block)).collect();
        self.jump(targets, span);
    }

    fn returned(&mut self, values: &[ast::Expr], span: Span) {
        let mut values: Vec<Expr> = values.iter().map(|value| self.expr(value, span)).collect();
        values.extend(self.passed_holds());
        if self.is_thread {
            values.clear();
        }
        let site = self.site(span);
        self.builder.terminate(site, TermOp::Return { values });
    }

    // ------------------------------------------------------------------------------------- control

    fn conditional(&mut self, arms: &[(Test, Vec<Stmt>)], otherwise: &[Stmt]) {
        let join = self.builder.new_block();
        for (test, body) in arms {
            let (then_to, else_to) = (self.builder.new_block(), self.builder.new_block());
            self.test(test, then_to, else_to);
            self.builder.switch_to(then_to);
            self.stmts(body);
            self.builder.goto(join);
            self.builder.switch_to(else_to);
            // The test of `elsif` belongs to the step of the test before it.
            self.step = false;
        }
        self.stmts(otherwise);
        self.builder.goto(join);
        self.builder.switch_to(join);
        self.step = false;
    }

    /// The test is a step in every turn, so that turns are steps.
    fn repeat(&mut self, test: &Test, body: &[Stmt]) {
        let head = self.builder.new_block();
        let (turn, next) = (self.builder.new_block(), self.builder.new_block());
        self.builder.goto(head);
        self.builder.switch_to(head);
        self.begin_statement();
        self.test(test, turn, next);
        self.builder.switch_to(turn);
        self.stmts(body);
        self.builder.goto(head);
        self.builder.switch_to(next);
        self.step = false;
    }

    /// `*` alone is a choice of control and needs no value.
    fn test(&mut self, test: &Test, then_to: BlockId, else_to: BlockId) {
        if let ast::Expr::Choice = test.condition {
            return self.jump(vec![then_to, else_to], test.span);
        }
        let condition = self.expr(&test.condition, test.span);
        let site = self.site(test.span);
        self.builder.branch(site, condition, then_to, else_to);
    }
}
