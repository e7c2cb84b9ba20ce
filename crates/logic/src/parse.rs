//! Reads formulas.
//!
//! From tight to loose:
//!
//! | operators | associate |
//! | --- | --- |
//! | `*` | after its operand |
//! | `.` | left |
//! | `+` | left |
//! | `==` `!=` | not at all |
//! | `!` `X` `F` `G` `some` | before their operand |
//! | `U` `R` `W` `M` | right |
//! | `&&` | left |
//! | `\|\|` | left |
//! | `->` | right |
//! | `<->` | left |
//!
//! The first four rows build Rites and comparisons, which are atoms of the rows below; so `G x.f + !x` is `G (x.f + !x)`. A `!` right
//! before a name belongs to the Rite: `!x` says that `x` points elsewhere. Before anything else, a parenthesis too, it is the
//! negation: `!(x)` denies the Rite `x`.
//!
//! This is operator precedence parsing (Floyd) on two explicit stacks, so that no nesting can exhaust the machine's stack. Code of
//! Rites is emitted in postfix order as operators are reduced; the Rite on top of the operands is always the end of the code. After an error
//! an operand or operator is made up, and reading goes on.

mod atoms;
mod operators;

use base::{Diagnostic, SourceId, Span};

use crate::atom::Atom;
use crate::codes;
use crate::formula::{Formula, FormulaId, Formulas};
use crate::lex::{Token, tokens};
use crate::rite::{Path, Rite, RiteOp};
use operators::Operator;

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
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads one formula that begins at byte `start` of a file.
pub fn parse(formulas: &mut Formulas, file: SourceId, start: u32, text: &str) -> Parsed {
    if text.len() > MAX_LENGTH || start as usize + text.len() > u32::MAX as usize {
        let message = format!("The formula has {} bytes; {MAX_LENGTH} are allowed.", text.len());
        let span = Span::new(file, start, start);
        let diagnostic = Diagnostic::error(&codes::FORMULA_TOO_LONG, message).at(span, "begins here");
        return Parsed { root: None, names: Vec::new(), diagnostics: vec![diagnostic] };
    }
    let mut diagnostics = Vec::new();
    let tokens = tokens(file, start, text, &mut diagnostics);
    let parser = Parser {
        formulas,
        tokens,
        at: 0,
        operands: Vec::new(),
        operators: Vec::new(),
        code: Vec::new(),
        names: Vec::new(),
        diagnostics,
    };
    parser.run()
}

/// What an operand is.
#[derive(Clone, Copy, Debug)]
enum Value {
    /// The Rite whose code begins here; it ends where the next operand begins.
    Rite(usize),
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
    formulas: &'a mut Formulas,
    tokens: Vec<(Token<'a>, Span)>,
    at: usize,
    operands: Vec<Operand>,
    operators: Vec<(Operator, Span)>,
    code: Vec<RiteOp>,
    names: Vec<NameUse>,
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
        let root = root.filter(|_| self.diagnostics.is_empty());
        if self.diagnostics.len() > MAX_ERRORS {
            self.diagnostics.truncate(MAX_ERRORS);
            let message = "There are more errors in this formula.";
            self.diagnostics.push(Diagnostic::error(&codes::TOO_MANY_ERRORS, message));
        }
        Parsed { root, names: self.names, diagnostics: self.diagnostics }
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
        let id = self.formulas.atom(atom);
        let told = || self.diagnostics.iter().any(|diagnostic| diagnostic.code == &codes::TOO_MANY_ATOMS);
        if id.is_none() && !told() {
            let message = "The formula has more than 64 different propositions.";
            self.report(Diagnostic::error(&codes::TOO_MANY_ATOMS, message).at(span, "the one too many"));
        }
        id
    }

    /// The topmost operand as a formula; a Rite becomes an atom.
    fn formula_of(&mut self, operand: Operand) -> Option<FormulaId> {
        match operand.value {
            Value::Formula(id) => Some(id),
            Value::Rite(start) => {
                let rite = self.take_rite(start);
                self.atom(Atom::Rite(rite), operand.span)
            }
            Value::Error => None,
        }
    }

    fn take_rite(&mut self, start: usize) -> Rite {
        Rite::from_code(self.code.split_off(start)).expect("reduced operators emit well-formed code")
    }

    /// The topmost operand as a Rite, or a report that it is none.
    fn rite_of(&mut self, operand: Operand, place: &str) -> Option<Rite> {
        match operand.value {
            Value::Rite(start) => Some(self.take_rite(start)),
            Value::Formula(_) => {
                self.report(not_a_rite(operand.span, place));
                None
            }
            Value::Error => None,
        }
    }

    /// The topmost operand as a side of a comparison.
    fn path_of(&mut self, operand: Operand) -> Option<Path> {
        let path = match operand.value {
            Value::Rite(start) => self.take_rite(start).as_path(),
            Value::Formula(_) => None,
            Value::Error => return None,
        };
        if path.is_some() {
            self.names_of_path(operand.span);
        } else {
            let message = "A comparison has a path on each side: a variable, and perhaps fields after it.";
            let diagnostic =
                Diagnostic::error(&codes::BAD_COMPARISON, message).at(operand.span, "not a path");
            self.report(diagnostic.help("for the negation of a comparison, write `x != y` or `!(x == y)`"));
        }
        path
    }

    /// What was read as a path expression is a path: its first name is a variable, all others are fields.
    fn names_of_path(&mut self, path: Span) {
        let begin = self.names.iter().rposition(|name| name.span.start < path.start).map_or(0, |at| at + 1);
        let names = self.names[begin..].iter_mut().take_while(|name| name.span.end <= path.end);
        for (index, name) in names.enumerate() {
            name.kind = if index == 0 { NameKind::Variable } else { NameKind::Field };
        }
    }
}

fn not_a_rite(span: Span, place: &str) -> Diagnostic {
    let message = format!("A formula cannot stand {place}.");
    Diagnostic::error(&codes::NOT_A_RITE, message)
        .at(span, "this is a formula")
        .help("combine formulas with `&&`, `||` and `!`")
}
