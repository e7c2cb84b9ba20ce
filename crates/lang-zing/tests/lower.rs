//! Source programs and the core language they become.
//!
//! Each case is a pair of files in `tests/lower`: a program, and the text form of what it is lowered to. Run with
//! `UPDATE_EXPECT=1` to accept new output. Every program also passes the verifier and survives a round trip through
//! the text form.

use base::{SourceFile, SourceMap};

fn lowered(name: &str, text: &str) -> ir::Program {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new(name, text));
    let compiled = cutpoint_lang_zing::compile(file, text);
    let said: Vec<String> = compiled
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let line = diagnostic.span().map(|span| sources.position(span).line);
            format!("{} {line:?} {}", diagnostic.code, diagnostic.message)
        })
        .collect();
    let program = compiled.program.unwrap_or_else(|| panic!("{name} does not compile: {said:#?}"));
    if let Err(errors) = ir::verify(&program) {
        let shown: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{name} breaks rules of the core language: {shown:#?}\n{}", ir::print(&program));
    }
    program
}
#[test]
fn probe() {
    for entry in std::fs::read_dir("/tmp/zt").unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let program = lowered(path.to_str().unwrap(), &text);
        println!("==== {}\n{}", path.display(), ir::print(&program));
    }
}
