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
                Ok(TokenKind::UnterminatedString) => self.unterminated_string(start, end),
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
            Diagnostic::error(&codes::UNTERMINATED_COMMENT, "A block comment is not closed.")
                .at(Span::new(self.file, start, start + 2), "the comment begins here")
                .help("write `*/` where the comment ends"),
        );
    }

    fn unterminated_string(&mut self, start: u32, end: u32) {
        self.report(
            Diagnostic::error(&codes::UNTERMINATED_STRING, "A text is not closed.")
                .at(Span::new(self.file, start, end), "the text begins here")
                .help("write `\"` before the end of the line"),
        );
        self.push(TokenKind::UnterminatedString, start, end);
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
        let message = format!("The character `{shown}` has no meaning in Shylock.");
        let mut diagnostic = Diagnostic::error(&codes::UNKNOWN_CHARACTER, message)
            .at(Span::new(self.file, start, end), "not part of the language");
        if shown.starts_with(|c: char| c.is_ascii_digit()) {
            diagnostic = diagnostic.help("Shylock has no numbers: objects are its only values");
        }
        self.report(diagnostic);
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
    fn signs_of_the_paper_and_of_the_keyboard_are_the_same_tokens() {
        assert_eq!(kinds("p :: [x ≠ y ∧ ¬ a = b ∨ c=d] x:=new"), kinds("p::[x!=y&&!a==b||c==d]x := new"));
    }

    #[test]
    fn comments_are_left_out_and_words_are_not_cut() {
        use TokenKind::*;
        assert_eq!(kinds("newer /* new /* */ // nil\nx' \u{feff}"), [Ident, Ident, Eof]);
        assert_eq!(kinds("\"a\" nil"), [String, Nil, Eof]);
    }

    #[test]
    fn what_is_wrong_is_said_once() {
        let lexed = lex(SourceId::new(0), "x ### y 12\n\"a\n/* b");
        let codes: Vec<&str> = lexed.diagnostics.iter().map(|d| d.code.id).collect();
        assert_eq!(codes, ["CP0300", "CP0300", "CP0303", "CP0302"]);
    }
}
