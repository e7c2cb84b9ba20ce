//! The pages behind the codes of diagnostics.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::SCHEMA_VERSION;

/// What codes of diagnostics mean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Explanations")]
pub struct ExplainReport {
    pub schema_version: u32,
    pub codes: Vec<CodePage>,
}

/// What one code means.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CodePage {
    pub id: String,
    pub title: String,
    /// Markdown.
    pub explanation: String,
}

impl ExplainReport {
    pub fn new(codes: &[&'static base::Code]) -> Self {
        Self { schema_version: SCHEMA_VERSION, codes: codes.iter().map(|code| CodePage::of(code)).collect() }
    }
}

impl CodePage {
    pub fn of(code: &base::Code) -> Self {
        let base::Code { id, title, explanation } = code;
        Self { id: (*id).to_owned(), title: (*title).to_owned(), explanation: explanation.trim().to_owned() }
    }
}
