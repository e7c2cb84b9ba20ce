//! Reads formulas.
//!
//! From tight to loose:
//!
//! | operators | associate |
//! | --- | --- |
//! | `*` `[i]` | after their operand |
//! | `.` | left |
//! | `+` | left |
//! | `==` `!=` `<` `<=` `>` `>=` | not at all |
//! | `!` `X` `F` `G` `some` | before their operand |
//! | `U` `R` `W` `M` | right |
//! | `&&` | left |
//! | `\|\|` | left |
//! | `->` | right |
//! | `<->` | left |
//!
//! The first four rows build Rites, paths and comparisons, which are atoms of the rows below; so `G x.f + !x` is `G
//! (x.f + !x)`. A `!` right before a name belongs to the Rite: `!x` says that `x` points elsewhere. Before anything
//! else, a parenthesis too, it is the negation: `!(x)` denies the Rite `x`. A path to a truth value is no Rite but an
//! atom, which `!` negates; which paths are, the [`Vocabulary`] says.
//!
//! This is operator precedence parsing (Floyd) on two explicit stacks, so that no nesting can exhaust the machine's
//! stack. Code of Rites is emitted in postfix order as operators are reduced; the Rite on top of the operands is always
//! the end of the code. After an error an operand or operator is made up, and reading goes on.

mod atoms;
mod operators;
mod paths;

use base::{Diagnostic, SourceId, Span};

use crate::atom::Atom;
use crate::codes;
use crate::formula::{Formula, FormulaId, Formulas};
use crate::lex::{Token, tokens};
use crate::rite::{Rite, RiteOp};
use crate::term::{Literal, Term};
use crate::vocabulary::{NoProgram, Vocabulary};
use operators::Operator;
use paths::Data;

/// The longest formula, in bytes.
pub const MAX_LENGTH: usize = 1 << 20;
/// The number of errors that are shown.
const MAX_ERRORS: usize = 20;

/// What kind of entity a name of a formula should be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NameKind {
    /// A variable or a field: a name of a path expression.
    VariableOrField,
    /// A variable: after `!`, and at the beginning of a path that is compared or given to `reach`.
    Variable,
    /// A variable or a constant: a whole side of a comparison.
    Value,
    /// A local variable, after the thread whose it is.
    LocalOfThread,
    /// A field: inside such a path.
    Field,
    Label,
    Procedure,
}

/// A name where it stands, for the caller to resolve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameUse {
    pub name: String,
    pub kind: NameKind,
    pub span: Span,
}

/// What was read.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// Absent when there are errors.
    pub root: Option<FormulaId>,
    /// In the order of the text.
    pub names: Vec<NameUse>,
    /// For each atom of the store, where it first stands; empty for those that were there before.
    pub places: Vec<Sides>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Where an atom stands, and the two sides of a comparison; of other atoms, both sides are the whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    pub left: Span,
    pub right: Span,
}

/// Reads one formula that begins at byte `start` of a file, and is about no program in particular.
pub fn parse(formulas: &mut Formulas, file: SourceId, start: u32, text: &str) -> Parsed {
    parse_about(&NoProgram, formulas, file, start, text)
}

/// Reads one formula about the program whose names are given.
pub fn parse_about(
    vocabulary: &dyn Vocabulary,
    formulas: &mut Formulas,
    file: SourceId,
    start: u32,
    text: &str,
) -> Parsed {
    if text.len() > MAX_LENGTH || start as usize + text.len() > u32::MAX as usize {
        let message = format!("The formula has {} bytes; {MAX_LENGTH} are allowed.", text.len());
        let span = Span::new(file, start, start);
        let diagnostic = Diagnostic::error(&codes::FORMULA_TOO_LONG, message).at(span, "begins here");
        return Parsed { root: None, names: Vec::new(), places: Vec::new(), diagnostics: vec![diagnostic] };
    }
    let mut diagnostics = Vec::new();
    let tokens = tokens(vocabulary, file, start, text, &mut diagnostics);
    let parser = Parser {
        vocabulary,
        formulas,
        tokens,
        at: 0,
        operands: Vec::new(),
        operators: Vec::new(),
        code: Vec::new(),
        data: Vec::new(),
        names: Vec::new(),
        places: Vec::new(),
        diagnostics,
    };
    parser.run()
}

/// What an operand is.
#[derive(Clone, Copy, Debug)]
enum Value {
    /// The Rite whose code begins here; it ends where the next operand begins.
    Rite(usize),
    /// A literal, or a path that is no Rite: a place in the parser's list of them.
    Data(usize),
    Formula(FormulaId),
    /// Stands for something that was reported.
    Error,
}

#[derive(Clone, Copy, Debug)]
struct Operand {
    value: Value,
    span: Span,
}

struct Parser<'a> {
    vocabulary: &'a dyn Vocabulary,
    formulas: &'a mut Formulas,
    tokens: Vec<(Token<'a>, Span)>,
    at: usize,
    operands: Vec<Operand>,
    operators: Vec<(Operator, Span)>,
    code: Vec<RiteOp>,
    data: Vec<Data>,
    names: Vec<NameUse>,
    places: Vec<Sides>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    /// Operands and operators take turns.
    fn run(mut self) -> Parsed {
        loop {
            self.operand();
            if self.after_operand() {
                break;
            }
        }
        let operand = self.operands.pop();
        let root = operand.and_then(|operand| self.formula_of(operand));
        self.names.sort_by_key(|name| name.span.start);
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
        let root = root.filter(|_| !self.diagnostics.iter().any(Diagnostic::is_fatal));
        if self.diagnostics.len() > MAX_ERRORS {
            self.diagnostics.truncate(MAX_ERRORS);
            let message = "There are more errors in this formula.";
            self.diagnostics.push(Diagnostic::error(&codes::TOO_MANY_ERRORS, message));
        }
        Parsed { root, names: self.names, places: self.places, diagnostics: self.diagnostics }
    }

    fn peek(&self) -> (Token<'a>, Span) {
        self.tokens[self.at].clone()
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn accept(&mut self, token: &Token<'_>) -> bool {
        let found = self.tokens[self.at].0 == *token;
        if found {
            self.advance();
        }
        found
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn push(&mut self, value: Value, span: Span) {
        self.operands.push(Operand { value, span });
    }

    fn push_rite(&mut self, op: RiteOp, span: Span) {
        self.push(Value::Rite(self.code.len()), span);
        self.code.push(op);
    }

    fn push_formula(&mut self, formula: Formula, span: Span) {
        let id = self.formulas.add(formula);
        self.push(Value::Formula(id), span);
    }

    fn push_atom(&mut self, atom: Atom, span: Span) {
        let value = self.atom(atom, span).map_or(Value::Error, Value::Formula);
        self.push(value, span);
    }

    fn atom(&mut self, atom: Atom, span: Span) -> Option<FormulaId> {
        self.atom_with_sides(atom, Sides { left: span, right: span })
    }

    fn atom_with_sides(&mut self, atom: Atom, sides: Sides) -> Option<FormulaId> {
        let id = self.formulas.atom(atom);
        self.places.resize(self.formulas.atoms().len().max(self.places.len()), sides);
        let is_reported =
            || self.diagnostics.iter().any(|diagnostic| diagnostic.code == &codes::TOO_MANY_ATOMS);
        if id.is_none() && !is_reported() {
            let message = "The formula has more than 64 different propositions.";
            let span = sides.left.to(sides.right);
            self.report(Diagnostic::error(&codes::TOO_MANY_ATOMS, message).at(span, "the one too many"));
        }
        id
    }

    /// The topmost operand as a formula; a Rite or a path becomes an atom.
    fn formula_of(&mut self, operand: Operand) -> Option<FormulaId> {
        match operand.value {
            Value::Formula(id) => Some(id),
            Value::Rite(start) => {
                let rite = self.take_rite(start);
                let truth = rite.as_path_or_negation().filter(|(path, _)| self.vocabulary.is_truth(path));
                match truth {
                    Some((path, negated)) => {
                        self.names_of_path(operand.span, NameKind::Variable);
                        self.truth(Atom::Holds(path), negated, operand.span)
                    }
                    None => self.atom(Atom::Rite(rite), operand.span),
                }
            }
            Value::Data(index) => {
                let Data { term, negated } = self.take_data(index);
                match term {
                    Term::Path(path) => self.truth(Atom::Holds(path), negated, operand.span),
                    Term::Literal(literal) => {
                        self.report(not_a_proposition(&literal, operand.span));
                        None
                    }
                }
            }
            Value::Error => None,
        }
    }

    fn truth(&mut self, atom: Atom, negated: bool, span: Span) -> Option<FormulaId> {
        let holds = self.atom(atom, span)?;
        Some(if negated { self.formulas.not(holds) } else { holds })
    }

    fn take_rite(&mut self, start: usize) -> Rite {
        Rite::from_code(self.code.split_off(start)).expect("reduced operators emit well-formed code")
    }

    /// The topmost operand as a Rite, or a report that it is none.
    fn rite_of(&mut self, operand: Operand, place: &str) -> Option<Rite> {
        match operand.value {
            Value::Rite(start) => Some(self.take_rite(start)),
            Value::Formula(_) | Value::Data(_) => {
                let diagnostic = self.not_a_rite(operand, place);
                self.report(diagnostic);
                None
            }
            Value::Error => None,
        }
    }

    /// The topmost operand as a side of a comparison.
    fn term_of(&mut self, operand: Operand) -> Option<Term> {
        let term = match operand.value {
            Value::Rite(start) => {
                let path = self.take_rite(start).as_path();
                let alone = path.as_ref().is_some_and(|path| path.as_name().is_some());
                if path.is_some() {
                    let first = if alone { NameKind::Value } else { NameKind::Variable };
                    self.names_of_path(operand.span, first);
                }
                path.map(Term::Path)
            }
            Value::Data(index) => {
                let Data { term, negated } = self.take_data(index);
                (!negated).then_some(term)
            }
            Value::Formula(id) => match self.formulas.get(id) {
                Formula::True => Some(Term::Literal(Literal::Truth(true))),
                Formula::False => Some(Term::Literal(Literal::Truth(false))),
                Formula::Atom(_) | Formula::Unary(..) | Formula::Binary(..) => None,
            },
            Value::Error => return None,
        };
        if term.is_none() {
            let message = "A comparison has a value on each side: a literal, or a path from a variable.";
            let diagnostic =
                Diagnostic::error(&codes::BAD_COMPARISON, message).at(operand.span, "not a value");
            let help = "for the negation of a comparison, write `x != y` or `!(x == y)`; for the relation of two \
                formulas, `a <-> b`";
            self.report(diagnostic.help(help));
        }
        term
    }

    /// What is said of an operand that is no path expression, where one has to be.
    fn not_a_rite(&self, operand: Operand, place: &str) -> Diagnostic {
        let (what, help) = match operand.value {
            Value::Data(index) => match &self.data[index].term {
                Term::Literal(_) => {
                    ("a literal", "formulas do not compute: they compare values, as in `x < 3`")
                }
                Term::Path(_) => ("a value", "path expressions are made of variables and fields"),
            },
            Value::Rite(_) | Value::Formula(_) | Value::Error => {
                ("a formula", "combine formulas with `&&`, `||` and `!`")
            }
        };
        let message = format!("{}{} cannot stand {place}.", what[..1].to_uppercase(), &what[1..]);
        let diagnostic = Diagnostic::error(&codes::NOT_A_RITE, message);
        diagnostic.at(operand.span, format!("this is {what}")).help(help)
    }
}

fn not_a_proposition(literal: &Literal, span: Span) -> Diagnostic {
    let message = format!("`{literal}` alone says nothing about a state.");
    let diagnostic = Diagnostic::error(&codes::BAD_COMPARISON, message).at(span, "a value, not a formula");
    diagnostic.help(format!("compare it, as in `x == {literal}`"))
}
