//! Variables, fields, calls and labels of one procedure.
//!
//! A variable that is neither global nor declared is local to the procedure that uses it, as in the paper, unless the
//! procedure has a `local` line: then all its locals must be declared. Locals belong to their procedure.

use base::syntax::count;
use base::{Diagnostic, Id, Span, Symbol};
use ir::ProcId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Locals, Resolver};
use crate::ast::{Condition, Name, Path, Proc, Stmt, StmtKind, Value};
use crate::{codes, foreign};

/// The procedure that is looked at.
struct Body {
    id: ProcId,
    locals: Locals,
    /// Locals must be declared.
    is_explicit: bool,
    assigned: FxHashSet<Symbol>,
    /// The first place where each local is read.
    read: FxHashMap<Symbol, Span>,
    /// What was reported as undeclared.
    unknown: FxHashSet<Symbol>,
}

impl Resolver<'_> {
    pub(super) fn resolve_body(&mut self, id: ProcId, proc: &Proc) {
        let mut body = Body {
            id,
            locals: Locals::default(),
            is_explicit: proc.locals.is_some(),
            assigned: FxHashSet::default(),
            read: FxHashMap::default(),
            unknown: FxHashSet::default(),
        };
        self.declare_variables(&mut body, proc);
        self.stmt(&mut body, &proc.body);
        for result in &proc.results {
            body.read.entry(result.symbol).or_insert(result.span);
        }
        self.warn_of_unassigned(&body);
        self.names.locals.push(body.locals);
    }

    fn declare_variables(&mut self, body: &mut Body, proc: &Proc) {
        for &param in &proc.params {
            self.declare_variable(body, param, "The parameter");
            body.assigned.insert(param.symbol);
        }
        let mut results: FxHashMap<Symbol, Span> = FxHashMap::default();
        for &result in &proc.results {
            match results.insert(result.symbol, result.span) {
                Some(first) => self.duplicate("The result", result, first),
                // A parameter may be a result too: what was passed comes back changed.
                None if body.locals.ids.contains_key(&result.symbol) => {}
                None => self.declare_variable(body, result, "The result"),
            }
        }
        for &local in proc.locals.iter().flatten() {
            self.declare_variable(body, local, "The local variable");
        }
    }

    fn declare_variable(&mut self, body: &mut Body, name: Name, what: &str) {
        if let Some(&first) = body.locals.ids.get(&name.symbol) {
            return self.duplicate(what, name, body.locals.names[first].span);
        }
        self.check_role(name);
        body.locals.declare(name);
    }

    /// A local has no name that a global or a procedure has.
    fn check_role(&mut self, name: Name) {
        if let Some(&global) = self.names.global_ids.get(&name.symbol) {
            self.two_roles(name, "a local variable", self.names.globals[global].span, "a global variable");
        } else if let Some(&proc) = self.names.proc_ids.get(&name.symbol) {
            let declared = self.file.procs[proc.index()].name.span;
            self.two_roles(name, "a variable", declared, "a procedure");
        }
    }

    fn warn_of_unassigned(&mut self, body: &Body) {
        for name in body.locals.names.iter() {
            let Some(&read) = body.read.get(&name.symbol) else { continue };
            if body.assigned.contains(&name.symbol) {
                continue;
            }
            let text = self.text(name.symbol);
            let message =
                format!("The local variable `{text}` is read but never assigned: it is always nil.");
            let known: Vec<Symbol> = self.names.globals.iter().map(|global| global.symbol).collect();
            let diagnostic = Diagnostic::warning(&codes::NEVER_ASSIGNED, message)
                .at(read, "read here")
                .note("a variable that is not declared as `global` is local to the procedure that uses it");
            let diagnostic = match foreign::unassigned(text) {
                Some(help) => diagnostic.help(help),
                None => self.suggest(diagnostic, *name, known, ""),
            };
            self.report(diagnostic);
        }
    }

    // ----------------------------------------------------------------------------------- statements

    fn stmt(&mut self, body: &mut Body, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Skip => {}
            StmtKind::Assign { targets, values } => {
                values.iter().for_each(|value| self.value(body, value));
                self.targets(body, targets);
                self.check_count(stmt.span, targets.len(), values.len());
            }
            StmtKind::Call { targets, callee, args } => {
                args.iter().for_each(|value| self.value(body, value));
                self.targets(body, targets);
                self.call(body, stmt.span, targets, *callee, args);
            }
            StmtKind::Assert { condition, message: _ } => self.condition(body, condition),
            StmtKind::Guard { test, body: inner } | StmtKind::While { test, body: inner } => {
                self.condition(body, &test.condition);
                self.stmt(body, inner);
            }
            StmtKind::Choice(parts) => parts.iter().for_each(|part| self.branch(body, part)),
            StmtKind::Seq(parts) => parts.iter().for_each(|part| self.stmt(body, part)),
            StmtKind::If { arms, otherwise } => {
                for (test, arm) in arms {
                    self.condition(body, &test.condition);
                    self.stmt(body, arm);
                }
                otherwise.iter().for_each(|otherwise| self.stmt(body, otherwise));
            }
            StmtKind::Labelled { labels, body: inner } => {
                labels.iter().for_each(|&label| self.label(label));
                self.stmt(body, inner);
            }
        }
    }

    /// A branch of a choice. A name alone is a call here, but an operand where `+` is taken for a sum.
    fn branch(&mut self, body: &mut Body, branch: &Stmt) {
        let StmtKind::Call { targets, callee, args } = &branch.kind else { return self.stmt(body, branch) };
        let is_name = targets.is_empty() && args.is_empty() && branch.span == callee.span;
        if !is_name || self.names.proc_ids.contains_key(&callee.symbol) {
            return self.stmt(body, branch);
        }
        let message = format!("There is no procedure `{}`.", self.text(callee.symbol));
        let diagnostic = Diagnostic::error(&codes::UNKNOWN_PROCEDURE, message)
            .at(callee.span, "a branch of a choice: calls a procedure")
            .note("`+` is a choice between statements; Shylock has no arithmetic, since objects are its only values");
        let file = self.file;
        let diagnostic =
            self.suggest(diagnostic, *callee, file.procs.iter().map(|proc| proc.name.symbol), "");
        self.report(diagnostic);
    }

    fn label(&mut self, label: Name) {
        match self.labels.get(&label.symbol) {
            Some(&first) => {
                let message = format!("The label `{}` stands at two places.", self.text(label.symbol));
                self.report(
                    Diagnostic::error(&codes::DUPLICATE_LABEL, message)
                        .at(label.span, "here again")
                        .at(first, "first here")
                        .help(
                            "properties name a place by its label alone, so it must be one in the whole file",
                        ),
                );
            }
            None => {
                self.labels.insert(label.symbol, label.span);
            }
        }
    }

    fn targets(&mut self, body: &mut Body, targets: &[Path]) {
        let mut seen: FxHashMap<Symbol, Span> = FxHashMap::default();
        for path in targets {
            self.variable(body, path.root, !path.fields.is_empty());
            path.fields.iter().for_each(|&field| self.use_field(field));
            if !path.fields.is_empty() {
                continue;
            }
            body.assigned.insert(path.root.symbol);
            if let Some(first) = seen.insert(path.root.symbol, path.root.span) {
                let text = self.text(path.root.symbol);
                let message = format!("`{text}` is assigned twice at once.");
                self.report(
                    Diagnostic::error(&codes::ASSIGNED_TWICE, message)
                        .at(path.root.span, "assigned again")
                        .at(first, "first assigned here"),
                );
            }
        }
    }

    fn check_count(&mut self, span: Span, targets: usize, values: usize) {
        if targets != values {
            let (places, values) = (count(targets, "place"), count(values, "value"));
            let message = format!("An assignment has {places} on the left, but {values} on the right.");
            self.report(
                Diagnostic::error(&codes::WRONG_RESULTS, message)
                    .at(span, "not the same number on both sides")
                    .help("give each place on the left one value on the right"),
            );
        }
    }

    fn call(&mut self, body: &mut Body, span: Span, targets: &[Path], callee: Name, args: &[Value]) {
        let Some(&id) = self.names.proc_ids.get(&callee.symbol) else {
            return self.unknown_callee(body, callee);
        };
        self.called.insert((body.id, id));
        let Proc { name, params, results, .. } = &self.file.procs[id.index()];
        let text = self.text(callee.symbol);
        if params.len() != args.len() {
            let takes = count(params.len(), "argument");
            let gets = count(args.len(), "argument");
            let mut diagnostic = Diagnostic::error(
                &codes::WRONG_ARGUMENTS,
                format!("`{text}` takes {takes}, but gets {gets}."),
            );
            diagnostic = diagnostic.at(span, format!("{gets} given")).at(name.span, "declared here");
            if span.start < callee.span.start && targets.is_empty() {
                diagnostic = diagnostic.note("the object of a method call is its first argument");
            }
            self.report(diagnostic);
        }
        if !targets.is_empty() && targets.len() != results.len() {
            let gives = count(results.len(), "result");
            let wanted = count(targets.len(), "result");
            self.report(
                Diagnostic::error(
                    &codes::WRONG_RESULTS,
                    format!("`{text}` has {gives}, but {wanted} must be assigned."),
                )
                .at(span, format!("{wanted} wanted"))
                .at(name.span, "declared here")
                .help("results are declared behind the parameters: `p(x) -> r :: ...`"),
            );
        }
    }

    fn unknown_callee(&mut self, body: &Body, callee: Name) {
        let is_variable = body.locals.ids.contains_key(&callee.symbol)
            || self.names.global_ids.contains_key(&callee.symbol);
        if !is_variable {
            return self.unknown_procedure(callee);
        }
        let message = format!("`{}` is a variable and cannot be called.", self.text(callee.symbol));
        self.report(
            Diagnostic::error(&codes::UNKNOWN_PROCEDURE, message)
                .at(callee.span, "not a procedure")
                .help("a variable alone is no statement; an assignment is written `x := y`"),
        );
    }

    // ----------------------------------------------------------------------- conditions and values

    fn condition(&mut self, body: &mut Body, condition: &Condition) {
        match condition {
            Condition::Constant(_) => {}
            Condition::Compare { is_equal: _, left, right } => {
                self.value(body, left);
                self.value(body, right);
            }
            Condition::Not(inner) => self.condition(body, inner),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().for_each(|part| self.condition(body, part));
            }
        }
    }

    fn value(&mut self, body: &mut Body, value: &Value) {
        match value {
            Value::New(_) | Value::Nil(_) => {}
            Value::Path(path) => {
                self.variable(body, path.root, true);
                path.fields.iter().for_each(|&field| self.use_field(field));
            }
        }
    }

    fn variable(&mut self, body: &mut Body, name: Name, is_read: bool) {
        if self.names.global_ids.contains_key(&name.symbol) {
            return;
        }
        if is_read {
            body.read.entry(name.symbol).or_insert(name.span);
        }
        if body.locals.ids.contains_key(&name.symbol) {
            return;
        }
        if let Some(&proc) = self.names.proc_ids.get(&name.symbol) {
            return self.procedure_as_value(name, self.file.procs[proc.index()].name.span);
        }
        if !body.is_explicit {
            body.locals.declare(name);
        } else if body.unknown.insert(name.symbol) {
            self.undeclared(body, name);
        }
    }

    fn procedure_as_value(&mut self, name: Name, declared: Span) {
        let text = self.text(name.symbol);
        let message = format!("`{text}` is a procedure, but stands where a variable is wanted.");
        self.report(
            Diagnostic::error(&codes::TWO_ROLES, message)
                .at(name.span, "not a variable")
                .at(declared, "declared here as a procedure")
                .help(format!("call it with parentheses to use its result: `{text}()`")),
        );
    }

    fn undeclared(&mut self, body: &Body, name: Name) {
        let globals = self.names.globals.iter();
        let known: Vec<Symbol> = globals.chain(body.locals.names.iter()).map(|name| name.symbol).collect();
        let note =
            "a procedure with a `local` line has no other locals; without one, locals need no declaration";
        let diagnostic = self.not_declared(&codes::UNKNOWN_VARIABLE, "variable", name).note(note);
        let diagnostic = self.suggest(diagnostic, name, known, "");
        self.report(diagnostic);
    }
}
