//! The Javalite front end: from source text to the core language.
//!
//! ```text
//! text --lex--> tokens --sexp--> lists --parse--> ast --check--> hir --lower--> ir
//! ```
//!
//! - `sexp` matches brackets and nothing else;
//! - [`parse`] knows the forms of the grammar;
//! - `check` finds out what names mean and holds every static rule;
//! - `foreign` knows what users of Java and Lisp write;
//! - `lower` turns methods into procedures of the core language. It reports nothing: what reaches it is correct;
//! - `write` writes tests: examples of paths as closed programs.
//!
//! Javalite is the language of *Exact Heap Summaries for Symbolic Execution*: classes, fields, methods and expressions
//! in the notation of Lisp, with which symbolic execution of programs with a heap is explained.
//! DIVERGENCE: variables have the scope of the text, so that an assignment to an outer variable inside `var` persists
//! and a method sees only its own variables; the environments of the paper get both wrong. A dereference of null is an
//! error of the program, where the paper's machine is stuck. Types are checked, and there are numbers, loops,
//! assertions, inheritance, casts, and methods with several parameters. `docs/javalite.md` describes the language.
//!
//! A program with a syntax error is not looked at further, since half of what would be said about it would be wrong.
//! All errors of the same stage are reported in one run.

pub mod ast;
mod check;
pub mod codes;
mod foreign;
mod hir;
pub mod lex;
mod lower;
pub mod parse;
mod sexp;
pub mod token;
mod write;

use base::syntax::Parsed;
use base::{Code, CommentStyle, SourceId};
use ir::front_end::{Compiled, FrontEnd, Input, Stages};

pub use write::JavaliteTests;

/// Compiles one file. Any text is fine; mistakes are in the diagnostics.
pub fn compile(file: SourceId, text: &str) -> Compiled {
    let Parsed { unit, mut interner, diagnostics, definitions } = parse::parse(file, text);
    let mut stages = Stages::after(diagnostics, definitions);
    let checked = stages.run(|| check::check(&unit, &mut interner));
    stages.finish(checked.and_then(|check::Checked { world, bodies, entry }| {
        entry.map(|entry| lower::lower(&world, &bodies, entry, &interner))
    }))
}

/// Javalite.
#[derive(Debug)]
pub struct Javalite;

impl FrontEnd for Javalite {
    type Options = ();
    const NAME: &'static str = "javalite";
    const EXTENSIONS: &'static [&'static str] = &["jl"];

    fn codes() -> Vec<&'static Code> {
        codes::CODES.to_vec()
    }

    fn compile(input: &mut Input<'_>, (): &()) -> Compiled {
        input.with_comments(CommentStyle::Semicolon).one_text(compile)
    }
}
