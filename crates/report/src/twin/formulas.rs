//! Twins of summaries as formulas.

use base::SourceMap;
use ir::{Place, Program};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::twin::location::Location;
use crate::twin::question::Question;
use crate::twin::violation::{ViolationKind, sentence};

/// What a procedure of a Boolean program does. Values at its entry are those of its parameters and of the globals that
/// it touches; other globals keep their values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FormulaProcedure {
    pub procedure: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// With which values at the entry it is called: one of these cases. None if it is never called; a case without
    /// literals is any call.
    pub called_with: Vec<Vec<Literal>>,
    /// Whether there are more cases than those.
    pub called_with_more: bool,
    /// What is true at the exit of every call.
    pub always: Vec<Assignment>,
    /// The rest: each case can happen where its literals are true. None if no call returns.
    pub cases: Vec<FormulaCase>,
    /// Whether there are more cases than those.
    pub more_cases: bool,
    /// Errors in its own body.
    pub failures: Vec<Failure>,
}

/// A variable at the entry and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Literal {
    pub name: String,
    pub value: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FormulaCase {
    pub when: Vec<Literal>,
    pub then: Vec<Assignment>,
}

/// A global or a result (`result`, or `result 1` and so on), and its value at the exit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Assignment {
    pub target: String,
    pub value: NewValue,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NewValue {
    Constant(bool),
    /// The value of this variable at the entry.
    Same(String),
    /// The other value than that of this variable at the entry.
    Negated(String),
    /// Both values are possible.
    Any,
}

/// An error in a procedure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    pub kind: ViolationKind,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

impl FormulaProcedure {
    pub fn of(summary: &verdict::BooleanSummary, program: &Program, sources: &SourceMap) -> Self {
        let verdict::BooleanSummary { proc, called_with, always, cases, failures } = summary;
        let code = &program.procs[*proc];
        let names = Names { program, proc: code };
        let failure = |(kind, span): &(verdict::ViolationKind, Option<base::Span>)| Failure {
            kind: ViolationKind::of(kind),
            message: sentence(kind, &Question::NoErrors),
            location: span.map(|span| Location::of(span, sources)),
        };
        let case = |case: &verdict::SummaryCase| FormulaCase {
            when: names.literals(&case.when),
            then: names.assignments(&case.then),
        };
        Self {
            procedure: code.name.clone(),
            location: code.span.map(|span| Location::of(span, sources)),
            called_with: called_with.listed.iter().map(|product| names.literals(product)).collect(),
            called_with_more: !called_with.is_complete,
            always: names.assignments(always),
            cases: cases.listed.iter().map(case).collect(),
            more_cases: !cases.is_complete,
            failures: failures.iter().map(failure).collect(),
        }
    }
}

struct Names<'a> {
    program: &'a Program,
    proc: &'a ir::Proc,
}

impl Names<'_> {
    fn place(&self, place: Place) -> String {
        match place {
            Place::Global(global) => self.program.globals[global].name.clone(),
            Place::Local(local) => self.proc.locals[local].name.clone(),
        }
    }

    fn literals(&self, literals: &[(Place, bool)]) -> Vec<Literal> {
        literals.iter().map(|&(place, value)| Literal { name: self.place(place), value }).collect()
    }

    fn assignments(&self, assignments: &[(verdict::Target, verdict::NewValue)]) -> Vec<Assignment> {
        let assignment = |&(target, value): &(verdict::Target, verdict::NewValue)| Assignment {
            target: match target {
                verdict::Target::Global(global) => self.place(Place::Global(global)),
                verdict::Target::Result(_) if self.proc.results.len() == 1 => "result".to_owned(),
                verdict::Target::Result(index) => format!("result {}", index + 1),
            },
            value: match value {
                verdict::NewValue::Constant(value) => NewValue::Constant(value),
                verdict::NewValue::Same(place) => NewValue::Same(self.place(place)),
                verdict::NewValue::Negated(place) => NewValue::Negated(self.place(place)),
                verdict::NewValue::Any => NewValue::Any,
            },
        };
        assignments.iter().map(assignment).collect()
    }
}
