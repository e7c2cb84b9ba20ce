//! From text to tokens.
//!
//! The automaton of [`crate::token`] does the work. This driver adds what needs more than one token: block
//! comments, the lines that the preprocessor leaves out, and messages about what is unfinished or unknown. A
//! problem gets its diagnostic here, once; the parser is silent about the token that remains of it.

use base::{Diagnostic, SourceId, Span};
use logos::{Lexer, Logos};

use crate::codes;
use crate::preprocess::Preprocessor;
use crate::token::{Token, TokenKind};

/// The tokens of a file that conditional compilation keeps. The last one is [`TokenKind::Eof`].
#[derive(Debug)]
pub struct Lexed {
    pub tokens: Vec<Token>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Splits a text into tokens. Takes time linear in the text and accepts any text.
pub fn lex(file: SourceId, text: &str) -> Lexed {
    let mut driver = Driver::new(file, text);
    if u32::try_from(text.len()).is_err() {
        driver.refuse_length();
    } else {
        driver.run();
    }
    Lexed { tokens: driver.tokens, diagnostics: driver.preprocessor.diagnostics }
}

struct Driver<'text> {
    file: SourceId,
    text: &'text str,
    lexer: Lexer<'text, TokenKind>,
    /// Holds the diagnostics of both, so that they stay in order.
    preprocessor: Preprocessor,
    tokens: Vec<Token>,
}

impl<'text> Driver<'text> {
    fn new(file: SourceId, text: &'text str) -> Self {
        let lexer = TokenKind::lexer(text);
        Self { file, text, lexer, preprocessor: Preprocessor::new(file), tokens: Vec::new() }
    }

    fn refuse_length(&mut self) {
        self.report(
            Diagnostic::error(&codes::FILE_TOO_LARGE, "The file is larger than 4 GiB.")
                .at(Span::new(self.file, 0, 0), "the beginning of the file"),
        );
        self.push(TokenKind::Eof, 0, 0);
    }

    fn run(&mut self) {
        while let Some(next) = self.lexer.next() {
            let (start, end) = (self.lexer.span().start as u32, self.lexer.span().end as u32);
            match next {
                Ok(TokenKind::CommentStart) => self.skip_comment(start),
                Ok(TokenKind::Directive) => self.directive(start),
                Ok(TokenKind::UnterminatedString) => self.unterminated_string(start, end),
                Ok(TokenKind::Character) => self.character(start, end),
                Ok(TokenKind::BadNumber) => self.bad_number(start, end),
                Ok(kind) => self.push(kind, start, end),
                Err(()) => self.unknown_character(start, end),
            }
        }
        let end = self.text.len() as u32;
        self.preprocessor.finish();
        self.push(TokenKind::Eof, end, end);
    }

    fn push(&mut self, kind: TokenKind, start: u32, end: u32) {
        self.tokens.push(Token { kind, start, end });
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.preprocessor.diagnostics.push(diagnostic);
    }

    fn skip_comment(&mut self, start: u32) {
        let rest = self.lexer.remainder();
        if let Some(length) = rest.find("*/") {
            self.lexer.bump(length + 2);
            return;
        }
        self.lexer.bump(rest.len());
        self.report(
            Diagnostic::error(&codes::UNTERMINATED_COMMENT, "A block comment is not closed.")
                .at(Span::new(self.file, start, start + 2), "the comment begins here")
                .help("write `*/` where the comment ends"),
        );
    }

    fn unterminated_string(&mut self, start: u32, end: u32) {
        let help = if self.text[start as usize..].starts_with('@') {
            "write `\"` where the string ends"
        } else {
            "write `\"` before the end of the line; a string over several lines is written `@\"...\"`"
        };
        self.report(
            Diagnostic::error(&codes::UNTERMINATED_STRING, "A string is not closed.")
                .at(Span::new(self.file, start, end), "the string begins here")
                .help(help),
        );
        self.push(TokenKind::UnterminatedString, start, end);
    }

    fn bad_number(&mut self, start: u32, end: u32) {
        let text = &self.text[start as usize..end as usize];
        self.report(
            Diagnostic::error(&codes::MALFORMED_NUMBER, format!("`{text}` is not a number."))
                .at(Span::new(self.file, start, end), "not a number")
                .help(
                    "numbers are written `12` or `0x1F`, with `u`, `l` or `ul` behind them; names do not begin with a digit",
                ),
        );
        self.push(TokenKind::BadNumber, start, end);
    }

    /// One diagnostic for a run of characters that belong to no token.
    fn unknown_character(&mut self, start: u32, end: u32) {
        if let Some(Token { kind: TokenKind::Unknown, end: last_end, .. }) = self.tokens.last_mut()
            && *last_end == start
        {
            *last_end = end;
            return;
        }
        let character = self.text[start as usize..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
        let shown = if character.is_control() {
            format!("U+{:04X}", u32::from(character))
        } else {
            format!("`{character}`")
        };
        let mut diagnostic = Diagnostic::error(
            &codes::UNKNOWN_CHARACTER,
            format!("The character {shown} has no meaning in Zing."),
        )
        .at(Span::new(self.file, start, end), "this character");
        if matches!(character, '\'' | '“' | '”') {
            diagnostic = diagnostic.help("strings are written in double quotes `\"`");
        }
        self.report(diagnostic);
        self.push(TokenKind::Unknown, start, end);
    }

    fn character(&mut self, start: u32, end: u32) {
        self.report(
            Diagnostic::error(&codes::NOT_IN_ZING, "Zing has no character literals.")
                .at(Span::new(self.file, start, end), "not part of the language")
                .help("use a number or an enum; strings are written in double quotes `\"`"),
        );
        self.push(TokenKind::Unknown, start, end);
    }

    /// A `#` line; where it switches the text off, also all lines until the text is switched on again.
    fn directive(&mut self, start: u32) {
        let before = &self.text[..start as usize];
        let blank = before.trim_end_matches(|c: char| c.is_whitespace() && c != '\n' && c != '\r');
        let is_first = blank.trim_start_matches('\u{FEFF}').is_empty() || blank.ends_with(['\n', '\r']);
        let line = self.lexer.slice();
        if !is_first {
            self.misplaced_directive(start, start + line.len() as u32);
            return;
        }
        self.preprocessor.directive(line, start);
        while !self.preprocessor.is_active() && !self.lexer.remainder().is_empty() {
            self.skip_line();
        }
    }

    fn misplaced_directive(&mut self, start: u32, end: u32) {
        self.report(
            Diagnostic::error(
                &codes::MISPLACED_DIRECTIVE,
                "A directive is not at the beginning of its line.",
            )
            .at(Span::new(self.file, start, end), "only blanks may stand before `#`")
            .help("put the directive on a line of its own"),
        );
    }

    /// Passes over a line that is switched off, unless it is a directive, which the preprocessor must see.
    fn skip_line(&mut self) {
        let rest = self.lexer.remainder();
        let line_end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line = &rest[..line_end];
        let blanks = line.len() - line.trim_start().len();
        let line_start = self.lexer.span().end;
        if line[blanks..].starts_with('#') {
            self.preprocessor.directive(&line[blanks..], (line_start + blanks) as u32);
        }
        let breaks = usize::from(line_end < rest.len());
        self.lexer.bump(line_end + breaks);
    }
}

#[cfg(test)]
mod tests {
    use base::Id;
    use expect_test::{Expect, expect};

    use super::*;

    /// Each token as `kind` or `kind:text`, then each diagnostic as `code@offset`.
    fn check(text: &str, expected: Expect) {
        let lexed = lex(SourceId::new(0), text);
        let mut lines = Vec::new();
        for token in &lexed.tokens {
            let source = &text[token.start as usize..token.end as usize];
            lines.push(match token.kind.text() {
                Some(fixed) => fixed.to_string(),
                None => format!("{:?}:{}", token.kind, source.replace(char::is_control, "?")),
            });
        }
        let mut shown = lines.join(" ");
        for diagnostic in &lexed.diagnostics {
            let at = diagnostic.span().expect("every diagnostic has a place").start;
            shown.push_str(&format!("\n{}@{at}", diagnostic.code));
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn numbers() {
        check("1..5", expect!["Integer:1 .. Integer:5 Eof:"]);
        check(
            "1.5 .5 2e3 2.5e-3 1f 0x1F 10ul 7L",
            expect![
                "Real:1.5 Real:.5 Real:2e3 Real:2.5e-3 Real:1f Integer:0x1F Integer:10ul Integer:7L Eof:"
            ],
        );
        check("x.y 1 .. 2", expect!["Ident:x . Ident:y Integer:1 .. Integer:2 Eof:"]);
        check(
            "12abc + 0x",
            expect![[r#"
            BadNumber:12abc + BadNumber:0x Eof:
            CP0104@0
            CP0104@8"#]],
        );
    }

    #[test]
    fn names_may_be_unicode_or_escaped_keywords() {
        check("é _a1 @class classy Ωμ", expect!["Ident:é Ident:_a1 Ident:@class Ident:classy Ident:Ωμ Eof:"]);
    }

    #[test]
    fn operators_take_the_longest_match() {
        check("<<=<<<=->-- -> .. .", expect!["<<= << <= -> -- -> .. . Eof:"]);
        check("a&&b&c||d|e", expect!["Ident:a && Ident:b & Ident:c || Ident:d | Ident:e Eof:"]);
    }

    #[test]
    fn strings() {
        check(r#""a\"b" @"c\""d" """#, expect![[r#"String:"a\"b" String:@"c\""d" String:"" Eof:"#]]);
        check(
            "\"abc\nx",
            expect![[r#"
            UnterminatedString:"abc Ident:x Eof:
            CP0103@0"#]],
        );
        check(
            "\"abc\\\nx",
            expect![[r#"
            UnterminatedString:"abc\ Ident:x Eof:
            CP0103@0"#]],
        );
        check(
            "@\"abc\nx\"\"",
            expect![[r#"
                UnterminatedString:@"abc?x"" Eof:
                CP0103@0"#]],
        );
    }

    #[test]
    fn comments() {
        check("a // b\nc /* d \n e */ f /**/ g", expect!["Ident:a Ident:c Ident:f Ident:g Eof:"]);
        check("a // the end", expect!["Ident:a Eof:"]);
        check(
            "a /* b",
            expect![[r#"
            Ident:a Eof:
            CP0102@2"#]],
        );
        check(
            "a /*/ b",
            expect![[r#"
            Ident:a Eof:
            CP0102@2"#]],
        );
    }

    #[test]
    fn a_run_of_unknown_characters_is_one_problem() {
        check(
            "a $$$ b \\",
            expect![[r#"
            Ident:a Unknown:$$$ Ident:b Unknown:\ Eof:
            CP0100@2
            CP0100@8"#]],
        );
        check(
            "a \u{0}😀 'c' '\\n' '",
            expect![[r#"
                Ident:a Unknown:?😀 Unknown:'c' Unknown:'\n' Unknown:' Eof:
                CP0100@2
                CP0111@8
                CP0111@12
                CP0100@17"#]],
        );
    }

    #[test]
    fn a_directive_stands_first_on_its_line() {
        check(
            "\u{FEFF}#define A\nx #define B\n",
            expect![[r#"
            Ident:x Eof:
            CP0125@15"#]],
        );
    }
}
