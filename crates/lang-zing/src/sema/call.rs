//! Calls and their arguments, and what can be assigned to.

use base::{Diagnostic, Span, similar};

use super::body::{BodyChecker, Context};
use super::expr::Operand;
use super::{Member, codes};
use crate::ast::{self, ExprKind as A};
use crate::hir::{Arg, ExprId, ExprKind, MethodId, Param, Ty};

impl BodyChecker<'_, '_> {
    /// `name(args)`: a method of the class.
    pub(super) fn call_by_name(&mut self, callee: ast::ExprId, args: &[ast::Arg], span: Span) -> ExprId {
        let A::Name(name) = self.sema.unit.exprs[callee].kind else { return self.broken_call(args, span) };
        let name = ast::Ident { name, span: self.sema.unit.exprs[callee].span };
        let Some(Member::Method(method)) = self.member(self.owner, name.name) else {
            self.unknown_method(name);
            return self.broken_call(args, span);
        };
        if self.sema.program.methods[method].is_static {
            return self.call(method, None, args, span);
        }
        if self.context != Context::Instance {
            self.instance_member_in_static(name.name, name.span);
            return self.broken_call(args, span);
        }
        let this = self.add(ExprKind::This, Ty::Class(self.owner), name.span);
        self.call(method, Some(this), args, span)
    }

    /// `first.name(args)`
    pub(super) fn call_member(
        &mut self,
        first: Operand,
        name: ast::Ident,
        args: &[ast::Arg],
        span: Span,
    ) -> ExprId {
        let owner = match first {
            Operand::Type(id, _) => id,
            Operand::Value(base) => match self.ty(base) {
                Ty::Class(id) | Ty::Interface(id) => id,
                Ty::Error => return self.broken_call(args, span),
                _ => {
                    let base = self.as_value(first);
                    if self.ty(base) != Ty::Error {
                        self.no_members(base, name, span);
                    }
                    return self.broken_call(args, span);
                }
            },
        };
        match self.member(owner, name.name) {
            None => {
                self.unknown_member(owner, name, span);
            }
            Some(Member::Field(_)) => self.not_a_method(name),
            Some(Member::Method(method)) => match (first, self.sema.program.methods[method].is_static) {
                (Operand::Type(..), true) => return self.call(method, None, args, span),
                (Operand::Value(object), false) => return self.call(method, Some(object), args, span),
                (Operand::Type(..), false) => {
                    self.instance_member_in_static(name.name, name.span);
                }
                (Operand::Value(_), true) => {
                    self.static_through_instance(owner, name, span);
                }
            },
        }
        self.broken_call(args, span)
    }

    /// The arguments of a call that has no method still get their own messages.
    fn broken_call(&mut self, args: &[ast::Arg], span: Span) -> ExprId {
        for arg in args {
            self.value(arg.value);
        }
        self.error(span)
    }

    fn not_a_method(&mut self, name: ast::Ident) {
        let message = format!("`{}` is not a method", self.text(name.name));
        self.report(Diagnostic::error(&codes::NOT_A_METHOD, message).at(name.span, "cannot be called"));
    }

    /// A name before arguments that is no method of the class.
    fn unknown_method(&mut self, name: ast::Ident) {
        let is_variable = self.variable(name.name).is_some() || self.member(self.owner, name.name).is_some();
        if is_variable || self.sema.types.contains_key(&name.name) {
            return self.not_a_method(name);
        }
        let text = self.text(name.name);
        let mut diagnostic =
            Diagnostic::error(&codes::UNKNOWN_NAME, format!("no method named `{text}` is known here"))
                .at(name.span, "unknown method");
        if let Some(near) = self.similar_name(text) {
            diagnostic = diagnostic.help(similar::did_you_mean(near));
        }
        self.report(diagnostic);
    }

    fn call(&mut self, method: MethodId, receiver: Option<ExprId>, args: &[ast::Arg], span: Span) -> ExprId {
        self.check_call_context(span);
        let params = self.sema.program.methods[method].params.clone();
        let mut typed = Vec::with_capacity(args.len());
        for (arg, param) in args.iter().zip(&params) {
            typed.push(self.argument(*arg, param));
        }
        if args.len() != params.len() {
            for extra in args.iter().skip(params.len()) {
                self.value(extra.value);
            }
            self.wrong_argument_count(method, args.len(), span);
            return self.error(span);
        }
        self.note_call(method, span);
        let ty = self.sema.program.methods[method].result.unwrap_or(Ty::Void);
        self.add(ExprKind::Call { method, receiver, args: typed }, ty, span)
    }

    /// A field of an object is initialised inside `new`, which is one step.
    pub(super) fn check_call_context(&mut self, span: Span) {
        if self.context == Context::FieldInitialiser {
            let message = "the initialiser of a field cannot call a method";
            self.report(
                Diagnostic::error(&codes::CALL_IN_INITIALISER, message)
                    .at(span, "calls a method")
                    .help("write a constructor without parameters"),
            );
        }
    }

    fn wrong_argument_count(&mut self, method: MethodId, given: usize, span: Span) {
        let info = &self.sema.program.methods[method];
        let count = |n: usize| if n == 1 { "1 argument".to_owned() } else { format!("{n} arguments") };
        let (wanted, given) = (count(info.params.len()), count(given));
        let message = format!("`{}` takes {wanted}, but gets {given}", info.name);
        let diagnostic = Diagnostic::error(&codes::WRONG_ARGUMENT_COUNT, message)
            .at(span, format!("{given} given"))
            .at(info.span, "declared here");
        self.report(diagnostic);
    }

    fn argument(&mut self, arg: ast::Arg, param: &Param) -> Arg {
        let value = self.value(arg.value);
        match (arg.out, param.is_out) {
            (None, false) => {
                Arg::Value(self.coerce(value, param.ty, &format!("the argument `{}`", param.name)))
            }
            (Some(span), true) => Arg::Out(self.out_argument(value, param, span)),
            (None, true) => {
                let at = self.span(value);
                self.bad_out(param, at, "needs `out` before it");
                Arg::Value(self.error(at))
            }
            (Some(span), false) => {
                self.bad_out(param, span, "takes no `out`");
                Arg::Value(self.error(span))
            }
        }
    }

    fn bad_out(&mut self, param: &Param, span: Span, what: &str) {
        let message = format!("the argument `{}` {what}", param.name);
        let diagnostic =
            Diagnostic::error(&codes::OUT_ARGUMENT, message).at(span, what).at(param.span, "declared here");
        self.report(diagnostic);
    }

    fn out_argument(&mut self, place: ExprId, param: &Param, out: Span) -> ExprId {
        if self.in_guard {
            self.effect(out, "passes a variable as `out`");
        }
        self.check_place(place, "an `out` argument");
        let ty = self.ty(place);
        if ty != param.ty && ty != Ty::Error && param.ty != Ty::Error {
            let (found, wanted) = (self.shown_type(place), self.sema.type_name(param.ty));
            let message = format!(
                "the `out` argument `{}` must be of type `{wanted}`, but is of type `{found}`",
                param.name
            );
            let at = self.span(place);
            self.report(
                Diagnostic::error(&codes::OUT_ARGUMENT, message)
                    .at(at, format!("expected `{wanted}`, found `{found}`")),
            );
        }
        place
    }

    /// Whether an expression denotes something that can be written to; reports it if not. A write to anything but a
    /// local variable is an effect.
    pub(super) fn check_place(&mut self, place: ExprId, what: &str) -> bool {
        let mut root = place;
        loop {
            let expr = &self.sema.program.exprs[root];
            match &expr.kind {
                ExprKind::Part { base, .. } => root = *base,
                ExprKind::Var(_) | ExprKind::Error => return true,
                ExprKind::Static(_) | ExprKind::Field { .. } | ExprKind::Element { .. } => {
                    let span = self.span(place);
                    self.effect(span, "writes to shared memory");
                    return true;
                }
                ExprKind::Const(_)
                | ExprKind::SelfId
                | ExprKind::This
                | ExprKind::Unary { .. }
                | ExprKind::Binary { .. }
                | ExprKind::Convert(_)
                | ExprKind::Cast(_)
                | ExprKind::Contains { .. }
                | ExprKind::Size(_)
                | ExprKind::New { .. }
                | ExprKind::Choose(_)
                | ExprKind::Call { .. }
                | ExprKind::Carried => break,
            }
        }
        let span = self.span(place);
        self.report(
            Diagnostic::error(
                &codes::NOT_ASSIGNABLE,
                format!("{what} must be a variable, a field or an element"),
            )
            .at(span, "cannot be assigned to"),
        );
        false
    }
}
