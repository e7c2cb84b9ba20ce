//! From tokens to lists in lists: brackets are matched, and nothing else is known.
//!
//! The reader keeps a stack of its own, so that depth costs no stack. Lists deeper than [`MAX_NESTING`] are passed
//! over, since what reads them next recurses.
//!
//! `( class` begins a class wherever it stands: classes are two lists deep. Where one begins deeper, a bracket before
//! it is not closed, and the class before it ends here.

use base::syntax::{Cursor, Kind};
use base::{Code, Diagnostic, Span};

use crate::ast::MAX_NESTING;
use crate::codes;
use crate::token::TokenKind;

/// How many lists lie around a class.
const CLASS_DEPTH: usize = 2;

#[derive(Debug)]
pub(crate) struct Sexp {
    pub(crate) kind: SexpKind,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum SexpKind {
    Atom(TokenKind),
    List(Bracket, Vec<Sexp>),
    /// Something was passed over, and a diagnostic was given.
    Bad,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bracket {
    Round,
    Square,
    Curly,
}

impl Bracket {
    fn opening(kind: TokenKind) -> Option<Self> {
        match kind {
            TokenKind::LeftParen => Some(Bracket::Round),
            TokenKind::LeftBracket => Some(Bracket::Square),
            TokenKind::LeftBrace => Some(Bracket::Curly),
            _ => None,
        }
    }

    fn closing(kind: TokenKind) -> Option<Self> {
        match kind {
            TokenKind::RightParen => Some(Bracket::Round),
            TokenKind::RightBracket => Some(Bracket::Square),
            TokenKind::RightBrace => Some(Bracket::Curly),
            _ => None,
        }
    }

    pub(crate) fn signs(self) -> [&'static str; 2] {
        match self {
            Bracket::Round => ["(", ")"],
            Bracket::Square => ["[", "]"],
            Bracket::Curly => ["{", "}"],
        }
    }
}

impl Sexp {
    pub(crate) fn atom(&self) -> Option<TokenKind> {
        match self.kind {
            SexpKind::Atom(kind) => Some(kind),
            SexpKind::List(..) | SexpKind::Bad => None,
        }
    }

    pub(crate) fn is(&self, kind: TokenKind) -> bool {
        self.atom() == Some(kind)
    }

    pub(crate) fn list(&self) -> Option<(Bracket, &[Sexp])> {
        match &self.kind {
            SexpKind::List(bracket, items) => Some((*bracket, items)),
            SexpKind::Atom(_) | SexpKind::Bad => None,
        }
    }

    pub(crate) fn is_class(&self) -> bool {
        self.list().is_some_and(|(_, items)| items.first().is_some_and(|first| first.is(TokenKind::Class)))
    }
}

/// What a text is made of.
#[derive(Default)]
pub(crate) struct Read {
    pub(crate) items: Vec<Sexp>,
    /// Lists that were not closed as they were opened: what is in them may stand at a wrong place.
    pub(crate) damaged: Vec<Span>,
    /// Brackets that close nothing.
    pub(crate) superfluous: Vec<(Bracket, Span)>,
}

struct Open {
    bracket: Bracket,
    at: Span,
    items: Vec<Sexp>,
}

struct Reader<'c, 'text> {
    cursor: &'c mut Cursor<'text, TokenKind>,
    open: Vec<Open>,
    read: Read,
}

/// Reads all tokens.
pub(crate) fn read(cursor: &mut Cursor<'_, TokenKind>) -> Read {
    let mut reader = Reader { cursor, open: Vec::new(), read: Read::default() };
    while !reader.cursor.is_at(TokenKind::Eof) {
        reader.token();
    }
    let number = reader.open.len();
    if number > 0 {
        let end = reader.cursor.here();
        let still = if number == 1 { "one is".to_owned() } else { format!("{number} are") };
        reader.unclosed(0, end, format!("the file ends here, and {still} open"));
        reader.close_down_to(0, end);
    }
    reader.read
}

impl Reader<'_, '_> {
    fn token(&mut self) {
        let kind = self.cursor.kind();
        if let Some(bracket) = Bracket::opening(kind) {
            self.opening(bracket);
        } else if let Some(bracket) = Bracket::closing(kind) {
            self.closing(bracket);
        } else {
            let kind = if kind == TokenKind::UNKNOWN { SexpKind::Bad } else { SexpKind::Atom(kind) };
            let span = self.cursor.advance();
            self.put(Sexp { kind, span });
        }
    }

    fn put(&mut self, item: Sexp) {
        match self.open.last_mut() {
            Some(open) => open.items.push(item),
            None => self.read.items.push(item),
        }
    }

    fn opening(&mut self, bracket: Bracket) {
        let here = self.cursor.here();
        if self.cursor.peek(1) == TokenKind::Class && self.open.len() > CLASS_DEPTH {
            self.unclosed(CLASS_DEPTH, here, "the next class begins here");
            self.close_down_to(CLASS_DEPTH, here);
        }
        if self.open.len() == MAX_NESTING {
            self.pass_over(here);
        } else {
            self.cursor.advance();
            self.open.push(Open { bracket, at: here, items: Vec::new() });
        }
    }

    fn closing(&mut self, bracket: Bracket) {
        let here = self.cursor.advance();
        let Some(Open { bracket: opened, at, items }) = self.open.pop() else {
            return self.read.superfluous.push((bracket, here));
        };
        let span = at.to(here);
        if bracket != opened {
            let ([open, wanted], [_, found]) = (opened.signs(), bracket.signs());
            let message = format!("The `{open}` is closed by `{found}`.");
            let diagnostic = error(&codes::WRONG_BRACKET, message, here, format!("expected `{wanted}`"));
            self.cursor.diagnostics.push(diagnostic.at(at, "opened here"));
            self.read.damaged.push(span);
        }
        self.put(Sexp { kind: SexpKind::List(opened, items), span });
    }

    fn close_down_to(&mut self, depth: usize, here: Span) {
        while self.open.len() > depth {
            let Some(Open { bracket, at, items }) = self.open.pop() else { return };
            let span = Span::new(at.file, at.start, here.start.max(at.end));
            self.read.damaged.push(span);
            self.put(Sexp { kind: SexpKind::List(bracket, items), span });
        }
    }

    /// Says that the innermost bracket is not closed; unless, in what is left open, one is closed by a wrong bracket:
    /// that was said, and may be why.
    fn unclosed(&mut self, depth: usize, here: Span, label: impl Into<String>) {
        let at = self.open[self.open.len() - 1].at;
        let outer = self.open[depth].at;
        if self.read.damaged.last().is_some_and(|last| last.start > outer.start) {
            return;
        }
        let diagnostic = error(&codes::UNBALANCED, "This bracket is not closed.", at, "opened here");
        let help = "the bracket that is missing may belong to a list around this one";
        self.cursor.diagnostics.push(diagnostic.at(here, label).help(help));
    }

    /// Passes a list that lies too deep.
    fn pass_over(&mut self, here: Span) {
        let message = format!("Lists are nested more than {MAX_NESTING} deep.");
        let diagnostic = error(&codes::NESTED_TOO_DEEPLY, message, here, "too deep");
        self.cursor.diagnostics.push(diagnostic.help("move the inner part to a method of its own"));
        let mut depth = 0_usize;
        while !self.cursor.is_at(TokenKind::Eof) {
            let kind = self.cursor.kind();
            self.cursor.advance();
            if Bracket::opening(kind).is_some() {
                depth += 1;
            } else if Bracket::closing(kind).is_some() {
                depth -= 1;
            }
            if depth == 0 {
                break;
            }
        }
        let span = self.cursor.since(here);
        self.put(Sexp { kind: SexpKind::Bad, span });
    }
}

fn error(code: &'static Code, message: impl Into<String>, at: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, message).at(at, label)
}
