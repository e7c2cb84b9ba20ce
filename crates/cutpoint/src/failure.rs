//! What ends the command before it has an answer.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::PanicHookInfo;

use base::{Diagnostic, SourceMap};
use driver::InternalError;
use report::DiagnosticsReport;

use crate::output::{self, Output};
use crate::status::Status;

#[derive(Debug)]
pub(crate) enum Failure {
    /// The input cannot be used.
    Input {
        diagnostics: Vec<Diagnostic>,
        sources: SourceMap,
    },
    /// The report cannot be written.
    Output(Box<Diagnostic>),
    Internal(InternalError),
}

impl Failure {
    /// A failure that has no place in a source file.
    pub(crate) fn input(diagnostic: Diagnostic) -> Self {
        Self::Input { diagnostics: vec![diagnostic], sources: SourceMap::new() }
    }

    /// Tells the user, in the format that was asked for.
    pub(crate) fn report(&self, output: &Output) -> Status {
        match self {
            Failure::Input { diagnostics, sources } => {
                let all = || report::Diagnostic::all(diagnostics, sources);
                let json = || report::json::pretty(&DiagnosticsReport::new(all()));
                match output.write_if_json(json) {
                    Ok(true) => {}
                    Ok(false) => {
                        output.diagnostics(&report::Diagnostic::first(diagnostics, sources), sources);
                    }
                    Err(failure) => return failure.report(output),
                }
                Status::BadInput
            }
            Failure::Output(diagnostic) => {
                let sources = SourceMap::new();
                output.diagnostics(&[report::Diagnostic::of(diagnostic, &sources)], &sources);
                Status::BadInput
            }
            Failure::Internal(error) => {
                output::complain(&internal_error(&error.to_string()));
                Status::Internal
            }
        }
    }
}

impl From<InternalError> for Failure {
    fn from(error: InternalError) -> Self {
        Self::Internal(error)
    }
}

fn internal_error(message: &str) -> String {
    format!(
        "internal error: {message}\n  \
         = this is a bug in Cutpoint {}, not in your program, and no answer was found\n  \
         = please report it, with the program and the command line\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// The panic hook: an invariant of Cutpoint's own is broken, wherever it was noticed.
pub(crate) fn report_panic(info: &PanicHookInfo<'_>) {
    let payload = info.payload();
    let message = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message");
    let place = info.location().map(|place| format!(" ({place})")).unwrap_or_default();
    let mut text = internal_error(&format!("{message}{place}"));
    let backtrace = Backtrace::capture();
    if backtrace.status() == BacktraceStatus::Captured {
        text += &format!("\n{backtrace}\n");
    }
    output::complain(&text);
}
