//! The report on the summaries of a program.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use base::{IndexVec, SourceMap};
use ir::facts::CallGraph;
use ir::{ProcId, Program};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::SCHEMA_VERSION;
use crate::twin::answer::Answer;
use crate::twin::diagnostics::Diagnostic;
use crate::twin::formulas::FormulaProcedure;
use crate::twin::location::Location;
use crate::twin::question::Question;
use crate::twin::stats::Limits;
use crate::twin::summary::Summary;
use crate::twin::verdict::Property;

/// The summaries of the procedures of a program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Summarize report")]
pub struct SummarizeReport {
    pub schema_version: u32,
    pub file: String,
    pub language: String,
    pub limits: Limits,
    pub property: Property,
    /// In the order of the program. Without a choice of procedures, those that were called.
    pub procedures: Vec<Procedure>,
    /// The same as formulas, for a program whose variables are all true or false.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formulas: Vec<FormulaProcedure>,
    /// What the summaries say of the whole program.
    #[serde(flatten)]
    pub answer: Answer,
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
    /// Whether there may be further effects: the procedure, or one that it calls, goes on where it cannot be followed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub incomplete: bool,
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
    pub limits: verdict::Limits,
    pub timeout: Option<Duration>,
    /// Only these procedures.
    pub only: Option<&'a [ProcId]>,
    pub summaries: &'a verdict::ProcSummaries,
    pub answer: &'a verdict::EngineAnswer,
    pub warnings: &'a [base::Diagnostic],
}

impl SummarizeReport {
    pub fn new(input: &SummarizeInput<'_>) -> Self {
        let (procedures, formulas) = match input.summaries {
            verdict::ProcSummaries::Patterns(set) => (procedures(input, set), Vec::new()),
            verdict::ProcSummaries::Formulas(summaries) => (Vec::new(), formulas(input, summaries)),
        };
        Self {
            schema_version: SCHEMA_VERSION,
            file: input.file.to_owned(),
            language: input.language.to_owned(),
            limits: Limits::of(input.limits, input.timeout),
            property: Property::NoErrors,
            procedures,
            formulas,
            answer: Answer::of(input.answer, &Question::NoErrors, input.sources),
            warnings: Diagnostic::all(input.warnings, input.sources),
        }
    }
}

/// Without a choice of procedures, those that are called.
fn formulas(input: &SummarizeInput<'_>, summaries: &[verdict::BooleanSummary]) -> Vec<FormulaProcedure> {
    let is_shown = |summary: &&verdict::BooleanSummary| match input.only {
        Some(only) => only.contains(&summary.proc),
        None => !summary.called_with.listed.is_empty(),
    };
    let shown = summaries.iter().filter(is_shown);
    shown.map(|summary| FormulaProcedure::of(summary, input.program, input.sources)).collect()
}

/// The procedures that do, or call, what could not be followed.
fn incomplete(program: &Program, left_out: &[ProcId]) -> IndexVec<ProcId, bool> {
    let mut found = IndexVec::filled(false, program.procs.len());
    if left_out.is_empty() {
        return found;
    }
    let calls = CallGraph::new(program);
    let mut pending = left_out.to_vec();
    while let Some(proc) = pending.pop() {
        if !std::mem::replace(&mut found[proc], true) {
            pending.extend(calls.callers(proc));
        }
    }
    found
}

fn procedures(input: &SummarizeInput<'_>, set: &verdict::SummarySet) -> Vec<Procedure> {
    let mut by_proc: BTreeMap<ProcId, Vec<&verdict::Summary>> = BTreeMap::new();
    for summary in &set.summaries {
        by_proc.entry(summary.proc).or_default().push(summary);
    }
    let shown: BTreeSet<ProcId> = match input.only {
        Some(only) => only.iter().copied().collect(),
        None => by_proc.keys().copied().collect(),
    };
    let incomplete = incomplete(input.program, &input.answer.answer.left_out);
    let procedure = |proc: ProcId| {
        let summaries = by_proc.get(&proc).map(Vec::as_slice).unwrap_or_default();
        let ir::Proc { name, span, .. } = &input.program.procs[proc];
        Procedure {
            procedure: name.clone(),
            location: span.map(|span| Location::of(span, input.sources)),
            summaries: summaries.iter().map(|summary| Summary::of(summary, input.program)).collect(),
            incomplete: incomplete[proc],
        }
    };
    shown.into_iter().map(procedure).collect()
}
