//! Renders answers: text for people, JSON for tools.
//!
//! Everything that is shown goes through the serialisable *twins* of [`twin`]: plain records with names, lines and
//! columns in place of ids and spans. The JSON output is the twins themselves, described by the schemas of
//! [`schema`]; the text renderers of [`text`] read the same twins. So no format can know more than another, and the
//! types of `verdict` stay free of serialisation.

pub mod json;
pub mod schema;
pub mod text;
pub mod twin;

pub use text::{TextOptions, Verbosity};
pub use twin::check::{CheckInput, CheckReport, CrossCheck, EngineAnswer};
pub use twin::diagnostics::{Diagnostic, DiagnosticsReport};
pub use twin::explain::{CodePage, ExplainReport};
pub use twin::listing::ListingReport;
pub use twin::run::{Ending, RunEnding, RunInput, RunReport};

/// Version of every JSON document that this crate writes. It grows with each change that a reader could notice.
pub const SCHEMA_VERSION: u32 = 1;
