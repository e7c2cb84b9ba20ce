//! A program in the text form of the core language.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::SCHEMA_VERSION;
use crate::twin::diagnostics::Diagnostic;

/// The program that a file was lowered to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Core listing")]
pub struct ListingReport {
    pub schema_version: u32,
    pub file: String,
    pub language: String,
    /// The text form of the core language.
    pub core: String,
    pub warnings: Vec<Diagnostic>,
}

impl ListingReport {
    pub fn new(file: &str, language: &str, core: String, warnings: Vec<Diagnostic>) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            file: file.to_owned(),
            language: language.to_owned(),
            core,
            warnings,
        }
    }
}
