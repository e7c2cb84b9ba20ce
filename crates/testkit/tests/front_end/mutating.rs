//! Programs with a few pieces replaced, removed or swapped: whatever comes out, the front end does not panic, reports
//! something with a place if it refuses the program, and otherwise makes a program that keeps the rules of the core
//! language.
//!
//! The tests of the front ends include this file by its path: `testkit` uses them all, so that none can use it.

use base::{Diagnostic, Id, SourceId};
use ir::Compiled;

/// What a character is a part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Word,
    Blank,
    /// A piece of its own.
    Sign,
}

/// How the texts of a language fall into pieces, and what compiles them.
pub(crate) struct Language {
    pub(crate) kind: fn(char) -> Kind,
    pub(crate) compile: fn(SourceId, &str) -> Compiled,
}

impl Language {
    /// Checks so many mutants of a program, and counts those that are correct programs.
    pub(crate) fn check_mutants(&self, text: &str, count: usize) -> usize {
        let pieces = self.pieces(text);
        let mut random = Random(text.len() as u64);
        (0..count).filter(|_| self.is_accepted(&self.mutant(&pieces, &mut random))).count()
    }

    fn is_accepted(&self, text: &str) -> bool {
        let compiled = (self.compile)(SourceId::new(0), text);
        assert_eq!(
            compiled.program.is_none(),
            compiled.diagnostics.iter().any(Diagnostic::is_fatal),
            "{text}"
        );
        for diagnostic in &compiled.diagnostics {
            let span = diagnostic.span().unwrap_or_else(|| panic!("{diagnostic:?} has no place in\n{text}"));
            assert!(text.get(span.range()).is_some(), "{diagnostic:?} lies outside of\n{text}");
        }
        let Some(program) = compiled.program else { return false };
        if let Err(errors) = ir::verify(&program) {
            panic!("{} in\n{text}\n{}", errors[0], ir::print(&program));
        }
        true
    }

    fn pieces<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let mut pieces = Vec::new();
        let (mut start, mut last) = (0, Kind::Blank);
        for (at, c) in text.char_indices() {
            let kind = (self.kind)(c);
            if at > start && (kind != last || last == Kind::Sign) {
                pieces.push(&text[start..at]);
                start = at;
            }
            last = kind;
        }
        pieces.push(&text[start..]);
        pieces
    }

    fn mutant(&self, pieces: &[&str], random: &mut Random) -> String {
        let mut pieces = pieces.to_vec();
        for _ in 0..=random.below(2) {
            let (at, other) = (self.position(&pieces, random), self.position(&pieces, random));
            match random.below(5) {
                0 => pieces[at] = "",
                1 => pieces.swap(at, other),
                _ => pieces[at] = pieces[other],
            }
        }
        pieces.concat()
    }

    /// The position of some piece that is no blank; mostly a word.
    fn position(&self, pieces: &[&str], random: &mut Random) -> usize {
        loop {
            let at = random.below(pieces.len());
            match pieces[at].chars().next().map(self.kind) {
                Some(Kind::Word) => return at,
                Some(Kind::Sign) if random.below(8) == 0 => return at,
                Some(Kind::Sign | Kind::Blank) | None => {}
            }
        }
    }
}

/// A small generator of numbers (splitmix), so that every run is the same.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) as usize % bound
    }
}
