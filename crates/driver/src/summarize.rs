//! The summaries of a program's procedures.

use std::sync::Arc;

use engine_explicit::ExplicitEngine;
use ir::Program;
use verdict::{Answer, Engine, Property, Retold, SummarySet, Unsupported};

use crate::check::{Watch, replay_all};
use crate::error::InternalError;
use crate::request::CheckRequest;

/// Summaries, and what they say of the program.
#[derive(Clone, PartialEq, Debug)]
pub struct Summarized {
    pub engine: &'static str,
    pub answer: Answer,
    /// The replayed traces of the violations, in their order.
    pub executions: Vec<Retold>,
    pub set: Arc<SummarySet>,
}

/// Summarises the procedures of a verified program. The inner error is a program that cannot be summarised.
pub fn summarize(
    program: &Program,
    request: &CheckRequest,
    watch: &dyn Watch,
) -> Result<Result<Summarized, Unsupported>, InternalError> {
    let engine = ExplicitEngine { options: request.explicit.clone() };
    let name = engine.name();
    watch.begins(name);
    let begin = watch.elapsed();
    let (mut answer, set) = match engine.summarize(program, &request.limits, watch) {
        Ok(engine_explicit::Summarized { answer, set }) => (answer, set),
        Err(unsupported) => return Ok(Err(unsupported)),
    };
    answer.stats.time = watch.elapsed().saturating_sub(begin);
    let executions = replay_all(name, program, &Property::NoErrors, &answer.verdict, request.detail)?;
    Ok(Ok(Summarized { engine: name, answer, executions, set }))
}
