//! What names mean, and every static rule.
//!
//! - this file: globals, procedures, and where the program starts;
//! - [`body`]: variables, labels and calls of one procedure;
//! - [`expr`]: variables in expressions;
//! - [`labels`]: labels that mean an error or a thread.
//!
//! The tree stays as it is: what is found out stands in tables beside it, by name.

mod body;
mod expr;
mod labels;

use base::similar;
use base::{Diagnostic, Id, IndexVec, Interner, Span, Symbol};
use ir::{GlobalId, LocalId, ProcId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Options;
use crate::ast::{Name, Proc, StmtKind, Unit, visit_stmts};
use crate::codes;

pub(crate) use self::labels::{is_error_label, starts_thread};

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

/// Where a program starts.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// In `main`.
    Main(ProcId),
    /// In `init`, and when that has ended, in these at once.
    Init { init: ProcId, threads: Vec<ProcId> },
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
        interner,
        options,
        end,
        names: Names::default(),
        started: FxHashSet::default(),
        similar_left: MOST_SUGGESTIONS,
        can_fail: false,
        diagnostics: Vec::new(),
    };
    resolver.declare_globals();
    resolver.declare_procs();
    for (index, proc) in file.procs.iter().enumerate() {
        resolver.resolve_body(ProcId::new(index), proc);
    }
    resolver.find_entry();
    resolver.check_error_labels();
    (resolver.names, resolver.diagnostics)
}

/// How many diagnostics may come with a similar name: the search is not for nothing.
const MOST_SUGGESTIONS: usize = 50;

struct Resolver<'a> {
    file: &'a Unit,
    interner: &'a Interner,
    options: &'a Options,
    end: Span,
    names: Names,
    /// Procedures that threads start in.
    started: FxHashSet<ProcId>,
    similar_left: usize,
    /// Whether there is an assertion or a label that means an error.
    can_fail: bool,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Resolver<'a> {
    fn text(&self, symbol: Symbol) -> &'a str {
        self.interner.text(symbol)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn duplicate(&mut self, what: &str, name: Name, first: Span) {
        let message = format!("{what} `{}` is declared twice.", self.text(name.symbol));
        self.report(
            Diagnostic::error(&codes::DUPLICATE, message)
                .at(name.span, "declared again")
                .at(first, "first declared here")
                .help("remove one, or give it another name"),
        );
    }

    /// Adds the known name that is nearest, if one is near.
    fn suggest(
        &mut self,
        diagnostic: Diagnostic,
        wanted: Name,
        known: impl Iterator<Item = Symbol>,
    ) -> Diagnostic {
        let Some(left) = self.similar_left.checked_sub(1) else { return diagnostic };
        self.similar_left = left;
        let wanted = self.text(wanted.symbol);
        let known = known.map(|symbol| self.text(symbol)).filter(|text| *text != wanted);
        match similar::nearest(known, wanted).first() {
            // Of names with one letter, each is one change from all others.
            Some(best) if wanted.chars().count() > 1 => diagnostic.help(format!("did you mean `{best}`?")),
            Some(_) | None => diagnostic,
        }
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

    // ----------------------------------------------------------------------------------------- start

    fn proc_named(&self, name: &str) -> Option<ProcId> {
        self.names.proc_ids.get(&self.interner.lookup(name)?).copied()
    }

    /// `main`; without one, `init` and then all procedures that nothing else leads to.
    fn find_entry(&mut self) {
        let init = self.proc_named("init").filter(|&init| self.has_no_params(init));
        self.names.entry = match (self.proc_named("main"), init) {
            (Some(main), _) => Some(Entry::Main(main)),
            (None, Some(init)) => Some(self.started_by_init(init)),
            (None, None) => {
                self.no_entry();
                None
            }
        };
        if let Some(Entry::Init { threads, .. }) = &self.names.entry {
            self.names.has_threads |= threads.len() > 1;
        }
    }

    fn has_no_params(&self, proc: ProcId) -> bool {
        self.file.procs[proc.index()].params.is_empty()
    }

    fn started_by_init(&self, init: ProcId) -> Entry {
        let is_root = |proc: &ProcId| {
            !self.names.called.contains(proc) && !self.started.contains(proc) && self.has_no_params(*proc)
        };
        let threads: Vec<ProcId> =
            self.names.procs.ids().filter(|&proc| proc != init).filter(is_root).collect();
        if threads.is_empty() { Entry::Main(init) } else { Entry::Init { init, threads } }
    }

    fn no_entry(&mut self) {
        let diagnostic = Diagnostic::error(&codes::NO_ENTRY, "The program has no procedure `main`.")
            .at(self.end, "nothing to start with")
            .help("write `void main() begin .. end`; or `init()`, which runs before the procedures that nothing calls");
        self.report(diagnostic);
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

fn count(number: usize, what: &str) -> String {
    match number {
        0 => format!("no {what}"),
        1 => format!("1 {what}"),
        many => format!("{many} {what}s"),
    }
}
