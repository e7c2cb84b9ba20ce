//! What stands behind `@`.

use base::Span;

use super::Parser;
use crate::ast::{Expr, ExprKind};
use crate::codes;
use crate::sexp::{Bracket, Sexp};
use crate::token::TokenKind;

const CALL: &str = "a call is written `(x @ m (a b))`, and `(x @ m ())` without arguments";

impl Parser<'_> {
    pub(super) fn call(
        &mut self,
        receiver: &Sexp,
        method: &Sexp,
        behind: &[Sexp],
        whole: &Sexp,
    ) -> Option<ExprKind> {
        let receiver = Box::new(self.expr(receiver));
        let name = self.name(Some(method), "the name of a method", whole.span, CALL);
        let args = match behind {
            [arguments] => self.arguments(arguments),
            [] => {
                let last = Span::new(whole.span.file, whole.span.end.saturating_sub(1), whole.span.end);
                let message = "A call has a list of arguments, even if it is empty.";
                self.error(&codes::UNEXPECTED, message, last, "the arguments are missing", CALL);
                return None;
            }
            [_, second, ..] => {
                behind.iter().for_each(|arg| drop(self.expr(arg)));
                self.unexpected("`)`, since several arguments stand in one list", second, CALL);
                return None;
            }
        };
        Some(ExprKind::Call { receiver, method: name?, args })
    }

    /// A list is the list of arguments, unless it is an expression as a whole.
    fn arguments(&mut self, found: &Sexp) -> Vec<Expr> {
        match found.list() {
            Some((bracket, items)) if !self.is_form(items) => {
                self.bracket(found.span, bracket, Bracket::Round, "a list of arguments");
                items.iter().map(|arg| self.expr(arg)).collect()
            }
            _ => vec![self.expr(found)],
        }
    }

    fn is_form(&mut self, items: &[Sexp]) -> bool {
        let first = items.first().and_then(Sexp::atom);
        let second = items.get(1).and_then(Sexp::atom);
        if first.is_some_and(TokenKind::is_head) || second.is_some_and(TokenKind::is_infix) {
            return true;
        }
        match (items, first) {
            ([_, _], Some(TokenKind::Minus)) => true,
            ([class, _], Some(TokenKind::Symbol)) => {
                let class = self.symbol(class).symbol;
                self.class_names.contains(&class)
            }
            _ => false,
        }
    }
}
