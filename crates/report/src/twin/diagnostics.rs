//! Twins of diagnostics.

use base::{Code, SourceMap};
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

    /// As many as a tool may want to know of.
    pub fn all(diagnostics: &[base::Diagnostic], sources: &SourceMap) -> Vec<Self> {
        Self::listed(diagnostics, sources, 200)
    }

    /// As many as can be read.
    pub fn first(diagnostics: &[base::Diagnostic], sources: &SourceMap) -> Vec<Self> {
        Self::listed(diagnostics, sources, 20)
    }

    /// At most so many, errors before warnings, in their order; the last one says how many more there are. A place in a
    /// long line takes as long to find as the line is, and a million of them would take forever.
    fn listed(diagnostics: &[base::Diagnostic], sources: &SourceMap, most: usize) -> Vec<Self> {
        if diagnostics.len() <= most {
            return diagnostics.iter().map(|diagnostic| Self::of(diagnostic, sources)).collect();
        }
        let (errors, warnings): (Vec<_>, Vec<_>) =
            diagnostics.iter().partition(|diagnostic| diagnostic.is_fatal());
        let kept = errors.iter().chain(&warnings).take(most);
        let mut listed: Vec<Self> = kept.map(|diagnostic| Self::of(diagnostic, sources)).collect();
        let left_out = [
            (errors.len().saturating_sub(most), "error"),
            (warnings.len().min(diagnostics.len() - most), "warning"),
        ];
        let counts: Vec<String> = left_out
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, what)| format!("{n} more {what}{}", if *n == 1 { "" } else { "s" }))
            .collect();
        let severity = if errors.len() > most { base::Severity::Error } else { base::Severity::Warning };
        let rest = base::Diagnostic::warning(&OMITTED, format!("There are {}.", counts.join(" and ")));
        listed.push(Self { severity: Severity::of(severity), ..Self::of(&rest, sources) });
        listed
    }
}

/// The last diagnostic of a list that would be too long.
pub static OMITTED: Code = Code {
    id: "CP0057",
    title: "more diagnostics than are listed",
    explanation: "\
A text with very many mistakes is mostly one mistake that was made many times, or not a text in this language. The first 20 diagnostics are \
shown, and 200 are in the JSON output, errors before warnings.

```text
cutpoint check table.csv --lang zing      every line is an error
```",
};

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

#[cfg(test)]
mod tests {
    use super::*;
    use base::{SourceFile, Span};

    static MISTAKE: Code = Code { id: "CP9999", title: "", explanation: "" };

    #[test]
    fn a_long_list_ends_with_what_is_left_out() {
        let mut sources = SourceMap::new();
        let file = sources.add(SourceFile::new("f", "x".repeat(100)));
        let at = |place| Span::new(file, place, place + 1);
        let warning = |place| base::Diagnostic::warning(&MISTAKE, "odd").at(at(place), "");
        let error = |place| base::Diagnostic::error(&MISTAKE, "wrong").at(at(place), "");
        let messages = |diagnostics: &[base::Diagnostic]| -> Vec<String> {
            Diagnostic::first(diagnostics, &sources).into_iter().map(|shown| shown.message).collect()
        };
        let warnings: Vec<_> = (0..20).map(warning).collect();
        assert_eq!(messages(&warnings), ["odd"; 20]);
        let mixed: Vec<_> = (0..30).map(warning).chain((30..50).map(error)).collect();
        let shown = messages(&mixed);
        assert_eq!(shown[..20], ["wrong"; 20]);
        assert_eq!(shown[20..], ["There are 30 more warnings."]);
        let wrong: Vec<_> = (0..1).map(warning).chain((0..21).map(error)).collect();
        assert_eq!(messages(&wrong)[20..], ["There are 1 more error and 1 more warning."]);
    }
}
