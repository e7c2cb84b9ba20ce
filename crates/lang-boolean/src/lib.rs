//! The front end for Boolean programs (`.bp`): from source text to the core language.
//!
//! ```text
//! text --lex--> tokens --parse--> ast --resolve--> names --lower--> ir
//! ```
//!
//! - [`parse`] knows the grammar of all dialects and nothing else;
//! - `resolve` finds out what names mean and holds the static rules;
//! - `lower` turns the tree into procedures of the core language. It reports only what control flow shows: atomic
//!   sections that are not closed on every way.
//!
//! Boolean programs are what predicate abstraction makes of C programs (SLAM, SATABS), and what the checkers Bebop,
//! Moped, Getafix, Boppo and Boom read: procedures with recursion, and variables that are true or false. The
//! constrained assignment is that of *SAT-based Summarization for Boolean Programs* (Basler, Kroening, Weissenbacher):
//! its constraint ranges over the values before and after. DIVERGENCE: results are part of a call, not globals as in
//! the paper; and loops, conditions, threads and initial values are part of the language. `docs/boolean.md` describes
//! it.
//!
//! What is lowered has variables of type `bool` and nothing else, and one thread unless the source starts more.

pub mod ast;
pub mod codes;
pub mod lex;
mod lower;
pub mod parse;
mod resolve;
pub mod token;

use base::syntax::Parsed;
use base::{Code, CommentStyle, SourceId, Span};
use ir::{Compiled, FrontEnd, Input, Stages};

/// How a text is to be understood.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Without one, [`Dialect::Sdv`] is read, and a warning is given if that matters.
    pub dialect: Option<Dialect>,
    /// Reaching a statement with one of these labels is a failed assertion.
    pub error_labels: Vec<String>,
}

/// The labels that mean an error if nothing else is said.
pub const ERROR_LABELS: [&str; 3] = ["ERROR", "SLIC_ERROR", "error"];

impl Default for Options {
    fn default() -> Self {
        Self { dialect: None, error_labels: ERROR_LABELS.map(str::to_owned).to_vec() }
    }
}

/// Where the tools that read Boolean programs disagree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// SLAM, SDV, Bebop: `=` and `!=` bind more tightly than `&`. Labels have no meaning of their own.
    Sdv,
    /// Getafix: as `Sdv`, but a program starts in `init`, and no thread switch happens while the global `atomic` is
    /// true.
    Getafix,
    /// Boppo and SATABS: `=` and `!=` bind less tightly than `&`, `^` and `|`. A call with a label `ASYNC_..` starts a
    /// thread.
    Boppo,
}

/// Compiles one file. Any text is fine; mistakes are in the diagnostics.
pub fn compile(file: SourceId, text: &str, options: &Options) -> Compiled {
    let Parsed { unit, interner, diagnostics, definitions } = parse::parse(file, text, options.dialect);
    let mut stages = Stages::after(diagnostics, definitions);
    let end = text.len() as u32;
    let names = stages.run(|| resolve::resolve(&unit, &interner, options, Span::new(file, end, end)));
    let program = names.and_then(|names| stages.run(|| lower::lower(&unit, &names, &interner, options)));
    stages.finish(program)
}

/// Boolean programs.
#[derive(Debug)]
pub struct Boolean;

impl FrontEnd for Boolean {
    type Options = Options;
    const NAME: &'static str = "boolean";
    const EXTENSIONS: &'static [&'static str] = &["bp"];

    fn codes() -> Vec<&'static Code> {
        codes::CODES.to_vec()
    }

    fn compile(input: &mut Input<'_>, options: &Options) -> Compiled {
        input
            .with_comments(CommentStyle::SlashesOutsideBraces)
            .one_text(|file, text| compile(file, text, options))
    }
}
