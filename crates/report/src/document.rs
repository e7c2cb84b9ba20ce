//! Every report is a document: one value, all formats.

use base::SourceMap;
use serde::Serialize;

use crate::text::{self, TextOptions};
use crate::twin::certify::CertifyReport;
use crate::twin::check::CheckReport;
use crate::twin::diagnostics::DiagnosticsReport;
use crate::twin::explain::ExplainReport;
use crate::twin::explore::ExploreReport;
use crate::twin::listing::ListingReport;
use crate::twin::qbf::QbfReport;
use crate::twin::run::RunReport;
use crate::twin::summarize::SummarizeReport;

/// An answer of the command, in any of its formats. `sources` are the texts that it speaks of.
pub trait Document: Serialize {
    /// For people, with line ends.
    fn text(&self, sources: &SourceMap, options: TextOptions) -> String;

    /// For tools.
    fn json(&self) -> String
    where
        Self: Sized,
    {
        crate::json::pretty(self)
    }
}

impl Document for CheckReport {
    fn text(&self, sources: &SourceMap, options: TextOptions) -> String {
        text::check(self, sources, options)
    }
}

impl Document for SummarizeReport {
    fn text(&self, _: &SourceMap, options: TextOptions) -> String {
        text::summarize(self, options)
    }
}

impl Document for ExploreReport {
    fn text(&self, _: &SourceMap, options: TextOptions) -> String {
        text::explore(self, options)
    }
}

impl Document for CertifyReport {
    fn text(&self, sources: &SourceMap, options: TextOptions) -> String {
        text::certify(self, sources, options)
    }
}

impl Document for RunReport {
    fn text(&self, sources: &SourceMap, options: TextOptions) -> String {
        text::run(self, sources, options)
    }
}

impl Document for QbfReport {
    fn text(&self, _: &SourceMap, options: TextOptions) -> String {
        text::qbf(self, options)
    }
}

impl Document for ListingReport {
    fn text(&self, _: &SourceMap, _: TextOptions) -> String {
        self.core.clone()
    }
}

/// One page in full, or the list of many.
impl Document for ExplainReport {
    fn text(&self, _: &SourceMap, options: TextOptions) -> String {
        match self.codes.as_slice() {
            [page] => text::explain(page, options),
            pages => text::code_list(pages, options),
        }
    }
}

impl Document for DiagnosticsReport {
    fn text(&self, sources: &SourceMap, options: TextOptions) -> String {
        text::diagnostics(&self.diagnostics, sources, options)
    }
}
