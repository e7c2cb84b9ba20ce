//! What all procedures are lowered with, and what is found out while they are.

use std::cell::RefCell;

use base::{CodePlace, IndexVec, SourceId, SourceMap, Span};
use ir::{Faults, ProcId, Program};
use rustc_hash::FxHashMap;

use crate::body::is_internal;
use crate::catching::Catching;
use crate::declare::{Declared, Role};
use crate::reach::Reach;
use crate::world::{ClassIx, MethodIx, World};

/// Everything that is known before a body is lowered.
pub(crate) struct Context<'a> {
    pub(crate) world: &'a World<'a>,
    pub(crate) reach: &'a Reach,
    pub(crate) declared: &'a Declared,
    pub(crate) faults: &'a Faults<'a>,
    pub(crate) catching: &'a Catching,
    /// Whether a procedure has one more result: the exception that it ends with, or null.
    pub(crate) exits: &'a IndexVec<ProcId, bool>,
    pub(crate) lines: &'a RefCell<Lines>,
}

impl<'a> Context<'a> {
    pub(crate) fn program(&self) -> &'a Program {
        &self.declared.program
    }

    pub(crate) fn proc(&self, role: &Role) -> Option<ProcId> {
        self.declared.procs.get(role).copied()
    }

    pub(crate) fn ir_type(&self, ty: &classfile::Type) -> ir::Type {
        self.declared.ir_type(self.world, ty)
    }

    /// The number of the class that a class of the core language is made for; nothing for arrays.
    pub(crate) fn class_ix(&self, class: ir::ClassId) -> Option<ClassIx> {
        self.world.find(self.declared.origins[class].class_name()?)
    }
}

/// Places of methods in sources.
pub(crate) struct Lines {
    sources: SourceMap,
    /// Sources that are at hand, by the class that they declare.
    texts: FxHashMap<ClassIx, SourceId>,
    compiled: FxHashMap<ClassIx, SourceId>,
    known: FxHashMap<(MethodIx, Option<u16>), Span>,
    /// Of procedures that are no methods.
    runtime: Option<SourceId>,
}

impl Lines {
    pub(crate) fn new(sources: SourceMap, texts: FxHashMap<ClassIx, SourceId>) -> Self {
        Self { sources, texts, compiled: FxHashMap::default(), known: FxHashMap::default(), runtime: None }
    }

    /// All sources, those that have been added among them.
    pub(crate) fn into_sources(self) -> SourceMap {
        self.sources
    }

    /// A line of a method: in the source if it is at hand, else by class, method and number.
    pub(crate) fn span(&mut self, world: &World<'_>, method: MethodIx, line: Option<u16>) -> Span {
        if let Some(&span) = self.known.get(&(method, line)) {
            return span;
        }
        let class = world.class_of(method);
        let in_text = line.and_then(|line| self.line_of_text(class, line));
        let span = in_text.unwrap_or_else(|| self.compiled(world, class, method, line));
        self.known.insert((method, line), span);
        span
    }

    /// A procedure that is no method.
    pub(crate) fn runtime(&mut self, name: &str) -> Span {
        let file = *self.runtime.get_or_insert_with(|| {
            let mut file = base::SourceFile::compiled("<runtime>");
            file.is_library = true;
            self.sources.add(file)
        });
        let place = CodePlace { class: "<runtime>".to_owned(), method: name.to_owned(), line: None };
        self.sources.add_place(file, place)
    }

    fn line_of_text(&self, class: ClassIx, line: u16) -> Option<Span> {
        let file = *self.texts.get(&class)?;
        let text = self.sources.file(file).text();
        let mut starts = text.split_inclusive('\n').scan(0, |start, line| {
            let this = *start;
            *start += line.len();
            Some((this, line))
        });
        let (start, line) = starts.nth(usize::from(line).checked_sub(1)?)?;
        let indent = line.len() - line.trim_start().len();
        let end = start + line.trim_end().len();
        Some(Span::new(file, (start + indent).min(end) as u32, end as u32))
    }

    fn compiled(&mut self, world: &World<'_>, class: ClassIx, method: MethodIx, line: Option<u16>) -> Span {
        let file = *self.compiled.entry(class).or_insert_with(|| {
            let source = world.file(class).and_then(|class| class.source_file.as_deref());
            let name = source.map_or_else(
                || format!("{}.class", world.name(class)),
                |source| in_package(world.name(class), source),
            );
            let mut file = base::SourceFile::compiled(name);
            file.is_library = is_internal(world.name(class));
            self.sources.add(file)
        });
        let place = CodePlace {
            class: world.java_name(class),
            method: world.method(method).java_signature(),
            line: line.map(u32::from),
        };
        self.sources.add_place(file, place)
    }
}

/// A source file with the folders of the package of its class.
fn in_package(class: &str, file: &str) -> String {
    match class.rsplit_once('/') {
        Some((package, _)) => format!("{package}/{file}"),
        None => file.to_owned(),
    }
}
