//! Programs with one or two words replaced, removed or swapped: whatever comes out, the front end does not panic,
//! reports something with a place if it refuses the program, and otherwise makes a program that keeps the rules of the
//! core language.

use std::path::Path;

use base::{Diagnostic, Id, SourceId};

const MUTANTS_PER_PROGRAM: usize = 400;

#[test]
fn mutated_programs_are_refused_with_a_place_or_lowered_well() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower");
    let mut accepted = 0;
    for entry in folder.read_dir().expect("the folder of programs is there") {
        let path = entry.expect("a program can be listed").path();
        if path.extension().is_some_and(|extension| extension == "zing") {
            let text = std::fs::read_to_string(&path).expect("a program can be read");
            accepted += check_mutants(&text);
        }
    }
    assert!(accepted > 200, "only {accepted} mutants were accepted, so that lowering was hardly tested");
}

/// Checks mutants of a program and counts those that are correct programs.
fn check_mutants(text: &str) -> usize {
    let words = words(text);
    let mut random = Random(text.len() as u64);
    (0..MUTANTS_PER_PROGRAM).filter(|_| is_accepted(&mutant(&words, &mut random))).count()
}

fn is_accepted(text: &str) -> bool {
    let compiled = cutpoint_lang_zing::compile(SourceId::new(0), text);
    assert_eq!(compiled.program.is_none(), compiled.diagnostics.iter().any(Diagnostic::is_fatal), "{text}");
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

/// The text in pieces: words, blanks, and single other characters.
fn words(text: &str) -> Vec<&str> {
    let kind =
        |c: char| if c.is_alphanumeric() || c == '_' { 0 } else { 1 + usize::from(!c.is_whitespace()) };
    let mut words = Vec::new();
    let mut start = 0;
    let mut last = usize::MAX;
    for (at, c) in text.char_indices() {
        if kind(c) != last || last == 2 {
            words.push(&text[start..at]);
            start = at;
        }
        last = kind(c);
    }
    words.push(&text[start..]);
    words
}

fn mutant(words: &[&str], random: &mut Random) -> String {
    let mut words = words.to_vec();
    for _ in 0..=random.below(2) {
        let (at, other) = (random.word(&words), random.word(&words));
        match random.below(4) {
            0 => words[at] = "",
            1 => words.swap(at, other),
            _ => words[at] = words[other],
        }
    }
    words.concat()
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

    /// The position of some word.
    fn word(&mut self, words: &[&str]) -> usize {
        loop {
            let at = self.below(words.len());
            if words[at].starts_with(|c: char| c.is_alphanumeric()) {
                return at;
            }
        }
    }
}
