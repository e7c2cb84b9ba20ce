//! What a program means: names, types, and every static rule of Zing.
//!
//! The stages, in order:
//!
//! 1. [`collect`]: the declared types, then their contents, fields and method signatures;
//! 2. [`rules`]: rules about declarations as a whole (interfaces, structs inside themselves, what runs);
//! 3. [`body`]: the code, one body after the other; statements in [`stmt`], [`assign`] and [`select`], expressions in
//!    [`expr`], [`names`], [`objects`], [`call`], [`operators`], [`enums`] and [`convert`];
//! 4. [`observe`]: whether what a `select` looks at is free of effects, which needs all bodies.
//!
//! A mistake is reported where it is made. What cannot be typed gets [`Ty::Error`], which fits everywhere, so that
//! no second message follows from the first.

mod assign;
mod body;
mod call;
pub(crate) mod codes;
mod collect;
mod constant;
mod convert;
mod enums;
mod expr;
mod flow;
mod names;
mod objects;
mod observe;
mod operators;
mod rules;
mod select;
mod stmt;

use base::{Diagnostic, Interner, Span, Symbol, similar};
use ir::Decimal;
use rustc_hash::FxHashMap;

use crate::ast;
use crate::hir::{ExceptionId, ExprId, FieldId, MethodId, Program, Ty, TypeId};

/// How many diagnostics may come with a similar name.
const MAX_SUGGESTIONS: usize = 100;

/// Resolves and types a whole program, which is complete if no diagnostic is fatal.
pub(crate) fn check(unit: &ast::Unit, interner: &Interner) -> (Program, Vec<Diagnostic>) {
    let mut sema = Sema::new(unit, interner);
    let code = sema.collect();
    sema.check_declarations();
    for item in code {
        sema.check_item(item);
    }
    sema.check_observers();
    (sema.program, sema.diagnostics)
}

/// What the stages share.
struct Sema<'a> {
    unit: &'a ast::Unit,
    interner: &'a Interner,
    program: Program,
    types: FxHashMap<Symbol, TypeId>,
    members: FxHashMap<(TypeId, Symbol), Member>,
    exceptions: FxHashMap<Symbol, ExceptionId>,
    strings: FxHashMap<Symbol, i64>,
    /// What real literals without a suffix, negated ones too, are where a decimal is wanted.
    decimals: FxHashMap<ExprId, Decimal>,
    observers: observe::Observations,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Member {
    Field(FieldId),
    Method(MethodId),
}

/// Code that is checked once all declarations are known.
#[derive(Clone, Copy, Debug)]
enum CodeItem<'a> {
    Method { method: MethodId, body: &'a ast::Block },
    Initialiser { field: FieldId, value: ast::ExprId },
}

impl<'a> Sema<'a> {
    fn new(unit: &'a ast::Unit, interner: &'a Interner) -> Self {
        Self {
            unit,
            interner,
            program: Program::default(),
            types: FxHashMap::default(),
            members: FxHashMap::default(),
            exceptions: FxHashMap::default(),
            strings: FxHashMap::default(),
            decimals: FxHashMap::default(),
            observers: observe::Observations::default(),
            diagnostics: Vec::new(),
        }
    }

    fn text(&self, symbol: Symbol) -> &'a str {
        self.interner.text(symbol)
    }

    /// Adds a diagnostic, whose message becomes a sentence.
    fn report(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.message = sentence(&diagnostic.message);
        self.diagnostics.push(diagnostic);
    }

    fn type_name(&self, ty: Ty) -> String {
        self.program.type_name(ty)
    }

    /// The type that a use of a type means; reports what is unknown or unsupported.
    fn resolve_type(&mut self, ty: ast::TypeRef) -> Ty {
        use ast::TypeKind as K;
        use ir::{IntType, RealType};
        let int = |bits, signed| Ty::Int(IntType::checked(bits, signed));
        match ty.kind {
            K::Bool => Ty::Bool,
            K::Byte => int(8, false),
            K::SByte => int(8, true),
            K::Short => int(16, true),
            K::UShort => int(16, false),
            K::Int => int(32, true),
            K::UInt => int(32, false),
            K::Long => int(64, true),
            K::ULong => int(64, false),
            K::Float => Ty::Real(RealType::F32),
            K::Double => Ty::Real(RealType::F64),
            K::Object => Ty::Object,
            K::String => Ty::String,
            K::Decimal => Ty::Decimal,
            K::Named(name) => self.named_type(name, ty.span),
            K::Error => Ty::Error,
        }
    }

    fn named_type(&mut self, name: Symbol, span: Span) -> Ty {
        if let Some(&id) = self.types.get(&name) {
            return self.program.type_of(id);
        }
        let text = self.text(name);
        let mut diagnostic = Diagnostic::error(&codes::UNKNOWN_TYPE, format!("there is no type `{text}`"))
            .at(span, "not declared");
        if let Some(near) = self.nearest(text, self.program.types.iter().map(|def| def.name.as_str())) {
            diagnostic = diagnostic.help(similar::did_you_mean(near));
        }
        self.report(diagnostic);
        Ty::Error
    }

    /// A name like the one that was not found. Hundreds of messages are not read, and each search takes time, so only
    /// the first ones get a suggestion.
    fn nearest<'c>(&self, wanted: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
        if self.diagnostics.len() < MAX_SUGGESTIONS { similar::closest(wanted, candidates) } else { None }
    }

    /// The id of an exception name, which is declared by its use.
    fn exception(&mut self, name: Symbol) -> ExceptionId {
        let text = self.interner.text(name);
        let names = &mut self.program.exceptions;
        *self.exceptions.entry(name).or_insert_with(|| names.push(text.to_owned()))
    }

    /// The number of a string value; 0 is null.
    fn string(&mut self, text: Symbol) -> i64 {
        let strings = &mut self.program.strings;
        let interner = self.interner;
        *self.strings.entry(text).or_insert_with(|| {
            strings.push(interner.text(text).to_owned());
            strings.len() as i64
        })
    }
}

/// A clause with a capital at the beginning and a full stop at the end.
fn sentence(clause: &str) -> String {
    let mut rest = clause.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest).chain(std::iter::once('.')).collect()
}
