//! Prints formulas so that reading them gives the same formula again.
//!
//! Parentheses stand where the precedences of [`mod@crate::parse`] need them, and around every operand of an unlike
//! operator of two operands, since few readers know by heart whether `U` binds tighter than `&&`.

use std::fmt;

use crate::atom::Atom;
use crate::formula::{Binary, Formula, FormulaId, Formulas, Unary};
use crate::term::Relation;

/// A formula with the store that it belongs to; displays as text.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    formulas: &'a Formulas,
    root: FormulaId,
}

impl Formulas {
    /// The formula as text.
    pub fn display(&self, root: FormulaId) -> Printed<'_> {
        Printed { formulas: self, root }
    }
}

/// What is still to be written, the next at the end.
enum Piece {
    Text(&'static str),
    Formula(FormulaId),
    /// A formula that gets parentheses unless it is a single operand.
    Operand(FormulaId),
    /// The same; but a chain of this operator needs none on this side.
    Chained(FormulaId, Binary),
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces = vec![Piece::Formula(self.root)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Formula(id) => self.formula(f, id, &mut pieces)?,
                Piece::Operand(id) if self.is_single(id) => pieces.push(Piece::Formula(id)),
                Piece::Chained(id, operator) if self.is_single(id) || self.operator(id) == Some(operator) => {
                    pieces.push(Piece::Formula(id));
                }
                Piece::Operand(id) | Piece::Chained(id, _) => {
                    pieces.extend([Piece::Text(")"), Piece::Formula(id), Piece::Text("(")]);
                }
            }
        }
        Ok(())
    }
}

impl Printed<'_> {
    fn formula(&self, f: &mut fmt::Formatter<'_>, id: FormulaId, pieces: &mut Vec<Piece>) -> fmt::Result {
        match self.formulas.get(id) {
            Formula::True => f.write_str("true"),
            Formula::False => f.write_str("false"),
            Formula::Atom(atom) => write!(f, "{}", self.formulas.atoms()[atom]),
            Formula::Unary(Unary::Not, operand) => self.negation(f, operand, pieces),
            Formula::Unary(operator, operand) => {
                pieces.push(Piece::Operand(operand));
                f.write_str(spelling_of_unary(operator))
            }
            Formula::Binary(operator, left, right) => {
                let (left, right) = match associativity(operator) {
                    Associativity::Left => (Piece::Chained(left, operator), Piece::Operand(right)),
                    Associativity::Right => (Piece::Operand(left), Piece::Chained(right, operator)),
                };
                pieces.extend([right, Piece::Text(spelling_of_binary(operator)), left]);
                Ok(())
            }
        }
    }

    /// `!` before a name would be part of a Rite, so a negated Rite stands in parentheses.
    fn negation(
        &self,
        f: &mut fmt::Formatter<'_>,
        operand: FormulaId,
        pieces: &mut Vec<Piece>,
    ) -> fmt::Result {
        let Formula::Atom(atom) = self.formulas.get(operand) else {
            if self.is_unequal(operand) {
                pieces.extend([Piece::Text(")"), Piece::Formula(operand)]);
                return f.write_str("!(");
            }
            pieces.push(Piece::Operand(operand));
            return f.write_str("!");
        };
        match &self.formulas.atoms()[atom] {
            Atom::Rite(rite) => write!(f, "!({rite})"),
            Atom::Compare { relation: Relation::Equal, left, right } => write!(f, "{left} != {right}"),
            atom @ Atom::Compare { .. } => write!(f, "!({atom})"),
            other => write!(f, "!{other}"),
        }
    }

    /// Whether a formula is written `x != y`, where a sign before it would belong to `x`.
    fn is_unequal(&self, id: FormulaId) -> bool {
        let Formula::Unary(Unary::Not, operand) = self.formulas.get(id) else { return false };
        let Formula::Atom(atom) = self.formulas.get(operand) else { return false };
        matches!(self.formulas.atoms()[atom], Atom::Compare { relation: Relation::Equal, .. })
    }

    /// Whether a formula needs no parentheses as an operand.
    fn is_single(&self, id: FormulaId) -> bool {
        match self.formulas.get(id) {
            Formula::True | Formula::False | Formula::Unary(..) => true,
            Formula::Atom(atom) => match &self.formulas.atoms()[atom] {
                Atom::Rite(rite) => !rite.is_sum(),
                _ => true,
            },
            Formula::Binary(..) => false,
        }
    }

    fn operator(&self, id: FormulaId) -> Option<Binary> {
        match self.formulas.get(id) {
            Formula::Binary(operator, ..) => Some(operator),
            Formula::True | Formula::False | Formula::Atom(_) | Formula::Unary(..) => None,
        }
    }
}

/// Which side of an operator may hold the same operator without parentheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Associativity {
    Left,
    Right,
}

pub(crate) fn associativity(operator: Binary) -> Associativity {
    match operator {
        Binary::And | Binary::Or | Binary::Iff => Associativity::Left,
        Binary::Implies | Binary::Until | Binary::Release | Binary::WeakUntil | Binary::StrongRelease => {
            Associativity::Right
        }
    }
}

fn spelling_of_unary(operator: Unary) -> &'static str {
    match operator {
        Unary::Not => "!",
        Unary::Next => "X ",
        Unary::Finally => "F ",
        Unary::Globally => "G ",
    }
}

fn spelling_of_binary(operator: Binary) -> &'static str {
    match operator {
        Binary::And => " && ",
        Binary::Or => " || ",
        Binary::Implies => " -> ",
        Binary::Iff => " <-> ",
        Binary::Until => " U ",
        Binary::Release => " R ",
        Binary::WeakUntil => " W ",
        Binary::StrongRelease => " M ",
    }
}
