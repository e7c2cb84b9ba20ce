//! What names mean, and every static rule.
//!
//! - this file: globals, fields, procedures, the initial procedure and the initial heap;
//! - [`body`]: variables, fields, calls and labels of one procedure.
//!
//! The tree stays as it is: what is found out stands in tables beside it, by name.

mod body;
mod heap;

use base::syntax::Findings;
use base::{Diagnostic, Id, IndexVec, Interner, Span, Symbol};
use ir::{FieldId, GlobalId, LocalId, ProcId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast::{Name, Proc, Unit};
use crate::{codes, foreign};

/// What the names of a file mean.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) globals: IndexVec<GlobalId, Name>,
    pub(crate) global_ids: FxHashMap<Symbol, GlobalId>,
    pub(crate) fields: IndexVec<FieldId, Name>,
    pub(crate) field_ids: FxHashMap<Symbol, FieldId>,
    pub(crate) proc_ids: FxHashMap<Symbol, ProcId>,
    /// As the procedures of the file.
    pub(crate) locals: IndexVec<ProcId, Locals>,
    pub(crate) initial: Option<ProcId>,
}

/// The variables of a procedure; parameters come first.
#[derive(Debug, Default)]
pub(crate) struct Locals {
    pub(crate) names: IndexVec<LocalId, Name>,
    pub(crate) ids: FxHashMap<Symbol, LocalId>,
}

impl Locals {
    fn declare(&mut self, name: Name) -> LocalId {
        let id = self.names.push(name);
        self.ids.insert(name.symbol, id);
        id
    }
}

/// Resolves a file that ends at `end`. The names are complete if no diagnostic is fatal.
pub(crate) fn resolve(file: &Unit, interner: &Interner, end: Span) -> (Names, Vec<Diagnostic>) {
    let mut resolver = Resolver {
        file,
        findings: Findings::new(interner),
        end,
        names: Names::default(),
        labels: FxHashMap::default(),
        called: FxHashSet::default(),
    };
    resolver.declare_globals();
    resolver.declare_fields();
    resolver.declare_procs();
    resolver.check_heap();
    for (index, proc) in file.procs.iter().enumerate() {
        resolver.resolve_body(ProcId::new(index), proc);
    }
    resolver.find_initial();
    (resolver.names, resolver.findings.diagnostics)
}

struct Resolver<'a> {
    file: &'a Unit,
    findings: Findings<'a>,
    end: Span,
    names: Names,
    /// Where each label of the file stands.
    labels: FxHashMap<Symbol, Span>,
    /// Who calls whom.
    called: FxHashSet<(ProcId, ProcId)>,
}

base::holds_findings!(Resolver);

impl Resolver<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.report(diagnostic);
    }

    fn duplicate(&mut self, what: &str, name: Name, first: Span) {
        let diagnostic = self.declared_twice(&codes::DUPLICATE, what, name, first);
        self.report(diagnostic);
    }

    /// One name has one meaning in the whole file.
    fn two_roles(&mut self, name: Name, role: &str, other: Span, other_role: &str) {
        let text = self.text(name.symbol);
        let message = format!("`{text}` is the name of {role} and of {other_role}.");
        self.report(
            Diagnostic::error(&codes::TWO_ROLES, message)
                .at(name.span, format!("here it is {role}"))
                .at(other, format!("here it is {other_role}"))
                .help("give one of them another name"),
        );
    }

    fn declare_globals(&mut self) {
        for &name in &self.file.globals {
            match self.names.global_ids.get(&name.symbol) {
                Some(&first) => self.duplicate("The global", name, self.names.globals[first].span),
                None => {
                    let id = self.names.globals.push(name);
                    self.names.global_ids.insert(name.symbol, id);
                }
            }
        }
    }

    fn declare_fields(&mut self) {
        for &name in self.file.fields.iter().flatten() {
            match self.names.field_ids.get(&name.symbol) {
                Some(&first) => self.duplicate("The field", name, self.names.fields[first].span),
                None => self.declare_field(name),
            }
        }
    }

    fn declare_field(&mut self, name: Name) {
        let id = self.names.fields.push(name);
        self.names.field_ids.insert(name.symbol, id);
    }

    /// A field in use. Without a declaration of fields, the first use declares it.
    fn use_field(&mut self, name: Name) {
        if self.names.field_ids.contains_key(&name.symbol) {
            return;
        }
        if self.file.fields.is_none() {
            return self.declare_field(name);
        }
        let known: Vec<Symbol> = self.names.fields.iter().map(|field| field.symbol).collect();
        let note =
            "a file that declares fields has no others; without any `field` line, fields need no declaration";
        let diagnostic = self.not_declared(&codes::UNKNOWN_FIELD, "field", name).note(note);
        let diagnostic = self.suggest(diagnostic, name, known, "");
        self.report(diagnostic);
    }

    fn declare_procs(&mut self) {
        for (index, Proc { name, .. }) in self.file.procs.iter().enumerate() {
            if let Some(&first) = self.names.proc_ids.get(&name.symbol) {
                self.duplicate("The procedure", *name, self.file.procs[first.index()].name.span);
                continue;
            }
            self.names.proc_ids.insert(name.symbol, ProcId::new(index));
            if let Some(&global) = self.names.global_ids.get(&name.symbol) {
                self.two_roles(*name, "a procedure", self.names.globals[global].span, "a global variable");
            }
        }
    }

    /// The procedure that `initial` names, or `main`, or the first.
    fn find_initial(&mut self) {
        if let [first, again, ..] = self.file.initial.as_slice() {
            self.duplicate("The initial procedure", *again, first.span);
        }
        let named = self.file.initial.first().copied();
        let main = self.interner.lookup("main").and_then(|main| self.names.proc_ids.get(&main).copied());
        self.names.initial = match named {
            Some(name) => self.names.proc_ids.get(&name.symbol).copied().or_else(|| {
                self.unknown_procedure(name);
                None
            }),
            None => main.or((!self.file.procs.is_empty()).then(|| ProcId::new(0))),
        };
        match self.names.initial {
            Some(initial) => self.check_initial(initial, named),
            None if named.is_none() => self.no_procedure(),
            None => {}
        }
    }

    fn no_procedure(&mut self) {
        let diagnostic = Diagnostic::error(&codes::NO_PROCEDURE, "The file has no procedure.")
            .at(self.end, "nothing to start with")
            .help("a procedure is written `main :: x := new`");
        self.report(diagnostic);
    }

    fn check_initial(&mut self, initial: ProcId, named: Option<Name>) {
        let proc = &self.file.procs[initial.index()];
        if let Some(param) = proc.params.first() {
            let text = self.text(proc.name.symbol);
            let message = format!("The initial procedure `{text}` has parameters.");
            let mut diagnostic = Diagnostic::error(&codes::INITIAL_PARAMETERS, message)
                .at(param.span, "nothing is passed to it");
            if let Some(name) = named {
                diagnostic = diagnostic.at(name.span, "named here");
            }
            let help = "name another procedure with `initial NAME`, or use a local variable";
            return self.report(diagnostic.help(help));
        }
        self.warn_of_unused(initial);
    }

    /// Procedures that no call leads to. In a file with errors, a call may be among them.
    fn warn_of_unused(&mut self, initial: ProcId) {
        if self.is_fatal() {
            return;
        }
        let mut callees: FxHashMap<ProcId, Vec<ProcId>> = FxHashMap::default();
        for &(caller, callee) in &self.called {
            callees.entry(caller).or_default().push(callee);
        }
        let mut reached = FxHashSet::default();
        let mut stack = vec![initial];
        while let Some(proc) = stack.pop() {
            if reached.insert(proc) {
                stack.extend(callees.get(&proc).into_iter().flatten());
            }
        }
        for (index, Proc { name, .. }) in self.file.procs.iter().enumerate() {
            if reached.contains(&ProcId::new(index)) {
                continue;
            }
            let start = self.text(self.file.procs[initial.index()].name.symbol);
            let message = format!("The procedure `{}` is never called.", self.text(name.symbol));
            self.report(
                Diagnostic::warning(&codes::UNUSED_PROCEDURE, message)
                    .at(name.span, format!("no call leads here from `{start}`")),
            );
        }
    }

    fn unknown_procedure(&mut self, name: Name) {
        let text = self.text(name.symbol);
        if let Some(diagnostic) = foreign::statement(text, name.span) {
            return self.report(diagnostic);
        }
        let file = self.file;
        let diagnostic = self.not_declared(&codes::UNKNOWN_PROCEDURE, "procedure", name);
        let diagnostic = self.suggest(diagnostic, name, file.procs.iter().map(|proc| proc.name.symbol), "");
        self.report(diagnostic);
    }
}
