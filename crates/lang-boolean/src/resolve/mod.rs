//! What names mean, and every static rule.
//!
//! - this file: globals and procedures;
//! - [`entry`]: where the program starts;
//! - [`body`]: variables, labels and calls of one procedure;
//! - [`expr`]: variables in expressions;
//! - [`passive`]: Boom's passive variables;
//! - [`labels`]: labels that mean an error or a thread;
//! - [`atomic`]: Getafix's global `atomic`.
//!
//! The tree stays as it is: what is found out stands in tables beside it, by name.

mod atomic;
mod body;
mod entry;
mod expr;
mod labels;
mod passive;

use base::syntax::{Findings, count};
use base::{Diagnostic, Id, IndexVec, Interner, Span, Symbol};
use ir::{GlobalId, LocalId, ProcId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Options;
use crate::ast::{Name, Proc, StmtKind, Unit, visit_stmts};
use crate::codes;

pub(crate) use self::entry::Entry;
pub(crate) use self::labels::{distinct_labels, is_error_label, starts_thread};

/// What the names of a file mean.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) global_ids: FxHashMap<Symbol, GlobalId>,
    pub(crate) proc_ids: FxHashMap<Symbol, ProcId>,
    /// As the procedures of the file.
    pub(crate) procs: IndexVec<ProcId, Scope>,
    pub(crate) entry: Option<Entry>,
    /// Procedures that are called, not only started.
    pub(crate) called: FxHashSet<ProcId>,
    /// Where threads start inside a procedure, each once.
    pub(crate) starts: Vec<(ProcId, Symbol)>,
    /// Whether a second thread may come to be.
    pub(crate) has_threads: bool,
    /// The global variable that forbids thread switches while it is true, if there is one. Then each procedure has one
    /// more variable, after its parameters: see [`atomic`].
    pub(crate) atomic: Option<GlobalId>,
}

/// What the names inside a procedure mean.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// Parameters come first.
    pub(crate) locals: IndexVec<LocalId, Name>,
    pub(crate) ids: FxHashMap<Symbol, LocalId>,
    pub(crate) n_results: usize,
    /// Labels that control goes to.
    pub(crate) targets: FxHashSet<Symbol>,
}

/// Resolves a file that ends at `end`. The names are complete if no diagnostic is fatal.
pub(crate) fn resolve(
    file: &Unit,
    interner: &Interner,
    options: &Options,
    end: Span,
) -> (Names, Vec<Diagnostic>) {
    let mut resolver = Resolver {
        file,
        findings: Findings::new(interner),
        options,
        end,
        names: Names::default(),
        used: FxHashSet::default(),
        passive: Vec::new(),
        can_fail: false,
    };
    resolver.declare_globals();
    resolver.declare_procs();
    for (index, proc) in file.procs.iter().enumerate() {
        resolver.resolve_body(ProcId::new(index), proc);
    }
    resolver.find_entry();
    resolver.check_passive();
    resolver.find_atomic();
    resolver.check_error_labels();
    (resolver.names, resolver.findings.diagnostics)
}

struct Resolver<'a> {
    file: &'a Unit,
    findings: Findings<'a>,
    options: &'a Options,
    end: Span,
    names: Names,
    /// Procedures that another one calls or starts.
    used: FxHashSet<ProcId>,
    /// Where passive variables are assigned.
    passive: Vec<Name>,
    /// Whether there is an assertion or a label that means an error.
    can_fail: bool,
}

base::holds_findings!(Resolver);

impl<'a> Resolver<'a> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.report(diagnostic);
    }

    fn duplicate(&mut self, what: &str, name: Name, first: Span) {
        let diagnostic = self.declared_twice(&codes::DUPLICATE, what, name, first);
        self.report(diagnostic.help("remove one, or give it another name"));
    }

    /// Adds the known name that is nearest, if one is near. A passive variable is named after another variable.
    fn suggest(
        &mut self,
        diagnostic: Diagnostic,
        wanted: Name,
        known: impl IntoIterator<Item = Symbol>,
    ) -> Diagnostic {
        self.findings.suggest(diagnostic, wanted, known, "$")
    }

    // --------------------------------------------------------------------------------- declarations

    /// An initial value may use the globals before it.
    fn declare_globals(&mut self) {
        let mut spans: FxHashMap<Symbol, Span> = FxHashMap::default();
        let scope = Scope::default();
        for decl in &self.file.globals {
            if let Some(value) = &decl.value {
                self.expr(&scope, value, false);
            }
            let name = decl.name;
            match spans.insert(name.symbol, name.span) {
                Some(first) => self.duplicate("The global", name, first),
                None => {
                    let id = GlobalId::new(self.names.global_ids.len());
                    self.names.global_ids.insert(name.symbol, id);
                }
            }
        }
    }

    fn declare_procs(&mut self) {
        for (index, proc) in self.file.procs.iter().enumerate() {
            let scope = Scope { n_results: result_count(proc), ..Scope::default() };
            self.names.procs.push(scope);
            match self.names.proc_ids.get(&proc.name.symbol) {
                Some(&first) => {
                    let first = self.file.procs[first.index()].name.span;
                    self.duplicate("The procedure", proc.name, first);
                }
                None => {
                    self.names.proc_ids.insert(proc.name.symbol, ProcId::new(index));
                }
            }
        }
    }
}

/// As the type says, or else the first `return`.
fn result_count(proc: &Proc) -> usize {
    if let Some(count) = proc.results {
        return count;
    }
    let mut first = None;
    visit_stmts(&proc.body, &mut |stmt| {
        if let StmtKind::Return(values) = &stmt.kind {
            first.get_or_insert(values.len());
        }
    });
    first.unwrap_or(0)
}
