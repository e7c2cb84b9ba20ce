//! The machinery of one procedure, and its statements.

use base::{Id, Span};
use ir::{BlockId, CheckOp, LocalId, Op, Place, Proc, ProcBuilder, ProcId, Site, TermOp, Type};

use super::{Lowerer, object_type};
use crate::Steps;
use crate::ast::{self, Name, Path, Stmt, StmtKind, Test, Value};

/// Makes one procedure.
pub(super) struct BodyLowerer<'l, 'a> {
    pub(super) cx: &'l mut Lowerer<'a>,
    pub(super) proc: ProcId,
    pub(super) builder: ProcBuilder,
    /// The next instruction begins a step.
    pub(super) step: bool,
}

impl<'l, 'a> BodyLowerer<'l, 'a> {
    pub(super) fn lower(cx: &'l mut Lowerer<'a>, id: ProcId, proc: &ast::Proc) -> Proc {
        let names = cx.names;
        let mut builder = ProcBuilder::new(cx.text(proc.name.symbol), proc.name.span);
        for (local, name) in names.locals[id].names.iter_enumerated() {
            let text = cx.text(name.symbol);
            if local.index() < proc.params.len() {
                builder.param(text, object_type(), name.span);
            } else {
                builder.local(text, object_type(), name.span);
            }
        }
        proc.results.iter().for_each(|_| builder.result(object_type()));
        let mut lowerer = Self { cx, proc: id, builder, step: true };
        lowerer.stmt(&proc.body, false);
        lowerer.end(proc);
        lowerer.builder.finish()
    }

    fn end(&mut self, proc: &ast::Proc) {
        self.step = true;
        let values = proc.results.iter().map(|name| self.place(*name).into()).collect();
        let site = self.site(proc.header);
        self.builder.terminate(site, TermOp::Return { values });
    }

    // ---------------------------------------------------------------------------------- machinery

    /// The site of the next instruction.
    pub(super) fn site(&mut self, span: Span) -> Site {
        Site { span: Some(span), step: std::mem::take(&mut self.step) }
    }

    pub(super) fn push(&mut self, span: Span, op: Op) {
        let site = self.site(span);
        self.builder.push(site, op);
    }

    pub(super) fn goto(&mut self, span: Span, targets: Vec<BlockId>) {
        let site = self.site(span);
        self.builder.terminate(site, TermOp::Goto { targets });
    }

    /// A temporary that is free until the next statement.
    pub(super) fn reference(&mut self) -> LocalId {
        self.builder.take_temp(object_type())
    }

    pub(super) fn truth(&mut self) -> LocalId {
        self.builder.take_temp(Type::Bool)
    }

    pub(super) fn place(&self, name: Name) -> Place {
        match self.cx.names.global_ids.get(&name.symbol) {
            Some(&global) => Place::Global(global),
            None => Place::Local(self.cx.names.locals[self.proc].ids[&name.symbol]),
        }
    }

    // --------------------------------------------------------------------------------- statements

    /// `is_open`: the guards that the statement begins with are known to be open.
    pub(super) fn stmt(&mut self, stmt: &Stmt, is_open: bool) {
        self.builder.release_temps(0);
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Skip => self.skip(span),
            StmtKind::Assign { targets, values } => self.assign(targets, values, span),
            StmtKind::Call { targets, callee, args } => self.call(targets, *callee, args, span),
            StmtKind::Assert { condition, message } => {
                let condition = self.condition(condition, span).expr;
                self.push(span, Op::Check(CheckOp::Assert { condition, message: message.clone() }));
            }
            StmtKind::Guard { test, body } => self.guard(test, body, is_open),
            StmtKind::Choice(branches) => self.choice(branches, span, is_open),
            StmtKind::Seq(parts) => self.sequence(parts, is_open),
            StmtKind::If { arms, otherwise } => self.conditional(arms, otherwise.as_deref()),
            StmtKind::While { test, body } => self.repeat(test, body),
            StmtKind::Labelled { labels, body } => self.labelled(labels, body, is_open, span),
        }
    }

    /// A step that does nothing; behind a guard or a choice that step has been made.
    fn skip(&mut self, span: Span) {
        if self.step {
            let next = self.builder.new_block();
            self.goto(span, vec![next]);
            self.builder.switch_to(next);
        }
    }

    fn sequence(&mut self, parts: &[Stmt], is_open: bool) {
        let parts: Vec<&Stmt> = parts.iter().filter(|part| !is_empty(part)).collect();
        for (index, part) in parts.iter().enumerate() {
            let is_first = index == 0;
            self.step |= !is_first;
            if index + 1 < parts.len() {
                self.rule_of_paper(part.span);
            }
            self.stmt(part, is_first && is_open);
        }
    }

    /// Where the paper's rules make a step that does nothing but to take a statement apart, and such steps count, this
    /// is one.
    pub(super) fn rule_of_paper(&mut self, span: Span) {
        match self.cx.options.steps {
            Steps::Statements => {}
            Steps::Paper => {
                self.skip(span);
                self.step = true;
            }
        }
    }

    fn conditional(&mut self, arms: &[(Test, Stmt)], otherwise: Option<&Stmt>) {
        let join = self.builder.new_block();
        for (test, body) in arms {
            let condition = self.condition(&test.condition, test.span).expr;
            let (then_to, else_to) = (self.builder.new_block(), self.builder.new_block());
            let site = self.site(test.span);
            self.builder.branch(site, condition, then_to, else_to);
            self.builder.switch_to(then_to);
            self.inner(body, join);
            self.builder.switch_to(else_to);
            self.step = false;
        }
        match otherwise {
            Some(otherwise) => self.inner(otherwise, join),
            None => self.builder.goto(join),
        }
        self.builder.switch_to(join);
    }

    /// A statement behind a test, which was a step of its own.
    fn inner(&mut self, body: &Stmt, next: BlockId) {
        self.step = true;
        self.stmt(body, false);
        self.builder.goto(next);
    }

    /// The test is a step in every turn, so that turns are steps.
    fn repeat(&mut self, test: &Test, body: &Stmt) {
        let head = self.loop_head();
        let (turn, next) = (self.builder.new_block(), self.builder.new_block());
        self.step = true;
        let condition = self.condition(&test.condition, test.span).expr;
        let site = self.site(test.span);
        self.builder.branch(site, condition, turn, next);
        self.builder.switch_to(turn);
        self.inner(body, head);
        self.builder.switch_to(next);
    }

    /// The current block if nothing is in it, so that a procedure that begins with a loop begins at its test.
    fn loop_head(&mut self) -> BlockId {
        let (current, index) = self.builder.next_place();
        if index == 0 {
            return current;
        }
        let head = self.builder.new_block();
        self.builder.goto(head);
        self.builder.switch_to(head);
        head
    }

    fn labelled(&mut self, labels: &[Name], body: &Stmt, is_open: bool, span: Span) {
        self.step = true;
        labels.iter().for_each(|label| self.builder.label_next(self.cx.text(label.symbol), label.span));
        self.stmt(body, is_open);
        if self.builder.awaits_label() {
            // Nothing was there to stand at.
            self.skip(span);
        }
    }

    /// The object of a target is looked up when the results are there.
    fn call(&mut self, targets: &[Path], callee: Name, args: &[Value], span: Span) {
        let proc = self.cx.names.proc_ids[&callee.symbol];
        let args = args.iter().map(|arg| self.value(arg, span)).collect();
        let n_results = self.cx.file.procs[proc.index()].results.len();
        let mut results: Vec<Place> = Vec::new();
        for index in 0..n_results {
            let variable = targets.get(index).filter(|target| target.fields.is_empty());
            results.push(match variable {
                Some(target) => self.place(target.root),
                None => Place::Local(self.reference()),
            });
        }
        let next = self.builder.new_block();
        let site = self.site(span);
        self.builder.terminate(site, TermOp::Call { proc, args, results: results.clone(), next });
        self.builder.switch_to(next);
        let fields = targets.iter().zip(results).filter(|(target, _)| !target.fields.is_empty());
        let objects: Vec<_> =
            fields.map(|(target, result)| (self.object_of(target, span), target, result)).collect();
        for (object, target, result) in objects {
            self.store(object, target, result.into(), span);
        }
    }
}

/// Whether a statement is nothing at all: `{ }`, or a declaration.
pub(super) fn is_empty(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Seq(parts) => parts.iter().all(is_empty),
        StmtKind::Skip
        | StmtKind::Assign { .. }
        | StmtKind::Call { .. }
        | StmtKind::Assert { .. }
        | StmtKind::Guard { .. }
        | StmtKind::Choice(_)
        | StmtKind::If { .. }
        | StmtKind::While { .. }
        | StmtKind::Labelled { .. } => false,
    }
}
