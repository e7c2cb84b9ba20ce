//! From text to tokens.
//!
//! The automaton of [`crate::token`] does the work. This driver adds what needs more than one token: block
//! comments, the lines that the preprocessor leaves out, and messages about what is unfinished or unknown. A
//! problem gets its diagnostic here, once; the parser is silent about the token that remains of it.

use base::syntax::{Lexed, Scan};
use base::{Diagnostic, SourceId, Span};
use logos::{Lexer, Logos};

use crate::codes;
use crate::preprocess::Preprocessor;
use crate::token::TokenKind;

/// Splits a text into the tokens that conditional compilation keeps. Takes time linear in the text and accepts any
/// text.
pub fn lex(file: SourceId, text: &str) -> Lexed<TokenKind> {
    Scan::run(file, text, &codes::FILE_TOO_LARGE, |scan| {
        let lexer = TokenKind::lexer(text);
        Driver { scan, text, lexer, preprocessor: Preprocessor::new(file) }.run();
    })
}

struct Driver<'scan, 'text> {
    scan: &'scan mut Scan<'text, TokenKind>,
    text: &'text str,
    lexer: Lexer<'text, TokenKind>,
    preprocessor: Preprocessor,
}

impl Driver<'_, '_> {
    fn run(&mut self) {
        while let Some(next) = self.lexer.next() {
            let span = self.scan.span(self.lexer.span());
            match next {
                Ok(TokenKind::CommentStart) => self.skip_comment(span),
                Ok(TokenKind::Directive) => self.directive(span),
                Ok(TokenKind::UnterminatedString) => self.unterminated_string(span),
                Ok(TokenKind::Character) => self.character(span),
                Ok(TokenKind::BadNumber) => self.bad_number(span),
                Ok(kind) => self.scan.push(kind, span),
                Err(()) => self.scan.unknown(span, |shown| unknown_character(shown, span)),
            }
        }
        self.preprocessor.finish();
        self.take_over_messages();
    }

    fn skip_comment(&mut self, open: Span) {
        let length = self.scan.block_comment(&codes::UNTERMINATED_COMMENT, open, self.lexer.remainder());
        self.lexer.bump(length);
    }

    fn unterminated_string(&mut self, span: Span) {
        let help = if self.lexer.slice().starts_with('@') {
            "write `\"` where the string ends"
        } else {
            "write `\"` before the end of the line; a string over several lines is written `@\"...\"`"
        };
        self.scan.unterminated(&codes::UNTERMINATED_STRING, "string", span, help);
        self.scan.push(TokenKind::UnterminatedString, span);
    }

    fn bad_number(&mut self, span: Span) {
        let text = self.lexer.slice();
        self.scan.report(
            Diagnostic::error(&codes::MALFORMED_NUMBER, format!("`{text}` is not a number."))
                .at(span, "not a number")
                .help(
                    "numbers are written `12` or `0x1F`, with `u`, `l` or `ul` behind them; names do not begin with a digit",
                ),
        );
        self.scan.push(TokenKind::BadNumber, span);
    }

    fn character(&mut self, span: Span) {
        self.scan.report(
            Diagnostic::error(&codes::NOT_IN_ZING, "Zing has no character literals.")
                .at(span, "not part of the language")
                .help("use a number or an enum; strings are written in double quotes `\"`"),
        );
        self.scan.push(TokenKind::Unknown, span);
    }

    /// A `#` line; where it switches the text off, also all lines until the text is switched on again.
    fn directive(&mut self, span: Span) {
        let before = &self.text[..span.range().start];
        let blank = before.trim_end_matches(|c: char| c.is_whitespace() && c != '\n' && c != '\r');
        let is_first = blank.trim_start_matches('\u{FEFF}').is_empty() || blank.ends_with(['\n', '\r']);
        if !is_first {
            self.misplaced_directive(span);
            return;
        }
        self.preprocess(self.lexer.slice(), span.start);
        while !self.preprocessor.is_active() && !self.lexer.remainder().is_empty() {
            self.skip_line();
        }
    }

    fn preprocess(&mut self, line: &str, start: u32) {
        self.preprocessor.directive(line, start);
        self.take_over_messages();
    }

    /// The messages of the preprocessor and of the lexer stay in order.
    fn take_over_messages(&mut self) {
        self.preprocessor.diagnostics.drain(..).for_each(|diagnostic| self.scan.report(diagnostic));
    }

    fn misplaced_directive(&mut self, span: Span) {
        self.scan.report(
            Diagnostic::error(
                &codes::MISPLACED_DIRECTIVE,
                "A directive is not at the beginning of its line.",
            )
            .at(span, "only blanks may stand before `#`")
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
            self.preprocess(&line[blanks..], (line_start + blanks) as u32);
        }
        let breaks = usize::from(line_end < rest.len());
        self.lexer.bump(line_end + breaks);
    }
}

fn unknown_character(text: &str, span: Span) -> Diagnostic {
    let character = text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
    let shown = if character.is_control() {
        format!("U+{:04X}", u32::from(character))
    } else {
        format!("`{character}`")
    };
    let message = format!("The character {shown} has no meaning in Zing.");
    let diagnostic = Diagnostic::error(&codes::UNKNOWN_CHARACTER, message).at(span, "this character");
    if matches!(character, '\'' | '“' | '”') {
        return diagnostic.help("strings are written in double quotes `\"`");
    }
    diagnostic
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
            lines.push(match token.kind.to_string() == format!("`{source}`") {
                true => source.to_owned(),
                false => format!("{:?}:{}", token.kind, source.replace(char::is_control, "?")),
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
