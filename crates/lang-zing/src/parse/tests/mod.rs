//! The parser, tested by what it reads ([`forms`], [`precedence`]), by what it says about mistakes ([`recovery`]) and
//! by inputs that are large, deep or nonsense ([`limits`]).

mod dump;
mod forms;
mod limits;
mod precedence;
mod recovery;

use base::syntax::Parsed;
use base::{Id, SourceFile, SourceId};

use super::parse;
use crate::ast::Unit;

fn read(text: &str) -> Parsed<Unit> {
    parse(SourceId::new(0), text)
}

/// `code:line` of each diagnostic, the line counted from 1.
fn problems(text: &str, parsed: &Parsed<Unit>) -> String {
    let file = SourceFile::new("test", text);
    let shown: Vec<String> = parsed
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let span = diagnostic.span().expect("every diagnostic has a place");
            format!("{}:{}", diagnostic.code, file.line_column(span.start).line)
        })
        .collect();
    shown.join(" ")
}

/// Reads a text that must be free of mistakes.
fn read_ok(text: &str) -> Parsed<Unit> {
    let parsed = read(text);
    assert_eq!(problems(text, &parsed), "", "in the text\n{text}\n{:#?}", parsed.diagnostics);
    parsed
}

/// A class with one method of this body; the body is on line 1.
fn in_method(body: &str) -> String {
    format!("class Main {{ void f() {{ {body}\n}} }};")
}
