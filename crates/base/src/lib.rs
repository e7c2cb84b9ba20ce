//! Ground floor of Cutpoint: what every other crate may use, and what knows nothing of programs.
//!
//! - [`ids`]: typed ids and vectors indexed by them;
//! - [`graph`]: directed graphs over ids, and their components;
//! - [`intern`]: strings as small numbers;
//! - [`source`]: source files, with a text or compiled, and who reads them; spans, line and column;
//! - [`definition`]: where names are declared;
//! - [`diagnostic`]: what went wrong, where, and what to do about it;
//! - [`similar`]: what may have been meant by a name that nothing has;
//! - [`syntax`]: what lexers and parsers share: tokens, a cursor over them, recursive descent.

pub mod definition;
pub mod diagnostic;
pub mod graph;
pub mod ids;
pub mod intern;
pub mod similar;
pub mod source;
pub mod syntax;

pub use definition::{Definition, DefinitionKind, Definitions};
pub use diagnostic::{Code, Diagnostic, Label, Severity};
pub use graph::{Components, Graph};
pub use ids::{Id, IndexVec};
pub use intern::{Interner, Symbol};
pub use source::{CodePlace, CommentStyle, Files, LineColumn, SourceFile, SourceId, SourceMap, Span};
