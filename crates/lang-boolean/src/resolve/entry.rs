//! Where a program starts.
//!
//! In `main`; without one, in `init`, and then in all procedures that no other procedure leads to, one thread for each.
//! In Getafix's dialect `init` comes first also where there is a `main`, which is then one of the threads; a sequential
//! program of Getafix has no `init`, or calls it.

use base::{Diagnostic, Id};
use ir::ProcId;

use super::Resolver;
use crate::{Dialect, codes};

/// Where a program starts.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// In `main`.
    Main(ProcId),
    /// In `init`, and when that has ended, in these at once.
    Init { init: ProcId, threads: Vec<ProcId> },
}

impl Resolver<'_> {
    pub(super) fn find_entry(&mut self) {
        let main = self.proc_named("main");
        let init = self.proc_named("init").filter(|&init| self.has_no_params(init));
        let is_getafix = self.options.dialect == Some(Dialect::Getafix);
        self.names.entry = match (main, init) {
            (Some(_), Some(init)) if is_getafix && !self.used.contains(&init) => {
                Some(self.started_by_init(init, main))
            }
            (Some(main), _) => {
                self.check_init();
                Some(Entry::Main(main))
            }
            (None, Some(init)) => Some(self.started_by_init(init, None)),
            (None, None) => {
                self.no_entry();
                None
            }
        };
        if let Some(Entry::Init { threads, .. }) = &self.names.entry {
            self.names.has_threads |= threads.len() > 1;
        }
    }

    fn proc_named(&self, name: &str) -> Option<ProcId> {
        self.names.proc_ids.get(&self.interner.lookup(name)?).copied()
    }

    fn has_no_params(&self, proc: ProcId) -> bool {
        self.file.procs[proc.index()].params.is_empty()
    }

    /// Parameters of `main` have any values, so it may have some.
    fn started_by_init(&self, init: ProcId, main: Option<ProcId>) -> Entry {
        let is_root =
            |proc: &ProcId| !self.used.contains(proc) && (self.has_no_params(*proc) || main == Some(*proc));
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

    /// Warns of a procedure `init` that is not executed, since the program starts in `main`.
    fn check_init(&mut self) {
        let Some(init) = self.proc_named("init").filter(|init| !self.used.contains(init)) else { return };
        let message =
            "The procedure `init` is never executed: the program starts in `main`, which does not call it.";
        let diagnostic = Diagnostic::warning(&codes::NEVER_EXECUTED, message)
            .at(self.file.procs[init.index()].name.span, "no other procedure calls it");
        self.report(match self.has_no_params(init) {
            true => diagnostic.help(
                "say --dialect getafix if the program is to start in `init`; else call it, or remove it",
            ),
            false => diagnostic.help("call it, or remove it"),
        });
    }
}
