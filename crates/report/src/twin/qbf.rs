//! The report on a quantified Boolean formula.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::SCHEMA_VERSION;

/// Whether a formula is true.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "QBF report")]
pub struct QbfReport {
    pub schema_version: u32,
    pub file: String,
    pub answer: QbfAnswer,
    /// Values of the outer variables that make the answer what it is, as literals: of existential ones if the formula
    /// is true, of universal ones if it is false.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outer: Option<Vec<i32>>,
    pub stats: QbfFigures,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum QbfAnswer {
    True,
    False,
    /// A limit was reached.
    Unknown,
}

/// What the answer took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct QbfFigures {
    /// Candidates of the outer player, and the last question, which may have none.
    pub rounds: u64,
    pub sat_calls: u64,
    pub conflicts: u64,
    /// Nodes of the expanded formula.
    pub nodes: u64,
}

impl QbfReport {
    pub fn new(file: &str, answer: QbfAnswer, outer: Option<Vec<i32>>, stats: QbfFigures) -> Self {
        Self { schema_version: SCHEMA_VERSION, file: file.to_owned(), answer, outer, stats }
    }
}
