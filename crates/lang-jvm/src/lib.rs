//! The Java front end: from bytecode to the core language.
//!
//! ```text
//! classes --reach--> what can be used --declare--> classes, fields, procedures --lower--> bodies
//! ```
//!
//! - `kernel` has models of the classes of `java.lang` and others, which win over those of the class path;
//! - `world` knows the classes that are mentioned and what references mean;
//! - `reach` finds the methods that the entry can reach, and what they use; `dynamic` makes classes of what
//!   `invokedynamic` would make at run time;
//! - `catching` finds which exceptions can be caught where;
//! - `declare` declares everything; `lower` makes the bodies: `body` of bytecode, `natives` of native methods,
//!   `runtime` of what is no method;
//! - `emitter` is what all of them make procedures with.
//!
//! Exceptions are values: a procedure that can end with one that some caller may catch has one more result for it
//! (`docs/adr/0007`). Strings, static initialisation and what is not known: `docs/adr/0008` to `0010`.
//! `docs/lang/java.md` says what is supported.

mod body;
mod catching;
pub mod codes;
mod context;
mod declare;
mod dynamic;
mod emitter;
mod entry;
pub mod figures;
mod kernel;
mod lower;
mod natives;
mod reach;
mod runtime;
mod targets;
mod types;
mod world;

use base::{Code, Diagnostic};
use classfile::{ClassPath, Error};
use ir::front_end::{Compiled, FrontEnd, Input, Stages};
use rustc_hash::FxHashMap;

pub use kernel::MODELS;
pub use lower::Notes;
pub use reach::Scope;

/// Java, as bytecode.
#[derive(Debug)]
pub struct Java;

/// How a program is to be understood.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The class that the program begins with, or a static method of it; by default the only one with a `main`.
    pub entry: Option<String>,
    /// Where classes are looked for, after the file itself: class files, jars, folders.
    pub class_path: Vec<String>,
    /// The file `lib/modules` or `rt.jar` of a JDK, whose classes are used where there is no model of them.
    pub jdk: Option<String>,
}

impl FrontEnd for Java {
    type Options = Options;
    const NAME: &'static str = "java";
    const EXTENSIONS: &'static [&'static str] = &["java", "class", "jar"];

    fn codes() -> Vec<&'static Code> {
        classfile::codes::CODES.iter().chain(codes::CODES).copied().collect()
    }

    fn compile(input: &mut Input<'_>, options: &Options) -> Compiled {
        let (program, diagnostics) = match compile(input, options) {
            Ok((program, notes)) => (Some(program), warnings(&notes)),
            Err(diagnostic) => (None, vec![diagnostic]),
        };
        Stages::after(diagnostics, Vec::new()).finish(program)
    }
}

/// Compiles the program, and says what of it is not known.
pub fn compile(input: &mut Input<'_>, options: &Options) -> Result<(ir::Program, Notes), Diagnostic> {
    let mut texts = FxHashMap::default();
    let is_text = input.name.ends_with(".java");
    if is_text {
        let (file, _) = input.text(input.name)?;
        texts.insert(input.name.replace('\\', "/"), file);
    }
    let mut files = kernel::Embedded;
    let kernel = kernel::classes(&mut files).map_err(|error| shown(&error))?;
    let mut path = ClassPath::new(input.files);
    if !is_text {
        path.add(input.name).map_err(|error| shown(&error))?;
    }
    for place in &options.class_path {
        path.add(place).map_err(|error| shown(&error))?;
    }
    if let Some(image) = &options.jdk {
        path.add_jdk(image).map_err(|error| shown(&error))?;
    }
    let stem = is_text.then(|| stem(input.name));
    let wanted = options.entry.as_deref().or(stem);
    let classes = kernel::Modelled { kernel: &kernel, others: &path };
    let mut world = world::World::new(&classes);
    let entry = entry::find(&mut world, &path, wanted)?;
    Ok(lower::lower(&mut world, &classes, &[entry], Scope::All, input.sources, &texts))
}

fn shown(error: &Error) -> Diagnostic {
    error.diagnostic(None)
}

/// The name of a file without folders and extension.
fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// What of the program is not followed.
fn warnings(notes: &Notes) -> Vec<Diagnostic> {
    let Notes { missing, unreadable, refused, unknown: _ } = notes;
    let absent = missing.iter().map(|class| {
        Diagnostic::warning(&codes::MISSING_CLASS, format!("The class {class} is not found."))
            .help("name its folder or jar with --classpath, or a JDK with --jdk")
    });
    let refused = refused.iter().map(|(method, reason)| {
        Diagnostic::warning(
            &codes::REFUSED_METHOD,
            format!("The method {method} cannot be lowered: {reason}."),
        )
    });
    let unreadable = unreadable.iter().map(|error| Diagnostic::warning(error.code, format!("{error}.")));
    unreadable.chain(absent).chain(refused).collect()
}
