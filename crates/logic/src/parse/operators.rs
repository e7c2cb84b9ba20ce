//! The operators between operands: when they are reduced, and to what.

use base::{Diagnostic, Span};

use super::atoms::is_control;
use super::{Operand, Parser, Sides, Value};
use crate::atom::Atom;
use crate::codes;
use crate::formula::{Binary, Unary};
use crate::lex::Token;
use crate::print::{Associativity, associativity};
use crate::rite::RiteOp;
use crate::term::{Path, Relation, Term};

/// What waits for its right operand or its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Open,
    /// `reach(x,` with the Rite to come.
    Reach(Option<Path>),
    Unary(Unary),
    Some,
    Binary(Binary),
    Concat,
    Sum,
    Compare {
        relation: Relation,
        negated: bool,
    },
}

impl Operator {
    /// How tightly it binds; parentheses hold against everything.
    fn precedence(&self) -> u8 {
        match self {
            Operator::Open | Operator::Reach(_) => 0,
            Operator::Binary(Binary::Iff) => 1,
            Operator::Binary(Binary::Implies) => 2,
            Operator::Binary(Binary::Or) => 3,
            Operator::Binary(Binary::And) => 4,
            Operator::Binary(Binary::Until | Binary::Release | Binary::WeakUntil | Binary::StrongRelease) => {
                5
            }
            Operator::Unary(_) | Operator::Some => 6,
            Operator::Compare { .. } => 7,
            Operator::Sum => 8,
            Operator::Concat => 9,
        }
    }

    /// Whether a waiting operator gets its right operand before this one takes it as its left.
    fn yields_to(&self, waiting: &Operator) -> bool {
        let right =
            matches!(self, Operator::Binary(binary) if associativity(*binary) == Associativity::Right);
        match right {
            true => waiting.precedence() > self.precedence(),
            false => waiting.precedence() >= self.precedence(),
        }
    }
}

impl Parser<'_> {
    /// Reads what may follow an operand, up to the next operator of two operands. True at the end of the text.
    pub(super) fn after_operand(&mut self) -> bool {
        loop {
            let (token, span) = self.peek();
            let operator = match token {
                Token::Star => {
                    self.advance();
                    self.star(span);
                    continue;
                }
                Token::Close => {
                    self.advance();
                    self.close(span);
                    continue;
                }
                Token::Comma => {
                    self.advance();
                    self.comma(span);
                    continue;
                }
                Token::End => {
                    self.end();
                    return true;
                }
                Token::Binary(binary) => Operator::Binary(binary),
                Token::Point => Operator::Concat,
                Token::Plus => Operator::Sum,
                Token::Relation(relation) => Operator::Compare { relation, negated: false },
                Token::NotEqual => Operator::Compare { relation: Relation::Equal, negated: true },
                Token::OpenElement => {
                    self.advance();
                    self.element(span);
                    continue;
                }
                Token::CloseElement => {
                    self.advance();
                    let message = "This `]` closes nothing.";
                    self.report(
                        Diagnostic::error(&codes::UNBALANCED_PARENTHESIS, message)
                            .at(span, "no `[` before it"),
                    );
                    continue;
                }
                Token::Unary(_)
                | Token::True
                | Token::False
                | Token::Eps
                | Token::Some
                | Token::Unchanged
                | Token::Name(_)
                | Token::Control(_)
                | Token::Thread(_)
                | Token::Number(_)
                | Token::Text(_)
                | Token::Open => {
                    self.missing_operator(span);
                    self.infix(Operator::Binary(Binary::And), span);
                    return false;
                }
            };
            self.advance();
            self.infix(operator, span);
            return false;
        }
    }

    fn missing_operator(&mut self, span: Span) {
        let before = self.operands.last().map(|operand| operand.span);
        let is_between = |diagnostic: &Diagnostic| {
            let place = diagnostic.span();
            diagnostic.code == &codes::UNKNOWN_CHARACTER
                && place.is_some_and(|at| {
                    at.end <= span.start && before.is_some_and(|before| before.end <= at.start)
                })
        };
        // A character that has no meaning may be meant as the operator, and a thread may follow a name at once.
        let is_thread = matches!(self.peek().0, Token::Control(word) if !is_control(word))
            && before.is_some_and(|before| before.end == span.start);
        if is_thread || self.diagnostics.iter().any(is_between) {
            return;
        }
        let diagnostic =
            Diagnostic::error(&codes::OPERATOR_MISSING, "An operator is missing between two operands.");
        let diagnostic = diagnostic.at(span, "second operand");
        self.report(match before {
            Some(before) => diagnostic.at(before, "first operand"),
            None => diagnostic,
        });
    }

    /// An operator of two operands whose left one is complete up to its precedence.
    fn infix(&mut self, operator: Operator, span: Span) {
        while self.operators.last().is_some_and(|(waiting, _)| {
            !matches!(waiting, Operator::Open | Operator::Reach(_)) && operator.yields_to(waiting)
        }) {
            self.reduce();
        }
        // A Rite on the left of a formula's operator is complete: its code must not wait below that of the right side.
        if matches!(operator, Operator::Binary(_))
            && let Some(left) = self.operands.pop()
        {
            let value = self.formula_of(left).map_or(Value::Error, Value::Formula);
            self.push(value, left.span);
        }
        self.operators.push((operator, span));
    }

    /// Reduces to the nearest parenthesis, which stays.
    fn reduce_all(&mut self) {
        while self
            .operators
            .last()
            .is_some_and(|(waiting, _)| !matches!(waiting, Operator::Open | Operator::Reach(_)))
        {
            self.reduce();
        }
    }

    /// Gives the operator on top its operands.
    fn reduce(&mut self) {
        let (Some((operator, span)), Some(right)) = (self.operators.pop(), self.operands.pop()) else {
            return;
        };
        match operator {
            Operator::Open | Operator::Reach(_) => self.operands.push(right),
            Operator::Unary(unary) => {
                let operand = self.formula_of(right);
                let value = operand.map(|operand| self.formulas.unary(unary, operand));
                self.push(value.map_or(Value::Error, Value::Formula), span.to(right.span));
            }
            Operator::Some => match self.rite_of(right, "after `some`") {
                Some(rite) => self.push_atom(Atom::Some(rite), span.to(right.span)),
                None => self.push(Value::Error, span.to(right.span)),
            },
            Operator::Binary(binary) => {
                let right_formula = self.formula_of(right);
                let Some(left) = self.operands.pop() else { return };
                let left_formula = self.formula_of(left);
                let value = left_formula.zip(right_formula);
                let value = value.map(|(left, right)| self.formulas.binary(binary, left, right));
                self.push(value.map_or(Value::Error, Value::Formula), left.span.to(right.span));
            }
            Operator::Concat => self.join(RiteOp::Concat, "beside `.`", right),
            Operator::Sum => self.join(RiteOp::Sum, "beside `+`", right),
            Operator::Compare { relation, negated } => self.compare(relation, negated, right),
        }
    }

    /// Finishes a path before what is an element of it.
    pub(super) fn reduce_fields(&mut self) {
        while let Some((Operator::Concat, _)) = self.operators.last() {
            self.reduce();
        }
    }

    /// Joins two Rites. The code of the left one ends where that of the right one begins.
    fn join(&mut self, op: RiteOp, place: &str, right: Operand) {
        let Some(left) = self.operands.pop() else { return };
        let span = left.span.to(right.span);
        if let (Value::Rite(start), Value::Rite(_)) = (left.value, right.value) {
            self.code.push(op);
            return self.push(Value::Rite(start), span);
        }
        if let (Value::Data(data), RiteOp::Concat) = (left.value, &op)
            && matches!(self.data[data].term, Term::Path(_))
        {
            return self.extend(data, right, span);
        }
        for side in [right, left] {
            match side.value {
                Value::Formula(_) | Value::Data(_) => {
                    let diagnostic = self.not_a_rite(side, place);
                    self.report(diagnostic);
                }
                Value::Rite(start) => self.code.truncate(start),
                Value::Error => {}
            }
        }
        self.push(Value::Error, span);
    }

    fn compare(&mut self, relation: Relation, negated: bool, right: Operand) {
        let right_term = self.term_of(right);
        let Some(left) = self.operands.pop() else { return };
        let left_term = self.term_of(left);
        let span = left.span.to(right.span);
        let Some((left_term, right_term)) = left_term.zip(right_term) else {
            return self.push(Value::Error, span);
        };
        let atom = Atom::Compare { relation, left: left_term, right: right_term };
        let compared = self.atom_with_sides(atom, Sides { left: left.span, right: right.span });
        let value = compared.map(|id| if negated { self.formulas.not(id) } else { id });
        self.push(value.map_or(Value::Error, Value::Formula), span);
    }

    fn star(&mut self, span: Span) {
        let Some(operand) = self.operands.pop() else { return };
        let whole = operand.span.to(span);
        match operand.value {
            Value::Rite(_) => {
                if self.code.last() != Some(&RiteOp::Star) {
                    self.code.push(RiteOp::Star);
                }
                self.push(operand.value, whole);
            }
            Value::Formula(_) | Value::Data(_) => {
                let diagnostic = self.not_a_rite(operand, "before `*`");
                self.report(diagnostic);
                self.push(Value::Error, whole);
            }
            Value::Error => self.push(Value::Error, whole),
        }
    }

    fn close(&mut self, span: Span) {
        self.reduce_all();
        match self.operators.pop() {
            Some((Operator::Reach(_), open)) => {
                self.bad_reach(open.to(span));
                if let Some(operand) = self.operands.pop() {
                    self.discard(operand);
                }
                self.push(Value::Error, open.to(span));
            }
            Some((_, open)) => {
                if let Some(operand) = self.operands.last_mut() {
                    operand.span = open.to(span);
                }
            }
            None => {
                let message = "This `)` closes nothing.";
                self.report(
                    Diagnostic::error(&codes::UNBALANCED_PARENTHESIS, message).at(span, "no `(` before it"),
                );
            }
        }
    }

    /// Only the Rite of `reach` ends with a comma.
    fn comma(&mut self, span: Span) {
        self.reduce_all();
        if let Some((Operator::Reach(_), _)) = self.operators.last() {
            let Some((Operator::Reach(from), open)) = self.operators.pop() else { return };
            let Some(operand) = self.operands.pop() else { return };
            let by = self.rite_of(operand, "between the paths of `reach`");
            return self.reach_end(open, from, by);
        }
        let message = "A comma stands only between the arguments of `reach`.";
        self.report(Diagnostic::error(&codes::BAD_ARGUMENT, message).at(span, "not inside `reach(...)`"));
    }

    fn end(&mut self) {
        self.reduce_all();
        while let Some((operator, open)) = self.operators.pop() {
            let message = "This `(` is not closed.";
            self.report(Diagnostic::error(&codes::UNBALANCED_PARENTHESIS, message).at(open, "no `)` for it"));
            if matches!(operator, Operator::Reach(_))
                && let Some(operand) = self.operands.pop()
            {
                self.discard(operand);
                self.push(Value::Error, open);
            }
            self.reduce_all();
        }
    }

    /// Forgets the topmost operand.
    pub(super) fn discard(&mut self, operand: Operand) {
        if let Value::Rite(start) = operand.value {
            self.code.truncate(start);
        }
    }
}
