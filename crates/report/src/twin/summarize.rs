//! The report on the summaries of a program.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use base::SourceMap;
use ir::{ProcId, Program};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::SCHEMA_VERSION;
use crate::twin::diagnostics::Diagnostic;
use crate::twin::location::Location;
use crate::twin::question::Question;
use crate::twin::stats::{Limits, Stats};
use crate::twin::summary::Summary;
use crate::twin::verdict::{Property, Replayed, Verdict};

/// The summaries of the procedures of a program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Summarize report")]
pub struct SummarizeReport {
    pub schema_version: u32,
    pub file: String,
    pub language: String,
    pub engine: String,
    /// How the engine was run, by the names of its options.
    pub options: BTreeMap<String, String>,
    pub limits: Limits,
    pub property: Property,
    /// In the order of the program. Without a choice of procedures, those that were called.
    pub procedures: Vec<Procedure>,
    /// What the summaries say of the whole program.
    #[serde(flatten)]
    pub verdict: Verdict,
    pub stats: Stats,
    pub warnings: Vec<Diagnostic>,
}

/// A procedure and its summaries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Procedure {
    pub procedure: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// One for each pattern, in the order in which they were found.
    pub summaries: Vec<Summary>,
}

impl Procedure {
    /// How many calls took one of the summaries.
    pub fn uses(&self) -> u64 {
        self.summaries.iter().map(|summary| summary.uses).sum()
    }

    /// Effects of all summaries together.
    pub fn effects(&self) -> u64 {
        self.summaries.iter().map(|summary| summary.effects.len() as u64).sum()
    }
}

/// What a report on summaries is made from.
#[derive(Clone, Copy, Debug)]
pub struct SummarizeInput<'a> {
    pub sources: &'a SourceMap,
    pub file: &'a str,
    pub language: &'a str,
    pub program: &'a Program,
    pub engine: &'a str,
    pub options: &'a [(&'static str, String)],
    pub limits: &'a verdict::Limits,
    pub timeout: Option<Duration>,
    /// Only these procedures.
    pub only: Option<&'a [ProcId]>,
    pub set: &'a verdict::SummarySet,
    pub answer: &'a verdict::Answer,
    /// The replayed traces of the violations, in their order.
    pub executions: &'a [verdict::Retold],
    pub warnings: &'a [base::Diagnostic],
}

impl SummarizeReport {
    pub fn new(input: &SummarizeInput<'_>) -> Self {
        let verdict = &input.answer.verdict;
        let replayed = Replayed { verdict, executions: input.executions, overflow: None };
        Self {
            schema_version: SCHEMA_VERSION,
            file: input.file.to_owned(),
            language: input.language.to_owned(),
            engine: input.engine.to_owned(),
            options: input.options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
            limits: Limits::of(input.limits, input.timeout),
            property: Property::NoErrors,
            procedures: procedures(input),
            verdict: Verdict::of(&replayed, &Question::NoErrors, input.sources),
            stats: Stats::of(&input.answer.stats),
            warnings: Diagnostic::all(input.warnings, input.sources),
        }
    }
}

fn procedures(input: &SummarizeInput<'_>) -> Vec<Procedure> {
    let mut by_proc: BTreeMap<ProcId, Vec<&verdict::Summary>> = BTreeMap::new();
    for summary in &input.set.summaries {
        by_proc.entry(summary.proc).or_default().push(summary);
    }
    let shown: BTreeSet<ProcId> = match input.only {
        Some(only) => only.iter().copied().collect(),
        None => by_proc.keys().copied().collect(),
    };
    let procedure = |proc: ProcId| {
        let summaries = by_proc.get(&proc).map(Vec::as_slice).unwrap_or_default();
        let ir::Proc { name, span, .. } = &input.program.procs[proc];
        Procedure {
            procedure: name.clone(),
            location: span.map(|span| Location::of(span, input.sources)),
            summaries: summaries.iter().map(|summary| Summary::of(summary, input.program)).collect(),
        }
    };
    shown.into_iter().map(procedure).collect()
}
