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
use base::{Code, SourceId, Span};
use ir::{Compiled, FrontEnd, Input, Stages};

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
    /// It stays there forever, in a block that leads to itself: see [`ir::LabelKind::Stuck`].
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

/// Compiles one file. Any text is fine; mistakes are in the diagnostics.
pub fn compile(file: SourceId, text: &str, options: &Options) -> Compiled {
    let Parsed { unit, interner, diagnostics, definitions } = parse::parse(file, text);
    let mut stages = Stages::after(diagnostics, definitions);
    let end = text.len() as u32;
    let names = stages.run(|| resolve::resolve(&unit, &interner, Span::new(file, end, end)));
    stages.finish(names.map(|names| lower::lower(&unit, &names, &interner, options)))
}

/// Shylock.
#[derive(Debug)]
pub struct Shylock;

impl FrontEnd for Shylock {
    type Options = Options;
    const NAME: &'static str = "shylock";
    const EXTENSIONS: &'static [&'static str] = &["shy"];

    fn codes() -> Vec<&'static Code> {
        codes::CODES.to_vec()
    }

    fn compile(input: &mut Input<'_>, options: &Options) -> Compiled {
        input.one_text(|file, text| compile(file, text, options))
    }
}
