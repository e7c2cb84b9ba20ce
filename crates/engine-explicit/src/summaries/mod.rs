//! Procedure summaries for sequential programs: a procedure is analysed once for each pattern of what it reads, and its effects
//! are used at every call that matches.
//!
//! Source: the paper on summaries for programs with references, sections 5 (visible states) and 6 (patterns). Its termination theorem
//! holds here: if numbers and the paths through the heap are bounded, so are the patterns, whatever the depth of the stack and the
//! number of objects. Where it is wrong or silent, `rules` says what is done instead.
//!
//! Reading order: [`sequential`]: which programs; [`view`]: what a procedure sees, and names of objects; [`footprint`]: what it reads and
//! writes; [`pattern`]: finding what matches; [`root`], [`node`], [`exit`]: what is known; [`body`]: executing; [`rules`]: the
//! algorithm; [`trace`], [`lockstep`]: counterexamples; [`collect`]: summaries for others; [`account`]: costs and limits;
//! [`growth`]: why it did not end.

mod account;
mod body;
mod collect;
mod exit;
mod footprint;
mod growth;
mod lockstep;
mod node;
mod pattern;
mod root;
mod rules;
mod sequential;
mod trace;
mod view;

use std::sync::Arc;

use ir::Program;
use machine::Code;
use verdict::{Answer, Certificate, Limits, Progress, StopReason, SummarySet, Verdict, Violation};

use self::rules::Summarizer;
pub(crate) use sequential::refusal;

/// An answer, and the summaries that were computed for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Summarized {
    pub answer: Answer,
    /// Closed if the property holds. Otherwise what was known when the run ended.
    pub set: Arc<SummarySet>,
}

/// Checks a sequential program by summaries.
pub(crate) fn check(
    program: &Program,
    uses_patterns: bool,
    all_errors: bool,
    limits: &Limits,
    progress: &dyn Progress,
) -> Summarized {
    let (program, outside) = sequential::with_outside(program);
    let code = Code::new(&program);
    let mut summarizer = Summarizer::new(&code, uses_patterns, all_errors, limits, progress);
    summarizer.run(outside);
    // Before the summaries are collected, which names objects anew.
    let violations = violations(&mut summarizer);
    let set = Arc::new(summarizer.summaries());
    let mut stats = summarizer.stats();
    let verdict = match (violations, summarizer.stopped.clone()) {
        (Err(reason), _) => Verdict::Unknown { reason },
        (Ok(violations), _) if !violations.is_empty() => Verdict::Violated { violations },
        (Ok(_), Some(reason)) => Verdict::Unknown { reason },
        (Ok(_), None) => Verdict::Holds { certificate: Certificate::Summaries(set.clone()) },
    };
    if matches!(verdict, Verdict::Unknown { .. }) {
        stats.growth = summarizer.growth();
    }
    Summarized { answer: Answer { verdict, stats }, set }
}

/// All errors that were met, the first one first.
fn violations(summarizer: &mut Summarizer<'_>) -> Result<Vec<Violation>, StopReason> {
    let Some(first) = summarizer.first_failure.clone() else { return Ok(Vec::new()) };
    let failures = std::mem::take(&mut summarizer.failures);
    let others = failures.keys().filter(|&failure| *failure != first);
    std::iter::once(&first)
        .chain(others)
        .map(|failure| summarizer.violation(failure, &failures[failure]))
        .collect()
}
