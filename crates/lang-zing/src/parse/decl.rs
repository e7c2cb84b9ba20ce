//! Declarations: types and their members.

use base::{DefinitionKind, Diagnostic, Span};

use super::Parser;
use crate::ast::{
    ArrayDecl, ArraySize, Block, ChanDecl, ClassDecl, ClassKind, ConstructorDecl, Declarator, EnumDecl,
    FieldDecl, Ident, InterfaceDecl, Member, MethodDecl, MethodSig, Modifiers, Param, RangeDecl, SetDecl,
    TypeDecl, TypeKind, TypeRef,
};
use crate::codes;
use crate::token::TokenKind;

/// The built-in type that a token names.
pub(super) fn builtin_type(kind: TokenKind) -> Option<TypeKind> {
    Some(match kind {
        TokenKind::Bool => TypeKind::Bool,
        TokenKind::Byte => TypeKind::Byte,
        TokenKind::SByte => TypeKind::SByte,
        TokenKind::Short => TypeKind::Short,
        TokenKind::UShort => TypeKind::UShort,
        TokenKind::IntType => TypeKind::Int,
        TokenKind::UInt => TypeKind::UInt,
        TokenKind::Long => TypeKind::Long,
        TokenKind::ULong => TypeKind::ULong,
        TokenKind::Float => TypeKind::Float,
        TokenKind::Double => TypeKind::Double,
        TokenKind::Decimal => TypeKind::Decimal,
        TokenKind::Object => TypeKind::Object,
        TokenKind::StringType => TypeKind::String,
        _ => return None,
    })
}

impl Parser<'_> {
    pub(super) fn unit(&mut self) -> Vec<TypeDecl> {
        let mut decls = Vec::new();
        while !self.is_at(TokenKind::Eof) {
            self.muted = false;
            self.foreign_modifiers();
            if self.foreign_decl() {
                continue;
            }
            match self.type_decl() {
                Some(decl) => decls.push(decl),
                None => self.skip_to_type_decl(),
            }
        }
        decls
    }

    fn type_decl(&mut self) -> Option<TypeDecl> {
        match self.kind() {
            TokenKind::Class => self.class(ClassKind::Class).map(TypeDecl::Class),
            TokenKind::Struct => self.class(ClassKind::Struct).map(TypeDecl::Class),
            TokenKind::Interface => self.interface().map(TypeDecl::Interface),
            TokenKind::Enum => self.enumeration().map(TypeDecl::Enum),
            TokenKind::Range => self.range().map(TypeDecl::Range),
            TokenKind::Chan => self.chan().map(TypeDecl::Chan),
            TokenKind::Set => self.set().map(TypeDecl::Set),
            TokenKind::Array => self.array().map(TypeDecl::Array),
            _ => {
                self.no_type_decl();
                None
            }
        }
    }

    fn no_type_decl(&mut self) {
        let help = match self.kind() {
            TokenKind::Semicolon | TokenKind::RBrace => Some("remove it"),
            TokenKind::Static | TokenKind::Activate | TokenKind::Void => {
                Some("methods and variables stand in a class")
            }
            _ => None,
        };
        self.unexpected_with("`class` or another declaration of a type", help);
    }

    // --------------------------------------------------------------------------------- small types

    fn enumeration(&mut self) -> Option<EnumDecl> {
        let start = self.advance();
        let name = self.declared(DefinitionKind::Type, "the name of the enum")?;
        let open = self.expect(TokenKind::LBrace)?;
        let mut constants = Vec::new();
        while !matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof) {
            let what = "the name of a constant";
            let Some(constant) = self.declared(DefinitionKind::Constant, what) else { break };
            constants.push(constant);
            self.foreign_enum_value();
            if self.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.close_enum(open);
        self.semicolon_after_brace("an enum");
        Some(EnumDecl { name, constants, span: self.since(start) })
    }

    fn close_enum(&mut self, open: Span) {
        if self.eat(TokenKind::RBrace).is_some() {
            return;
        }
        if self.is_at(TokenKind::Eof) || self.is_at_type_decl() {
            return self.unclosed(open);
        }
        self.unexpected("`,` or `}`");
        while !matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof) && !self.is_at_type_decl() {
            self.advance();
        }
        self.eat(TokenKind::RBrace);
    }

    fn range(&mut self) -> Option<RangeDecl> {
        let start = self.advance();
        let name = self.declared(DefinitionKind::Type, "the name of the range")?;
        let low = self.expr();
        self.expect(TokenKind::DotDot);
        let high = self.expr();
        self.semicolon("the range");
        Some(RangeDecl { name, low, high, span: self.since(start) })
    }

    fn chan(&mut self) -> Option<ChanDecl> {
        let start = self.advance();
        let name = self.declared(DefinitionKind::Type, "the name of the channel type")?;
        let element = self.ty()?;
        self.semicolon("the channel type");
        Some(ChanDecl { name, element, span: self.since(start) })
    }

    fn set(&mut self) -> Option<SetDecl> {
        let start = self.advance();
        let name = self.declared(DefinitionKind::Type, "the name of the set type")?;
        let element = self.ty()?;
        self.semicolon("the set type");
        Some(SetDecl { name, element, span: self.since(start) })
    }

    fn array(&mut self) -> Option<ArrayDecl> {
        let start = self.advance();
        let name = self.declared(DefinitionKind::Type, "the name of the array type")?;
        self.expect(TokenKind::LBracket)?;
        let size = self.array_size();
        self.expect(TokenKind::RBracket)?;
        let element = self.ty()?;
        self.semicolon("the array type");
        Some(ArrayDecl { name, size, element, span: self.since(start) })
    }

    fn array_size(&mut self) -> ArraySize {
        let is_lone_name = self.is_at(TokenKind::Ident) && self.peek(1) == TokenKind::RBracket;
        if self.is_at(TokenKind::RBracket) {
            ArraySize::AtNew
        } else if is_lone_name || self.is_at_builtin_type() {
            let missing = TypeRef { kind: TypeKind::Error, span: self.here() };
            ArraySize::IndexedBy(self.bare_type().unwrap_or(missing))
        } else {
            ArraySize::Fixed(self.expr())
        }
    }

    // -------------------------------------------------------------------------- classes and interfaces

    fn class(&mut self, kind: ClassKind) -> Option<ClassDecl> {
        let start = self.advance();
        let what = match kind {
            ClassKind::Class => "a class",
            ClassKind::Struct => "a struct",
        };
        let name = self.declared(DefinitionKind::Type, &format!("the name of {what}"))?;
        let interfaces = self.implemented_interfaces();
        let open = self.expect(TokenKind::LBrace)?;
        let members = self.braced_items(open, |parser| parser.member(name));
        if self.is_behind_brace() {
            self.semicolon_after_brace(what);
        }
        Some(ClassDecl { kind, name, interfaces, members, span: self.since(start) })
    }

    fn implemented_interfaces(&mut self) -> Vec<Ident> {
        let mut interfaces = Vec::new();
        if self.eat(TokenKind::Colon).is_some() {
            interfaces.extend(self.ident("the name of an interface"));
            while self.eat(TokenKind::Comma).is_some() {
                interfaces.extend(self.ident("the name of an interface"));
            }
        }
        interfaces
    }

    fn interface(&mut self) -> Option<InterfaceDecl> {
        let start = self.advance();
        let name = self.declared(DefinitionKind::Type, "the name of an interface")?;
        let open = self.expect(TokenKind::LBrace)?;
        let methods = self.braced_items(open, Self::method_sig);
        if self.is_behind_brace() {
            self.semicolon_after_brace("an interface");
        }
        Some(InterfaceDecl { name, methods, span: self.since(start) })
    }

    fn is_behind_brace(&self) -> bool {
        self.passed(1) == Some(TokenKind::RBrace) && !self.is_reported()
    }

    /// The items of `{ ... }` and the closing brace. An item that cannot be read is passed over.
    fn braced_items<T>(&mut self, open: Span, mut item: impl FnMut(&mut Self) -> Option<T>) -> Vec<T> {
        let mut items = Vec::new();
        while self.eat(TokenKind::RBrace).is_none() {
            if self.is_at(TokenKind::Eof) || self.is_at_type_decl() {
                self.unclosed(open);
                break;
            }
            let first = self.position();
            self.muted = false;
            match item(self) {
                Some(item) => items.push(item),
                None => self.skip_member(),
            }
            if self.position() == first {
                self.advance();
            }
        }
        self.muted = false;
        items
    }

    // -------------------------------------------------------------------------------------- members

    fn member(&mut self, class: Ident) -> Option<Member> {
        let start = self.here();
        let modifiers = self.modifiers();
        if self.eat(TokenKind::Void).is_some() {
            let name = self.declared(DefinitionKind::Procedure, "the name of a method")?;
            return Some(Member::Method(self.method(start, modifiers, None, name)));
        }
        if self.is_at(TokenKind::Ident) && self.peek(1) == TokenKind::LParen {
            return self.method_without_result(start, modifiers, class);
        }
        if self.is_at(TokenKind::Semicolon) {
            self.unexpected_with(
                "a member",
                Some("remove the `;`: only declarations of types need it behind `}`"),
            );
            return None;
        }
        let ty = self.ty_or("a member or `}`")?;
        let name = self.ident("the name of a member")?;
        if self.is_at(TokenKind::LParen) {
            self.declare(DefinitionKind::Procedure, name);
            return Some(Member::Method(self.method(start, modifiers, Some(ty), name)));
        }
        let kind = if modifiers.is_static.is_some() { DefinitionKind::Global } else { DefinitionKind::Field };
        let declarators = self.declarators_from(name, kind);
        self.semicolon("the declaration");
        Some(Member::Field(FieldDecl { modifiers, ty, declarators, span: self.since(start) }))
    }

    fn modifiers(&mut self) -> Modifiers {
        let mut modifiers = Modifiers::default();
        loop {
            self.foreign_modifiers();
            let slot = match self.kind() {
                TokenKind::Static => &mut modifiers.is_static,
                TokenKind::Atomic => &mut modifiers.is_atomic,
                TokenKind::Activate => &mut modifiers.is_activate,
                _ => return modifiers,
            };
            self.modifier(slot);
        }
    }

    /// Passes a modifier and notes it in its slot.
    pub(super) fn modifier(&mut self, slot: &mut Option<Span>) {
        let text = self.token_text();
        if let Some(first) = *slot {
            self.report(
                Diagnostic::error(&codes::DUPLICATE_MODIFIER, format!("`{text}` is given twice."))
                    .at(self.here(), "the second")
                    .at(first, "the first")
                    .help("remove one of them"),
            );
        }
        *slot = slot.or(Some(self.here()));
        self.advance();
    }

    fn method(
        &mut self,
        start: Span,
        modifiers: Modifiers,
        result: Option<TypeRef>,
        name: Ident,
    ) -> MethodDecl {
        let params = self.params();
        let body = self.method_body();
        MethodDecl { modifiers, result, name, params, body, span: self.since(start) }
    }

    fn method_body(&mut self) -> Block {
        if let Some(body) = self.block() {
            return body;
        }
        self.skip_member();
        Block { stmts: Vec::new(), span: self.before() }
    }

    /// `name(...) { ... }`: a constructor, if the name is that of the class.
    fn method_without_result(&mut self, start: Span, modifiers: Modifiers, class: Ident) -> Option<Member> {
        let name = self.declared(DefinitionKind::Procedure, "the name of a method")?;
        if name.name == class.name {
            self.empty_parens("A constructor has no parameters.");
            let body = self.method_body();
            return Some(Member::Constructor(ConstructorDecl {
                modifiers,
                name,
                body,
                span: self.since(start),
            }));
        }
        let method = self.interner.text(name.name).to_string();
        self.report(
            Diagnostic::error(
                &codes::MISSING_RESULT_TYPE,
                format!("The method `{method}` has no result type."),
            )
            .at(name.span, "expected a type before this name")
            .help(format!("write `void {method}` for a method that returns nothing")),
        );
        Some(Member::Method(self.method(start, modifiers, None, name)))
    }

    fn method_sig(&mut self) -> Option<MethodSig> {
        let start = self.here();
        self.foreign_modifiers();
        let result =
            if self.eat(TokenKind::Void).is_some() { None } else { Some(self.ty_or("a method or `}`")?) };
        let name = self.declared(DefinitionKind::Procedure, "the name of a method")?;
        let params = self.params();
        self.semicolon("the method of an interface");
        Some(MethodSig { result, name, params, span: self.since(start) })
    }

    fn params(&mut self) -> Vec<Param> {
        let mut params = Vec::new();
        if self.expect(TokenKind::LParen).is_none() || self.eat(TokenKind::RParen).is_some() {
            return params;
        }
        params.extend(self.param());
        while self.eat(TokenKind::Comma).is_some() {
            params.extend(self.param());
        }
        self.close_list();
        params
    }

    fn param(&mut self) -> Option<Param> {
        let start = self.here();
        let out = self.eat(TokenKind::Out);
        let ty = self.ty()?;
        let name = self.declared(DefinitionKind::Parameter, "the name of a parameter")?;
        Some(Param { out, ty, name, span: self.since(start) })
    }

    /// The variables of a declaration, the first name of which has been read.
    pub(super) fn declarators_from(&mut self, first: Ident, kind: DefinitionKind) -> Vec<Declarator> {
        self.declare(kind, first);
        let mut declarators = vec![self.declarator(first)];
        while self.eat(TokenKind::Comma).is_some() {
            let Some(name) = self.declared(kind, "the name of a variable") else { break };
            declarators.push(self.declarator(name));
        }
        declarators
    }

    fn declarator(&mut self, name: Ident) -> Declarator {
        let init = self.eat(TokenKind::Assign).map(|_| self.expr());
        Declarator { name, init, span: self.since(name.span) }
    }

    // ---------------------------------------------------------------------------------------- types

    pub(super) fn is_at_builtin_type(&self) -> bool {
        builtin_type(self.kind()).is_some()
    }

    /// A type where a variable or a result is declared.
    pub(super) fn ty(&mut self) -> Option<TypeRef> {
        self.ty_or("a type")
    }

    /// A type; `what` says in a message what else might stand here.
    fn ty_or(&mut self, what: &str) -> Option<TypeRef> {
        if !self.is_at(TokenKind::Ident) && !self.is_at_builtin_type() {
            self.unexpected(what);
            return None;
        }
        let ty = self.bare_type();
        self.foreign_array_type();
        ty
    }

    /// A type behind which a bracket has another meaning.
    pub(super) fn bare_type(&mut self) -> Option<TypeRef> {
        if let Some(kind) = builtin_type(self.kind()) {
            return Some(TypeRef { kind, span: self.advance() });
        }
        let ident = self.ident("a type")?;
        Some(TypeRef { kind: TypeKind::Named(ident.name), span: ident.span })
    }
}
