//! Mutated programs: see [`mutating`].

#[path = "../../testkit/tests/front_end/mutating.rs"]
mod mutating;

use std::path::{Path, PathBuf};

use cutpoint_lang_javalite::compile;
use mutating::{Kind, Language};

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
        accepted += JAVALITE.check_mutants(&text, MUTANTS_PER_PROGRAM);
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

const JAVALITE: Language = Language { kind, compile };

fn kind(character: char) -> Kind {
    match character {
        '(' | ')' | '[' | ']' | ';' => Kind::Sign,
        blank if blank.is_whitespace() => Kind::Blank,
        _ => Kind::Word,
    }
}
