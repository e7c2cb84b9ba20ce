//! From text to tokens.
//!
//! A problem gets its diagnostic here, once; the parser is silent about the token that remains of it. Tokens end at the first
//! brace that is meant as a block (`braces`).

mod braces;

use base::syntax::{Lexed, Scan};
use base::{Diagnostic, SourceId, Span};
use logos::Logos;

use self::braces::Braces;
use crate::codes;
use crate::token::TokenKind;

/// Splits a text into tokens. Takes time linear in the text and accepts any text.
pub fn lex(file: SourceId, text: &str) -> Lexed<TokenKind> {
    Scan::run(file, text, &codes::FILE_TOO_LARGE, |scan| {
        let mut lexer = TokenKind::lexer(text);
        let mut braces = Braces::default();
        while let Some(next) = lexer.next() {
            let span = scan.span(lexer.span());
            if let Some(diagnostic) = block(&braces, next, &lexer, span) {
                scan.report(diagnostic);
                return;
            }
            braces.pass(next.unwrap_or(TokenKind::Unknown));
            match next {
                Ok(TokenKind::LineComment) => {}
                Ok(TokenKind::CommentStart) => {
                    let length = scan.block_comment(&codes::UNTERMINATED, span, lexer.remainder());
                    lexer.bump(length);
                }
                Ok(TokenKind::UnterminatedString) => unterminated(scan, "text", "\"", span),
                Ok(TokenKind::UnterminatedName) => unterminated(scan, "name", "}", span),
                Ok(kind) => scan.push(kind, span),
                Err(()) => scan.unknown(span, |shown| unknown_character(shown, span)),
            }
        }
    })
}

/// The message about a token in braces that is meant as a block.
fn block(
    braces: &Braces,
    next: Result<TokenKind, ()>,
    lexer: &logos::Lexer<'_, TokenKind>,
    span: Span,
) -> Option<Diagnostic> {
    let brace = Span::new(span.file, span.start, span.start + 1);
    match next {
        Ok(TokenKind::Quoted) => braces.closed(lexer.slice(), lexer.remainder(), brace),
        Ok(TokenKind::UnterminatedName) => braces.open(&lexer.slice()[1..], brace),
        _ => None,
    }
}

fn unterminated(scan: &mut Scan<'_, TokenKind>, what: &str, close: &str, span: Span) {
    let help = format!("write `{close}` before the end of the line");
    scan.unterminated(&codes::UNTERMINATED, what, span, help);
    scan.push(TokenKind::Unknown, span);
}

fn unknown_character(shown: &str, span: Span) -> Diagnostic {
    let message = format!("The character `{}` has no meaning in a Boolean program.", shown.escape_debug());
    let help = match shown {
        "}" => "blocks end with `end`, `fi` and `od`; braces are around names: `{x > 0}`",
        _ => "names with other characters stand in braces: `{x->next == 0}`",
    };
    Diagnostic::error(&codes::UNKNOWN_CHARACTER, message).at(span, "not part of the language").help(help)
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
