//! Variables in expressions.

use base::Diagnostic;

use super::{Resolver, Scope};
use crate::ast::{Expr, Name};
use crate::codes;

impl Resolver<'_> {
    /// `has_next`: values after the assignment may be named.
    pub(super) fn expr(&mut self, scope: &Scope, expr: &Expr, has_next: bool) {
        expr.visit(&mut |part| match part {
            Expr::Var(name) => self.variable(scope, *name),
            Expr::Next(name) => {
                if !has_next {
                    self.misplaced_next(*name);
                }
                self.variable(scope, *name);
            }
            Expr::Constant(_)
            | Expr::Choice
            | Expr::Schoose(..)
            | Expr::Not(_)
            | Expr::And(_)
            | Expr::Or(_)
            | Expr::Odd { .. }
            | Expr::Cond { .. } => {}
        });
    }

    pub(super) fn variable(&mut self, scope: &Scope, name: Name) {
        if scope.ids.contains_key(&name.symbol) || self.names.global_ids.contains_key(&name.symbol) {
            return;
        }
        if self.is_passive(scope, name) {
            return self.passive(name);
        }
        let message = format!("There is no variable `{}`.", self.text(name.symbol));
        let known: Vec<_> = scope.ids.keys().chain(self.names.global_ids.keys()).copied().collect();
        let diagnostic = Diagnostic::error(&codes::UNKNOWN_VARIABLE, message).at(name.span, "not declared");
        let diagnostic = self.suggest(diagnostic, name, known.into_iter());
        self.report(diagnostic);
    }

    /// `x$` where there is an `x`: Boom's name for the value of `x` in the other threads.
    fn is_passive(&self, scope: &Scope, name: Name) -> bool {
        let Some(active) = self.text(name.symbol).strip_suffix('$') else { return false };
        self.interner.lookup(active).is_some_and(|symbol| {
            scope.ids.contains_key(&symbol) || self.names.global_ids.contains_key(&symbol)
        })
    }

    fn passive(&mut self, name: Name) {
        let text = self.text(name.symbol);
        let message = format!("The passive variable `{text}` is not supported.");
        self.report(
            Diagnostic::unsupported(&codes::PASSIVE_VARIABLE, message)
                .at(name.span, "in Boom's dialect, the value of a local variable in all other threads")
                .help("use a global variable that all threads share"),
        );
    }

    fn misplaced_next(&mut self, name: Name) {
        let text = self.text(name.symbol);
        let message = format!("The next value of `{text}` has no meaning here.");
        self.report(
            Diagnostic::error(&codes::NEXT_OUTSIDE_CONSTRAIN, message)
                .at(name.span, "nothing is assigned here")
                .help(format!("next values stand behind `constrain`: `{text} := * constrain {text}' | a;`")),
        );
    }
}
