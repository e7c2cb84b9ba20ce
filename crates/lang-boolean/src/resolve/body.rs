//! Variables, labels and calls of one procedure.
//!
//! Variables belong to the whole procedure, wherever in it they are declared, and hide globals of the same name. Labels
//! belong to their procedure.

use base::{Diagnostic, Id, Span, Symbol};
use ir::ProcId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Resolver, Scope, count, is_error_label, starts_thread};
use crate::ast::{Expr, Name, Proc, Stmt, StmtKind, visit_stmts};
use crate::codes;

/// How many labels threads may start at: the procedure is lowered once for each.
const MOST_STARTS: usize = 64;

/// The procedure that is looked at.
struct Body {
    id: ProcId,
    scope: Scope,
    labels: FxHashMap<Symbol, Span>,
}

impl Resolver<'_> {
    pub(super) fn resolve_body(&mut self, id: ProcId, proc: &Proc) {
        let scope = std::mem::take(&mut self.names.procs[id]);
        let mut body = Body { id, scope, labels: FxHashMap::default() };
        for &param in &proc.params {
            self.declare(&mut body, param, "The parameter");
        }
        visit_stmts(&proc.body, &mut |stmt| self.declare_in(&mut body, stmt));
        for condition in &proc.enforce {
            self.expr(&body.scope, condition, false);
        }
        visit_stmts(&proc.body, &mut |stmt| self.stmt(&mut body, proc, stmt));
        self.names.procs[id] = body.scope;
    }

    fn declare(&mut self, body: &mut Body, name: Name, what: &str) {
        match body.scope.ids.get(&name.symbol) {
            Some(&first) => self.duplicate(what, name, body.scope.locals[first].span),
            None => {
                let id = body.scope.locals.push(name);
                body.scope.ids.insert(name.symbol, id);
            }
        }
    }

    fn declare_in(&mut self, body: &mut Body, stmt: &Stmt) {
        if let StmtKind::Decl(decls) = &stmt.kind {
            decls.iter().for_each(|decl| self.declare(body, decl.name, "The local variable"));
        }
        for label in self.labels_once(stmt) {
            self.can_fail |= is_error_label(label, self.interner, self.options);
            if let Some(first) = body.labels.insert(label.symbol, label.span) {
                self.duplicate("The label", label, first);
            }
        }
    }

    // ----------------------------------------------------------------------------------- statements

    fn stmt(&mut self, body: &mut Body, proc: &Proc, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Decl(decls) => {
                decls.iter().filter_map(|decl| decl.value.as_ref()).for_each(|value| {
                    self.expr(&body.scope, value, false);
                });
            }
            StmtKind::Assign { targets, values, constrain } => {
                for (index, value) in values.iter().enumerate() {
                    self.assigned_value(&body.scope, targets.get(index).copied().flatten(), value);
                }
                self.targets(body, targets);
                self.check_count(stmt.span, targets.len(), values.len());
                if let Some(constraint) = constrain {
                    self.expr(&body.scope, constraint, true);
                }
            }
            StmtKind::Call { targets, callee, args } => self.call(body, stmt, targets, *callee, args),
            StmtKind::Return(values) => {
                self.exprs(body, values);
                self.check_return(body, proc, stmt.span, values.len());
            }
            StmtKind::Goto(labels) => labels.iter().for_each(|&label| self.target_label(body, label)),
            StmtKind::Assert(condition) => {
                self.can_fail = true;
                self.expr(&body.scope, condition, false);
            }
            StmtKind::Assume(condition) | StmtKind::AbortIf(condition) => {
                self.expr(&body.scope, condition, false);
            }
            StmtKind::Dead(names) => names.iter().for_each(|&name| self.variable(&body.scope, name)),
            StmtKind::If { arms, otherwise: _ } => {
                arms.iter().for_each(|(test, _)| self.expr(&body.scope, &test.condition, false));
            }
            StmtKind::While { test, body: _ } => self.expr(&body.scope, &test.condition, false),
            StmtKind::StartThreadAt(label) => self.start_at(body, *label),
            StmtKind::StartThread { callee, args } => self.start(body, stmt.span, *callee, args),
            StmtKind::Print { text: _, args } => self.exprs(body, args),
            StmtKind::Skip
            | StmtKind::EndThread
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Atomic(_)
            | StmtKind::Block(_)
            | StmtKind::Sync => {}
        }
    }

    fn exprs(&mut self, body: &Body, exprs: &[Expr]) {
        exprs.iter().for_each(|expr| self.expr(&body.scope, expr, false));
    }

    fn targets(&mut self, body: &Body, targets: &[Option<Name>]) {
        let mut seen: FxHashMap<Symbol, Span> = FxHashMap::default();
        for &target in targets.iter().flatten() {
            self.target(&body.scope, target);
            if let Some(first) = seen.insert(target.symbol, target.span) {
                let message = format!("`{}` is assigned twice at once.", self.text(target.symbol));
                self.report(
                    Diagnostic::error(&codes::ASSIGNED_TWICE, message)
                        .at(target.span, "assigned again")
                        .at(first, "first assigned here")
                        .help("write `_` for a value that is not wanted"),
                );
            }
        }
    }

    fn check_count(&mut self, span: Span, targets: usize, values: usize) {
        if targets != values {
            let (variables, values) = (count(targets, "variable"), count(values, "value"));
            let message = format!("An assignment has {variables} on the left, but {values} on the right.");
            self.report(
                Diagnostic::error(&codes::WRONG_RESULTS, message)
                    .at(span, "not the same number on both sides")
                    .help("give each variable on the left one value on the right"),
            );
        }
    }

    fn check_return(&mut self, body: &Body, proc: &Proc, span: Span, values: usize) {
        let declared = body.scope.n_results;
        if values != declared {
            let (has, gives) = (count(declared, "result"), count(values, "value"));
            let message = format!("`{}` has {has}, but returns {gives}.", self.text(proc.name.symbol));
            self.report(
                Diagnostic::error(&codes::WRONG_RESULTS, message)
                    .at(span, format!("{gives} returned"))
                    .at(proc.name.span, "declared here")
                    .help("`void` has no results, `bool` one, `bool<3>` three"),
            );
        }
    }

    // --------------------------------------------------------------------------------- labels, calls

    fn target_label(&mut self, body: &mut Body, label: Name) {
        body.scope.targets.insert(label.symbol);
        if body.labels.contains_key(&label.symbol) {
            return;
        }
        let message = format!("There is no label `{}` in this procedure.", self.text(label.symbol));
        let known: Vec<Symbol> = body.labels.keys().copied().collect();
        let diagnostic = Diagnostic::error(&codes::UNKNOWN_LABEL, message).at(label.span, "no such label");
        let diagnostic = self.suggest(diagnostic, label, known);
        self.report(diagnostic);
    }

    fn start_at(&mut self, body: &mut Body, label: Name) {
        self.names.has_threads = true;
        self.target_label(body, label);
        let start = (body.id, label.symbol);
        if self.names.starts.contains(&start) {
            return;
        }
        if self.names.starts.len() == MOST_STARTS {
            let message = format!("Threads start at more than {MOST_STARTS} labels.");
            return self.report(
                Diagnostic::unsupported(&codes::TOO_MANY_STARTS, message)
                    .at(label.span, "one too many")
                    .help("start a procedure instead: `start_thread f();`"),
            );
        }
        self.names.starts.push(start);
    }

    fn start(&mut self, body: &Body, span: Span, callee: Name, args: &[Expr]) {
        self.names.has_threads = true;
        self.exprs(body, args);
        if let Some(id) = self.procedure(callee) {
            self.use_of(body, id);
            self.check_args(span, callee, id, args.len());
        }
    }

    fn call(&mut self, body: &Body, stmt: &Stmt, targets: &[Option<Name>], callee: Name, args: &[Expr]) {
        self.targets(body, targets);
        if starts_thread(stmt, self.interner, self.options) {
            if !targets.is_empty() {
                self.result_of_thread(stmt);
            }
            return self.start(body, stmt.span, callee, args);
        }
        self.exprs(body, args);
        let Some(id) = self.procedure(callee) else { return };
        self.names.called.insert(id);
        self.use_of(body, id);
        self.check_args(stmt.span, callee, id, args.len());
        let n_results = self.n_results(body, id);
        if !targets.is_empty() && targets.len() != n_results {
            let (gives, wanted) = (count(n_results, "result"), count(targets.len(), "result"));
            let text = self.text(callee.symbol);
            let message = format!("`{text}` has {gives}, but {wanted} must be assigned.");
            self.report(
                Diagnostic::error(&codes::WRONG_RESULTS, message)
                    .at(stmt.span, format!("{wanted} wanted"))
                    .at(self.file.procs[id.index()].name.span, "declared here")
                    .help("write `_` for a result that is not wanted"),
            );
        }
    }

    /// A procedure that only calls or starts itself is not used: nothing else leads to it.
    fn use_of(&mut self, body: &Body, id: ProcId) {
        if id != body.id {
            self.used.insert(id);
        }
    }

    /// The scope of the procedure that is looked at is not in its table.
    fn n_results(&self, body: &Body, id: ProcId) -> usize {
        if id == body.id { body.scope.n_results } else { self.names.procs[id].n_results }
    }

    fn check_args(&mut self, span: Span, callee: Name, id: ProcId, given: usize) {
        let Proc { name, params, .. } = &self.file.procs[id.index()];
        if params.len() != given {
            let (takes, gets) = (count(params.len(), "argument"), count(given, "argument"));
            let message = format!("`{}` takes {takes}, but gets {gets}.", self.text(callee.symbol));
            self.report(
                Diagnostic::error(&codes::WRONG_ARGUMENTS, message)
                    .at(span, format!("{gets} given"))
                    .at(name.span, "declared here")
                    .help("give one argument for each parameter; `*` is any value"),
            );
        }
    }

    fn procedure(&mut self, callee: Name) -> Option<ProcId> {
        if let Some(&id) = self.names.proc_ids.get(&callee.symbol) {
            return Some(id);
        }
        let diagnostic = self.not_declared(&codes::UNKNOWN_PROCEDURE, "procedure", callee);
        let diagnostic = match self.text(callee.symbol) {
            text @ ("choose" | "unknown") => {
                diagnostic.help(format!("SLAM's `{text}(a, b)` is written `schoose[a, b]`"))
            }
            "nondet" | "__VERIFIER_nondet_bool" => diagnostic.help("any value is written `*`: `x := *;`"),
            _ => {
                let known: FxHashSet<Symbol> = self.names.proc_ids.keys().copied().collect();
                self.suggest(diagnostic, callee, known)
            }
        };
        self.report(diagnostic);
        None
    }

    fn result_of_thread(&mut self, stmt: &Stmt) {
        let message = "A call that starts a thread has no result to assign.";
        self.report(
            Diagnostic::error(&codes::RESULT_OF_THREAD, message)
                .at(stmt.span, "the label `ASYNC_..` makes it a thread")
                .help("leave the variables out, or say --dialect sdv, where such a label has no meaning"),
        );
    }
}
