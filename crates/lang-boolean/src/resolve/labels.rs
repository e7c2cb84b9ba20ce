//! Labels that mean more than a place: errors, and threads in Boppo's dialect.

use base::{Diagnostic, Interner};

use super::Resolver;
use crate::ast::{Name, Stmt, visit_stmts};
use crate::{Dialect, Options, codes};

/// Whether to reach a statement with this label is an error.
pub(crate) fn is_error_label(label: Name, interner: &Interner, options: &Options) -> bool {
    let text = interner.text(label.symbol);
    options.error_labels.iter().any(|error| error == text)
}

/// Whether a call with these labels starts a thread.
pub(crate) fn starts_thread(stmt: &Stmt, interner: &Interner, options: &Options) -> bool {
    options.dialect != Some(Dialect::Sdv)
        && stmt.labels.iter().any(|label| interner.text(label.symbol).starts_with("ASYNC_"))
}

impl Resolver<'_> {
    /// Warns of labels that were asked for and are not there, and of a program in which nothing can fail.
    pub(super) fn check_error_labels(&mut self) {
        for wanted in &self.options.error_labels {
            if *self.options != (Options { dialect: self.options.dialect, ..Options::default() })
                && !self.has_label(wanted)
            {
                let message = format!("No statement has the label `{wanted}`, which was to mean an error.");
                self.report(
                    Diagnostic::warning(&codes::NO_ERROR_LABEL, message)
                        .at(self.end, "no such label in the file")
                        .help("labels are told apart by capitals: `ERROR` is not `Error`"),
                );
            }
        }
        let labels: Vec<String> =
            self.options.error_labels.iter().map(|label| format!("`{label}`")).collect();
        if !self.can_fail && self.names.entry.is_some() {
            let message =
                "Nothing in the program can fail: there is no assertion, and no label that means an error.";
            self.report(
                Diagnostic::warning(&codes::NOTHING_TO_CHECK, message)
                    .at(self.end, "nothing to check up to here")
                    .note(format!("labels that mean an error: {}", labels.join(", ")))
                    .help("name the label with --error-label"),
            );
        }
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
