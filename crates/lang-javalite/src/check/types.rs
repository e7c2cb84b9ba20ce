//! Types as messages speak of them.

use base::{Diagnostic, Span};
use ir::ClassId;

use super::Checker;
use crate::codes;
use crate::hir::{Expr, ExprKind, Method, Ty};

impl Checker<'_> {
    pub(super) fn type_text(&self, ty: Ty) -> String {
        match ty {
            Ty::Unit => "unit".to_owned(),
            Ty::Bool => "bool".to_owned(),
            Ty::Int => "int".to_owned(),
            Ty::Null => "null".to_owned(),
            Ty::Class(class) => self.class_text(class).to_owned(),
            Ty::Unknown => "unknown".to_owned(),
        }
    }

    pub(super) fn class_text(&self, class: ClassId) -> &str {
        self.interner.text(self.world.classes[class].name.symbol)
    }

    /// A method without its body: `(T m ([T x] ...) ..)`, types alone.
    pub(super) fn signature(&self, method: &Method) -> String {
        let params: Vec<String> =
            method.params.iter().map(|&param| format!("[{} _]", self.type_text(param))).collect();
        let name = self.interner.text(method.name.symbol);
        format!("({} {name} ({}) ...)", self.type_text(method.result), params.join(" "))
    }

    /// Says so if an expression is not of the type that its place asks for.
    pub(super) fn must_fit(&mut self, found: &Expr, wanted: Ty, place: &str) {
        if self.world.fits(found.ty, wanted) {
            return;
        }
        let [wanted_text, found_text] = [wanted, found.ty].map(|ty| self.type_text(ty));
        let message = format!("{place} is of type `{wanted_text}`, but this is of type `{found_text}`.");
        let mut diagnostic = Diagnostic::error(&codes::WRONG_TYPE, message)
            .at(result_span(found), format!("expected `{wanted_text}`"));
        diagnostic.help = match found.kind {
            ExprKind::Equality { op: ir::BinOp::Eq, .. } => {
                Some("`=` compares; an assignment is written `:=`".to_owned())
            }
            _ => self.conversion(found.ty, wanted),
        };
        self.report(diagnostic);
    }

    fn conversion(&self, found: Ty, wanted: Ty) -> Option<String> {
        let help = match (found, wanted) {
            (Ty::Class(_), Ty::Bool) => "compare it with null: `(x != null)`".to_owned(),
            (Ty::Int, Ty::Bool) => "compare it with a number: `(x != 0)`".to_owned(),
            (_, Ty::Unit) => "a value is dropped with `(begin e unit)`".to_owned(),
            (Ty::Null, Ty::Int | Ty::Bool) => "only variables of classes can be null".to_owned(),
            (Ty::Class(class), Ty::Class(below)) if self.world.is_below(below, class) => {
                format!("a cast to a class below is written `({} e)`", self.class_text(below))
            }
            _ => return None,
        };
        Some(help)
    }
}

/// Where the value of an expression is made: the last part of a sequence, not all of it.
pub(super) fn result_span(expr: &Expr) -> Span {
    let mut at = expr;
    loop {
        at = match &at.kind {
            ExprKind::Begin(parts) if !parts.is_empty() => &parts[parts.len() - 1],
            ExprKind::Var { body, .. } => body,
            _ => return at.span,
        };
    }
}
