//! The report on a certificate that was checked again.

use base::{SourceMap, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::SCHEMA_VERSION;
use crate::twin::diagnostics::Diagnostic;
use crate::twin::location::Location;
use crate::twin::question::Question;

/// What the independent checker says of a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Certify report")]
pub struct CertifyReport {
    pub schema_version: u32,
    pub file: String,
    pub language: String,
    /// The file of the certificate.
    pub certificate: String,
    /// What the certificate claims of the program.
    pub property: Question,
    #[serde(flatten)]
    pub finding: Finding,
    pub warnings: Vec<Diagnostic>,
}

/// Whether the certificate proves what it claims.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "finding", rename_all = "kebab-case")]
pub enum Finding {
    /// It does.
    Accepted(Checked),
    /// It does not. That says nothing of the program.
    Refused {
        /// A sentence that stands alone.
        message: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        location: Option<Location>,
    },
}

/// What the checker went through.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Checked {
    Summaries {
        summaries: u64,
        effects: u64,
        /// Calls of which each was found to be covered by a summary.
        calls_covered: u64,
        /// States of procedures that the checker went through.
        states: u64,
    },
    /// All that procedures see.
    Pushdown {
        heads: u64,
        instances: u64,
        facts: u64,
        calls: u64,
        /// Pairs of a call and an exit of its callee.
        returns: u64,
    },
    /// Formulas that every step keeps.
    Boolean {
        procedures: u64,
        /// Places with a formula.
        invariants: u64,
        /// Parts of all formulas.
        nodes: u64,
        /// Questions to the solver.
        questions: u64,
    },
}

impl Finding {
    pub fn refused(message: String, span: Option<Span>, sources: &SourceMap) -> Self {
        Self::Refused { message, location: span.map(|span| Location::of(span, sources)) }
    }
}

/// What a report on a certificate is made from.
#[derive(Clone, Debug)]
pub struct CertifyInput<'a> {
    pub sources: &'a SourceMap,
    pub file: &'a str,
    pub language: &'a str,
    pub certificate: &'a str,
    pub property: &'a Question,
    pub finding: Finding,
    pub warnings: &'a [base::Diagnostic],
}

impl CertifyReport {
    pub fn new(input: CertifyInput<'_>) -> Self {
        let CertifyInput { sources, file, language, certificate, property, finding, warnings } = input;
        Self {
            schema_version: SCHEMA_VERSION,
            file: file.to_owned(),
            language: language.to_owned(),
            certificate: certificate.to_owned(),
            property: property.clone(),
            finding,
            warnings: Diagnostic::all(warnings, sources),
        }
    }
}
