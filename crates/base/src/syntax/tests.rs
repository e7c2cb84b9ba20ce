//! A toy language: nests of names in parentheses, `(a, (b, c))`, with `end` as its only reserved word and `!` for what
//! the lexer refuses.

use std::fmt;

use super::descent::Nesting;
use super::{Cursor, Descent, Kind, Lexed, Parse, Parsed, Scan, Token};
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::Id;
use crate::source::{SourceId, Span};

const fn code(id: &'static str) -> Code {
    Code { id, title: "", explanation: "" }
}

static TOO_LARGE: Code = code("large");
static UNTERMINATED: Code = code("open");
static UNKNOWN: Code = code("unknown");
static UNEXPECTED: Code = code("unexpected");
static RESERVED: Code = code("reserved");
static DEEP: Code = code("deep");

#[derive(Clone, Copy, PartialEq, Debug)]
enum Toy {
    Word,
    Keyword,
    Open,
    Close,
    Comma,
    Unknown,
    End,
}

impl fmt::Display for Toy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl Kind for Toy {
    const UNKNOWN: Self = Toy::Unknown;
    const END: Self = Toy::End;

    fn is_name(self) -> bool {
        self == Toy::Word
    }

    fn is_keyword(self) -> bool {
        self == Toy::Keyword
    }
}

fn lex(text: &str) -> Lexed<Toy> {
    Scan::run(SourceId::new(0), text, &TOO_LARGE, |scan| {
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            let is_letter = |c: char| c.is_ascii_lowercase();
            let word = text[at..].find(|c| !is_letter(c)).unwrap_or(text.len() - at);
            let length = if text[at..].starts_with("/*") { 2 } else { word.max(first.len_utf8()) };
            let span = scan.span(at..at + length);
            at += length;
            match &text[span.range()] {
                " " => {}
                "/*" => at += scan.block_comment(&UNTERMINATED, span, &text[at..]),
                "(" => scan.push(Toy::Open, span),
                ")" => scan.push(Toy::Close, span),
                "," => scan.push(Toy::Comma, span),
                "end" => scan.push(Toy::Keyword, span),
                _ if is_letter(first) => scan.push(Toy::Word, span),
                _ => scan.unknown(span, |shown| Diagnostic::error(&UNKNOWN, shown).at(span, "")),
            }
        }
    })
}

struct Parser<'text> {
    cursor: Cursor<'text, Toy>,
}

crate::holds_cursor!(Parser, Toy);

impl<'text> Descent<'text, Toy> for Parser<'text> {
    const UNEXPECTED_TOKEN: &'static Code = &UNEXPECTED;
    const RESERVED_WORD: &'static Code = &RESERVED;
    const NESTING: Nesting = Nesting { most: 3, what: "Nests", help: "flatten it", code: &DEEP };

    fn other_name(word: &str) -> String {
        format!("{word}_")
    }
}

impl Parser<'_> {
    /// The nest with its place, written with semicolons.
    fn nest(&mut self) -> Parse<String> {
        if !self.is_at(Toy::Open) {
            let name = self.name("a name")?;
            return Ok(self.interner.text(name.symbol).to_owned());
        }
        self.nested(|parser| {
            let start = parser.advance();
            let parts = parser.separated(Toy::Comma, Self::nest)?;
            parser.expect(Toy::Close)?;
            let Span { start, end, .. } = parser.since(start);
            Ok(format!("[{}]{start}-{end}", parts.join(";")))
        })
    }
}

/// The nests that could be read, and `code@place message` of what is wrong.
#[track_caller]
fn check(text: &str, nests: &[&str], problems: &[&str]) {
    let mut parser = Parser { cursor: Cursor::new(SourceId::new(0), text, lex(text)) };
    let mut read = Vec::new();
    parser.items(
        |parser| {
            read.push(parser.nest()?);
            Ok(())
        },
        |parser| parser.is_at(Toy::Open),
    );
    let Parsed { unit: read, diagnostics, .. } = parser.cursor.finish(read);
    let shown = |diagnostic: &Diagnostic| {
        let start = diagnostic.span().expect("every message has a place").start;
        format!("{}@{start} {}", diagnostic.code, diagnostic.message)
    };
    assert_eq!((read, diagnostics.iter().map(shown).collect::<Vec<_>>()), (owned(nests), owned(problems)));
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn what_is_correct_is_read_with_its_place() {
    check("a (b, (c,d)) /* ( */ (e)", &["a", "[b;[c;d]6-11]2-12", "[e]21-24"], &[]);
    check("", &[], &[]);
}

#[test]
fn a_mistake_costs_one_item_and_has_one_message() {
    check(
        "(a b) (c) (, x",
        &["[c]6-9"],
        &["unexpected@3 Expected Close, found `b`.", "unexpected@11 Expected a name, found Comma."],
    );
    check("(a", &[], &["unexpected@2 Expected Close, found End."]);
    check(") (a)", &["[a]2-5"], &["unexpected@0 Expected a name, found Close."]);
    check("(end)", &[], &["reserved@1 `end` is a word of the language and cannot be a name."]);
}

#[test]
fn what_the_lexer_refused_is_not_refused_again() {
    check("(a, !!) (b", &[], &["unknown@4 !", "unexpected@10 Expected Close, found End."]);
    check("(! !", &[], &["unknown@1 !", "unknown@3 !"]);
    check(
        "(a /* b)",
        &[],
        &["open@3 A block comment is not closed.", "unexpected@8 Expected Close, found End."],
    );
}

#[test]
fn nests_are_limited_and_rows_are_not() {
    check("(((a)))", &["[[[a]2-5]1-6]0-7"], &[]);
    let row = format!("({}a)", "a,".repeat(10_000));
    assert!(lex(&row).diagnostics.is_empty());
    let mut parser = Parser { cursor: Cursor::new(SourceId::new(0), &row, lex(&row)) };
    assert!(parser.nest().is_ok());
    // Reading goes on at the innermost nest, as if nothing were around it.
    let messages =
        ["deep@3 Nests are nested more than 3 deep.", "unexpected@6 Expected a name, found Close."];
    check("((((a)))) b", &["[a]3-6"], &messages);
}

#[test]
fn neighbours_are_seen_but_not_beyond_the_ends() {
    let text = "a,(";
    let mut cursor = Cursor::new(SourceId::new(0), text, lex(text));
    assert_eq!(
        (cursor.passed(1), cursor.kind(), cursor.peek(1), cursor.peek(9)),
        (None, Toy::Word, Toy::Comma, Toy::End)
    );
    assert_eq!((cursor.before(), cursor.since(cursor.here())), (cursor.here(), cursor.here()));
    cursor.advance();
    assert_eq!((cursor.passed(1), cursor.passed(2), cursor.before().range()), (Some(Toy::Word), None, 0..1));
    assert_eq!((cursor.since(cursor.here()), cursor.behind().range()), (cursor.here(), 2..3));
    (0..9).for_each(|_| {
        cursor.advance();
    });
    assert_eq!((cursor.position(), cursor.kind(), cursor.behind()), (3, Toy::End, cursor.here()));
    let tokens = lex(text).tokens;
    assert_eq!(tokens.last(), Some(&Token { kind: Toy::End, start: 3, end: 3 }));
}

#[test]
fn there_is_one_message_for_each_token() {
    let text = ",,";
    let mut parser = Parser { cursor: Cursor::new(SourceId::new(0), text, lex(text)) };
    for expected in [1, 2] {
        parser.unexpected("a name");
        parser.unexpected("something else");
        assert!(parser.is_reported() && parser.diagnostics.len() == expected);
        parser.advance();
        assert!(!parser.is_reported());
    }
}
