//! What the lexers and parsers of several languages share. None of it knows a language.
//!
//! - [`scan`]: collects the tokens of a text, and says what is unfinished or unknown in it;
//! - [`cursor`]: walks over the tokens, and gives one message about each at the most;
//! - [`tokens!`](crate::tokens): the kinds of tokens of a language;
//! - [`descent`]: what parsers by recursive descent say about unexpected tokens, and where they go on;
//! - [`findings`]: what is said about names that are declared twice or not at all.
//!
//! The automaton that recognises tokens is the language's own: this crate depends on none.

pub mod cursor;
pub mod descent;
pub mod findings;
pub mod scan;
#[cfg(test)]
mod tests;
mod tokens;

use std::fmt;

use crate::intern::Symbol;
use crate::source::Span;

pub use cursor::{Cursor, Parsed};
pub use descent::{Descent, Failed, Parse};
pub use findings::{Findings, count};
pub use scan::{Lexed, Scan};

/// A token with its place; the text is that of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<K> {
    pub kind: K,
    pub start: u32,
    pub end: u32,
}

/// The kinds of tokens that a language has. They are displayed as a message speaks of them.
pub trait Kind: Copy + PartialEq + fmt::Display {
    /// Characters that are part of no token. A diagnostic was given.
    const UNKNOWN: Self;
    /// The end of the text; the last token of every list.
    const END: Self;

    /// Whether it is a name, however that is written.
    fn is_name(self) -> bool;

    /// Whether it is a word that cannot be a name.
    fn is_keyword(self) -> bool;

    /// Whether the lexer has complained of it, so that the parser is silent.
    fn is_bad(self) -> bool {
        self == Self::UNKNOWN
    }

    /// Whether a message shows the text of the token instead of its kind.
    fn is_quoted(self) -> bool {
        self.is_name()
    }
}

/// A name at its place in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    pub symbol: Symbol,
    pub span: Span,
}
