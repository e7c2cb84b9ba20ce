//! Ground floor of Cutpoint: what every other crate may use, and what knows nothing of programs.
//!
//! - [`ids`]: typed ids and vectors indexed by them;
//! - [`intern`]: strings as small numbers;
//! - [`source`]: source files, spans, line and column;
//! - [`diagnostic`]: what went wrong, where, and what to do about it.

pub mod diagnostic;
pub mod ids;
pub mod intern;
pub mod source;

pub use diagnostic::{Code, Diagnostic, Label, Severity};
pub use ids::{Id, IndexVec};
pub use intern::{Interner, Symbol};
pub use source::{LineColumn, SourceFile, SourceId, SourceMap, Span};
