//! Labels that mean more than a place: errors, and threads in Boppo's dialect.

use base::{Diagnostic, Id, Interner, Span, Symbol};

use super::{Entry, Resolver};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast::{Name, Stmt, visit_stmts};
use crate::{Dialect, ERROR_LABELS, Options, codes};

/// Whether to reach a statement with this label is an error.
pub(crate) fn is_error_label(label: Name, interner: &Interner, options: &Options) -> bool {
    let text = interner.text(label.symbol);
    options.error_labels.iter().any(|error| error == text)
}

/// Whether a call with these labels starts a thread.
pub(crate) fn starts_thread(stmt: &Stmt, interner: &Interner, options: &Options) -> bool {
    matches!(options.dialect, None | Some(Dialect::Boppo))
        && stmt.labels.iter().any(|label| interner.text(label.symbol).starts_with("ASYNC_"))
}

/// The labels of a statement, each once.
pub(crate) fn distinct_labels(stmt: &Stmt) -> Vec<Name> {
    let mut seen = FxHashSet::default();
    stmt.labels.iter().copied().filter(|label| seen.insert(label.symbol)).collect()
}

impl Resolver<'_> {
    /// The labels of a statement, each once, with a warning if one stands there twice.
    pub(super) fn labels_once(&mut self, stmt: &Stmt) -> Vec<Name> {
        let labels = distinct_labels(stmt);
        if labels.len() < stmt.labels.len() {
            self.repeated_label(&stmt.labels);
        }
        labels
    }

    fn repeated_label(&mut self, labels: &[Name]) {
        let mut first: FxHashMap<Symbol, Span> = FxHashMap::default();
        let mut repeated =
            labels.iter().filter_map(|label| Some((label, first.insert(label.symbol, label.span)?)));
        let Some((again, before)) = repeated.next() else { return };
        let others = repeated.count();
        let message = format!("The label `{}` stands twice on one statement.", self.text(again.symbol));
        let diagnostic = Diagnostic::warning(&codes::REPEATED_LABEL, message)
            .at(again.span, "the same label again")
            .at(before, "first here")
            .help("remove one of them");
        self.report(match others {
            0 => diagnostic,
            1 => diagnostic.note("the statement has one more repeated label"),
            more => diagnostic.note(format!("the statement has {more} more repeated labels")),
        });
    }

    /// Warns of labels that were asked for and are not there, and of a program in which nothing can fail.
    pub(super) fn check_error_labels(&mut self) {
        let Some(start) = self.entry_span() else { return };
        let is_asked = self.options.error_labels != ERROR_LABELS;
        for wanted in self.options.error_labels.iter().filter(|_| is_asked) {
            if !self.has_label(wanted) {
                let message = format!("No statement has the label `{wanted}`, which was to mean an error.");
                self.report(
                    Diagnostic::warning(&codes::NO_ERROR_LABEL, message)
                        .at(start, "the program that starts here has no such label")
                        .help("labels are distinguished by capitals: `ERROR` is not `Error`"),
                );
            }
        }
        if !self.can_fail && !self.is_fatal() {
            self.nothing_to_check(start);
        }
    }

    /// The name of the procedure that the program starts in.
    fn entry_span(&self) -> Option<Span> {
        let (Entry::Main(first) | Entry::Init { init: first, .. }) = self.names.entry.as_ref()?;
        Some(self.file.procs[first.index()].name.span)
    }

    fn nothing_to_check(&mut self, start: Span) {
        let labels: Vec<String> =
            self.options.error_labels.iter().map(|label| format!("`{label}`")).collect();
        let message =
            "Nothing in the program can fail: there is no assertion, and no label that means an error.";
        self.report(
            Diagnostic::warning(&codes::NOTHING_TO_CHECK, message)
                .at(start, "the program starts here")
                .note(format!("labels that mean an error: {}", labels.join(", ")))
                .help("name the label with --error-label"),
        );
    }

    fn has_label(&self, wanted: &str) -> bool {
        let mut found = false;
        for proc in &self.file.procs {
            visit_stmts(&proc.body, &mut |stmt| {
                found |= stmt.labels.iter().any(|label| self.text(label.symbol) == wanted);
            });
        }
        found
    }
}
