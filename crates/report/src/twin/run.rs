//! The report of a single execution.

use base::SourceMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::SCHEMA_VERSION;
use crate::twin::diagnostics::Diagnostic;
use crate::twin::execution::Execution;
use crate::twin::question::Question;
use crate::twin::violation::Violation;

/// One random or guided execution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Run report")]
pub struct RunReport {
    pub schema_version: u32,
    pub file: String,
    pub language: String,
    /// Gives the same execution again; absent if the choices were made by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    #[serde(flatten)]
    pub ending: Ending,
    /// The execution; that of an error is in its violation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Execution>,
    /// What the program wrote to its output, as far as the execution goes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub output: String,
    /// The same of its output of errors.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub errors: String,
    pub warnings: Vec<Diagnostic>,
}

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ending", rename_all = "kebab-case")]
pub enum Ending {
    /// No thread can move, and the program may end there.
    Finished,
    /// In an error.
    Violated { violation: Box<Violation> },
    /// An assumption was false: the program has no such execution.
    Discarded,
    /// It could go on, but was not asked to.
    Stopped {
        /// Why, in words.
        message: String,
    },
}

/// What a report of a run is made from.
#[derive(Clone, Debug)]
pub struct RunInput<'a> {
    pub sources: &'a SourceMap,
    pub file: &'a str,
    pub language: &'a str,
    pub seed: Option<u64>,
    pub ending: RunEnding<'a>,
    pub execution: &'a verdict::Execution,
    pub output: String,
    pub errors: String,
    pub warnings: &'a [base::Diagnostic],
}

/// How the run ended, before it has a twin.
#[derive(Clone, Debug)]
pub enum RunEnding<'a> {
    Finished,
    Violated(&'a verdict::Violation),
    Discarded,
    Stopped { message: String },
}

impl RunReport {
    pub fn new(input: &RunInput<'_>) -> Self {
        let RunInput { sources, file, language, seed, ending, execution, output, errors, warnings } = input;
        let trace = || Some(Execution::of(execution, sources));
        let (ending, trace) = match ending {
            RunEnding::Finished => (Ending::Finished, trace()),
            RunEnding::Discarded => (Ending::Discarded, trace()),
            RunEnding::Stopped { message } => (Ending::Stopped { message: message.clone() }, trace()),
            RunEnding::Violated(violation) => {
                let execution = (*execution).clone().into();
                let violation = Box::new(Violation::of(violation, &Question::NoErrors, &execution, sources));
                (Ending::Violated { violation }, None)
            }
        };
        Self {
            schema_version: SCHEMA_VERSION,
            file: (*file).to_owned(),
            language: (*language).to_owned(),
            seed: *seed,
            ending,
            trace,
            output: output.clone(),
            errors: errors.clone(),
            warnings: Diagnostic::all(warnings, sources),
        }
    }
}
