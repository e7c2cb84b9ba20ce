//! Statements.

use base::{Diagnostic, Span};

use super::body::{BodyChecker, RegionKind};
use super::codes;
use crate::ast::{self, StmtKind as S};
use crate::hir::{
    Catch, Collection, ExprId, ExprKind, Filter, Handler, RaiseSource, Stmt, StmtKind, Ty, Var,
};

impl<'a> BodyChecker<'_, 'a> {
    /// The statements of a block, in a scope of their own.
    pub(super) fn block(&mut self, block: &ast::Block) -> Vec<Stmt> {
        self.in_scope(|checker| {
            let mut stmts = Vec::with_capacity(block.stmts.len());
            for &stmt in &block.stmts {
                checker.stmt(stmt, &mut stmts);
            }
            stmts
        })
    }

    /// A statement that is the body of another one, in a scope of its own.
    pub(super) fn single(&mut self, id: ast::StmtId) -> Stmt {
        let span = self.sema.unit.stmts[id].span;
        let mut stmts = self.in_scope(|checker| {
            let mut stmts = Vec::new();
            checker.stmt(id, &mut stmts);
            stmts
        });
        match (stmts.pop(), stmts.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                stmts.extend(last);
                Stmt { kind: StmtKind::Block(stmts), span }
            }
        }
    }

    /// Checks a statement and appends what it becomes: nothing, one statement, or one for each declared variable.
    fn stmt(&mut self, id: ast::StmtId, out: &mut Vec<Stmt>) {
        let unit = self.sema.unit;
        let stmt = &unit.stmts[id];
        let span = stmt.span;
        match &stmt.kind {
            S::Empty | S::Error => {}
            S::Attributed { body, .. } => self.stmt(*body, out),
            S::Local { ty, declarators } => self.local(*ty, declarators, span, out),
            S::Expr(expr) => out.extend(self.expression(*expr, span)),
            _ => out.extend(self.compound(&stmt.kind, span)),
        }
    }

    /// A statement that becomes at most one.
    fn compound(&mut self, kind: &'a S, span: Span) -> Option<Stmt> {
        let (kind, span) = match kind {
            S::Block(block) => (StmtKind::Block(self.block(block)), span),
            S::Atomic(block) => (self.atomic(block, span), keyword(span, "atomic")),
            S::Labelled { label, body } => {
                let label = self.define_label(*label);
                (StmtKind::Labelled { label, body: Box::new(self.single(*body)) }, span)
            }
            S::Goto(label) => (StmtKind::Goto(self.use_label(*label)), span),
            S::If { condition, then_branch, else_branch } => {
                (self.if_chain(*condition, *then_branch, *else_branch), span)
            }
            S::While { condition, body } => {
                let condition = self.condition(*condition);
                let body = Box::new(self.single(*body));
                (StmtKind::While { condition, body }, self.span(condition))
            }
            S::Foreach { ty, variable, collection, body } => {
                let header = Span::new(span.file, span.start, self.sema.unit.exprs[*collection].span.end);
                (self.foreach(*ty, *variable, *collection, *body, header)?, header)
            }
            S::Try { body, handlers } => (self.try_with(body, handlers, span), span),
            S::Select { modifiers, joins } => (self.select(*modifiers, joins, span), keyword(span, "select")),
            S::Empty | S::Error | S::Attributed { .. } | S::Local { .. } | S::Expr(_) => {
                unreachable!("a statement of this kind is checked by the caller")
            }
            simple => (self.simple(simple, span)?, span),
        };
        Some(Stmt { kind, span })
    }

    /// A statement without statements inside.
    fn simple(&mut self, kind: &'a S, span: Span) -> Option<StmtKind> {
        match kind {
            S::Return(value) => Some(self.return_value(*value, span)),
            S::Async(call) => self.async_call(*call, span),
            S::Assert { condition, message } => {
                self.effect(span, "asserts a property");
                let message = message.map(|message| self.text(message.text).to_owned());
                Some(StmtKind::Assert { condition: self.condition(*condition), message })
            }
            S::Assume(condition) => {
                self.effect(span, "makes an assumption");
                Some(StmtKind::Assume(self.condition(*condition)))
            }
            S::Accept(condition) => {
                self.effect(span, "accepts a state");
                Some(StmtKind::Accept(self.condition(*condition)))
            }
            S::Event(args) => {
                self.effect(span, "signals an event");
                let args = args.iter().map(|&arg| self.value(arg)).collect();
                Some(StmtKind::Trace { text: "event".to_owned(), args })
            }
            S::Trace { format, args } => {
                self.effect(span, "writes a trace");
                let args = args.iter().map(|&arg| self.value(arg)).collect();
                Some(StmtKind::Trace { text: self.text(format.text).to_owned(), args })
            }
            S::Send { channel, value } => {
                self.effect(span, "sends a message");
                self.send(*channel, *value)
            }
            S::InvokePlugin { .. } => self.unsupported("invokeplugin", span),
            S::InvokeScheduler(_) => self.unsupported("invokescheduler", span),
            S::Yield => {
                self.effect(span, "yields");
                Some(StmtKind::Yield)
            }
            S::Raise(name) => {
                let exception = self.sema.exception(name.name);
                self.note_raise(RaiseSource::Raise(exception));
                Some(StmtKind::Raise(exception))
            }
            other => unreachable!("{other:?} has statements inside"),
        }
    }

    fn unsupported(&mut self, word: &str, span: Span) -> Option<StmtKind> {
        self.report(
            Diagnostic::unsupported(&codes::UNSUPPORTED_PLUGIN, format!("`{word}` is not supported"))
                .at(keyword(span, word), "runs code that cannot be checked"),
        );
        None
    }

    pub(super) fn condition(&mut self, condition: ast::ExprId) -> ExprId {
        let condition = self.value(condition);
        self.coerce(condition, Ty::Bool, "the condition")
    }

    // --------------------------------------------------------------------------------------- control

    fn atomic(&mut self, block: &ast::Block, span: Span) -> StmtKind {
        if let Some(outer) = self.enclosing(RegionKind::Atomic) {
            self.report(
                Diagnostic::error(&codes::NESTED_ATOMIC, "an `atomic` block lies in another one")
                    .at(keyword(span, "atomic"), "has no effect here")
                    .at(keyword(outer, "atomic"), "everything in here is atomic")
                    .help("remove the inner `atomic`"),
            );
        }
        StmtKind::Atomic(self.in_region(RegionKind::Atomic, span, |checker| checker.block(block)))
    }

    /// Follows the `else if`s with a loop, since there may be any number of them.
    fn if_chain(
        &mut self,
        condition: ast::ExprId,
        then_branch: ast::StmtId,
        else_branch: Option<ast::StmtId>,
    ) -> StmtKind {
        let unit = self.sema.unit;
        let mut arms = vec![(self.condition(condition), self.single(then_branch))];
        let mut rest = else_branch;
        while let Some(id) = rest {
            let S::If { condition, then_branch, else_branch } = unit.stmts[id].kind else { break };
            arms.push((self.condition(condition), self.single(then_branch)));
            rest = else_branch;
        }
        let otherwise = rest.map(|id| Box::new(self.single(id)));
        StmtKind::If { arms, otherwise }
    }

    fn foreach(
        &mut self,
        ty: Option<ast::TypeRef>,
        variable: ast::Ident,
        collection: ast::ExprId,
        body: ast::StmtId,
        span: Span,
    ) -> Option<StmtKind> {
        let collection = self.value(collection);
        let (over, element) = match self.ty(collection) {
            Ty::Array(id) => (Collection::Array, self.sema.program.array(id).0),
            Ty::Set(id) => (Collection::Set, self.sema.program.content(id)),
            Ty::Error => (Collection::Array, Ty::Error),
            _ => {
                self.bad_foreach(collection);
                (Collection::Array, Ty::Error)
            }
        };
        if over == Collection::Set {
            self.effect(span, "copies a set");
        }
        self.in_scope(|checker| {
            let variable = checker.foreach_variable(ty, variable, element);
            let carried = checker.add(ExprKind::Carried, element, span);
            let wanted = checker.ty(variable);
            let value = checker.coerce(carried, wanted, "the element");
            let body = checker.in_region(RegionKind::Foreach, span, |checker| checker.single(body));
            Some(StmtKind::Foreach { variable, value, over, collection, body: Box::new(body) })
        })
    }

    fn bad_foreach(&mut self, collection: ExprId) {
        let (ty, at) = (self.shown_type(collection), self.span(collection));
        let message = format!("`foreach` runs over an array or a set, not over `{ty}`");
        self.report(Diagnostic::error(&codes::BAD_FOREACH, message).at(at, "not an array or a set"));
    }

    /// A new variable if a type is given or the name is unknown, otherwise the known one.
    fn foreach_variable(&mut self, ty: Option<ast::TypeRef>, variable: ast::Ident, element: Ty) -> ExprId {
        let is_known =
            self.variable(variable.name).is_some() || self.member(self.owner, variable.name).is_some();
        let ty = match ty {
            None if is_known => return self.known_variable(variable),
            None => element,
            Some(ty) => self.sema.resolve_type(ty),
        };
        let var = Var { name: self.text(variable.name).to_owned(), ty, span: variable.span };
        let var = self.declare_variable(Some(variable.name), var);
        self.add(ExprKind::Var(var), ty, variable.span)
    }

    fn known_variable(&mut self, variable: ast::Ident) -> ExprId {
        let operand = self.name(variable.name, variable.span);
        let place = self.as_value(operand);
        self.check_place(place, "the variable of `foreach`");
        place
    }

    fn return_value(&mut self, value: Option<ast::ExprId>, span: Span) -> StmtKind {
        let value = value.map(|value| self.value(value));
        match (value, self.result) {
            (None, None) => StmtKind::Return(None),
            (Some(value), Some(ty)) => StmtKind::Return(Some(self.coerce(value, ty, "the returned value"))),
            (Some(value), None) => {
                let at = self.span(value);
                self.bad_return("a method without a result returns a value", at, "is never used");
                StmtKind::Return(None)
            }
            (None, Some(ty)) => {
                let name = self.sema.type_name(ty);
                let message = format!("the method must return a value of type `{name}`");
                self.bad_return(&message, span, "returns no value");
                StmtKind::Return(None)
            }
        }
    }

    fn bad_return(&mut self, message: &str, span: Span, label: &str) {
        self.report(Diagnostic::error(&codes::RETURN_VALUE, message).at(span, label));
    }

    fn async_call(&mut self, call: ast::ExprId, span: Span) -> Option<StmtKind> {
        self.effect(span, "starts a process");
        // What the new process raises does not come back here.
        let sites = self.body.raise_sites.len();
        let super::expr::Operand::Value(call) = self.operand(call) else {
            unreachable!("the parser lets `async` start nothing but calls")
        };
        let ExprKind::Call { method, .. } = self.sema.program.exprs[call].kind else { return None };
        let is_own = |site: &crate::hir::RaiseSite| matches!(site.source, RaiseSource::Call(callee) if callee == method);
        if let Some(last) = self.body.raise_sites[sites..].iter().rposition(is_own) {
            self.body.raise_sites.remove(sites + last);
        }
        let info = &self.sema.program.methods[method];
        if let Some(param) = info.params.iter().find(|param| param.is_out) {
            let diagnostic = Diagnostic::error(
                &codes::BAD_ASYNC,
                format!("`{}` has an `out` parameter and cannot run as a process", info.name),
            )
            .at(span, "started here")
            .at(param.span, "nothing takes this value");
            self.report(diagnostic);
        }
        Some(StmtKind::Async(call))
    }

    // ------------------------------------------------------------------------------------ exceptions

    fn try_with(&mut self, body: &ast::Block, handlers: &[ast::Handler], span: Span) -> StmtKind {
        let catches = self.catches(handlers);
        let outer = self.filter;
        self.filter = Some(self.body.filters.push(Filter { outer, catches: catches.clone() }));
        let body = self.in_region(RegionKind::Try, span, |checker| checker.block(body));
        // A handler that runs is no longer active.
        self.filter = outer;
        let bodies = handlers.iter().map(|handler| self.single(handler.body));
        let handlers = catches.into_iter().zip(bodies).map(|(catch, body)| Handler { catch, body }).collect();
        StmtKind::Try { body, handlers }
    }

    fn catches(&mut self, handlers: &[ast::Handler]) -> Vec<Catch> {
        let mut catches: Vec<Catch> = Vec::with_capacity(handlers.len());
        for handler in handlers {
            let (catch, span) = match handler.exception {
                ast::Caught::Named(name) => (Catch::Named(self.sema.exception(name.name)), name.span),
                ast::Caught::Any(span) => (Catch::Any, span),
            };
            if catches.iter().any(|&before| before == catch || before == Catch::Any) {
                self.report(
                    Diagnostic::error(&codes::DUPLICATE_HANDLER, "this handler is never reached")
                        .at(span, "an earlier handler takes the exception"),
                );
            }
            catches.push(catch);
        }
        catches
    }
}

/// The word at the beginning of a statement, as the place of a statement that is too long to be shown.
pub(super) fn keyword(span: Span, word: &str) -> Span {
    let end = (span.start + word.len() as u32).min(span.end);
    Span::new(span.file, span.start, end)
}
