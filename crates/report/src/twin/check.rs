//! The report of a check.

use std::collections::BTreeMap;
use std::time::Duration;

use base::SourceMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::SCHEMA_VERSION;
use crate::twin::diagnostics::Diagnostic;
use crate::twin::stats::{Limits, Stats};
use crate::twin::verdict::{Property, Verdict};

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
    pub property: Property,
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Sentences on what the verdict takes for granted beyond the meaning of the program.
    pub assumptions: Vec<String>,
    pub stats: Stats,
    /// What the other engines answered, where they were asked. They agree, or there is no report.
    pub cross_checks: Vec<CrossCheck>,
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

/// What a report of a check is made from.
#[derive(Clone, Copy, Debug)]
pub struct CheckInput<'a> {
    pub sources: &'a SourceMap,
    pub file: &'a str,
    pub language: &'a str,
    pub options: &'a [(&'static str, String)],
    pub limits: &'a verdict::Limits,
    pub timeout: Option<Duration>,
    pub property: verdict::Property,
    pub assumptions: &'a [String],
    /// The answer that counts comes first, then those of the other engines that were asked.
    pub answers: &'a [EngineAnswer<'a>],
    pub warnings: &'a [base::Diagnostic],
}

/// An engine's answer with the replayed traces of its violations, in their order.
#[derive(Clone, Copy, Debug)]
pub struct EngineAnswer<'a> {
    pub engine: &'a str,
    pub answer: &'a verdict::Answer,
    pub executions: &'a [verdict::Execution],
}

impl CheckReport {
    /// Panics if there is no answer: a check without an engine is refused before.
    pub fn new(input: &CheckInput<'_>) -> Self {
        let (first, others) = input.answers.split_first().expect("a check has at least one answer");
        let CrossCheck { engine, verdict, stats } = CrossCheck::of(first, input.sources);
        Self {
            schema_version: SCHEMA_VERSION,
            file: input.file.to_owned(),
            language: input.language.to_owned(),
            engine,
            options: input.options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
            limits: Limits::of(input.limits, input.timeout),
            property: Property::of(input.property),
            verdict,
            assumptions: input.assumptions.to_vec(),
            stats,
            cross_checks: others.iter().map(|answer| CrossCheck::of(answer, input.sources)).collect(),
            warnings: Diagnostic::all(input.warnings, input.sources),
        }
    }
}

impl CrossCheck {
    fn of(answer: &EngineAnswer<'_>, sources: &SourceMap) -> Self {
        let EngineAnswer { engine, answer, executions } = *answer;
        Self {
            engine: engine.to_owned(),
            verdict: Verdict::of(&answer.verdict, executions, sources),
            stats: Stats::of(&answer.stats),
        }
    }
}
