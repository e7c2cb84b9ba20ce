//! Paths to values: names with their points, elements of arrays, local variables of threads.

use base::{Diagnostic, Span};

use super::{NameKind, Operand, Parser, Value};
use crate::codes;
use crate::lex::Token;
use crate::rite::{MAX_PARTS, RiteOp};
use crate::term::{Index, Literal, OneThread, Path, Step, Term};

/// A side of a comparison that is no Rite.
#[derive(Clone, Debug)]
pub(super) struct Data {
    pub(super) term: Term,
    /// It begins with `!`.
    pub(super) negated: bool,
}

impl<'a> Parser<'a> {
    /// The longest name that begins here, points included, as far as the program knows it; one part otherwise. Does
    /// not advance.
    fn longest_name(&self) -> Option<(String, Span, usize)> {
        let (Token::Name(first), span) = self.tokens[self.at].clone() else { return None };
        let mut longest = (first.to_owned(), span, 1);
        let (mut name, mut at) = (first.to_owned(), self.at);
        for parts in 2..=MAX_PARTS {
            let (Some((Token::Point, _)), Some((Token::Name(part), end))) =
                (self.tokens.get(at + 1), self.tokens.get(at + 2))
            else {
                break;
            };
            at += 2;
            name = format!("{name}.{part}");
            if self.vocabulary.knows(&name) {
                longest = (name.clone(), span.to(*end), 2 * parts - 1);
            }
        }
        Some(longest)
    }

    /// Reads a name, which may have points in it if the program has such a name.
    pub(super) fn name(&mut self) -> Option<(String, Span)> {
        let (name, span, tokens) = self.longest_name()?;
        self.at += tokens;
        Some((name, span))
    }

    /// Whether a procedure and the number of a thread come next, as in `Worker@1`.
    pub(super) fn is_thread_of_procedure(&self) -> bool {
        let mut at = self.at;
        for _ in 0..MAX_PARTS {
            let Some((Token::Name(_), _)) = self.tokens.get(at) else { return false };
            match self.tokens.get(at + 1) {
                Some((Token::Thread(_), _)) => return true,
                Some((Token::Point, _)) => at += 2,
                _ => return false,
            }
        }
        false
    }

    /// Reads `Worker@1.me` or `@1.me`.
    pub(super) fn local_of_thread(&mut self) -> Option<(Path, Span)> {
        let (_, start) = self.peek();
        let procedure = self.dotted().map(|parts| {
            let name = parts.iter().map(|(part, _)| *part).collect::<Vec<_>>().join(".");
            self.use_name(&name, NameKind::Procedure, parts[0].1.to(parts[parts.len() - 1].1));
            name
        });
        let (Token::Thread(number), sign) = self.peek() else { return None };
        self.advance();
        let found = if self.accept(&Token::Point) { self.name() } else { None };
        let Some((variable, end)) = found else {
            let message = "A thread is followed by what is asked of it.";
            let diagnostic = Diagnostic::error(&codes::BAD_ARGUMENT, message).at(sign, "this thread");
            self.report(diagnostic.help(format!(
                "write `@{number}.x` for a local variable, `@{number}.at(label)` or `@{number}.in(procedure)`"
            )));
            return None;
        };
        self.use_name(&variable, NameKind::LocalOfThread, end);
        let thread = Some(OneThread { procedure, number });
        Some((Path { thread, variable, steps: Vec::new() }, start.to(end)))
    }

    /// Reads a local variable of a thread as an operand.
    pub(super) fn thread_operand(&mut self) {
        let (_, start) = self.peek();
        match self.local_of_thread() {
            Some((path, span)) => self.push_data(Term::Path(path), false, span),
            None => self.push(Value::Error, start),
        }
    }

    /// Reads a path as an argument of `reach` or as an index.
    pub(super) fn path(&mut self, may_have_elements: bool) -> Option<Path> {
        let begins_at_thread = matches!(self.peek().0, Token::Thread(_)) || self.is_thread_of_procedure();
        let mut path = match begins_at_thread {
            true => self.local_of_thread()?.0,
            false => {
                let (variable, span) = self.name()?;
                self.use_name(&variable, NameKind::Variable, span);
                Path::of_fields(variable, [])
            }
        };
        loop {
            if self.accept(&Token::Point) {
                let (field, span) = self.name()?;
                self.use_name(&field, NameKind::Field, span);
                path.steps.push(Step::Field(field));
            } else if may_have_elements && self.accept(&Token::OpenElement) {
                path.steps.push(Step::Element(self.index()?.0));
            } else {
                return Some(path);
            }
        }
    }

    /// Reads `[0]` or `[i]` after an operand, which has to be a path.
    pub(super) fn element(&mut self, open: Span) {
        self.reduce_fields();
        let Some(operand) = self.operands.pop() else { return };
        let base = self.data_of(operand);
        if base.is_none() && !matches!(operand.value, Value::Error) {
            let message = "Only a path has elements.";
            let diagnostic =
                Diagnostic::error(&codes::BAD_COMPARISON, message).at(operand.span, "not a path");
            self.report(diagnostic.help("an element of an array is named `x.f[0]` or `x.f[i]`"));
        }
        let index = self.index();
        let span = operand.span.to(index.as_ref().map_or(open, |(_, close)| *close));
        match (base, index) {
            (Some(Data { term: Term::Path(mut path), negated }), Some((index, _))) => {
                path.steps.push(Step::Element(index));
                self.push_data(Term::Path(path), negated, span);
            }
            _ => self.push(Value::Error, span),
        }
    }

    /// Reads `0]` or `i]`; reports what is not there, and goes to the end of the brackets.
    fn index(&mut self) -> Option<(Index, Span)> {
        let (token, span) = self.peek();
        let index = match token {
            Token::Number(digits) => {
                self.advance();
                digits.parse().ok().map(Index::Number)
            }
            _ => self.path(false).map(|path| Index::Path(Box::new(path))),
        };
        let (_, close) = self.peek();
        if let Some(index) = index
            && self.accept(&Token::CloseElement)
        {
            return Some((index, close));
        }
        let message = "An element is named by its number or by a path without elements.";
        let diagnostic = Diagnostic::error(&codes::BAD_ARGUMENT, message);
        self.report(diagnostic.at(span, "as in `wants[0]` or `wants[i]`"));
        while !matches!(self.peek().0, Token::CloseElement | Token::End) {
            self.advance();
        }
        self.accept(&Token::CloseElement);
        None
    }

    /// The topmost operand as a path, if it is one; its names get their kinds.
    fn data_of(&mut self, operand: Operand) -> Option<Data> {
        match operand.value {
            Value::Data(index) => {
                Some(self.take_data(index)).filter(|data| matches!(data.term, Term::Path(_)))
            }
            Value::Rite(start) => {
                let (path, negated) = self.take_rite(start).as_path_or_negation()?;
                self.names_of_path(operand.span, NameKind::Variable);
                Some(Data { term: Term::Path(path), negated })
            }
            Value::Formula(_) | Value::Error => None,
        }
    }

    pub(super) fn push_data(&mut self, term: Term, negated: bool, span: Span) {
        self.data.push(Data { term, negated });
        self.push(Value::Data(self.data.len() - 1), span);
    }

    /// What an operand refers to; operands are used once.
    pub(super) fn take_data(&mut self, index: usize) -> Data {
        let used = Data { term: Term::Literal(Literal::Truth(false)), negated: false };
        std::mem::replace(&mut self.data[index], used)
    }

    /// Goes along a field after a path that is no Rite. Reports an operand that is no name.
    pub(super) fn extend(&mut self, data: usize, right: Operand, span: Span) {
        let field = match right.value {
            Value::Rite(start) => match self.take_rite(start).code() {
                [RiteOp::Name(field)] => Some(field.clone()),
                _ => None,
            },
            Value::Data(_) | Value::Formula(_) | Value::Error => None,
        };
        let Data { term, negated } = self.take_data(data);
        let (Some(field), Term::Path(mut path)) = (field, term) else {
            if !matches!(right.value, Value::Error) {
                let message = "After an element or a local variable of a thread, a path goes along fields.";
                let diagnostic = Diagnostic::error(&codes::NOT_A_RITE, message);
                self.report(diagnostic.at(right.span, "not the name of a field"));
            }
            return self.push(Value::Error, span);
        };
        self.names_of_path(right.span, NameKind::Field);
        path.steps.push(Step::Field(field));
        self.push_data(Term::Path(path), negated, span);
    }

    /// What was read as a path expression is a path: its first name is of a kind, all others are fields.
    pub(super) fn names_of_path(&mut self, path: Span, first: NameKind) {
        let begin = self.names.iter().rposition(|name| name.span.start < path.start).map_or(0, |at| at + 1);
        let names = self.names[begin..].iter_mut().take_while(|name| name.span.end <= path.end);
        for (index, name) in names.enumerate() {
            name.kind = if index == 0 { first } else { NameKind::Field };
        }
    }
}
