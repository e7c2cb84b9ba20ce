//! Getafix's global `atomic`: no thread switch happens while it is true.
//!
//! Each procedure gets one more variable for it, after its parameters: whether `atomic` is true and the thread of the
//! procedure made it so. `lower::atomic` says how it is used. Only programs with threads need it.

use base::{Diagnostic, Id};
use ir::{GlobalId, LocalId};

use super::{Resolver, Scope};
use crate::ast::Name;
use crate::{Dialect, codes};

impl Resolver<'_> {
    pub(super) fn find_atomic(&mut self) {
        if !self.names.has_threads {
            return;
        }
        let Some(symbol) = self.interner.lookup("atomic") else { return };
        let Some(&atomic) = self.names.global_ids.get(&symbol) else { return };
        match self.options.dialect {
            Some(Dialect::Getafix) => self.add_holders(atomic),
            None => self.warn_of_atomic(atomic),
            Some(Dialect::Sdv | Dialect::Boppo) => {}
        }
    }

    fn add_holders(&mut self, atomic: GlobalId) {
        self.names.atomic = Some(atomic);
        let name = self.file.globals[atomic.index()].name;
        for (scope, proc) in self.names.procs.iter_mut().zip(&self.file.procs) {
            scope.insert(proc.params.len(), name);
        }
    }

    fn warn_of_atomic(&mut self, atomic: GlobalId) {
        let message =
            "The global variable `atomic` does not forbid thread switches unless the dialect is Getafix's.";
        self.report(
            Diagnostic::warning(&codes::ATOMIC_WITHOUT_EFFECT, message)
                .at(self.file.globals[atomic.index()].name.span, "read as a variable without a meaning of its own")
                .help("say --dialect getafix if no thread switch may happen while it is true, else --dialect sdv"),
        );
    }
}

impl Scope {
    /// Adds a variable that no statement can name, and moves those after it.
    fn insert(&mut self, at: usize, name: Name) {
        let mut locals = std::mem::take(&mut self.locals).into_vec();
        // A procedure with duplicate parameters was refused, and may have fewer variables.
        locals.insert(at.min(locals.len()), name);
        self.locals = locals.into_iter().collect();
        for id in self.ids.values_mut().filter(|id| id.index() >= at) {
            *id = LocalId::new(id.index() + 1);
        }
    }
}
