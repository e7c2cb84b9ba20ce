//! Words, signs and names of formulas, with their places.

use base::{Diagnostic, SourceId, Span};

use crate::codes;
use crate::formula::{Binary, Unary};
use crate::rite::{continues_name, starts_name};

/// One token. Operators have one form here, however they were spelled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    Unary(Unary),
    Binary(Binary),
    True,
    False,
    Eps,
    Some,
    Unchanged,
    Name(&'a str),
    /// `@word`, without the sign.
    Control(&'a str),
    Open,
    Close,
    Comma,
    Point,
    Plus,
    Star,
    Equal,
    NotEqual,
    End,
}

/// All spellings of operators and signs; where one begins another, the longer stands first.
const SIGNS: &[(&str, Token<'static>)] = &[
    ("<->", Token::Binary(Binary::Iff)),
    ("<=>", Token::Binary(Binary::Iff)),
    ("↔", Token::Binary(Binary::Iff)),
    ("⇔", Token::Binary(Binary::Iff)),
    ("->", Token::Binary(Binary::Implies)),
    ("=>", Token::Binary(Binary::Implies)),
    ("→", Token::Binary(Binary::Implies)),
    ("⇒", Token::Binary(Binary::Implies)),
    ("&&", Token::Binary(Binary::And)),
    ("/\\", Token::Binary(Binary::And)),
    ("∧", Token::Binary(Binary::And)),
    ("&", Token::Binary(Binary::And)),
    ("||", Token::Binary(Binary::Or)),
    ("\\/", Token::Binary(Binary::Or)),
    ("∨", Token::Binary(Binary::Or)),
    ("|", Token::Binary(Binary::Or)),
    ("!=", Token::NotEqual),
    ("≠", Token::NotEqual),
    ("==", Token::Equal),
    ("!", Token::Unary(Unary::Not)),
    ("¬", Token::Unary(Unary::Not)),
    ("~", Token::Unary(Unary::Not)),
    ("[]", Token::Unary(Unary::Globally)),
    ("□", Token::Unary(Unary::Globally)),
    ("<>", Token::Unary(Unary::Finally)),
    ("◇", Token::Unary(Unary::Finally)),
    ("○", Token::Unary(Unary::Next)),
    ("⊤", Token::True),
    ("⊥", Token::False),
    ("(", Token::Open),
    (")", Token::Close),
    (",", Token::Comma),
    (".", Token::Point),
    ("+", Token::Plus),
    ("*", Token::Star),
];

fn word(text: &str) -> Token<'_> {
    match text {
        "G" => Token::Unary(Unary::Globally),
        "F" => Token::Unary(Unary::Finally),
        "X" | "O" => Token::Unary(Unary::Next),
        "U" => Token::Binary(Binary::Until),
        "R" => Token::Binary(Binary::Release),
        "W" => Token::Binary(Binary::WeakUntil),
        "M" => Token::Binary(Binary::StrongRelease),
        "true" => Token::True,
        "false" => Token::False,
        "eps" | "ε" => Token::Eps,
        "some" => Token::Some,
        "unchanged" => Token::Unchanged,
        _ => Token::Name(text),
    }
}

/// The tokens of a text that begins at `start` in its file; the last is [`Token::End`]. What is no token is reported and left out.
pub(crate) fn tokens<'a>(
    file: SourceId,
    start: u32,
    text: &'a str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(Token<'a>, Span)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let span = |from: usize, to: usize| Span::new(file, start + from as u32, start + to as u32);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if let Some((sign, token)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            tokens.push((token.clone(), span(at, at + sign.len())));
            sign.len()
        } else if starts_name(first) {
            let length = name_length(rest);
            tokens.push((word(&rest[..length]), span(at, at + length)));
            length
        } else if first == '@' {
            let length = 1 + name_length(&rest[1..]);
            tokens.push((Token::Control(&rest[1..length]), span(at, at + length)));
            length
        } else if first == '`' {
            quoted(rest, |length| span(at, at + length), &mut tokens, diagnostics)
        } else {
            let length = first.len_utf8();
            let message = format!("The character `{}` has no meaning in a formula.", first.escape_debug());
            diagnostics.push(
                Diagnostic::error(&codes::UNKNOWN_CHARACTER, message)
                    .at(span(at, at + length), "not a name or operator"),
            );
            length
        };
        at += length;
    }
    tokens.push((Token::End, span(text.len(), text.len())));
    tokens
}

/// A name in backquotes; returns the length of what was read.
fn quoted<'a>(
    rest: &'a str,
    span: impl Fn(usize) -> Span,
    tokens: &mut Vec<(Token<'a>, Span)>,
    diagnostics: &mut Vec<Diagnostic>,
) -> usize {
    match rest[1..].find('`') {
        Some(inside) if inside > 0 => {
            tokens.push((Token::Name(&rest[1..=inside]), span(inside + 2)));
            inside + 2
        }
        found => {
            let message = "A name in backquotes is empty or does not end.";
            diagnostics
                .push(Diagnostic::error(&codes::BAD_QUOTED_NAME, message).at(span(1), "this backquote"));
            found.map_or(1, |inside| inside + 2)
        }
    }
}

fn name_length(text: &str) -> usize {
    text.find(|character| !continues_name(character)).unwrap_or(text.len())
}
