//! The report of a check.

use std::time::Duration;

use base::SourceMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::SCHEMA_VERSION;
use crate::twin::answer::Answer;
use crate::twin::diagnostics::Diagnostic;
use crate::twin::question::{Expectation, Formula, Question};
use crate::twin::stats::Limits;

/// The answer to a check, and all that it stands on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Check report")]
pub struct CheckReport {
    pub schema_version: u32,
    pub file: String,
    pub language: String,
    pub limits: Limits,
    pub property: Question,
    /// The answer that counts.
    #[serde(flatten)]
    pub answer: Answer,
    /// What the other engines answered, where they were asked. They agree, or there is no report.
    pub cross_checks: Vec<Answer>,
    /// What is known of the properties that the file states, in their order; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<PropertyAnswer>,
    /// The most bytes that the process held, where the system counts them and statistics were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_resident_bytes: Option<u64>,
    pub warnings: Vec<Diagnostic>,
}

/// What is known of a property that the file states.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PropertyAnswer {
    pub formula: Formula,
    /// What the file expects; absent if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expectation>,
    /// Whether that is the answer; absent if the file does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_expected: Option<bool>,
    #[serde(flatten)]
    pub answer: Answer,
    pub cross_checks: Vec<Answer>,
}

/// What a report of a check is made from.
#[derive(Clone, Copy, Debug)]
pub struct CheckInput<'a> {
    pub sources: &'a SourceMap,
    pub file: &'a str,
    pub language: &'a str,
    pub limits: verdict::Limits,
    pub timeout: Option<Duration>,
    pub question: &'a Question,
    /// The answer that counts comes first, then those of the other engines that were asked.
    pub answers: &'a [verdict::EngineAnswer],
    /// The properties that the file states.
    pub properties: &'a [PropertyInput<'a>],
    pub peak_resident_bytes: Option<u64>,
    pub warnings: &'a [base::Diagnostic],
}

/// A property that the file states, and the answers to it: the one that counts comes first.
#[derive(Clone, Debug)]
pub struct PropertyInput<'a> {
    pub formula: Formula,
    pub expected: Option<Expectation>,
    pub answers: &'a [verdict::EngineAnswer],
}

impl CheckReport {
    /// Panics if there is no answer: a check without an engine is refused before.
    pub fn new(input: &CheckInput<'_>) -> Self {
        let &CheckInput { sources, question, .. } = input;
        let (answer, cross_checks) = Answer::first_and_others(input.answers, question, sources);
        let properties = input.properties.iter();
        Self {
            schema_version: SCHEMA_VERSION,
            file: input.file.to_owned(),
            language: input.language.to_owned(),
            limits: Limits::of(input.limits, input.timeout),
            property: question.clone(),
            answer,
            cross_checks,
            properties: properties.map(|property| PropertyAnswer::of(property, sources)).collect(),
            peak_resident_bytes: input.peak_resident_bytes,
            warnings: Diagnostic::all(input.warnings, sources),
        }
    }
}

impl PropertyAnswer {
    fn of(input: &PropertyInput<'_>, sources: &SourceMap) -> Self {
        let PropertyInput { formula, expected, answers } = input;
        let question = Question::Formula(formula.clone());
        let (answer, cross_checks) = Answer::first_and_others(answers, &question, sources);
        Self {
            formula: formula.clone(),
            expected: *expected,
            as_expected: expected.map(|expected| expected == answer.verdict.answer()),
            answer,
            cross_checks,
        }
    }
}
