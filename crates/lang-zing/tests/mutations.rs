//! Mutated programs: see [`mutating`].

#[path = "../../testkit/tests/front_end/mutating.rs"]
mod mutating;

use std::path::Path;

use cutpoint_lang_zing::compile;
use mutating::{Kind, Language};

const MUTANTS_PER_PROGRAM: usize = 400;

#[test]
fn mutated_programs_are_refused_with_a_place_or_lowered_well() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower");
    let mut accepted = 0;
    for entry in folder.read_dir().expect("the folder of programs is there") {
        let path = entry.expect("a program can be listed").path();
        if path.extension().is_some_and(|extension| extension == "zing") {
            let text = std::fs::read_to_string(&path).expect("a program can be read");
            accepted += ZING.check_mutants(&text, MUTANTS_PER_PROGRAM);
        }
    }
    assert!(accepted > 200, "only {accepted} mutants were accepted, so that lowering was hardly tested");
}

const ZING: Language = Language { kind, compile };

fn kind(character: char) -> Kind {
    match character {
        part if part.is_alphanumeric() || part == '_' => Kind::Word,
        blank if blank.is_whitespace() => Kind::Blank,
        _ => Kind::Sign,
    }
}
