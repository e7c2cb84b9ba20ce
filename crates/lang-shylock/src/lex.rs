//! From text to tokens.
//!
//! A problem gets its diagnostic here, once; the parser is silent about the token that remains of it.

use base::syntax::{Lexed, Scan};
use base::{Diagnostic, SourceId, Span};
use logos::Logos;

use crate::codes;
use crate::token::TokenKind;

/// Splits a text into tokens. Takes time linear in the text and accepts any text.
pub fn lex(file: SourceId, text: &str) -> Lexed<TokenKind> {
    Scan::run(file, text, &codes::FILE_TOO_LARGE, |scan| {
        let mut lexer = TokenKind::lexer(text);
        while let Some(next) = lexer.next() {
            let span = scan.span(lexer.span());
            match next {
                Ok(TokenKind::LineComment) => {}
                Ok(TokenKind::CommentStart) => {
                    let length = scan.block_comment(&codes::UNTERMINATED_COMMENT, span, lexer.remainder());
                    lexer.bump(length);
                }
                Ok(kind @ TokenKind::UnterminatedString) => {
                    let help = "write `\"` before the end of the line";
                    scan.unterminated(&codes::UNTERMINATED_STRING, "text", span, help);
                    scan.push(kind, span);
                }
                Ok(kind) => scan.push(kind, span),
                Err(()) => unknown(scan, &mut lexer, span),
            }
        }
    })
}

/// A character without a meaning. What other languages mean by it is read on, so that the mistake costs no more than
/// itself.
fn unknown(scan: &mut Scan<'_, TokenKind>, lexer: &mut logos::Lexer<'_, TokenKind>, span: Span) {
    let meant = match lexer.slice() {
        "&" => Some(TokenKind::And),
        "|" => Some(TokenKind::Or),
        _ => None,
    };
    match meant {
        Some(kind) => {
            let diagnostic = unknown_character(lexer.slice(), span);
            scan.report(diagnostic);
            scan.push(kind, span);
        }
        None if lexer.slice() == "#" => {
            let diagnostic = unknown_character("#", span);
            scan.report(diagnostic);
            lexer.bump(lexer.remainder().find('\n').unwrap_or(lexer.remainder().len()));
        }
        None => scan.unknown(span, |shown| unknown_character(shown, span)),
    }
}

fn unknown_character(shown: &str, span: Span) -> Diagnostic {
    let message = format!("The character `{}` has no meaning in Shylock.", shown.escape_debug());
    let diagnostic =
        Diagnostic::error(&codes::UNKNOWN_CHARACTER, message).at(span, "not part of the language");
    if shown.starts_with(|c: char| c.is_ascii_digit()) {
        return diagnostic.help("Shylock has no numbers: objects are its only values");
    }
    let help = match shown {
        "&" => "write `&&`",
        "|" => "write `||`",
        "#" => "a comment is written `// ..` or `/* .. */`",
        "?" => "write `if (x = y) .. else ..`",
        "<" | ">" => "objects are compared with `=` and `!=` alone",
        "-" | "*" | "/" | "%" => "Shylock has no arithmetic: objects are its only values",
        _ => return diagnostic,
    };
    diagnostic.help(help)
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
        let lexed = lex(SourceId::new(0), "x @@@ y 12\n\"a\n/* b");
        let codes: Vec<&str> = lexed.diagnostics.iter().map(|d| d.code.id).collect();
        assert_eq!(codes, ["CP0300", "CP0300", "CP0303", "CP0302"]);
    }
}
