//! `select`, `send` and `receive`.

use base::{Diagnostic, Span};

use super::body::BodyChecker;
use super::codes;
use crate::ast::{self, PatternKind};
use crate::hir::{ExprId, Guard, GuardKind, Join, StmtKind, Ty};

impl BodyChecker<'_, '_> {
    pub(super) fn send(&mut self, channel: ast::ExprId, value: ast::ExprId) -> Option<StmtKind> {
        let channel = self.value(channel);
        let value = self.value(value);
        let payload = self.payload(channel)?;
        // Constants take the type of the channel; everything else must have it.
        let adapts = match self.ty(value) {
            ty if ty == payload => true,
            Ty::Int(_) => self.constant(value).is_some(),
            Ty::Real(_) => self.real_constant(value).is_some(),
            Ty::Null | Ty::Error => true,
            _ => payload == Ty::Error,
        };
        if !adapts {
            self.bad_payload(value, payload, "sent");
            return None;
        }
        let value = self.coerce(value, payload, "the message");
        Some(StmtKind::Send { channel, value })
    }

    /// What a channel carries.
    fn payload(&mut self, channel: ExprId) -> Option<Ty> {
        match self.ty(channel) {
            Ty::Chan(id) => Some(self.sema.program.content(id)),
            Ty::Error => None,
            _ => {
                let (ty, at) = (self.shown_type(channel), self.span(channel));
                let message = format!("a channel is needed, but this is of type `{ty}`");
                self.report(Diagnostic::error(&codes::NOT_A_CHANNEL, message).at(at, "not a channel"));
                None
            }
        }
    }

    fn bad_payload(&mut self, value: ExprId, payload: Ty, done: &str) {
        let (found, wanted) = (self.shown_type(value), self.sema.type_name(payload));
        let at = self.span(value);
        let message = format!("the channel carries `{wanted}`, but `{found}` is {done}");
        let mut diagnostic = Diagnostic::error(&codes::PAYLOAD_TYPE, message)
            .at(at, format!("expected `{wanted}`, found `{found}`"));
        if let (Ty::Enum(_), Ty::Int(_)) = (self.ty(value), payload) {
            let help = format!("if its number is meant, send it from a variable of type `{wanted}`");
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
    }

    pub(super) fn select(
        &mut self,
        modifiers: ast::SelectModifiers,
        joins: &[ast::Join],
        span: Span,
    ) -> StmtKind {
        self.effect(super::stmt::keyword(span, "select"), "waits in a `select`");
        let last = joins.len().saturating_sub(1);
        let joins = joins.iter().enumerate().map(|(index, join)| self.join(join, index == last)).collect();
        // `visible` asks for a state that is stored, which every select here is.
        StmtKind::Select { joins, first: modifiers.is_first.is_some(), end: modifiers.is_end.is_some() }
    }

    fn join(&mut self, join: &ast::Join, is_last: bool) -> Join {
        self.check_timeout(join, is_last);
        let guards = join.patterns.iter().map(|pattern| self.guard(pattern)).collect();
        let first = join.patterns.first().map_or(join.span, |pattern| pattern.span);
        let last = join.patterns.last().map_or(join.span, |pattern| pattern.span);
        Join { guards, body: self.single(join.body), span: first.to(last) }
    }

    fn check_timeout(&mut self, join: &ast::Join, is_last: bool) {
        let timeout = join.patterns.iter().find(|pattern| matches!(pattern.kind, PatternKind::Timeout));
        let Some(timeout) = timeout else { return };
        let what = if join.patterns.len() > 1 {
            "`timeout` must be the only pattern of its alternative"
        } else if !is_last {
            "the `timeout` must be the last alternative of the `select`"
        } else {
            return;
        };
        self.report(Diagnostic::error(&codes::TIMEOUT_POSITION, what).at(timeout.span, "misplaced"));
    }

    fn guard(&mut self, pattern: &ast::Pattern) -> Guard {
        let kind = match pattern.kind {
            PatternKind::Wait(condition) => {
                GuardKind::Wait(self.looking(|checker| checker.condition(condition)))
            }
            PatternKind::Receive { channel, target } => {
                let channel = self.looking(|checker| checker.value(channel));
                let target = self.value(target);
                self.check_receive(channel, target);
                GuardKind::Receive { channel, target }
            }
            PatternKind::Event(args) => GuardKind::Event(args.map(|arg| self.value(arg))),
            PatternKind::Timeout => GuardKind::Timeout,
        };
        Guard { kind, span: pattern.span }
    }

    /// Checks an expression that is evaluated without effect.
    fn looking<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.in_guard = true;
        let value = inside(self);
        self.in_guard = false;
        value
    }

    fn check_receive(&mut self, channel: ExprId, target: ExprId) {
        let is_place = self.check_place(target, "the target of `receive`");
        let Some(payload) = self.payload(channel) else { return };
        let ty = self.ty(target);
        if is_place && ty != payload && ty != Ty::Error && payload != Ty::Error {
            self.bad_payload(target, payload, "received");
        }
    }
}
