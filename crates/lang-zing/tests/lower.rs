//! Source programs and the core language they become.
//!
//! Each case is a program in `tests/lower` beside the text form of what it is lowered to. Run with `UPDATE_EXPECT=1` to accept new
//! output. Every program also keeps the rules of the core language and survives the way through the text form.

use std::path::Path;

use base::{Id, SourceFile, SourceId, SourceMap};
use expect_test::expect_file;

#[test]
fn programs_are_lowered_as_written_down() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower");
    let entries = folder.read_dir().expect("the folder of cases is there");
    let mut cases: Vec<_> = entries.map(|entry| entry.expect("a case can be listed").path()).collect();
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "zing"));
    cases.sort();
    assert!(cases.len() >= 13, "cases are missing in {}", folder.display());
    for case in cases {
        let text = std::fs::read_to_string(&case).expect("a case can be read");
        let program = lowered(&case, &text);
        let printed = ir::print(&program);
        expect_file![case.with_extension("cpir")].assert_eq(&printed);
        let again = ir::read(SourceId::new(0), &printed).expect("the text form can be read");
        assert_eq!(ir::print(&again), printed, "{} changes on the way", case.display());
    }
}

fn lowered(case: &Path, text: &str) -> ir::Program {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new(case.display().to_string(), text));
    let compiled = cutpoint_lang_zing::compile(file, text);
    assert_eq!(compiled.diagnostics, [], "{}", case.display());
    let program = compiled.program.expect("a program without diagnostics is lowered");
    if let Err(errors) = ir::verify(&program) {
        let shown: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{}: {shown:#?}\n{}", case.display(), ir::print(&program));
    }
    program
}
