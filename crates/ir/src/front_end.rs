//! What every front end is: from files in a language to a program of the core language.
//!
//! A front end names the files that it wants to read, and [`Files`] reads them: the text of a program, or binary files,
//! as many as a program needs. What it reads becomes a source of the [`SourceMap`], so that spans lead back to it.

use std::fmt::Debug;
use std::sync::Arc;

use base::{
    Code, CommentStyle, Definition, DefinitionKind, Diagnostic, Files, Id, SourceFile, SourceId, SourceMap,
    Span,
};

use crate::program::{LocalKind, Program};

/// A language that programs are written in.
pub trait FrontEnd {
    /// How a program is to be understood, where the language leaves that open.
    type Options: Clone + PartialEq + Debug + Default;

    /// The name on the command line.
    const NAME: &'static str;

    /// What the names of its files end with, after the dot; the first is the most common.
    const EXTENSIONS: &'static [&'static str];

    /// Every diagnostic that this front end can give, in order of their ids.
    fn codes() -> Vec<&'static Code>;

    /// Compiles a program. Any input is fine; mistakes are in the diagnostics.
    fn compile(input: &mut Input<'_>, options: &Self::Options) -> Compiled;
}

/// What a front end is given to read.
pub struct Input<'a> {
    /// The file that the question is about.
    pub name: &'a str,
    pub sources: &'a mut SourceMap,
    pub files: &'a mut dyn Files,
    comments: CommentStyle,
}

impl<'a> Input<'a> {
    pub fn new(name: &'a str, sources: &'a mut SourceMap, files: &'a mut dyn Files) -> Self {
        Self { name, sources, files, comments: CommentStyle::default() }
    }

    /// What comments look like in the texts of this language.
    pub fn with_comments(&mut self, comments: CommentStyle) -> &mut Self {
        self.comments = comments;
        self
    }

    /// Reads a text, which becomes a source.
    pub fn text(&mut self, name: &str) -> Result<(SourceId, Arc<str>), Diagnostic> {
        let mut file = SourceFile::new(name, self.files.text(name)?);
        file.comments = self.comments;
        let file = self.sources.add(file);
        Ok((file, self.sources.file(file).shared_text()))
    }

    /// Reads a program that is one text.
    pub fn one_text(&mut self, compile: impl FnOnce(SourceId, &str) -> Compiled) -> Compiled {
        match self.text(self.name) {
            Ok((file, text)) => compile(file, &text),
            Err(diagnostic) => Stages::after(vec![diagnostic], Vec::new()).finish(None),
        }
    }
}

/// What source files mean, and what is to be said about them.
#[derive(Debug)]
pub struct Compiled {
    /// Given exactly if no diagnostic is fatal.
    pub program: Option<Program>,
    /// In order of their places in the source.
    pub diagnostics: Vec<Diagnostic>,
    /// Where names are declared, in order of their places; also if there is no program, as far as it could be read.
    pub definitions: Vec<Definition>,
}

/// The stages of a front end, one after the other as long as nothing is wrong: half of what would be said about a
/// program that is wrong already would be wrong, too. All mistakes of one stage are reported in one run.
#[derive(Debug)]
pub struct Stages {
    diagnostics: Vec<Diagnostic>,
    definitions: Vec<Definition>,
}

impl Stages {
    /// After the first stage, which found this.
    pub fn after(diagnostics: Vec<Diagnostic>, definitions: Vec<Definition>) -> Self {
        Self { diagnostics, definitions }
    }

    fn is_fatal(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_fatal)
    }

    /// Runs a stage if nothing is wrong yet, and gives what it made if nothing is wrong then.
    pub fn run<T>(&mut self, stage: impl FnOnce() -> (T, Vec<Diagnostic>)) -> Option<T> {
        if self.is_fatal() {
            return None;
        }
        let (made, found) = stage();
        self.diagnostics.extend(found);
        (!self.is_fatal()).then_some(made)
    }

    /// What the last stage made.
    pub fn finish(self, program: Option<Program>) -> Compiled {
        let program = program.filter(|_| !self.is_fatal());
        let Self { mut diagnostics, definitions } = self;
        diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| (span.file, span.start)));
        Compiled { program, diagnostics, definitions }
    }
}

/// Where a program that was read from the text form declares its names. What has no name is left out.
pub(crate) fn definitions(program: &Program) -> Vec<Definition> {
    use DefinitionKind as K;
    let mut all = Vec::new();
    let mut add = |kind, name: String, span: Option<Span>| {
        let span = span.filter(|_| !name.is_empty() && !name.ends_with('.'));
        all.extend(span.map(|span| Definition { name, kind, span }));
    };
    for class in &program.classes {
        add(K::Type, class.name.clone(), class.span);
    }
    for field in &program.fields {
        let class = program.classes.get(field.class).map_or("", |class| class.name.as_str());
        add(K::Field, format!("{class}.{}", field.name), field.span);
    }
    for def in &program.enums {
        add(K::Type, def.name.clone(), def.span);
        def.constants
            .iter()
            .for_each(|constant| add(K::Constant, format!("{}.{constant}", def.name), def.span));
    }
    program.globals.iter().for_each(|global| add(K::Global, global.name.clone(), global.span));
    for proc in &program.procs {
        add(K::Procedure, proc.name.clone(), proc.span);
        for (id, local) in proc.locals.iter_enumerated().filter(|(_, local)| local.kind == LocalKind::User) {
            let kind = if id.index() < proc.n_params { K::Parameter } else { K::Local };
            add(kind, format!("{}.{}", proc.name, local.name), local.span);
        }
        for label in &proc.labels {
            label.name().iter().for_each(|name| add(K::Label, format!("{}.{name}", proc.name), label.span));
        }
    }
    all.sort_by_key(|definition| definition.span);
    all
}

#[cfg(test)]
mod tests;
