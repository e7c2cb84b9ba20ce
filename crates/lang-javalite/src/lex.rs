//! From text to tokens.
//!
//! A problem gets its diagnostic here, once; the parser is silent about the token that remains of it.

use base::syntax::{Lexed, Scan};
use base::{Diagnostic, SourceId, Span};
use logos::Logos;

use crate::codes;
use crate::foreign;
use crate::token::TokenKind;

/// Splits a text into tokens. Takes time linear in the text and accepts any text.
pub fn lex(file: SourceId, text: &str) -> Lexed<TokenKind> {
    Scan::run(file, text, &codes::FILE_TOO_LARGE, |scan| {
        let mut lexer = TokenKind::lexer(text);
        while let Some(next) = lexer.next() {
            let span = scan.span(lexer.span());
            match next {
                Ok(TokenKind::Symbol) if is_comment(lexer.slice()) => {
                    scan.report(foreign::comment(&lexer.slice()[..2], span));
                    let length = comment_length(lexer.slice(), lexer.remainder());
                    lexer.bump(length);
                }
                Ok(kind) => scan.push(kind, span),
                Err(()) if lexer.slice() == "\"" => {
                    lexer.bump(text_length(lexer.remainder()));
                    let span = scan.span(lexer.span());
                    scan.report(unknown_character("\"", span));
                    scan.push(TokenKind::Unknown, span);
                }
                Err(()) => scan.unknown(span, |shown| unknown_character(shown, span)),
            }
        }
    })
}

/// Comments of Java would be names here. No program has such names on purpose.
fn is_comment(symbol: &str) -> bool {
    symbol.starts_with("//") || symbol.starts_with("/*")
}

/// How many bytes behind the first symbol of a comment of Java belong to it.
fn comment_length(symbol: &str, rest: &str) -> usize {
    if symbol.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    match symbol[2..].contains("*/") {
        true => 0,
        false => rest.find("*/").map_or(rest.len(), |at| at + 2),
    }
}

/// How many bytes behind a quote belong to a text, which ends on its line.
fn text_length(rest: &str) -> usize {
    let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
    line.find('"').map_or(0, |end| end + 1)
}

fn unknown_character(shown: &str, span: Span) -> Diagnostic {
    let message = format!("The character `{}` has no meaning in Javalite.", shown.escape_debug());
    let diagnostic =
        Diagnostic::error(&codes::UNKNOWN_CHARACTER, message).at(span, "not part of the language");
    match shown {
        "," => diagnostic.help("leave it out: blanks separate the parts of a list"),
        "\"" => diagnostic.help("Javalite has no texts; a comment is written `; ..`"),
        _ => diagnostic,
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
    fn symbols_go_on_up_to_a_blank_or_a_bracket() {
        use TokenKind::*;
        assert_eq!(kinds("a-b -1 - +2 x:=y :=newer"), [Symbol, Number, Minus, Number, Symbol, Symbol, Eof]);
        assert_eq!(kinds("(new;C\nC)[this]"), kinds("( new C )\n[ this ] ; end"));
        assert_eq!(kinds("= == 1x -x"), [Equal, Equal, Symbol, Symbol, Eof]);
    }

    #[test]
    fn what_is_wrong_is_said_once() {
        let lexed = lex(SourceId::new(0), "x ,,, y // z ) \" \n /* ( \n */ \"a ( b\" \"");
        let codes: Vec<&str> = lexed.diagnostics.iter().map(|d| d.code.id).collect();
        assert_eq!(codes, ["CP0500", "CP0508", "CP0508", "CP0500", "CP0500"]);
        assert_eq!(lexed.tokens.len(), 6);
    }
}
