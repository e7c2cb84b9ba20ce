//! The Zing front end: from source text to the core language.
//!
//! ```text
//! text --lex, preprocess--> tokens --parse--> ast --sema--> hir --lower--> ir
//! ```
//!
//! - [`parse`] knows the grammar and nothing else;
//! - `sema` finds out what names mean and which types expressions have, and holds every static rule;
//! - `hir` is the typed program between the two;
//! - `lower` turns it into procedures of the core language. It reports nothing: what reaches it is correct.
//!
//! A program with a syntax error is not looked at further, since half of what would be said about it would be
//! wrong. All errors of the same stage are reported in one run.

pub mod ast;
pub mod codes;
mod hir;
pub mod lex;
mod literal;
mod lower;
pub mod parse;
mod preprocess;
mod sema;
pub mod token;

use base::{Code, Diagnostic, SourceId};

/// What a source file means, and what is to be said about it.
#[derive(Debug)]
pub struct Compiled {
    /// Given exactly if no diagnostic is fatal.
    pub program: Option<ir::Program>,
    /// In order of their places in the source.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles one file. Any text is fine; mistakes are in the diagnostics.
pub fn compile(file: SourceId, text: &str) -> Compiled {
    let parsed = parse::parse(file, text);
    if parsed.diagnostics.iter().any(Diagnostic::is_fatal) {
        return Compiled { program: None, diagnostics: parsed.diagnostics };
    }
    let checked = sema::check(&parsed.unit, &parsed.interner);
    let mut diagnostics = parsed.diagnostics;
    diagnostics.extend(checked.diagnostics);
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
    let is_fatal = diagnostics.iter().any(Diagnostic::is_fatal);
    let program = (!is_fatal).then(|| lower::lower(&checked.program));
    Compiled { program, diagnostics }
}

/// Every diagnostic that this front end can give, in order of their ids.
pub fn codes() -> Vec<&'static Code> {
    codes::CODES.iter().chain(sema::codes::CODES).copied().collect()
}
