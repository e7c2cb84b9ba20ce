//! Programs with a few pieces replaced, removed or swapped: whatever comes out, the front end does not panic, reports
//! something with a place if it refuses the program, and otherwise makes a program that keeps the rules of the core
//! language.

use std::path::{Path, PathBuf};

use base::{Diagnostic, Id, SourceId};

const MUTANTS_PER_PROGRAM: usize = 120;

#[test]
fn mutated_programs_are_refused_with_a_place_or_lowered_well() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut programs = Vec::new();
    for folder in ["tests/lower", "../../corpus/javalite"] {
        collect(&root.join(folder), &mut programs);
    }
    programs.sort();
    assert!(programs.len() > 40, "programs are missing: {programs:?}");
    let mut accepted = 0;
    for path in programs {
        let text = std::fs::read_to_string(&path).expect("a program can be read");
        accepted += check_mutants(&text);
    }
    assert!(accepted > 400, "only {accepted} mutants were accepted, so that lowering was hardly tested");
}

/// All Javalite programs below a folder.
fn collect(folder: &Path, programs: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().expect("the folder of programs is there") {
        let path = entry.expect("a program can be listed").path();
        if path.is_dir() {
            collect(&path, programs);
        } else if path.extension().is_some_and(|extension| extension == "jl") {
            programs.push(path);
        }
    }
}

/// Checks mutants of a program and counts those that are correct programs.
fn check_mutants(text: &str) -> usize {
    let pieces = pieces(text);
    let mut random = Random(text.len() as u64);
    (0..MUTANTS_PER_PROGRAM).filter(|_| is_accepted(&mutant(&pieces, &mut random))).count()
}

fn is_accepted(text: &str) -> bool {
    let compiled = cutpoint_lang_javalite::compile(SourceId::new(0), text);
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

/// The text in pieces: symbols, blanks, and single brackets.
fn pieces(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        '(' | ')' | '[' | ']' | ';' => 2,
        c if c.is_whitespace() => 1,
        _ => 0,
    };
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut last = usize::MAX;
    for (at, c) in text.char_indices() {
        if kind(c) != last || last == 2 {
            pieces.push(&text[start..at]);
            start = at;
        }
        last = kind(c);
    }
    pieces.push(&text[start..]);
    pieces
}

fn mutant(pieces: &[&str], random: &mut Random) -> String {
    let mut pieces = pieces.to_vec();
    for _ in 0..=random.below(2) {
        let (at, other) = (random.piece(&pieces), random.piece(&pieces));
        match random.below(5) {
            0 => pieces[at] = "",
            1 => pieces.swap(at, other),
            _ => pieces[at] = pieces[other],
        }
    }
    pieces.concat()
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

    /// The position of some piece that is no blank; mostly a symbol.
    fn piece(&mut self, pieces: &[&str]) -> usize {
        loop {
            let at = self.below(pieces.len());
            let is_bracket = pieces[at].starts_with(['(', ')', '[', ']', ';']);
            let is_blank = pieces[at].trim().is_empty();
            if !is_blank && (!is_bracket || self.below(8) == 0) {
                return at;
            }
        }
    }
}
