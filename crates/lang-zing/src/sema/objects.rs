//! Elements of arrays, `new`, `sizeof` and `choose`.

use base::{Diagnostic, Span};
use ir::Value;

use super::body::BodyChecker;
use super::codes;
use super::expr::Operand;
use crate::ast::{self, TypeOrExpr};
use crate::hir::{ArraySize, ChoiceOf, ExprId, ExprKind, Ty, TypeId};

impl BodyChecker<'_, '_> {
    pub(super) fn element(&mut self, array: ExprId, index: ast::ExprId, span: Span) -> ExprId {
        let index = self.value(index);
        let Ty::Array(id) = self.ty(array) else {
            if self.ty(array) != Ty::Error {
                let ty = self.shown_type(array);
                let message = format!("a value of type `{ty}` has no elements to index");
                let at = self.span(array);
                self.report(Diagnostic::error(&codes::BAD_INDEX, message).at(at, "not an array"));
            }
            return self.error(span);
        };
        let (element, size) = self.sema.program.array(id);
        let index = match size {
            ArraySize::ByEnum(by) => self.enum_index(index, by),
            ArraySize::ByRange(by) => self.integer_index(index, Ty::Range(by)),
            ArraySize::AtNew | ArraySize::Fixed(_) => self.integer_index(index, Ty::INT),
        };
        self.add(ExprKind::Element { array, index }, element, span)
    }

    fn integer_index(&mut self, index: ExprId, to: Ty) -> ExprId {
        match self.ty(index) {
            Ty::Int(_) | Ty::Range(_) | Ty::Enum(_) | Ty::Error => self.coerce(index, to, "the index"),
            _ => self.bad_index(index, "an integer", None),
        }
    }

    fn enum_index(&mut self, index: ExprId, by: TypeId) -> ExprId {
        let to = Ty::Enum(by);
        if self.ty(index) == to || self.ty(index) == Ty::Error {
            return index;
        }
        let wanted = format!("a value of `{}`", self.sema.type_name(to));
        self.bad_index(index, &wanted, self.advice_for_enum(index, by))
    }

    fn bad_index(&mut self, index: ExprId, wanted: &str, help: Option<String>) -> ExprId {
        let (ty, span) = (self.shown_type(index), self.span(index));
        let message = format!("the index must be {wanted}, but is of type `{ty}`");
        let mut diagnostic =
            Diagnostic::error(&codes::BAD_INDEX, message).at(span, format!("of type `{ty}`"));
        if let Some(help) = help {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
        self.error(span)
    }

    pub(super) fn new_object(&mut self, ty: ast::TypeRef, size: Option<ast::ExprId>, span: Span) -> ExprId {
        let size = size.map(|size| self.value(size));
        let ty_span = ty.span;
        let ty = self.sema.resolve_type(ty);
        let needs_size = match ty {
            Ty::Error => return self.error(span),
            Ty::Class(_) | Ty::Set(_) | Ty::Chan(_) => false,
            Ty::Array(id) => self.sema.program.array(id).1 == ArraySize::AtNew,
            _ => return self.bad_new(ty, ty_span, "has no objects"),
        };
        let size = match (size, needs_size) {
            (Some(size), true) => Some(self.integer_index(size, Ty::INT)),
            (None, false) => None,
            (Some(_), false) => return self.bad_new(ty, ty_span, "takes no size at `new`"),
            (None, true) => return self.bad_new(ty, ty_span, "needs a size at `new`"),
        };
        self.effect(span, "allocates an object");
        let constructor = match ty {
            Ty::Class(id) => self.sema.program.constructor(id),
            _ => None,
        };
        if let Some(constructor) = constructor {
            self.check_call_context(span);
            self.note_call(constructor, span);
        }
        self.add(ExprKind::New { size, constructor }, ty, span)
    }

    fn bad_new(&mut self, ty: Ty, span: Span, what: &str) -> ExprId {
        let name = self.sema.type_name(ty);
        self.report(Diagnostic::error(&codes::BAD_NEW, format!("the type `{name}` {what}")).at(span, what));
        self.error(span)
    }

    pub(super) fn size_of(&mut self, what: TypeOrExpr, span: Span) -> ExprId {
        let operand = match what {
            TypeOrExpr::Type(ty) => {
                let ty = self.sema.resolve_type(ty);
                return self.bad_size_of(ty, span);
            }
            TypeOrExpr::Expr(expr) => self.operand(expr),
        };
        match operand {
            Operand::Type(id, span) => self.size_of_type(id, span),
            Operand::Value(_) => {
                let object = self.as_value(operand);
                match self.ty(object) {
                    Ty::Array(_) | Ty::Set(_) | Ty::Chan(_) => {
                        self.add(ExprKind::Size(object), Ty::INT, span)
                    }
                    ty => self.bad_size_of(ty, span),
                }
            }
        }
    }

    fn size_of_type(&mut self, id: TypeId, span: Span) -> ExprId {
        let ty = self.sema.program.type_of(id);
        let length = match ty {
            Ty::Array(id) => self.sema.program.fixed_length(self.sema.program.array(id).1),
            _ => None,
        };
        match length.and_then(|length| i32::try_from(length).ok()) {
            Some(length) => self.add(ExprKind::Const(Value::Int(length.into())), Ty::INT, span),
            None => self.bad_size_of(ty, span),
        }
    }

    fn bad_size_of(&mut self, ty: Ty, span: Span) -> ExprId {
        if ty != Ty::Error {
            let name = self.sema.type_name(ty);
            let message = format!("`sizeof` does not apply to `{name}`");
            self.report(
                Diagnostic::error(&codes::BAD_SIZEOF, message).at(span, "not an array, set or channel"),
            );
        }
        self.error(span)
    }

    // -------------------------------------------------------------------------------------- choices

    pub(super) fn choose(&mut self, what: TypeOrExpr, span: Span) -> ExprId {
        let operand = match what {
            TypeOrExpr::Type(ty) => {
                let ty = self.sema.resolve_type(ty);
                return self.choose_type(ty, span);
            }
            TypeOrExpr::Expr(expr) => self.operand(expr),
        };
        if let Operand::Type(id, _) = operand {
            let ty = self.sema.program.type_of(id);
            return self.choose_type(ty, span);
        }
        let collection = self.as_value(operand);
        match self.ty(collection) {
            Ty::Array(id) => {
                let element = self.sema.program.array(id).0;
                self.choice(ChoiceOf::Element(collection), element, span)
            }
            Ty::Set(id) => {
                let element = self.sema.program.content(id);
                self.choice(ChoiceOf::Element(collection), element, span)
            }
            ty => self.bad_choose(ty, span),
        }
    }

    fn choose_type(&mut self, ty: Ty, span: Span) -> ExprId {
        match ty {
            Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Range(_) => self.choice(ChoiceOf::Type, ty, span),
            _ => self.bad_choose(ty, span),
        }
    }

    pub(super) fn choice(&mut self, of: ChoiceOf, ty: Ty, span: Span) -> ExprId {
        self.effect(span, "makes a choice");
        self.add(ExprKind::Choose(of), ty, span)
    }

    fn bad_choose(&mut self, ty: Ty, span: Span) -> ExprId {
        if ty != Ty::Error {
            let name = self.sema.type_name(ty);
            let mut diagnostic =
                Diagnostic::error(&codes::BAD_CHOOSE, format!("`choose` cannot choose from `{name}`"))
                    .at(span, "needs a type of numbers, `bool`, an enum, a range, an array or a set");
            if let Ty::Int(_) = ty {
                diagnostic = diagnostic.help("name a type: `choose(int)` is any number of it");
            }
            self.report(diagnostic);
        }
        self.error(span)
    }
}
