//! Proofs in a text form of their own, so that cases are data.
//!
//! ```text
//! proof    = { procN [blockN=formula; ...] summary=formula }       one line for each procedure
//! formula  = a conjunction (&), disjunction (|) or equivalence (=) of literals; parentheses; ! before an atom or a parenthesis
//! atom     = T | F | gN | vN       current values
//!          | gN@ | vN@             values at the entry
//!          | rN                    results
//! ```
//!
//! All operators bind alike, to the left. A case is a file: a program in the text form of the core language, then
//! proofs and what becomes of them, each after a line `//= NAME`, as for summaries: `accepted` or `refused REASON`
//! before a proof, or `with REASON: OLD => NEW` for the last accepted proof with another text in the place of one.

use std::iter::Peekable;
use std::str::Chars;

use base::Id;
use cutpoint_certify::{BooleanReport, Refusal, certify_boolean};
use ir::{Place, Program};
use verdict::{Atom, BooleanProof, Formula, Formulas, ProcProof};

use crate::support::{Case, cases_of};

/// The program of a case file, and its proofs.
pub(crate) fn cases(text: &str) -> (Program, Vec<Case<BooleanProof>>) {
    cases_of(text, proof)
}

/// The outcome as a case names it.
pub(crate) fn outcome(
    program: &Program,
    proof: &BooleanProof,
) -> (Option<String>, Result<BooleanReport, Refusal>) {
    let outcome = certify_boolean(program, proof);
    let reason = outcome.as_ref().err().map(|refusal| {
        let shown = format!("{:?}", refusal.reason);
        shown.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
    });
    (reason, outcome)
}

pub(crate) fn proof(text: &str) -> BooleanProof {
    let mut formulas = Formulas::default();
    let lines = text.lines().filter(|line| line.starts_with("proc"));
    let procs = lines.map(|line| {
        let (listed, summary) = line.split_once(']').expect("the end of the invariants");
        let (_, listed) = listed.split_once('[').expect("invariants");
        let invariants = listed.split(';').filter(|part| !part.trim().is_empty()).map(|part| {
            let (block, formula) = part.split_once('=').expect("blockN=formula");
            let number = block.trim().strip_prefix("block").and_then(|number| number.parse().ok());
            (Id::new(number.unwrap_or_else(|| panic!("{block} is no block"))), parse(formula, &mut formulas))
        });
        let invariants = invariants.collect();
        let summary = summary.trim().strip_prefix("summary=").expect("a summary");
        ProcProof { invariants, summary: parse(summary, &mut formulas) }
    });
    let procs = procs.collect();
    BooleanProof { formulas, procs }
}

fn parse(text: &str, formulas: &mut Formulas) -> Formula {
    let text: String = text.split_whitespace().collect();
    let mut reader = Reader { text: text.chars().peekable(), formulas };
    let formula = reader.operators();
    assert_eq!(reader.text.next(), None, "{text} goes on");
    formula
}

struct Reader<'a> {
    text: Peekable<Chars<'a>>,
    formulas: &'a mut Formulas,
}

impl Reader<'_> {
    fn operators(&mut self) -> Formula {
        let mut left = self.operand();
        while let Some(operator) = self.text.next_if(|next| "&|=".contains(*next)) {
            let right = self.operand();
            left = match operator {
                '&' => self.formulas.and(left, right),
                '|' => self.formulas.or(left, right),
                _ => {
                    let (both, neither) = (self.formulas.and(left, right), self.formulas.and(!left, !right));
                    self.formulas.or(both, neither)
                }
            };
        }
        left
    }

    fn operand(&mut self) -> Formula {
        match self.text.next().expect("an operand") {
            '!' => !self.operand(),
            '(' => {
                let inner = self.operators();
                assert_eq!(self.text.next(), Some(')'));
                inner
            }
            'T' => Formula::TRUE,
            'F' => Formula::FALSE,
            kind => {
                let mut number = String::new();
                while let Some(digit) = self.text.next_if(char::is_ascii_digit) {
                    number.push(digit);
                }
                let number: usize = number.parse().unwrap_or_else(|_| panic!("{kind} has no number"));
                let atom = self.atom(kind, number);
                self.formulas.atom(atom)
            }
        }
    }

    fn atom(&mut self, kind: char, number: usize) -> Atom {
        let at_entry = self.text.next_if_eq(&'@').is_some();
        let place = match kind {
            'g' => Place::Global(Id::new(number)),
            'v' => Place::Local(Id::new(number)),
            'r' => return Atom::Result(number as u32),
            other => panic!("{other} is no atom"),
        };
        if at_entry { Atom::Entry(place) } else { Atom::Current(place) }
    }
}
