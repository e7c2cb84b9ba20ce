//! Recursive descent, with a limit on nesting: what a parser says about a token that does not fit, and where it goes
//! on.

use std::ops::DerefMut;

use super::{Cursor, Kind, Name};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Reading cannot go on here. The diagnostic was given.
#[derive(Clone, Copy, Debug)]
pub struct Failed;

pub type Parse<T> = Result<T, Failed>;

/// How deep things may stand in each other, since reading them recurses.
#[derive(Clone, Copy, Debug)]
pub struct Nesting {
    pub most: usize,
    /// What it is that nests: the beginning of a sentence.
    pub what: &'static str,
    pub help: &'static str,
    pub code: &'static Code,
}

/// A parser that gives up what it reads at the first mistake in it, and goes on where its caller sees fit.
pub trait Descent<'text, K: Kind + 'text>: DerefMut<Target = Cursor<'text, K>> + Sized {
    const UNEXPECTED_TOKEN: &'static Code;
    const RESERVED_WORD: &'static Code;
    const NESTING: Nesting;

    /// What to do about a word of the language where a name should be.
    fn other_name(word: &str) -> String;

    /// The message about a word of another language, if the current token is one. Only asked where it does not fit.
    fn foreign_word(&self) -> Option<Diagnostic> {
        None
    }

    // ----------------------------------------------------------------------------------- messages

    /// A message about the current token, unless there is one already.
    fn report(&mut self, diagnostic: Diagnostic) -> Failed {
        if !self.is_known_bad() {
            self.diagnostics.push(diagnostic);
        }
        self.mark_reported();
        Failed
    }

    fn unexpected(&mut self, what: &str) -> Failed {
        self.unexpected_with(what, None)
    }

    fn unexpected_with(&mut self, what: &str, help: Option<&str>) -> Failed {
        if let Some(diagnostic) = self.foreign_word() {
            return self.report(diagnostic);
        }
        let message = format!("Expected {what}, found {}.", self.found());
        let mut diagnostic =
            Diagnostic::error(Self::UNEXPECTED_TOKEN, message).at(self.here(), format!("expected {what}"));
        diagnostic.help = help.map(str::to_owned);
        self.report(diagnostic)
    }

    fn reserved_word(&mut self) -> Failed {
        let word = self.token_text();
        let message = format!("`{word}` is a word of the language and cannot be a name.");
        let diagnostic = Diagnostic::error(Self::RESERVED_WORD, message)
            .at(self.here(), "not a name")
            .help(Self::other_name(word));
        self.report(diagnostic)
    }

    // ------------------------------------------------------------------------------------ reading

    fn expect(&mut self, kind: K) -> Parse<Span> {
        match self.eat(kind) {
            Some(span) => Ok(span),
            None => Err(self.unexpected(&kind.to_string())),
        }
    }

    fn name(&mut self, what: &str) -> Parse<Name> {
        if self.is_at_name() {
            return Ok(self.take_name());
        }
        if self.kind().is_keyword() {
            return Err(self.reserved_word());
        }
        Err(self.unexpected(what))
    }

    /// One or more, with tokens of this kind between them.
    fn separated<T>(&mut self, separator: K, mut read: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let mut all = vec![read(self)?];
        while self.eat(separator).is_some() {
            all.push(read(self)?);
        }
        Ok(all)
    }

    /// Everything up to the end of the file. After a mistake, goes on at the next token that can begin an item; at
    /// least one token on from where the item began.
    fn items(&mut self, mut item: impl FnMut(&mut Self) -> Parse<()>, is_at_item: impl Fn(&Self) -> bool) {
        while !self.is_at(K::END) {
            let start = self.position();
            if item(self).is_ok() {
                continue;
            }
            if self.position() == start {
                self.advance();
            }
            while !is_at_item(self) && !self.is_at(K::END) {
                self.advance();
            }
        }
    }

    /// Reads something that may contain itself.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let Nesting { most, what, help, code } = Self::NESTING;
        if self.depth == most {
            let message = format!("{what} are nested more than {most} deep.");
            let diagnostic = Diagnostic::error(code, message).at(self.here(), "too deep").help(help);
            return Err(self.report(diagnostic));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
