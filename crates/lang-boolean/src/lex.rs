//! From text to tokens.
//!
//! A problem gets its diagnostic here, once; the parser is silent about the token that remains of it. A brace that
//! is meant as a block gets one message for the whole file, and is read as the word that is meant (`braces`).

mod braces;

use base::syntax::{Lexed, Scan};
use base::{Diagnostic, SourceId, Span};
use logos::Logos;

use self::braces::Braces;
use crate::codes;
use crate::token::TokenKind;

/// Splits a text into tokens. Takes time linear in the text and accepts any text.
pub fn lex(file: SourceId, text: &str) -> Lexed<TokenKind> {
    lex_blocks(file, text).0
}

/// The same, and where reading ended if braces of C were too many to be read as blocks.
pub(crate) fn lex_blocks(file: SourceId, text: &str) -> (Lexed<TokenKind>, Option<Span>) {
    let mut stop = None;
    let lexed = Scan::run(file, text, &codes::FILE_TOO_LARGE, |scan| {
        let mut lexer =
            Lexer { inner: TokenKind::lexer(text), text, base: 0, left: text.len() + SPARE_BYTES };
        let mut braces = Braces::default();
        while let Some(next) = lexer.inner.next() {
            let span = lexer.span(scan);
            if is_block(&braces, next, &lexer.inner) {
                if let Some(diagnostic) = braces.first_message(span) {
                    scan.report(diagnostic);
                }
                if !lexer.back_behind_brace() {
                    stop = Some(span);
                    return;
                }
                let brace = Span::new(span.file, span.start, span.start + 1);
                if let Some(kind) = braces.open_block() {
                    scan.push(kind, brace);
                }
                continue;
            }
            let rest = lexer.inner.remainder();
            if next.is_err()
                && lexer.inner.slice() == "}"
                && let Some(closer) = braces.close_block(rest)
            {
                if let Some(kind) = closer {
                    scan.push(kind, span);
                    braces.pass(kind);
                }
                continue;
            }
            braces.pass(next.unwrap_or(TokenKind::Unknown));
            match next {
                Ok(TokenKind::LineComment) => {}
                Ok(TokenKind::CommentStart) => {
                    let length = scan.block_comment(&codes::UNTERMINATED, span, rest);
                    lexer.inner.bump(length);
                }
                Ok(TokenKind::UnterminatedString) => unterminated(scan, "text", "\"", span),
                Ok(TokenKind::UnterminatedName) => unterminated(scan, "name", "}", span),
                // Between braces of C, `else if` goes on with the same `if`.
                Ok(TokenKind::Else) if braces.is_before_if(rest) => {
                    let length = rest.len() - rest.trim_start().len() + "if".len();
                    lexer.inner.bump(length);
                    braces.pass(TokenKind::If);
                    scan.push(TokenKind::Elsif, span);
                }
                Ok(kind) => scan.push(kind, span),
                Err(()) => unknown(scan, &mut lexer.inner, span),
            }
        }
    });
    (lexed, stop)
}

/// Reading again behind braces may take as many bytes as the text has, and so many more.
const SPARE_BYTES: usize = 100_000;

/// The automaton, which can go back to behind the first character of a token.
struct Lexer<'t> {
    inner: logos::Lexer<'t, TokenKind>,
    text: &'t str,
    /// Where the text of the automaton begins.
    base: usize,
    /// How many bytes may be read again.
    left: usize,
}

impl Lexer<'_> {
    fn span(&self, scan: &Scan<'_, TokenKind>) -> Span {
        let range = self.inner.span();
        scan.span(range.start + self.base..range.end + self.base)
    }

    /// Whether there were bytes left to do so.
    fn back_behind_brace(&mut self) -> bool {
        let range = self.inner.span();
        let Some(left) = self.left.checked_sub(range.len()) else { return false };
        self.left = left;
        self.base += range.start + 1;
        self.inner = TokenKind::lexer(&self.text[self.base..]);
        true
    }
}

/// Whether a token in braces is meant as a block.
fn is_block(braces: &Braces, next: Result<TokenKind, ()>, lexer: &logos::Lexer<'_, TokenKind>) -> bool {
    match next {
        Ok(TokenKind::Quoted) => braces.closed(lexer.slice(), lexer.remainder()),
        Ok(TokenKind::UnterminatedName) => braces.open(&lexer.slice()[1..]),
        _ => false,
    }
}

fn unterminated(scan: &mut Scan<'_, TokenKind>, what: &str, close: &str, span: Span) {
    let help = format!("write `{close}` before the end of the line");
    scan.unterminated(&codes::UNTERMINATED, what, span, help);
    scan.push(TokenKind::Unknown, span);
}

/// A character without a meaning. The rest of a line behind what begins a comment in other languages is not read.
fn unknown(scan: &mut Scan<'_, TokenKind>, lexer: &mut logos::Lexer<'_, TokenKind>, span: Span) {
    let is_comment = lexer.slice() == "#" || lexer.slice() == "-" && lexer.remainder().starts_with("- ");
    let followed = format!("{}{}", lexer.slice(), lexer.remainder().chars().next().unwrap_or(' '));
    if !is_comment {
        return scan.unknown(span, |shown| unknown_character(shown, &followed, span));
    }
    scan.report(unknown_character(lexer.slice(), &followed, span));
    lexer.bump(lexer.remainder().find('\n').unwrap_or(lexer.remainder().len()));
}

/// The message about a character; `followed` is that character and the next.
fn unknown_character(shown: &str, followed: &str, span: Span) -> Diagnostic {
    let message = format!("The character `{}` has no meaning in a Boolean program.", shown.escape_debug());
    let help = match (shown, followed) {
        ("}", _) => "blocks end with `end`, `fi` and `od`; braces are around names: `{x > 0}`",
        ("#", _) | (_, "--") => "a comment is written `// ..` or `/* .. */`",
        (_, "->") => "implication is written `=>`",
        ("+" | "-" | "/" | "%", _) => {
            "there are truth values only: `&`, `|`, `^` (exclusive or), `!`, `=>`, `=` and `!=`"
        }
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
        let lexed = lex(SourceId::new(0), "x @@@ y \"a\n{b\n/* c");
        let codes: Vec<&str> = lexed.diagnostics.iter().map(|d| d.code.id).collect();
        assert_eq!(codes, ["CP0400", "CP0402", "CP0402", "CP0402"]);
    }
}
