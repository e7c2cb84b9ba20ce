//! Source programs and the core language they become, as golden files.
//!
//! The tests of the front ends include this file by its path: `testkit` uses them all, so that none can use it. Each
//! case is a program in `tests/lower` of the front end, beside the text form of what it is lowered to. Run with
//! `UPDATE_EXPECT=1` to accept new output. Every program also keeps the rules of the core language and survives the way
//! through the text form.

use std::path::{Path, PathBuf};

use base::{Id, SourceFile, SourceId, SourceMap};
use expect_test::expect_file;
use ir::{Compiled, Program};

/// Checks all programs with this extension. There are at least so many.
pub(crate) fn check_all(extension: &str, at_least: usize, compile: impl Fn(SourceId, &str) -> Compiled) {
    let cases = cases(extension);
    assert!(cases.len() >= at_least, "cases are missing: {cases:?}");
    for case in cases {
        let text = std::fs::read_to_string(&case).expect("a case can be read");
        let program = lowered(&case, &text, &compile);
        let printed = ir::print(&program);
        expect_file![case.with_extension("cpir")].assert_eq(&printed);
        let again = ir::read(SourceId::new(0), &printed).expect("the text form can be read");
        assert!(again.without_spans() == program.without_spans(), "{} changes on the way", case.display());
    }
}

/// The files of the crate that is tested.
fn cases(extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower");
    let entries = folder.read_dir().expect("the folder of cases is there");
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.expect("a case can be listed").path()).collect();
    cases.retain(|path| path.extension().is_some_and(|found| found == extension));
    cases.sort();
    cases
}

fn lowered(case: &Path, text: &str, compile: impl Fn(SourceId, &str) -> Compiled) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new(case.display().to_string(), text));
    let Compiled { program, diagnostics, definitions: _ } = compile(file, text);
    assert_eq!(diagnostics, [], "{}", case.display());
    let program = program.expect("a program without diagnostics is lowered");
    if let Err(errors) = ir::verify(&program) {
        let shown: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{}: {shown:#?}\n{}", case.display(), ir::print(&program));
    }
    program
}
