//! The report of a check.

use std::collections::BTreeMap;
use std::time::Duration;

use base::SourceMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::SCHEMA_VERSION;
use crate::twin::diagnostics::Diagnostic;
use crate::twin::question::{Expectation, Formula, Question};
use crate::twin::stats::{Limits, Stats};
use crate::twin::verdict::{Replayed, Verdict};

/// The answer to a check, and all that it stands on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Check report")]
pub struct CheckReport {
    pub schema_version: u32,
    pub file: String,
    pub language: String,
    pub engine: String,
    /// How the engine was run, by the names of its options.
    pub options: BTreeMap<String, String>,
    pub limits: Limits,
    pub property: Question,
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Sentences on what the verdict takes for granted beyond the meaning of the program.
    pub assumptions: Vec<String>,
    pub stats: Stats,
    /// What the other engines answered, where they were asked. They agree, or there is no report.
    pub cross_checks: Vec<CrossCheck>,
    /// What is known of the properties that the file states, in their order; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<PropertyAnswer>,
    pub warnings: Vec<Diagnostic>,
}

/// What another engine said of the same question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrossCheck {
    pub engine: String,
    #[serde(flatten)]
    pub verdict: Verdict,
    pub stats: Stats,
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
    pub engine: String,
    #[serde(flatten)]
    pub verdict: Verdict,
    pub stats: Stats,
    pub cross_checks: Vec<CrossCheck>,
}

/// What a report of a check is made from.
#[derive(Clone, Copy, Debug)]
pub struct CheckInput<'a> {
    pub sources: &'a SourceMap,
    pub file: &'a str,
    pub language: &'a str,
    pub options: &'a [(&'static str, String)],
    pub limits: &'a verdict::Limits,
    pub timeout: Option<Duration>,
    pub question: &'a Question,
    pub assumptions: &'a [String],
    /// The answer that counts comes first, then those of the other engines that were asked.
    pub answers: &'a [EngineAnswer<'a>],
    /// The properties that the file states.
    pub properties: &'a [PropertyInput<'a>],
    pub warnings: &'a [base::Diagnostic],
}

/// A property that the file states, and the answers to it: the one that counts comes first.
#[derive(Clone, Debug)]
pub struct PropertyInput<'a> {
    pub formula: Formula,
    pub expected: Option<Expectation>,
    pub answers: Vec<EngineAnswer<'a>>,
}

/// An engine's answer with the replayed traces of its violations, in their order.
#[derive(Clone, Copy, Debug)]
pub struct EngineAnswer<'a> {
    pub engine: &'a str,
    pub answer: &'a verdict::Answer,
    pub executions: &'a [verdict::Retold],
    /// The replayed trace of [`verdict::StopReason::HeapBound`].
    pub overflow: Option<&'a verdict::Execution>,
}

impl CheckReport {
    /// Panics if there is no answer: a check without an engine is refused before.
    pub fn new(input: &CheckInput<'_>) -> Self {
        let (CrossCheck { engine, verdict, stats }, cross_checks) =
            answered(input.answers, input.question, input.sources);
        Self {
            schema_version: SCHEMA_VERSION,
            file: input.file.to_owned(),
            language: input.language.to_owned(),
            engine,
            options: input.options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
            limits: Limits::of(input.limits, input.timeout),
            property: input.question.clone(),
            verdict,
            assumptions: input.assumptions.to_vec(),
            stats,
            cross_checks,
            properties: input
                .properties
                .iter()
                .map(|property| PropertyAnswer::of(property, input.sources))
                .collect(),
            warnings: Diagnostic::all(input.warnings, input.sources),
        }
    }
}

/// The answer that counts, and those of the other engines.
fn answered(
    answers: &[EngineAnswer<'_>],
    question: &Question,
    sources: &SourceMap,
) -> (CrossCheck, Vec<CrossCheck>) {
    let (first, others) = answers.split_first().expect("a question has at least one answer");
    let twin = |answer: &EngineAnswer<'_>| CrossCheck::of(answer, question, sources);
    (twin(first), others.iter().map(twin).collect())
}

impl PropertyAnswer {
    fn of(input: &PropertyInput<'_>, sources: &SourceMap) -> Self {
        let PropertyInput { formula, expected, answers } = input;
        let question = Question::Formula(formula.clone());
        let (CrossCheck { engine, verdict, stats }, cross_checks) = answered(answers, &question, sources);
        Self {
            formula: formula.clone(),
            expected: *expected,
            as_expected: expected.map(|expected| expected == verdict.answer()),
            engine,
            verdict,
            stats,
            cross_checks,
        }
    }
}

impl CrossCheck {
    fn of(answer: &EngineAnswer<'_>, question: &Question, sources: &SourceMap) -> Self {
        let EngineAnswer { engine, answer, executions, overflow } = *answer;
        let replayed = Replayed { verdict: &answer.verdict, executions, overflow };
        Self {
            engine: engine.to_owned(),
            verdict: Verdict::of(&replayed, question, sources),
            stats: Stats::of(&answer.stats),
        }
    }
}
