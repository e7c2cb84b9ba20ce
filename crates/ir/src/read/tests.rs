//! Texts that the reader refuses, and damaged ones that must not hurt it.

use base::{Diagnostic, Id, SourceFile, SourceId};
use expect_test::{Expect, expect};

use super::read;
use crate::Program;
use crate::codes::CODES;
use crate::test_programs::{EVERYTHING, Rng, any_program};

fn read_text(text: &str) -> Result<Program, Vec<Diagnostic>> {
    read(SourceId::new(0), text)
}

/// The errors, one on each line, with line and column.
fn check_errors(text: &str, expected: Expect) {
    let errors = read_text(text).expect_err("the text is wrong");
    let file = SourceFile::new("test", text);
    let lines: String = errors
        .iter()
        .map(|error| {
            let place = file.line_column(error.span().map_or(0, |span| span.start));
            format!("{} {}:{} {}\n", error.code, place.line, place.column, error.message)
        })
        .collect();
    expected.assert_eq(&lines);
}

#[test]
fn mistakes_are_reported_where_they_are() {
    check_errors(
        "global g0: i32 ?",
        expect![[r#"
        CP0010 1:16 the character '?' has no meaning here
    "#]],
    );
    check_errors(
        "global g0 \"abc: i32",
        expect![[r#"
        CP0011 1:11 the string has no end on its line
        CP0014 1:20 the end of the text where `:` must be
    "#]],
    );
    check_errors(
        r#"global g0 "a\qb": i32"#,
        expect![[r#"
        CP0011 1:13 "\\q" is no escape
    "#]],
    );
    check_errors(
        "class class0 array[99999999999] of i32",
        expect![[r#"
        CP0012 1:20 the number does not fit 32 bits
    "#]],
    );
    check_errors(
        "global g0: 0..9223372036854775808",
        expect![[r#"
        CP0012 1:15 the number does not fit 64 bits
    "#]],
    );
    check_errors(
        "global g0: 0..99999999999999999999",
        expect![[r#"
        CP0012 1:15 the number does not fit 64 bits
    "#]],
    );
    check_errors(
        "global g0: i32\nglobal g2: i32\nfoo",
        expect![[r#"
        CP0015 2:8 g2 is declared where g1 must be
        CP0014 3:1 `foo` where `enum`, `string`, `class`, `field`, `global`, `init`, `thread` or `proc` must be
    "#]],
    );
    check_errors(
        "class class0 record { field1: i32 }",
        expect![[r#"
        CP0016 1:23 field1 is declared where field0 must be
    "#]],
    );
    check_errors(
        "class class0 record { field0: i32; field0: i32 }",
        expect![[r#"
        CP0016 1:36 field0 is declared where field1 must be
    "#]],
    );
    check_errors(
        "string str2 \"a\"\nstring str1 \"a\"\nstring str2 \"a\"\nstring str2 \"\"",
        expect![[r#"
        CP0015 1:8 str2 is declared where str1 must be
        CP0015 3:1 this text is str1 already
        CP0015 4:1 this text is str0 already
    "#]],
    );
    check_errors(
        "init proc0\ninit proc1",
        expect![[r#"
        CP0020 2:6 the program has an initialisation already
    "#]],
    );
}

#[test]
fn mistakes_in_code_are_reported_line_by_line() {
    let text = "proc proc0(v0: i32) {\nblock0:\n  v0 = 1 + 2\n  v0 = (v0 + 1\n* v0 = v0 + 1 + 2\n  frobnicate\n  \
                goto block1 block2\nblock1:\n  return\n  fault no-such-thing\n  v0 = round up{f32 -> i32}(0.5)\n  v0 = round checked{i32 -> i32}(0)\n  \
                v0 = round checked{f32 -> bool}(0.5)\nblock2:\n  v0 = 1\n}\n";
    check_errors(
        text,
        expect![[r#"
        CP0017 3:10 the operands do not show the type of the operator
        CP0014 4:15 the end of the line where `)` must be
        CP0019 5:15 an operation inside another one needs parentheses
        CP0014 6:3 `frobnicate` where an instruction must be
        CP0014 7:15 `block2` where the end of the line must be
        CP0014 10:9 there is no fault "no-such-thing"
        CP0014 11:14 `up` where `saturating` or `checked` must be
        CP0014 12:22 `i32` where a real type must be
        CP0014 13:29 `bool` where an integer type must be
        CP0021 14:1 the block has no end
    "#]],
    );
    check_errors(
        "proc proc0() {\nblock0:\n  return\n  yield\n}",
        expect![[r#"
        CP0021 4:3 the block has ended before this line
    "#]],
    );
    check_errors(
        "proc proc0() {\nblock0:\n* select {\n    wait -> block0\n    hang\n  }\n}\nproc proc0() {",
        expect![[r#"
        CP0014 4:10 `->` where an expression must be
        CP0014 5:5 `hang` where `wait`, `always` or a variable that receives must be
        CP0015 8:6 proc0 is declared where proc1 must be
    "#]],
    );
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    let deep = |open: &str, close: &str, n: usize| {
        format!(
            "proc proc0(v0: bool) {{\nblock0:\n  v0 = {}v0{}\n  return\n}}",
            open.repeat(n),
            close.repeat(n)
        )
    };
    for (open, close) in [
        ("(", ")"),
        ("!", ""),
        ("-", ""),
        ("convert{i32 -> i32}(", ")"),
        ("!(", ")"),
        ("round checked{f32 -> i32}(", ")"),
    ] {
        assert!(read_text(&deep(open, close, 100)).is_ok());
        let errors = read_text(&deep(open, close, 100_000)).expect_err("too deep");
        assert_eq!(errors[0].code.id, "CP0018");
    }
}

#[test]
fn errors_end_after_a_hundred() {
    let errors = read_text(&"foo\n".repeat(100_000)).expect_err("no declaration");
    assert_eq!((errors.len(), errors[100].code.id), (101, "CP0022"));
    let body = format!("proc proc0() {{\n{}}}", "foo\n".repeat(100_000));
    assert_eq!(read_text(&body).expect_err("no code").len(), 101);
    let joins = format!("proc proc0() {{\nblock0:\n  select {{\n{}}}\n}}", "foo\n".repeat(100_000));
    assert_eq!(read_text(&joins).expect_err("no code").len(), 101);
}

#[test]
fn spans_point_to_what_was_read() {
    let program = read_text(EVERYTHING).expect("well formed");
    let proc = &program.procs[base::Id::new(1)];
    let text = |span: Option<base::Span>| &EVERYTHING[span.expect("read from text").range()];
    assert_eq!(text(proc.span), r#"proc proc1 "Main.main"() -> (bool)"#);
    assert_eq!(text(proc.locals[base::Id::new(4)].span), r#"v4 "got": 1..5"#);
    assert_eq!(text(proc.blocks[proc.entry()].site(1).span), "v0 = load total v0.field0");
    assert_eq!(text(program.fields[base::Id::new(3)].span), r#"field3 "tint": enum0"#);
}

/// Damages a text at one place.
fn mutate(text: &str, rng: &mut Rng) -> String {
    let chars: Vec<char> = text.chars().collect();
    let (from, len) = (rng.below(chars.len() + 1), rng.below(8));
    let to = (from + len).min(chars.len());
    let other = rng.below(chars.len() + 1);
    let inserted = match rng.below(4) {
        0 => String::new(),
        1 => rng
            .pick(&["{", "}", "(", "\"", "\\", "*", "=", "->", "..", "\n", "ü", "\u{1f600}", "//"])
            .to_owned(),
        2 => rng.next().to_string(),
        _ => chars[other..(other + 12).min(chars.len())].iter().collect(),
    };
    let (before, after) = (chars[..from].iter(), chars[to..].iter());
    before.copied().chain(inserted.chars()).chain(after.copied()).collect()
}

#[test]
fn damaged_text_gives_a_program_or_errors_and_never_panics() {
    let mut rng = Rng::new(7);
    let mut accepted = 0;
    for round in 0..6000 {
        let mut text = match round % 3 {
            0 => EVERYTHING.to_owned(),
            _ => crate::print(&any_program(round)),
        };
        for _ in 0..=rng.below(3) {
            text = mutate(&text, &mut rng);
        }
        match read_text(&text) {
            Ok(program) => {
                accepted += 1;
                // What the reader takes, the verifier must survive, and the printer must keep.
                let _ = crate::verify(&program);
                assert_eq!(
                    read_text(&crate::print(&program)).map(Program::without_spans),
                    Ok(program.without_spans())
                );
            }
            Err(errors) => assert!(!errors.is_empty()),
        }
    }
    assert!(accepted > 100, "{accepted} damaged texts were still programs");
}

#[test]
fn codes_are_in_order_and_distinct() {
    let ids: Vec<&str> = CODES.iter().map(|code| code.id).collect();
    assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
    assert!(ids.iter().all(|id| ("CP0010"..="CP0049").contains(id)));
    assert!(CODES.iter().all(|code| !code.title.is_empty() && code.explanation.len() > 40));
}
