//! Words, signs and names of formulas, with their places.

use base::{Diagnostic, SourceId, Span};

use crate::codes;
use crate::formula::{Binary, Unary};
use crate::rite::{continues_name, is_dotted, starts_name};
use crate::term::Relation;
use crate::vocabulary::{Vocabulary, spelling};

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
    /// `@1`: a thread by its number.
    Thread(u32),
    /// Digits, perhaps with a sign before them and a point among them.
    Number(&'a str),
    /// What stands between double quotes.
    Text(&'a str),
    Open,
    Close,
    OpenElement,
    CloseElement,
    Comma,
    Point,
    Plus,
    Star,
    Relation(Relation),
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
    ("==", Token::Relation(Relation::Equal)),
    ("!", Token::Unary(Unary::Not)),
    ("¬", Token::Unary(Unary::Not)),
    ("~", Token::Unary(Unary::Not)),
    ("[]", Token::Unary(Unary::Globally)),
    ("□", Token::Unary(Unary::Globally)),
    ("<>", Token::Unary(Unary::Finally)),
    ("◇", Token::Unary(Unary::Finally)),
    ("○", Token::Unary(Unary::Next)),
    ("<=", Token::Relation(Relation::LessOrEqual)),
    ("≤", Token::Relation(Relation::LessOrEqual)),
    (">=", Token::Relation(Relation::GreaterOrEqual)),
    ("≥", Token::Relation(Relation::GreaterOrEqual)),
    ("<", Token::Relation(Relation::Less)),
    (">", Token::Relation(Relation::Greater)),
    ("⊤", Token::True),
    ("⊥", Token::False),
    ("(", Token::Open),
    (")", Token::Close),
    ("[", Token::OpenElement),
    ("]", Token::CloseElement),
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

/// Signs of other languages, and what is written here instead. The longer stand first.
const STRANGERS: &[(&str, &str, Token<'static>)] = &[
    (":=", "==", Token::Relation(Relation::Equal)),
    ("=<", "<=", Token::Relation(Relation::LessOrEqual)),
    ("=", "==", Token::Relation(Relation::Equal)),
];

/// The tokens of a text that begins at `start` in its file; the last is [`Token::End`]. What is no token is reported
/// and left out.
pub(crate) fn tokens<'a>(
    vocabulary: &dyn Vocabulary,
    file: SourceId,
    start: u32,
    text: &'a str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(Token<'a>, Span)> {
    let mut lexer = Lexer { vocabulary, file, start, text, at: 0, tokens: Vec::new(), diagnostics };
    while let Some(first) = text[lexer.at..].chars().next() {
        lexer.at += lexer.token(first);
    }
    let end = lexer.span(text.len(), text.len());
    lexer.tokens.push((Token::End, end));
    lexer.tokens
}

struct Lexer<'a, 'd> {
    vocabulary: &'d dyn Vocabulary,
    file: SourceId,
    start: u32,
    text: &'a str,
    at: usize,
    tokens: Vec<(Token<'a>, Span)>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl<'a> Lexer<'a, '_> {
    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.file, self.start + from as u32, self.start + to as u32)
    }

    /// The next so many bytes.
    fn next(&self, length: usize) -> Span {
        self.span(self.at, self.at + length)
    }

    fn push(&mut self, token: Token<'a>, length: usize) -> usize {
        let span = self.next(length);
        self.tokens.push((token, span));
        length
    }

    /// Reads what begins with a character; returns the length.
    fn token(&mut self, first: char) -> usize {
        let rest = &self.text[self.at..];
        if first.is_whitespace() {
            first.len_utf8()
        } else if let Some(length) = number_length(rest) {
            self.push(Token::Number(&rest[..length]), length)
        } else if let Some((sign, token)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            self.push(token.clone(), sign.len())
        } else if let Some(stranger) = STRANGERS.iter().find(|(sign, ..)| rest.starts_with(sign)) {
            self.stranger(stranger)
        } else if starts_name(first) {
            self.word(&rest[..name_length(rest)])
        } else {
            match first {
                '@' => self.control(&rest[1..]),
                '`' => self.quoted(rest),
                '"' => self.text(rest),
                _ => self.unknown(first),
            }
        }
    }

    fn unknown(&mut self, first: char) -> usize {
        let message = format!("The character `{}` has no meaning in a formula.", first.escape_debug());
        let diagnostic = Diagnostic::error(&codes::UNKNOWN_CHARACTER, message);
        let diagnostic = diagnostic.at(self.next(first.len_utf8()), "not a name or operator");
        self.diagnostics.push(match first {
            '-' | '/' | '%' => diagnostic.help("formulas do not compute: they compare values"),
            _ => diagnostic,
        });
        first.len_utf8()
    }

    fn stranger(&mut self, (sign, ours, token): &(&str, &str, Token<'static>)) -> usize {
        let message = format!("`{sign}` has no meaning in a formula.");
        let diagnostic = Diagnostic::error(&codes::UNKNOWN_CHARACTER, message);
        let diagnostic = diagnostic.at(self.next(sign.len()), "not an operator of formulas");
        self.diagnostics.push(diagnostic.help(format!("to compare, use `{ours}`")));
        self.push(token.clone(), sign.len())
    }

    /// A name, or a word of the logic. Names of labels and procedures may be spelled like operators.
    fn word(&mut self, text: &'a str) -> usize {
        let is_argument = matches!(self.tokens.as_slice(), [.., (Token::Control(_), _), (Token::Open, _)])
            || matches!(
                self.tokens.as_slice(),
                [.., (Token::Thread(_), _), (Token::Point, _), _, (Token::Open, _)]
            );
        let Some(operators) = spelling(text).filter(|_| !is_argument) else {
            return self.push(word(text), text.len());
        };
        if self.vocabulary.knows(text) {
            let message = format!("`{text}` is a name of the program; here it is not the operator.");
            let diagnostic = Diagnostic::warning(&codes::NAME_LIKE_OPERATOR, message);
            let help = "write `G`, `F`, `X`, `U`, `!`, `&&`, `||`, `->` apart for operators";
            self.diagnostics.push(diagnostic.at(self.next(text.len()), "the name").help(help));
            return self.push(Token::Name(text), text.len());
        }
        let (at, count) = (self.at, operators.len());
        for (index, operator) in operators.into_iter().enumerate() {
            let to = if index + 1 == count { text.len() } else { index + 1 };
            self.tokens.push((operator, self.span(at + index, at + to)));
        }
        text.len()
    }

    /// What follows `@`: a word, or the number of a thread.
    fn control(&mut self, rest: &'a str) -> usize {
        let digits = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
        if digits == 0 {
            let length = name_length(rest);
            return self.push(Token::Control(&rest[..length]), 1 + length);
        }
        let number = rest[..digits].parse::<u32>().ok().filter(|&number| number < MAX_THREADS);
        if number.is_none() {
            let message = format!("`@{}` is no thread: there are fewer than {MAX_THREADS}.", &rest[..digits]);
            let diagnostic = Diagnostic::error(&codes::UNKNOWN_PROPOSITION, message);
            self.diagnostics.push(diagnostic.at(self.next(1 + digits), "too large"));
        }
        self.push(Token::Thread(number.unwrap_or(0)), 1 + digits)
    }

    /// A text in double quotes; what is escaped in it stays as it is written.
    fn text(&mut self, rest: &'a str) -> usize {
        let mut escaped = false;
        for (at, character) in rest.char_indices().skip(1) {
            match character {
                '"' if !escaped => return self.push(Token::Text(&rest[1..at]), at + 1),
                _ => escaped = character == '\\' && !escaped,
            }
        }
        let message = "A text in double quotes does not end.";
        let diagnostic = Diagnostic::error(&codes::BAD_QUOTED_NAME, message);
        self.diagnostics.push(diagnostic.at(self.next(1), "this quote"));
        self.push(Token::Text(&rest[1..]), rest.len())
    }

    /// A name in backquotes. With points in it, it is what it would be without backquotes, unless the program has a
    /// name like that.
    fn quoted(&mut self, rest: &'a str) -> usize {
        match rest[1..].find('`') {
            Some(inside) if inside > 0 => {
                let name = &rest[1..=inside];
                if !is_dotted(name) || self.vocabulary.knows(name) {
                    return self.push(Token::Name(name), inside + 2);
                }
                let mut at = self.at + 1;
                for (index, part) in name.split('.').enumerate() {
                    if index > 0 {
                        self.tokens.push((Token::Point, self.span(at - 1, at)));
                    }
                    self.tokens.push((Token::Name(part), self.span(at, at + part.len())));
                    at += part.len() + 1;
                }
                inside + 2
            }
            found => {
                let message = "A name in backquotes is empty or does not end.";
                let diagnostic = Diagnostic::error(&codes::BAD_QUOTED_NAME, message);
                self.diagnostics.push(diagnostic.at(self.next(1), "this backquote"));
                found.map_or(1, |inside| inside + 2)
            }
        }
    }
}

/// More threads than any search will see; numbers stay small enough to count with.
const MAX_THREADS: u32 = 1 << 24;

/// The length of a number, with its sign and the digits after a point.
fn number_length(text: &str) -> Option<usize> {
    let digits = |from: usize| {
        let rest = text.get(from..).unwrap_or("");
        rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len())
    };
    let sign = usize::from(text.starts_with('-'));
    let whole = Some(digits(sign)).filter(|&count| count > 0)?;
    let end = sign + whole;
    let fraction = if text[end..].starts_with('.') { digits(end + 1) } else { 0 };
    Some(if fraction > 0 { end + 1 + fraction } else { end })
}

fn name_length(text: &str) -> usize {
    text.find(|character| !continues_name(character)).unwrap_or(text.len())
}
