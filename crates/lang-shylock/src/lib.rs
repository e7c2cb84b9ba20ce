//! The Shylock front end: from source text to the core language.
//!
//! ```text
//! text --lex--> tokens --parse--> ast --resolve--> names --lower--> ir
//! ```
//!
//! - [`parse`] knows the grammar and nothing else;
//! - `resolve` finds out what names mean and holds every static rule;
//! - `foreign` knows what users of other languages write;
//! - `lower` turns the tree into procedures of the core language. It reports nothing: what reaches it is correct.
//!
//! Shylock is the language of *Interacting via the Heap in the Presence of Recursion* (Rot, de Boer, Bonsangue):
//! objects with fields are the only values, procedures are recursive, and choice is nondeterministic.
//! DIVERGENCE: what the paper encodes (skip, copies, conditions, loops, parameters, results) is part of the language
//! here, since the encodings change which objects are reachable and how many steps a program makes; and `new` clears
//! the fields of the new object, not of the old one. `docs/shylock.md` describes the language.
//!
//! A program with a syntax error is not looked at further, since half of what would be said about it would be
//! wrong. All errors of the same stage are reported in one run.

pub mod ast;
pub mod codes;
mod foreign;
pub mod lex;
mod lower;
pub mod parse;
mod resolve;
pub mod token;

use base::syntax::Parsed;
use base::{Code, Diagnostic, SourceId, Span};

pub use ir::{LabelPlace, Places};

/// How a text is to be understood.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Options {
    pub choice: Choice,
    pub blocked: Blocked,
    pub steps: Steps,
}

/// Which branches `B1 + B2` may take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Choice {
    /// Those whose first guard is open, if there are any; with none, the program is stuck.
    #[default]
    Open,
    /// All: the literal reading. Who takes a closed branch is stuck.
    Blind,
}

/// What becomes of an execution at a closed guard. Nothing else can open it, so it is closed for good.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Blocked {
    /// It stays there forever, in a block that leads to itself: see [`Places::stuck`].
    #[default]
    Stuck,
    /// It is discarded: a guard is an assumption.
    Prune,
}

/// What counts as a step of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Steps {
    /// Basic statements, tests, calls and returns.
    #[default]
    Statements,
    /// As in the paper, also: taking `B1; B2` apart, taking a branch of a choice, and passing a guard.
    Paper,
}

/// What a source file means, and what is to be said about it.
#[derive(Debug)]
pub struct Compiled {
    /// Given exactly if no diagnostic is fatal.
    pub program: Option<ir::Program>,
    /// In order of their places in the source.
    pub diagnostics: Vec<Diagnostic>,
    /// Empty without a program.
    pub places: Places,
}

/// Compiles one file. Any text is fine; mistakes are in the diagnostics.
pub fn compile(file: SourceId, text: &str, options: &Options) -> Compiled {
    let Parsed { unit, interner, mut diagnostics } = parse::parse(file, text);
    let refused = |diagnostics| Compiled { program: None, diagnostics, places: Places::default() };
    if diagnostics.iter().any(Diagnostic::is_fatal) {
        return refused(diagnostics);
    }
    let end = text.len() as u32;
    let (names, found) = resolve::resolve(&unit, &interner, Span::new(file, end, end));
    diagnostics.extend(found);
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
    if diagnostics.iter().any(Diagnostic::is_fatal) {
        return refused(diagnostics);
    }
    let (program, places) = lower::lower(&unit, &names, &interner, options);
    Compiled { program: Some(program), diagnostics, places }
}

/// Every diagnostic that this front end can give, in order of their ids.
pub fn codes() -> Vec<&'static Code> {
    codes::CODES.to_vec()
}
