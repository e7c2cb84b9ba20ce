//! Renders answers: text and drawings for people, JSON for tools.
//!
//! Everything that is shown goes through the serialisable *twins* of [`twin`]: plain records with names, lines and
//! columns in place of ids and spans. A report is a [`Document`]: the JSON output is the twins themselves, described by
//! the schemas of [`schema`]; the text renderers of [`text`] read the same twins. So no format can know more than
//! another, and the types of `verdict` stay free of serialisation.
//!
//! A [`certificate`] is the one document that is read back too: `cutpoint certify` checks it. Summaries can be drawn as
//! heaps before and after a call by [`mod@dot`].

pub mod certificate;
mod document;
pub mod dot;
pub mod json;
pub mod schema;
mod summary;
pub mod text;
pub mod twin;

pub use certificate::{CertificateError, CertificateFile};
pub use document::Document;
pub use text::{TextOptions, TraceStyle, Verbosity};
pub use twin::answer::Answer;
pub use twin::certify::{CertifyInput, CertifyReport, Checked, Finding};
pub use twin::check::{CheckInput, CheckReport, PropertyAnswer, PropertyInput};
pub use twin::diagnostics::{Diagnostic, DiagnosticsReport, OMITTED};
pub use twin::explain::{CodePage, ExplainReport};
pub use twin::explore::{Cover, ExploreInput, ExploreReport, Tests};
pub use twin::listing::ListingReport;
pub use twin::qbf::{QbfAnswer, QbfFigures, QbfReport};
pub use twin::question::{Expectation, Formula, OpenCall, Question};
pub use twin::run::{Ending, RunEnding, RunInput, RunReport};
pub use twin::summarize::{SummarizeInput, SummarizeReport};

/// Version of every JSON document that this crate writes. It grows with each change that a reader could notice.
pub const SCHEMA_VERSION: u32 = 8;
