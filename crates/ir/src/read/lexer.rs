//! Splits the text form into tokens. Never fails: what is no token is reported and skipped.
//!
//! Texts beside programs, such as those of given starts, are made of the same tokens.

use base::{Diagnostic, SourceId, Span};

use crate::codes;
use crate::decimal::Decimal;

#[derive(Clone, PartialEq, Debug)]
pub enum Token<'t> {
    /// A keyword or an id.
    Word(&'t str),
    /// Digits; a minus before them is a token of its own.
    Int(u64),
    /// Digits with a point or an exponent.
    Real(f64),
    /// Digits, with a point or an exponent or not, and an `m`.
    Decimal(Decimal),
    Str(String),
    /// One of `SIGNS`.
    Sign(&'static str),
    Newline,
    End,
}

impl Token<'_> {
    /// The token in a message.
    pub fn describe(&self) -> String {
        match self {
            Token::Word(word) => format!("`{word}`"),
            Token::Int(number) => format!("the number {number}"),
            Token::Real(number) => format!("the number {number:?}"),
            Token::Decimal(number) => format!("the number {number:?}"),
            Token::Str(_) => "a string".to_owned(),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::Newline => "the end of the line".to_owned(),
            Token::End => "the end of the text".to_owned(),
        }
    }
}

/// All signs; a longer one comes before its beginnings.
const SIGNS: &[&str] = &[
    "->", "..", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "{", "}", "(", ")", "[", "]", ",", ";", ":",
    ".", "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "#",
];

/// All tokens with their spans, the last of which is [`Token::End`], and what was wrong. The text has at most 4 GiB.
pub fn tokenize(file: SourceId, text: &str) -> (Vec<(Token<'_>, Span)>, Vec<Diagnostic>) {
    let mut lexer = Lexer { file, text, at: 0, tokens: Vec::new(), errors: Vec::new() };
    while lexer.at < text.len() {
        lexer.token();
    }
    lexer.push(lexer.at, Token::End);
    (lexer.tokens, lexer.errors)
}

struct Lexer<'t> {
    file: SourceId,
    text: &'t str,
    /// Always at the boundary of a character.
    at: usize,
    tokens: Vec<(Token<'t>, Span)>,
    errors: Vec<Diagnostic>,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.at as u32)
    }

    fn push(&mut self, start: usize, token: Token<'t>) {
        self.tokens.push((token, self.span(start)));
    }

    /// Goes on over all characters that pass the test; returns what it went over.
    fn take_while(&mut self, test: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let len = rest.find(|c| !test(c)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    fn token(&mut self) {
        let start = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        if first == '\n' {
            self.at += 1;
            self.push(start, Token::Newline);
        } else if first.is_whitespace() {
            self.take_while(|c| c != '\n' && c.is_whitespace());
        } else if rest.starts_with("//") {
            self.take_while(|c| c != '\n');
        } else if first.is_ascii_alphabetic() || first == '_' {
            let word = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
            self.push(start, Token::Word(word));
        } else if first.is_ascii_digit() {
            self.number();
        } else if first == '"' {
            self.string();
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            self.at += sign.len();
            self.push(start, Token::Sign(sign));
        } else {
            self.at += first.len_utf8();
            let message = format!("the character {first:?} has no meaning here");
            self.error(start, &codes::UNKNOWN_CHARACTER, message);
        }
    }

    fn error(&mut self, start: usize, code: &'static base::Code, message: String) {
        self.errors.push(Diagnostic::error(code, message).at(self.span(start), "here"));
    }

    fn number(&mut self) {
        let start = self.at;
        self.take_while(|c| c.is_ascii_digit());
        let mut real = false;
        // `1..5` is a range, and `1.field0` no number with a point.
        if self.rest().strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
            real = true;
            self.at += 1;
            self.take_while(|c| c.is_ascii_digit());
        }
        if let Some(exponent) = self.rest().strip_prefix('e') {
            let digits = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
            if digits.starts_with(|c: char| c.is_ascii_digit()) {
                real = true;
                self.at = self.text.len() - digits.len();
                self.take_while(|c| c.is_ascii_digit());
            }
        }
        let digits = &self.text[start..self.at];
        let decimal = self.rest().starts_with('m');
        self.at += usize::from(decimal);
        let token = match (decimal, real) {
            (true, _) => Decimal::parse(digits).map(Token::Decimal),
            (false, true) => digits.parse().map(Token::Real).ok(),
            (false, false) => digits.parse().map(Token::Int).ok(),
        };
        if token.is_none() {
            let room = if decimal { "a decimal" } else { "64 bits" };
            self.error(start, &codes::NUMBER_TOO_LARGE, format!("the number does not fit {room}"));
        }
        self.push(start, token.unwrap_or(Token::Int(0)));
    }

    fn string(&mut self) {
        let start = self.at;
        self.at += 1;
        let mut value = String::new();
        loop {
            value.push_str(self.take_while(|c| !matches!(c, '"' | '\\' | '\n')));
            let rest = self.rest();
            if rest.starts_with('"') {
                self.at += 1;
                break;
            }
            if !rest.starts_with('\\') {
                self.error(start, &codes::BAD_STRING, "the string has no end on its line".to_owned());
                break;
            }
            value.extend(self.escape());
        }
        self.push(start, Token::Str(value));
    }

    /// The character that an escape stands for; a malformed one is reported and stands for nothing.
    fn escape(&mut self) -> Option<char> {
        let start = self.at;
        self.at += 1;
        let next = self.rest().chars().next().filter(|&c| c != '\n');
        self.at += next.map_or(0, char::len_utf8);
        let found = match next {
            Some(c @ ('"' | '\\')) => Some(c),
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('u') => self.unicode_escape(),
            Some(_) | None => None,
        };
        if found.is_none() {
            let message = format!("{:?} is no escape", &self.text[start..self.at]);
            self.error(start, &codes::BAD_STRING, message);
        }
        found
    }

    /// What follows `\u`: a hexadecimal number in braces.
    fn unicode_escape(&mut self) -> Option<char> {
        let digits = self.rest().strip_prefix('{')?;
        let len = digits.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        digits[len..].strip_prefix('}')?;
        self.at += len + 2;
        u32::from_str_radix(&digits[..len], 16).ok().and_then(char::from_u32)
    }
}
