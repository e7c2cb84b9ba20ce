//! Twins of violations.

use base::SourceMap;
use ir::FaultKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::twin::execution::{Binding, Execution, State};
use crate::twin::location::Location;
use crate::twin::operand;
use crate::twin::question::Question;
use crate::twin::shared::{SharedDecisions, SharedExecution};

/// An error and an execution that reaches it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Violation {
    pub kind: ViolationKind,
    /// A sentence that stands alone.
    pub message: String,
    /// The statement that fails; for a deadlock the select of the first thread that waits; for an acceptance
    /// cycle an `accept` on the loop; for a formula the formula itself, if it stands in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// What made the statement fail: the values that an assertion has read, the reference that is null, the index and
    /// the length, the operands of arithmetic; each by the name that it has in the source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Binding>,
    #[serde(flatten)]
    pub witness: Witness,
}

/// The form of an execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Witness {
    /// Step by step.
    Steps {
        trace: Execution,
        /// The trace as bare decisions: enough to replay it.
        decisions: Vec<Decision>,
    },
    /// By parts that are shared, because there are too many steps.
    Shared {
        shared_trace: SharedExecution,
        /// The trace as bare decisions: enough to replay it.
        shared_decisions: SharedDecisions,
    },
}

/// One move of one thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Decision {
    /// Position of the thread among the live threads, in order of creation, before the move.
    pub thread: usize,
    /// Which alternative each choice with more than one takes, counted from 0. Of any value of a type: the number of
    /// the value in the order of the type.
    pub choices: Vec<u64>,
}

/// The kinds of error; in JSON by the names that the command prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ViolationKind {
    Assertion,
    NullDereference,
    IndexOutOfBounds,
    DivisionByZero,
    Overflow,
    OutOfRange,
    NegativeLength,
    EmptyChoice,
    FailedCast,
    ArrayStore,
    BlockingInAtomic,
    UnhandledException,
    Deadlock,
    AcceptanceCycle,
    Formula,
}

impl Violation {
    /// `question` is what the violation answers.
    pub fn of(
        violation: &verdict::Violation,
        question: &Question,
        execution: &verdict::Replayed,
        sources: &SourceMap,
    ) -> Self {
        let verdict::Violation { kind, span, witness } = violation;
        Self {
            kind: ViolationKind::of(kind),
            message: match kind {
                verdict::ViolationKind::Formula if is_open(execution) => {
                    format!("{}, however it goes on", sentence(kind, question))
                }
                _ => sentence(kind, question),
            },
            location: span.map(|span| Location::of(span, sources)).or_else(|| place(question)),
            values: operand::at_failure(execution, *span, sources),
            witness: Witness::of(witness, execution, sources),
        }
    }

    /// The execution, if it is a plain trace.
    pub fn steps(&self) -> Option<&Execution> {
        match &self.witness {
            Witness::Steps { trace, .. } => Some(trace),
            Witness::Shared { .. } => None,
        }
    }

    /// The state at the end.
    pub fn final_state(&self) -> &State {
        match &self.witness {
            Witness::Steps { trace, .. } => &trace.final_state,
            Witness::Shared { shared_trace, .. } => &shared_trace.final_state,
        }
    }
}

impl Witness {
    /// Panics if what was replayed is not the witness.
    fn of(witness: &verdict::Witness, execution: &verdict::Replayed, sources: &SourceMap) -> Self {
        let decision =
            |step: &verdict::TraceStep| Decision { thread: step.thread, choices: step.choices.clone() };
        match (witness, execution) {
            (verdict::Witness::Steps(trace), verdict::Replayed::Steps(execution)) => Self::Steps {
                trace: Execution::of(execution, sources),
                decisions: trace.steps.iter().map(decision).collect(),
            },
            (verdict::Witness::Shared(shared), verdict::Replayed::Shared(execution)) => Self::Shared {
                shared_trace: SharedExecution::of(execution, sources),
                shared_decisions: SharedDecisions::of(shared),
            },
            (verdict::Witness::Steps(_), _) | (verdict::Witness::Shared(_), _) => {
                panic!("a trace is replayed as it is")
            }
        }
    }
}

impl ViolationKind {
    pub fn of(kind: &verdict::ViolationKind) -> Self {
        match kind {
            verdict::ViolationKind::Assertion { .. } => Self::Assertion,
            verdict::ViolationKind::Fault(fault) => Self::of_fault(fault),
            verdict::ViolationKind::Deadlock => Self::Deadlock,
            verdict::ViolationKind::AcceptanceCycle => Self::AcceptanceCycle,
            verdict::ViolationKind::Formula => Self::Formula,
        }
    }

    fn of_fault(fault: &FaultKind) -> Self {
        match fault {
            FaultKind::NullDereference => Self::NullDereference,
            FaultKind::IndexOutOfBounds => Self::IndexOutOfBounds,
            FaultKind::DivisionByZero => Self::DivisionByZero,
            FaultKind::Overflow => Self::Overflow,
            FaultKind::OutOfRange => Self::OutOfRange,
            FaultKind::NegativeLength => Self::NegativeLength,
            FaultKind::EmptyChoice => Self::EmptyChoice,
            FaultKind::FailedCast { .. } => Self::FailedCast,
            FaultKind::ArrayStore { .. } => Self::ArrayStore,
            FaultKind::BlockingInAtomic => Self::BlockingInAtomic,
            FaultKind::UnhandledException(_) => Self::UnhandledException,
        }
    }

    /// The name in JSON and in text.
    pub fn slug(self) -> &'static str {
        match self {
            Self::Assertion => "assertion",
            Self::NullDereference => "null-dereference",
            Self::IndexOutOfBounds => "index-out-of-bounds",
            Self::DivisionByZero => "division-by-zero",
            Self::Overflow => "overflow",
            Self::OutOfRange => "out-of-range",
            Self::NegativeLength => "negative-length",
            Self::EmptyChoice => "empty-choice",
            Self::FailedCast => "failed-cast",
            Self::ArrayStore => "array-store",
            Self::BlockingInAtomic => "blocking-in-atomic",
            Self::UnhandledException => "unhandled-exception",
            Self::Deadlock => "deadlock",
            Self::AcceptanceCycle => "acceptance-cycle",
            Self::Formula => "formula",
        }
    }
}

/// Whether the trace is only the beginning of an execution, which violates the formula already.
fn is_open(execution: &verdict::Replayed) -> bool {
    let word = execution.steps().and_then(|execution| execution.word.as_ref());
    word.is_some_and(|word| word.loop_start.is_none())
}

fn place(question: &Question) -> Option<Location> {
    match question {
        Question::NoErrors | Question::NoErrorsIn(_) => None,
        Question::Formula(formula) => formula.location.clone(),
    }
}

/// What went wrong, as people read it.
pub fn sentence(kind: &verdict::ViolationKind, question: &Question) -> String {
    match kind {
        verdict::ViolationKind::Assertion { message: None } => "an assertion fails".to_owned(),
        verdict::ViolationKind::Assertion { message: Some(message) } => {
            format!("an assertion fails: {message}")
        }
        verdict::ViolationKind::Fault(fault) => fault_sentence(fault),
        verdict::ViolationKind::Deadlock => "no thread can move, and at least one still waits".to_owned(),
        verdict::ViolationKind::AcceptanceCycle => {
            "an infinite execution passes an accepting state again and again".to_owned()
        }
        verdict::ViolationKind::Formula => match question {
            Question::Formula(formula) => formula.broken(""),
            Question::NoErrors | Question::NoErrorsIn(_) => {
                "an execution does not satisfy the formula".to_owned()
            }
        },
    }
}

fn fault_sentence(fault: &FaultKind) -> String {
    let text = match fault {
        FaultKind::NullDereference => "an object is needed where there is only null",
        FaultKind::IndexOutOfBounds => "an index lies outside its array",
        FaultKind::DivisionByZero => "a number is divided by zero",
        FaultKind::Overflow => "a result does not fit its type",
        FaultKind::OutOfRange => "a number leaves the range of its type",
        FaultKind::NegativeLength => "an array is given a negative length",
        FaultKind::EmptyChoice => "a choice is made from an empty set or array",
        FaultKind::BlockingInAtomic => "a select blocks inside an atomic section",
        FaultKind::FailedCast { object, class } => {
            return format!(
                "an object of class `{object}` is cast to `{class}`, which it does not belong to"
            );
        }
        FaultKind::ArrayStore { array, object } => {
            return format!("an object of class `{object}` is stored into an array of class `{array}`");
        }
        FaultKind::UnhandledException(name) => return format!("nothing handles the exception `{name}`"),
    };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_kinds_are_the_same_in_json_in_text_and_in_the_verdict() {
        let faults = [
            FaultKind::NullDereference,
            FaultKind::IndexOutOfBounds,
            FaultKind::DivisionByZero,
            FaultKind::Overflow,
            FaultKind::OutOfRange,
            FaultKind::NegativeLength,
            FaultKind::EmptyChoice,
            FaultKind::FailedCast { object: "A".to_owned(), class: "B".to_owned() },
            FaultKind::ArrayStore { array: "A[]".to_owned(), object: "B".to_owned() },
            FaultKind::BlockingInAtomic,
            FaultKind::UnhandledException("E".to_owned()),
        ];
        let others = [
            verdict::ViolationKind::Assertion { message: None },
            verdict::ViolationKind::Deadlock,
            verdict::ViolationKind::AcceptanceCycle,
            verdict::ViolationKind::Formula,
        ];
        for kind in faults.into_iter().map(verdict::ViolationKind::Fault).chain(others) {
            let twin = ViolationKind::of(&kind);
            assert_eq!(twin.slug(), kind.slug());
            assert_eq!(serde_json::to_value(twin).unwrap(), kind.slug());
        }
    }
}
