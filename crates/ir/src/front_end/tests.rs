//! A front end for a toy language with files of both kinds, and the definitions of the text form.

use std::collections::BTreeMap;

use base::{Code, CodePlace, Diagnostic, Files, Id, SourceFile, SourceId, SourceMap};
use expect_test::expect;

use super::{Compiled, FrontEnd, Input, Stages};
use crate::Program;

base::codes! {
    NO_FILE "CP9001" "no file" "There is no such file."
    BAD_MAGIC "CP9002" "bad class" "A class begins with 7."
    EMPTY_TEXT "CP9003" "empty" "A program names classes."
}

/// A program is a text with the names of classes, each a file of bytes.
struct Toy;

impl FrontEnd for Toy {
    type Options = usize;
    const NAME: &'static str = "toy";
    const EXTENSIONS: &'static [&'static str] = &["toy"];

    fn codes() -> Vec<&'static Code> {
        CODES.to_vec()
    }

    /// At most so many classes are read as the options say.
    fn compile(input: &mut Input<'_>, most: &usize) -> Compiled {
        let text = match input.text(input.name) {
            Ok((_, text)) => text,
            Err(diagnostic) => return Stages::after(vec![diagnostic], Vec::new()).finish(None),
        };
        let found = text.split_whitespace().take(*most).filter_map(|class| read_class(input, class).err());
        let stages = Stages::after(found.collect(), Vec::new());
        stages.finish(Some(Program::default()))
    }
}

fn read_class(input: &mut Input<'_>, class: &str) -> Result<(), Diagnostic> {
    let name = format!("{class}.class");
    let bytes = input.files.bytes(&name)?;
    let file = input.sources.add(SourceFile::compiled(name));
    let place = CodePlace { class: class.to_owned(), method: "m".to_owned(), line: Some(bytes.len() as u32) };
    let span = input.sources.add_place(file, place);
    let is_right = bytes.first() == Some(&7);
    is_right.then_some(()).ok_or_else(|| Diagnostic::error(&BAD_MAGIC, "A class is broken.").at(span, "here"))
}

struct Memory(BTreeMap<&'static str, &'static [u8]>);

impl Files for Memory {
    fn text(&mut self, name: &str) -> Result<String, Diagnostic> {
        self.bytes(name).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        let bytes = self.0.get(name).map(|bytes| bytes.to_vec());
        bytes.ok_or_else(|| Diagnostic::error(&NO_FILE, format!("There is no {name}.")))
    }
}

/// Whether there is a program, and the messages with their places.
fn compiled(name: &str, most: usize) -> (bool, Vec<String>) {
    let mut sources = SourceMap::new();
    let mut files = Memory(BTreeMap::from([
        ("main.toy", b"List Node Gone Bad".as_slice()),
        ("List.class", &[7, 0]),
        ("Node.class", &[7]),
        ("Bad.class", &[8, 9, 10]),
    ]));
    let compiled = Toy::compile(&mut Input::new(name, &mut sources, &mut files), &most);
    let shown = compiled.diagnostics.iter().map(|diagnostic| {
        let place = diagnostic.span().and_then(|span| sources.code_place(span));
        format!("{} {}", diagnostic.message, place.map_or_else(String::new, ToString::to_string))
    });
    (compiled.program.is_some(), shown.collect())
}

#[test]
fn a_front_end_reads_what_it_asks_for_and_points_into_compiled_code() {
    assert_eq!(compiled("main.toy", 2), (true, vec![]));
    let expected = ["There is no Gone.class. ", "A class is broken. Bad.m, line 3"].map(str::to_owned);
    assert_eq!(compiled("main.toy", 9), (false, expected.to_vec()));
    assert_eq!(compiled("other.toy", 9), (false, vec!["There is no other.toy. ".to_owned()]));
}

#[test]
fn a_stage_is_run_if_nothing_is_wrong() {
    let error = || Diagnostic::error(&EMPTY_TEXT, "error");
    let warning = || Diagnostic::warning(&EMPTY_TEXT, "warning");
    let mut stages = Stages::after(vec![warning()], Vec::new());
    assert_eq!(stages.run(|| (1, vec![warning()])), Some(1));
    assert_eq!(stages.run(|| (2, vec![error()])), None);
    assert_eq!(stages.run(|| -> ((), _) { unreachable!("there is an error") }), None);
    let Compiled { program, diagnostics, .. } = stages.finish(Some(Program::default()));
    assert_eq!((program, diagnostics.len()), (None, 3));
    let fine = Stages::after(vec![warning()], Vec::new()).finish(Some(Program::default()));
    assert!(fine.program.is_some());
}

#[test]
fn the_text_form_declares_names_beside_its_ids() {
    let text = "enum enum0 \"E\" { \"red\" }
class class0 \"C\" record { field0 \"f\": bool; field1: bool }
class class1 interface
global g0 \"C.g\": bool
proc proc0 \"C.p\"(v0 \"x\": bool) {
  local v1 \"y\": bool
  temp v2: bool
block0:
label \"here\"
* return
}";
    let compiled = crate::read::compile(SourceId::new(0), text);
    let shown = compiled.definitions.iter().map(|definition| {
        let line = text[definition.span.range()].lines().next().unwrap_or_default();
        format!("{:?} {}: {line}\n", definition.kind, definition.name)
    });
    expect![[r#"
        Type E: enum enum0 "E" { "red" }
        Constant E.red: enum enum0 "E" { "red" }
        Type C: class class0 "C" record { field0 "f": bool; field1: bool }
        Field C.f: field0 "f": bool
        Global C.g: global g0 "C.g": bool
        Procedure C.p: proc proc0 "C.p"(v0 "x": bool)
        Parameter C.p.x: v0 "x": bool
        Local C.p.y: v1 "y": bool
        Label C.p.here: label "here"
    "#]]
    .assert_eq(&shown.collect::<String>());
}
