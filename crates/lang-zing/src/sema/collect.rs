//! The declarations: type names first, then what the types are made of.
//!
//! Enums and ranges come before the rest, since array types may be indexed by them.

use base::{Diagnostic, Span};

use super::constant::{self, NotConstant};
use super::{CodeItem, Member, Sema, codes};
use crate::ast::{self, TypeDecl};
use crate::hir::{ArraySize, Field, FieldId, Method, MethodId, Param, Ty, TypeDef, TypeId, TypeKind};

impl<'a> Sema<'a> {
    /// Fills the tables of types, fields and methods and returns the code to be checked afterwards.
    pub(super) fn collect(&mut self) -> Vec<CodeItem<'a>> {
        let unit = self.unit;
        let declared: Vec<(TypeId, &'a TypeDecl)> =
            unit.decls.iter().filter_map(|decl| Some((self.declare(decl)?, decl))).collect();
        for &(id, decl) in &declared {
            self.define_values(id, decl);
        }
        let mut code = Vec::new();
        for &(id, decl) in &declared {
            self.define_objects(id, decl, &mut code);
        }
        code
    }

    /// Enters a type name; a second type of the same name is reported and left out.
    fn declare(&mut self, decl: &TypeDecl) -> Option<TypeId> {
        let name = decl.name();
        let text = self.text(name.name);
        if let Some(&first) = self.types.get(&name.name) {
            let message = format!("the type `{text}` is declared twice");
            let first_span = self.program.types[first].span;
            self.report_duplicate(&codes::DUPLICATE_TYPE, message, name.span, first_span);
            return None;
        }
        let def = TypeDef { name: text.to_owned(), span: name.span, kind: empty_kind(decl) };
        let id = self.program.types.push(def);
        self.types.insert(name.name, id);
        Some(id)
    }

    pub(super) fn report_duplicate(
        &mut self,
        code: &'static base::Code,
        message: String,
        second: Span,
        first: Span,
    ) {
        let diagnostic =
            Diagnostic::error(code, message).at(second, "declared again").at(first, "first declared here");
        self.report(diagnostic);
    }

    fn define_values(&mut self, id: TypeId, decl: &TypeDecl) {
        match decl {
            TypeDecl::Enum(decl) => self.define_enum(id, decl),
            TypeDecl::Range(decl) => self.define_range(id, decl),
            TypeDecl::Class(_)
            | TypeDecl::Interface(_)
            | TypeDecl::Chan(_)
            | TypeDecl::Set(_)
            | TypeDecl::Array(_) => {}
        }
    }

    fn define_enum(&mut self, id: TypeId, decl: &ast::EnumDecl) {
        let mut constants: Vec<String> = Vec::with_capacity(decl.constants.len());
        let mut seen: rustc_hash::FxHashMap<base::Symbol, Span> = rustc_hash::FxHashMap::default();
        for constant in &decl.constants {
            let text = self.text(constant.name);
            if let Some(&first) = seen.get(&constant.name) {
                let message = format!("the constant `{text}` is declared twice");
                self.report_duplicate(&codes::DUPLICATE_MEMBER, message, constant.span, first);
            } else {
                seen.insert(constant.name, constant.span);
                constants.push(text.to_owned());
            }
        }
        if constants.is_empty() {
            let message = format!("the enum `{}` has no constants", self.text(decl.name.name));
            let diagnostic =
                Diagnostic::error(&codes::EMPTY_ENUM, message).at(decl.name.span, "has no values");
            self.report(diagnostic);
        }
        self.program.types[id].kind = TypeKind::Enum { constants };
    }

    fn define_range(&mut self, id: TypeId, decl: &ast::RangeDecl) {
        let low = self.range_bound(decl.low);
        let high = self.range_bound(decl.high);
        let (Some(lo), Some(hi)) = (low, high) else { return };
        if lo > hi {
            let span = self.unit.exprs[decl.low].span.to(self.unit.exprs[decl.high].span);
            self.report(
                Diagnostic::error(
                    &codes::BAD_RANGE,
                    format!("the range `{}` has no numbers", self.program.types[id].name),
                )
                .at(span, format!("{lo} is greater than {hi}")),
            );
            return;
        }
        self.program.types[id].kind = TypeKind::Range { lo, hi };
    }

    fn range_bound(&mut self, bound: ast::ExprId) -> Option<i64> {
        let span = self.unit.exprs[bound].span;
        match constant::evaluate(self.unit, bound) {
            Ok(number) => {
                let fitting = i64::try_from(number).ok();
                if fitting.is_none() {
                    self.report(
                        Diagnostic::error(&codes::BAD_RANGE, "a bound of a range must fit 64 bits with sign")
                            .at(span, format!("is {number}")),
                    );
                }
                fitting
            }
            Err(problem) => {
                self.not_constant(&codes::BAD_RANGE, "a bound of a range", problem);
                None
            }
        }
    }

    fn not_constant(&mut self, code: &'static base::Code, what: &str, problem: NotConstant) {
        let (span, text) = match problem {
            NotConstant::Variable(span) => (span, "not a constant"),
            NotConstant::DivisionByZero(span) => (span, "divides by zero"),
            NotConstant::TooLarge(span) => (span, "too large"),
        };
        self.report(Diagnostic::error(code, format!("{what} must be a constant number")).at(span, text));
    }

    fn define_objects(&mut self, id: TypeId, decl: &'a TypeDecl, code: &mut Vec<CodeItem<'a>>) {
        match decl {
            TypeDecl::Enum(_) | TypeDecl::Range(_) => {}
            TypeDecl::Class(decl) => match decl.kind {
                ast::ClassKind::Class => self.define_class(id, decl, code),
                ast::ClassKind::Struct => self.define_struct(id, decl),
            },
            TypeDecl::Interface(decl) => {
                for signature in &decl.methods {
                    self.define_interface_method(id, signature);
                }
            }
            TypeDecl::Chan(decl) => {
                let element = self.resolve_type(decl.element);
                self.program.types[id].kind = TypeKind::Chan { element };
            }
            TypeDecl::Set(decl) => {
                let element = self.resolve_type(decl.element);
                self.program.types[id].kind = TypeKind::Set { element };
            }
            TypeDecl::Array(decl) => {
                let element = self.resolve_type(decl.element);
                let size = self.array_size(decl.size).unwrap_or(ArraySize::AtNew);
                self.program.types[id].kind = TypeKind::Array { element, size };
            }
        }
    }

    fn array_size(&mut self, size: ast::ArraySize) -> Option<ArraySize> {
        match size {
            ast::ArraySize::AtNew => Some(ArraySize::AtNew),
            ast::ArraySize::Fixed(size) => self.fixed_size(size),
            ast::ArraySize::IndexedBy(ty) => match self.resolve_type(ty) {
                Ty::Enum(id) => Some(ArraySize::ByEnum(id)),
                Ty::Range(id) => {
                    let size = ArraySize::ByRange(id);
                    if self.program.fixed_length(size).is_none() {
                        self.bad_size(ty.span, "has more than 4294967295 numbers");
                    }
                    Some(size)
                }
                Ty::Error => None,
                _ => {
                    self.bad_size(ty.span, "neither an enum nor a range");
                    None
                }
            },
        }
    }

    fn fixed_size(&mut self, size: ast::ExprId) -> Option<ArraySize> {
        match constant::evaluate(self.unit, size) {
            Ok(number) => {
                let length = u32::try_from(number).ok();
                if length.is_none() {
                    self.bad_size(self.unit.exprs[size].span, &format!("is {number}"));
                }
                length.map(ArraySize::Fixed)
            }
            Err(problem) => {
                self.not_constant(&codes::BAD_ARRAY_SIZE, "the size of an array type", problem);
                None
            }
        }
    }

    fn bad_size(&mut self, span: Span, label: &str) {
        let message = "the size of an array type is a constant from 0 to 4294967295, an enum or a range";
        self.report(Diagnostic::error(&codes::BAD_ARRAY_SIZE, message).at(span, label));
    }

    // ------------------------------------------------------------------------------------- members

    /// Enters a member; a second one of the same name is reported and not found by name.
    fn declare_member(&mut self, owner: TypeId, name: ast::Ident, member: Member) {
        let Some(&first) = self.members.get(&(owner, name.name)) else {
            self.members.insert((owner, name.name), member);
            return;
        };
        let first = match first {
            Member::Field(field) => self.program.fields[field].span,
            Member::Method(method) => self.program.methods[method].span,
        };
        let message =
            format!("`{}` has two members named `{}`", self.program.types[owner].name, self.text(name.name));
        self.report_duplicate(&codes::DUPLICATE_MEMBER, message, name.span, first);
    }

    fn define_class(&mut self, id: TypeId, decl: &'a ast::ClassDecl, code: &mut Vec<CodeItem<'a>>) {
        let interfaces = self.interface_list(&decl.interfaces);
        let mut fields = Vec::new();
        let mut constructor = None;
        for member in &decl.members {
            match member {
                ast::Member::Field(decl) => self.define_fields(id, decl, &mut fields, code),
                ast::Member::Method(decl) => self.define_method(id, decl, code),
                ast::Member::Constructor(decl) => {
                    let method = self.define_constructor(id, decl, code);
                    self.check_only_constructor(constructor, method);
                    constructor = Some(method);
                }
            }
        }
        self.program.types[id].kind = TypeKind::Class { interfaces, fields, constructor };
    }

    fn check_only_constructor(&mut self, first: Option<MethodId>, second: MethodId) {
        let Some(first) = first else { return };
        let message = format!("`{}` has two constructors", self.program.methods[second].name);
        let (second, first) = (self.program.methods[second].span, self.program.methods[first].span);
        self.report_duplicate(&codes::DUPLICATE_MEMBER, message, second, first);
    }

    fn interface_list(&mut self, names: &[ast::Ident]) -> Vec<TypeId> {
        let mut interfaces = Vec::new();
        for name in names {
            match self.named_type(name.name, name.span) {
                Ty::Interface(interface) if !interfaces.contains(&interface) => interfaces.push(interface),
                Ty::Error => {}
                other => {
                    let what = if let Ty::Interface(_) = other { "named twice" } else { "not an interface" };
                    let message = format!("`{}` is {what}", self.text(name.name));
                    let diagnostic = Diagnostic::error(&codes::NOT_AN_INTERFACE, message).at(name.span, what);
                    self.report(diagnostic);
                }
            }
        }
        interfaces
    }

    fn define_fields(
        &mut self,
        owner: TypeId,
        decl: &'a ast::FieldDecl,
        instance_fields: &mut Vec<FieldId>,
        code: &mut Vec<CodeItem<'a>>,
    ) {
        for modifier in [decl.modifiers.is_activate, decl.modifiers.is_atomic].into_iter().flatten() {
            self.bad_modifier(modifier, "a field is neither `activate` nor `atomic`");
        }
        let ty = self.resolve_type(decl.ty);
        let is_static = decl.modifiers.is_static.is_some();
        for declarator in &decl.declarators {
            let field = self.add_field(owner, declarator.name, ty, is_static);
            if !is_static {
                instance_fields.push(field);
            }
            if let Some(value) = declarator.init {
                code.push(CodeItem::Initialiser { field, value });
            }
        }
    }

    fn add_field(&mut self, owner: TypeId, name: ast::Ident, ty: Ty, is_static: bool) -> FieldId {
        let text = self.text(name.name).to_owned();
        let field = Field { name: text, owner, ty, is_static, span: name.span, init: None };
        let id = self.program.fields.push(field);
        self.declare_member(owner, name, Member::Field(id));
        id
    }

    fn bad_modifier(&mut self, span: Span, message: &str) {
        self.report(Diagnostic::error(&codes::BAD_MODIFIER, message).at(span, "does not fit here"));
    }

    fn define_struct(&mut self, id: TypeId, decl: &'a ast::ClassDecl) {
        if let Some(interface) = decl.interfaces.first() {
            self.bad_struct_member(interface.span, "a struct has no interfaces");
        }
        let mut fields = Vec::new();
        for member in &decl.members {
            match member {
                ast::Member::Field(decl) => self.define_struct_fields(id, decl, &mut fields),
                ast::Member::Method(decl) => {
                    self.bad_struct_member(decl.name.span, "a struct has no methods")
                }
                ast::Member::Constructor(decl) => {
                    self.bad_struct_member(decl.name.span, "a struct has no constructor");
                }
            }
        }
        self.program.types[id].kind = TypeKind::Struct { fields };
    }

    fn define_struct_fields(&mut self, owner: TypeId, decl: &ast::FieldDecl, fields: &mut Vec<FieldId>) {
        let ast::Modifiers { is_static, is_atomic, is_activate } = decl.modifiers;
        if let Some(modifier) = is_static.or(is_atomic).or(is_activate) {
            self.bad_struct_member(modifier, "a field of a struct has no modifiers");
        }
        let ty = self.resolve_type(decl.ty);
        for declarator in &decl.declarators {
            if let Some(init) = declarator.init {
                self.bad_struct_member(self.unit.exprs[init].span, "a field of a struct has no initialiser");
            }
            fields.push(self.add_field(owner, declarator.name, ty, false));
        }
    }

    fn bad_struct_member(&mut self, span: Span, message: &str) {
        self.report(
            Diagnostic::error(&codes::BAD_STRUCT_MEMBER, message)
                .at(span, "not in a struct")
                .help("use a class"),
        );
    }

    // ------------------------------------------------------------------------------------- methods

    fn define_method(&mut self, owner: TypeId, decl: &'a ast::MethodDecl, code: &mut Vec<CodeItem<'a>>) {
        let ast::Modifiers { is_static, is_atomic, is_activate } = decl.modifiers;
        if is_activate.is_some() && (is_static.is_none() || decl.result.is_some() || !decl.params.is_empty())
        {
            let text = self.text(decl.name.name);
            self.report(
                Diagnostic::error(
                    &codes::BAD_ACTIVATE,
                    format!("the activate method `{text}` must be static and void and have no parameters"),
                )
                .at(decl.name.span, "cannot start a process")
                .help(format!("write `activate static void {text}()`")),
            );
        }
        let signature = Signature { result: decl.result, name: decl.name, params: &decl.params };
        let method = self.add_method(owner, signature);
        self.declare_member(owner, decl.name, Member::Method(method));
        let entry = &mut self.program.methods[method];
        entry.is_static = is_static.is_some();
        entry.is_atomic = is_atomic.is_some();
        entry.is_activate = is_activate.is_some();
        code.push(CodeItem::Method { method, body: &decl.body });
    }

    fn define_interface_method(&mut self, owner: TypeId, decl: &ast::MethodSig) {
        let signature = Signature { result: decl.result, name: decl.name, params: &decl.params };
        let method = self.add_method(owner, signature);
        self.declare_member(owner, decl.name, Member::Method(method));
    }

    /// A constructor has no name to call it by, so it is no member that can be found.
    fn define_constructor(
        &mut self,
        owner: TypeId,
        decl: &'a ast::ConstructorDecl,
        code: &mut Vec<CodeItem<'a>>,
    ) -> MethodId {
        for modifier in [decl.modifiers.is_static, decl.modifiers.is_activate].into_iter().flatten() {
            self.bad_modifier(modifier, "a constructor is neither `static` nor `activate`");
        }
        let method = self.add_method(owner, Signature { result: None, name: decl.name, params: &[] });
        self.program.methods[method].is_atomic = decl.modifiers.is_atomic.is_some();
        code.push(CodeItem::Method { method, body: &decl.body });
        method
    }

    fn add_method(&mut self, owner: TypeId, signature: Signature<'_>) -> MethodId {
        let Signature { result, name, params } = signature;
        let result = result.map(|ty| self.resolve_type(ty));
        let params = params.iter().map(|param| self.param(param)).collect();
        self.program.methods.push(Method {
            name: self.text(name.name).to_owned(),
            owner,
            span: name.span,
            params,
            result,
            is_static: false,
            is_atomic: false,
            is_activate: false,
            body: None,
        })
    }

    fn param(&mut self, param: &ast::Param) -> Param {
        Param {
            name: self.text(param.name.name).to_owned(),
            ty: self.resolve_type(param.ty),
            is_out: param.out.is_some(),
            span: param.name.span,
        }
    }
}

struct Signature<'p> {
    result: Option<ast::TypeRef>,
    name: ast::Ident,
    params: &'p [ast::Param],
}

/// The kind of a type whose contents are not known yet.
fn empty_kind(decl: &TypeDecl) -> TypeKind {
    match decl {
        TypeDecl::Class(decl) => match decl.kind {
            ast::ClassKind::Class => {
                TypeKind::Class { interfaces: Vec::new(), fields: Vec::new(), constructor: None }
            }
            ast::ClassKind::Struct => TypeKind::Struct { fields: Vec::new() },
        },
        TypeDecl::Interface(_) => TypeKind::Interface,
        TypeDecl::Enum(_) => TypeKind::Enum { constants: Vec::new() },
        TypeDecl::Range(_) => TypeKind::Range { lo: 0, hi: 0 },
        TypeDecl::Chan(_) => TypeKind::Chan { element: Ty::Error },
        TypeDecl::Set(_) => TypeKind::Set { element: Ty::Error },
        TypeDecl::Array(_) => TypeKind::Array { element: Ty::Error, size: ArraySize::AtNew },
    }
}
