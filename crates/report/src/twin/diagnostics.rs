//! Twins of diagnostics.

use base::SourceMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::SCHEMA_VERSION;
use crate::twin::location::Location;

/// What is wrong with an input that could not be checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Diagnostics")]
pub struct DiagnosticsReport {
    pub schema_version: u32,
    pub diagnostics: Vec<Diagnostic>,
}

impl DiagnosticsReport {
    pub fn new(diagnostics: Vec<Diagnostic>) -> Self {
        Self { schema_version: SCHEMA_VERSION, diagnostics }
    }
}

/// One finding about the input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Diagnostic {
    /// The stable id, `CP` and four digits; `cutpoint explain` has a page for each.
    pub code: String,
    pub severity: Severity,
    /// A sentence that stands alone.
    pub message: String,
    /// The first is the place of the problem, the others help to understand it.
    pub labels: Vec<Label>,
    pub notes: Vec<String>,
    /// What to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The input has no meaning; nothing was checked.
    Error,
    /// The input means something that no engine decides.
    Unsupported,
    /// The input has a meaning, perhaps not the intended one.
    Warning,
}

/// A place in the source with a few words on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Label {
    pub location: Location,
    pub text: String,
}

impl Diagnostic {
    pub fn of(diagnostic: &base::Diagnostic, sources: &SourceMap) -> Self {
        let base::Diagnostic { code, severity, message, labels, notes, help } = diagnostic;
        Self {
            code: code.id.to_owned(),
            severity: Severity::of(*severity),
            message: message.clone(),
            labels: labels.iter().map(|label| Label::of(label, sources)).collect(),
            notes: notes.clone(),
            help: help.clone(),
        }
    }

    pub fn all(diagnostics: &[base::Diagnostic], sources: &SourceMap) -> Vec<Self> {
        diagnostics.iter().map(|diagnostic| Self::of(diagnostic, sources)).collect()
    }
}

impl Severity {
    fn of(severity: base::Severity) -> Self {
        match severity {
            base::Severity::Error => Self::Error,
            base::Severity::Unsupported => Self::Unsupported,
            base::Severity::Warning => Self::Warning,
        }
    }
}

impl Label {
    fn of(label: &base::Label, sources: &SourceMap) -> Self {
        let base::Label { span, text } = label;
        Self { location: Location::of(*span, sources), text: text.clone() }
    }
}
