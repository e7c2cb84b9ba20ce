//! Expressions: what names mean, and the type of every node.
//!
//! A chain such as `a + b + c` or `a.b.c` may be as long as the input, so expressions are walked down along their first
//! parts with a loop, and typed on the way back up. All other parts are typed by recursion, which the parser's
//! nesting limit bounds.

use base::{Diagnostic, Span, Symbol};
use ir::{RealType, Value};

use super::body::{BodyChecker, Context};
use super::operators::Sides;
use super::{Member, codes, nearest};
use crate::ast::{self, ExprKind as A, IntSuffix, TypeOrExpr};
use crate::hir::{ArraySize, ChoiceOf, ExprId, ExprKind, FieldId, Ty, TypeId, TypeKind};

/// What an expression stands for: a value, or a type before a dot.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Value(ExprId),
    Type(TypeId, Span),
}

impl BodyChecker<'_, '_> {
    /// An expression that must have a value.
    pub(super) fn value(&mut self, id: ast::ExprId) -> ExprId {
        let operand = self.operand(id);
        self.as_value(operand)
    }

    pub(super) fn operand(&mut self, id: ast::ExprId) -> Operand {
        let unit = self.sema.unit;
        let mut chain = Vec::new();
        let mut current = id;
        while let Some(first) = first_part(unit, current) {
            chain.push(current);
            current = first;
        }
        let mut operand = self.leaf(current);
        while let Some(node) = chain.pop() {
            operand = self.extend(node, operand);
        }
        operand
    }

    pub(super) fn as_value(&mut self, operand: Operand) -> ExprId {
        match operand {
            Operand::Value(expr) if self.ty(expr) == Ty::Void => {
                let span = self.span(expr);
                self.report(
                    Diagnostic::error(&codes::VOID_VALUE, "a call of a void method has no value")
                        .at(span, "gives no value"),
                );
                self.error(span)
            }
            Operand::Value(expr) => expr,
            Operand::Type(id, span) => {
                let name = &self.sema.program.types[id].name;
                let message = format!("the type `{name}` stands where a value is needed");
                self.report(Diagnostic::error(&codes::TYPE_AS_VALUE, message).at(span, "not a value"));
                self.error(span)
            }
        }
    }

    /// Types a node whose first part, if it has one, is no part of a chain.
    fn leaf(&mut self, id: ast::ExprId) -> Operand {
        let unit = self.sema.unit;
        let span = unit.exprs[id].span;
        let expr = match &unit.exprs[id].kind {
            A::Int { value, suffix } => self.integer(*value, *suffix, span),
            A::Real(number) => {
                self.add(ExprKind::Const(Value::Real((*number).into())), Ty::Real(RealType::F64), span)
            }
            A::String(text) => {
                let number = self.sema.string(*text);
                self.add(ExprKind::Const(Value::Int(number)), Ty::String, span)
            }
            A::Bool(truth) => self.add(ExprKind::Const(Value::Bool(*truth)), Ty::Bool, span),
            A::Null => self.add(ExprKind::Const(Value::Null), Ty::Null, span),
            A::This => self.this(span),
            A::SelfId => self.add(ExprKind::SelfId, Ty::INT, span),
            A::Star => self.choice(ChoiceOf::Type, Ty::Bool, span),
            A::Name(name) => return self.name(*name, span),
            A::New { ty, size } => self.new_object(*ty, *size, span),
            A::Sizeof(what) => self.size_of(*what, span),
            A::Choose(what) => self.choose(*what, span),
            A::Call { callee, args } => return Operand::Value(self.call_by_name(*callee, args, span)),
            A::Assign { .. } => self.nested_assignment(span),
            A::Error => self.error(span),
            A::Field { .. } | A::Index { .. } | A::Unary { .. } | A::Binary { .. } => {
                unreachable!("a chain goes on at its first part")
            }
        };
        Operand::Value(expr)
    }

    /// Types a node whose first part is typed.
    fn extend(&mut self, id: ast::ExprId, first: Operand) -> Operand {
        let unit = self.sema.unit;
        let span = unit.exprs[id].span;
        match &unit.exprs[id].kind {
            A::Field { name, .. } => self.member_access(first, *name, span),
            A::Index { index, .. } => {
                let array = self.as_value(first);
                Operand::Value(self.element(array, *index, span))
            }
            A::Call { callee, args } => {
                let A::Field { name, .. } = unit.exprs[*callee].kind else {
                    unreachable!("only a call through a dot goes on at its first part")
                };
                Operand::Value(self.call_member(first, name, args, span))
            }
            A::Unary { op, .. } => {
                let arg = self.as_value(first);
                Operand::Value(self.unary(*op, arg, span))
            }
            A::Binary { op, op_span, right, .. } => {
                let left = self.as_value(first);
                let right = self.value(*right);
                Operand::Value(self.binary(Sides { op: *op, op_span: *op_span, left, right, span }))
            }
            other => unreachable!("{other:?} has no first part"),
        }
    }

    /// The smallest type that holds the number, as in C#.
    fn integer(&mut self, value: u64, suffix: IntSuffix, span: Span) -> ExprId {
        let (unsigned, long) = match suffix {
            IntSuffix::None => (false, false),
            IntSuffix::U => (true, false),
            IntSuffix::L => (false, true),
            IntSuffix::UL => (true, true),
        };
        let ty = if !long && !unsigned && i32::try_from(value).is_ok() {
            Ty::INT
        } else if !long && u32::try_from(value).is_ok() {
            Ty::UINT
        } else if !unsigned && i64::try_from(value).is_ok() {
            Ty::LONG
        } else {
            Ty::ULONG
        };
        self.add(ExprKind::Const(Value::Int(value as i64)), ty, span)
    }

    fn this(&mut self, span: Span) -> ExprId {
        if self.context == Context::Instance {
            return self.add(ExprKind::This, Ty::Class(self.owner), span);
        }
        let place = match self.context {
            Context::Instance | Context::Static => "a static method",
            Context::StaticInitialiser | Context::FieldInitialiser => "the initialiser of a field",
        };
        self.report(
            Diagnostic::error(&codes::THIS_IN_STATIC, format!("there is no `this` in {place}"))
                .at(span, "runs for no object"),
        );
        self.error(span)
    }

    fn nested_assignment(&mut self, span: Span) -> ExprId {
        self.report(
            Diagnostic::error(&codes::NESTED_ASSIGNMENT, "an assignment cannot be used as a value")
                .at(span, "is a statement")
                .help("to compare, write `==`"),
        );
        self.error(span)
    }

    // ---------------------------------------------------------------------------------------- names

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
            diagnostic = diagnostic.help(format!("a similar name exists: `{near}`"));
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
    fn member_access(&mut self, first: Operand, name: ast::Ident, span: Span) -> Operand {
        let expr = match first {
            Operand::Type(id, _) => self.static_access(id, name, span),
            Operand::Value(base) => match self.ty(base) {
                Ty::Struct(id) => self.struct_part(base, id, name, span),
                Ty::Class(id) | Ty::Interface(id) => self.object_access(base, id, name, span),
                Ty::Error => self.error(span),
                _ => self.no_members(base, name, span),
            },
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
            TypeKind::Enum { constants } => nearest::nearest(text, constants.iter().map(String::as_str)),
            _ => nearest::nearest(text, self.member_names(id)),
        };
        if let Some(near) = near {
            diagnostic = diagnostic.help(format!("a member with a similar name exists: `{near}`"));
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

    // ------------------------------------------------------------------------------- arrays and objects

    fn element(&mut self, array: ExprId, index: ast::ExprId, span: Span) -> ExprId {
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
            ArraySize::ByEnum(by) => self.typed_index(index, Ty::Enum(by)),
            ArraySize::ByRange(by) => self.integer_index(index, Ty::Range(by)),
            ArraySize::AtNew | ArraySize::Fixed(_) => self.integer_index(index, Ty::INT),
        };
        self.add(ExprKind::Element { array, index }, element, span)
    }

    fn integer_index(&mut self, index: ExprId, to: Ty) -> ExprId {
        match self.ty(index) {
            Ty::Int(_) | Ty::Range(_) | Ty::Error => self.coerce(index, to, "the index"),
            _ => self.bad_index(index, "an integer"),
        }
    }

    fn typed_index(&mut self, index: ExprId, to: Ty) -> ExprId {
        if self.ty(index) == to || self.ty(index) == Ty::Error {
            return index;
        }
        let wanted = format!("a value of `{}`", self.sema.type_name(to));
        self.bad_index(index, &wanted)
    }

    fn bad_index(&mut self, index: ExprId, wanted: &str) -> ExprId {
        let (ty, span) = (self.shown_type(index), self.span(index));
        let message = format!("the index must be {wanted}, but is of type `{ty}`");
        self.report(Diagnostic::error(&codes::BAD_INDEX, message).at(span, format!("of type `{ty}`")));
        self.error(span)
    }

    fn new_object(&mut self, ty: ast::TypeRef, size: Option<ast::ExprId>, span: Span) -> ExprId {
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

    fn size_of(&mut self, what: TypeOrExpr, span: Span) -> ExprId {
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

    fn choose(&mut self, what: TypeOrExpr, span: Span) -> ExprId {
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
            Ty::Enum(id) if self.sema.program.enum_constants(id).is_empty() => self.bad_choose(ty, span),
            Ty::Bool | Ty::Enum(_) | Ty::Range(_) => self.choice(ChoiceOf::Type, ty, span),
            _ => self.bad_choose(ty, span),
        }
    }

    fn choice(&mut self, of: ChoiceOf, ty: Ty, span: Span) -> ExprId {
        self.effect(span, "makes a choice");
        self.add(ExprKind::Choose(of), ty, span)
    }

    fn bad_choose(&mut self, ty: Ty, span: Span) -> ExprId {
        if ty != Ty::Error {
            let name = self.sema.type_name(ty);
            let mut diagnostic =
                Diagnostic::error(&codes::BAD_CHOOSE, format!("`choose` cannot choose from `{name}`"))
                    .at(span, "needs `bool`, an enum, a range, an array or a set");
            if let Ty::Int(_) = ty {
                diagnostic = diagnostic.help("declare a range, as in `range Small 0..3;`, and choose from it");
            }
            self.report(diagnostic);
        }
        self.error(span)
    }
}

/// The part of an expression along which a chain goes on.
fn first_part(unit: &ast::Unit, id: ast::ExprId) -> Option<ast::ExprId> {
    match &unit.exprs[id].kind {
        A::Field { base, .. } | A::Index { base, .. } => Some(*base),
        A::Unary { operand, .. } => Some(*operand),
        A::Binary { left, .. } => Some(*left),
        A::Call { callee, .. } => match unit.exprs[*callee].kind {
            A::Field { base, .. } => Some(base),
            _ => None,
        },
        A::Int { .. }
        | A::Real(_)
        | A::String(_)
        | A::Bool(_)
        | A::Null
        | A::This
        | A::SelfId
        | A::Star
        | A::Name(_)
        | A::New { .. }
        | A::Sizeof(_)
        | A::Choose(_)
        | A::Assign { .. }
        | A::Error => None,
    }
}
