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

use base::syntax::Parsed;
use base::{Code, SourceId};
use ir::{Compiled, FrontEnd, Input, Stages};

/// Compiles one file. Any text is fine; mistakes are in the diagnostics.
pub fn compile(file: SourceId, text: &str) -> Compiled {
    let Parsed { unit, interner, diagnostics, definitions } = parse::parse(file, text);
    let mut stages = Stages::after(diagnostics, definitions);
    let checked = stages.run(|| sema::check(&unit, &interner));
    stages.finish(checked.map(|program| lower::lower(&program)))
}

/// Zing.
#[derive(Debug)]
pub struct Zing;

impl FrontEnd for Zing {
    type Options = ();
    const NAME: &'static str = "zing";
    const EXTENSIONS: &'static [&'static str] = &["zing"];

    fn codes() -> Vec<&'static Code> {
        codes::CODES.iter().chain(sema::codes::CODES).copied().collect()
    }

    fn compile(input: &mut Input<'_>, _options: &()) -> Compiled {
        input.one_text(compile)
    }
}
