//! The summaries of a program's procedures.

use std::sync::Arc;

use engine_boolean::Method;
use engine_explicit::ExplicitEngine;
use ir::Program;
use verdict::{Answer, BooleanSummary, Engine, Property, Retold, SummarySet, Unsupported};

use crate::check::{Watch, replay_all};
use crate::error::InternalError;
use crate::request::{CheckRequest, EngineChoice};

/// Summaries, and what they say of the program.
#[derive(Clone, PartialEq, Debug)]
pub struct Summarized {
    pub engine: &'static str,
    pub answer: Answer,
    /// The replayed traces of the violations, in their order.
    pub executions: Vec<Retold>,
    pub summaries: SummaryForm,
}

/// Summaries, in the form that fits the program.
#[derive(Clone, PartialEq, Debug)]
pub enum SummaryForm {
    /// What procedures read and what they do, pattern by pattern.
    Patterns(Arc<SummarySet>),
    /// Formulas over the values of a Boolean program.
    Formulas(Vec<BooleanSummary>),
}

/// Summarises the procedures of a verified program: one whose variables are all true or false by formulas, unless another engine is asked for. The inner error is a program
/// that cannot be summarised.
pub fn summarize(
    program: &Program,
    request: &CheckRequest,
    watch: &dyn Watch,
) -> Result<Result<Summarized, Unsupported>, InternalError> {
    let begin = watch.elapsed();
    let (engine, mut answer, summaries) = match summarized(program, request, watch) {
        Ok(summarized) => summarized,
        Err(unsupported) => return Ok(Err(unsupported)),
    };
    answer.stats.time = watch.elapsed().saturating_sub(begin);
    let executions = replay_all(engine, program, &Property::NoErrors, &answer.verdict, request.detail)?;
    Ok(Ok(Summarized { engine, answer, executions, summaries }))
}

fn summarized(
    program: &Program,
    request: &CheckRequest,
    watch: &dyn Watch,
) -> Result<(&'static str, Answer, SummaryForm), Unsupported> {
    let asks_for_patterns = matches!(request.engines, EngineChoice::One(entry) if entry.name == "explicit");
    if !asks_for_patterns && is_boolean(program) {
        watch.begins(Method::Bdd.name());
        let engine_boolean::Summarized { answer, summaries } =
            engine_boolean::summarize(program, &request.limits, watch)?;
        return Ok((Method::Bdd.name(), answer, SummaryForm::Formulas(summaries)));
    }
    let engine = ExplicitEngine { options: request.explicit.clone() };
    watch.begins(engine.name());
    let engine_explicit::Summarized { answer, set } = engine.summarize(program, &request.limits, watch)?;
    Ok((engine.name(), answer, SummaryForm::Patterns(set)))
}

fn is_boolean(program: &Program) -> bool {
    let engine = engine_boolean::BooleanEngine { method: Method::Bdd, options: Default::default() };
    let has_variables =
        !program.globals.is_empty() || program.procs.iter().any(|proc| !proc.locals.is_empty());
    has_variables && engine.supports(program, &Property::NoErrors).is_ok()
}
