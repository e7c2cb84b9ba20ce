//! JSON text of the twins.

use serde::Serialize;

/// A report as JSON: indented, one line end at the end.
pub fn pretty(report: &impl Serialize) -> String {
    let mut text =
        serde_json::to_string_pretty(report).expect("twins have string keys and finite numbers only");
    text.push('\n');
    text
}
