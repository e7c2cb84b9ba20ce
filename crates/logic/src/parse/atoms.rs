//! The beginnings of operands: names, constants, propositions, and the operators that stand before an operand.

use base::{Diagnostic, Span};

use super::operators::Operator;
use super::{NameKind, NameUse, Parser, Value};
use crate::atom::Atom;
use crate::codes;
use crate::formula::{Formula, Unary};
use crate::lex::Token;
use crate::rite::{Rite, RiteOp};
use crate::term::{Literal, Path, Term};

impl<'a> Parser<'a> {
    /// Reads operators and parentheses up to the next operand, and the operand.
    pub(super) fn operand(&mut self) {
        loop {
            let (token, span) = self.peek();
            match token {
                Token::Unary(Unary::Not) if self.is_name_next() => {
                    self.advance();
                    return self.not_name(span);
                }
                Token::Unary(unary) => self.operators.push((Operator::Unary(unary), span)),
                Token::Some => self.operators.push((Operator::Some, span)),
                Token::Open => self.operators.push((Operator::Open, span)),
                Token::Name("reach") if self.tokens[self.at + 1].0 == Token::Open => {
                    self.advance();
                    if !self.reach_begin(span) {
                        return;
                    }
                    continue;
                }
                Token::Name(_) if self.is_thread_of_procedure() => return self.thread_operand(),
                Token::Name(_) => return self.plain_name(),
                Token::Thread(number) => return self.thread(number, span),
                Token::Number(digits) => return self.literal(Literal::Number(plain_digits(digits)), span),
                Token::Text(text) => return self.literal(Literal::Text(text.to_owned()), span),
                Token::Eps => {
                    self.advance();
                    return self.push_rite(RiteOp::Eps, span);
                }
                Token::True => return self.single(Formula::True, span),
                Token::False => return self.single(Formula::False, span),
                Token::Unchanged => {
                    self.advance();
                    return self.push_atom(Atom::Unchanged, span);
                }
                Token::Control(word) => {
                    self.advance();
                    return self.control(word, None, span);
                }
                Token::Binary(_)
                | Token::Close
                | Token::Comma
                | Token::Point
                | Token::Plus
                | Token::Star
                | Token::Relation(_)
                | Token::NotEqual
                | Token::OpenElement
                | Token::CloseElement
                | Token::End => return self.missing_operand(span),
            }
            self.advance();
        }
    }

    fn plain_name(&mut self) {
        if let Some((name, span)) = self.name() {
            self.use_name(&name, NameKind::VariableOrField, span);
            self.push_rite(RiteOp::Name(name), span);
        }
    }

    fn literal(&mut self, literal: Literal, span: Span) {
        self.advance();
        self.push_data(Term::Literal(literal), false, span);
    }

    /// Reads `@1.at(label)`, `@1.in(procedure)`, or a local variable of the thread.
    fn thread(&mut self, number: u32, span: Span) {
        let after = |offset: usize| self.tokens.get(self.at + offset).map(|(token, _)| token.clone());
        match (after(1), after(2), after(3)) {
            (Some(Token::Point), Some(Token::Name(word @ ("at" | "in"))), Some(Token::Open)) => {
                self.at += 3;
                self.control(word, Some(number), span);
            }
            _ => self.thread_operand(),
        }
    }

    fn single(&mut self, formula: Formula, span: Span) {
        self.advance();
        self.push_formula(formula, span);
    }

    /// Makes an operand up; what is there is read as what comes after it.
    fn missing_operand(&mut self, span: Span) {
        let message = "An operand is missing.";
        self.report(Diagnostic::error(&codes::OPERAND_MISSING, message).at(span, "expected before this"));
        self.push(Value::Error, span);
    }

    /// Whether the token after this one is a name that `!` can take into a Rite.
    fn is_name_next(&self) -> bool {
        match self.tokens[self.at + 1].0 {
            Token::Name("reach") => self.tokens[self.at + 2].0 != Token::Open,
            Token::Name(_) => true,
            _ => false,
        }
    }

    fn not_name(&mut self, start: Span) {
        if self.is_thread_of_procedure() {
            return match self.local_of_thread() {
                Some((path, span)) => self.push_data(Term::Path(path), true, start.to(span)),
                None => self.push(Value::Error, start),
            };
        }
        if let Some((name, span)) = self.name() {
            self.use_name(&name, NameKind::Variable, span);
            self.push_rite(RiteOp::Not(name), start.to(span));
        }
    }

    pub(super) fn use_name(&mut self, name: &str, kind: NameKind, span: Span) {
        self.names.push(NameUse { name: name.to_owned(), kind, span });
    }

    fn control(&mut self, word: &str, thread: Option<u32>, span: Span) {
        let (atom, whole) = match word {
            "terminated" => (Some(Atom::Terminated), span),
            "stuck" => (Some(Atom::Stuck), span),
            "nullwrite" => (Some(Atom::NullWrite), span),
            "at" => self.argument(span, NameKind::Label, |label| Atom::At { thread, label }),
            "in" => self.argument(span, NameKind::Procedure, |procedure| Atom::In { thread, procedure }),
            _ => {
                let message = format!("There is no proposition `@{word}`.");
                let diagnostic = Diagnostic::error(&codes::UNKNOWN_PROPOSITION, message).at(span, "unknown");
                let help =
                    "there are `@terminated`, `@stuck`, `@nullwrite`, `@at(label)` and `@in(procedure)`";
                self.report(diagnostic.help(help));
                self.skip_argument();
                (None, span)
            }
        };
        match atom {
            Some(atom) => self.push_atom(atom, whole),
            None => self.push(Value::Error, whole),
        }
    }

    /// A name in parentheses, perhaps with points: `(Class.method)`.
    fn argument(
        &mut self,
        start: Span,
        kind: NameKind,
        atom: impl Fn(String) -> Atom,
    ) -> (Option<Atom>, Span) {
        let (_, open) = self.peek();
        let parts = if self.accept(&Token::Open) { self.dotted() } else { None };
        let (_, close) = self.peek();
        let Some(parts) = parts.filter(|_| self.accept(&Token::Close)) else {
            let message = "The proposition needs a name in parentheses.";
            let diagnostic = Diagnostic::error(&codes::BAD_ARGUMENT, message);
            self.report(diagnostic.at(start, "as in `@at(label)`").at(close, "found this"));
            if open != close {
                self.skip_to_close();
            }
            return (None, start);
        };
        let name = parts.iter().map(|(part, _)| *part).collect::<Vec<_>>().join(".");
        let span = parts[0].1.to(parts[parts.len() - 1].1);
        self.use_name(&name, kind, span);
        (Some(atom(name)), start.to(close))
    }

    /// One or more names with points between them.
    pub(super) fn dotted(&mut self) -> Option<Vec<(&'a str, Span)>> {
        let mut parts = Vec::new();
        loop {
            let (Token::Name(name), span) = self.peek() else { return None };
            self.advance();
            parts.push((name, span));
            if !self.accept(&Token::Point) {
                return Some(parts);
            }
        }
    }

    /// Reads `(x,` of `reach`; the Rite that follows is an operand like others. False if there is no Rite to come.
    fn reach_begin(&mut self, start: Span) -> bool {
        self.advance();
        let from = self.path(true);
        if from.is_some() && self.accept(&Token::Comma) {
            self.operators.push((Operator::Reach(from), start));
            return true;
        }
        let (_, span) = self.peek();
        self.bad_reach(start.to(span));
        self.skip_to_close();
        self.push(Value::Error, start);
        false
    }

    /// Reads `y)` of `reach`.
    pub(super) fn reach_end(&mut self, start: Span, from: Option<Path>, by: Option<Rite>) {
        let to = self.path(true);
        let (_, span) = self.peek();
        let closed = to.is_some() && self.accept(&Token::Close);
        if !closed {
            self.bad_reach(start.to(span));
            self.skip_to_close();
        }
        match (from, by, to) {
            (Some(from), Some(by), Some(to)) if closed => {
                self.push_atom(Atom::Reach { from, by, to }, start.to(span));
            }
            _ => self.push(Value::Error, start.to(span)),
        }
    }

    pub(super) fn bad_reach(&mut self, span: Span) {
        let message = "`reach` takes a path, a path expression and a path.";
        let diagnostic = Diagnostic::error(&codes::BAD_ARGUMENT, message).at(span, "as in `reach(x, f*, y)`");
        self.report(diagnostic);
    }

    fn skip_argument(&mut self) {
        if self.accept(&Token::Open) {
            self.skip_to_close();
        }
    }

    /// Leaves the parenthesis that is open here.
    fn skip_to_close(&mut self) {
        let mut depth = 1usize;
        while depth > 0 {
            match self.peek().0 {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                Token::End => return,
                _ => {}
            }
            self.advance();
        }
    }
}

/// Whether there is a proposition about control of this name.
pub(super) fn is_control(word: &str) -> bool {
    matches!(word, "terminated" | "stuck" | "nullwrite" | "at" | "in")
}

/// Digits without zeros before them, and zero without a sign: equal integers are spelled alike.
fn plain_digits(digits: &str) -> String {
    let (sign, rest) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let whole = rest.find('.').unwrap_or(rest.len());
    let zeros = rest[..whole].len() - rest[..whole].trim_start_matches('0').len();
    let rest = &rest[zeros.min(whole - 1)..];
    if rest == "0" { rest.to_owned() } else { format!("{sign}{rest}") }
}
