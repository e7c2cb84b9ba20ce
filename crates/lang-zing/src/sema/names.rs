//! What names mean: variables, members and types, alone and after a dot.

use base::{Diagnostic, Span, Symbol, similar};
use ir::Value;

use super::body::{BodyChecker, Context};
use super::expr::Operand;
use super::{Member, codes};
use crate::ast;
use crate::hir::{ExprId, ExprKind, FieldId, Ty, TypeId, TypeKind};

impl BodyChecker<'_, '_> {
    /// A variable, else a member of the class, else a type.
    pub(super) fn name(&mut self, name: Symbol, span: Span) -> Operand {
        if let Some(var) = self.variable(name) {
            let ty = self.body.vars[var].ty;
            return Operand::Value(self.add(ExprKind::Var(var), ty, span));
        }
        if let Some(member) = self.member(self.owner, name) {
            return Operand::Value(self.own_member(member, name, span));
        }
        if let Some(&id) = self.sema.types.get(&name) {
            return Operand::Type(id, span);
        }
        let text = self.text(name);
        let mut diagnostic =
            Diagnostic::error(&codes::UNKNOWN_NAME, format!("nothing named `{text}` is known here"))
                .at(span, "unknown name");
        if let Some(near) = self.similar_name(text) {
            diagnostic = diagnostic.help(similar::did_you_mean(near));
        }
        self.report(diagnostic);
        Operand::Value(self.error(span))
    }

    fn own_member(&mut self, member: Member, name: Symbol, span: Span) -> ExprId {
        match member {
            Member::Method(_) => self.method_as_value(name, span),
            Member::Field(field) if self.sema.program.fields[field].is_static => {
                self.static_field(field, span)
            }
            Member::Field(field) if self.context == Context::Instance => {
                let object = self.add(ExprKind::This, Ty::Class(self.owner), span);
                self.object_field(object, field, span)
            }
            Member::Field(_) => self.instance_member_in_static(name, span),
        }
    }

    fn method_as_value(&mut self, name: Symbol, span: Span) -> ExprId {
        let text = self.text(name);
        self.report(
            Diagnostic::error(&codes::NOT_A_METHOD, format!("the method `{text}` is not called"))
                .at(span, "a method, not a value")
                .help(format!("call it: `{text}(...)`")),
        );
        self.error(span)
    }

    pub(super) fn instance_member_in_static(&mut self, name: Symbol, span: Span) -> ExprId {
        let text = self.text(name);
        self.report(
            Diagnostic::error(
                &codes::INSTANCE_MEMBER_IN_STATIC,
                format!("`{text}` belongs to an object, and there is none here"),
            )
            .at(span, "not static")
            .help("make it static, or reach it through a reference"),
        );
        self.error(span)
    }

    fn static_field(&mut self, field: FieldId, span: Span) -> ExprId {
        let ty = self.sema.program.fields[field].ty;
        self.add(ExprKind::Static(field), ty, span)
    }

    fn object_field(&mut self, object: ExprId, field: FieldId, span: Span) -> ExprId {
        let ty = self.sema.program.fields[field].ty;
        self.add(ExprKind::Field { object, field }, ty, span)
    }

    /// `first.name`
    pub(super) fn member_access(&mut self, first: Operand, name: ast::Ident, span: Span) -> Operand {
        let expr = match first {
            Operand::Type(id, _) => self.static_access(id, name, span),
            Operand::Value(_) => {
                let base = self.as_value(first);
                match self.ty(base) {
                    Ty::Struct(id) => self.struct_part(base, id, name, span),
                    Ty::Class(id) | Ty::Interface(id) => self.object_access(base, id, name, span),
                    Ty::Error => self.error(span),
                    _ => self.no_members(base, name, span),
                }
            }
        };
        Operand::Value(expr)
    }

    fn static_access(&mut self, id: TypeId, name: ast::Ident, span: Span) -> ExprId {
        if let TypeKind::Enum { constants } = &self.sema.program.types[id].kind {
            let text = self.text(name.name);
            return match constants.iter().position(|constant| constant == text) {
                Some(number) => self.add(ExprKind::Const(Value::Int(number as i64)), Ty::Enum(id), span),
                None => self.unknown_member(id, name, span),
            };
        }
        match self.member(id, name.name) {
            None => self.unknown_member(id, name, span),
            Some(Member::Method(_)) => self.method_as_value(name.name, name.span),
            Some(Member::Field(field)) if self.sema.program.fields[field].is_static => {
                self.static_field(field, span)
            }
            Some(Member::Field(_)) => self.instance_member_in_static(name.name, name.span),
        }
    }

    fn object_access(&mut self, object: ExprId, id: TypeId, name: ast::Ident, span: Span) -> ExprId {
        match self.member(id, name.name) {
            None => self.unknown_member(id, name, span),
            Some(Member::Method(_)) => self.method_as_value(name.name, name.span),
            Some(Member::Field(field)) if self.sema.program.fields[field].is_static => {
                self.static_through_instance(id, name, span)
            }
            Some(Member::Field(field)) => self.object_field(object, field, span),
        }
    }

    fn struct_part(&mut self, base: ExprId, id: TypeId, name: ast::Ident, span: Span) -> ExprId {
        let Some(Member::Field(field)) = self.member(id, name.name) else {
            return self.unknown_member(id, name, span);
        };
        let index = self.sema.program.struct_fields(id).iter().position(|&other| other == field);
        let index = index.expect("a member of a struct is one of its fields");
        let ty = self.sema.program.fields[field].ty;
        self.add(ExprKind::Part { base, index }, ty, span)
    }

    pub(super) fn static_through_instance(&mut self, id: TypeId, name: ast::Ident, span: Span) -> ExprId {
        let (class, text) = (&self.sema.program.types[id].name, self.text(name.name));
        let diagnostic = Diagnostic::error(
            &codes::STATIC_THROUGH_INSTANCE,
            format!("`{text}` is static and does not belong to an object"),
        )
        .at(name.span, "static")
        .help(format!("write `{class}.{text}`"));
        self.report(diagnostic);
        self.error(span)
    }

    pub(super) fn unknown_member(&mut self, id: TypeId, name: ast::Ident, span: Span) -> ExprId {
        let (owner, text) = (&self.sema.program.types[id].name, self.text(name.name));
        let mut diagnostic =
            Diagnostic::error(&codes::UNKNOWN_MEMBER, format!("`{owner}` has no member `{text}`"))
                .at(name.span, "unknown member");
        let near = match &self.sema.program.types[id].kind {
            TypeKind::Enum { constants } => self.sema.nearest(text, constants.iter().map(String::as_str)),
            _ => self.sema.nearest(text, self.member_names(id)),
        };
        if let Some(near) = near {
            diagnostic = diagnostic.help(similar::did_you_mean(near));
        }
        self.report(diagnostic);
        self.error(span)
    }

    pub(super) fn no_members(&mut self, base: ExprId, name: ast::Ident, span: Span) -> ExprId {
        let (ty, text) = (self.shown_type(base), self.text(name.name));
        let message = format!("a value of type `{ty}` has no members, so there is no `{text}`");
        let mut diagnostic =
            Diagnostic::error(&codes::UNKNOWN_MEMBER, message).at(name.span, "unknown member");
        match self.ty(base) {
            Ty::Array(_) | Ty::Set(_) | Ty::Chan(_) => {
                diagnostic = diagnostic.help("the number of elements is `sizeof(...)`");
            }
            Ty::Object => diagnostic = diagnostic.help("assign it to a variable of the class first"),
            _ => {}
        }
        self.report(diagnostic);
        self.error(span)
    }
}
