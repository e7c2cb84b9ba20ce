//! From text to tokens.
//!
//! A problem gets its diagnostic here, once; the parser is silent about the token that remains of it.

use base::{Diagnostic, SourceId, Span};
use logos::{Lexer, Logos};

use crate::codes;
use crate::token::{Token, TokenKind};

/// The tokens of a file. The last one is [`TokenKind::Eof`].
#[derive(Debug)]
pub struct Lexed {
    pub tokens: Vec<Token>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Splits a text into tokens. Takes time linear in the text and accepts any text.
pub fn lex(file: SourceId, text: &str) -> Lexed {
    let lexed = Lexed { tokens: Vec::new(), diagnostics: Vec::new() };
    let mut driver = Driver { file, text, lexer: TokenKind::lexer(text), lexed };
    if u32::try_from(text.len()).is_err() {
        driver.refuse_length();
    } else {
        driver.run();
    }
    driver.lexed
}

struct Driver<'text> {
    file: SourceId,
    text: &'text str,
    lexer: Lexer<'text, TokenKind>,
    lexed: Lexed,
}

impl Driver<'_> {
    fn refuse_length(&mut self) {
        let start = Span::new(self.file, 0, 0);
        let message = "The file is larger than 4 GiB.";
        self.report(
            Diagnostic::error(&codes::FILE_TOO_LARGE, message).at(start, "the beginning of the file"),
        );
        self.push(TokenKind::Eof, 0, 0);
    }

    fn run(&mut self) {
        while let Some(next) = self.lexer.next() {
            let (start, end) = (self.lexer.span().start as u32, self.lexer.span().end as u32);
            match next {
                Ok(TokenKind::LineComment) => {}
                Ok(TokenKind::CommentStart) => self.skip_comment(start),
                Ok(TokenKind::UnterminatedString) => self.unterminated("text", "\"", start, end),
                Ok(TokenKind::UnterminatedName) => self.unterminated("name", "}", start, end),
                Ok(kind) => self.push(kind, start, end),
                Err(()) => self.unknown_character(start, end),
            }
        }
        let end = self.text.len() as u32;
        self.push(TokenKind::Eof, end, end);
    }

    fn push(&mut self, kind: TokenKind, start: u32, end: u32) {
        self.lexed.tokens.push(Token { kind, start, end });
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.lexed.diagnostics.push(diagnostic);
    }

    fn skip_comment(&mut self, start: u32) {
        let rest = self.lexer.remainder();
        if let Some(length) = rest.find("*/") {
            self.lexer.bump(length + 2);
            return;
        }
        self.lexer.bump(rest.len());
        self.report(
            Diagnostic::error(&codes::UNTERMINATED, "A block comment is not closed.")
                .at(Span::new(self.file, start, start + 2), "the comment begins here")
                .help("write `*/` where the comment ends"),
        );
    }

    fn unterminated(&mut self, what: &str, close: &str, start: u32, end: u32) {
        self.report(
            Diagnostic::error(&codes::UNTERMINATED, format!("A {what} is not closed."))
                .at(Span::new(self.file, start, end), format!("the {what} begins here"))
                .help(format!("write `{close}` before the end of the line")),
        );
        self.push(TokenKind::Unknown, start, end);
    }

    /// Neighbours of the same kind are one token with one message.
    fn unknown_character(&mut self, start: u32, end: u32) {
        if let Some(last) = self.lexed.tokens.last_mut()
            && last.kind == TokenKind::Unknown
            && last.end == start
        {
            last.end = end;
            return;
        }
        let shown: String = self.text[start as usize..end as usize].escape_debug().collect();
        let message = format!("The character `{shown}` has no meaning in a Boolean program.");
        self.report(
            Diagnostic::error(&codes::UNKNOWN_CHARACTER, message)
                .at(Span::new(self.file, start, end), "not part of the language")
                .help("names with other characters stand in braces: `{x->next == 0}`"),
        );
        self.push(TokenKind::Unknown, start, end);
    }
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind> {
        lex(SourceId::new(0), text).tokens.iter().map(|token| token.kind).collect()
    }

    #[test]
    fn the_spellings_of_all_dialects_are_the_same_tokens() {
        assert_eq!(kinds("!a && b || c == T"), kinds("~ a&b|c=true"));
        assert_eq!(kinds("F <=> x => y"), kinds("false<=>x=>y"));
    }

    #[test]
    fn names_may_hold_dots_and_dollars_and_braces_hold_any_text() {
        use TokenKind::*;
        assert_eq!(
            kinds("a.b$1 $t Truth {x->f == 'a'} 12 'x x'"),
            [Ident, Ident, Ident, Quoted, Number, Prime, Ident, Ident, Prime, Eof]
        );
    }

    #[test]
    fn comments_are_left_out_and_words_are_not_cut() {
        use TokenKind::*;
        assert_eq!(kinds("ending /* end /* */ // fi\nend \u{feff}"), [Ident, End, Eof]);
        assert_eq!(kinds("bool<2>"), [Bool, Less, Number, Greater, Eof]);
    }

    #[test]
    fn what_is_wrong_is_said_once() {
        let lexed = lex(SourceId::new(0), "x ### y \"a\n{b\n/* c");
        let codes: Vec<&str> = lexed.diagnostics.iter().map(|d| d.code.id).collect();
        assert_eq!(codes, ["CP0400", "CP0402", "CP0402", "CP0402"]);
    }
}
