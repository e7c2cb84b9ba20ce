//! Whether a method fails on some inputs: `//@ call List.remove --pre List.repOk -k 3 --executed 3 0..1: holds`.
//!
//! The answer is that of `cutpoint check --entry`: `holds`, `unknown` (nothing was found within the bounds), or
//! `violated` with the kinds of all errors, in alphabetical order. Lazy initialisation has to find the same errors as
//! summaries. With `--executed`, the interpreter runs the method on every small heap that satisfies the precondition:
//! it fails in exactly the ways that were found.

use std::collections::BTreeSet;

use driver::{EngineOptions, Request, Silent, SymbolicOptions};
use ir::Program;
use verdict::{Init, OpenCall, PathEnd, Verdict};

use super::Failure;
use super::open_question::OpenQuestion;
use crate::open_methods::executed::executed_paths;
use crate::settings;

/// A method that is checked for all inputs, and the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedCall {
    pub line: u32,
    pub question: OpenQuestion,
    /// `holds`, `unknown`, or `violated` and the kinds of the errors.
    pub expected: String,
}

impl CheckedCall {
    /// Reads what comes after `call` and what comes after the colon.
    pub(super) fn parse<'a>(line: u32, words: impl Iterator<Item = &'a str>, answer: &str) -> Option<Self> {
        let has_kinds = answer.strip_prefix("violated ").is_some_and(|kinds| !kinds.is_empty());
        let is_answer = matches!(answer, "holds" | "unknown") || has_kinds;
        let question = OpenQuestion::parse(words)?;
        is_answer.then_some(Self { line, question, expected: answer.to_owned() })
    }
}

/// Asks for all errors and for one, by summaries and lazily, and executes small inputs.
pub(super) fn check(program: &Program, checked: &CheckedCall) -> Result<(), Failure> {
    let CheckedCall { line, question, expected } = checked;
    let check = || {
        let (program, call) = question.call(program)?;
        for init in [Init::Summary, Init::Lazy] {
            let all = answer(&program, &call, question, init, true)?;
            if all != *expected {
                return Err(format!("{init}: expected {expected}, found {all}"));
            }
            let one = answer(&program, &call, question, init, false)?;
            if one.split(' ').next() != expected.split(' ').next() {
                return Err(format!("{init}, first error only: expected {expected}, found {one}"));
            }
        }
        let Some(inputs) = question.inputs(expected == "unknown") else { return Ok(()) };
        let executed = executed_paths(&program, &question.queries(&call, false), &inputs)?;
        let failures = executed.into_iter().filter_map(|path| match path.end {
            PathEnd::Failed { kind, .. } => Some(kind.slug()),
            PathEnd::Returned | PathEnd::Pruned | PathEnd::Blocked | PathEnd::Cut => None,
        });
        let met = words(failures.collect());
        let found = expected.strip_prefix("violated ").unwrap_or("");
        if met == found { Ok(()) } else { Err(format!("executions fail with `{met}`, not with `{found}`")) }
    };
    check().map_err(|problem| Failure::Paths { line: *line, problem })
}

fn words(kinds: BTreeSet<&'static str>) -> String {
    kinds.into_iter().collect::<Vec<_>>().join(", ")
}

fn answer(
    program: &Program,
    call: &OpenCall,
    question: &OpenQuestion,
    init: Init,
    all_errors: bool,
) -> Result<String, String> {
    let symbolic = SymbolicOptions {
        init,
        max_depth: question.max_depth,
        max_objects: question.max_objects,
        max_steps: question.max_steps,
        all_errors,
        ..SymbolicOptions::default()
    };
    let options = EngineOptions { symbolic, ..EngineOptions::default() };
    let request = Request { options, ..Request::default() };
    let checked = driver::check_call(program, call, &request, &Silent).map_err(|error| error.to_string())?;
    Ok(match &checked.first().answer.verdict {
        Verdict::Violated { violations } => {
            let kinds = violations.iter().map(|violation| violation.kind.slug());
            format!("violated {}", words(kinds.collect()))
        }
        other => settings::answer_name(other).to_owned(),
    })
}
