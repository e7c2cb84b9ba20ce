//! Static rules: what names mean, and which types fit where.
//!
//! - this file: classes, what they inherit, signatures, and the entry;
//! - `body`: expressions;
//! - `operators`: operators, casts and tests of classes;
//! - `types`: types as messages speak of them.
//!
//! DIVERGENCE: the paper leaves types to its readers. Here a class may not declare a field with the name of an
//! inherited one, since `(x $ f)` would mean one field or the other by the static type of `x`, of which the paper's
//! machine knows nothing; a method that overrides another has the same types.

mod body;
mod operators;
mod types;

use base::similar::Suggestions;
use base::{Code, Diagnostic, Id, IndexVec, Interner, Span, Symbol};
use ir::{ClassId, ProcId};
use rustc_hash::FxHashMap;

use crate::ast::{self, Name, TypeKind, TypeName, Unit};
use crate::codes;
use crate::foreign;
use crate::hir::{Body, Class, Field, Method, Ty, World};

/// The method that a program starts with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) class: ClassId,
    pub(crate) method: ProcId,
    pub(crate) span: Span,
}

pub(crate) struct Checked {
    pub(crate) world: World,
    pub(crate) bodies: IndexVec<ProcId, Body>,
    /// Given unless a diagnostic is fatal.
    pub(crate) entry: Option<Entry>,
}

/// Checks a file without syntax errors.
pub(crate) fn check(file: &Unit, interner: &mut Interner) -> (Checked, Vec<Diagnostic>) {
    let this = interner.intern("this");
    let mut checker = Checker {
        interner,
        this,
        world: World::default(),
        class_ids: FxHashMap::default(),
        suggestions: Suggestions::default(),
        searches_left: MOST_SEARCHES,
        diagnostics: Vec::new(),
    };
    let declared = checker.classes(&file.classes);
    checker.parents(&declared);
    let methods = checker.members(&declared);
    checker.inherited_fields();
    checker.overridden_methods();
    let entry = file.entry.and_then(|entry| checker.entry(entry));
    let bodies =
        methods.iter_enumerated().map(|(id, method)| body::check(&mut checker, id, method)).collect();
    let Checker { world, diagnostics, .. } = checker;
    (Checked { world, bodies, entry }, diagnostics)
}

struct Checker<'a> {
    interner: &'a Interner,
    this: Symbol,
    world: World,
    class_ids: FxHashMap<Symbol, ClassId>,
    suggestions: Suggestions,
    /// How many more messages look through all names: each takes time linear in their number.
    searches_left: usize,
    diagnostics: Vec<Diagnostic>,
}

const MOST_SEARCHES: usize = 50;

impl<'a> Checker<'a> {
    // ----------------------------------------------------------------------------------- messages

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn text(&self, name: Name) -> &'a str {
        self.interner.text(name.symbol)
    }

    fn duplicate(&mut self, what: &str, again: Name, first: Span) {
        let message = format!("The {what} `{}` is declared twice.", self.text(again));
        let diagnostic = Diagnostic::error(&codes::DUPLICATE, message).at(again.span, "declared again");
        self.report(diagnostic.at(first, "first declared here").help("give one of them another name"));
    }

    /// The message about a name that nothing has, with the known name that is most like it.
    fn unknown(
        &mut self,
        code: &'static Code,
        message: String,
        name: Name,
        known: impl FnOnce(&World) -> Vec<Symbol>,
    ) -> Diagnostic {
        let text = self.text(name);
        let mut diagnostic = Diagnostic::error(code, message).at(name.span, "not declared");
        diagnostic.help = foreign::instead_of(text);
        if diagnostic.help.is_none() && self.may_search() {
            let mut names: Vec<&str> =
                known(&self.world).into_iter().map(|symbol| self.interner.text(symbol)).collect();
            // The order must not depend on hashes.
            names.sort_unstable();
            diagnostic.help = self.suggestions.help(text, names);
        }
        diagnostic
    }

    fn may_search(&mut self) -> bool {
        let may = self.searches_left > 0;
        self.searches_left = self.searches_left.saturating_sub(1);
        may
    }

    // ------------------------------------------------------------------------------------ classes

    /// The classes under their ids; one that is declared again is dropped.
    fn classes<'f>(&mut self, classes: &'f [ast::Class]) -> IndexVec<ClassId, &'f ast::Class> {
        let mut declared: IndexVec<ClassId, &ast::Class> = IndexVec::new();
        for class in classes {
            if let Some(&first) = self.class_ids.get(&class.name.symbol) {
                let first = self.world.classes[first].name.span;
                self.duplicate("class", class.name, first);
                continue;
            }
            self.class_ids.insert(class.name.symbol, declared.push(class));
            self.world.classes.push(Class {
                name: class.name,
                parent: None,
                children: Vec::new(),
                own_fields: Vec::new(),
                field_ids: FxHashMap::default(),
                method_ids: FxHashMap::default(),
            });
        }
        declared
    }

    fn class_id(&mut self, name: Name) -> Option<ClassId> {
        if let Some(&id) = self.class_ids.get(&name.symbol) {
            return Some(id);
        }
        let message = format!("There is no class `{}`.", self.text(name));
        let known = |world: &World| world.classes.iter().map(|class| class.name.symbol).collect();
        let diagnostic = self.unknown(&codes::UNKNOWN_CLASS, message, name, known);
        self.report(diagnostic);
        None
    }

    fn parents(&mut self, declared: &IndexVec<ClassId, &ast::Class>) {
        for (id, class) in declared.iter_enumerated() {
            self.world.classes[id].parent = class.parent.and_then(|parent| self.class_id(parent));
        }
        self.refuse_cycles();
        for id in declared.ids() {
            if let Some(parent) = self.world.classes[id].parent {
                self.world.classes[parent].children.push(id);
            }
        }
    }

    /// A class above itself loses its parent, so that walks upwards end.
    fn refuse_cycles(&mut self) {
        // The walk that has last come through a class: 0 is none.
        let mut walks: IndexVec<ClassId, usize> = IndexVec::filled(0, self.world.classes.len());
        for start in self.world.classes.ids() {
            let walk = start.index() + 1;
            let mut class = start;
            while walks[class] == 0 {
                walks[class] = walk;
                match self.world.classes[class].parent {
                    Some(parent) => class = parent,
                    None => break,
                }
            }
            if walks[class] == walk && self.world.classes[class].parent.is_some() {
                self.world.classes[class].parent = None;
                let name = self.world.classes[class].name;
                let message = format!("The class `{}` is above itself.", self.text(name));
                let diagnostic = Diagnostic::error(&codes::CYCLIC_CLASSES, message);
                let help = "one of the classes in the circle must extend no other of them";
                self.report(diagnostic.at(name.span, "extends itself, perhaps through others").help(help));
            }
        }
    }

    // ------------------------------------------------------------------------------------ members

    /// Declares fields and methods, and gives the methods under their ids.
    fn members<'f>(
        &mut self,
        declared: &IndexVec<ClassId, &'f ast::Class>,
    ) -> IndexVec<ProcId, &'f ast::Method> {
        let mut methods = IndexVec::new();
        for (id, class) in declared.iter_enumerated() {
            for field in &class.fields {
                self.field(id, field);
            }
            for method in &class.methods {
                self.method(id, method, &mut methods);
            }
        }
        methods
    }

    fn field(&mut self, class: ClassId, field: &ast::Variable) {
        let ty = self.declared_type(field.ty);
        if let Some(&first) = self.world.classes[class].field_ids.get(&field.name.symbol) {
            let first = self.world.fields[first].name.span;
            return self.duplicate("field", field.name, first);
        }
        let id = self.world.fields.push(Field { name: field.name, class, ty });
        self.world.classes[class].own_fields.push(id);
        self.world.classes[class].field_ids.insert(field.name.symbol, id);
    }

    fn method<'f>(
        &mut self,
        class: ClassId,
        method: &'f ast::Method,
        methods: &mut IndexVec<ProcId, &'f ast::Method>,
    ) {
        let result = self.declared_type(method.result);
        let params = method.params.iter().map(|param| self.declared_type(param.ty)).collect();
        if let Some(&first) = self.world.classes[class].method_ids.get(&method.name.symbol) {
            let first = self.world.methods[first].name.span;
            return self.duplicate("method", method.name, first);
        }
        let id = methods.push(method);
        self.world.methods.push(Method { class, name: method.name, params, result });
        self.world.classes[class].method_ids.insert(method.name.symbol, id);
    }

    fn declared_type(&mut self, ty: TypeName) -> Ty {
        match ty.kind {
            TypeKind::Bool => Ty::Bool,
            TypeKind::Int => Ty::Int,
            TypeKind::Unit => Ty::Unit,
            TypeKind::Class(name) => self.class_id(name).map_or(Ty::Unknown, Ty::Class),
        }
    }

    fn inherited_fields(&mut self) {
        for id in self.world.fields.ids() {
            let Field { name, class, .. } = self.world.fields[id];
            let parent = self.world.classes[class].parent;
            let Some(above) = parent.and_then(|parent| self.world.field(parent, name.symbol)) else {
                continue;
            };
            let above = &self.world.fields[above];
            let upper = self.text(self.world.classes[above.class].name);
            let message = format!("The field `{}` is inherited from `{upper}` already.", self.text(name));
            let diagnostic = Diagnostic::error(&codes::SHADOWED_FIELD, message)
                .at(name.span, "declared again")
                .at(above.name.span, "declared here")
                .help("leave it out, or give it another name");
            self.report(diagnostic);
        }
    }

    fn overridden_methods(&mut self) {
        for id in self.world.methods.ids() {
            let method = &self.world.methods[id];
            let parent = self.world.classes[method.class].parent;
            let Some(above) = parent.and_then(|parent| self.world.method(parent, method.name.symbol)) else {
                continue;
            };
            let above = &self.world.methods[above];
            if method.params == above.params && method.result == above.result {
                continue;
            }
            let upper = self.text(self.world.classes[above.class].name);
            let message =
                format!("`{}` overrides a method of `{upper}` with other types.", self.text(method.name));
            let wanted = self.signature(above);
            let diagnostic = Diagnostic::error(&codes::OVERRIDDEN_DIFFERENTLY, message)
                .at(method.name.span, format!("this is `{}`", self.signature(method)))
                .at(above.name.span, format!("this is `{wanted}`"))
                .help(format!("write `{wanted}`, or choose another name: there is no overloading"));
            self.report(diagnostic);
        }
    }

    fn entry(&mut self, entry: ast::Entry) -> Option<Entry> {
        let class = self.class_id(entry.class)?;
        let method = self.method_of(class, entry.method)?;
        let params = self.world.methods[method].params.len();
        if params > 0 {
            let counted = if params == 1 { "a parameter".to_owned() } else { format!("{params} parameters") };
            let message = format!("The method that the program starts with has {counted}.");
            let diagnostic = Diagnostic::warning(&codes::ENTRY_PARAMETERS, message)
                .at(entry.span, "nothing passes arguments here")
                .note("they hold null, 0, false and unit, and no other values are checked")
                .help("leave them out, or start with a method that passes the values");
            self.report(diagnostic);
        }
        Some(Entry { class, method, span: entry.span })
    }

    /// A method that a class has, or a message.
    fn method_of(&mut self, class: ClassId, name: Name) -> Option<ProcId> {
        if let Some(method) = self.world.method(class, name.symbol) {
            return Some(method);
        }
        let text = self.text(name);
        let known = |world: &World| {
            world.upwards(class).flat_map(|class| world.classes[class].method_ids.keys()).copied().collect()
        };
        let owner = self.text(self.world.classes[class].name);
        let message = format!("The class `{owner}` has no method `{text}`.");
        let mut diagnostic = self.unknown(&codes::UNKNOWN_METHOD, message, name, known);
        if self.world.field(class, name.symbol).is_some() {
            diagnostic = diagnostic.help(format!("`{text}` is a field, which is read with `(x $ {text})`"));
        } else if let Some(below) =
            self.declares_below(class, |class| class.method_ids.contains_key(&name.symbol))
        {
            diagnostic =
                diagnostic.help(format!("`{below}`, which is below it, has one: cast with `({below} e)`"));
        }
        self.report(diagnostic);
        None
    }

    /// The name of a class below another that has something.
    fn declares_below(&mut self, class: ClassId, has: impl Fn(&Class) -> bool) -> Option<&'a str> {
        if !self.may_search() {
            return None;
        }
        let mut pending: Vec<ClassId> = self.world.classes[class].children.clone();
        while let Some(below) = pending.pop() {
            let below = &self.world.classes[below];
            if has(below) {
                return Some(self.text(below.name));
            }
            pending.extend(&below.children);
        }
        None
    }
}
