//! Serialisable twins of verdicts, executions and diagnostics.
//!
//! A twin holds what its original means, in words and numbers that need nothing else to be read: no ids, no byte
//! offsets. Every twin can be read back from its JSON.

pub mod answer;
pub mod call;
pub mod certify;
pub mod check;
mod comments;
pub mod coverage;
pub mod diagnostics;
pub mod execution;
pub mod explain;
pub mod explore;
pub mod formulas;
pub mod listing;
pub mod location;
mod operand;
pub mod qbf;
pub mod question;
pub mod run;
pub mod shared;
pub(crate) mod source_line;
pub mod stats;
pub mod summarize;
pub mod summary;
pub mod verdict;
pub mod violation;
pub mod word;
