//! The parser: from lists in lists to programs.
//!
//! - this file: programs, classes and methods;
//! - `expr`: expressions;
//! - `call`: what stands behind `@`, and calls in other notations;
//! - `foreign` (beside this folder): what users of Java and Lisp write.
//!
//! A list that has no form of the grammar gets one message, and the lists around and inside it are read on. Nothing is
//! said about what lies in lists whose brackets do not match.

mod call;
mod expr;

use base::syntax::{Cursor, Parsed};
use base::{Code, DefinitionKind, Diagnostic, Interner, SourceId, Span, Symbol};
use rustc_hash::FxHashSet;

use crate::ast::{Class, Entry, Method, Name, TypeKind, TypeName, Unit, Variable};
use crate::codes;
use crate::foreign;
use crate::lex::lex;
use crate::sexp::{self, Bracket, Sexp, SexpKind};
use crate::token::TokenKind;

pub(crate) use expr::word_of;

const PROGRAM: &str =
    "a program is a list of its classes and the method it starts with: `((CLASS ...) (C m))`";
const CLASS: &str =
    "a class is written `(class C ([T f] ...) (METHOD ...))`, with `extends D` behind its name";
const METHOD: &str = "a method is written `(T m ([T x] ...) e)`";

/// Parses a text. Any text is fine; mistakes are in the diagnostics.
pub fn parse(file: SourceId, text: &str) -> Parsed<Unit> {
    let mut cursor = Cursor::new(file, text, lex(file, text));
    let read = sexp::read(&mut cursor);
    let mut parser = Parser {
        text,
        interner: &mut cursor.interner,
        diagnostics: Vec::new(),
        definitions: Vec::new(),
        class_names: FxHashSet::default(),
        ends_early: false,
    };
    parser.collect_class_names(&read.items);
    let end = Span::new(file, text.len() as u32, text.len() as u32);
    let unit = parser.program(&read.items, end);
    if !parser.ends_early {
        read.superfluous.iter().for_each(|&(bracket, at)| parser.closes_nothing(bracket, at));
    }
    let definitions = std::mem::take(&mut parser.definitions);
    let found = std::mem::take(&mut parser.diagnostics);
    let damaged = outermost(read.damaged);
    cursor.diagnostics.extend(found.into_iter().filter(|found| !lies_in(found, &damaged)));
    definitions.into_iter().for_each(|(kind, name)| cursor.define(kind, name));
    cursor.finish(unit)
}

/// The spans that lie in no other, in order.
fn outermost(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let mut kept: Vec<Span> = Vec::new();
    for span in spans {
        if kept.last().is_none_or(|last| last.end < span.end) {
            kept.push(span);
        }
    }
    kept
}

fn lies_in(found: &Diagnostic, lists: &[Span]) -> bool {
    let Some(place) = found.span() else { return false };
    let next = lists.partition_point(|list| list.end < place.end);
    lists.get(next).is_some_and(|list| list.start <= place.start)
}

struct Parser<'a> {
    text: &'a str,
    interner: &'a mut Interner,
    diagnostics: Vec<Diagnostic>,
    /// In the order in which they were read.
    definitions: Vec<(DefinitionKind, Name)>,
    /// They distinguish casts from lists of arguments.
    class_names: FxHashSet<Symbol>,
    /// A bracket too many ends the list of classes, which was said: those behind close nothing.
    ends_early: bool,
}

impl Parser<'_> {
    // ----------------------------------------------------------------------------------- messages

    fn error(&mut self, code: &'static Code, message: impl Into<String>, at: Span, label: &str, help: &str) {
        self.diagnostics.push(Diagnostic::error(code, message).at(at, label).help(help));
    }

    fn unexpected(&mut self, what: &str, found: &Sexp, help: &str) {
        match found.kind {
            SexpKind::Bad => {}
            SexpKind::Atom(_) | SexpKind::List(..) => {
                let message = format!("Expected {what}, found {}.", self.shown(found));
                self.error(&codes::UNEXPECTED, message, found.span, &format!("expected {what}"), help);
            }
        }
    }

    fn closes_nothing(&mut self, bracket: Bracket, at: Span) {
        let message = format!("This `{}` closes nothing.", bracket.signs()[1]);
        let help = "remove it, or add the bracket that it closes";
        self.error(&codes::UNBALANCED, message, at, "no bracket is open here", help);
    }

    /// Something as a message speaks of it.
    fn shown(&self, found: &Sexp) -> String {
        match &found.kind {
            SexpKind::Atom(_) => format!("`{}`", &self.text[found.span.range()]),
            SexpKind::List(_, items) if items.is_empty() => "an empty list".to_owned(),
            SexpKind::List(..) => "a list".to_owned(),
            SexpKind::Bad => "something that cannot be read".to_owned(),
        }
    }

    // -------------------------------------------------------------------------------------- atoms

    fn symbol(&mut self, atom: &Sexp) -> Name {
        let symbol = self.interner.intern(&self.text[atom.span.range()]);
        Name { symbol, span: atom.span }
    }

    fn name(&mut self, found: Option<&Sexp>, what: &str, around: Span, help: &str) -> Option<Name> {
        let Some(found) = found else {
            let label = format!("{what} is missing");
            self.error(&codes::UNEXPECTED, format!("Expected {what}."), around, &label, help);
            return None;
        };
        match found.atom() {
            Some(TokenKind::Symbol) => Some(self.symbol(found)),
            Some(kind) if kind != TokenKind::Number => {
                let word = &self.text[found.span.range()];
                let message = format!("`{word}` is a word of the language and cannot be {what}.");
                let help = format!("choose another name, such as `{word}_`");
                self.error(&codes::RESERVED_WORD, message, found.span, "not a name", &help);
                None
            }
            _ => {
                self.unexpected(what, found, help);
                None
            }
        }
    }

    fn type_name(&mut self, found: &Sexp) -> Option<TypeName> {
        let kind = match found.atom() {
            Some(TokenKind::Bool) => TypeKind::Bool,
            Some(TokenKind::Int) => TypeKind::Int,
            Some(TokenKind::Unit) => TypeKind::Unit,
            Some(TokenKind::Symbol) => TypeKind::Class(self.symbol(found)),
            _ => {
                self.unexpected("a type", found, "types are `bool`, `int`, `unit`, and the names of classes");
                return None;
            }
        };
        Some(TypeName { kind, span: found.span })
    }

    /// The items of a list, whatever its brackets are.
    fn list<'s>(&mut self, found: &'s Sexp, wanted: Bracket, what: &str, help: &str) -> Option<&'s [Sexp]> {
        match found.list() {
            Some((bracket, items)) => {
                self.bracket(found.span, bracket, wanted, what);
                Some(items)
            }
            None => {
                self.unexpected(what, found, help);
                None
            }
        }
    }

    fn bracket(&mut self, at: Span, found: Bracket, wanted: Bracket, what: &str) {
        if found == wanted {
            return;
        }
        let ([open, close], [wrong_open, wrong_close]) = (wanted.signs(), found.signs());
        let message = format!("Here stands {what}, which is written with `{open} {close}`.");
        let here = Span::new(at.file, at.start, at.start + 1);
        let label = format!("written with `{wrong_open} {wrong_close}`");
        let help = "parameters and fields have brackets, `[T x]`; everything else has parentheses";
        self.error(&codes::WRONG_BRACKET, message, here, &label, help);
    }

    // ----------------------------------------------------------------------------------- programs

    fn collect_class_names(&mut self, items: &[Sexp]) {
        let inner = items.iter().filter_map(Sexp::list).flat_map(|(_, items)| items);
        let innermost = inner.clone().filter_map(Sexp::list).flat_map(|(_, items)| items);
        let classes = items.iter().chain(inner).chain(innermost).filter(|item| item.is_class());
        for (_, class) in classes.filter_map(Sexp::list) {
            if let Some(name) = class.get(1).filter(|name| name.is(TokenKind::Symbol)) {
                let name = self.symbol(name);
                self.class_names.insert(name.symbol);
            }
        }
    }

    fn program(&mut self, items: &[Sexp], end: Span) -> Unit {
        let mut unit = Unit::default();
        let Some((first, behind)) = items.split_first() else {
            self.error(&codes::UNEXPECTED, "The file has no program.", end, "a program is missing", PROGRAM);
            return unit;
        };
        match first.list() {
            Some((bracket, parts)) if !first.is_class() => {
                self.bracket(first.span, bracket, Bracket::Round, "a program");
                self.parts(parts, first.span, &mut unit);
                behind.iter().for_each(|item| self.behind(item, &mut unit));
            }
            Some(_) => {
                let message = "A program begins with two parentheses before its first class.";
                self.error(&codes::UNEXPECTED, message, first.span, "a class by itself", PROGRAM);
                self.loose(items, &mut unit);
            }
            None if first.is(TokenKind::Class) => {
                let message =
                    "Javalite is written in lists: classes, methods and expressions stand in parentheses.";
                self.diagnostics.push(foreign::not_in_javalite(message, first.span, PROGRAM));
            }
            None => self.unexpected("a program", first, PROGRAM),
        }
        unit
    }

    /// Classes in a list, and the entry.
    fn parts(&mut self, parts: &[Sexp], around: Span, unit: &mut Unit) {
        let Some((classes, rest)) = parts.split_first() else {
            return self.error(&codes::UNEXPECTED, "The program is empty.", around, "no classes", PROGRAM);
        };
        if classes.is_class() {
            let message = "The classes of a program stand in a list of their own.";
            self.error(&codes::UNEXPECTED, message, classes.span, "expected `(` before it", PROGRAM);
            return self.loose(parts, unit);
        }
        for class in self.list(classes, Bracket::Round, "a list of classes", PROGRAM).unwrap_or_default() {
            self.class(class, unit);
        }
        let (misplaced, entry): (Vec<&Sexp>, Vec<&Sexp>) = rest.iter().partition(|item| item.is_class());
        misplaced.iter().for_each(|class| self.behind(class, unit));
        let Some((entry, superfluous)) = entry.split_first() else {
            if misplaced.is_empty() {
                let message = "The program does not say where it starts.";
                let last = Span::new(around.file, around.end.saturating_sub(1), around.end);
                let help = "write the entry `(C m)` behind the classes: the method `m` runs on a new `C`";
                self.error(&codes::NO_ENTRY, message, last, "the entry is missing", help);
            }
            return;
        };
        unit.entry = self.entry(entry);
        superfluous.iter().for_each(|item| self.unexpected("`)`", item, PROGRAM));
    }

    /// Something behind the place where it should be.
    fn behind(&mut self, item: &Sexp, unit: &mut Unit) {
        if item.is_class() {
            self.ends_early = true;
            let message = "This class stands behind the list of classes.";
            let help = "a `)` before it is one too many: the list of classes ends there";
            let here = Span::new(item.span.file, item.span.start, item.span.start + 1);
            self.error(&codes::UNBALANCED, message, here, "not in the list of classes", help);
            self.class(item, unit);
        } else if !self.ends_early {
            self.unexpected("the end of the file", item, PROGRAM);
        }
    }

    /// Classes and an entry without the lists around them, which was said.
    fn loose(&mut self, items: &[Sexp], unit: &mut Unit) {
        items.iter().filter(|item| item.is_class()).for_each(|class| self.class(class, unit));
    }

    fn entry(&mut self, found: &Sexp) -> Option<Entry> {
        let help = "the entry is written `(C m)`: the method `m` runs on a new `C`";
        let items = self.list(found, Bracket::Round, "the entry", help)?;
        let class = self.name(items.first(), "the name of a class", found.span, help)?;
        let method = self.name(items.get(1), "the name of a method", found.span, help)?;
        items.iter().skip(2).for_each(|item| self.unexpected("`)`", item, help));
        Some(Entry { class, method, span: found.span })
    }

    // ------------------------------------------------------------------------------------ classes

    fn class(&mut self, found: &Sexp, unit: &mut Unit) {
        let Some(items) = self.list(found, Bracket::Round, "a class", CLASS) else { return };
        if !found.is_class() {
            let diagnostic = foreign::no_class(found, self.text);
            self.diagnostics.push(diagnostic.help(CLASS));
            return;
        }
        let name = self.name(items.get(1), "the name of a class", items[0].span, CLASS);
        self.definitions.extend(name.map(|name| (DefinitionKind::Type, name)));
        let mut rest = items.get(2..).unwrap_or_default();
        let parent = self.parent(&mut rest);
        let fields = rest.first().map(|fields| self.fields(fields)).unwrap_or_default();
        let methods = rest.get(1).map(|methods| self.methods(methods)).unwrap_or_default();
        if rest.len() < 2 {
            let missing = if rest.is_empty() { "fields and methods" } else { "methods" };
            let message =
                format!("A class has a list of fields and a list of methods: {missing} are missing.");
            let last = Span::new(found.span.file, found.span.end.saturating_sub(1), found.span.end);
            self.error(&codes::UNEXPECTED, message, last, "expected a list", "an empty list is written `()`");
        }
        if let Some(superfluous) = rest.get(2) {
            let help =
                "all methods stand in one list behind the fields: `(class C ([T f] ...) (METHOD ...))`";
            self.unexpected("`)`", superfluous, help);
        }
        if let Some(name) = name {
            unit.classes.push(Class { name, parent, fields, methods });
        }
    }

    fn parent(&mut self, rest: &mut &[Sexp]) -> Option<Name> {
        let first = rest.first()?;
        if first.is(TokenKind::Extends) {
            let parent = self.name(rest.get(1), "the name of a class", first.span, CLASS);
            *rest = rest.get(2..).unwrap_or_default();
            return parent;
        }
        let (_, items) = first.list()?;
        if items.first()?.is(TokenKind::Extends) {
            let help = "write `extends D` without brackets";
            self.error(&codes::WRONG_BRACKET, "`extends` has no brackets.", first.span, "in brackets", help);
            *rest = &rest[1..];
            return self.name(items.get(1), "the name of a class", first.span, CLASS);
        }
        None
    }

    fn fields(&mut self, found: &Sexp) -> Vec<Variable> {
        let help = "fields are written `([T f] ...)`, and `()` if there are none";
        let Some(items) = self.list(found, Bracket::Round, "a list of fields", help) else {
            return Vec::new();
        };
        if let [first, second] = items
            && first.atom().is_some()
            && second.atom().is_some()
        {
            self.unexpected("a list of fields", found, help);
            return Vec::new();
        }
        items.iter().filter_map(|field| self.variable(field, DefinitionKind::Field)).collect()
    }

    /// `[T x]`
    fn variable(&mut self, found: &Sexp, kind: DefinitionKind) -> Option<Variable> {
        let what = if kind == DefinitionKind::Field { "a field" } else { "a parameter" };
        let help = format!("{what} is written `[T x]`: the type stands before the name");
        let items = self.list(found, Bracket::Square, what, &help)?;
        let ty = self.type_name(items.first().unwrap_or(found))?;
        let name = self.name(items.get(1), "a name", found.span, &help)?;
        if let Some(superfluous) = items.get(2) {
            self.unexpected("`]`", superfluous, &help);
        }
        self.definitions.push((kind, name));
        Some(Variable { ty, name })
    }

    fn methods(&mut self, found: &Sexp) -> Vec<Method> {
        let help = "methods are written `((T m ([T x] ...) e) ...)`, and `()` if there are none";
        let Some(items) = self.list(found, Bracket::Round, "a list of methods", help) else {
            return Vec::new();
        };
        if items.first().is_some_and(|first| first.atom().is_some()) {
            let message = "The methods of a class stand in a list, even if there is one.";
            self.error(&codes::UNEXPECTED, message, found.span, "expected a list of methods", help);
            return Vec::from_iter(self.method(found));
        }
        items.iter().filter_map(|method| self.method(method)).collect()
    }

    fn method(&mut self, found: &Sexp) -> Option<Method> {
        let items = self.list(found, Bracket::Round, "a method", METHOD)?;
        let result = self.type_name(items.first().unwrap_or(found))?;
        let name = self.name(items.get(1), "the name of a method", found.span, METHOD)?;
        self.definitions.push((DefinitionKind::Procedure, name));
        let [_, _, params, body, superfluous @ ..] = items else {
            let message = "A method has a type, a name, parameters and a body.";
            self.error(&codes::UNEXPECTED, message, found.span, "a part is missing", METHOD);
            return None;
        };
        let params = self.params(params);
        let body = self.expr(body);
        if let Some(first) = superfluous.first() {
            let help = "put them into one: `(begin e ...)`";
            self.unexpected("`)`, since a body is one expression", first, help);
            superfluous.iter().for_each(|expr| drop(self.expr(expr)));
        }
        Some(Method { result, name, params, body })
    }

    fn params(&mut self, found: &Sexp) -> Vec<Variable> {
        let help = "parameters are written `([T x] ...)`, and `()` if there are none";
        match found.list() {
            Some((Bracket::Square, items)) if items.first().is_none_or(|first| first.atom().is_some()) => {
                self.variable(found, DefinitionKind::Parameter).into_iter().collect()
            }
            Some((Bracket::Round, items))
                if items.len() == 2 && items.iter().all(|item| item.atom().is_some()) =>
            {
                self.variable(found, DefinitionKind::Parameter).into_iter().collect()
            }
            _ => {
                let items =
                    self.list(found, Bracket::Round, "a list of parameters", help).unwrap_or_default();
                items.iter().filter_map(|param| self.variable(param, DefinitionKind::Parameter)).collect()
            }
        }
    }
}
