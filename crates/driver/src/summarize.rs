//! The summaries of a program's procedures.

use ir::Program;
use verdict::{
    EngineAnswer, Meter, ProcSummaries, Property, QuestionKind, Summarize, SummaryForm, Unsupported,
};

use crate::check::{CheckProgress, replayed};
use crate::choice::candidates;
use crate::engines::EngineEntry;
use crate::error::InternalError;
use crate::request::Request;

/// Summaries, and what they say of the program.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckedSummaries {
    pub answer: EngineAnswer,
    pub summaries: ProcSummaries,
}

/// Summarises the procedures of a verified program, in a form if one is wanted; otherwise by formulas if all of its
/// variables are true or false. The inner error is a program that cannot be summarised.
pub fn summarize(
    program: &Program,
    form: Option<SummaryForm>,
    request: &Request,
    progress: &dyn CheckProgress,
) -> Result<Result<CheckedSummaries, Unsupported>, InternalError> {
    let kind = QuestionKind::Summaries;
    let mut refusal = Unsupported::new("No engine summarises procedures in this form.");
    for (entry, engine) in in_order(program, request) {
        if form.is_some_and(|form| form != engine.form()) {
            continue;
        }
        if let Err(unsupported) = engine.can_summarize(program) {
            refusal = unsupported;
            continue;
        }
        progress.begins(entry.name);
        let begin = progress.elapsed();
        let verdict::Summarized { mut answer, summaries } =
            engine.summarize(program, &Meter::new(request.limits, progress));
        answer.stats.time = progress.elapsed().saturating_sub(begin);
        let answer = replayed(entry, answer, program, &Property::NoErrors, kind, request)?;
        return Ok(Ok(CheckedSummaries { answer, summaries }));
    }
    Ok(Err(refusal))
}

/// The engines that summarise. Formulas come first where there are variables that they can speak of.
fn in_order(program: &Program, request: &Request) -> Vec<(&'static EngineEntry, Box<dyn Summarize>)> {
    let has_variables =
        !program.globals.is_empty() || program.procs.iter().any(|proc| !proc.locals.is_empty());
    let build = |entry: &'static EngineEntry| Some((entry, entry.summarize?(&request.options)));
    let candidates = candidates(QuestionKind::Summaries, &request.given).into_iter();
    let mut engines: Vec<(&'static EngineEntry, Box<dyn Summarize>)> = candidates.filter_map(build).collect();
    engines.sort_by_key(|(_, engine)| has_variables && engine.form() != SummaryForm::Formulas);
    engines
}
