//! Boom's passive variables.
//!
//! `x$`, where `x` is a local variable and nothing is called `x$`, is the `x` of all other threads: an assignment to it
//! changes them all at once. It may stand on the left of an assignment, and in the value that such a target gets: there
//! it is the value in the thread that is changed. Elsewhere it would have many values, and is refused.
//!
//! In a program with one thread there are no others, so that nothing is left of such an assignment but its step. Where
//! threads are started, passive variables are unsupported.

use base::{Diagnostic, Symbol};

use super::{Names, Resolver, Scope};
use crate::ast::{Expr, Name};
use crate::codes;

impl Names {
    /// Whether a resolved target is a passive variable.
    pub(crate) fn is_passive(&self, scope: &Scope, target: Name) -> bool {
        !self.is_variable(scope, target.symbol)
    }

    pub(super) fn is_variable(&self, scope: &Scope, symbol: Symbol) -> bool {
        scope.ids.contains_key(&symbol) || self.global_ids.contains_key(&symbol)
    }
}

impl Resolver<'_> {
    /// The value of an assignment: that of a passive variable may name passive variables.
    pub(super) fn assigned_value(&mut self, scope: &Scope, target: Option<Name>, value: &Expr) {
        match target.filter(|&target| self.is_passive_local(scope, target)) {
            Some(_) => self.names_in(value, false, |resolver, name| resolver.target(scope, name)),
            None => self.expr(scope, value, false),
        }
    }

    /// A variable that is assigned, or, in the value of a passive one, read.
    pub(super) fn target(&mut self, scope: &Scope, name: Name) {
        if self.is_passive_local(scope, name) {
            self.passive.push(name);
        } else {
            self.variable(scope, name);
        }
    }

    fn is_passive_local(&self, scope: &Scope, name: Name) -> bool {
        !self.names.is_variable(scope, name.symbol)
            && self.active(name).is_some_and(|symbol| scope.ids.contains_key(&symbol))
    }

    /// The name without the `$` at its end, if anything has it.
    fn active(&self, name: Name) -> Option<Symbol> {
        self.interner.lookup(self.text(name.symbol).strip_suffix('$')?)
    }

    /// A message about `x$` where there is a variable `x`, but nothing that `x$` could mean.
    pub(super) fn misplaced_passive(&self, scope: &Scope, name: Name) -> Option<Diagnostic> {
        let active = self.active(name).filter(|&symbol| self.names.is_variable(scope, symbol))?;
        let (passive, text) = (self.text(name.symbol), self.text(active));
        let diagnostic = match scope.ids.contains_key(&active) {
            true => Diagnostic::error(
                &codes::MISPLACED_PASSIVE,
                format!("The passive variable `{passive}` cannot be read here."),
            )
            .at(name.span, format!("the variable `{text}` of all other threads, which has many values"))
            .help(format!("passive variables can only be assigned: `{passive} := T;`")),
            false => Diagnostic::error(
                &codes::MISPLACED_PASSIVE,
                format!(
                    "`{passive}` has no meaning: `{text}` is a global variable, which all threads share."
                ),
            )
            .at(name.span, "only local variables are passive in other threads")
            .help(format!("write `{text}`")),
        };
        Some(diagnostic)
    }

    /// Now that it is known whether there are threads, reports the passive variables that were assigned.
    pub(super) fn check_passive(&mut self) {
        let assigned = std::mem::take(&mut self.passive);
        if self.names.has_threads {
            return assigned.into_iter().for_each(|name| self.unsupported_passive(name));
        }
        let Some((first, others)) = assigned.split_first() else { return };
        let text = self.text(first.symbol);
        let message = format!(
            "The assignment to the passive variable `{text}` has no effect: the program has one thread."
        );
        let diagnostic = Diagnostic::warning(&codes::PASSIVE_WITHOUT_EFFECT, message)
            .at(first.span, "in Boom's dialect, a local variable of all other threads")
            .help("remove the assignment, or start threads");
        self.report(match others.len() {
            0 => diagnostic,
            1 => diagnostic.note("the file has one more such place"),
            more => diagnostic.note(format!("the file has {more} more such places")),
        });
    }

    fn unsupported_passive(&mut self, name: Name) {
        let text = self.text(name.symbol);
        let message =
            format!("The passive variable `{text}` is not supported in a program that starts threads.");
        self.report(
            Diagnostic::unsupported(&codes::PASSIVE_VARIABLE, message)
                .at(name.span, "in Boom's dialect, a local variable of all other threads")
                .help("use a global variable that all threads share"),
        );
    }
}
