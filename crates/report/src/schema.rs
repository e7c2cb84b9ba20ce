//! The JSON Schemas of all documents: generated from the twins, kept in `docs/schema`, compared by a test.

use schemars::{Schema, schema_for};

use crate::{
    CertificateFile, CertifyReport, CheckReport, DiagnosticsReport, ExplainReport, ExploreReport,
    ListingReport, QbfReport, RunReport, SummarizeReport,
};

/// File name and schema of every kind of document, in the order of the documentation.
pub fn all() -> Vec<(&'static str, Schema)> {
    vec![
        ("check.json", schema_for!(CheckReport)),
        ("summarize.json", schema_for!(SummarizeReport)),
        ("explore.json", schema_for!(ExploreReport)),
        ("certificate.json", schema_for!(CertificateFile)),
        ("certify.json", schema_for!(CertifyReport)),
        ("run.json", schema_for!(RunReport)),
        ("qbf.json", schema_for!(QbfReport)),
        ("diagnostics.json", schema_for!(DiagnosticsReport)),
        ("listing.json", schema_for!(ListingReport)),
        ("explain.json", schema_for!(ExplainReport)),
    ]
}
