//! Variables in expressions.

use base::Diagnostic;

use super::{Resolver, Scope};
use crate::ast::{Expr, Name};
use crate::codes;

impl Resolver<'_> {
    /// `has_next`: values after the assignment may be named.
    pub(super) fn expr(&mut self, scope: &Scope, expr: &Expr, has_next: bool) {
        self.names_in(expr, has_next, |resolver, name| resolver.variable(scope, name));
    }

    /// Has `see` look at each variable that an expression names.
    pub(super) fn names_in(&mut self, expr: &Expr, has_next: bool, mut see: impl FnMut(&mut Self, Name)) {
        expr.visit(&mut |part| match part {
            Expr::Var(name) => see(self, *name),
            Expr::Next(name) => {
                if !has_next {
                    self.misplaced_next(*name);
                }
                see(self, *name);
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
        if self.names.is_variable(scope, name.symbol) {
            return;
        }
        if let Some(diagnostic) = self.misplaced_passive(scope, name) {
            return self.report(diagnostic);
        }
        let known: Vec<_> = scope.ids.keys().chain(self.names.global_ids.keys()).copied().collect();
        let diagnostic = self.not_declared(&codes::UNKNOWN_VARIABLE, "variable", name);
        let diagnostic = match self.text(name.symbol) {
            "TRUE" | "True" => diagnostic.help("did you mean `T`?"),
            "FALSE" | "False" | "null" | "NULL" | "nil" => diagnostic.help("did you mean `F`?"),
            "nondet" | "choose" | "unknown" => diagnostic.help("any value is written `*`"),
            _ => self.suggest(diagnostic, name, known),
        };
        self.report(diagnostic);
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
